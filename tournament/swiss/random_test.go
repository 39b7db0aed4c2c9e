package swiss

import (
	"math/rand/v2"

	"crownpost/tournament"
)

// randomField is an event before its first round: of some, points or terms are
// unusual.
func randomField(random *rand.Rand, players int) tournament.Field {
	f := tournament.Field{Rounds: 1 + random.IntN(9), Points: tournament.DefaultPoints(), Initial: tournament.White}
	if random.IntN(2) == 0 {
		f.Initial = tournament.Black
	}
	switch random.IntN(8) {
	case 0:
		f.Points = tournament.PointsOf(20, 10, 0)
	case 1:
		f.Points = tournament.PointsOf(30, 10, 0)
	case 2:
		f.Points = tournament.PointsOf(30, 20, 10)
	case 3:
		f.Colourless = true
	}
	if random.IntN(6) == 0 {
		f.Points.PairingBye = f.Points.Draw
	}
	for id := 1; id <= players; id++ {
		f.Players = append(f.Players, tournament.Player{ID: id})
	}
	if random.IntN(5) == 0 {
		group := (players + 3) / 4 * 2
		for i := range min(group, players) {
			f.Players[i].Virtual = []tournament.Tenths{f.Points.Win, f.Points.Win, f.Points.Draw}
		}
	}
	if random.IntN(5) == 0 {
		f.Forbidden = []tournament.Forbidden{{Players: random.Perm(players)[:min(players, 2+random.IntN(2))], First: 1}}
		for i := range f.Forbidden[0].Players {
			f.Forbidden[0].Players[i]++
		}
	}
	return f
}

// absences lets a few players stay away from a round.
func absences(random *rand.Rand, f *tournament.Field, round int) {
	byes := []tournament.Kind{tournament.ZeroBye, tournament.HalfBye, tournament.HalfBye, tournament.FullBye}
	for i := range f.Players {
		r := tournament.Record{}
		if random.IntN(12) == 0 {
			r.Kind = byes[random.IntN(len(byes))]
			r.Points = f.Points.For(r.Kind)
		}
		f.Players[i].Records = append(f.Players[i].Records[:round-1:round-1], r)
	}
}

// anyPairs is a round as an arbiter might pair it who knows no rules.
func anyPairs(random *rand.Rand, r Round) Round {
	var ids []int
	for _, p := range r.Pairings {
		ids = append(ids, p.White, p.Black)
	}
	if r.Bye != 0 {
		ids = append(ids, r.Bye)
	}
	random.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	other := Round{Number: r.Number}
	for ; len(ids) > 1; ids = ids[2:] {
		other.Pairings = append(other.Pairings, Pairing{White: ids[0], Black: ids[1]})
	}
	if len(ids) == 1 {
		other.Bye = ids[0]
	}
	return other
}

// play gives the pairs of a round results, some of them by forfeit. Now and
// then the arbiter has the colours the other way round.
func play(random *rand.Rand, f *tournament.Field, round int, r Round) {
	set := func(id, opponent int, kind tournament.Kind, colour tournament.Colour) {
		f.Players[f.Player(id)].Records[round-1] = tournament.Record{
			Kind: kind, Opponent: opponent, Colour: colour, Points: f.Points.For(kind),
		}
	}
	for _, p := range r.Pairings {
		white, black := p.White, p.Black
		if random.IntN(8) == 0 {
			white, black = black, white
		}
		kinds := [][2]tournament.Kind{
			{tournament.Win, tournament.Loss}, {tournament.Win, tournament.Loss}, {tournament.Win, tournament.Loss},
			{tournament.Loss, tournament.Win}, {tournament.Loss, tournament.Win},
			{tournament.Draw, tournament.Draw}, {tournament.Draw, tournament.Draw},
			{tournament.ForfeitWin, tournament.ForfeitLoss}, {tournament.ForfeitLoss, tournament.ForfeitLoss},
		}
		k := kinds[random.IntN(len(kinds))]
		set(white, black, k[0], tournament.White)
		set(black, white, k[1], tournament.Black)
	}
	if r.Bye != 0 {
		set(r.Bye, 0, tournament.PairingBye, tournament.NoColour)
	}
}
