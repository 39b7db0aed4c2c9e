package draughts

import (
	"slices"
	"strings"
	"testing"

	"crownpost/rules"
)

func TestAKingRestsAfterThreeMovesInARow(t *testing.T) {
	for _, test := range []struct {
		name, fen, moves string
		want             string // the tail about kings, empty when none has moved
	}{
		{"each move counts", "W:WK47,K46,36:BK3,1", "47-42 1-6 42-47", ":+247+0"},
		{"up to three", "W:WK47,K46,36:BK3,1", "47-42 1-6 42-47 6-11 47-42", ":+342+0"},
		{"for each side alone", "W:WK47,K46,36:BK3,1", "47-42 3-8 42-47 8-3", ":+247+203"},
		{"another king ends it", "W:WK47,K46,36:BK3,1", "47-42 1-6 46-41", ":+141+0"},
		{"so does a man", "W:WK47,K46,36:BK3,1", "47-42 1-6 36-31", ""},
		{"so does a capture by it", "W:WK47,K46,36:B38,5:H3:+347+0", "47x33", ""},
		{"a capture by another piece too", "W:WK47,K46,36:B31,5:H3:+347+0", "36x27", ""},
		{"taking it ends it", "B:WK33,36:BK20,5:H3:+333+0", "20x38", ""},
		{"taking the last man ends it", "B:WK47,K46,31:BK20,26:H3:+347+0", "26x37", ""},
		{"making a king of the last man ends it", "W:WK47,6:BK20,15:H2:+247+0", "6-1", ""},
		{"a side without men counts nothing", "W:WK47,K46:BK3,1", "47-42 3-8", ":+0+108"},
	} {
		t.Run(test.name, func(t *testing.T) {
			pos := play(t, mustParse(t, "frisian", test.fen), test.moves)
			_, got, ok := strings.Cut(pos.String(), ":+")
			if ok {
				got = ":+" + got
			}
			if got != test.want {
				t.Errorf("%s: %q, want %q", pos, got, test.want)
			}
		})
	}
}

func TestTheKingThatRestsMayCapture(t *testing.T) {
	rests := mustParse(t, "frisian", "W:WK47,36:BK3,5:H3:+347+0")
	wantMoves(t, rests, "36-31")
	p := rests.(*position)
	if all := p.v.AppendMoves(nil, &p.board); len(all) <= 1 {
		t.Errorf("a bare board knows no such limit, but has %d moves", len(all))
	}
	if r := refused(t, rests, "47-42"); r.Rule != refusedKingRests || !slices.Equal(r.Legal, []string{"36-31"}) {
		t.Errorf("%+v", r)
	}
	wantMoves(t, mustParse(t, "frisian", "W:WK47,36:B38,5:H3:+347+0"), "47x33 47x29 47x24 47x20 47x15")
	// The others may move, and next time it too.
	again := play(t, rests, "36-31 5-10")
	if !slices.Contains(texts(again), "47-42") {
		t.Errorf("%s: %v", again, texts(again))
	}
}

func TestWhoMayMoveOnlyTheKingThatRestsLoses(t *testing.T) {
	wantOutcome(t, mustParse(t, "frisian", "W:WK50,36:B1,27,31:H3:+350+0"), rules.Black, rules.Blocked)
	wantRunning(t, mustParse(t, "frisian", "W:WK50,36:B1,27,31:H3:+250+0"))
}

func TestKingRunsOfLidraughtsAreRead(t *testing.T) {
	for text, want := range map[string]string{
		"W:WK47,36:BK3,5:H4:F40:+247+1": "W:W36,K47:BK3,5:H4:+247+103",
		"W:WK47,36:BK3,5:H4:F40:+0+0":   "W:W36,K47:BK3,5:H4",
		"W:WK46,K47,36:BK3,5:H0:+2+0":   "W:W36,K46,K47:BK3,5:H0", // which king is not said
	} {
		if got := mustParse(t, "frisian", text).String(); got != want {
			t.Errorf("%s read as %s", text, got)
		}
	}
}
