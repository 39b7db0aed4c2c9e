package backgammon

import "slices"

// search finds the plays of dice in a fixed order by trying every sequence of
// steps, for the movements that have no generator of their own.
type search struct {
	moves movement
	dice  []int
	// plays are those found that use most dice, one for each result.
	plays map[Board]Play
	used  int // by those plays
	seen  map[visit]bool
	way   steps // to the board that is looked at
}

// visit is a way of reaching a board within a play from which the play can go
// on in the same ways.
type visit struct {
	board Board
	hit   uint32
	heads int
	used  int
}

// searchPlays returns the plays of a throw.
func searchPlays(m movement, t Turn) []Play {
	larger, smaller := max(t.Dice[0], t.Dice[1]), min(t.Dice[0], t.Dice[1])
	if larger == smaller {
		return playsOf(searched(m, t, larger, larger, larger, larger).plays)
	}
	first, second := searched(m, t, larger, smaller), searched(m, t, smaller, larger)
	switch {
	case first.used == 1 && second.used <= 1 || second.used < first.used:
		return playsOf(first.plays)
	case first.used < second.used:
		return playsOf(second.plays)
	}
	for b, p := range first.plays {
		second.plays[b] = p
	}
	return playsOf(second.plays)
}

func playsOf(results map[Board]Play) []Play {
	plays := make([]Play, 0, len(results))
	for _, p := range results {
		plays = append(plays, p)
	}
	return plays
}

func searched(m movement, t Turn, dice ...int) *search {
	s := &search{moves: m, dice: dice, plays: map[Board]Play{}, seen: map[visit]bool{}}
	s.walk(progress{turn: &t, board: t.Board}, 0)
	return s
}

// walk looks at a board that is reached with so many dice, and beyond.
func (s *search) walk(p progress, used int) {
	v := visit{p.board, p.hit, p.heads, used}
	if s.seen[v] {
		return
	}
	s.seen[v] = true
	if used > 0 && used >= s.used && s.moves.unfinished(p) == nil {
		if used > s.used {
			clear(s.plays)
			s.used = used
		}
		s.way.used = uint8(used)
		s.plays[p.board] = Play{p.board, s.way}
	}
	if used == len(s.dice) {
		return
	}
	die := s.dice[used]
	for from := Bar; from > Off; from-- {
		if p.board.Own.On(from) == 0 {
			continue
		}
		if next, legal := s.moves.step(p, from, die); legal {
			s.way.from[used], s.way.die[used] = uint8(from), uint8(die)
			s.walk(next, used+1)
		}
	}
}

// anyPlay reports whether a throw has a legal play.
func anyPlay(m movement, t Turn) bool {
	dice := slices.Compact(slices.Clone(t.Dice[:]))
	for _, die := range dice {
		for from := Bar; from > Off; from-- {
			p := progress{turn: &t, board: t.Board}
			if t.Board.Own.On(from) == 0 {
				continue
			}
			if next, legal := m.step(p, from, die); legal && m.unfinished(next) == nil {
				return true
			}
		}
	}
	// What is illegal to end with may be legal to pass through.
	return len(searchPlays(m, t)) > 0
}
