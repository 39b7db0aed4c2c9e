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
	f.Players = slices.Clone(f.Players)
	f.Baku()
	return f, nil
}
