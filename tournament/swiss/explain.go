package swiss

import "crownpost/tournament"

// Bracket is one step of a pairing.
type Bracket struct {
	// Score is that of the residents, with virtual points.
	Score tournament.Tenths
}

// Reason explains a pair.
type Reason struct {
	Colour ColourRule
}

func (p *process) reason(x game, rule ColourRule) Reason { return Reason{Colour: rule} }

// Impossible says why there is no legal pairing, and what an organiser may do.
type Impossible struct{ Round int }

func (e *Impossible) Error() string { return ErrNoPairing.Error() }

// Unwrap is ErrNoPairing.
func (e *Impossible) Unwrap() error { return ErrNoPairing }

func (p *process) impossible() error { return &Impossible{Round: p.round} }
