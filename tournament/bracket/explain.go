package bracket

import "fmt"

// Explanation says where the players of a match come from.
type Explanation struct {
	Fixture Fixture
	Slots   [2]Arrival
}

// Arrival is how the player of a slot comes to it.
type Arrival struct {
	Source Source
	// Seat is who came, 0 for nobody; Known is false while that is open.
	Seat  int
	Known bool
	// From is how the match that the player comes from was decided; it is empty
	// for seats and byes, and while it is open.
	From How
}

// String is such as "winner of match 3: seat 5, by walkover".
func (a Arrival) String() string {
	switch {
	case a.Source.Match == 0 || !a.Known:
		return a.Source.String()
	case a.Seat == 0:
		return fmt.Sprintf("%s: nobody, by %s", a.Source, a.From)
	}
	return fmt.Sprintf("%s: seat %d, by %s", a.Source, a.Seat, a.From)
}

// Explain tells where the players of a match come from. Errors: ErrNoSuchMatch.
func (s *State) Explain(id int) (Explanation, error) {
	f, err := s.Fixture(id)
	if err != nil {
		return Explanation{}, fmt.Errorf("match %d: %w", id, err)
	}
	e := Explanation{Fixture: f}
	for i, source := range f.Slots {
		e.Slots[i] = Arrival{Source: source, Seat: f.Seats[i], Known: f.Known[i]}
		if source.Match > 0 {
			e.Slots[i].From = s.Fixtures[source.Match-1].How
		}
	}
	return e, nil
}

// Path are the matches that a seat has come to, in playing order.
func (s *State) Path(seat int) []Fixture {
	var path []Fixture
	for _, f := range s.Fixtures {
		if seat > 0 && (f.Seats[0] == seat || f.Seats[1] == seat) {
			path = append(path, f)
		}
	}
	return path
}
