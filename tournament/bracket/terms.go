package bracket

import "errors"

// Tie is what decides a match that its games leave level.
type Tie string

// The ties. The zero value is BySeed.
const (
	// BySeed sends the lower seat number on.
	BySeed Tie = "seed"
	// ByLot waits for a ruling of kind Lot.
	ByLot Tie = "lot"
)

// Terms are the games of a match. It is finite whatever the results: so many
// games, so many further pairs if they are level, then Tie.
//
//	Terms{}                          one game, drawn ones go to the higher seed
//	Terms{Points: 9}                 one backgammon match to 9 points
//	Terms{Games: 3, Extra: 2}        best of three, up to two pairs, then the seed
//	Terms{Games: 2, Parallel: true}  two games at once with colours swapped
type Terms struct {
	// Games is the number of games that the match is the best of; colours
	// alternate. 0 is one game. At most MaxGames.
	Games int `json:"games,omitempty"`
	// Points is the length of each game where a game is a match to so many
	// points; it is only carried.
	Points int `json:"points,omitempty"`
	// Parallel lets all games begin at once, of an extra pair both. Those that
	// still run when the match is decided change nothing any more.
	Parallel bool `json:"parallel,omitempty"`
	// Extra is the greatest number of pairs of games, with colours swapped,
	// that follow while the match is level. At most MaxExtra.
	Extra int `json:"extra,omitempty"`
	Tie   Tie `json:"tie,omitempty"`
}

// Limits of Terms.
const (
	MaxGames = 99
	MaxExtra = 9
)

// ErrTerms are terms out of their ranges.
var ErrTerms = errors.New("terms of a match are out of range")

func (t Terms) valid() bool {
	return t.Games >= 0 && t.Games <= MaxGames && t.Extra >= 0 && t.Extra <= MaxExtra && t.Points >= 0 &&
		(t.Tie == "" || t.Tie == BySeed || t.Tie == ByLot)
}

func (t Terms) games() int { return max(t.Games, 1) }

// Most is the greatest number of games of the match.
func (t Terms) Most() int { return t.games() + 2*t.Extra }

// Longest is the greatest number of games that are played one after another.
func (t Terms) Longest() int {
	if t.Parallel {
		return 1 + t.Extra
	}
	return t.Most()
}

// passed is how many of the Longest games lie behind when so many are finished.
func (t Terms) passed(finished int) int {
	switch {
	case !t.Parallel:
		return finished
	case finished < t.games():
		return 0
	}
	return 1 + (finished-t.games())/2
}

// verdict is what the games of a match say.
type verdict int

const (
	open    verdict = iota // games are to be played
	first                  // the first slot has won
	second                 // the second slot has won
	level                  // all games are played, nobody is ahead
	neither                // all games of a part were lost by both
)

// score adds up the games of a match for the seat in its first slot, in half
// points, and says what follows; next are the numbers of games to begin now.
func (t Terms) score(games []Game, seat int) (score [2]int, v verdict, next []int) {
	from, size := 1, t.games()
	for extra := 0; ; extra++ {
		part, finished := gamesIn(games, from, size), 0
		var scored [2]int
		for _, g := range part {
			if !g.Finished() {
				continue
			}
			finished++
			one, other := g.Result.Points()
			if g.White != seat {
				one, other = other, one
			}
			scored[0], scored[1] = scored[0]+one, scored[1]+other
		}
		score[0], score[1] = score[0]+scored[0], score[1]+scored[1]
		switch {
		case scored[0] > size:
			return score, first, nil
		case scored[1] > size:
			return score, second, nil
		case finished < size:
			return score, open, t.next(part, from, size)
		case scored[0] > scored[1]: // games that both lost leave less than half to the winner
			return score, first, nil
		case scored[1] > scored[0]:
			return score, second, nil
		case scored[0] == 0:
			return score, neither, nil
		case extra == t.Extra:
			return score, level, nil
		}
		from, size = from+size, 2
	}
}

// next are the numbers of the games of a part to begin now.
func (t Terms) next(part []Game, from, size int) []int {
	begun := map[int]bool{}
	for _, g := range part {
		begun[g.Number] = true
		if !t.Parallel && !g.Finished() {
			return nil
		}
	}
	var next []int
	for number := from; number < from+size; number++ {
		if !begun[number] {
			next = append(next, number)
			if !t.Parallel {
				break
			}
		}
	}
	return next
}

// gamesIn are the games with the numbers of a part; games are by number.
func gamesIn(games []Game, from, size int) []Game {
	var part []Game
	for _, g := range games {
		if g.Number >= from && g.Number < from+size {
			part = append(part, g)
		}
	}
	return part
}
