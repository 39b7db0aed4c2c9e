package director

import (
	"slices"

	"crownpost/tournament"
)

// Field is a Swiss or a round robin as tie-breaks and files know it: IDs are
// seats. Of a game that is not finished it has nothing. In a Swiss the two games
// of a pairing are one record, with their sum; in a round robin they are two
// rounds. It is empty for other formats.
func (e Event) Field() tournament.Field {
	var f tournament.Field
	switch e.Plan.Format {
	case Swiss:
		f = swissEvent{e}.field()
	case RoundRobin:
		f = e.roundRobin().field(nil)
	}
	for i := range f.Players {
		records := f.Players[i].Records
		for j, r := range records {
			if r.Kind == tournament.Pending {
				records[j] = tournament.Record{}
			}
		}
	}
	return f
}

// meeting is what two players have against each other in a round; white has
// White in the first game.
type meeting struct {
	round        int
	white, black int // seats
	games        []Pairing
}

// meetings are the games of a Swiss: those of a pairing together.
func (e Event) meetings() []meeting {
	var all []meeting
	index := map[[3]int]int{} // by round and seats
	for _, g := range games(e.of("")) {
		key := [3]int{g.Round, min(g.white, g.black), max(g.white, g.black)}
		i, ok := index[key]
		if !ok {
			i = len(all)
			index[key] = i
			all = append(all, meeting{round: g.Round, white: g.white, black: g.black})
		}
		all[i].games = append(all[i].games, g.Pairing)
	}
	return all
}

// finished reports whether every game has a result, settled whether nobody waits
// for one.
func (m meeting) finished() bool {
	return !slices.ContainsFunc(m.games, func(g Pairing) bool { return !g.Finished() })
}

func (m meeting) settled() bool {
	return !slices.ContainsFunc(m.games, func(g Pairing) bool { return !g.Finished() && !g.Deferred })
}

// begun reports whether any game has a result, or was deferred.
func (m meeting) begun() bool {
	return slices.ContainsFunc(m.games, func(g Pairing) bool { return g.Finished() || g.Deferred })
}

// records are those of the two players: pending until all games are finished,
// or, with drawn, with those that are not as draws.
func (m meeting) records(p Plan, drawn bool) (white, black tournament.Record) {
	white = tournament.Record{Opponent: m.black, Colour: tournament.White}
	black = tournament.Record{Opponent: m.white, Colour: tournament.Black}
	if p.Points != nil {
		white.Kind, black.Kind = kindsOf(m.games[0], drawn)
		white.Points, black.Points = p.Points.For(white.Kind), p.Points.For(black.Kind)
		return white, black
	}
	played, lost, pending := false, true, false
	for _, g := range m.games {
		if !g.Finished() && drawn {
			g.Result = tournament.Drawn
		}
		w, b := p.score(g)
		if g.White != m.games[0].White {
			w, b = b, w
		}
		white.Points, black.Points = white.Points+w, black.Points+b
		pending = pending || !g.Finished()
		played = played || g.Finished() && !g.Forfeit
		lost = lost && g.Result == tournament.BothLose
	}
	switch {
	case pending:
		white.Kind, black.Kind = tournament.Pending, tournament.Pending
	case lost && played:
		white.Kind, black.Kind = tournament.Loss, tournament.Loss
	default:
		white.Kind = kindOf(white.Points, black.Points, played)
		black.Kind = kindOf(black.Points, white.Points, played)
	}
	return white, black
}

// kindsOf is what a game is for White and for Black; with drawn a draw if it has
// not ended.
func kindsOf(g Pairing, drawn bool) (white, black tournament.Kind) {
	switch {
	case !g.Finished() && drawn:
		return tournament.Draw, tournament.Draw
	case !g.Finished():
		return tournament.Pending, tournament.Pending
	}
	for kinds, result := range outcomes {
		if result == g.Result && kinds[0].Played() != g.Forfeit {
			return kinds[0], kinds[1]
		}
	}
	return tournament.ForfeitLoss, tournament.ForfeitLoss
}

// kindOf is what a round was for a player. Nobody wins without play where each
// has a forfeit.
func kindOf(mine, theirs tournament.Tenths, played bool) tournament.Kind {
	switch {
	case !played && mine > theirs:
		return tournament.ForfeitWin
	case !played:
		return tournament.ForfeitLoss
	case mine > theirs:
		return tournament.Win
	case mine < theirs:
		return tournament.Loss
	}
	return tournament.Draw
}

// inField is a player of a Field.
func (p Player) inField(id int) tournament.Player {
	return tournament.Player{ID: id, Name: p.Name, Title: p.Title, Rating: p.Rating}
}

// put notes a round of a player.
func put(p *tournament.Player, round int, r tournament.Record) {
	for len(p.Records) < round {
		p.Records = append(p.Records, tournament.Record{})
	}
	p.Records[round-1] = r
}
