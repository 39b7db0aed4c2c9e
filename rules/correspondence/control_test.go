package correspondence

import (
	"errors"
	"strings"
	"testing"
	"time"

	"crownpost/rules"
)

func TestParseControl(t *testing.T) {
	const h, m, s = time.Hour, time.Minute, time.Second
	for _, tc := range []struct {
		name, text, canonical string
		want                  Control
	}{
		{"days a move", "per-move 3d", "per-move 3d", Control{Kind: PerMove, Per: 3 * Day}},
		{"a bank behind them", "per-move 3d bank 7d", "per-move 3d bank 7d", Control{Kind: PerMove, Per: 3 * Day, Bank: 7 * Day}},
		{"Fischer with a cap", "fischer 10d+1d cap 14d", "fischer 10d+1d cap 14d", Control{Kind: Fischer, Initial: 10 * Day, Increment: Day, Cap: 14 * Day}},
		{"Fischer without a cap", "fischer 15m+15s", "fischer 15m+15s", Control{Kind: Fischer, Initial: 15 * m, Increment: 15 * s}},
		{"one budget", "total 30d", "total 30d", Control{Kind: Total, Initial: 30 * Day}},
		{"no clock", "none", "none", Control{Kind: None}},
		{"units combined", "per-move 1d12h", "per-move 1d12h", Control{Kind: PerMove, Per: 36 * h}},
		{"all units", "total 1d2h3m4s", "total 1d2h3m4s", Control{Kind: Total, Initial: 26*h + 3*m + 4*s}},
		{"small units that make larger ones", "per-move 90m", "per-move 1h30m", Control{Kind: PerMove, Per: 90 * m}},
		{"seconds that make days", "total 86400s", "total 1d", Control{Kind: Total, Initial: Day}},
		{"capitals and spaces", "  Fischer 10D  +1d   CAP 14d ", "fischer 10d+1d cap 14d", Control{Kind: Fischer, Initial: 10 * Day, Increment: Day, Cap: 14 * Day}},
		{"the shortest", "per-move 1s", "per-move 1s", Control{Kind: PerMove, Per: s}},
		{"the longest", "total 60d", "total 60d", Control{Kind: Total, Initial: 60 * Day}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := ParseControl(tc.text)
			if err != nil || got != tc.want {
				t.Fatalf("got %+v, %v; want %+v", got, err, tc.want)
			}
			if got.String() != tc.canonical {
				t.Errorf("canonical text %q, want %q", got, tc.canonical)
			}
		})
	}
}

func TestParseControlRefuses(t *testing.T) {
	for _, tc := range []struct{ name, text, rule, says string }{
		{"nothing", "  ", "clock-form", `for example "per-move 3d"`},
		{"an unknown kind", "hourglass 3d", "clock-form", `"hourglass 3d" is not a time control`},
		{"a kind alone", "per-move", "clock-form", `for example`},
		{"a bank of nothing", "per-move 3d bank", "clock-form", `for example`},
		{"words left over", "per-move 3d 7d", "clock-form", `for example`},
		{"words after none", "none 3d", "clock-form", `for example`},
		{"Fischer without an increment", "fischer 10d", "clock-form", `"fischer 10d+1d cap 14d"`},
		{"Fischer with a bank", "fischer 10d+1d bank 3d", "clock-form", `for example`},
		{"a number without a unit", "per-move 3", "clock-duration", `"3" is not a duration`},
		{"a unit without a number", "per-move d", "clock-duration", `s, m, h or d`},
		{"an unknown unit", "per-move 3w", "clock-duration", `s, m, h or d`},
		{"a fraction", "per-move 1.5d", "clock-duration", `whole number`},
		{"a negative number", "per-move -3d", "clock-duration", `whole number`},
		{"units in the wrong order", "per-move 12h1d", "clock-duration", `"1d12h"`},
		{"a unit twice", "per-move 1d1d", "clock-duration", `"1d12h"`},
		{"an error in the first part keeps its place", "fischer x+y", "clock-duration", `"x"`},
		{"zero", "per-move 0d", "clock-range", `from 1s to 60d`},
		{"too long", "total 61d", "clock-range", `61d is out of range`},
		{"too long in the sum", "total 60d1s", "clock-range", `60d1s is out of range`},
		{"a number beyond all bounds", "total 99999999999999999999d", "clock-range", `out of range`},
		{"a very long text, quoted in part", "x" + strings.Repeat("y", 10_000), "clock-form", `y…"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := ParseControl(tc.text)
			var refusal *rules.Refusal
			if !errors.As(err, &refusal) {
				t.Fatalf("got %v, %v; want a refusal", got, err)
			}
			if refusal.Rule != tc.rule || !strings.Contains(refusal.Message, tc.says) {
				t.Errorf("rule %q: %s; want %q and %q", refusal.Rule, refusal, tc.rule, tc.says)
			}
			if len(refusal.Message) > 400 {
				t.Errorf("a message of %d bytes", len(refusal.Message))
			}
		})
	}
}

func TestPresets(t *testing.T) {
	want := []string{
		"per-move 1d", "per-move 2d", "per-move 3d", "per-move 5d", "per-move 7d", "per-move 14d",
		"per-move 3d bank 7d", "fischer 10d+1d cap 14d", "fischer 15m+15s",
	}
	presets := Presets()
	if len(presets) != len(want) {
		t.Fatalf("%d presets, want %d", len(presets), len(want))
	}
	for i, c := range presets {
		if c.String() != want[i] || c.check() != nil {
			t.Errorf("preset %d is %q (%v), want %q", i, c, c.check(), want[i])
		}
	}
}

func FuzzParseControl(f *testing.F) {
	for _, c := range Presets() {
		f.Add(c.String())
	}
	for _, text := range []string{"none", "total 30d", "per-move 1d12h", "fischer 10D + 1d CAP 14d", "per-move 3", "\xff\xfe", "total 9223372036854775807s", "PER-MOVE 3d bank 3d bank 3d"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseControl(text)
		if err != nil {
			var refusal *rules.Refusal
			if !errors.As(err, &refusal) || refusal.Rule == "" {
				t.Fatalf("an error that is no refusal: %v", err)
			}
			return
		}
		again, err := ParseControl(c.String())
		if err != nil || again != c {
			t.Fatalf("%q reads as %q, which reads as %+v, %v", text, c, again, err)
		}
	})
}
