package generate_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"crownpost/tournament"
	"crownpost/tournament/generate"
	"crownpost/tournament/swiss"
	"crownpost/tournament/trf"
)

func TestTermsOutOfRange(t *testing.T) {
	good := generate.Terms{Players: 2, Rounds: 3, Played: 3}
	for want, change := range map[string]func(t *generate.Terms){
		"players 1: out of range":       func(t *generate.Terms) { t.Players = 1 },
		"rounds 0: out of range":        func(t *generate.Terms) { t.Rounds = 0 },
		"played 4: out of range":        func(t *generate.Terms) { t.Played = 4 },
		"draws -0.1: out of range":      func(t *generate.Terms) { t.Draws = -0.1 },
		"withdrawals 1.5: out of range": func(t *generate.Terms) { t.Withdrawals = 1.5 },
		"late 2: out of range":          func(t *generate.Terms) { t.Late = 2 },
	} {
		terms := good
		change(&terms)
		if file, err := generate.Event(terms, swiss.Pair); file != nil || !errors.Is(err, generate.ErrRange) || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// The bytes of a seed never change: others keep them.
func TestASeedKeepsItsBytes(t *testing.T) {
	file, err := generate.Event(generate.Terms{
		Players: 9, Rounds: 5, Played: 4, Draws: 0.3, Forfeits: 0.03, Byes: 0.2, Seed: 7,
	}, swiss.Pair)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := trf.Write(&text, file); err != nil {
		t.Fatal(err)
	}
	const want = "bf4c38464030e1640c06bd1e5a66323175ccf481cbe198ba6fd67dfc7d023499"
	if got := fmt.Sprintf("%x", sha256.Sum256(text.Bytes())); got != want {
		t.Errorf("%s\n%s", got, text.Bytes())
	}
}

// phases are the stretches of a player's rounds: away, or taking part.
func phases(p tournament.Player) []bool {
	var all []bool
	for _, r := range p.Records {
		if paired := r.Kind.Paired(); len(all) == 0 || all[len(all)-1] != paired {
			all = append(all, paired)
		}
	}
	return all
}

func TestPlayersLeaveForGoodAndEnterLate(t *testing.T) {
	for name, c := range map[string]struct {
		terms    generate.Terms
		possible [][]bool
	}{
		"everybody is there from the first round to the last": {generate.Terms{}, [][]bool{{true}}},
		"who leaves does not come back":                       {generate.Terms{Withdrawals: 0.1}, [][]bool{{true}, {true, false}}},
		"who enters late stays":                               {generate.Terms{Late: 0.3}, [][]bool{{true}, {false, true}}},
	} {
		t.Run(name, func(t *testing.T) {
			c.terms.Players, c.terms.Rounds, c.terms.Played = 60, 7, 7
			file, err := generate.Event(c.terms, swiss.Pair)
			if err != nil {
				t.Fatal(err)
			}
			count := make([]int, len(c.possible))
			for _, p := range file.Field.Players {
				known := false
				for i, want := range c.possible {
					if reflect.DeepEqual(phases(p), want) {
						known = true
						count[i]++
					}
				}
				if !known {
					t.Errorf("player %d: %v", p.ID, p.Records)
				}
			}
			for i, n := range count {
				if n == 0 {
					t.Errorf("nobody has %v", c.possible[i])
				}
			}
		})
	}
}

func TestAtLeastTwoPlayOn(t *testing.T) {
	terms := generate.Terms{Players: 12, Rounds: 3, Played: 3, Byes: 1, Withdrawals: 1, Late: 1}
	for terms.Seed = range uint64(20) {
		_, err := generate.Event(terms, func(f tournament.Field, round int) (swiss.Round, error) {
			there := 0
			for _, p := range f.Players {
				if p.Record(round).Kind == tournament.Unrecorded {
					there++
				}
			}
			if there < 2 {
				t.Errorf("seed %d round %d has %d players", terms.Seed, round, there)
			}
			return swiss.Pair(f, round)
		})
		if err != nil && !errors.Is(err, swiss.ErrNoPairing) {
			t.Fatal(err)
		}
	}
}

// Whoever is away for good is marked in the round that comes next.
func TestTheNextRoundKnowsWhoHasLeft(t *testing.T) {
	file, err := generate.Event(generate.Terms{Players: 40, Rounds: 7, Played: 4, Withdrawals: 0.1}, swiss.Pair)
	if err != nil {
		t.Fatal(err)
	}
	left := 0
	for _, p := range file.Field.Players {
		if p.Record(4).Kind == tournament.ZeroBye {
			left++
			if p.Record(5).Kind != tournament.ZeroBye {
				t.Errorf("player %d is to be paired again", p.ID)
			}
		} else if len(p.Records) > 4 {
			t.Errorf("player %d has %v in round 5", p.ID, p.Record(5))
		}
	}
	if left == 0 || file.Field.PlayedRounds() != 4 {
		t.Errorf("%d players have left after %d rounds", left, file.Field.PlayedRounds())
	}
}
