package correspondence_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/correspondence"
)

var begun = time.Date(2027, 3, 28, 0, 30, 0, 0, time.UTC)

const set = "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / "

// throws throws the given dice in turn.
func throws(dice ...int) rules.Thrower {
	die := func() int {
		die := dice[0]
		dice = dice[1:]
		return die
	}
	return func(rules.Roll) rules.Dice { return die }
}

// match is a game under way from a state, as if both sides had acted.
func match(t *testing.T, clock, state string) correspondence.Game {
	t.Helper()
	c, err := correspondence.ParseControl(clock)
	if err != nil {
		t.Fatal(err)
	}
	v, _ := backgammon.Lookup("backgammon")
	pos, err := v.Parse(state)
	if err != nil {
		t.Fatal(err)
	}
	ch, err := correspondence.New(pos, c, correspondence.Options{Family: rules.Backgammon}, begun, nil)
	if err != nil {
		t.Fatal(err)
	}
	ch.Game.Acted = [2]bool{true, true}
	return ch.Game
}

// acts makes one act of the side to act.
func acts(t *testing.T, g correspondence.Game, at time.Duration, text string, dice ...int) correspondence.Change {
	t.Helper()
	ch, err := g.Act(begun.Add(at), g.Position.ToAct(), correspondence.Act{Text: text, Ply: g.Ply}, throws(dice...))
	if err != nil {
		t.Fatalf("%v: %s: %v", g.Position, text, err)
	}
	return ch
}

func recorded(ch correspondence.Change) (texts []string) {
	for _, r := range ch.Records {
		texts = append(texts, r.Side.String()+" "+r.Text)
	}
	return texts
}

func TestOrdersActForTheirSide(t *testing.T) {
	const (
		entering = "white bar:1 13:5 8:3 6:6 / black 5:3 4:3 3:3 2:3 1:3 / white to roll / match to 5, 0-0, game 1"
		blocked  = "white 24:1 8:1 6:13 / black 21:3 9:3 7:3 6:3 5:3 / white to roll / match to 5, 0-0, game 1"
		race     = "white 5:2 3:2 1:2 off:9 / black 5:2 3:2 1:2 off:9 / white to roll / match to 5, 0-0, game 1"
	)
	all := rules.Orders{Roll: true, Forced: true, BearOff: true}
	for _, tt := range []struct {
		name, state, act string
		orders           [2]rules.Orders
		dice             []int
		want             []string
	}{
		{"a throw that has one play", blocked, "roll", [2]rules.Orders{{Forced: true}, {}}, []int{6, 2},
			[]string{"white roll", "white 24/22 8/2"}},
		{"rolling where one could double", set + "white to play 3-1 / match to 5, 0-0, game 1", "8/5 6/5", [2]rules.Orders{{}, {Roll: true}}, []int{6, 2},
			[]string{"white 8/5 6/5", "black roll"}},
		{"no order stands", set + "white to play 3-1 / match to 5, 0-0, game 1", "8/5 6/5", [2]rules.Orders{{}, {}}, nil,
			[]string{"white 8/5 6/5"}},
		{"an order of the other side", entering, "roll", [2]rules.Orders{{}, all}, []int{6, 3},
			[]string{"white roll"}},
		{"bearing off without contact, turn by turn", race, "roll", [2]rules.Orders{all, all}, []int{5, 3, 5, 3, 5, 1, 5, 1, 6, 5},
			[]string{"white roll", "white 5/off 3/off", "black roll", "black 5/off 3/off", "white roll", "white 5/off 1/off",
				"black roll", "black 5/off 1/off", "white roll", "white 3/off 1/off"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := match(t, "per-move 3d", tt.state)
			g.Orders = tt.orders
			ch := acts(t, g, time.Hour, tt.act, slices.Concat(tt.dice, []int{2, 1, 4, 3, 6, 5})...)
			got := recorded(ch)
			if len(got) < len(tt.want) || !slices.Equal(got[:len(tt.want)], tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
			for i, r := range ch.Records {
				if r.Automatic != (i > 0) {
					t.Errorf("%+v", r)
				}
			}
		})
	}
}

func TestAnOrderDoesNotCountForDiceThatLie(t *testing.T) {
	const lying = "white 24:1 8:1 6:13 / black 21:3 9:3 7:3 6:3 5:3 / white to play 6-2 / match to 5, 0-0, game 1"
	g := match(t, "per-move 3d", lying)
	g.Orders[rules.White] = rules.Orders{Forced: true}
	// The refusal of a resignation gives the turn back, but throws nothing.
	g = acts(t, g, time.Hour, "resign 1").Game
	ch := acts(t, g, 2*time.Hour, "refuse")
	if got := recorded(ch); !slices.Equal(got, []string{"black refuse"}) {
		t.Errorf("%q", got)
	}
}

func TestARefusedResignationLetsTheTurnGoOn(t *testing.T) {
	const h = time.Hour
	for _, tt := range []struct {
		clock string
		// left is what White has for the rest of its turn after the refusal,
		// and its clock or bank after the play.
		left, after time.Duration
	}{
		{"per-move 3d bank 7d", 10*correspondence.Day - 20*h, 7 * correspondence.Day},
		{"per-move 12h bank 7d", 7*correspondence.Day - 8*h, 7*correspondence.Day - 12*h},
		{"fischer 10d+1d", 10*correspondence.Day - 20*h, 11*correspondence.Day - 24*h},
		{"total 30d", 30*correspondence.Day - 20*h, 30*correspondence.Day - 24*h},
	} {
		t.Run(tt.clock, func(t *testing.T) {
			g := match(t, tt.clock, set+"white to play 6-2 / match to 5, 0-0, game 1")
			whole := g.Remaining(rules.White, begun)
			g = acts(t, g, 20*h, "resign 1").Game
			if got := g.Remaining(rules.White, begun.Add(30*h)); got != tt.left {
				t.Errorf("while it waits, White has %v left of %v, want %v", got, whole, tt.left)
			}
			g = acts(t, g, 31*h, "refuse").Game
			if got := g.Remaining(rules.White, begun.Add(31*h)); got != tt.left || g.Deadline != begun.Add(31*h+tt.left) {
				t.Errorf("after the refusal White has %v left until %v, want %v", got, g.Deadline, tt.left)
			}
			ch := acts(t, g, 35*h, "24/18 13/11")
			if got := ch.Game.Left[rules.White]; got != tt.after || ch.Records[0].Spent != 24*h {
				t.Errorf("after a turn of 24 h White has %v, want %v; %+v", got, tt.after, ch.Records)
			}
		})
	}
}

func TestAnAcceptedResignationEndsBothTurns(t *testing.T) {
	g := match(t, "fischer 10d+1d", set+"white to play 6-2 / match to 5, 0-0, game 1")
	g = acts(t, g, 20*time.Hour, "resign 1").Game
	ch := acts(t, g, 26*time.Hour, "accept", 3, 5)
	if got := recorded(ch); !slices.Equal(got, []string{"black accept", "white roll"}) {
		t.Errorf("%q", got)
	}
	// White's 20 hours and Black's 6 have earned a day each; the opening throw
	// that Black wins is nobody's turn.
	want := [2]time.Duration{10*correspondence.Day + 4*time.Hour, 10*correspondence.Day + 18*time.Hour}
	if g := ch.Game; g.Left != want || g.Held != 0 || g.Position.ToAct() != rules.Black || !g.Since.Equal(begun.Add(26*time.Hour)) {
		t.Errorf("%v left, want %v: %+v", g.Left, want, g)
	}
}

func TestWhatThePositionCostsAtMostIsAcceptedByTheServer(t *testing.T) {
	g := match(t, "per-move 3d", set+"white to play 6-2 / match to 5, 0-0, game 1")
	ch := acts(t, g, time.Hour, "resign 3", 6, 4)
	if got := recorded(ch); !slices.Equal(got, []string{"white resign 3", "black accept", "white roll"}) || !ch.Records[1].Automatic {
		t.Errorf("%q", got)
	}
	if state, _ := backgammon.StateOf(ch.Game.Position); state.Score() != [2]int{0, 3} || state.Game() != 2 {
		t.Errorf("%v", state)
	}
}

func TestOnlyTheSideToActRolls(t *testing.T) {
	g := match(t, "per-move 3d", set+"white to play 6-2, resigning 1 / match to 5, 0-0, game 1")
	_, err := g.Act(begun, rules.Black, correspondence.Act{Text: "roll", Ply: g.Ply}, throws(1, 2))
	if refusal, ok := errors.AsType[*rules.Refusal](err); !ok || refusal.Rule != "answer-resignation" {
		t.Errorf("%v", err)
	}
	// A double waits for the opponent, not for who made it.
	g = match(t, "per-move 3d", set+"black to take / match to 5, 0-0, game 1")
	for _, text := range []string{"take", "drop", "roll", "double"} {
		if _, err := g.Act(begun, rules.White, correspondence.Act{Text: text, Ply: g.Ply}, throws(1, 2)); !errors.Is(err, correspondence.ErrNotYourTurn) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestStakesOfLossesOtherwiseThanByTheRules(t *testing.T) {
	ends := map[string]func(correspondence.Game) (correspondence.Change, error){
		"on time": func(g correspondence.Game) (correspondence.Change, error) {
			ch, _ := g.Settle(g.Deadline)
			return ch, nil
		},
		"by resigning the match": func(g correspondence.Game) (correspondence.Change, error) {
			return g.Act(begun, rules.White, correspondence.Act{Text: correspondence.Resign, Ply: g.Ply}, nil)
		},
		"adjudicated": func(g correspondence.Game) (correspondence.Change, error) { return g.Adjudicate(begun, rules.Black) },
		"forfeited":   func(g correspondence.Game) (correspondence.Change, error) { return g.Forfeit(begun, rules.White) },
		"with the account": func(g correspondence.Game) (correspondence.Change, error) {
			return g.CloseAccount(begun, rules.White)
		},
	}
	for state, want := range map[string]int{
		set + "white to roll / match to 5, 0-0, game 1 / cube 2 of white":         1,
		set + "white to roll / money session of 3, 0-0, game 1 / cube 4 of white": 4,
		set + "white to play 6-2": 1,
	} {
		for name, end := range ends {
			ch, err := end(match(t, "per-move 3d", state))
			if err != nil || ch.Game.Result == nil || ch.Game.Result.Value != want || ch.Game.Result.Winner != rules.Black {
				t.Errorf("%s, lost %s: %+v, %v, want a value of %d", state, name, ch.Game.Result, err, want)
			}
		}
	}
}

func TestAMatchEndsByAnActOfTheServer(t *testing.T) {
	const (
		last   = "white 1:2 off:13 / black 6:8 5:7 / white to roll / match to 5, 3-3, game 7" // a gammon
		behind = "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / white to play 6-2 / match to 5, 2-2, game 5"
	)
	for _, tt := range []struct {
		name, state, act string
		orders           rules.Orders
		dice             []int
		want             []string
		winner           rules.Side
	}{
		{"the last checkers borne off by order", last, "roll", rules.Orders{BearOff: true}, []int{2, 1},
			[]string{"white roll", "white 1/off(2)"}, rules.White},
		{"the last checkers borne off as the only play", last, "roll", rules.Orders{Forced: true}, []int{2, 1},
			[]string{"white roll", "white 1/off(2)"}, rules.White},
		{"a resignation that costs at least as much as any loss", behind, "resign 3", rules.Orders{}, nil,
			[]string{"white resign 3", "black accept"}, rules.Black},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := match(t, "per-move 3d", tt.state)
			g.Orders = [2]rules.Orders{tt.orders, {Roll: true, Forced: true, BearOff: true}}
			ch := acts(t, g, time.Hour, tt.act, tt.dice...)
			if got := recorded(ch); !slices.Equal(got, tt.want) || !ch.Records[1].Automatic {
				t.Errorf("%q, want %q", got, tt.want)
			}
			if r := ch.Game.Result; ch.Game.Status != correspondence.Finished || r.Winner != tt.winner || r.Value != 1 {
				t.Errorf("%v: %+v", ch.Game.Status, r)
			}
		})
	}
}

func TestTurnThatGoesOnAfterARefusedResignationDuringLeave(t *testing.T) {
	const h, day = time.Hour, correspondence.Day
	leave := func(g correspondence.Game, at time.Duration, side rules.Side, long time.Duration) correspondence.Game {
		t.Helper()
		ch, err := g.SetLeave(begun.Add(at), side, correspondence.Leave{From: begun.Add(at), To: begun.Add(at + long)})
		if err != nil {
			t.Fatal(err)
		}
		return ch.Game
	}
	left := func(g correspondence.Game, at time.Duration, side rules.Side, want time.Duration, paused bool) {
		t.Helper()
		if got := g.Remaining(side, begun.Add(at)); got != want || g.Paused(side, begun.Add(at)) != paused {
			t.Errorf("after %v: %v has %v left, paused %v", at, side, got, g.Paused(side, begun.Add(at)))
		}
	}
	g := match(t, "per-move 3d", set+"white to play 6-2 / match to 5, 0-0, game 1")
	g = acts(t, g, 20*h, "resign 1").Game
	g = leave(g, 21*h, rules.White, 10*day)
	left(g, 22*h, rules.White, 3*day-20*h, true)
	left(g, 22*h, rules.Black, 3*day-2*h, false) // who must answer, and has no leave
	g = acts(t, g, 30*h, "refuse").Game
	left(g, 5*day, rules.White, 3*day-20*h, true)
	if want := begun.Add(21*h + 10*day + 3*day - 20*h); !g.Deadline.Equal(want) {
		t.Errorf("deadline %v, want %v", g.Deadline, want)
	}
	g = leave(g, 31*h, rules.Black, 20*day)
	ch := acts(t, g, 11*day, "24/18 13/11") // 3 hours after the return
	if got := ch.Records[0].Spent; got != 23*h {
		t.Errorf("spent %v, want 23h", got)
	}
	g = ch.Game
	left(g, 12*day, rules.White, 3*day, false)
	left(g, 12*day, rules.Black, 3*day, true)
	g = acts(t, g, 12*day, "roll", 3, 1).Game
	g = acts(t, g, 13*day, "resign 1").Game // on leave: nothing of the turn is used
	left(g, 14*day, rules.Black, 3*day, true)
	left(g, 14*day, rules.White, 2*day, false)
}
