package bracket

import (
	"errors"
	"fmt"
	"slices"
)

// Report puts a game in or replaces the one with its number: a beginning, a
// result, or the correction of one. A correction may not take a player out of a
// match that has begun. Errors: as of At.
func (s *State) Report(g Game) (*State, error) {
	r := s.Record
	r.Games = slices.Clone(r.Games)
	i := slices.IndexFunc(r.Games, func(x Game) bool { return x.Match == g.Match && x.Number == g.Number })
	if i < 0 {
		r.Games = append(r.Games, g)
	} else {
		r.Games[i] = g
	}
	return s.Draw.At(r)
}

// Rule puts a ruling in or replaces that on the same match; one that is the
// zero value but for Match takes it back. Errors: as of At.
func (s *State) Rule(ruling Ruling) (*State, error) {
	r := s.Record
	r.Rulings = slices.DeleteFunc(slices.Clone(r.Rulings), func(x Ruling) bool { return x.Match == ruling.Match })
	if ruling != (Ruling{Match: ruling.Match}) {
		r.Rulings = append(r.Rulings, ruling)
	}
	return s.Draw.At(r)
}

// Change is what an act adds to the record besides what was asked for, for the
// caller to store.
type Change struct {
	// Games are those that it ends.
	Games []Game
	// Rulings keep what absence decided before, where a match has begun because
	// of it.
	Rulings []Ruling
}

// Leave is the state after the player on a seat has left, withdrawn or
// expelled; his unfinished games are forfeited. What was decided stays; his
// match goes to the opponent, and so does any that he would come to. Errors:
// ErrNoSuchSeat.
func (s *State) Leave(seat int) (*State, Change, error) {
	r := s.Record
	var change Change
	r.Games = slices.Clone(r.Games)
	for i, g := range r.Games {
		if !g.Finished() && (g.White == seat || g.Black == seat) {
			r.Games[i] = g.forfeitBy(seat)
			change.Games = append(change.Games, r.Games[i])
		}
	}
	if !slices.Contains(r.Gone, seat) {
		r.Gone = append(slices.Clone(r.Gone), seat)
	}
	after, kept, err := s.keeping(r, seat)
	change.Rulings = kept
	return after, change, err
}

// Return is the state after somebody, as a rule a substitute, has taken the
// seat of one who has left. Matches that were lost by absence are open again,
// except where a match has begun because of it. Errors: ErrNoSuchSeat, ErrOut
// when nothing is left to play.
func (s *State) Return(seat int) (*State, Change, error) {
	if !s.Gone(seat) {
		return nil, Change{}, fmt.Errorf("seat %d: %w", seat, ErrNoSuchSeat)
	}
	r := s.Record
	r.Gone = slices.DeleteFunc(slices.Clone(r.Gone), func(x int) bool { return x == seat })
	after, kept, err := s.keeping(r, seat)
	if err != nil {
		return nil, Change{}, err
	}
	if _, plays := after.Current(seat); !plays {
		return nil, Change{}, fmt.Errorf("seat %d: %w", seat, ErrOut)
	}
	return after, Change{Rulings: kept}, nil
}

// keeping is the state of a record in which a seat is gone or back. Of what its
// absence, or that of its opponents, has decided so far, as much is kept by
// rulings as matches that have begun need: the earliest first, as the later
// ones follow from it.
func (s *State) keeping(r Record, seat int) (*State, []Ruling, error) {
	decided := s.byAbsence(seat)
	for kept := 0; ; kept++ {
		after, err := s.Draw.At(r)
		if err == nil || !errors.Is(err, ErrBegun) || kept == len(decided) {
			return after, decided[:kept], err
		}
		r.Rulings = append(slices.Clone(r.Rulings), decided[kept])
	}
}

// byAbsence are rulings that say what absence has decided in the matches of a
// seat, in playing order.
func (s *State) byAbsence(seat int) []Ruling {
	ruled := map[int]bool{}
	for _, r := range s.Record.Rulings {
		ruled[r.Match] = true
	}
	var decided []Ruling
	for _, f := range s.Path(seat) {
		if f.Seats[0] == 0 || f.Seats[1] == 0 || ruled[f.ID] || !f.Decided() {
			continue
		}
		if _, v, _ := f.Terms.score(f.Games, f.Seats[0]); v != open && v != level {
			continue
		}
		switch f.How {
		case ByWalkover:
			decided = append(decided, Ruling{Match: f.ID, Kind: Walkover, Seats: f.Seats, Winner: f.Winning})
		case ByAbsence:
			decided = append(decided, Ruling{Match: f.ID, Kind: Absence, Seats: f.Seats})
		}
	}
	return decided
}
