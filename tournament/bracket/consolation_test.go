package bracket

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestShifts(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"losers of two rounds enter the first", "AB.C.D.|.|", "[[1 2] [3] [4] [] []]"},
		{"only the first losers enter", "a.|.|", "[[1] [] []]"},
		{"a last chance has the letters of the consolation", "H.I.|", "[[8] [9] []]"},
		{"rounds can be left out", "A.C", "[[1] [3]]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := ParseShift(c.text)
			if err != nil {
				t.Fatal(err)
			}
			expect(t, "shift", fmt.Sprint([][]int(s)), c.want)
			expect(t, "text", s.String(), strings.ToUpper(c.text))
		})
	}
	for name, text := range map[string]string{
		"nothing":                           "",
		"a first round that nobody enters":  "|.A",
		"an empty round":                    "A..B",
		"a dot at the end":                  "A.",
		"a letter that stands twice":        "A.A",
		"letters out of order":              "B.A",
		"a sign that is no letter":          "A.1",
		"a letter beyond the alphabet":      "A.É",
		"a round with letters and no entry": "A.B|",
	} {
		t.Run(name, func(t *testing.T) {
			if s, err := ParseShift(text); !errors.Is(err, ErrShift) {
				t.Errorf("%v, %v", s, err)
			}
		})
	}
}

func FuzzParseShift(f *testing.F) {
	for _, seed := range []string{"AB.C.D.|.|", "A.|.|", "H.I.|", "A.B.|.C.|", "", ".", "|", "A.A", "ZA"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseShift(text)
		if err != nil {
			return
		}
		again, err := ParseShift(s.String())
		if err != nil || again.String() != s.String() {
			t.Errorf("%q reads as %v, again as %v (%v)", text, s, again, err)
		}
	})
}

// roundsOf are the matches of each round of a stage: with how many newcomers and
// byes of the draw.
func roundsOf(d *Draw, stage Stage) string {
	type round struct{ matches, newcomers, byes int }
	var rounds []round
	for _, m := range d.Matches {
		if m.Stage != stage {
			continue
		}
		if m.Round > len(rounds) {
			rounds = append(rounds, round{})
		}
		r := &rounds[m.Round-1]
		r.matches++
		for _, s := range m.Slots {
			switch s.Origin {
			case LoserOf:
				r.newcomers++
			case Nobody:
				r.byes++
			}
		}
	}
	var parts []string
	for _, r := range rounds {
		parts = append(parts, fmt.Sprintf("%d:%d+%d", r.matches, r.newcomers, r.byes))
	}
	return strings.Join(parts, " ")
}

// Rounds are matches:newcomers+byes, by the construction of formats.md 2.3.
func TestTheRoundsOfAConsolation(t *testing.T) {
	for _, c := range []struct {
		name               string
		seats              int
		consolation        string
		lastChance         string
		rounds, lastRounds string
	}{
		{"24 players: eight losers each of A and B fill round 1", 24, "AB.C.D.|.|", "", "8:16+0 6:4+0 4:2+0 2:0+0 1:0+0", ""},
		{"20 players: byes in round 1", 20, "AB.C.D.|.|", "", "8:12+4 6:4+0 4:2+0 2:0+0 1:0+0", ""},
		{"only losers of the first round", 16, "A.|.|", "", "4:8+0 2:0+0 1:0+0", ""},
		{"progressive in sixteen", 16, "A.B.|.C.|", "", "4:8+0 4:4+0 2:0+0 2:2+0 1:0+0", ""},
		{"byes of the main draw are byes again", 13, "A.B.|.C.|", "", "4:5+3 4:4+0 2:0+0 2:2+0 1:0+0", ""},
		{"a small last chance", 16, "A.|.|", "E.F.|", "4:8+0 2:0+0 1:0+0", "2:4+0 2:2+0 1:0+0"},
		{
			"a last chance for losers of two rounds", 128, "A.B.|.C.|.D.|.E.|.F.|", "HI.|.|.|.|.|",
			"32:64+0 32:32+0 16:0+0 16:16+0 8:0+0 8:8+0 4:0+0 4:4+0 2:0+0 2:2+0 1:0+0",
			"32:64+0 16:0+0 8:0+0 4:0+0 2:0+0 1:0+0",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan := Plan{Format: Knockout, Seats: c.seats}
			if err := plan.Consolation.UnmarshalText([]byte(c.consolation)); err != nil {
				t.Fatal(err)
			}
			if err := plan.LastChance.UnmarshalText([]byte(c.lastChance)); err != nil {
				t.Fatal(err)
			}
			d, err := New(plan)
			if err != nil {
				t.Fatal(err)
			}
			expect(t, "consolation", roundsOf(d, Consolation), c.rounds)
			expect(t, "last chance", roundsOf(d, LastChance), c.lastRounds)
		})
	}
}

// The full progressive consolation has the rounds of a losers' bracket, and its
// matches between the same losers.
func TestAFullProgressiveConsolationIsALosersBracket(t *testing.T) {
	for _, seats := range []int{4, 8, 16, 32, 64} {
		rounds := log2(seats)
		consolation := drawn(t, Plan{Format: Knockout, Seats: seats, Consolation: Progressive(rounds, true)}).Draw
		losers := drawn(t, Plan{Format: DoubleElimination, Seats: seats}).Draw
		expect(t, fmt.Sprintf("of %d", seats), roundsOf(consolation, Consolation), roundsOf(losers, Losers))
		if got, want := firstRematch(consolation, Consolation), firstRematch(losers, Losers); got < want {
			t.Errorf("of %d: a rematch is possible in round %d, in the losers' bracket in %d", seats, got, want)
		}
	}
}

func TestAConsolationIsRefused(t *testing.T) {
	for _, c := range []struct {
		name        string
		seats       int
		consolation string
		lastChance  string
	}{
		{"more enter than there are places", 32, "AB.C.D.|.|", ""},
		{"more enter round 2 than there are matches", 16, "A.B.C", ""},
		{"rounds for a multiple of the field", 8, "A.|.|.|.|.|.|.|", ""},
		{"losers of a round that there is not", 8, "A.|.D", ""},
		{"a last chance with letters of the main stage", 16, "A.|.|", "A.|"},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan := Plan{Format: Knockout, Seats: c.seats}
			if err := plan.Consolation.UnmarshalText([]byte(c.consolation)); err != nil {
				t.Fatal(err)
			}
			if err := plan.LastChance.UnmarshalText([]byte(c.lastChance)); err != nil {
				t.Fatal(err)
			}
			if _, err := New(plan); !errors.Is(err, ErrShift) {
				t.Errorf("error %v", err)
			}
		})
	}
}

// In the first rounds nobody meets again whom he met in the main stage: losers
// of B who have no bye come from the other end of the draw.
func TestAConsolationPutsOffRematches(t *testing.T) {
	for _, c := range []struct {
		seats, before int
		shift         string
	}{
		{20, 3, "AB.C.D.|.|"}, {22, 3, "AB.C.D.|.|"}, {24, 3, "AB.C.D.|.|"},
		{29, 3, "A.B.|.C.|.D.|"}, {32, 5, "A.B.|.C.|.D.|"}, {16, 4, "A.B.|.C.|"}, {11, 3, "A.B.|.C.|"},
	} {
		plan := Plan{Format: Knockout, Seats: c.seats}
		if err := plan.Consolation.UnmarshalText([]byte(c.shift)); err != nil {
			t.Fatal(err)
		}
		if got := firstRematch(drawn(t, plan).Draw, Consolation); got != 0 && got < c.before {
			t.Errorf("%s of %d: a rematch is possible in round %d, want none before %d", c.shift, c.seats, got, c.before)
		}
	}
}

func TestTheLoserOfTheFinalDoesNotDrop(t *testing.T) {
	for final, want := range map[bool]string{false: "A.B.|.C.|", true: "A.B.|.C.|.D"} {
		expect(t, "shift", Progressive(4, final).String(), want)
	}
	s, _ := playOut(t, drawn(t, Plan{Format: Knockout, Seats: 8, Consolation: Progressive(3, false)}), favourite)
	expect(t, "main", places(s.Standings(Main)), "1.1 2.2 3.3,4 5.5,6,7,8")
	expect(t, "consolation", places(s.Standings(Consolation)), "1.3 2.4 3.5,6 5.7,8")
	if s.Champion(Main) != 1 || s.Champion(Consolation) != 3 || s.Champion(LastChance) != 0 {
		t.Errorf("champions %d, %d, %d", s.Champion(Main), s.Champion(Consolation), s.Champion(LastChance))
	}
}
