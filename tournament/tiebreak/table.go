package tiebreak

import (
	"cmp"
	"slices"

	"crownpost/tournament"
)

// table is a field after its last round, with what the tie-breaks are made of.
type table struct {
	field   tournament.Field
	rounds  int
	players []player    // by number
	index   map[int]int // of a player by ID
	// memo are values by code, which other values are made of.
	memo map[Code][]Value
	// drawn is the same field with the games of the last round drawn.
	drawn *table
}

// player is a line of the table.
type player struct {
	tournament.Player
	records []tournament.Record // one a round
	score   tournament.Tenths
	// adjusted is the score as opponents see it (C.07, art. 16.3).
	adjusted tournament.Tenths
}

// voluntary reports whether a record is a voluntary unplayed round.
func voluntary(r tournament.Record) bool {
	switch r.Kind {
	case tournament.Unrecorded, tournament.HalfBye, tournament.ZeroBye, tournament.ForfeitLoss:
		return true
	}
	return false
}

// forfeited reports whether a record is of a pairing that was not played.
func forfeited(r tournament.Record) bool {
	return r.Kind == tournament.ForfeitWin || r.Kind == tournament.ForfeitLoss
}

// newTable takes the rounds that have been paired; absences of later ones are
// no part of it.
func newTable(field tournament.Field) *table {
	field.Players = slices.Clone(field.Players)
	slices.SortFunc(field.Players, func(a, b tournament.Player) int { return cmp.Compare(a.ID, b.ID) })
	t := &table{field: field, rounds: field.PlayedRounds(), index: map[int]int{}, memo: map[Code][]Value{}}
	for i, p := range field.Players {
		one := player{Player: p, score: p.Score(t.rounds)}
		for round := 1; round <= t.rounds; round++ {
			one.records = append(one.records, p.Record(round))
		}
		one.adjusted = one.adjust(field.Points.Draw)
		t.players = append(t.players, one)
		t.index[p.ID] = i
	}
	return t
}

// adjust is the score with a draw in place of each bye after the last round
// that the player took part in.
func (p player) adjust(draw tournament.Tenths) tournament.Tenths {
	score := p.score
	for i := len(p.records) - 1; i >= 0 && voluntary(p.records[i]); i-- {
		if p.records[i].Kind != tournament.ForfeitLoss {
			score += draw - p.records[i].Points
		}
	}
	return score
}

// rest reports whether a record of a round robin is a round without a pairing.
func (t *table) rest(r tournament.Record) bool { return t.field.RoundRobin && r.Opponent == 0 }

// game reports whether a record brings in the opponent as a game does: it was
// played, or it counts as if it had been.
func (t *table) game(r tournament.Record, forfeits bool) bool {
	if r.Opponent == 0 {
		return false
	}
	return r.Kind.Played() || forfeited(r) && (forfeits || t.field.RoundRobin)
}

// opponent is the player whom a record names.
func (t *table) opponent(r tournament.Record) player { return t.players[t.index[r.Opponent]] }

// seen is what an opponent brings in: in a round robin his points as they are.
func (t *table) seen(opponent player) tournament.Tenths {
	if t.field.RoundRobin {
		return opponent.score
	}
	return opponent.adjusted
}

// contributions are the rounds of a player with what each brings in (C.07,
// art. 16); the values are those of the Buchholz.
func (t *table) contributions(p player, forfeits bool) []Term {
	var terms []Term
	for i, r := range p.records {
		if t.rest(r) || r.Kind == tournament.Pending {
			continue
		}
		term := Term{Round: i + 1, Opponent: r.Opponent, Points: r.Points}
		if t.game(r, forfeits) {
			term.Score = of(t.seen(t.opponent(r)))
		} else {
			term.Score, term.Dummy, term.Voluntary = of(t.dummy(p, r)), true, voluntary(r)
		}
		term.Value = term.Score
		terms = append(terms, term)
	}
	return terms
}

// dummy is the score of the opponent that a round without a game is taken to
// be played against: that of the player himself, but not more than the
// scheduled opponent has or, without one, a draw a round gives.
func (t *table) dummy(p player, r tournament.Record) tournament.Tenths {
	if forfeited(r) && r.Opponent > 0 {
		return min(p.score, t.opponent(r).adjusted)
	}
	return min(p.score, t.field.Points.Draw*tournament.Tenths(t.rounds))
}

// fore is the table with all games of the last round drawn, forfeited ones
// among them.
func (t *table) fore() *table {
	if t.drawn != nil {
		return t.drawn
	}
	field := t.field
	field.Players = slices.Clone(field.Players)
	for i := range field.Players {
		p := &field.Players[i]
		if r := p.Record(t.rounds); r.Opponent > 0 {
			p.Records = slices.Clone(p.Records)
			p.Records[t.rounds-1].Kind = tournament.Draw
			p.Records[t.rounds-1].Points = field.Points.Draw
		}
	}
	t.drawn = newTable(field)
	return t.drawn
}

// rated reports whether everybody has a rating, or the code says which one to
// take for those who have none.
func (t *table) rated(c Code) bool {
	return c.Unrated > 0 || !slices.ContainsFunc(t.players, func(p player) bool { return p.Rating == 0 })
}
