package templates

import "testing"

// Rounds of a draw are told apart by their names alone.
func TestRoundsOfDraws(t *testing.T) {
	t.Parallel()
	round := func(number, left, matches int) DrawRound {
		return DrawRound{Number: number, Left: left, Fixtures: make([]Fixture, matches)}
	}
	for _, test := range []struct {
		name, stage string
		round       DrawRound
		want, all   string
	}{
		{"the last match of a knockout is the final", "main", round(3, 0, 1), "Final", "Final"},
		{"two matches lead to the final", "main", round(2, 1, 2), "Semi-finals", "Semi-finals"},
		{"sixteen players begin with a numbered round", "main", round(1, 3, 8), "Round 1", "Round 1"},
		{"a consolation has a final of its own", "consolation", round(2, 0, 1), "Final", "Consolation, Final"},
		{"rounds of losers are numbered", "losers", round(2, 0, 1), "Round 2", "Losers’ bracket, Round 2"},
		{"the third place needs no title of its own", "third-place", round(1, 0, 1), "", "Match for the third place"},
		{"a grand final of one match needs none either", "grand-final", round(1, 0, 1), "", "Grand final"},
		{"a grand final of two matches has a first", "grand-final", round(1, 1, 1), "First match", "Grand final, First match"},
		{"and a second", "grand-final", round(2, 0, 1), "Second match", "Grand final, Second match"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := NewPrinter("en")
			if got := p.RoundText(test.stage, test.round); got != test.want {
				t.Errorf("in its bracket: %q, not %q", got, test.want)
			}
			if got := p.DrawRoundText(test.stage, test.round); got != test.all {
				t.Errorf("in the draw: %q, not %q", got, test.all)
			}
		})
	}
}
