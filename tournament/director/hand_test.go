package director

import (
	"errors"
	"slices"
	"testing"

	"crownpost/tournament"
	"crownpost/tournament/swiss"
)

// game is the pairing of a player in a round.
func (d *desk) game(id int64, round int) Pairing {
	d.t.Helper()
	i := slices.IndexFunc(d.event.Pairings, func(p Pairing) bool {
		return p.Round == round && (p.White == id || p.Black == id)
	})
	if i < 0 {
		d.t.Fatalf("%d has no pairing in round %d", id, round)
	}
	return d.event.Pairings[i]
}

func TestTwoPlayersChangePlaces(t *testing.T) {
	d := open(t, Plan{Format: Swiss, Rounds: 3}, 5, 1)
	d.next()
	rests := d.game(105, 1) // the last seat has the bye
	if rests.Kind != PairingBye {
		t.Fatalf("%+v", rests)
	}
	before := d.game(101, 1)
	e, changed, err := d.event.Swap(101, 105)
	if len(changed) != 2 {
		t.Errorf("%+v", changed)
	}
	d.keep(e, err)
	if after := d.game(101, 1); after.ID != rests.ID || d.game(105, 1).ID != before.ID {
		t.Errorf("%+v", after)
	}
	g := d.game(102, 1)
	e, changed, err = d.event.Swap(g.White, g.Black)
	if len(changed) != 1 || changed[0].White != g.Black || changed[0].Black != g.White {
		t.Errorf("%+v", changed)
	}
	d.keep(e, err)
	d.result(g.ID)
	for _, pair := range [][2]int64{{g.White, 101}, {101, 101}, {101, 99}} {
		if _, _, err := d.event.Swap(pair[0], pair[1]); !errors.Is(err, ErrRound) {
			t.Errorf("%v: %v", pair, err)
		}
	}
}

func TestARoundByHandSaysWhatIsAgainstTheRules(t *testing.T) {
	d := open(t, Plan{Format: Swiss, Rounds: 4, Forbidden: [][]int64{{103, 105}}}, 5, 1)
	d.next()
	d.higher()
	step, err := d.event.PairByHand(2, [][2]int64{{101, 103}, {102, 104}}, []int64{105})
	if err != nil || step.Round != 2 || len(step.Pairings) != 3 || len(step.Drops) > 0 {
		t.Fatalf("%+v, %v", step, err)
	}
	want := []string{
		"P1 and P3 met in round 1", "P2 and P4 met in round 1", "P5 had the points of a win without a game in round 1",
	}
	if !slices.Equal(step.Warnings, want) {
		t.Errorf("%q, want %q", step.Warnings, want)
	}
	d.store(step.Pairings...)

	// The round again, while one of its games is finished.
	done := d.game(102, 2)
	d.result(done.ID)
	step, err = d.event.PairByHand(2, [][2]int64{{103, 105}}, []int64{101})
	if err != nil || step.Round != 0 || len(step.Drops) != 2 || len(step.Pairings) != 2 || step.Pairings[0].Board != 1 ||
		!slices.Equal(step.Warnings, []string{"P3 and P5 must not meet"}) {
		t.Fatalf("%+v, %v", step, err)
	}
	for name, c := range map[string]struct {
		round int
		pairs [][2]int64
		byes  []int64
		want  error
	}{
		"somebody is forgotten":      {2, [][2]int64{{103, 105}}, nil, ErrPlaces},
		"somebody stands twice":      {2, [][2]int64{{103, 105}}, []int64{101, 101}, ErrPlaces},
		"somebody has begun":         {2, [][2]int64{{103, 105}, {101, 102}}, nil, ErrPlaces},
		"nobody has this number":     {2, [][2]int64{{103, 105}}, []int64{101, 9}, ErrNoSuchPlayer},
		"the round before":           {1, nil, nil, ErrRound},
		"a round that must wait":     {3, nil, nil, ErrRound},
		"a round that there is not":  {5, nil, nil, ErrRound},
		"a round before the first":   {0, nil, nil, ErrRound},
		"the same, with a bye less":  {2, [][2]int64{{101, 103}}, []int64{105}, nil},
		"two who are left over rest": {2, [][2]int64{}, []int64{101, 103, 105}, nil},
	} {
		step, err := d.event.PairByHand(c.round, c.pairs, c.byes)
		if !errors.Is(err, c.want) || err != nil && c.want == nil {
			t.Errorf("%s: %v", name, err)
		}
		if name == "the same, with a bye less" && len(step.Drops)+len(step.Pairings) > 0 {
			t.Errorf("%s: %+v", name, step)
		}
	}
	e := open(t, Plan{Format: RoundRobin}, 4, 1).event
	if _, err := e.PairByHand(1, nil, nil); !errors.Is(err, ErrFormat) {
		t.Errorf("a round robin: %v", err)
	}
}

func TestAThirdColourInARowIsAWarning(t *testing.T) {
	d := open(t, Plan{Format: Swiss, Rounds: 5}, 6, 1)
	for round, pairs := range [][][2]int64{
		{{101, 104}, {105, 102}, {103, 106}}, {{101, 105}, {106, 102}, {103, 104}}, {{101, 106}, {104, 102}, {105, 103}},
	} {
		step, err := d.event.PairByHand(round+1, pairs, nil)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		if round == 2 {
			want = []string{"P1 has White for the third time in a row", "P2 has Black for the third time in a row"}
		}
		if !slices.Equal(step.Warnings, want) {
			t.Errorf("round %d: %q", round+1, step.Warnings)
		}
		d.store(step.Pairings...)
		d.higher()
	}
}

func TestARoundInWhichNobodyPlaysIsPassed(t *testing.T) {
	d := open(t, Plan{Format: Swiss, Rounds: 3}, 4, 1)
	for _, p := range d.event.holders() {
		e, _, err := d.event.Bye(p.ID, 2, HalfBye)
		d.keep(e, err)
	}
	d.next()
	d.higher()
	if step := d.next(); len(step.Pairings) != 2 || step.Pairings[0].Round != 3 {
		t.Errorf("%+v", step)
	}
	d.whole()
	d.higher()
	if step := d.next(); !step.Over {
		t.Errorf("%+v", step)
	}
}

func TestWhatWasGrantedToOneWhoNeverCameIsNothing(t *testing.T) {
	e := entered(Plan{Format: Swiss, Rounds: 3, Initial: tournament.White}, 5)
	e, _, err := e.Bye(102, 1, HalfBye)
	if err != nil {
		t.Fatal(err)
	}
	if e, _, err = e.Leave(102, tournament.Withdrawn); err != nil {
		t.Fatal(err)
	}
	if drops := e.Drops(); len(drops) != 1 {
		t.Errorf("%v", drops)
	}
	if e, err = e.Start([]int{0, 1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	if step, err := e.Next(); err != nil || len(step.Pairings) != 2 {
		t.Errorf("%+v, %v", step, err)
	}
	if _, err := e.Standings(); err != nil {
		t.Error(err)
	}
}

func TestByesAreGranted(t *testing.T) {
	d := open(t, Plan{Format: Swiss, Rounds: 5, HalfByes: 1}, 8, 1)
	d.next()
	for _, c := range []struct {
		name  string
		round int
		kind  Kind
		want  Kind
		err   error
	}{
		{"half a point", 2, HalfBye, HalfBye, nil},
		{"another one", 3, HalfBye, HalfBye, nil},
		{"the same round again replaces it", 3, FullBye, FullBye, nil},
		{"the last round", 5, ZeroBye, ZeroBye, nil},
		{"the open round, as its game has not begun", 1, ZeroBye, ZeroBye, nil},
		{"a round after the last", 6, ZeroBye, "", ErrRound},
		{"a bye of the pairing is not granted", 4, PairingBye, "", ErrFormat},
	} {
		e, bye, err := d.event.Bye(104, c.round, c.kind)
		if !errors.Is(err, c.err) || bye.Kind != c.want {
			t.Errorf("%s: %+v, %v", c.name, bye, err)
		}
		if err == nil && c.round > 1 {
			d.keep(e, nil)
		}
	}
	if byes := d.event.granted(3); len(byes) != 1 {
		t.Errorf("%+v", byes)
	}
	for _, c := range []struct {
		player int64
		round  int
		want   Kind
	}{{103, 4, HalfBye}, {103, 5, ZeroBye}, {104, 4, ZeroBye}, {104, 2, HalfBye}} {
		if got := d.event.Asked(c.player, c.round); got != c.want {
			t.Errorf("%d can ask for a %s in round %d, want %s", c.player, got, c.round, c.want)
		}
	}
	d.higher()
	if _, _, err := d.event.Bye(104, 1, ZeroBye); !errors.Is(err, ErrRound) {
		t.Errorf("a round that was played: %v", err)
	}
	d.next()
	d.whole()
	d.leave(104)
	if byes := d.event.granted(5); len(byes) > 0 {
		t.Errorf("byes of one who has left stay: %+v", byes)
	}
	if _, _, err := d.event.Bye(104, 4, ZeroBye); !errors.Is(err, ErrNoSuchPlayer) {
		t.Errorf("of one who has left: %v", err)
	}
}

func TestALateEntrantSitsByRatingAndLaterLast(t *testing.T) {
	d := open(t, Plan{Format: Swiss, Rounds: 6, Accelerated: true}, 8, 1)
	d.next()
	d.higher()
	e, err := d.event.Join(Player{ID: 201, Rating: 1985, Name: "L"})
	d.keep(e, err)
	if seat := d.event.seats()[201]; seat != 3 || d.event.seats()[108] != 9 || d.event.seats()[102] != 2 {
		t.Errorf("seats %v", d.event.seats())
	}
	f := d.event.Field()
	for i, p := range f.Players {
		if (len(p.Virtual) > 0) != (i < 5) { // four of eight and who came among them
			t.Errorf("seat %d has %v", p.ID, p.Virtual)
		}
	}
	if r := f.Players[2].Record(1); r.Kind != tournament.ZeroBye || len(d.event.Plan.Virtual) != 4 {
		t.Errorf("%+v", r)
	}
	for range 4 {
		d.next()
		d.higher()
	}
	d.whole()
	e, err = d.event.Join(Player{ID: 202, Rating: 2500})
	d.keep(e, err)
	if seat := d.event.seats()[202]; seat != 10 {
		t.Errorf("after four rounds: seat %d", seat)
	}
	if _, err := d.event.Join(Player{ID: 202}); !errors.Is(err, ErrEntered) {
		t.Errorf("again: %v", err)
	}
	d.next()
	d.higher()
	if _, err := d.event.Join(Player{ID: 203}); !errors.Is(err, ErrRound) {
		t.Errorf("after the last round: %v", err)
	}
	if _, err := open(t, Plan{Format: RoundRobin}, 4, 1).event.Join(Player{ID: 203}); !errors.Is(err, ErrFormat) {
		t.Errorf("into a round robin: %v", err)
	}
}

func TestADeferredGameIsADrawForPairingAlone(t *testing.T) {
	d := open(t, Plan{Format: Swiss, Rounds: 3}, 8, 1)
	d.next()
	late := d.game(101, 1)
	for _, i := range d.unfinished() {
		if p := d.event.Pairings[i]; p.ID != late.ID {
			d.result(p.ID)
		}
	}
	if step := d.next(); len(step.Pairings) > 0 {
		t.Fatalf("does not wait: %+v", step)
	}
	i := slices.IndexFunc(d.event.Pairings, func(p Pairing) bool { return p.ID == late.ID })
	d.event.Pairings[i].Deferred = true
	if r := (swissEvent{d.event}).before(2).Players[0].Record(1); r.Kind != tournament.Draw || r.Points != 5 {
		t.Errorf("%+v", r)
	}
	if r := d.event.Field().Players[0].Record(1); r != (tournament.Record{}) {
		t.Errorf("%+v", r)
	}
	d.next()
	paired := slices.Clone(d.event.Pairings[4:])
	d.keep(d.event.Correct(late.ID, tournament.BlackWins, false, [2]int{}))
	if step := d.next(); len(step.Pairings) > 0 || !slices.Equal(paired, d.event.Pairings[4:]) {
		t.Errorf("the late result changes the round: %+v", step)
	}
	d.keep(d.event.Correct(late.ID, tournament.Unfinished, false, [2]int{}))
	for range 2 {
		for _, i := range d.unfinished() {
			if p := d.event.Pairings[i]; p.ID != late.ID {
				d.result(p.ID)
			}
		}
		if step := d.next(); step.Over {
			t.Error("over without the late result")
		}
	}
	if left := d.event.RoundsLeft(); left != 1 {
		t.Errorf("%d rounds left", left)
	}
	d.result(late.ID)
	if step := d.next(); !step.Over || step.Deserted {
		t.Errorf("%+v", step)
	}
}

func TestLeavingTwiceIsLeavingOnce(t *testing.T) {
	d := open(t, Plan{Format: Swiss, Rounds: 3}, 6, 1)
	d.next()
	e, changed, err := d.event.Leave(101, tournament.Withdrawn)
	if err != nil || len(changed) != 1 || !changed[0].Forfeit {
		t.Fatalf("%+v, %v", changed, err)
	}
	d.keep(e, err)
	d.higher()
	d.next()
	e, changed, err = d.event.Leave(101, tournament.Expelled)
	d.keep(e, err)
	if p := d.event.Players[0]; len(changed) > 0 || p.Status != tournament.Expelled || p.Left != 2 {
		t.Errorf("%+v, %+v", changed, p)
	}
	if _, _, err := d.event.Leave(9, tournament.Withdrawn); !errors.Is(err, ErrNoSuchPlayer) {
		t.Errorf("%v", err)
	}
	e, _, err = d.event.Substitute(1, Player{ID: 101, Name: "P1", Rating: 2000})
	d.keep(e, err)
	d.higher()
	d.next()
	d.whole()
	if p := d.game(101, 3); p.Kind != Game {
		t.Errorf("who came back has %+v", p)
	}
	if r := d.event.Field().Players[0]; r.Record(1).Kind != tournament.ForfeitLoss || r.Record(2).Kind != tournament.ZeroBye {
		t.Errorf("%+v", r)
	}
}

func TestWithoutALegalPairingTheOrganiserChooses(t *testing.T) {
	d := open(t, Plan{Format: Swiss, Rounds: 3, Forbidden: [][]int64{{101, 102, 103, 104}}}, 4, 1)
	_, err := d.event.Next()
	var impossible *swiss.Impossible
	if !errors.As(err, &impossible) || !errors.Is(err, swiss.ErrNoPairing) || !slices.Contains(impossible.Options, swiss.AllowForbidden) {
		t.Fatalf("%v", err)
	}
	d.event.Allowed = []swiss.Option{swiss.AllowForbidden}
	if step := d.next(); len(step.Pairings) != 2 {
		t.Errorf("%+v", step)
	}
	d.higher()
	d.event.Allowed = []swiss.Option{swiss.EndEvent}
	if step := d.next(); !step.Over || step.Deserted || d.event.RoundsLeft() != 0 {
		t.Errorf("%+v", step)
	}
}

func TestARoundIsExplained(t *testing.T) {
	d := open(t, Plan{Format: Swiss, Rounds: 3}, 8, 1)
	for range 2 {
		d.next()
		d.higher()
	}
	for round := 1; round <= 3; round++ {
		explained, err := d.event.Explain(round)
		if err != nil || len(explained.Pairings) != 4 {
			t.Fatalf("round %d: %+v, %v", round, explained, err)
		}
		for i, p := range explained.Pairings {
			if round == 3 {
				break
			}
			g := d.game(d.event.holders()[p.White-1].ID, round)
			if g.Board != i+1 || d.event.seats()[g.Black] != p.Black {
				t.Errorf("round %d: %+v, played was %+v", round, p, g)
			}
		}
	}
	for _, round := range []int{0, 4} {
		if _, err := d.event.Explain(round); !errors.Is(err, ErrRound) {
			t.Errorf("round %d: %v", round, err)
		}
	}
}
