package director

import (
	"fmt"
	"slices"

	"crownpost/tournament"
)

// unplayed are the pairings of a round that have not begun, and the seats that
// have.
func (e swissEvent) unplayed(round int) (open []Pairing, begun map[int]bool) {
	begun = map[int]bool{}
	for _, m := range e.meetings() {
		switch {
		case m.round != round:
		case m.begun():
			begun[m.white], begun[m.black] = true, true
		default:
			open = append(open, m.games...)
		}
	}
	for _, p := range e.Pairings {
		if p.Round == round && p.Kind == PairingBye {
			open = append(open, p)
		}
	}
	return open, begun
}

// Repair pairs the latest round of a Swiss again, without what has not begun in
// it: Step.Pairings replace those in Step.Drops. What comes out as it was is in
// neither. Errors: ErrFormat; ErrRound for another round; those of swiss.Pair.
func (e Event) Repair(round int) (Step, error) {
	s, err := e.swissRound(round)
	if err != nil {
		return Step{}, err
	}
	if round != s.round() {
		return Step{}, ErrRound
	}
	open, begun := s.unplayed(round)
	f := s.before(round)
	for seat := range begun {
		put(&f.Players[seat-1], round, tournament.Record{Kind: tournament.ZeroBye, Points: f.Points.ZeroBye})
	}
	paired, err := s.pair(f, round)
	if err != nil {
		return Step{}, err
	}
	return e.replace(round, open, s.pairings(paired)), nil
}

// MeetBye pairs a player who has no place in the latest round of a Swiss with the one
// who has its bye; colours are by the rules. Errors: ErrFormat; ErrNoSuchPlayer;
// ErrRound when nobody has the bye, or the player has a place; those of swiss.Pair.
func (e Event) MeetBye(player int64) (Step, error) {
	round := e.Round()
	s, err := e.swissRound(round)
	if err != nil {
		return Step{}, err
	}
	seats := e.seats()
	own := seats[player]
	if own == 0 {
		return Step{}, ErrNoSuchPlayer
	}
	i := slices.IndexFunc(e.Pairings, func(p Pairing) bool { return p.Round == round && p.Kind == PairingBye })
	if i < 0 || slices.ContainsFunc(e.of(""), func(p seated) bool { return p.Round == round && (p.white == own || p.black == own) }) {
		return Step{}, ErrRound
	}
	bye, f := e.Pairings[i], s.before(round)
	for seat := 1; seat <= len(f.Players); seat++ {
		if seat != own && seat != seats[bye.White] {
			put(&f.Players[seat-1], round, tournament.Record{Kind: tournament.ZeroBye, Points: f.Points.ZeroBye})
		}
	}
	paired, err := s.pair(f, round)
	if err != nil {
		return Step{}, err
	}
	return e.replace(round, []Pairing{bye}, s.pairings(paired)), nil
}

// swissRound is a Swiss that has started, with a round that it can have.
func (e Event) swissRound(round int) (swissEvent, error) {
	switch {
	case e.Plan.Format != Swiss:
		return swissEvent{}, ErrFormat
	case !e.started():
		return swissEvent{}, ErrNotStarted
	case round < 1 || round > e.Plan.Rounds:
		return swissEvent{}, ErrRound
	}
	return swissEvent{e}, nil
}

// replace is the step from the open pairings of a round to others. Games and
// byes that are in both stay; new ones take the boards that are free.
func (e Event) replace(round int, open, paired []Pairing) Step {
	type key struct {
		white, black int64
		kind         Kind
	}
	of := func(p Pairing) key { return key{p.White, p.Black, p.Kind} }
	stays, fresh := map[key]bool{}, map[key]bool{}
	for _, p := range paired {
		fresh[of(p)] = true
	}
	var step Step
	dropped := map[int64]bool{}
	for _, p := range open {
		if fresh[of(p)] {
			stays[of(p)] = true
		} else {
			step.Drops = append(step.Drops, p.ID)
			dropped[p.ID] = true
		}
	}
	taken := map[int]bool{}
	for _, p := range e.Pairings {
		if p.Round == round && p.Kind == Game && !dropped[p.ID] {
			taken[p.Board] = true
		}
	}
	n := e.Plan.together()
	board := 1 - n
	for i, p := range paired {
		switch {
		case stays[of(p)]:
			continue
		case p.Kind != Game:
		case i%n == 0:
			for board += n; taken[board]; board += n {
			}
			p.Board = board
		default:
			p.Board = board + 1
		}
		step.Pairings = append(step.Pairings, p)
	}
	return step
}

// PlacesError is ErrPlaces with the seats: without a place in a round, with more than
// one, and with one though they have begun to play or are not there.
type PlacesError struct{ Missing, Doubled, Taken []int }

// Error tells the seats.
func (e *PlacesError) Error() string {
	return fmt.Sprintf("%v: missing %v, doubled %v, taken %v", ErrPlaces, e.Missing, e.Doubled, e.Taken)
}

// Unwrap is ErrPlaces.
func (e *PlacesError) Unwrap() error { return ErrPlaces }

// PairByHand pairs a round of a Swiss as the organiser says: the next one, or the
// latest without what has not begun in it. Everybody who is to be paired stands
// once in pairs, White first, or in byes, which are those of a pairing; a bye that
// was granted to one of them is dropped. What is against the rules is in
// Step.Warnings. Errors: ErrFormat; ErrRound; ErrNoSuchPlayer;
// ErrPlaces as a PlacesError.
func (e Event) PairByHand(round int, pairs [][2]int64, byes []int64) (Step, error) {
	s, err := e.swissRound(round)
	if err != nil {
		return Step{}, err
	}
	if latest := s.round(); round != latest && (round != latest+1 || !s.settled()) {
		return Step{}, ErrRound
	}
	open, begun := s.unplayed(round)
	seats, granted := e.seats(), e.granted(round)
	places := map[int]int{} // by seat
	var paired []Pairing
	for i, p := range pairs {
		g := Pairing{Round: round, Board: i*e.Plan.together() + 1, White: p[0], Black: p[1], Kind: Game}
		paired = append(paired, e.Plan.both(g)...)
		places[seats[p[0]]]++
		places[seats[p[1]]]++
	}
	for _, id := range byes {
		paired = append(paired, Pairing{Round: round, White: id, Kind: PairingBye})
		places[seats[id]]++
	}
	var wrong PlacesError
	for i, present := range e.present(round) {
		seat := i + 1
		bye, absent := granted[seat]
		if absent && places[seat] == 1 {
			open = append(open, bye)
		}
		want := 1
		if !present || begun[seat] {
			want = 0
		}
		switch n := places[seat]; {
		case n == want || absent && n == 0:
		case want == 0:
			wrong.Taken = append(wrong.Taken, seat)
		case n == 0:
			wrong.Missing = append(wrong.Missing, seat)
		default:
			wrong.Doubled = append(wrong.Doubled, seat)
		}
		delete(places, seat)
	}
	switch {
	case len(places) > 0:
		return Step{}, ErrNoSuchPlayer
	case len(wrong.Missing)+len(wrong.Doubled)+len(wrong.Taken) > 0:
		return Step{}, &wrong
	}
	step := e.replace(round, open, paired)
	if round > s.round() {
		step.Round = round
	}
	step.Warnings = s.warnings(round, pairs, byes)
	return step, nil
}

// warnings are what is against the rules in a round that was paired by hand.
func (e swissEvent) warnings(round int, pairs [][2]int64, byes []int64) []string {
	f, seats := e.before(round), e.seats()
	var warnings []string
	warn := func(format string, args ...any) { warnings = append(warnings, fmt.Sprintf(format, args...)) }
	for _, p := range pairs {
		white, black := f.Players[seats[p[0]]-1], f.Players[seats[p[1]]-1]
		for r := 1; r < round; r++ {
			if record := white.Record(r); record.Opponent == black.ID && record.Kind.Played() {
				warn("%s and %s met in round %d", white.Name, black.Name, r)
			}
		}
		if slices.ContainsFunc(f.Forbidden, func(x tournament.Forbidden) bool {
			return x.In(round) && slices.Contains(x.Players, white.ID) && slices.Contains(x.Players, black.ID)
		}) {
			warn("%s and %s must not meet", white.Name, black.Name)
		}
		if !e.Plan.Colourless && !e.Plan.Pairs {
			if third(white, tournament.White, round) {
				warn("%s has White for the third time in a row", white.Name)
			}
			if third(black, tournament.Black, round) {
				warn("%s has Black for the third time in a row", black.Name)
			}
		}
	}
	if len(byes) > 1 {
		warn("%d players have a bye of the pairing", len(byes))
	}
	for _, id := range byes {
		p := f.Players[seats[id]-1]
		for r := 1; r < round; r++ {
			if record := p.Record(r); !record.Kind.Played() && record.Points >= f.Points.Win {
				warn("%s had the points of a win without a game in round %d", p.Name, r)
			}
		}
	}
	return warnings
}

// third reports whether a colour would be the same as in the last two games
// played.
func third(p tournament.Player, c tournament.Colour, round int) bool {
	same := 0
	for r := round - 1; r >= 1; r-- {
		record := p.Record(r)
		if !record.Kind.Played() {
			continue
		}
		if record.Colour != c {
			return false
		}
		if same++; same == 2 {
			return true
		}
	}
	return false
}
