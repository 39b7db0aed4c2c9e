package templates

import (
	"testing"
	"time"
)

func TestControl(t *testing.T) {
	p := NewPrinter("en")
	for text, want := range map[string]string{
		"per-move 1d":            "1 day a move",
		"per-move 36h":           "1 day 12 hours a move",
		"per-move 3d bank 7d":    "3 days a move, then a bank of 7 days that never refills",
		"fischer 10d+1d":         "10 days at the start, 1 day more after each move",
		"fischer 10d+1d cap 14d": "10 days at the start, 1 day more after each move, at most 14 days",
		"fischer 15m+15s":        "15 minutes at the start, 15 seconds more after each move",
		"total 30d":              "30 days for all moves",
		"none":                   "no clock",
		"":                       "",
		"per-move":               "per-move",
		"per-move x":             "per-move x",
		"per-move 3d bank":       "per-move 3d bank",
		"fischer 3d+x":           "fischer 3d+x",
		"hourglass 3d":           "hourglass 3d",
		"per-move 0d":            "per-move 0d",
		"per-move +":             "per-move +",
		"per-move 9999999999d":   "per-move 9999999999d",
	} {
		if got := p.Control(text); got != want {
			t.Errorf("Control(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzControl(f *testing.F) {
	p := NewPrinter("en")
	for _, text := range presets() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { p.Control(text) })
}

func TestDuration(t *testing.T) {
	p := NewPrinter("en")
	for d, want := range map[time.Duration]string{
		-time.Hour:                        "0 seconds",
		0:                                 "0 seconds",
		999 * time.Millisecond:            "0 seconds",
		time.Second:                       "1 second",
		59 * time.Second:                  "59 seconds",
		61 * time.Second:                  "1 minute 1 second",
		time.Hour:                         "1 hour",
		time.Hour + 5*time.Second:         "1 hour",
		25 * time.Hour:                    "1 day 1 hour",
		48*time.Hour + 59*time.Minute:     "2 days",
		1234*24*time.Hour + 3*time.Hour:   "1,234 days 3 hours",
		2*time.Hour + 59*time.Minute + 59: "2 hours 59 minutes",
	} {
		if got := p.Duration(d); got != want {
			t.Errorf("Duration(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestPrinter(t *testing.T) {
	p := NewPrinter("", "xx", "en-GB;q=0.8, de")
	moment := time.Date(2026, 11, 3, 1, 2, 3, 0, time.FixedZone("", 2*3600))
	for _, c := range []struct{ name, got, want string }{
		{"the language falls back to English", p.Lang(), "en"},
		{"English runs from left to right", p.Dir(), "ltr"},
		{"one", p.T("nav.waiting", "count", 1), "1 game waits for your move"},
		{"many, with digit groups", p.T("nav.waiting", "count", 1234), "1,234 games wait for your move"},
		{"a missing key shows itself", p.T("no.such.key"), "no.such.key"},
		{"a value is not looked at for placeholders", p.T("reason.timeout", "winner", "{loser}", "loser", "B"), "{loser} won: B ran out of time"},
		{"a refusal", p.Refusal("capture-compulsory", map[string]any{"moves": "27x38 or 27x36"}, "?"), "Capture is compulsory: 27x38 or 27x36."},
		{"a refusal with a count in words", p.Refusal("whole-double", map[string]any{"count": "1", "die": "4", "plays": "8/4"}, "?"), "1 of the four 4s can be played: 8/4."},
		{"a refusal without a translation", p.Refusal("new-rule", nil, "what it is"), "What it is."},
		{"a drawn adjudication", p.Reason("adjudicated", "", ""), "Draw by adjudication"},
		{"a game that a closed account aborted", p.Reason("account-closed", "", ""), "Aborted: a player closed the account"},
		{"a won adjudication", p.Reason("adjudicated", "Anna", "Bert"), "Anna won by adjudication"},
		{"black is red in checkers", p.SideName("checkers", "black"), "Red"},
		{"an act with words", p.Act("roll"), "Roll the dice"},
		{"a move is its own name", p.Act("32-28"), "32-28"},
		{"a moment, in UTC", string(p.Time(moment)), `<time datetime="2026-11-02T23:02:03Z" data-format="moment">2 Nov 2026, 23:02 UTC</time>`},
		{"a day, in UTC", string(p.Day(moment)), `<time datetime="2026-11-02T23:02:03Z" data-format="day">2 Nov 2026</time>`},
		{"no moment", string(p.Time(time.Time{})), ""},
		{"whole points", p.Thousandths(1_499_500, 0), "1500"},
		{"thousandths", p.Thousandths(1_514_397, 3), "1514.397"},
		{"a gain", p.Signed(12_345, 1), "+12.3"},
		{"a loss", p.Signed(-12_350, 1), "−12.4"},
		{"a loss too small to show", p.Signed(-40, 1), "±0.0"},
		{"no points", p.Halves(0), "0"},
		{"half a point", p.Halves(1), "½"},
		{"three and a half points", p.Halves(7), "3½"},
		{"twelve and a quarter", p.Quarters(49), "12¼"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, c.got, c.want)
		}
	}
}

func TestGraph(t *testing.T) {
	day := 24 * time.Hour
	g := Graph{Points: []RatingPoint{{At: sampleNow, Rating: 1_500_000}, {At: sampleNow.Add(day), Rating: 1_520_000}, {At: sampleNow.Add(4 * day), Rating: 1_510_000}}}
	// 648 units for 4 days, 200 for the points from 1500 to 1530.
	if got, want := g.Polyline(), "60.0,212.0 222.0,78.7 708.0,145.3"; got != want {
		t.Errorf("polyline %s, want %s", got, want)
	}
	if (Graph{}).Drawable() || (Graph{Points: g.Points[:1]}).Drawable() {
		t.Error("fewer than two points make no line")
	}
	level := Graph{Points: []RatingPoint{{At: sampleNow, Rating: 1_500_000}, {At: sampleNow, Rating: 1_500_000}}}
	if level.Polyline() == "" || len(level.Grid()) != 2 {
		t.Errorf("a level line: %q, %v", level.Polyline(), level.Grid())
	}
}

func TestGameAddresses(t *testing.T) {
	g := GamePage{ID: 7, Ply: 4, Shown: 2, Stops: []int{0, 1, 2, 3, 4}, Bottom: "black", View: "black"}
	thrown := GamePage{ID: 7, Ply: 5, Shown: 5, Stops: []int{1, 2, 5}}
	for _, c := range []struct{ name, got, want string }{
		{"first", g.First(), "/games/7?ply=0&view=black"},
		{"before", g.Before(), "/games/7?ply=1&view=black"},
		{"after", g.After(), "/games/7?ply=3&view=black"},
		{"the present needs no ply", g.Last(), "/games/7?view=black"},
		{"the other way round", g.Flip(), "/games/7?ply=2&view=white"},
		{"no way on from the present", GamePage{Ply: 2, Shown: 2, Stops: []int{0, 1, 2}}.After(), ""},
		{"no way back from the start", GamePage{}.Before(), ""},
		{"a throw is passed over", thrown.Before(), "/games/7?ply=2"},
		{"the beginning is the first throw", thrown.First(), "/games/7?ply=1"},
		{"no way back from the first throw", GamePage{Ply: 1, Shown: 1, Stops: []int{1}}.First(), ""},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, c.got, c.want)
		}
	}
}
