package templates

import (
	"strconv"
	"strings"
	"time"
)

// Control says in words what a time control means, from its canonical text:
// "per-move 3d bank 7d" is "3 days a move, then a bank of 7 days that never
// refills". A text it does not know is returned as it is.
func (p *Printer) Control(text string) string {
	words := strings.Fields(text)
	durations := make([]string, 0, 3)
	var shape []string
	for _, word := range words {
		parts := strings.Split(word, "+")
		if _, ok := parseDuration(parts[0]); !ok {
			shape = append(shape, word)
			continue
		}
		shape = append(shape, strings.Repeat("+D", len(parts))[1:])
		for _, part := range parts {
			d, ok := parseDuration(part)
			if !ok {
				return text
			}
			durations = append(durations, p.duration(d, len(units)))
		}
	}
	arg := func(i int) string { return durations[i] }
	switch strings.Join(shape, " ") {
	case "per-move D":
		return p.T("control.per-move", "turn", arg(0))
	case "per-move D bank D":
		return p.T("control.bank", "turn", arg(0), "bank", arg(1))
	case "fischer D+D":
		return p.T("control.fischer", "start", arg(0), "increment", arg(1))
	case "fischer D+D cap D":
		return p.T("control.fischer-cap", "start", arg(0), "increment", arg(1), "cap", arg(2))
	case "total D":
		return p.T("control.total", "total", arg(0))
	case "none":
		return p.T("control.none")
	}
	return text
}

var unitSizes = map[byte]time.Duration{
	's': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour,
}

// parseDuration reads "3d", "12h" or "1d12h".
func parseDuration(text string) (d time.Duration, ok bool) {
	for text != "" {
		end := strings.IndexAny(text, "smhd")
		if end <= 0 {
			return 0, false
		}
		n, err := strconv.ParseUint(text[:end], 10, 31)
		if err != nil {
			return 0, false
		}
		d += time.Duration(n) * unitSizes[text[end]]
		text = text[end+1:]
	}
	return d, d > 0
}
