package draughts

import "testing"

// On a board whose bottom right corner is dark the counts are the same:
// Canadian rules are played in Sri Lanka so.
func TestTwelveColumnsMirrored(t *testing.T) {
	row := mustVariant(t, "canadian").ruleRow
	row.board.mirrored = true
	v := newVariant(row)
	for i, want := range []uint64{11, 121, 1222, 10053, 79049, 584100, 4369366} {
		if got := v.Perft(v.start, i+1, Count{}); got != want {
			t.Errorf("depth %d: %d, want %d", i+1, got, want)
		}
	}
}

// Kings have most ways round where pieces are many and stand apart. A search
// without bounds would not come to an end here.
func TestTheWorstCapturesOfLargeBoardsComeToAnEnd(t *testing.T) {
	for _, test := range []struct{ variant, fen string }{
		{"canadian", "W:WK38:BK9,K10,K11,K12,K13,K24,K27,K28,K32,K36,K39,K44,K47,K48,K56,K57,K58,K61,K63,K65,K66,K69,K70,K72"},
		{"canadian", "W:WK22:BK6,K8,K9,K12,K16,K20,K21,K24,K28,K31,K34,K36,K37,K39,K44,K48,K51,K56,K60,K61,K63,K64,K66,K72"},
		{"canadian", "W:WK67:B13,14,15,16,17,25,26,27,28,29,37,38,39,40,41,49,50,51,52,53,61,62,63,64,65"},
		{"turkish", "W:WKa6:BKc8,Kf8,Ka7,Kf7,Kb6,Ka5,Kd5,Ke5,Kg5,Kb4,Kh4,Kb3,Ka2,Kf2,Kc1"},
		{"turkish", "W:WKe7:BKd8,Kb7,Kf7,Kf6,Kh6,Kc5,Ke5,Kg5,Kb4,Kf4,Ka3,Ke3,Kd2,Kf2,Kc1"},
		{"turkish", "W:WKb7:Bd7,f7,c6,e6,g6,b5,d5,f5,c4,e4,g4,b3,d3,f3,c2,e2"},
	} {
		pos := mustParse(t, test.variant, test.fen)
		last := texts(pos)[len(pos.Legal())-1]
		play(t, pos, last)
		if _, err := pos.Play(last+"-1", nil); err == nil {
			t.Errorf("%s goes on to square 1", last)
		}
	}
}
