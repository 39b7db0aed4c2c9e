package bracket

// Status is how far a match is.
type Status string

// The statuses.
const (
	// Waiting is for at least one player.
	Waiting Status = "waiting"
	// Ready has both players and no game yet.
	Ready Status = "ready"
	// Playing has games.
	Playing Status = "playing"
	// Tied waits for a lot.
	Tied Status = "tied"
	// Decided is over, played or not.
	Decided Status = "decided"
)

// How is by what a match was decided.
type How string

// The ways. Undecided is none.
const (
	Undecided How = ""
	ByPlay    How = "play"
	// ByHigherSeed and ByDrawingLots follow games that left the match level.
	ByHigherSeed  How = "seed"
	ByDrawingLots How = "lot"
	// ByBye had nobody in one slot.
	ByBye How = "bye"
	// ByWalkover had an opponent who did not appear, had left, or lost all games
	// without play.
	ByWalkover How = "walkover"
	ByDecision How = "decision"
	// ByAbsence had nobody to send on.
	ByAbsence How = "absence"
	// NotNeeded is a reset match when nobody has two defeats to gain.
	NotNeeded How = "not-needed"
)

// Fixture is a match as it stands.
type Fixture struct {
	Match
	// Seats are those in the slots; 0 is nobody or, where Known is false, not
	// known yet.
	Seats [2]int
	Known [2]bool
	// Score is in half points, by slot.
	Score  [2]int
	Status Status
	How    How
	// Winning and Losing are the seats that go on as winner and as loser; 0 is
	// nobody.
	Winning, Losing int
	// Games are those of the match, by number.
	Games []Game
	// next are the numbers of the games to begin.
	next []int
}

// Decided reports whether the match is over.
func (f Fixture) Decided() bool { return f.Status == Decided }

// bothKnown reports whether it is known who plays.
func (f Fixture) bothKnown() bool { return f.Known[0] && f.Known[1] }

// State is a draw with what has happened in it. It does not change: acts
// return another one.
type State struct {
	Draw *Draw
	// Record is what it was made from.
	Record Record
	// Fixtures are the matches by ID.
	Fixtures []Fixture
	gone     []bool
}

// At puts a record into the draw. Errors: ErrRecord, ErrNoSuchSeat, and a
// BegunError where games or rulings name other players than come to the match.
func (d *Draw) At(r Record) (*State, error) {
	in, err := d.sort(r)
	if err != nil {
		return nil, err
	}
	s := &State{Draw: d, Record: r, Fixtures: make([]Fixture, len(d.Matches)), gone: in.gone}
	var begun []int
	for i, m := range d.Matches {
		f := &s.Fixtures[i]
		f.Match, f.Status = m, Waiting
		s.fill(f)
		f.Games = in.games[i]
		ruling := in.rulings[i]
		if !f.fits(ruling) {
			begun = append(begun, m.ID)
			f.Games, ruling = nil, nil
		}
		if f.bothKnown() && !f.Decided() {
			s.decide(f, ruling)
		}
	}
	if len(begun) > 0 {
		return nil, &BegunError{Matches: begun}
	}
	return s, nil
}

// fill finds who is in the slots of a match.
func (s *State) fill(f *Fixture) {
	for i, source := range f.Slots {
		f.Seats[i], f.Known[i] = s.resolve(source)
	}
	if f.Stage != Reset || !f.bothKnown() {
		return
	}
	final := s.Fixtures[f.Slots[0].Match-1]
	if final.Winning == 0 || final.Losing == 0 || final.Winning != final.Seats[1] {
		f.Seats, f.Status, f.How = [2]int{}, Decided, NotNeeded
		f.Winning = final.Winning
	}
}

// resolve is who comes from a source; known is false while that is open.
func (s *State) resolve(source Source) (seat int, known bool) {
	switch source.Origin {
	case FromSeat:
		return source.Seat, true
	case WinnerOf:
		f := s.Fixtures[source.Match-1]
		return f.Winning, f.Decided()
	case LoserOf:
		f := s.Fixtures[source.Match-1]
		return f.Losing, f.Decided()
	}
	return 0, true
}

// fits reports whether games and ruling are of the players of the match.
func (f Fixture) fits(ruling *Ruling) bool {
	if len(f.Games) == 0 && ruling == nil {
		return true
	}
	if f.Seats[0] == 0 || f.Seats[1] == 0 {
		return false
	}
	for _, g := range f.Games {
		if !same(f.Seats, [2]int{g.White, g.Black}) {
			return false
		}
	}
	return ruling == nil || same(f.Seats, ruling.Seats)
}

// decide finds the outcome of a match whose players are known: a ruling comes
// before games, what was finished by games before the leaving of a player.
func (s *State) decide(f *Fixture, ruling *Ruling) {
	a, b := f.Seats[0], f.Seats[1]
	if a == 0 || b == 0 {
		s.advanceAlone(f, a+b)
		return
	}
	var v verdict
	f.Score, v, f.next = f.Terms.score(f.Games, a)
	switch {
	case ruling != nil && ruling.Kind != Lot:
		f.rule(*ruling)
	case v == first:
		f.end(a, b, played(f.Games))
	case v == second:
		f.end(b, a, played(f.Games))
	case v == neither:
		f.end(0, 0, ByAbsence)
	case v == level && f.Terms.Tie != ByLot:
		f.end(min(a, b), max(a, b), ByHigherSeed)
	case v == level && ruling != nil:
		f.rule(*ruling)
	case s.gone[a] && s.gone[b]:
		f.end(0, 0, ByAbsence)
	case s.gone[a]:
		f.end(b, a, ByWalkover)
	case s.gone[b]:
		f.end(a, b, ByWalkover)
	case v == level:
		f.Status = Tied
	case len(f.Games) > 0:
		f.Status = Playing
	default:
		f.Status = Ready
	}
}

// advanceAlone sends on who has no opponent. Nobody wins the last match that
// way after he has left.
func (s *State) advanceAlone(f *Fixture, seat int) {
	switch {
	case seat == 0:
		f.end(0, 0, ByAbsence)
	case s.gone[seat] && f.Winner == 0:
		f.end(0, seat, ByAbsence)
	default:
		f.end(seat, 0, ByBye)
	}
}

func (f *Fixture) end(winning, losing int, how How) {
	f.Winning, f.Losing, f.How, f.Status, f.next = winning, losing, how, Decided, nil
}

func (f *Fixture) rule(r Ruling) {
	losing := 0
	if r.Winner != 0 {
		losing = r.Seats[0] + r.Seats[1] - r.Winner
	}
	how := map[Kind]How{Walkover: ByWalkover, Absence: ByAbsence, Lot: ByDrawingLots, Decision: ByDecision}[r.Kind]
	f.end(r.Winner, losing, how)
}

// played tells a match with a game finished by play from a walkover.
func played(games []Game) How {
	for _, g := range games {
		if g.Finished() && !g.Forfeit {
			return ByPlay
		}
	}
	return ByWalkover
}

// Fixture is that of an ID. Errors: ErrNoSuchMatch.
func (s *State) Fixture(id int) (Fixture, error) {
	if id < 1 || id > len(s.Fixtures) {
		return Fixture{}, ErrNoSuchMatch
	}
	return s.Fixtures[id-1], nil
}

// Over reports whether every match is decided.
func (s *State) Over() bool {
	for _, f := range s.Fixtures {
		if !f.Decided() {
			return false
		}
	}
	return true
}

// Champion is the seat that has won a contest (Main, Consolation or
// LastChance), 0 while it is open, when there is none, and when everybody left.
func (s *State) Champion(contest Stage) int {
	for i := len(s.Fixtures) - 1; i >= 0; i-- {
		if f := s.Fixtures[i]; f.Stage.Contest() == contest && f.Stage != ThirdPlace {
			return f.Winning
		}
	}
	return 0
}

// Current is the match that a seat is in or waits for, false when it is out:
// nothing is left for it to play.
func (s *State) Current(seat int) (Fixture, bool) {
	for _, f := range s.Fixtures {
		for i, other := range f.Seats {
			if other == seat && f.Known[i] && !f.Decided() && seat != 0 {
				return f, true
			}
		}
	}
	return Fixture{}, false
}

// Out are the seats that have nothing left to play in any contest, winners among
// them.
func (s *State) Out() []int {
	in := make([]bool, s.Draw.Plan.Seats+1)
	for _, f := range s.Fixtures {
		for i, seat := range f.Seats {
			if f.Known[i] && !f.Decided() {
				in[seat] = true
			}
		}
	}
	var out []int
	for seat := 1; seat < len(in); seat++ {
		if !in[seat] {
			out = append(out, seat)
		}
	}
	return out
}

// Gone reports whether the holder of a seat has left.
func (s *State) Gone(seat int) bool { return seat > 0 && seat < len(s.gone) && s.gone[seat] }

// RoundsLeft is the latest number of rounds that are still to be played, one
// after another.
func (s *State) RoundsLeft() int {
	return s.longest(func(f Fixture) int {
		if f.Status == Tied {
			return 0
		}
		return 1
	})
}

// GamesLeft is the latest number of games that are still to be played one after
// another, those running among them.
func (s *State) GamesLeft() int {
	return s.longest(func(f Fixture) int {
		finished := 0
		for _, g := range f.Games {
			if g.Finished() {
				finished++
			}
		}
		return f.Terms.Longest() - f.Terms.passed(finished)
	})
}

// longest is the longest way through the open matches, each of which costs
// something; those that somebody passes alone are free.
func (s *State) longest(cost func(Fixture) int) int {
	way := make([]int, len(s.Fixtures))
	most := 0
	for i, f := range s.Fixtures {
		if f.Decided() {
			continue
		}
		for _, source := range f.Slots {
			if source.Match > 0 {
				way[i] = max(way[i], way[source.Match-1])
			}
		}
		alone := f.Known[0] && f.Seats[0] == 0 || f.Known[1] && f.Seats[1] == 0
		if !alone {
			way[i] += cost(f)
		}
		most = max(most, way[i])
	}
	return most
}
