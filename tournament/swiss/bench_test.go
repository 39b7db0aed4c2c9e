package swiss

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"crownpost/tournament"
)

// openEvent is an event of many players after some rounds: draws, a few
// forfeits and byes.
func openEvent(t testing.TB, players, played int) tournament.Field {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(players), 9))
	f := tournament.Field{Rounds: 9, Points: tournament.DefaultPoints(), Initial: tournament.White}
	for id := 1; id <= players; id++ {
		f.Players = append(f.Players, tournament.Player{ID: id})
	}
	for round := 1; round <= played; round++ {
		playOpenRound(t, random, &f, round)
	}
	return f
}

func playOpenRound(t testing.TB, random *rand.Rand, f *tournament.Field, round int) time.Duration {
	t.Helper()
	for i := range f.Players {
		r := tournament.Record{}
		if random.IntN(50) == 0 {
			r = tournament.Record{Kind: tournament.HalfBye, Points: f.Points.HalfBye}
		}
		f.Players[i].Records = append(f.Players[i].Records[:round-1:round-1], r)
	}
	start := time.Now()
	paired, err := Pair(*f, round)
	took := time.Since(start)
	if err != nil {
		t.Fatal(err)
	}
	play(random, f, round, paired)
	return took
}

func BenchmarkPair(b *testing.B) {
	for _, players := range []int{50, 100, 200, 500, 1000, 2000} {
		b.Run(fmt.Sprint(players), func(b *testing.B) {
			f := openEvent(b, players, 4)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Pair(f, 5); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// whiteWins is an event in which White has won every game: whole brackets want
// the same colour.
func whiteWins(t testing.TB, players, played int) tournament.Field {
	t.Helper()
	f := tournament.Field{Rounds: 9, Points: tournament.DefaultPoints(), Initial: tournament.White}
	for id := 1; id <= players; id++ {
		f.Players = append(f.Players, tournament.Player{ID: id})
	}
	for round := 1; round <= played; round++ {
		paired, err := Pair(f, round)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range paired.Pairings {
			white, black := &f.Players[p.White-1], &f.Players[p.Black-1]
			white.Records = append(white.Records, tournament.Record{
				Kind: tournament.Win, Opponent: p.Black, Colour: tournament.White, Points: f.Points.Win,
			})
			black.Records = append(black.Records, tournament.Record{
				Kind: tournament.Loss, Opponent: p.White, Colour: tournament.Black, Points: f.Points.Loss,
			})
		}
	}
	return f
}

func BenchmarkPairColours(b *testing.B) {
	for _, players := range []int{500, 1000} {
		for _, played := range []int{2, 4, 6} {
			b.Run(fmt.Sprintf("%d/%d", players, played+1), func(b *testing.B) {
				f := whiteWins(b, players, played)
				for b.Loop() {
					if _, err := Pair(f, played+1); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkFirstRound(b *testing.B) {
	for _, players := range []int{50, 500, 2000} {
		b.Run(fmt.Sprint(players), func(b *testing.B) {
			f := openEvent(b, players, 0)
			for b.Loop() {
				if _, err := Pair(f, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
