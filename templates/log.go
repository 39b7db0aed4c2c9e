package templates

import (
	"regexp"
	"strings"
)

// LogText is a line of a tournament's log as a sentence: what was done, by
// whom ("" is the server), and what more there is to say.
func (p *Printer) LogText(act, by, detail string) string {
	switch {
	case act == "round":
		return p.T("log.round", "round", detail)
	case act == "result":
		detail = ResultText(detail)
	case act == "set-aside":
		var options []string
		for _, digit := range detail {
			options = append(options, p.T("option."+string(digit)))
		}
		detail = strings.Join(options, ", ")
	case act == "undone":
		of, what, named := strings.Cut(detail, ": ")
		if named && p.Has("log.undone."+of) {
			return p.T("log.undone-act", "name", by, "act", p.T("log.undone."+of), "detail", ResultText(what))
		}
	case act == "bye":
		if at := strings.LastIndex(detail, ", "); at >= 0 {
			round, points, _ := strings.Cut(detail[at+2:], ": ")
			return p.T("log.bye", "name", by, "player", detail[:at], "round", round, "points", points)
		}
	case by == "" && detail != "" && p.Has("log."+act+"-because"):
		return p.T("log."+act+"-because", "detail", detail)
	case by == "" && p.Has("log."+act+"-alone"):
		return p.T("log."+act+"-alone", "detail", detail)
	}
	return p.T("log."+act, "name", by, "detail", detail)
}

var resultMark = regexp.MustCompile(`(^| )(1-0|0-1|½-½|0-0|\+/-|-/\+|-/-)`)

// ResultText writes the marks of results in a text as pages do: "1–0" for "1-0",
// "+/–" for "+/-".
func ResultText(text string) string {
	return resultMark.ReplaceAllStringFunc(text, func(mark string) string { return strings.ReplaceAll(mark, "-", "–") })
}
