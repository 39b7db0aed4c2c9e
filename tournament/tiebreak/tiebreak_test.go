package tiebreak

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"crownpost/tournament"
)

func TestTheWorkedExample(t *testing.T) {
	field := fields(t)["ex1"]
	for _, c := range []struct {
		code   string
		player int
		want   string
	}{
		{"BH", 1, "13.5"},
		{"BH/C1", 1, "12"},
		{"BH/C2", 1, "10"},
		{"BH/M1", 1, "8.5"},
		{"BH/M2", 1, "3"},
		{"BH", 2, "14"}, // a draw for each round that 9 withdrew from
		{"BH", 3, "13.5"},
		{"BH/C1", 3, "11"}, // the round not played is cut, not the lowest
		{"BH", 4, "11.5"},
		{"BH/C1", 4, "9.5"},
		{"BH/C2", 4, "8"},
		{"BH", 5, "12"},
		{"BH/C1", 5, "10.5"},
		{"BH", 6, "11"},
		{"BH/C1", 6, "9.5"},
		{"BH", 9, "9.5"},
		{"BH/C2", 9, "6.5"},
		{"SB", 1, "6.5"},
		{"SB/C1", 1, "5"},
		{"SB", 3, "9.25"},
		{"SB/C1", 3, "7.25"},
		{"SB", 7, "5.5"},
		{"SB/C1", 7, "4.75"},
		{"FB", 1, "14"},
		{"FB/C1", 1, "12"},
		{"BH/F", 3, "13"},
		{"FB", 2, "13.5"},
		{"FB", 7, "12.5"},
		{"PS", 2, "11.5"},
		{"PS/C1", 2, "10.5"},
		{"AOB", 1, "12.6"},
		{"KS", 2, "2"},
		{"WIN", 5, "2"},
		{"WON", 5, "1"},
		{"REP", 3, "4"},
		{"REP", 9, "2"},
		{"BPG", 7, "3"},
		{"BWG", 2, "2"},
		{"ARO", 3, "2068"},
		{"TPR", 3, "2261"},
		{"PTP", 3, "2280"},
		{"TPR", 9, "2150"},
		{"RTNG", 3, "2101"},
		{"TPN", 3, "3"},
	} {
		for _, row := range ranked(t, field, c.code).Rows {
			if row.Player == c.player && text(row.Values[0]) != c.want {
				t.Errorf("%s of player %d: %s, want %s: %+v", c.code, c.player, text(row.Values[0]), c.want, row.Values[0].Terms)
			}
		}
	}
}

func order(s Standings) string {
	var out []string
	for _, row := range s.Rows {
		out = append(out, fmt.Sprintf("%d:%d", row.Rank, row.Player))
	}
	return strings.Join(out, " ")
}

func TestTheOrderOfTheWorkedExample(t *testing.T) {
	field := fields(t)["ex1"]
	for codes, want := range map[string]string{
		"":                  "1:2 1:3 3:1 3:5 5:7 6:4 7:6 7:8 7:9",
		"DE":                "1:2 1:3 3:1 4:5 5:7 6:4 7:6 7:8 7:9",
		"PTS,DE,BH/C1":      "1:2 2:3 3:1 4:5 5:7 6:4 7:8 8:6 9:9",
		"TPN":               "1:2 2:3 3:1 4:5 5:7 6:4 7:6 8:8 9:9",
		"TPN/R":             "1:3 2:2 3:5 4:1 5:7 6:4 7:9 8:8 9:6",
		"RTNG":              "1:2 2:3 3:1 4:5 5:7 6:4 7:6 8:8 9:9",
		"DE BH/C1,BH SB":    "1:2 2:3 3:1 4:5 5:7 6:4 7:8 8:6 9:9",
		"SOLK/FT":           "1:2 2:3 3:1 4:5 5:7 6:4 7:8 8:6 9:9",
		"WON,ARO,PTP,KS/L1": "1:3 2:2 3:1 4:5 5:7 6:4 7:9 8:8 9:6",
	} {
		if got := order(ranked(t, field, codes)); got != want {
			t.Errorf("%s: %s, want %s", codes, got, want)
		}
	}
}

// The vectors' direct encounters that need more than adding up.
func TestDirectEncounters(t *testing.T) {
	events := fields(t)
	for _, c := range []struct {
		name, event string
		points      Hundredths
		want        string // places within the group
	}{
		{"of a game and a double forfeit only the game counts", "bbpgen012", 750, "5 3 6"},
		{"equal points are compared once more", "baku004", 400, "7=10 13"},
		{"a circle parts nobody", "late004", 250, ""},
		{"who cannot be reached is first", "accel3001", 500, "5 4=6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got strings.Builder
			last := 0
			for _, row := range ranked(t, events[c.event], "DE").Rows {
				if row.Points.Number != c.points {
					continue
				}
				switch {
				case got.Len() == 0:
				case row.Rank == last:
					got.WriteString("=")
				default:
					got.WriteString(" ")
				}
				last = row.Rank
				fmt.Fprint(&got, row.Player)
			}
			if c.want == "" && strings.Contains(got.String(), " ") || c.want != "" && got.String() != c.want {
				t.Errorf("got %q, want %q", got.String(), c.want)
			}
		})
	}
}

func TestTheDirectEncounterIsThatOfTheTied(t *testing.T) {
	rows := ranked(t, fields(t)["ex1"], "DE").Rows
	var got []string
	for _, row := range rows {
		got = append(got, text(row.Values[0]))
	}
	// 2 and 3 drew, 1 beat 5, 7 and 4 are alone, 6 and 9 did not meet 8.
	want := []string{"0.5", "0.5", "1", "0", "-", "-", "-", "-", "-"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// draughts is the worked example with 2-1-0 and the points of absence as in
// the example's list of scores.
func draughts(t *testing.T) tournament.Field {
	field := fields(t)["ex1"]
	field.Points = tournament.PointsOf(20, 10, 0)
	field.Players = slices.Clone(field.Players)
	for i := range field.Players {
		p := &field.Players[i]
		p.Records = slices.Clone(p.Records)
		for r := range p.Records {
			p.Records[r].Points *= 2
		}
	}
	return field
}

func TestTheSolkoffFamily(t *testing.T) {
	field := draughts(t)
	for _, c := range []struct {
		code   string
		player int
		want   string
	}{
		{"PTS", 1, "6"},
		{"SOLK", 1, "27"},
		{"SOLK/C1", 1, "24"},
		{"SOLK/C2", 1, "20"},
		{"SOLK/C3", 1, "14"},
		{"SOLK/M1", 1, "17"},
		{"SOLK/FT", 1, "24"},
		{"SOLK", 8, "21"},
		{"SOLK/C1", 8, "21"},
		{"SOLK/C2", 8, "17"},
	} {
		for _, row := range ranked(t, field, c.code).Rows {
			value := row.Points
			if len(row.Values) > 0 {
				value = row.Values[0]
			}
			if row.Player == c.player && text(value) != c.want {
				t.Errorf("%s of player %d: %s, want %s", c.code, c.player, text(value), c.want)
			}
		}
	}
	solkoff := map[int]Hundredths{}
	for _, row := range ranked(t, field, "SOLK").Rows {
		solkoff[row.Player] = row.Values[0].Number
	}
	for _, row := range ranked(t, field, "SOLK+").Rows {
		want := solkoff[5] + solkoff[4] + solkoff[2] + solkoff[3] + solkoff[8]
		if row.Player == 1 && row.Values[0].Number != want {
			t.Errorf("SOLK+: %s, want %s", row.Values[0].Number, want)
		}
	}
}

// The first two are equal after one cut; the second cut parts them.
func TestTheFullTruncatedSolkoffGoesOn(t *testing.T) {
	values := []Value{
		{Number: 800, steps: []Hundredths{500, 0}},
		{Number: 800, steps: []Hundredths{600, 0}},
		{Number: 900, steps: []Hundredths{400, 0}},
	}
	if got, want := fmt.Sprint(classesBy([]int{0, 1, 2}, values, false)), "[[2] [1] [0]]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestRatingsOfTheUnratedAreNeeded(t *testing.T) {
	field := fields(t)["unrated001"]
	for codes, none := range map[string]bool{"ARO": true, "APRO": true, "PTP": true, "ARO/U1400": false, "APPO/U1400": false} {
		for _, row := range ranked(t, field, codes).Rows {
			if row.Values[0].None != none {
				t.Errorf("%s of player %d: %s", codes, row.Player, text(row.Values[0]))
			}
		}
	}
}

func TestBuchholzIsNotForRoundRobins(t *testing.T) {
	for _, name := range []string{"BH", "FB", "AOB", "SOLK"} {
		_, err := Rank(fields(t)["rr01"], []Code{{Name: name}})
		if !errors.Is(err, ErrUnsuited) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLaterAbsencesAreNoPartOfTheStandings(t *testing.T) {
	field := fields(t)["ex1"]
	want := ranked(t, field, "BH,SB,DE")
	field.Players = slices.Clone(field.Players)
	for i := range field.Players {
		p := &field.Players[i]
		p.Records = append(slices.Clone(p.Records), tournament.Record{Kind: tournament.HalfBye, Points: 5})
	}
	got := ranked(t, field, "BH,SB,DE")
	if order(got) != order(want) || got.Rounds != 5 || got.Rows[0].Points.Number != want.Rows[0].Points.Number {
		t.Errorf("got %+v", got)
	}
}

func TestCodesReadAndWrite(t *testing.T) {
	for text, want := range map[string]string{
		"bh/c1": "BH/C1", "BH:GP/M2": "BH/M2", "KS/L+2": "KS/L+2", "KS/L-1": "KS/L-1", "ARO/U1400/C1": "ARO/C1/U1400",
		"SOLK/FT": "SOLK/FT", "SB/P/C1": "SB/C1/P", "FB/F": "FB", "RTNG/R": "RTNG/R", "SOLK+": "SOLK+",
	} {
		c, err := Parse(text)
		if err != nil || c.String() != want {
			t.Errorf("%s: %s, %v", text, c, err)
		}
	}
	for _, text := range []string{
		"", "XY", "BH/", "BH/C0", "BH/Cx", "BH/Q1", "BH:MP", "DE/C1", "BH/C1/M1", "WIN/L1", "BH/U1", "SB/F", "BH/FT",
	} {
		if c, err := Parse(text); !errors.Is(err, ErrCode) {
			t.Errorf("%q: %s, %v", text, c, err)
		}
	}
}

func TestNumbersAreWrittenShort(t *testing.T) {
	for h, want := range map[Hundredths]string{0: "0", 4175: "41.75", 750: "7.5", 4600: "46", 1000: "10", -50: "-0.5", 5: "0.05"} {
		if h.String() != want {
			t.Errorf("%d: %s", int64(h), h)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"BH/C1", "KS/L-1", "ARO/U1400", "SOLK/FT", "SB:GP/M1/P/R"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse(text)
		if err != nil {
			if !errors.Is(err, ErrCode) {
				t.Fatal(err)
			}
			return
		}
		if again, err := Parse(c.String()); err != nil || again != c {
			t.Fatalf("%q is %s, which reads as %s, %v", text, c, again, err)
		}
	})
}

// A club evening of four, of whom one leaves after the first of two rounds.
func ExampleRank() {
	field := tournament.Field{Points: tournament.DefaultPoints(), Players: []tournament.Player{
		{ID: 1, Name: "Ann", Records: []tournament.Record{
			{Kind: tournament.Win, Opponent: 3, Colour: tournament.White, Points: 10},
			{Kind: tournament.Draw, Opponent: 2, Colour: tournament.Black, Points: 5},
		}},
		{ID: 2, Name: "Bob", Records: []tournament.Record{
			{Kind: tournament.Win, Opponent: 4, Colour: tournament.Black, Points: 10},
			{Kind: tournament.Draw, Opponent: 1, Colour: tournament.White, Points: 5},
		}},
		{ID: 3, Name: "Cas", Records: []tournament.Record{
			{Kind: tournament.Loss, Opponent: 1, Colour: tournament.Black},
			{Kind: tournament.PairingBye, Points: 10},
		}},
		{ID: 4, Name: "Dee", Records: []tournament.Record{
			{Kind: tournament.Loss, Opponent: 2, Colour: tournament.White},
		}},
	}}
	standings, err := Rank(field, []Code{{Name: BH}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range standings.Rows {
		fmt.Println(row.Rank, row.Name, row.Points.Number, row.Values[0].Number)
	}
	// Output:
	// 1 Ann 1.5 2.5
	// 2 Bob 1.5 2
	// 3 Cas 1 2.5
	// 4 Dee 0 1.5
}
