package swiss

import (
	"errors"
	"slices"

	"crownpost/tournament"
)

// ErrBaku says that points or rounds do not allow Baku acceleration.
var ErrBaku = errors.New("acceleration by the Baku method needs draws worth half a win and losses worth nothing")

// Accelerate is the field with the virtual points of the Baku method (C.04.7):
// the first half of the players, rounded up to an even number, has the points
// of a win in the first half of the accelerated rounds and those of a draw in
// the others; half of the announced rounds are accelerated, the odd one too.
// It is called once, before round 1; those who enter later and rank above the
// last player of the group are given his Virtual. Errors: ErrBaku.
func Accelerate(f tournament.Field) (tournament.Field, error) {
	if f.Points.Win != 2*f.Points.Draw || f.Points.Loss != 0 || f.Rounds < 1 {
		return f, ErrBaku
	}
	rounds := (f.Rounds + 1) / 2
	virtual := make([]tournament.Tenths, rounds)
	for r := range virtual {
		virtual[r] = f.Points.Draw
		if r < (rounds+1)/2 {
			virtual[r] = f.Points.Win
		}
	}
	ids := make([]int, len(f.Players))
	for i, p := range f.Players {
		ids[i] = p.ID
	}
	slices.Sort(ids)
	group := 2 * ((len(ids) + 3) / 4)
	f.Players = slices.Clone(f.Players)
	for i, p := range f.Players {
		f.Players[i].Virtual = nil
		if group >= len(ids) || p.ID <= ids[group-1] {
			f.Players[i].Virtual = slices.Clone(virtual)
		}
	}
	return f, nil
}
