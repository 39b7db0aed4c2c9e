package templates

import "strings"

// LogText is a line of a tournament's log as a sentence: what was done, by
// whom ("" is the server), and what more there is to say.
func (p *Printer) LogText(act, by, detail string) string {
	switch {
	case act == "round":
		return p.T("log.round", "round", detail)
	case act == "set-aside":
		var options []string
		for _, digit := range detail {
			options = append(options, p.T("option."+string(digit)))
		}
		detail = strings.Join(options, ", ")
	case by == "" && detail != "" && p.Has("log."+act+"-because"):
		return p.T("log."+act+"-because", "detail", detail)
	case by == "" && p.Has("log."+act+"-alone"):
		return p.T("log."+act+"-alone", "detail", detail)
	}
	return p.T("log."+act, "name", by, "detail", detail)
}
