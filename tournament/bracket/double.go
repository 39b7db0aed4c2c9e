package bracket

import (
	"errors"
	"fmt"
)

// Drop is the order in which the losers of a round of the winners' bracket come
// into the losers' bracket, from the top.
type Drop string

// The drops.
const (
	Natural Drop = "nat"
	// Reverse begins with the last.
	Reverse Drop = "rev"
	// Half swaps the halves.
	Half Drop = "half"
	// ReverseHalf reverses each half.
	ReverseHalf Drop = "revhalf"
)

// ErrDrops are orders that there are not, or not as many as winners' rounds
// after the first.
var ErrDrops = errors.New("orders of drops do not fit")

// BestDrops are the orders, for winners' rounds 2, 3 … of so many, that put off
// the first possible rematch longest, found by a search of all: with 8 players
// it is possible in losers' round 3, with 16 in round 4, with 32 in round 5,
// with 64 in round 7 (formats.md 2.2), with 128 and 256 in round 8. Larger
// fields go on in the same way.
func BestDrops(rounds int) []Drop {
	best := []Drop{Reverse, Half, ReverseHalf}
	drops := make([]Drop, max(rounds-1, 0))
	for i := range drops {
		drops[i] = Natural
		if i < len(best) && i < rounds-3 || i == 0 && rounds == 3 {
			drops[i] = best[i]
		}
	}
	return drops
}

// permute puts a list into the order of a drop.
func (o Drop) permute(list []Source) []Source {
	n := len(list)
	out := make([]Source, n)
	for i := range list {
		j := i
		switch o {
		case Reverse:
			j = n - 1 - i
		case Half:
			j = (i + n/2) % n
		case ReverseHalf:
			if j = n/2 - 1 - i; j < 0 {
				j += n
			}
		}
		out[i] = list[j]
	}
	return out
}

// drawDouble adds the rounds of both brackets in the order in which they can be
// played (formats.md 2.2). With k winners' rounds there are 2(k-1) of losers:
// the losers of round 1 play each other; those of round r come into losers'
// round 2r-2, against its survivors; in between survivors play each other.
func (d *Draw) drawDouble() error {
	rounds := log2(len(d.Plan.Order))
	drops := d.Plan.Drops
	if len(drops) == 0 {
		drops = BestDrops(rounds)
	}
	if len(drops) != rounds-1 {
		return fmt.Errorf("%d orders for %d winners' rounds: %w", len(drops), rounds, ErrDrops)
	}
	for _, o := range drops {
		if o != Natural && o != Reverse && o != Half && o != ReverseHalf {
			return fmt.Errorf("%q: %w", o, ErrDrops)
		}
	}
	// A defeat in the winners' bracket is no end, unless both lose: they are
	// then as far as those who lose where the loser would have come to.
	depth := func(losersRound int) int { return 2*(rounds-1) - losersRound + 1 }
	winners := d.add(Main, 1, depth(1), d.firstRound())
	survivors := from(LoserOf, winners)
	if rounds > 1 {
		survivors = from(WinnerOf, d.add(Losers, 1, depth(1), survivors))
	}
	for round := 2; round <= rounds; round++ {
		major := 2*round - 2
		winners = d.add(Main, round, depth(major), from(WinnerOf, winners))
		dropped := drops[round-2].permute(from(LoserOf, winners))
		survivors = from(WinnerOf, d.add(Losers, major, depth(major), zip(dropped, survivors)))
		if round < rounds {
			survivors = from(WinnerOf, d.add(Losers, major+1, depth(major+1), survivors))
		}
	}
	final := d.add(GrandFinal, 1, 0, zip(from(WinnerOf, winners), survivors))
	if d.Plan.Reset {
		d.add(Reset, 1, 0, zip(from(LoserOf, final), from(WinnerOf, final)))
	}
	return nil
}
