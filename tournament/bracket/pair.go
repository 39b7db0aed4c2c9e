package bracket

// CanPair reports whether there are games to begin.
func (s *State) CanPair() bool {
	for _, f := range s.Fixtures {
		if len(f.next) > 0 {
			return true
		}
	}
	return false
}

// Pair are the games to begin now, by match and number: of each match that has
// both its players, the next one, or all of its part where the terms say so.
// Those in the record are never among them. A match that is Tied needs a lot
// first.
func (s *State) Pair() []Game {
	var games []Game
	var whites []balance
	for _, f := range s.Fixtures {
		if len(f.next) == 0 {
			continue
		}
		if whites == nil {
			whites = s.balances()
		}
		white, black := f.colours(whites)
		for _, number := range f.next {
			games = append(games, f.game(number, white, black))
		}
	}
	return games
}

// game is one to begin, given the colours of the odd games.
func (f Fixture) game(number, white, black int) Game {
	if number%2 == 0 {
		white, black = black, white
	}
	return Game{Match: f.ID, Number: number, White: white, Black: black}
}

// Tied are the IDs of the matches that wait for a lot.
func (s *State) Tied() []int {
	var ids []int
	for _, f := range s.Fixtures {
		if f.Status == Tied {
			ids = append(ids, f.ID)
		}
	}
	return ids
}

// balance is what colours a seat has had.
type balance struct {
	// ahead is the number of Whites less that of Blacks, last the sign of the
	// last of them.
	ahead, last int
}

// balances are those of all seats, from the matches in playing order.
func (s *State) balances() []balance {
	all := make([]balance, s.Draw.Plan.Seats+1)
	for _, f := range s.Fixtures {
		for _, g := range f.Games {
			all[g.White].ahead, all[g.White].last = all[g.White].ahead+1, 1
			all[g.Black].ahead, all[g.Black].last = all[g.Black].ahead-1, -1
		}
	}
	return all
}

// colours are who has White and who Black in the odd games of a match. Later
// games keep to those of the first; it goes to whom has had White less often,
// then to whom had Black last, then on odd boards to the higher seed.
func (f Fixture) colours(all []balance) (white, black int) {
	if len(f.Games) > 0 {
		g := f.Games[0]
		if g.Number%2 == 1 {
			return g.White, g.Black
		}
		return g.Black, g.White
	}
	a, b := min(f.Seats[0], f.Seats[1]), max(f.Seats[0], f.Seats[1])
	x, y := all[a], all[b]
	switch {
	case x.ahead != y.ahead:
		if x.ahead > y.ahead {
			a, b = b, a
		}
	case x.last != y.last:
		if x.last > y.last {
			a, b = b, a
		}
	case f.Board%2 == 0:
		a, b = b, a
	}
	return a, b
}
