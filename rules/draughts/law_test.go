package draughts

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"crownpost/rules"
)

// optioned reads a position with options, such as "draws=cbd".
func optioned(t testing.TB, variant, options, fen string) *position {
	t.Helper()
	choices := map[string]string{}
	for _, choice := range strings.Fields(options) {
		key, value, _ := strings.Cut(choice, "=")
		choices[key] = value
	}
	v, err := mustVariant(t, variant).With(choices)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := v.Parse(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return pos.(*position)
}

// wander plays quiet king moves at random, no position twice and without
// losing a piece, while the same limits stay in force, until the game is over.
// It returns the position before the last move and how many were made.
func wander(t testing.TB, start *position) (before, end *position, plies int) {
	t.Helper()
	if _, over := start.Outcome(); over {
		t.Fatalf("%s: over by %+v", start, start.result)
	}
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 1))
		p := start
		for plies = 0; ; plies++ {
			var list []*position
			for _, m := range p.moves {
				if m.Captures() || !p.board.kings().has(m.From) {
					continue
				}
				next := p.next(m)
				if next.seen > 1 || next.counts.force != p.counts.force || len(next.moves) > 0 && next.moves[0].Captures() || next.over && next.result.Winner != rules.NoSide {
					continue
				}
				list = append(list, next)
			}
			if len(list) == 0 {
				break // a dead end: try again
			}
			next := list[random.IntN(len(list))]
			if next.over {
				return p, next, plies + 1
			}
			p = next
		}
	}
	t.Fatalf("%s: no way on", start)
	return nil, nil, 0
}

// The limits of every variant, as its federation writes them: so many moves
// of each side, neither fewer nor more.
func TestLimitsEndTheGameAtTheirNumber(t *testing.T) {
	for _, test := range []struct {
		name, variant, options, fen string
		reason                      rules.Reason
		moves                       int
	}{
		{"25 moves by kings only", "international", "", "W:WK47,K48,36:BK3,K4", rules.NoProgress, 25},
		{"three kings against one have 16 moves", "international", "", "W:WK47,K48,K49:BK5", rules.FewPieces, 16},
		{"two kings and a man against one have 16 moves", "international", "", "W:WK47,K48,36:BK5", rules.FewPieces, 16},
		{"a king and two men against one have 16 moves", "international", "", "W:WK47,35,36:BK5", rules.FewPieces, 16},
		{"Black may be the stronger side", "international", "", "W:WK46:BK2,K3,K4", rules.FewPieces, 16},
		{"two kings against one have 5 moves", "international", "", "W:WK47,K48:BK5", rules.FewPieces, 5},
		{"a king and a man against one have 5 moves", "international", "", "W:WK47,36:BK5", rules.FewPieces, 5},
		{"a king each have 5 moves", "international", "", "W:WK47:BK5", rules.FewPieces, 5},
		{"four kings against one have 25 moves", "international", "", "W:WK47,K48,K49,K50:BK5", rules.NoProgress, 25},
		{"killer has the international limits", "killer", "", "W:WK47,K48:BK5", rules.FewPieces, 5},
		{"canadian has the international limits", "canadian", "", "W:WK67,K68,K69:BK2", rules.FewPieces, 16},
		{"canadian by repetition only ends after 50 moves", "canadian", "draws=repetition", "W:WK67,K68,K69:BK2", rules.NoProgress, 50},
		{"malaysian has the international limits", "malaysian", "majority=off", "W:WK67,K68:BK2", rules.FewPieces, 5},
		{"15 moves by kings only", "russian", "", "W:WKa1,Kc1,Ke1,h2:BKh8,Kf8", rules.NoProgress, 15},
		{"three kings against one have 15 moves", "russian", "", "W:WKc1,Ke1,Kg1:BKb8", rules.FewPieces, 15},
		{"a king on the main road has 5 moves", "russian", "", "W:WKc1,Ke1,Kg1:BKh8", rules.MainRoad, 5},
		{"also against two kings and a man", "russian", "", "W:WKc1,Ke1,a3:BKh8", rules.MainRoad, 5},
		{"also against a king and two men", "russian", "", "W:WKc1,a5,a3:BKh8", rules.MainRoad, 5},
		{"four kings against one on the main road have 15", "russian", "", "W:WKc1,Ke1,Kg1,Kb8:BKh8", rules.FewPieces, 15},
		{"two kings against one have 5", "russian", "", "W:WKc1,Ke1:BKb8", rules.FewPieces, 5},
		{"a king and a man against one have 5", "russian", "", "W:WKc1,a3:BKb8", rules.FewPieces, 5},
		{"a king each have 5", "russian", "", "W:WKc1:BKb8", rules.FewPieces, 5},
		{"spantsiretti has the russian limits", "spantsiretti", "", "W:WKc1,Ke1:BKb8", rules.FewPieces, 5},
		{"with a main road from each corner", "spantsiretti", "", "W:WKe1,Kg1,Ki1:BKc1", rules.MainRoad, 5},
		{"brazilian has the russian limits", "brazilian", "", "W:WKc1,Ke1,Kg1:BKh8", rules.MainRoad, 5},
		{"or 20 moves by kings only", "brazilian", "draws=cbd", "W:WKc1,Ke1,Kg1:BKb8", rules.NoProgress, 20},
		{"or 5 with two kings each", "brazilian", "draws=cbd", "W:WKc1,Ke1:BKb8,Kd8", rules.FewPieces, 5},
		{"or 5 with two kings against a king and a man", "brazilian", "draws=cbd", "W:WKc1,Ke1:BKb8,h4", rules.FewPieces, 5},
		{"pool gives three kings 13 moves", "pool", "", "B:WK3:BK29,K30,K31", rules.FewPieces, 13},
		{"and others 15", "pool", "", "B:WK3:BK29,K30", rules.NoProgress, 15},
		{"jamaican is like pool", "jamaican", "", "B:WKa1:BKb8,Kd8,Kf8", rules.FewPieces, 13},
		{"spanish gives three kings 12 moves", "spanish", "", "W:WK2,K3,K4:BK31", rules.FewPieces, 12},
		{"but 20 if the lone king holds the river", "spanish", "", "W:WK2,K3,K4:BK32", rules.NoProgress, 20},
		{"and others 20", "portuguese", "", "W:WK2,K3:BK31", rules.NoProgress, 20},
		{"spanish by repetition only ends after 50", "spanish", "draws=repetition", "W:WK2,K3,K4:BK31", rules.NoProgress, 50},
		{"czech ends after 15 moves by kings only", "czech", "", "W:WKa1,Kc1,Ke1:BKb8,h2", rules.NoProgress, 15},
		{"checkers, unclaimed, after twice 40", "checkers", "", "W:WK32,K31,K30:BK1,K2,K3", rules.NoProgress, 80},
		{"italian, unclaimed, after twice 40", "italian", "", "W:WK32,K31,K30:BK1,K2,K3", rules.NoProgress, 80},
		{"turkish ends after 50 moves by kings only", "turkish", "", "W:WKa1,Kb1:BKh8,Kg8", rules.NoProgress, 50},
		{"turkish may end after 25 without a capture", "turkish", "no-capture=25-moves", "W:WKa1,Kb1:BKh8,Kg8", rules.NoCapture, 25},
		{"thai ends after 50 moves by kings only", "thai", "", "W:WK32,K31:BK1", rules.NoProgress, 50},
		{"thai may give a lone king 16", "thai", "lone-king=16-moves", "W:WK32,K31:BK1", rules.FewPieces, 16},
		{"frisian gives two kings 7 moves", "frisian", "", "W:WK47,K48:BK5", rules.FewPieces, 7},
		{"frysk is like frisian", "frysk", "", "W:WK47,K48:BK5", rules.FewPieces, 7},
		{"frisian may give a king each 2 moves", "frisian", "last-kings=2-moves", "W:WK46:BK2", rules.FewPieces, 2},
		{"frisian ends after 50 moves by kings only", "frisian", "", "W:WK47,K48,K49:BK5", rules.NoProgress, 50},
		{"antidraughts ends after 50 moves by kings only", "antidraughts", "", "W:WK47,K48:BK5", rules.NoProgress, 50},
	} {
		t.Run(test.name, func(t *testing.T) {
			before, end, plies := wander(t, optioned(t, test.variant, test.options, test.fen))
			if end.result != (rules.Outcome{Winner: rules.NoSide, Reason: test.reason}) || plies != 2*test.moves {
				t.Errorf("%+v after %d plies, want %s after %d: %s", end.result, plies, test.reason, 2*test.moves, end)
			}
			shown := false
			for _, c := range before.Counts() {
				shown = shown || c == rules.Count{Rule: test.reason, Now: plies - 1, Limit: plies}
			}
			if !shown {
				t.Errorf("a ply before: %v", before.Counts())
			}
		})
	}
}

// The unchanged balance of FMJD-64 7.2.6 outlasts 15 moves by kings only when
// a man moves now and then.
func TestUnchangedBalanceOfKingsOnBothSides(t *testing.T) {
	for _, test := range []struct {
		name, options, fen, move, want string
	}{
		{"a man's move does not restart it", "", "W:WKa1,h4:BKb8,Kd8:H3:E7", "h4-g5", "H0:E8"},
		{"five pieces have it too", "", "W:WKa1,h4,h2:BKb8,Kd8:H3:E7", "h4-g5", "H0:E8"},
		{"a promotion restarts it", "", "W:WKa1,c7:BKh8,h6:H3:E7", "c7-b8", "H0:E0"},
		{"three pieces have another limit", "", "W:WKa1,h4:BKd8:H3:D7", "a1-b2", "H4:D8"},
		{"30 moves each end it", "", "W:WKa1,h4:BKb8,Kd8:H3:E59", "h4-g5", "balance"},
		{"60 with six pieces", "", "W:WKa1,h4,h2:BKb8,Kd8,h6:H3:E119", "a1-b2", "balance"},
		{"but not before", "", "W:WKa1,h4,h2:BKb8,Kd8,h6:H3:E118", "a1-b2", "H4:E119"},
		{"eight pieces have no such limit", "", "W:WKa1,h4,h2,f2:BKb8,Kd8,h6,f8:H3", "a1-b2", "H4"},
		{"nor has a side without a king", "", "W:WKa1,h4:Bh6,f8:H3", "a1-b2", "H4"},
		{"counted together 15 moves each end it", "ending-moves=together", "W:WKa1,h4:BKb8,Kd8:H3:E29:Oending-moves=together", "h4-g5", "balance"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, variant := range []string{"russian", "brazilian", "spantsiretti"} {
				p := play(t, optioned(t, variant, test.options, test.fen), test.move).(*position)
				if got := outcomeOrTail(p); got != test.want {
					t.Errorf("%s: %s, want %s", variant, got, test.want)
				}
			}
		})
	}
}

// outcomeOrTail is the reason a game ended by, else the counts without moves
// and options.
func outcomeOrTail(p *position) string {
	if p.over {
		return string(p.result.Reason)
	}
	var parts []string
	for _, part := range strings.Split(p.String(), ":")[3:] {
		if part[0] != 'M' && part[0] != 'O' {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ":")
}

func TestWhatRestartsACount(t *testing.T) {
	for _, test := range []struct{ name, variant, fen, moves, want string }{
		{"leaving the main road", "russian", "B:WKc1,Ke1,Kg1:BKh8:H7:D7:E7:R7", "h8-g7 c1-a3 g7-h6", "H10:D10:E10"},
		{"coming back to it", "russian", "B:WKc1,Ke1,Kg1:BKf8:H8:D8:E8", "f8-g7", "H9:D9:E9:R0"},
		{"a piece that steps on it", "russian", "W:WKc1,Ke1,Kg1:BKh8:H8:D8:E8:R8", "c1-b2", "H9:D9:E9"},
		{"a capture from three kings to two", "international", "B:WK47,K6,14:BK5:H30:D30", "5x37", "H0:D0"},
		{"no promotion among the same kind", "international", "W:WK47,K48,7:BK35:H3:D30", "7-2", "H0:D31"},
		{"the promotion that makes the kind", "international", "W:W6,38,39:BK5:H3", "6-1", "H0:D0"},
		{"no fourth king that is taken, where three are enough", "russian", "B:WKb4,Kh2,Kg1,Kf8:BKa3:H9:D9:E9", "a3xc5", "H0:D10:E0"},
		{"a man's move forward", "turkish", "W:WKa1,b3:BKh8,Kg8:H9", "b3-b4", "H0"},
		{"no man's move sideways", "turkish", "W:WKa1,b3:BKh8,Kg8:H9", "b3-c3", "H10"},
		{"a capture, for what counts captures", "turkish", "W:WKa1,b3:Bb4,Kh8,Kg8:H0:C30:Ono-capture=25-moves", "b3xb5", "H0:C0"},
		{"no man's move, for what counts captures", "turkish", "W:WKa1,b3:BKh8,Kg8:H9:C30:Ono-capture=25-moves", "b3-b4", "H0:C31"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := play(t, mustParse(t, test.variant, test.fen), test.moves).(*position)
			if got := outcomeOrTail(p); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

func TestRepetition(t *testing.T) {
	for _, test := range []struct {
		variant, fen, round string
		times               int // at which it is a draw by itself; 0: never
	}{
		{"international", "W:WK47,K48:BK3,K4", "48-43 4-10 43-48 10-4", 3},
		{"killer", "W:WK47,K48:BK3,K4", "48-43 4-10 43-48 10-4", 3},
		{"antidraughts", "W:WK47,K48:BK3,K4", "48-43 4-10 43-48 10-4", 3},
		{"canadian", "W:WK67,K68:BK4,K5", "68-62 4-10 62-68 10-4", 3},
		{"malaysian", "W:WK67,K68:BK4,K5", "68-62 4-10 62-68 10-4", 3},
		{"russian", "W:WKa1,Kc1:BKh8,Kf8", "c1-d2 f8-e7 d2-c1 e7-f8", 3},
		{"brazilian", "W:WKa1,Kc1:BKh8,Kf8", "c1-d2 f8-e7 d2-c1 e7-f8", 3},
		{"spantsiretti", "W:WKa1,Kc1:BKh8,Kf8", "c1-d2 f8-e7 d2-c1 e7-f8", 3},
		{"pool", "W:WK29,K30:BK3,K4", "30-26 3-7 26-30 7-3", 3},
		{"spanish", "W:WK2,K3:BK30,K31", "2-6 31-27 6-2 27-31", 3},
		{"portuguese", "W:WK2,K3:BK30,K31", "2-6 31-27 6-2 27-31", 3},
		{"checkers", "W:WK32,K31:BK1,K2", "32-28 1-5 28-32 5-1", 5},
		{"italian", "W:WK32,K31:BK1,K2", "32-28 1-5 28-32 5-1", 5},
		{"czech", "W:WKa1,Kc1:BKh8,Kf8", "c1-d2 f8-e7 d2-c1 e7-f8", 5},
		{"turkish", "W:WKa1,c3:BKh8,f6", "c3-d3 f6-e6 d3-c3 e6-f6", 3}, // men go sideways
		{"thai", "W:WK32,K31:BK1,K2", "32-28 1-5 28-32 5-1", 3},
		{"frisian", "W:WK47,K48,K49:BK3,K4", "49-44 4-10 44-49 10-4", 0},
		{"frysk", "W:WK47,K48,K49:BK3,K4", "49-44 4-10 44-49 10-4", 0},
	} {
		t.Run(test.variant, func(t *testing.T) {
			pos := mustParse(t, test.variant, test.fen)
			for n := 2; n <= 6; n++ {
				wantRunning(t, pos)
				pos = play(t, pos, test.round)
				if n == test.times {
					wantOutcome(t, pos, rules.NoSide, rules.Repetition)
					return
				}
			}
			if test.times != 0 {
				t.Error("goes on for ever")
			}
		})
	}
}

func TestClaims(t *testing.T) {
	for _, test := range []struct {
		name, variant, fen string
		rounds             int // of moving back and forth, a repetition each
		want               rules.Reason
	}{
		{"the third time in czech", "czech", "W:WKa1,Kc1:BKh8,Kf8", 2, rules.Repetition},
		{"not the second", "czech", "W:WKa1,Kc1:BKh8,Kf8", 1, ""},
		{"the fourth in italian", "italian", "W:WK32,K31:BK1,K2", 3, rules.Repetition},
		{"not the third", "italian", "W:WK32,K31:BK1,K2", 2, ""},
		{"40 moves without progress in italian, with the next one", "italian", "W:WK32,K31:BK1,K2:H79", 0, rules.NoProgress},
		{"not before", "italian", "W:WK32,K31:BK1,K2:H78", 0, ""},
		{"czech has no such claim", "czech", "W:WKa1,Kc1:BKh8,Kf8:H29", 0, ""},
		{"nor has russian any", "russian", "W:WKa1,Kc1:BKh8,Kf8:H25", 1, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			round := "c1-d2 f8-e7 d2-c1 e7-f8"
			if test.variant == "italian" {
				round = "32-28 1-5 28-32 5-1"
			}
			pos := mustParse(t, test.variant, test.fen)
			for range test.rounds {
				if _, over := pos.Outcome(); !over {
					pos = play(t, pos, round)
				}
			}
			wantClaim(t, pos, test.want)
		})
	}
}

func TestEndingsThatAreDrawnAtOnce(t *testing.T) {
	for _, test := range []struct {
		name, variant, fen, want string // want: winner and reason, empty while the game goes on
	}{
		{"a king each in frisian", "frisian", "W:WK46:BK4", "draw few-pieces"},
		{"unless one can be captured at once", "frisian", "W:WK46:BK28", ""},
		{"also along a column", "frisian", "W:WK46:BK26", ""},
		{"or whatever the other does", "frisian", "B:WK5:BK46", ""},
		{"in frysk too", "frysk", "W:WK46:BK4", "draw few-pieces"},
		{"a king each in turkish", "turkish", "W:WKa1:BKh8", "draw few-pieces"},
		{"unless one can be captured at once", "turkish", "W:WKa1:BKa5", ""},
		{"a man each in turkish", "turkish", "W:Wa3:Bh6", "draw few-pieces"},
		{"a king against a man in turkish", "turkish", "W:WKa1:Bh6", "draw few-pieces"},
		{"which the king may win", "turkish", "W:WKa1:Bh6:H0:Olone-man=king-wins", "white lone-man"},
		{"whichever side it is", "turkish", "W:Wa3:BKh8:H0:Olone-man=king-wins", "black lone-man"},
		{"but not while the man can capture it", "turkish", "W:Wh3:BKh4:H0:Olone-man=king-wins", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			if o, over := mustParse(t, test.variant, test.fen).Outcome(); over {
				winner := o.Winner.String()
				if winner == "" {
					winner = "draw"
				}
				got = winner + " " + string(o.Reason)
			}
			if got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

func TestObjectives(t *testing.T) {
	wantOutcome(t, mustParse(t, "antidraughts", "W:W36:B27,31"), rules.White, rules.NoMoveLeft)
	wantOutcome(t, mustParse(t, "antidraughts", "W:W:B20"), rules.White, rules.AllGiven)
	wantOutcome(t, mustParse(t, "antidraughts", "W:W36:B"), rules.Black, rules.AllGiven)
	wantOutcome(t, play(t, mustParse(t, "antidraughts", "W:W39:B30"), "39-34 30x39"), rules.White, rules.AllGiven)
	wantOutcome(t, play(t, mustParse(t, "breakthrough", "W:W7,36:B30"), "7-2"), rules.White, rules.FirstKing)
	wantOutcome(t, play(t, mustParse(t, "breakthrough", "B:W7,36:B44"), "44-50"), rules.Black, rules.FirstKing)
	wantOutcome(t, mustParse(t, "breakthrough", "W:W36:B27,31"), rules.Black, rules.Blocked)
	wantOutcome(t, mustParse(t, "breakthrough", "W:W:B31"), rules.Black, rules.NoPieces)
}

func TestOptions(t *testing.T) {
	for _, v := range variants {
		if with, err := v.With(nil); err != nil || with != v {
			t.Errorf("%s without choices: %v, %v", v.key, with, err)
		}
		if _, err := v.With(map[string]string{"colour": "blue"}); err == nil {
			t.Errorf("%s has an option colour", v.key)
		}
		for _, o := range v.Options() {
			for i, value := range o.Values {
				choices := map[string]string{o.Key: value}
				with, err := v.With(choices)
				if err != nil || (with == v) != (i == 0) || with.Key() != v.key {
					t.Fatalf("%s %v: %v", v.key, choices, err)
				}
				state := with.Start().String()
				if got, want := strings.HasSuffix(state, fmt.Sprintf(":O%s=%s", o.Key, value)), i > 0; got != want {
					t.Errorf("%s %v: %s", v.key, choices, state)
				}
				for _, reader := range []rules.Variant{v, with} {
					again, err := reader.Parse(state)
					if err != nil || again.String() != state {
						t.Errorf("%s read back as %v, %v", state, again, err)
					}
				}
				byRows := with.(*Variant).ByRows().Start().String()
				if again, err := v.ByRows().Parse(byRows); err != nil || again.String() != byRows || strings.Contains(byRows, ":O") != (i > 0) {
					t.Errorf("%s read back as %v, %v", byRows, again, err)
				}
				// A mere FEN is played by the reader's rules, a state by its own.
				fen := v.Start().Notation()
				if again, err := with.Parse(fen); err != nil || again.String() != state {
					t.Errorf("%s read as %v, %v", fen, again, err)
				}
				if again, err := with.Parse(v.Start().String()); err != nil || again.String() != v.Start().String() {
					t.Errorf("%s read as %v, %v", v.Start(), again, err)
				}
			}
			if _, err := v.With(map[string]string{o.Key: "perhaps"}); err == nil {
				t.Errorf("%s: option %s may be anything", v.key, o.Key)
			}
		}
	}
}

func TestTailsThatAreRefused(t *testing.T) {
	for _, test := range []struct{ variant, text, problem string }{
		{"international", "W:W31:B20:H0:Odraws=cbd", `international has no option "draws"`},
		{"brazilian", "W:Wa1:Bh8:Odraws=fide", `option draws is fmjd64 or cbd, not "fide"`},
		{"brazilian", "W:Wa1:Bh8:O", `brazilian has no option ""`},
		{"brazilian", "W:Wa1:Bh8:Odraws=cbd,draws=cbd", `option "draws" is given twice`},
		{"brazilian", "W:Wa1:Bh8:Odraws=cbd:Odraws=cbd", "the options O are given twice"},
		{"international", "W:WK31:BK20:H0:D11", "the count D is over 10"},
		{"russian", "W:WKa1,Kc1:BKh8,h6:H0:E61", "the count E is over 60"},
		{"international", "W:WK31:B20:+131+0", `unexpected "+"`},
		{"frisian", "W:WK31,32:B20:+4+0", "the moves of a king are 0 to 3, and its square in two digits"},
		{"frisian", "W:WK31,32:B20:+131", "a + is missing"},
		{"frisian", "W:WK31,32:B20:+199+0", "there is no square 99, they are 1 to 50"},
		{"frisian", "W:WK31,32:B20:+132+0", "the white king whose moves are counted is not there, or has no men"},
		{"frisian", "W:WK31:B20:+131+0", "the white king whose moves are counted is not there, or has no men"},
	} {
		_, err := mustVariant(t, test.variant).Parse(test.text)
		if fen, ok := err.(*FENError); !ok || fen.Problem != test.problem {
			t.Errorf("%s: %v, want %s", test.text, err, test.problem)
		}
	}
}

// Moves that cannot be taken back run out, so a limit on the others ends
// every game.
func TestEveryLawEndsEveryGame(t *testing.T) {
	for _, base := range variants {
		for _, v := range everyChoice(t, base) {
			ends := v.objective == toCrown
			for _, limit := range v.Law() {
				ends = ends || limit.Reason == rules.NoProgress && limit.Moves > 0
				if _, known := counterOf[limit.Reason]; !known || limit.Article == "" || limit.Wins != (limit.Reason == rules.LoneMan) {
					t.Errorf("%s: %+v", v.key, limit)
				}
				for _, e := range strings.Fields(limit.Endings) {
					strong, weak, ok := strings.Cut(e, "v")
					if !ok || strings.Trim(strong+weak, "KM+") != "" || strong[0] != 'K' && strong[0] != 'M' {
						t.Errorf("%s: ending %s", v.key, e)
					}
				}
			}
			if !ends {
				t.Errorf("%s: %+v", v.key, v.Law())
			}
		}
	}
}

func TestMainRoads(t *testing.T) {
	for variant, want := range map[string]string{
		"russian": "h8 g7 f6 e5 d4 c3 b2 a1", "spantsiretti": "j8 i7 h6 g5 f4 e3 d2 c1, h8 g7 f6 e5 d4 c3 b2 a1",
		"international": "5 10 14 19 23 28 32 37 41 46", "spanish": "32 28 23 19 14 10 5 1", "turkish": "",
	} {
		v := mustVariant(t, variant)
		var roads []string
		for _, r := range v.roads {
			var names []string
			for _, n := range v.numbers(r) {
				names = append(names, v.Name(n))
			}
			roads = append(roads, strings.Join(names, " "))
		}
		if got := strings.Join(roads, ", "); got != want {
			t.Errorf("%s: %s, want %s", variant, got, want)
		}
	}
}
