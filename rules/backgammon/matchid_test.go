package backgammon

import (
	"errors"
	"strings"
	"testing"
)

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

func TestNotationsOfMatchesThatCannotBe(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		err        error
		says       string
	}{
		{"a Match ID cut short", "4HPwATDgc/ABMA:cAkAAAAAAAA", ErrMatchID, "cAkAAAAAAAAE"},
		{"a Match ID with loose bits", "4HPwATDgc/ABMA:cAkAAAAAAAA=", ErrMatchID, ""},
		{"no Match ID behind the colon", "4HPwATDgc/ABMA:", ErrMatchID, ""},
		{"a wrong Position ID before the colon", "4HPwATDgc:cAkAAAAAAAAE", ErrPositionID, ""},
		{"a Match ID of a match that is too long", "4HPwATDgc/ABMA:" + matchKey{owner: nobody, state: statePlaying, length: 65}.String(), ErrMatchID, "65 points"},
		{"a Match ID of a game that is over", "4HPwATDgc/ABMA:" + matchKey{owner: nobody, state: stateOver, length: 5}.String(), ErrMatchID, "over"},
		{"a Match ID with half a throw", "4HPwATDgc/ABMA:" + matchKey{owner: nobody, state: statePlaying, length: 5, dice: [2]int{3, 0}}.String(), ErrMatchID, "dice"},
		{"a Match ID with a cube of nobody known", "4HPwATDgc/ABMA:" + matchKey{owner: 2, state: statePlaying, length: 5}.String(), ErrMatchID, "owner"},
		{"a Match ID with a match that is decided", "4HPwATDgc/ABMA:" + matchKey{owner: nobody, state: statePlaying, length: 5, score: [2]int{5, 0}}.String(), ErrState, "decided"},
		{"an XGID with too few fields", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0", ErrXGID, "9 fields"},
		{"an XGID with too few points", "XGID=-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10", ErrXGID, "25 points"},
		{"an XGID with a strange checker", "XGID=-b----E-C---eE---c-e----Z-:0:0:1:00:0:0:0:0:10", ErrXGID, "'Z'"},
		{"an XGID with 16 checkers", "XGID=-b----E-C---eE---c-e---AB-:0:0:1:00:0:0:0:0:10", ErrXGID, "cannot stand"},
		{"an XGID with the wrong side's bar", "XGID=Ab----E-C---eE---c-e-----A:0:0:1:00:0:0:0:0:10", ErrXGID, "place 0"},
		{"an XGID with nobody's turn", "XGID=-b----E-C---eE---c-e----B-:0:0:0:00:0:0:0:0:10", ErrXGID, "nobody's turn"},
		{"an XGID with dice that are none", "XGID=-b----E-C---eE---c-e----B-:0:0:1:70:0:0:0:0:10", ErrXGID, "no dice"},
		{"an XGID with words for numbers", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:x:0:0:0:10", ErrXGID, "field 6"},
		{"an XGID with money rules in a match", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:5:10", ErrXGID, "does not exist"},
		{"an XGID with the Crawford game at the wrong score", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:5:10", ErrState, "Crawford"},
		{"an XGID of a game that is over", "XGID=-A------------------------:0:0:1:00:0:0:0:5:10", ErrState, "goes on"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pos, err := Variants()[0].Parse(tt.text)
			if !errors.Is(err, tt.err) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%v, %v, want %v that says %q", pos, err, tt.err, tt.says)
			}
		})
	}
}

// Where there is no cube, one that was never turned says nothing.
func TestNotationsOfMatchesWithoutACube(t *testing.T) {
	for _, tt := range []struct {
		name, variant, text, want string // want begins with ! for an error
	}{
		{"an XGID with the cube at 1 in the middle", "table", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:2:0:5:10",
			"white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / black to play 3-1 / match to 5, 2-0, game 2"},
		{"a Match ID with the cube at 1 in the middle", "tavla", "4HPwATDgc/ABMA:" + matchKey{owner: nobody, state: statePlaying, length: 3, noJacoby: true}.String(),
			"white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to roll / match to 3, 0-0, game 1"},
		{"games without an end", "portes", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
			"white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / black to roll / money, 0-0, game 1"},
		{"an XGID with a cube that was taken", "table", "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:0:5:10", "!without a cube"},
		{"an XGID with a cube turned in the middle", "table", "XGID=-b----E-C---eE---c-e----B-:1:0:1:00:0:0:0:0:10", "!without a cube"},
		{"an XGID with a double", "table", "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:5:10", "!without a cube"},
		{"an XGID with Jacoby's rule", "table", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10", "!without a cube"},
		{"an XGID of the Crawford game", "table", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:0:1:5:10", "!Crawford"},
		{"a Match ID with a cube that was turned", "table", "4HPwATDgc/ABMA:" + matchKey{cube: 1, owner: 0, state: statePlaying}.String(), "!without a cube"},
		{"a Match ID with a double", "table", "4HPwATDgc/ABMA:" + matchKey{owner: nobody, state: statePlaying, doubled: true}.String(), "!without a cube"},
		{"an XGID where both sides move the same way", "fevga", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10", "!has none"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, _ := Lookup(tt.variant)
			pos, err := v.Parse(tt.text)
			if says, refused := strings.CutPrefix(tt.want, "!"); refused {
				if err == nil || !strings.Contains(err.Error(), says) {
					t.Errorf("%v, %v", pos, err)
				}
				return
			}
			if err != nil || pos.(State).String() != tt.want {
				t.Fatalf("%v, %v", pos, err)
			}
			if again, err := v.Parse(tt.want); err != nil || again != pos {
				t.Errorf("read again as %v, %v", again, err)
			}
		})
	}
}

func FuzzParseXGID(f *testing.F) {
	for _, text := range []string{
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "XGID=aDC-BBA-----b------bbbbdC-:0:0:1:D:5:5:0:7:10",
		"-b----E-C---eE---c-e----B-:1:0:-1:B:0:0:3:0:12", "XGID=-b----E-C---eE---c-e----B-:1:1:-1:31:6:2:1:7:10",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseXGID(text)
		if err != nil {
			return
		}
		checkState(t, p)
		if again, err := ParseXGID(p.XGID()); err != nil || again != p {
			t.Errorf("%q is %v, written %s and read back as %v, %v", text, p, p.XGID(), again, err)
		}
	})
}

func FuzzParseIDs(f *testing.F) {
	for _, text := range []string{
		"4HPwATDgc/ABMA:cAkAAAAAAAAE", "4HPiQSDgc/ABMA:QRkAAAAAAAAA", "4HPwATDgc/ABMA:cMHlAAAAEAAE", "4HPkQSCMZ/ABMA:URHgAAAAAAAE", "4HPwATDgc/ABMA:",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseIDs(text)
		if err != nil {
			return
		}
		checkState(t, p)
		if again, err := ParseIDs(p.ID() + ":" + p.MatchID()); err != nil || again.MatchID() != p.MatchID() || again.men != p.men {
			t.Errorf("%q is %v, written %s and read back as %v, %v", text, p, p.MatchID(), again, err)
		}
	})
}
