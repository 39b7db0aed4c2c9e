package bracket

import (
	"cmp"
	"fmt"
	"slices"
)

// entry is a slot of a consolation's round: who comes in, and what is known of
// him when the draw is made.
type entry struct {
	source Source
	// feeders are the matches whose losers he can be; a newcomer's is one.
	feeders []int
	// round is that which a newcomer has lost, seed the best seat that he can
	// have.
	round, seed int
}

// drawConsolation adds the rounds of a consolation (formats.md 2.3). It is
// built from its winner backwards: a round has twice as many slots as winners
// are needed; its newcomers take their share, the winners of the round before
// the rest. What is left over in round 1 are byes. fed are the IDs of the
// matches of each round of the stage above, skipped the number of letters
// before its first one. It returns the IDs by round. Errors: ErrShift.
func (d *Draw) drawConsolation(stage Stage, shift Shift, fed [][]int, skipped int) ([][]int, error) {
	d.link()
	newcomers := make([][]entry, len(shift))
	for i, letters := range shift {
		for _, letter := range letters {
			round := letter - skipped
			if round < 1 || round > len(fed) {
				return nil, fmt.Errorf("%s of %s: letter %c has no round: %w", shift, stage, 'A'+letter-1, ErrShift)
			}
			newcomers[i] = append(newcomers[i], d.losers(fed[round-1], round)...)
		}
	}
	matches := make([]int, len(shift)+1) // by round, from 1
	needed := 1
	for round := len(shift); round >= 1; round-- {
		matches[round] = needed
		needed = 2*needed - len(newcomers[round-1])
		if needed < 0 || needed == 0 && round > 1 || needed > len(d.Plan.Order) {
			return nil, fmt.Errorf("%s of %s: %d enter round %d, which has %d matches: %w",
				shift, stage, len(newcomers[round-1]), round, matches[round], ErrShift)
		}
	}
	// needed is now the number of byes.
	rounds := make([][]int, 0, len(shift))
	var entries []entry
	for i := range shift {
		round := i + 1
		if i == 0 {
			entries = d.openingRound(newcomers[0], needed)
		} else {
			entries = d.laterRound(newcomers[i], entries, len(fed))
		}
		slots := make([]Source, len(entries))
		for j, e := range entries {
			slots[j] = e.source
		}
		ids := d.add(stage, round, len(shift)-round, slots)
		rounds = append(rounds, ids)
		entries = survivors(ids, entries)
	}
	return rounds, nil
}

// losers are the newcomers from a round: none from a match that has a bye
// already in the draw.
func (d *Draw) losers(ids []int, round int) []entry {
	var all []entry
	for _, id := range ids {
		m := d.Matches[id-1]
		if m.Slots[0].Origin == Nobody || m.Slots[1].Origin == Nobody {
			continue
		}
		all = append(all, entry{
			source: Source{Origin: LoserOf, Match: id}, feeders: []int{id}, round: round, seed: d.bestSeat(id),
		})
	}
	return all
}

// bestSeat is the lowest seat that can come to a match.
func (d *Draw) bestSeat(id int) int {
	best := d.Plan.Seats + 1
	for _, s := range d.Matches[id-1].Slots {
		switch s.Origin {
		case FromSeat:
			best = min(best, s.Seat)
		case WinnerOf, LoserOf:
			best = min(best, d.bestSeat(s.Match))
		}
	}
	return best
}

// survivors are the winners of the matches that entries play in pairs.
func survivors(ids []int, entries []entry) []entry {
	winners := make([]entry, len(ids))
	for i, id := range ids {
		winners[i] = entry{
			source:  Source{Origin: WinnerOf, Match: id},
			feeders: slices.Concat(entries[2*i].feeders, entries[2*i+1].feeders),
		}
	}
	return winners
}

// openingRound pairs the first newcomers. Byes go to those who lost latest,
// then to those whose matches had the higher seeds. Of the others, those who
// lost late meet those who lost early at the other end of the draw; the rest
// meet neighbours.
func (d *Draw) openingRound(newcomers []entry, byes int) []entry {
	ranked := slices.Clone(newcomers)
	slices.SortStableFunc(ranked, func(a, b entry) int {
		return cmp.Or(cmp.Compare(b.round, a.round), cmp.Compare(a.seed, b.seed))
	})
	rested := ranked[:min(byes, len(ranked))]
	rests := func(e entry) bool {
		return slices.ContainsFunc(rested, func(r entry) bool { return r.source == e.source })
	}
	var alone, late, early []entry
	for _, e := range newcomers {
		switch {
		case rests(e):
			alone = append(alone, e)
		case e.round > newcomers[0].round:
			late = append(late, e)
		default:
			early = append(early, e)
		}
	}
	slices.Reverse(late)
	both := min(len(late), len(early))
	d.partAgain(late[:both], early[:both])
	var pairs [][2]entry
	for i := range both {
		pairs = append(pairs, [2]entry{late[i], early[i]})
	}
	for rest := append(early[both:], late[both:]...); len(rest) > 1; rest = rest[2:] {
		pairs = append(pairs, [2]entry{rest[0], rest[1]})
	}
	if byes == 0 {
		return flatten(pairs)
	}
	for _, e := range alone {
		pairs = append(pairs, [2]entry{e, {}})
	}
	empty := byes - len(rested)
	for ; empty > 0; empty -= 2 {
		pairs = append(pairs, [2]entry{})
	}
	return flatten(spread(pairs))
}

// spread puts pairs with a bye between those without, so that survivors of both
// kinds meet.
func spread(pairs [][2]entry) [][2]entry {
	out := make([][2]entry, 0, len(pairs))
	for low, high := 0, len(pairs)-1; low <= high; low, high = low+1, high-1 {
		out = append(out, pairs[low])
		if high > low {
			out = append(out, pairs[high])
		}
	}
	return out
}

func flatten(pairs [][2]entry) []entry {
	entries := make([]entry, 0, 2*len(pairs))
	for _, p := range pairs {
		entries = append(entries, p[0], p[1])
	}
	return entries
}

// laterRound pairs newcomers with survivors; whom the other side has no
// opponent for plays his neighbour. Newcomers come in the order in which they
// would into a losers' bracket; who could meet somebody again changes places
// with the nearest newcomer with whom neither could.
func (d *Draw) laterRound(newcomers, survivors []entry, rounds int) []entry {
	if len(newcomers) > 0 {
		drop := Reverse
		if best := BestDrops(rounds); newcomers[0].round >= 2 && len(newcomers) == len(survivors) {
			drop = best[newcomers[0].round-2]
		}
		sources := make([]Source, len(newcomers))
		index := map[Source]int{}
		for i, e := range newcomers {
			sources[i], index[e.source] = e.source, i
		}
		ordered := make([]entry, 0, len(newcomers))
		for _, s := range drop.permute(sources) {
			ordered = append(ordered, newcomers[index[s]])
		}
		newcomers = ordered
	}
	both := min(len(newcomers), len(survivors))
	d.partAgain(newcomers[:both], survivors[:both])
	var entries []entry
	for i := range both {
		entries = append(entries, newcomers[i], survivors[i])
	}
	return append(append(entries, survivors[both:]...), newcomers[both:]...)
}

// partAgain swaps newcomers so that none can meet whom he has beaten on his way,
// where a single swap is enough.
func (d *Draw) partAgain(newcomers, survivors []entry) {
	if len(newcomers) == 0 {
		return
	}
	// met[i] are the matches before the newcomer's own from which the
	// opponent i can come.
	met := make([]map[int]bool, len(survivors))
	for i, s := range survivors {
		met[i] = map[int]bool{}
		for _, id := range s.feeders {
			for ; id != 0 && !met[i][id]; id = d.next(id) {
				met[i][id] = true
			}
		}
	}
	clash := func(i, j int) bool { return met[j][newcomers[i].source.Match] }
	for i := range newcomers {
		for distance := 1; clash(i, i) && distance < len(newcomers); distance++ {
			for _, j := range []int{i + distance, i - distance} {
				if j >= 0 && j < len(newcomers) && !clash(i, j) && !clash(j, i) {
					newcomers[i], newcomers[j] = newcomers[j], newcomers[i]
					break
				}
			}
		}
	}
}

// next is the match in the same stage that the winner of a match goes on to.
func (d *Draw) next(id int) int { return d.Matches[id-1].Winner }
