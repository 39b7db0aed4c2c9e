package backgammon

import (
	"slices"
	"testing"

	"crownpost/rules"
)

// lastChecker is White's, who bears it off next; Black's checkers follow.
const lastChecker = "white 1:1 off:14 / black "

// play makes acts, each of which must be legal, from a state.
func play(t *testing.T, pos rules.Position, acts ...string) State {
	t.Helper()
	for _, text := range acts {
		pos = act(t, pos, text)
	}
	return pos.(State)
}

func wantState(t *testing.T, pos rules.Position, want string) {
	t.Helper()
	if got := pos.String(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	checkState(t, pos)
}

func TestTheCube(t *testing.T) {
	toRoll := men + "white to roll" + toFive
	for _, tt := range []struct {
		name, state string
		acts        []string
		want        string
	}{
		{"a double waits for the other side", toRoll, []string{"double"},
			men + "black to take" + toFive},
		{"who takes owns the cube, and the doubler rolls", toRoll, []string{"double", "take"},
			men + "white to roll" + toFive + " / cube 2 of black"},
		{"a drop loses what the cube was before, and the next cube is in the middle", toRoll, []string{"double", "drop"},
			men + "opening / match to 5, 1-0, game 2"},
		{"a redouble dropped", men + "black to roll" + toFive + " / cube 2 of black", []string{"double", "drop"},
			men + "opening / match to 5, 0-2, game 2"},
		{"a redouble taken", men + "black to roll" + toFive + " / cube 2 of black", []string{"double", "take"},
			men + "black to roll" + toFive + " / cube 4 of white"},
		{"a live cube at 4 when 5 points are needed", men + "white to roll / match to 7, 2-0, game 2 / cube 4 of white", []string{"double"},
			men + "black to take / match to 7, 2-0, game 2 / cube 4 of white"},
		{"the trailer doubles after the Crawford game", men + "black to roll / match to 7, 6-4, game 6, post-Crawford", []string{"double", "take"},
			men + "black to roll / match to 7, 6-4, game 6, post-Crawford / cube 2 of white"},
		{"a redouble dropped one point from the end", men + "white to roll / match to 6, 3-4, game 5 / cube 2 of white", []string{"double", "drop"},
			men + "opening / match to 6, 5-4, game 6, Crawford"},
		{"a drop for the last point", men + "white to roll / match to 5, 3-3, game 5", []string{"double", "drop"},
			men + "opening / match to 5, 4-3, game 6, Crawford"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			wantState(t, play(t, state(t, tt.state), tt.acts...), tt.want)
		})
	}
}

func TestBeavers(t *testing.T) {
	session := " / money, 0-0, game 1"
	options := " / beavers=on"
	doubled := state(t, men+"black to take"+session+options)
	wantLegal(t, doubled, "take", "drop", "beaver")
	for _, tt := range []struct {
		name string
		acts []string
		want string
	}{
		{"who beavers keeps the cube", []string{"beaver"},
			men + "white to take, beavers 1" + session + " / cube 2 of black" + options},
		{"a beaver taken", []string{"beaver", "take"},
			men + "white to roll" + session + " / cube 4 of black" + options},
		{"a beaver dropped", []string{"beaver", "drop"},
			men + "opening / money, 0-2, game 2" + options},
		{"a raccoon does not move the cube", []string{"beaver", "beaver"},
			men + "black to take, beavers 2" + session + " / cube 4 of black" + options},
		{"a raccoon taken", []string{"beaver", "beaver", "take"},
			men + "white to roll" + session + " / cube 8 of black" + options},
		{"a raccoon dropped", []string{"beaver", "beaver", "drop"},
			men + "opening / money, 4-0, game 2" + options},
		{"an otter dropped", []string{"beaver", "beaver", "beaver", "drop"},
			men + "opening / money, 0-8, game 2" + options},
	} {
		t.Run(tt.name, func(t *testing.T) { wantState(t, play(t, doubled, tt.acts...), tt.want) })
	}
	last := play(t, doubled, "beaver", "beaver", "beaver")
	wantLegal(t, last, "take", "drop")
}

func TestGamesOfAMatch(t *testing.T) {
	for _, tt := range []struct {
		name, variant, state, play, want string
	}{
		{"a single game", "backgammon", lastChecker + "6:14 off:1 / white to play 6-5 / match to 7, 0-0, game 1", "1/off",
			men + "opening / match to 7, 1-0, game 2"},
		{"a gammon with the cube at 2", "backgammon", lastChecker + "6:15 / white to play 6-5 / match to 7, 0-0, game 1 / cube 2 of white", "1/off",
			men + "opening / match to 7, 4-0, game 2"},
		{"a backgammon with the cube at 4 decides", "backgammon", lastChecker + "23:1 6:14 / white to play 6-5 / match to 7, 0-0, game 1 / cube 4 of white", "1/off",
			"white off:15 / black 23:1 6:14 / white won / match to 7, 12-0, game 1 / cube 4 of white"},
		{"a checker on the bar is no backgammon once one is off", "backgammon", lastChecker + "bar:1 6:13 off:1 / white to play 6-5 / match to 7, 0-0, game 1", "1/off",
			men + "opening / match to 7, 1-0, game 2"},
		{"the Crawford game begins", "backgammon", lastChecker + "6:14 off:1 / white to play 6-5 / match to 7, 5-3, game 5", "1/off",
			men + "opening / match to 7, 6-3, game 6, Crawford"},
		{"the Crawford game is over", "backgammon", lastChecker + "6:14 off:1 / white to play 6-5 / match to 7, 3-6, game 6, Crawford", "1/off",
			men + "opening / match to 7, 4-6, game 7, post-Crawford"},
		{"without the Crawford rule", "backgammon", lastChecker + "6:14 off:1 / white to play 6-5 / match to 7, 5-3, game 5 / crawford=off", "1/off",
			men + "opening / match to 7, 6-3, game 6 / crawford=off"},
		{"a match to 3", "backgammon", lastChecker + "6:15 / white to play 6-5 / match to 3, 0-0, game 1", "1/off",
			men + "opening / match to 3, 2-0, game 2, Crawford"},
		{"a gammon for the last two points", "backgammon", lastChecker + "6:15 / white to play 6-5 / match to 3, 1-1, game 3", "1/off",
			"white off:15 / black 6:15 / white won / match to 3, 3-1, game 3"},
		{"the trailer's gammon after the Crawford game", "backgammon", lastChecker + "6:15 / white to play 6-5 / match to 5, 2-4, game 6, post-Crawford / cube 2 of black", "1/off",
			"white off:15 / black 6:15 / white won / match to 5, 6-4, game 6, post-Crawford / cube 2 of black"},
		{"a match to 1 point counts what the game does", "backgammon", lastChecker + "6:15 / white to play 6-5", "1/off",
			"white off:15 / black 6:15 / white won"},
		{"Jacoby: a gammon counts single while nobody has doubled", "backgammon", lastChecker + "6:15 / white to play 6-5 / money, 0-0, game 1 / jacoby=on", "1/off",
			men + "opening / money, 1-0, game 2 / jacoby=on"},
		{"Jacoby: a gammon counts after a double", "backgammon", lastChecker + "6:15 / white to play 6-5 / money, 0-0, game 1 / cube 2 of black / jacoby=on", "1/off",
			men + "opening / money, 4-0, game 2 / jacoby=on"},
		{"Jacoby: an automatic double is none", "backgammon", lastChecker + "6:15 / white to play 6-5 / money, 0-0, game 1 / cube 2 / jacoby=on automatic-doubles=on", "1/off",
			men + "opening / money, 2-0, game 2 / jacoby=on automatic-doubles=on"},
		{"a session goes on", "backgammon", lastChecker + "6:15 / white to play 6-5 / money session of 3, 0-4, game 2", "1/off",
			men + "opening / money session of 3, 2-4, game 3"},
		{"a session ends with its last game", "backgammon", lastChecker + "6:15 / white to play 6-5 / money session of 3, 1-4, game 3", "1/off",
			"white off:15 / black 6:15 / white won / money session of 3, 3-4, game 3"},
		{"table: a checker on the bar", "table", lastChecker + "bar:1 6:13 off:1 / white to play 6-5 / match to 11, 0-0, game 1", "1/off",
			men + "opening / match to 11, 8-0, game 2"},
		{"table: a checker outside", "table", lastChecker + "23:1 6:14 / white to play 6-5 / match to 11, 0-0, game 1", "1/off",
			men + "opening / match to 11, 4-0, game 2"},
		{"table has no Crawford game", "table", lastChecker + "6:15 / white to play 6-5 / match to 5, 2-0, game 2", "1/off",
			men + "opening / match to 5, 4-0, game 3"},
		{"tavla: a mars counts 2, a backgammon no more", "tavla", lastChecker + "bar:1 6:14 / white to play 6-5 / match to 5, 0-0, game 1", "1/off",
			men + "opening / match to 5, 2-0, game 2"},
		{"portes: the winner begins the next game with a throw", "portes", "white 6:15 / black 1:1 off:14 / black to play 6-5 / match to 5, 0-0, game 1", "1/off",
			men + "black to roll / match to 5, 0-2, game 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pos := stateOf(t, tt.variant, tt.state)
			played, err := pos.Play(tt.play, nil)
			if err != nil {
				t.Fatal(err)
			}
			wantState(t, played.Position, tt.want)
			_, over := played.Position.Outcome()
			if played.NewTurn == over || !slices.Equal(played.Dice, []int{6, 5}) {
				t.Errorf("%+v", played)
			}
		})
	}
}

func TestOutcomes(t *testing.T) {
	for _, tt := range []struct {
		name, state string
		want        rules.Outcome
	}{
		{"a backgammon in a match to 1 point", "white off:15 / black bar:1 6:14 / white won",
			rules.Outcome{Winner: rules.White, Reason: rules.BorneOff, Value: 3}},
		{"a gammon resigned in a match to 1 point", men + "black won, resignation 2",
			rules.Outcome{Winner: rules.Black, Reason: rules.Resigned, Value: 2}},
		{"a longer match is one win", "white off:15 / black bar:1 6:14 / white won / match to 3, 3-0, game 1",
			rules.Outcome{Winner: rules.White, Reason: rules.BorneOff, Value: 1}},
		{"a match ends with a resignation", men + "black won, resignation / match to 3, 0-4, game 1 / cube 4 of white",
			rules.Outcome{Winner: rules.Black, Reason: rules.Resigned, Value: 1}},
		{"a game for money is worth its points", men + "black won, dropped / money session of 1, 0-4, game 1 / cube 4 of white",
			rules.Outcome{Winner: rules.Black, Reason: rules.Dropped, Value: 4}},
		{"a session is worth its difference", "white off:15 / black 6:15 / white won / money session of 3, 3-7, game 3",
			rules.Outcome{Winner: rules.Black, Reason: rules.Session, Value: 4}},
		{"a session can be drawn", "white off:15 / black 6:15 / white won / money session of 3, 3-3, game 3",
			rules.Outcome{Winner: rules.NoSide, Reason: rules.Session}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pos := state(t, tt.state)
			if o, over := pos.Outcome(); !over || o != tt.want {
				t.Errorf("%+v, %v, want %+v", o, over, tt.want)
			}
			checkState(t, pos)
		})
	}
}

func TestOpeningThrows(t *testing.T) {
	with := func(key, option, value string) *Variant {
		v, _ := Lookup(key)
		if option == "" {
			return v
		}
		w, err := v.Money(0).with(map[string]string{option: value})
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	ties := []int{4, 4, 1, 1, 3, 6}
	for _, tt := range []struct {
		name    string
		variant *Variant
		want    string
	}{
		{"equal dice are thrown again, and nothing else happens", with("backgammon", "", ""),
			men + "black to play 3-6"},
		{"automatic doubles: equal dice double once a game", with("backgammon", automaticDoubles, "on"),
			men + "black to play 3-6 / money, 0-0, game 1 / cube 2 / automatic-doubles=on"},
		{"tavla: the winner throws both dice anew", with("tavla", "", ""), men + "black to roll"},
		{"table: the winner plays the dice", with("table", "", ""), men + "black to play 3-6"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			played, err := tt.variant.Start().Play("roll", script(ties...))
			if err != nil {
				t.Fatal(err)
			}
			wantState(t, played.Position, tt.want)
			if !slices.Equal(played.Dice, ties) {
				t.Errorf("dice %v", played.Dice)
			}
		})
	}
}

func TestAThrowTellsItsSideAndGame(t *testing.T) {
	var rolls []rules.Roll
	throw := func(r rules.Roll) rules.Dice {
		rolls = append(rolls, r)
		return script(3, 1)(r)
	}
	for _, text := range []string{men + "opening / match to 5, 1-0, game 2", men + "black to roll / match to 5, 1-0, game 2"} {
		if _, err := state(t, text).Play("roll", throw); err != nil {
			t.Fatal(err)
		}
	}
	if want := []rules.Roll{{Side: rules.White, Game: 2, Opening: true}, {Side: rules.Black, Game: 2}}; !slices.Equal(rolls, want) {
		t.Errorf("%v, want %v", rolls, want)
	}
}

func TestResignations(t *testing.T) {
	session := " / money, 0-0, game 1 / cube 2 of black"
	offered := play(t, state(t, men+"white to play 6-2"+session), "resign 1")
	wantState(t, offered, men+"white to play 6-2, resigning 1"+session)
	wantLegal(t, offered, "accept", "refuse")
	if offered.ToAct() != rules.Black || offered.Phase() != Resigning || offered.Offered() != 1 || offered.MayResign() != nil {
		t.Errorf("%v: %v to act, phase %v", offered, offered.ToAct(), offered.Phase())
	}
	wantState(t, play(t, offered, "accept"), men+"opening / money, 0-2, game 2")
	refused := play(t, offered, "refuse")
	wantState(t, refused, men+"white to play 6-2, refused 1"+session)
	if got := refused.MayResign(); !slices.Equal(got, []int{2, 3}) || refused.ToAct() != rules.White {
		t.Errorf("levels %v", got)
	}
	wantState(t, play(t, refused, "resign 2", "accept"), men+"opening / money, 0-4, game 2")
	// Whatever the position costs at most is accepted by itself.
	most := play(t, refused, "resign 3")
	wantLegal(t, most, "accept")
	if most.Automatic() != "accept" {
		t.Errorf("%q by itself", most.Automatic())
	}
	// A play changes the state, and every level can be offered again.
	rolled := act(t, play(t, refused, "24/18 13/11"), "roll", 1, 2)
	next := act(t, play(t, rolled, "24/22 6/5"), "roll", 1, 2)
	if got := next.(State).MayResign(); !slices.Equal(got, []int{1, 2, 3}) {
		t.Errorf("%v: levels %v", next, got)
	}
}

func TestAResignationIsBoundedByThePosition(t *testing.T) {
	for _, tt := range []struct {
		name, variant, state string
		want                 []int
	}{
		{"contact", "backgammon", men + "white to play 6-2", []int{1, 2, 3}},
		{"a checker borne off", "backgammon", "white 20:1 6:10 off:4 / black 13:15 / white to play 6-2", []int{1}},
		{"no contact, one in the winner's home", "backgammon", "white 20:1 6:14 / black 4:15 / white to play 6-2", []int{1, 2, 3}},
		{"no contact, none in the winner's home", "backgammon", "white 18:1 6:14 / black 4:15 / white to play 6-2", []int{1, 2}},
		{"Jacoby with the cube in the middle", "backgammon", men + "white to play 6-2 / money, 0-0, game 1 / jacoby=on", []int{1}},
		{"Jacoby with a cube that was turned", "backgammon", men + "white to play 6-2 / money, 0-0, game 1 / cube 2 of white / jacoby=on", []int{1, 2, 3}},
		{"table with contact, although one is off", "table", "white 20:1 6:10 off:4 / black 13:15 / white to play 6-2", []int{1, 2, 4, 8}},
		{"table without contact, one outside", "table", "white 18:1 6:14 / black 4:15 / white to play 6-2", []int{1, 2, 4}},
		{"table without contact, all home", "table", "white 6:15 / black 4:15 / white to play 6-2", []int{1, 2}},
		{"table without contact, one off", "table", "white 6:14 off:1 / black 4:15 / white to play 6-2", []int{1}},
		{"portes", "portes", men + "white to play 6-2", []int{1, 2}},
		{"fevga without contact", "fevga", "white 12:14 off:1 / black 12:15 / white to play 6-2", []int{1}},
		{"a double that waits", "backgammon", men + "white to take" + toFive, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := stateOf(t, tt.variant, tt.state).MayResign(); !slices.Equal(got, tt.want) {
				t.Errorf("levels %v, want %v", got, tt.want)
			}
		})
	}
}

func TestOrders(t *testing.T) {
	all := rules.Orders{Roll: true, Forced: true, BearOff: true}
	race := "white 6:1 4:1 2:1 off:12 / black 5:15 / white to play "
	for _, tt := range []struct {
		name, state string
		orders      rules.Orders
		want        string
	}{
		{"none", men + "white to roll" + toFive, rules.Orders{Forced: true, BearOff: true}, ""},
		{"to roll where one could double", men + "white to roll" + toFive, rules.Orders{Roll: true}, "roll"},
		{"no order answers a double", men + "white to take" + toFive, all, ""},
		{"no order answers a resignation", men + "white to play 6-2, resigning 1", all, ""},
		{"no order chooses between plays", men + "white to play 6-2", all, ""},
		{"a forced play", "white 24:1 8:1 6:13 / black 21:3 9:3 7:3 6:3 5:3 / white to play 6-2", rules.Orders{Forced: true}, "24/22 8/2"},
		{"a forced play without the order", "white 24:1 8:1 6:13 / black 21:3 9:3 7:3 6:3 5:3 / white to play 6-2", rules.Orders{Roll: true, BearOff: true}, ""},
		{"bearing off two", race + "6-4", rules.Orders{BearOff: true}, "6/off 4/off"},
		{"two ways of bearing off one", "white 6:1 5:1 3:1 off:12 / black 5:15 / white to play 3-1", rules.Orders{BearOff: true}, ""},
		{"contact", "white 6:1 4:1 2:1 off:12 / black 24:1 5:14 / white to play 6-4", rules.Orders{BearOff: true}, ""},
		{"nothing can be borne off", "white 6:3 off:12 / black 5:15 / white to play 2-1", rules.Orders{BearOff: true}, ""},
		{"a forced play that bears off nothing", "white 6:1 off:14 / black 5:15 / white to play 1-2", rules.Orders{BearOff: true}, ""},
		{"a checker outside", "white 7:1 6:1 4:1 off:12 / black 5:15 / white to play 6-5", rules.Orders{BearOff: true}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pos := state(t, tt.state)
			if got := pos.Ordered(tt.orders); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestStakes(t *testing.T) {
	for text, want := range map[string]int{
		men + "white to roll": 1,
		men + "white to roll" + toFive + " / cube 2 of white":        1,
		men + "white to roll / money, 0-0, game 1":                   1,
		men + "white to take / money, 0-0, game 1 / cube 4 of black": 4,
	} {
		if got := state(t, text).Stake(); got != want {
			t.Errorf("%s: stake %d, want %d", text, got, want)
		}
	}
}
