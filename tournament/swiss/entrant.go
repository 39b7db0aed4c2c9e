package swiss

import (
	"cmp"
	"slices"

	"crownpost/tournament"
)

// strength is how much a player wants his colour (C.04.3 art. 1.7).
type strength int8

const (
	noPreference strength = iota
	mild
	strong
	absolute
)

// entrant is a player who takes part in the pairing, with what the rules look
// at.
type entrant struct {
	id int
	// number counts those who take part or did so before (C.04.2): it decides
	// the order and the first colour.
	number int
	// score is that of the standings, level with the virtual points.
	score, level tournament.Tenths

	wants    tournament.Colour
	strength strength
	// excess is by how much one colour leads, repeated the colour of the last
	// two games if it was the same.
	excess   int
	repeated tournament.Colour
	colours  []tournament.Colour // of the games played

	// down and up are the floats of the round before and of the one before
	// that.
	down, up [2]bool
	// byeAllowed is C2, unplayed the number of rounds without a game.
	byeAllowed bool
	unplayed   int
	top        bool // a topscorer, in the last round
}

// entrants are the participants of a round in the order of the rules: score,
// then number.
func entrants(f tournament.Field, round int) []entrant {
	order := make([]int, len(f.Players))
	byID := make(map[int]int, len(f.Players))
	for i, p := range f.Players {
		order[i] = i
		byID[p.ID] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := f.Players[a], f.Players[b]
		if f.ByRank {
			if c := cmp.Compare(x.Rank, y.Rank); c != 0 {
				return c
			}
		}
		return cmp.Compare(x.ID, y.ID)
	})
	var es []entrant
	number := 0
	for _, i := range order {
		p := f.Players[i]
		absent := p.Record(round).Kind.Absent()
		if absent && !slices.ContainsFunc(p.Records[:min(len(p.Records), round-1)], func(r tournament.Record) bool {
			return r.Kind.Paired()
		}) {
			continue
		}
		number++
		if absent {
			continue
		}
		e := entrant{id: p.ID, number: number, score: p.Score(round - 1)}
		e.level = e.score + p.VirtualIn(round)
		if !f.Colourless {
			e.readColours(p, round)
		}
		e.readFloats(f, p, byID, round)
		e.readByes(f, p, round)
		best := max(f.Points.Win, f.Points.Draw) * tournament.Tenths(round-1)
		e.top = f.Rounds > 0 && round >= f.Rounds && 2*e.level > best
		es = append(es, e)
	}
	slices.SortStableFunc(es, func(a, b entrant) int { return cmp.Compare(b.level, a.level) })
	return es
}

// readColours finds the preference: the games that were played count, as if
// they were in a row.
func (e *entrant) readColours(p tournament.Player, round int) {
	balance := 0
	for r := 1; r < round; r++ {
		record := p.Record(r)
		if !record.Kind.Played() || record.Colour == tournament.NoColour {
			continue
		}
		e.colours = append(e.colours, record.Colour)
		if record.Colour == tournament.White {
			balance++
		} else {
			balance--
		}
	}
	n := len(e.colours)
	if n == 0 {
		return
	}
	e.excess = max(balance, -balance)
	if n > 1 && e.colours[n-1] == e.colours[n-2] {
		e.repeated = e.colours[n-1]
	}
	switch {
	case balance > 0:
		e.wants = tournament.Black
	case balance < 0:
		e.wants = tournament.White
	default:
		e.wants = e.colours[n-1].Other()
	}
	switch {
	case e.excess > 1:
		e.strength = absolute
	case e.repeated != tournament.NoColour:
		e.strength, e.wants = absolute, e.repeated.Other()
	case e.excess == 1:
		e.strength = strong
	default:
		e.strength = mild
	}
}

// readFloats looks at the two rounds before (C.04.3 art. 1.4).
func (e *entrant) readFloats(f tournament.Field, p tournament.Player, byID map[int]int, round int) {
	for ago := range 2 {
		r := round - 1 - ago
		if r < 1 {
			return
		}
		record := p.Record(r)
		if !record.Kind.Played() {
			e.down[ago] = record.Kind == tournament.PairingBye || record.Points > f.Points.Loss
			continue
		}
		i, known := byID[record.Opponent]
		if !known {
			continue
		}
		own := p.Score(r-1) + p.VirtualIn(r)
		other := f.Players[i].Score(r-1) + f.Players[i].VirtualIn(r)
		e.down[ago], e.up[ago] = own > other, own < other
	}
}

func (e *entrant) readByes(f tournament.Field, p tournament.Player, round int) {
	e.byeAllowed = true
	for r := 1; r < round; r++ {
		record := p.Record(r)
		if record.Kind.Played() {
			continue
		}
		e.unplayed++
		if record.Kind == tournament.PairingBye || record.Points >= f.Points.Win {
			e.byeAllowed = false
		}
	}
}
