package trf

import (
	"slices"

	"crownpost/tournament"
)

// Columns of a player's record.
const (
	roundsFrom = 92 // the first column of round 1
	roundWidth = 10
	pointsAt   = 81
)

// roundColumn is the first column of a round.
func roundColumn(round int) int { return roundsFrom + roundWidth*(round-1) }

// result is the meaning of a letter.
type result struct {
	kind  tournament.Kind
	short bool
}

// results are the letters behind opponent and colour.
var results = map[rune]result{
	'1': {kind: tournament.Win},
	'=': {kind: tournament.Draw},
	'0': {kind: tournament.Loss},
	'W': {tournament.Win, true},
	'D': {tournament.Draw, true},
	'L': {tournament.Loss, true},
	'+': {kind: tournament.ForfeitWin},
	'-': {kind: tournament.ForfeitLoss},
	'U': {kind: tournament.PairingBye},
	'F': {kind: tournament.FullBye},
	'H': {kind: tournament.HalfBye},
	'Z': {kind: tournament.ZeroBye},
	' ': {},
}

// players reads the players' records.
func (r *reader) players() {
	r.index = map[int]int{}
	for _, l := range r.records["001"] {
		r.layout(l)
		id := r.number(l, 5, 8, 0, "number of the player")
		if id == 0 {
			r.wrong(l, 5, "a player without a number")
			continue
		}
		if i, double := r.index[id]; double {
			r.contradicts(l, 5, "player %d is in line %d already", id, r.rows[i].number)
			continue
		}
		p := tournament.Player{
			ID:         id,
			Sex:        l.field(10, 10),
			Title:      l.field(11, 13),
			Name:       l.field(15, 47),
			Rating:     r.number(l, 49, 52, 0, "rating"),
			Federation: l.field(54, 56),
			Number:     l.field(58, 68),
			Birth:      l.field(70, 79),
			Rank:       r.number(l, 86, 89, 0, "rank"),
		}
		claimed := l.field(pointsAt, pointsAt+3)
		if claimed == "" {
			r.strictly(l, pointsAt, "no points")
		}
		for round := 1; roundColumn(round) <= len(l.text); round++ {
			if round > MaxRounds {
				r.wrong(l, roundColumn(round), "more than %d rounds", MaxRounds)
				break
			}
			p.Records = append(p.Records, r.record(l, roundColumn(round)))
		}
		r.index[id] = len(r.rows)
		r.rows = append(r.rows, row{l, r.tenths(l, pointsAt, claimed, "points"), claimed != ""})
		r.file.Field.Players = append(r.file.Field.Players, p)
	}
}

// layout minds, when strict, the blank columns between the fields.
func (r *reader) layout(l line) {
	gaps := []int{9, 14, 48, 53, 57, 69, 80, 85, 90, 91}
	for column := roundsFrom; column <= len(l.text); column += roundWidth {
		gaps = append(gaps, column+4, column+6, column+8, column+9)
	}
	if i := slices.IndexFunc(gaps, func(column int) bool { return !blank(l.at(column)) }); i >= 0 {
		r.strictly(l, gaps[i], "%q between two fields", l.at(gaps[i]))
	}
}

// record reads a round, which begins at a column.
func (r *reader) record(l line, column int) tournament.Record {
	atColour, atResult := column+5, column+7
	opponent := r.number(l, column, column+3, 0, "opponent")
	record := tournament.Record{Opponent: opponent}
	switch l.at(atColour) {
	case 'w', 'W':
		record.Colour = tournament.White
	case 'b', 'B':
		record.Colour = tournament.Black
	case '-', ' ':
	default:
		r.wrong(l, atColour, "%q is no colour", l.at(atColour))
	}
	letter := upper(l.at(atResult))
	meaning, ok := results[letter]
	if !ok {
		r.wrong(l, atResult, "%q is no result", letter)
		return tournament.Record{}
	}
	if letter != l.at(atResult) {
		r.strictly(l, atResult, "result %q in a small letter", l.at(atResult))
	}
	record.Kind, record.Short = meaning.kind, meaning.short
	switch {
	case record.Kind == tournament.Unrecorded && opponent > 0:
		r.wrong(l, atResult, "a game with %d without a result", opponent)
	case record.Kind == tournament.Unrecorded && record.Colour != tournament.NoColour:
		r.wrong(l, atColour, "a colour without an opponent")
	case record.Kind == tournament.Unrecorded && l.field(column, atColour) != "":
		r.strictly(l, atResult, "neither opponent nor result")
		record.Kind = tournament.ZeroBye
	case letter == '-' && opponent == 0 && blank(l.at(atColour)): // lidraughts' absence
		r.strictly(l, atColour, "a forfeit without opponent and colour")
		record.Kind = tournament.ZeroBye
	case letter == '=' && opponent == 0 && record.Colour == tournament.NoColour: // as in 2006
		r.strictly(l, column, "a draw without an opponent")
		record.Kind = tournament.HalfBye
	case record.Kind.Played() && opponent == 0:
		r.wrong(l, column, "a game without an opponent")
	case record.Kind.Played() && record.Colour == tournament.NoColour:
		r.wrong(l, atColour, "a game without a colour")
	case record.Kind >= tournament.PairingBye && opponent > 0:
		r.contradicts(l, column, "a bye with the opponent %d", opponent)
	case record.Kind >= tournament.PairingBye && record.Colour != tournament.NoColour:
		r.contradicts(l, atColour, "a bye with a colour")
	}
	r.award(&record)
	return record
}
