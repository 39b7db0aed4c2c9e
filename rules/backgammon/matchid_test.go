package backgammon

import "testing"

// matchVector is a Match ID with what GNU Backgammon reads in it.
type matchVector struct {
	Match    string `json:"match"`
	Cube     int    `json:"cube"`
	Owner    int    `json:"owner"`
	Move     int    `json:"move"`
	Crawford int    `json:"crawford"`
	State    int    `json:"gs"`
	Turn     int    `json:"turn"`
	Doubled  int    `json:"doubled"`
	Resigned int    `json:"resigned"`
	Die1     int    `json:"d1"`
	Die2     int    `json:"d2"`
	Length   int    `json:"length"`
	Score0   int    `json:"s0"`
	Score1   int    `json:"s1"`
	NoJacoby int    `json:"nojacoby"`
	Position string `json:"pos"`
}

func TestMatchIDsOfGNUBackgammon(t *testing.T) {
	for _, v := range vectors[matchVector](t, "matchid.jsonl") {
		k, err := readMatchKey(v.Match)
		if err != nil {
			t.Errorf("%s: %v", v.Match, err)
			continue
		}
		want := matchKey{
			owner: v.Owner, move: v.Move, crawford: v.Crawford == 1, state: v.State, turn: v.Turn,
			doubled: v.Doubled == 1, resigned: v.Resigned, dice: [2]int{v.Die1, v.Die2},
			length: v.Length, score: [2]int{v.Score0, v.Score1}, noJacoby: v.NoJacoby == 1,
		}
		for want.cube = 0; 1<<want.cube < v.Cube; want.cube++ {
		}
		if k != want || k.String() != v.Match {
			t.Errorf("%s is read as %+v, want %+v, and written %s", v.Match, k, want, k)
		}
	}
}

func TestStatesOfGNUBackgammonKeepTheirIDs(t *testing.T) {
	for _, v := range vectors[matchVector](t, "matchid.jsonl") {
		if v.Position == "" || v.State > 1 {
			continue
		}
		p, err := ParseIDs(v.Position + ":" + v.Match)
		if err != nil {
			t.Errorf("%+v: %v", v, err)
			continue
		}
		if p.ID() != v.Position || p.MatchID() != v.Match {
			t.Errorf("%s:%s is read as %v and written %s:%s", v.Position, v.Match, p, p.ID(), p.MatchID())
		}
	}
}

func TestXGIDsOfGNUBackgammon(t *testing.T) {
	type vector struct{ XGID, Pos, Match string }
	for _, v := range vectors[vector](t, "xgid.jsonl") {
		p, err := ParseXGID(v.XGID)
		if err != nil {
			t.Errorf("%s: %v", v.XGID, err)
			continue
		}
		if p.XGID() != v.XGID || p.ID() != v.Pos || p.MatchID() != v.Match {
			t.Errorf("%s is read as %v and written\n%s %s:%s, want %s:%s", v.XGID, p, p.XGID(), p.ID(), p.MatchID(), v.Pos, v.Match)
		}
		ids, err := ParseIDs(v.Pos + ":" + v.Match)
		if err != nil {
			t.Errorf("%s: %v", v.Match, err)
			continue
		}
		if got := ids.ID() + ":" + ids.MatchID(); got != v.Pos+":"+v.Match {
			t.Errorf("%s:%s is written %s", v.Pos, v.Match, got)
		}
	}
}
