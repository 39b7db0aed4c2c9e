package trf

import (
	"strings"

	"crownpost/tournament"
)

// check reports what the players' records have against each other.
func (r *reader) check() {
	f := r.file.Field
	byes := map[int]int{} // of the pairing, by round
	played := f.PlayedRounds()
	for i, p := range f.Players {
		l := r.rows[i].line
		for round, record := range p.Records {
			column := roundColumn(round + 1)
			if record.Opponent > 0 {
				r.game(l, column, p.ID, round+1, record)
			}
			if record.Opponent == 0 && record.Kind.Paired() && record.Kind != tournament.PairingBye {
				r.strictly(l, column, "a forfeit without an opponent")
			}
			if record.Kind == tournament.PairingBye {
				byes[round]++
				if byes[round] > 1 {
					r.strictly(l, column, "a second bye of the pairing in round %d", round+1)
				}
			}
			if f.Rounds > 0 && round == f.Rounds && record != (tournament.Record{}) {
				r.strictly(l, column, "round %d of %d", round+1, f.Rounds)
			}
		}
		r.sum(r.rows[i], p, played)
	}
	if size := r.size.field(5, len(r.size.text)); size != "" {
		announced, _, _ := strings.Cut(size, " ")
		if n, ok := number(announced); !ok || n != len(f.Players) {
			r.strictly(r.size, 5, "%s players announced, there are %d", announced, len(f.Players))
		}
	}
}

// game compares a record with that of the opponent. A result may differ from
// what the other side has, by an arbiter's decision; but no game has two
// winners.
func (r *reader) game(l line, column, id, round int, mine tournament.Record) {
	other, ok := r.index[mine.Opponent]
	switch {
	case mine.Opponent == id:
		r.contradicts(l, column, "player %d meets himself in round %d", id, round)
		return
	case !ok:
		r.contradicts(l, column, "opponent %d does not exist", mine.Opponent)
		return
	}
	theirs := r.file.Field.Players[other].Record(round)
	unplayed := func(k tournament.Kind) bool {
		return k == tournament.ForfeitWin || k == tournament.ForfeitLoss
	}
	won := func(k tournament.Kind) bool { return k == tournament.Win || k == tournament.ForfeitWin }
	switch {
	case theirs.Opponent == 0 && unplayed(mine.Kind) && unplayed(theirs.Kind):
		r.strictly(l, column, "player %d does not name %d in round %d", mine.Opponent, id, round)
	case theirs.Opponent != id:
		r.contradicts(l, column, "one-sided pairing: player %d does not name %d in round %d", mine.Opponent, id, round)
	case mine.Colour != tournament.NoColour && mine.Colour == theirs.Colour:
		r.contradicts(l, column+5, "players %d and %d both have %s in round %d",
			id, mine.Opponent, map[tournament.Colour]string{tournament.White: "White", tournament.Black: "Black"}[mine.Colour], round)
	case won(mine.Kind) && won(theirs.Kind):
		r.contradicts(l, column+7, "players %d and %d both win in round %d", id, mine.Opponent, round)
	case mine.Kind.Played() != theirs.Kind.Played():
		r.strictly(l, column+7, "players %d and %d do not agree whether they played in round %d", id, mine.Opponent, round)
	}
}

// sum compares the points that a line claims with those of its rounds. Some
// programs leave byes of the next round out, or add its virtual points.
func (r *reader) sum(claim row, p tournament.Player, played int) {
	if !claim.claims {
		return
	}
	all, before := p.Score(len(p.Records)), p.Score(played)
	virtual := p.VirtualIn(played + 1)
	switch claim.claimed {
	case all, before, all + virtual, before + virtual:
	default:
		r.contradicts(claim.line, pointsAt, "%s points, but the rounds give %s", decimal(claim.claimed), decimal(all))
	}
}
