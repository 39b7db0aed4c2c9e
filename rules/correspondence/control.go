package correspondence

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"crownpost/rules"
)

// Kind is the sort of a time control.
type Kind string

// The kinds.
const (
	PerMove Kind = "per-move" // each turn has its own time, with or without a bank behind it
	Fischer Kind = "fischer"  // one clock that grows after each turn
	Total   Kind = "total"    // one budget for all turns
	None    Kind = "none"     // no clock: casual games only
)

// Shortest and Longest bound every duration of a control.
const (
	Shortest = time.Second
	Longest  = 60 * Day
)

// Day is 24 hours; clocks know no calendar.
const Day = 24 * time.Hour

// Control is a time control. Every duration is a whole number of seconds from
// Shortest to Longest, or 0 where the kind does not use it. Controls compare
// with ==. The zero Control is not a control.
type Control struct {
	Kind Kind
	// Per is the time for each turn, and Bank what turns that overrun may
	// draw on in all, 0 for no bank (PerMove).
	Per, Bank time.Duration
	// Initial is what the clock starts with (Fischer) or the budget (Total).
	Initial time.Duration
	// Increment is what a turn adds, and Cap the most it can bring the clock
	// to, 0 for no cap (Fischer).
	Increment, Cap time.Duration
}

// Presets returns the controls that are offered first, in their order.
func Presets() []Control {
	return []Control{
		{Kind: PerMove, Per: 1 * Day},
		{Kind: PerMove, Per: 2 * Day},
		{Kind: PerMove, Per: 3 * Day},
		{Kind: PerMove, Per: 5 * Day},
		{Kind: PerMove, Per: 7 * Day},
		{Kind: PerMove, Per: 14 * Day},
		{Kind: PerMove, Per: 3 * Day, Bank: 7 * Day},
		{Kind: Fischer, Initial: 10 * Day, Increment: 1 * Day, Cap: 14 * Day},
		{Kind: Fischer, Initial: 15 * time.Minute, Increment: 15 * time.Second},
	}
}

// String returns the canonical text, which stands in forms, the API, exports
// and settings:
//
//	per-move 3d
//	per-move 3d bank 7d
//	fischer 10d+1d
//	fischer 10d+1d cap 14d
//	total 30d
//	none
//
// ParseControl reads it back exactly.
func (c Control) String() string {
	switch c.Kind {
	case PerMove:
		if c.Bank > 0 {
			return "per-move " + formatDuration(c.Per) + " bank " + formatDuration(c.Bank)
		}
		return "per-move " + formatDuration(c.Per)
	case Fischer:
		text := "fischer " + formatDuration(c.Initial) + "+" + formatDuration(c.Increment)
		if c.Cap > 0 {
			text += " cap " + formatDuration(c.Cap)
		}
		return text
	case Total:
		return "total " + formatDuration(c.Initial)
	}
	return string(c.Kind)
}

// ParseControl reads a time control as String writes it. Letter case and
// spaces around words and "+" do not matter, and a duration may be spelled
// with any units: "36h", "1d12h", "90m". The error is a *rules.Refusal that
// says what is wrong and what would be right.
func ParseControl(text string) (Control, error) {
	words := strings.Fields(strings.ReplaceAll(strings.ToLower(text), "+", " + "))
	if len(words) == 0 {
		return Control{}, refuseForm(text)
	}
	p := parser{text: text, words: words[1:]}
	c := Control{Kind: Kind(words[0])}
	switch c.Kind {
	case PerMove:
		c.Per = p.duration()
		if p.word("bank") {
			c.Bank = p.duration()
		}
	case Fischer:
		c.Initial = p.duration()
		p.must("+")
		c.Increment = p.duration()
		if p.word("cap") {
			c.Cap = p.duration()
		}
	case Total:
		c.Initial = p.duration()
	case None:
	default:
		return Control{}, refuseForm(text)
	}
	if err := p.end(); err != nil {
		return Control{}, err
	}
	return c, nil
}

// check refuses a control that no canonical text stands for.
func (c Control) check() error {
	parsed, err := ParseControl(c.String())
	if err != nil {
		return err
	}
	if parsed != c {
		return refuseForm(fmt.Sprintf("%+v", c))
	}
	return nil
}

// parser takes a control apart word by word and keeps the first error.
type parser struct {
	text  string
	words []string
	err   error
}

// word takes the next word if it is w.
func (p *parser) word(w string) bool {
	if len(p.words) == 0 || p.words[0] != w {
		return false
	}
	p.words = p.words[1:]
	return true
}

func (p *parser) must(w string) {
	if !p.word(w) && p.err == nil {
		p.err = refuseForm(p.text)
	}
}

func (p *parser) duration() time.Duration {
	if p.err != nil {
		return 0
	}
	if len(p.words) == 0 {
		p.err = refuseForm(p.text)
		return 0
	}
	d, err := parseDuration(p.words[0])
	p.words, p.err = p.words[1:], err
	return d
}

func (p *parser) end() error {
	if p.err == nil && len(p.words) > 0 {
		p.err = refuseForm(p.text)
	}
	return p.err
}

// clip shortens what a message quotes.
func clip(text string) string {
	const shown = 60
	if r := []rune(text); len(r) > shown {
		return string(r[:shown]) + "…"
	}
	return text
}

func refuseForm(text string) error {
	return rules.Refuse("clock-form",
		`%q is not a time control: write for example "per-move 3d", "per-move 3d bank 7d", "fischer 10d+1d cap 14d", "total 30d" or "none"`,
		[]string{"text"}, clip(text))
}

// units from the largest to the smallest.
var units = []struct {
	letter byte
	size   time.Duration
}{{'d', Day}, {'h', time.Hour}, {'m', time.Minute}, {'s', time.Second}}

// formatDuration writes whole seconds with the largest units first: "1d12h".
func formatDuration(d time.Duration) string {
	var b strings.Builder
	for _, u := range units {
		if n := d / u.size; n > 0 {
			b.WriteString(strconv.FormatInt(int64(n), 10))
			b.WriteByte(u.letter)
			d -= n * u.size
		}
	}
	return b.String()
}

// parseDuration reads numbers with units, largest units first, each at most
// once: "90m", "1d12h".
func parseDuration(text string) (time.Duration, error) {
	bad := rules.Refuse("clock-duration",
		`%q is not a duration: write a whole number with its unit, s, m, h or d, such as "15m", "3d" or "1d12h"`,
		[]string{"text"}, clip(text))
	var sum time.Duration
	rest, unit := text, 0
	for rest != "" {
		digits := 0
		for digits < len(rest) && '0' <= rest[digits] && rest[digits] <= '9' {
			digits++
		}
		if digits == 0 || digits == len(rest) {
			return 0, bad
		}
		for unit < len(units) && units[unit].letter != rest[digits] {
			unit++
		}
		if unit == len(units) {
			return 0, bad
		}
		n, err := strconv.ParseInt(rest[:digits], 10, 64)
		if err != nil || n > int64(Longest/units[unit].size) {
			return 0, refuseRange(text)
		}
		sum += time.Duration(n) * units[unit].size
		rest = rest[digits+1:]
		unit++
	}
	if sum < Shortest || sum > Longest {
		return 0, refuseRange(text)
	}
	return sum, nil
}

func refuseRange(text string) error {
	return rules.Refuse("clock-range",
		"%s is out of range: each part of a time control lasts from %s to %s",
		[]string{"text", "shortest", "longest"},
		clip(text), formatDuration(Shortest), formatDuration(Longest))
}
