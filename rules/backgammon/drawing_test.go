package backgammon

import (
	"errors"
	"testing"

	"crownpost/rules"
)

// startID is the Position ID of the set-up.
const startID = "4HPwATDgc/ABMA"

func TestWhatIsDrawnKeepsItsIDs(t *testing.T) {
	v := variants[0]
	draw := func(t *testing.T, text string) Drawing {
		t.Helper()
		d, err := v.ParseDrawing(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return d
	}
	// again draws what a drawing is written as.
	again := func(t *testing.T, d Drawing) {
		t.Helper()
		if ids := draw(t, d.ID()+":"+d.MatchID()); ids.ID() != d.ID() || ids.MatchID() != d.MatchID() {
			t.Errorf("%s:%s becomes %s:%s", d.ID(), d.MatchID(), ids.ID(), ids.MatchID())
		}
		if x := draw(t, d.XGID()); x.XGID() != d.XGID() || x.ID() != d.ID() {
			t.Errorf("%s becomes %s", d.XGID(), x.XGID())
		}
	}
	t.Run("Position IDs", func(t *testing.T) {
		for _, vector := range vectors[struct{ Pos string }](t, "posid.jsonl") {
			d := draw(t, vector.Pos)
			if d.ID() != vector.Pos {
				t.Errorf("%s is written %s", vector.Pos, d.ID())
			}
			again(t, d)
		}
	})
	t.Run("Match IDs", func(t *testing.T) {
		for _, vector := range vectors[matchVector](t, "matchid.jsonl") {
			position := vector.Position
			if position == "" {
				position = startID
			}
			d := draw(t, position+":"+vector.Match)
			if d.ID() != position || d.MatchID() != vector.Match || (d.Phase() == Over) != (vector.State > statePlaying) {
				t.Errorf("%s:%s is %v and written %s:%s", position, vector.Match, d, d.ID(), d.MatchID())
			}
			again(t, d)
		}
	})
	t.Run("XGIDs", func(t *testing.T) {
		for _, vector := range vectors[struct{ XGID, Pos, Match string }](t, "xgid.jsonl") {
			d := draw(t, vector.XGID)
			if d.XGID() != vector.XGID || d.ID() != vector.Pos || d.MatchID() != vector.Match {
				t.Errorf("%s is written %s, %s:%s", vector.XGID, d.XGID(), d.ID(), d.MatchID())
			}
			again(t, d)
		}
	})
}

func TestDrawingsOfGamesThatAreOver(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		winner     rules.Side
		reason     rules.Reason
		begins     bool // Parse reads it too
	}{
		{"a double was dropped", "4HPkQSCMZ/ABMA:UQTgAAAAEAAE", rules.NoSide, rules.Dropped, false},
		{"a resignation was accepted", "4HPwATDgc/ABMA:cMPlACAAEAAE", rules.NoSide, rules.Resigned, false},
		{"the side that does not move has borne off", "AAAABgAAAAAAAA:sAKgABAAIAAE", rules.Black, rules.BorneOff, false},
		{"both sides have borne off", "AAAAAAAAAAAAAA", rules.NoSide, rules.BorneOff, false},
		{"White has borne off, in a single game", "/38AAAAAAAAAAA", rules.White, rules.BorneOff, true},
		{"an XGID after the last checker", "XGID=-A------------------------:0:0:1:00:0:0:0:5:10", rules.White, rules.BorneOff, false},
		{"an XGID at the end of a match", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:5:0:0:5:10", rules.NoSide, "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := variants[0].ParseDrawing(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			winner, reason := d.Ending()
			if d.Phase() != Over || winner != tt.winner || reason != tt.reason || d.ToAct() != rules.NoSide {
				t.Errorf("%v, won by %v, %q", d, winner, reason)
			}
			if _, err := variants[0].Parse(tt.text); (err == nil) != tt.begins {
				t.Errorf("as the state of a match: %v", err)
			}
		})
	}
}

func TestMatchesEndedOtherwise(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		winner     rules.Side
		score      [2]int
	}{
		{"White gives up while Black's double stands", "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to take / match to 7, 2-4, game 5", rules.Black, [2]int{2, 7}},
		{"who is behind wins on time with a resignation open", "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to play 3-1, resigning 1 / match to 7, 2-4, game 5", rules.White, [2]int{7, 4}},
		{"a single game", "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to play 3-1", rules.White, [2]int{1, 0}},
		{"nobody wins", "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to roll / match to 7, 2-4, game 5", rules.NoSide, [2]int{2, 4}},
		{"a session keeps the points of its games", "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to roll / money session of 3, 2-4, game 3", rules.White, [2]int{2, 4}},
		{"the match was over before", "white 6:1 off:14 / black off:15 / black won / match to 3, 0-4, game 3", rules.Black, [2]int{0, 4}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pos, err := variants[0].Parse(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			p := pos.(State)
			ended := p.Ended(tt.winner)
			if ended.Phase() != Over || ended.Score() != tt.score || ended.ToAct() != rules.NoSide || ended.Offered() != 0 ||
				ended.MayDouble() || len(ended.MayResign()) > 0 || len(ended.Legal()) > 0 || ended.Dice() != nil {
				t.Errorf("%v", ended)
			}
			if o, over := ended.Outcome(); !over || o.Winner != tt.winner && tt.score != [2]int{2, 4} {
				t.Errorf("%+v, %v", o, over)
			}
			if ended.ID() != p.ID() || ended.Game() != p.Game() {
				t.Errorf("%s became %s", p.ID(), ended.ID())
			}
		})
	}
}

func FuzzParseDrawing(f *testing.F) {
	for _, text := range []string{
		"AAAAAAAAAAAAAA", startID + ":cMPlACAAEAAE", "AAAABgAAAAAAAA:sAKgABAAIAAE", "XGID=-A------------------------:0:0:1:00:0:0:0:5:10",
		"white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / opening",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := variants[0].ParseDrawing(text)
		switch {
		case err != nil:
			for _, known := range []error{ErrState, ErrPositionID, ErrMatchID, ErrXGID, ErrBoard} {
				if errors.Is(err, known) {
					return
				}
			}
			t.Fatalf("%q: %v", text, err)
		case d.Phase() != Over:
			checkState(t, d.State)
		}
		if again, err := variants[0].ParseDrawing(d.ID() + ":" + d.MatchID()); err != nil || again.ID() != d.ID() || again.MatchID() != d.MatchID() {
			t.Errorf("%q is %s:%s, which becomes %v, %v", text, d.ID(), d.MatchID(), again, err)
		}
	})
}
