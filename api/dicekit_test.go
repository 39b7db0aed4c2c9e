package api

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/api/store/storetest"
	"crownpost/rules"
	"crownpost/rules/dice"
)

// Whoever knows the seed of a chain, as a test does from its database, can
// search for a share that makes the dice come up as wanted: one in 36 does.

// shareFor is a share of side's that has the first roll after its act come up
// as wanted, ties of an opening throw included. The act is the request to roll,
// or one that a roll by the server follows.
func (s *testSite) shareFor(game int64, side rules.Side, act string, want ...int) string {
	s.t.Helper()
	view, err := s.Store.Read(s.t.Context()).Game(game)
	if err != nil {
		s.t.Fatal(err)
	}
	table, err := play.NewTable(view)
	if err != nil {
		s.t.Fatal(err)
	}
	roll, asked := firstRoll(s.t, table.State.Position, act)
	var state store.DiceState
	if err := s.Store.Write(s.t.Context(), func(tx *store.Tx) error {
		var err error
		state, err = tx.DiceState(game)
		return err
	}); err != nil {
		s.t.Fatal(err)
	}
	chain := dice.Chain{Seed: parseLink(s.t, state.Seed), Length: state.Length}
	return searchShare(s.t, chain.Link(state.Place+1), roll, want, func(share []byte) dice.Roll {
		r := dice.Roll{Match: itoa(game), Game: roll.Game, Number: state.Rolls + 1}
		unused := [2][]byte{unhex(s.t, state.Shares[0].Share), unhex(s.t, state.Shares[1].Share)}
		if !asked {
			unused[side] = share
		}
		r.Opponent = unused[roll.Side.Other()]
		switch {
		case asked:
			r.Roller = share
		case roll.Opening:
			r.Roller = unused[roll.Side]
		}
		return r
	})
}

// shareToAccept is a share of the one who accepts a seek that has the opening
// throw come up as wanted; side is the acceptor's.
func (s *testSite) shareToAccept(seek int64, side rules.Side, want ...int) string {
	s.t.Helper()
	tables := storetest.Dump(s.t, s.Store)
	next := 1 // the game's number
	for line := range strings.Lines(tables["games"]) {
		id, err := strconv.Atoi(strings.Split(line, " | ")[0])
		if err != nil {
			s.t.Fatal(err)
		}
		next = max(next, id+1)
	}
	var chain *dice.Chain
	for line := range strings.Lines(tables["dice_chains"]) {
		columns := strings.Split(strings.TrimSpace(line), " | ")
		if columns[1] == itoa(seek) && chain == nil {
			chain = &dice.Chain{Seed: parseLink(s.t, columns[5]), Length: dice.ChainLength}
		}
	}
	if chain == nil {
		s.t.Fatalf("seek %d has no chain", seek)
	}
	roll := rules.Roll{Side: rules.White, Game: 1, Opening: true}
	return searchShare(s.t, chain.Link(1), roll, want, func(share []byte) dice.Roll {
		r := dice.Roll{Match: strconv.Itoa(next), Game: 1, Number: 1, Opponent: share}
		if side == rules.White {
			r.Opponent, r.Roller = nil, share
		}
		return r
	})
}

// searchShare tries shares in turn.
func searchShare(t testing.TB, link dice.Link, roll rules.Roll, want []int, with func(share []byte) dice.Roll) string {
	t.Helper()
	for n := range uint64(1 << 20) {
		// Shares of two searches in one match must differ.
		seed := binary.BigEndian.AppendUint64(link[:], n)
		sum := sha256.Sum256(seed)
		share := sum[:dice.MinShare]
		if slices.Equal(dice.Throw(with(share).Key(link).Dice(), roll.Opening), want) {
			return hex.EncodeToString(share)
		}
	}
	t.Fatalf("no share throws %v", want)
	return ""
}

// firstRoll is the first roll that an act leads to, and whether it asks for it.
func firstRoll(t testing.TB, position rules.Position, act string) (roll rules.Roll, asked bool) {
	t.Helper()
	thrown := false
	throw := func(r rules.Roll) rules.Dice {
		if !thrown {
			roll, thrown = r, true
		}
		next := 0
		return func() int { next++; return next%6 + 1 }
	}
	for n := 0; !thrown; n++ {
		if act == "" {
			t.Fatal("no roll follows the act")
		}
		played, err := position.Play(act, throw)
		if err != nil {
			t.Fatal(err)
		}
		asked = n == 0
		position = played.Position
		act = position.Automatic()
	}
	return roll, asked
}

func parseLink(t testing.TB, text string) dice.Link {
	t.Helper()
	link, err := dice.ParseLink(text)
	if err != nil {
		t.Fatal(err)
	}
	return link
}

func unhex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
