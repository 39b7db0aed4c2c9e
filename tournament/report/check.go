package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"crownpost/tournament"
	"crownpost/tournament/swiss"
	"crownpost/tournament/trf"
)

// ErrSystem says that a file asks for pairings that are not made here.
var ErrSystem = errors.New("pairing system is not known")

// Pairer is swiss.Pair or swiss.Explain.
type Pairer func(f tournament.Field, round int) (swiss.Round, error)

// Pair pairs a round of a file, on what came before it, by the file's system:
// the Dutch one or, in a round robin, the Berger tables. Errors: ErrSystem,
// those of the Pairer, swiss.ErrRound beyond the tables.
func Pair(file *trf.File, number int, pair Pairer) (swiss.Round, error) {
	if file.Field.RoundRobin {
		return berger(file.Field, number)
	}
	if system := system(file); !known(system) {
		return swiss.Round{}, fmt.Errorf("%s: %w", system, ErrSystem)
	}
	return pair(file.Field.Before(number), number)
}

func system(file *trf.File) string { return strings.ToUpper(file.Text(trf.System)) }

// known reports whether a system is paired by the Dutch rules.
func known(system string) bool {
	return system == "" || strings.HasPrefix(system, "FIDE_DUTCH") || strings.HasPrefix(system, "CUSTOM_SWISS")
}

// berger is a round of the Berger tables for players in the order of their
// numbers.
func berger(field tournament.Field, number int) (swiss.Round, error) {
	ids := make([]int, len(field.Players))
	for i, p := range field.Players {
		ids[i] = p.ID
	}
	slices.Sort(ids)
	rounds := tournament.Pairings(len(ids), false)
	if max(field.Rounds, field.PlayedRounds()) > len(rounds) {
		rounds = tournament.Pairings(len(ids), true)
	}
	if number > len(rounds) {
		return swiss.Round{}, swiss.ErrRound
	}
	round := swiss.Round{Number: number}
	playing := map[int]bool{}
	for _, p := range rounds[number-1] {
		white, black := ids[p.White-1], ids[p.Black-1]
		playing[white], playing[black] = true, true
		round.Pairings = append(round.Pairings, swiss.Pairing{White: white, Black: black})
	}
	for _, id := range ids {
		if !playing[id] {
			round.Bye = id
		}
	}
	return round, nil
}

// Difference is a place where a file is paired otherwise than by the rules.
type Difference struct {
	Round   int
	Problem string // in English
}

// String names the round and the problem.
func (d Difference) String() string { return fmt.Sprintf("round %d: %s", d.Round, d.Problem) }

// Check pairs every round of a file again. The initial colour is that of the
// file or, where it is missing, that of round 1. Errors: those of Pair but
// swiss.ErrNoPairing, which is a difference.
func Check(file *trf.File) ([]Difference, error) {
	file.Field.Initial = file.Field.FirstColour()
	var all []Difference
	for number := 1; number <= file.Field.PlayedRounds(); number++ {
		differ := func(problem string, args ...any) {
			all = append(all, Difference{number, fmt.Sprintf(problem, args...)})
		}
		round, err := Pair(file, number, swiss.Pair)
		switch {
		case errors.Is(err, swiss.ErrNoPairing):
			differ("%v, but the file has one", swiss.ErrNoPairing)
			continue
		case err != nil:
			return all, fmt.Errorf("round %d: %w", number, err)
		}
		for _, p := range round.Pairings {
			white, black := seenBy(file.Field, p.White, number), seenBy(file.Field, p.Black, number)
			if !white.meets(p.Black, tournament.White) || !black.meets(p.White, tournament.Black) {
				differ("expected %d %d, the file has %s, %s", p.White, p.Black, white, black)
			}
		}
		bye := seenBy(file.Field, round.Bye, number)
		if round.Bye > 0 && (bye.record.Opponent > 0 || bye.record.Kind != tournament.PairingBye && !file.Field.RoundRobin) {
			differ("expected %d 0, the file has %s", round.Bye, bye)
		}
	}
	return all, nil
}

// seen is the record of a player in a round.
type seen struct {
	id     int
	record tournament.Record
	robin  bool
}

func seenBy(f tournament.Field, id, round int) seen {
	if i := f.Player(id); i >= 0 {
		return seen{id, f.Players[i].Record(round), f.RoundRobin}
	}
	return seen{id: id}
}

// meets reports whether the record is of a pairing with an opponent. Forfeits
// may leave out the colour, or all of it; games of a round robin may be played
// later.
func (s seen) meets(opponent int, colour tournament.Colour) bool {
	forfeited := s.record.Kind == tournament.ForfeitWin || s.record.Kind == tournament.ForfeitLoss
	switch {
	case forfeited && s.record.Opponent == 0, s.robin && s.record.Kind == tournament.Unrecorded:
		return true
	case s.record.Opponent != opponent:
		return false
	}
	return s.record.Colour == colour || forfeited && s.record.Colour == tournament.NoColour
}

// String is the pairing as programs print it: White, then Black.
func (s seen) String() string {
	if s.record.Colour == tournament.Black {
		return fmt.Sprintf("%d %d", s.record.Opponent, s.id)
	}
	return fmt.Sprintf("%d %d", s.id, s.record.Opponent)
}
