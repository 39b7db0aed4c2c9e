package correspondence

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"crownpost/rules"
)

// officials are the endings that are no acts of players; White is the loser.
var officials = map[string]func(Game, time.Time) (Change, error){
	"adjudicated": func(g Game, now time.Time) (Change, error) { return g.Adjudicate(now, b) },
	"forfeited":   func(g Game, now time.Time) (Change, error) { return g.Forfeit(now, w) },
	"closed":      func(g Game, now time.Time) (Change, error) { return g.CloseAccount(now, w) },
	"annulled":    func(g Game, now time.Time) (Change, error) { return g.Annul(now) },
}

func TestResignation(t *testing.T) {
	for _, tc := range []struct {
		name   string
		side   rules.Side
		moved  int
		winner rules.Side
		rated  bool
	}{
		{"on one's own turn", w, 2, b, true},
		{"on the opponent's turn", b, 2, w, true},
		{"before both have moved is a loss but not rated", b, 1, w, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := begin(t, "per-move 3d", toy{}, Options{Rated: true}, nil)
			p.moves(tc.moved)
			ch, err := p.try(time.Hour, tc.side, now(Resign))
			if err != nil {
				t.Fatal(err)
			}
			g := p.g
			if g.Status != Finished || *g.Result != (Result{tc.winner, Resignation, 1}) || !g.Ended.Equal(p.now) {
				t.Errorf("%v %+v at %v", g.Status, g.Result, g.Ended)
			}
			if g.CountsForRating() != tc.rated {
				t.Errorf("rated: %v", g.CountsForRating())
			}
			if diff := cmp.Diff([]Note{{Event: Resign, Side: tc.side, Ply: tc.moved, At: p.now}}, ch.Notes); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestResigningLeavesNoOfferStanding(t *testing.T) {
	p := begin(t, "per-move 3d", toy{}, Options{}, nil)
	p.do(0, b, OfferDraw)
	p.do(0, w, Resign)
	if p.g.Offer != nil {
		t.Error("an offer stands in a game that is over")
	}
}

func TestAbort(t *testing.T) {
	for _, tc := range []struct {
		name, control string
		tournament    bool
		moved         int
		wait          time.Duration
		refused       string
	}{
		{"before the first move", "per-move 3d", false, 0, 0, ""},
		{"after one move", "per-move 3d", false, 1, 0, ""},
		{"after both have moved", "per-move 3d", false, 2, 0, "abort-begun"},
		{"in a tournament", "per-move 3d", true, 0, 0, "abort-tournament"},
		{"without a clock before the first move", "none", false, 0, 0, ""},
		{"without a clock, 1 ms short of 30 days of silence", "none", false, 4, Silence - time.Millisecond, "abort-silence"},
		{"without a clock, after 30 days of silence", "none", false, 4, Silence, ""},
	} {
		for _, side := range []rules.Side{w, b} {
			t.Run(tc.name+" by "+side.String(), func(t *testing.T) {
				p := begin(t, tc.control, toy{}, Options{Rated: tc.control != "none", Tournament: tc.tournament}, nil)
				p.moves(tc.moved)
				ch, err := p.try(tc.wait, side, now(Abort))
				if tc.refused != "" {
					wantRefusal(t, err, tc.refused)
					return
				}
				if err != nil || p.g.Status != Aborted || *p.g.Result != (Result{rules.NoSide, ByPlayer, 0}) || p.g.CountsForRating() {
					t.Errorf("%v: %v %+v", err, p.g.Status, p.g.Result)
				}
				if len(ch.Notes) != 1 || ch.Notes[0].Event != Abort || ch.Notes[0].Side != side {
					t.Errorf("%+v", ch.Notes)
				}
			})
		}
	}
}

func TestSilenceIsBrokenByEveryAct(t *testing.T) {
	p := begin(t, "none", toy{dice: true, ask: true}, Options{Family: rules.Backgammon}, nil)
	p.do(0, w, "roll")
	p.do(0, w, "move")
	p.do(0, b, "roll")
	p.do(0, b, "move")
	p.do(29*Day, w, "roll")
	_, err := p.try(29*Day, b, now(Abort))
	wantRefusal(t, err, "abort-silence")
	p.do(Day, b, Abort)
}

func TestEndingsByOfficials(t *testing.T) {
	for _, tc := range []struct {
		name       string
		end        func(Game, time.Time) (Change, error)
		moved      int
		tournament bool
		status     Status
		result     Result
		by         rules.Side
		rated      bool
	}{
		{"adjudicated as a win", officials["adjudicated"], 2, false, Finished, Result{b, Adjudicated, 1}, rules.NoSide, true},
		{"adjudicated as a draw", func(g Game, now time.Time) (Change, error) { return g.Adjudicate(now, rules.NoSide) }, 2, true,
			Finished, Result{rules.NoSide, Adjudicated, 0}, rules.NoSide, true},
		{"adjudicated before both have moved", officials["adjudicated"], 1, true, Finished, Result{b, Adjudicated, 1}, rules.NoSide, false},
		{"forfeited on leaving an event", officials["forfeited"], 8, true, Finished, Result{b, Forfeit, 1}, w, true},
		{"forfeited without a move", officials["forfeited"], 0, true, Finished, Result{b, Forfeit, 1}, w, false},
		{"an account closed before the game has begun", officials["closed"], 1, false, Aborted, Result{rules.NoSide, AccountClosed, 0}, w, false},
		{"an account closed at ply 8", officials["closed"], 8, false, Finished, Result{b, AccountClosed, 1}, w, true},
		{"an account closed at ply 40", officials["closed"], 40, true, Finished, Result{b, AccountClosed, 1}, w, true},
		{"an account closed in an event before the game has begun", officials["closed"], 0, true, Finished, Result{b, Forfeit, 1}, w, false},
		{"annulled at ply 0", officials["annulled"], 0, false, Aborted, Result{rules.NoSide, Annulled, 0}, rules.NoSide, false},
		{"annulled at ply 30", officials["annulled"], 30, true, Aborted, Result{rules.NoSide, Annulled, 0}, rules.NoSide, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := begin(t, "per-move 3d", toy{}, Options{Rated: true, Tournament: tc.tournament}, nil)
			p.moves(tc.moved)
			now := p.now.Add(time.Hour)
			ch, err := tc.end(p.g, now)
			if err != nil {
				t.Fatal(err)
			}
			g := ch.Game
			if g.Status != tc.status || *g.Result != tc.result || !g.Ended.Equal(now) || g.CountsForRating() != tc.rated {
				t.Errorf("%v %+v at %v, rated %v", g.Status, g.Result, g.Ended, g.CountsForRating())
			}
			if diff := cmp.Diff([]Note{{Event: Official, Side: tc.by, Ply: tc.moved, At: now}}, ch.Notes); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOfficialsComeTooLateAfterTheDeadline(t *testing.T) {
	for name, end := range officials {
		p := begin(t, "per-move 3d", toy{}, Options{}, nil)
		p.moves(2)
		ch, err := end(p.g, p.g.Deadline)
		if !errors.Is(err, ErrTimeUp) || ch.Game.Result.Reason != Timeout {
			t.Errorf("%s: %v, %+v", name, err, ch.Game.Result)
		}
	}
}

func TestCasualGamesDoNotCountForRating(t *testing.T) {
	p := begin(t, "per-move 3d", toy{}, Options{}, nil)
	p.moves(2)
	p.do(0, w, "win")
	if p.g.CountsForRating() {
		t.Error("it counts")
	}
}

func TestWhatAnswersAnotherPlyIsStale(t *testing.T) {
	for _, text := range []string{Resign, Abort, OfferDraw, ClaimDraw, "32-28"} {
		p := begin(t, "per-move 3d", toy{}, Options{}, nil)
		p.moves(1)
		for _, ply := range []int{0, 2, 77} {
			if _, err := p.try(time.Minute, b, Act{Text: text, Ply: ply}); !errors.Is(err, ErrStale) {
				t.Errorf("%s for ply %d at ply 1: %v", text, ply, err)
			}
		}
	}
}
