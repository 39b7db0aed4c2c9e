package rating

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"pgregory.net/rapid"
)

// vectors are results of the formulas computed in floating point by a
// program of its own; logistic ones beyond the cap of 400 are left out.
type vectors struct {
	Logistic []struct {
		RA, RB     int
		ScoreA     float64 `json:"score_a"`
		K          int
		EA         json.Number `json:"E_a"`
		DeltaMilli Milli       `json:"delta_milli_half_away"`
	}
	Fibs []struct {
		R1, R2, K1, K2 float64
		N, Exp1, Exp2  int
		Win1           bool
		Upset          json.Number `json:"P_upset"`
		C1, C2         json.Number
	}
}

func readVectors(t *testing.T) vectors {
	t.Helper()
	data, err := os.ReadFile("testdata/ratings.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// scaled is n × unit, rounded.
func scaled(t *testing.T, n json.Number, unit float64) int64 {
	t.Helper()
	f, err := n.Float64()
	if err != nil {
		t.Fatal(err)
	}
	return int64(math.Round(f * unit))
}

func TestEloAgreesWithTheReferenceNumbers(t *testing.T) {
	all := readVectors(t).Logistic
	if len(all) != 12 {
		t.Fatalf("%d vectors, want 12", len(all))
	}
	for _, v := range all {
		expected := eloExpectation(Milli(v.RA-v.RB) * 1000)
		if want := scaled(t, v.EA, million); int64(expected) != want {
			t.Errorf("%d v %d: expected %d, want %d", v.RA, v.RB, expected, want)
		}
		if got := eloDelta(100*v.K, Score(2*v.ScoreA), expected); got != v.DeltaMilli {
			t.Errorf("%d v %d, score %v, K %d: delta %d, want %d", v.RA, v.RB, v.ScoreA, v.K, got, v.DeltaMilli)
		}
	}
}

func TestTheEloTableIsTheLogisticCurve(t *testing.T) {
	for d, got := range eloExpected {
		want := math.Round(million / (1 + math.Pow(10, -float64(d)/400)))
		if got != int(want) {
			t.Errorf("D = %d: %d, want %.0f", d, got, want)
		}
	}
}

func TestEloRoundsTheDifferenceHalfToEvenAndCapsIt(t *testing.T) {
	for _, c := range []struct {
		name       string
		difference Milli
		points     int
	}{
		{"a half goes down to an even number", 100_500, 100},
		{"a half goes up to an even number", 101_500, 102},
		{"just over a half goes up", 100_501, 101},
		{"just under a half goes down", 101_499, 101},
		{"401 counts as 400", 401_000, 400},
		{"2000 counts as 400", 2_000_000, 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, want := eloExpectation(c.difference), eloExpected[c.points]; got != want {
				t.Errorf("stronger side: %d, want %d", got, want)
			}
			if got, want := eloExpectation(-c.difference), million-eloExpected[c.points]; got != want {
				t.Errorf("weaker side: %d, want %d", got, want)
			}
		})
	}
}

func TestTheDevelopmentFactorFollowsGamesAndPeak(t *testing.T) {
	for _, c := range []struct {
		name   string
		player Player
		k      int
	}{
		{"a newcomer has 40", New(), 4000},
		{"the 30th game still has 40", Player{Rating: Start, Games: 29}, 4000},
		{"the 31st game has 20", Player{Rating: Start, Games: 30}, 2000},
		{"who is below 2400 has 20", Player{Rating: 2_399_999, Games: 99}, 2000},
		{"who was at 2400 once has 10 for good", Player{Rating: 2_100_000, Games: 99, Reached2400: true}, 1000},
		{"who was at 2400 within 30 games has 10 too", Player{Rating: 2_400_000, Games: 12, Reached2400: true}, 1000},
	} {
		t.Run(c.name, func(t *testing.T) {
			change, _ := Apply(Elo, c.player, New(), Draw, 0)
			if change.K != c.k {
				t.Errorf("K = %d, want %d", change.K, c.k)
			}
		})
	}
}

func TestAfterMovesThePlayerOn(t *testing.T) {
	p := Player{Rating: 2_395_000, Games: 40}
	change, _ := Apply(Elo, p, p, Win, 0)
	got := p.After(change)
	if want := (Player{Rating: 2_405_000, Games: 41, Reached2400: true}); got != want {
		t.Errorf("after the win: %+v, want %+v", got, want)
	}
	change, _ = Apply(Elo, got, p, Loss, 0)
	if got = got.After(change); !got.Reached2400 || got.Rating >= 2_400_000 {
		t.Errorf("after the loss: %+v; 2400 stays reached", got)
	}
	match, _ := Apply(MatchLength, New(), New(), Win, 7)
	if got := New().After(match); got.Experience != 7 || got.Games != 1 {
		t.Errorf("after a match to 7: %+v", got)
	}
}

func TestMatchLengthAgreesWithTheReferenceNumbers(t *testing.T) {
	all := readVectors(t).Fibs
	if len(all) != 6 {
		t.Fatalf("%d vectors, want 6", len(all))
	}
	for _, v := range all {
		// The file counts experience without this match.
		one := Player{Rating: Milli(math.Round(v.R1 * 1000)), Experience: v.Exp1 - v.N}
		two := Player{Rating: Milli(math.Round(v.R2 * 1000)), Experience: v.Exp2 - v.N}
		score := Loss
		if v.Win1 {
			score = Win
		}
		c1, c2 := Apply(MatchLength, one, two, score, v.N)
		if got, want := int64(min(c1.Expected, c2.Expected)), scaled(t, v.Upset, million); got != want {
			t.Errorf("%v v %v to %d: upset %d, want %d", v.R1, v.R2, v.N, got, want)
		}
		if c1.K != int(100*v.K1) || c2.K != int(100*v.K2) {
			t.Errorf("%v v %v: K %d and %d, want %v and %v", v.R1, v.R2, c1.K, c2.K, v.K1, v.K2)
		}
		if got, want := c1.Delta, Milli(scaled(t, v.C1, 1000)); got != want {
			t.Errorf("%v v %v to %d: first changes by %d, want %d", v.R1, v.R2, v.N, got, want)
		}
		if got, want := c2.Delta, Milli(scaled(t, v.C2, 1000)); got != want {
			t.Errorf("%v v %v to %d: second changes by %d, want %d", v.R1, v.R2, v.N, got, want)
		}
	}
}

func TestMatchLengthCountsThisMatchAsExperience(t *testing.T) {
	for _, c := range []struct {
		winner, loser       Milli
		length              int
		winnerExp, loserExp int
		gain, cost          Milli
	}{
		{1_500_000, 1_500_000, 1, 0, 0, 9_980, -9_980},
		{1_500_000, 1_500_000, 5, 0, 0, 22_137, -22_137},
		{1_700_000, 1_500_000, 5, 1000, 1000, 3_346, -3_346},
		{1_500_000, 1_700_000, 5, 1000, 1000, 5_599, -5_599},
		{1_850_000, 1_750_000, 7, 2000, 2000, 4_492, -4_492},
		{1_750_000, 1_850_000, 7, 2000, 2000, 6_091, -6_091},
		{1_500_000, 1_600_000, 1, 395, 5000, 2_200, -2_115},
		{1_900_000, 1_400_000, 11, 5000, 50, 1_712, -7_517},
		{1_400_000, 1_900_000, 11, 50, 5000, 50_723, -11_554},
		{1_622_450, 1_589_100, 3, 120, 800, 12_626, -3_349},
		{1_500_000, 1_500_000, 64, 0, 500, 69_760, -16_000},
		{1_800_000, 1_500_000, 25, 400, 399, 3_020, -3_020},
		{1_500_000, 1_500_000, 9, 400, 400, 6_000, -6_000},
		{2_000_000, 1_600_000, 25, 600, 600, 1_818, -1_818},
	} {
		t.Run(fmt.Sprintf("%v with experience %d beats %v with %d to %d", c.winner, c.winnerExp, c.loser, c.loserExp, c.length), func(t *testing.T) {
			winner := Player{Rating: c.winner, Experience: c.winnerExp}
			loser := Player{Rating: c.loser, Experience: c.loserExp}
			lost, won := Apply(MatchLength, loser, winner, Loss, c.length)
			if won.Delta != c.gain || lost.Delta != c.cost {
				t.Errorf("changes %d and %d, want %d and %d", won.Delta, lost.Delta, c.gain, c.cost)
			}
		})
	}
}

func TestASingleGameCountsAsAMatchToOne(t *testing.T) {
	game, _ := Apply(MatchLength, New(), New(), Win, 0)
	match, _ := Apply(MatchLength, New(), New(), Win, 1)
	if game != match {
		t.Errorf("single game %+v, match to 1 %+v", game, match)
	}
}

func TestHowLongARatingIsProvisional(t *testing.T) {
	for _, c := range []struct {
		name        string
		formula     Formula
		player      Player
		provisional bool
	}{
		{"a newcomer's is", Elo, New(), true},
		{"9 games are too few for Elo", Elo, Player{Games: 9, Experience: 900}, true},
		{"10 games are enough for Elo", Elo, Player{Games: 10}, false},
		{"a newcomer's by match length is", MatchLength, New(), true},
		{"matches of 199 points are too few, however many", MatchLength, Player{Games: 199, Experience: 199}, true},
		{"matches of 200 points are enough, however few", MatchLength, Player{Games: 4, Experience: 200}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Provisional(c.formula, c.player); got != c.provisional {
				t.Errorf("provisional: %v", got)
			}
		})
	}
}

func TestFormulaForAFamily(t *testing.T) {
	if got := FormulaFor("draughts"); got != Elo {
		t.Errorf("draughts: %q", got)
	}
	if got := FormulaFor("backgammon"); got != MatchLength {
		t.Errorf("backgammon: %q", got)
	}
}

func TestRatingsAsText(t *testing.T) {
	for _, c := range []struct {
		rating         Milli
		plain, signed  string
		wholeAwayAtTie int
	}{
		{1_500_000, "1500.000", "+1500.000", 1500},
		{1_500_500, "1500.500", "+1500.500", 1501},
		{1_500_499, "1500.499", "+1500.499", 1500},
		{-500, "-0.500", "-0.500", -1},
		{0, "0.000", "+0.000", 0},
	} {
		if got := c.rating.String(); got != c.plain {
			t.Errorf("%d: %q, want %q", int64(c.rating), got, c.plain)
		}
		if got := c.rating.Signed(); got != c.signed {
			t.Errorf("%d signed: %q, want %q", int64(c.rating), got, c.signed)
		}
		if got := c.rating.Points(); got != c.wholeAwayAtTie {
			t.Errorf("%d in points: %d, want %d", int64(c.rating), got, c.wholeAwayAtTie)
		}
	}
}

// A game that began when its player had 1500 and ends late changes the rating
// he has by then.
func TestALateResultChangesTheRatingOfTheMoment(t *testing.T) {
	p := New()
	for range 5 {
		change, _ := Apply(Elo, p, New(), Win, 0)
		p = p.After(change)
	}
	before := p.Rating
	change, _ := Apply(Elo, p, New(), Loss, 0)
	if change.Own != before || change.After != before+change.Delta || change.After <= Start {
		t.Errorf("late loss: %s", change.Sum())
	}
}

func players() *rapid.Generator[Player] {
	return rapid.Custom(func(t *rapid.T) Player {
		return Player{
			Rating:      Milli(rapid.Int64Range(0, 3_500_000).Draw(t, "rating")),
			Games:       rapid.IntRange(0, 100).Draw(t, "games"),
			Experience:  rapid.IntRange(0, 1000).Draw(t, "experience"),
			Reached2400: rapid.Bool().Draw(t, "reached 2400"),
		}
	})
}

func TestWhatOneSideWinsTheOtherLosesAtEqualK(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom([]Formula{Elo, MatchLength}).Draw(t, "formula")
		white, black := players().Draw(t, "white"), players().Draw(t, "black")
		score := Score(rapid.IntRange(0, 2).Draw(t, "score"))
		length := rapid.IntRange(0, 64).Draw(t, "length")
		w, b := Apply(f, white, black, score, length)
		if w.Expected+b.Expected != million {
			t.Fatalf("expected scores %d and %d", w.Expected, b.Expected)
		}
		if w.K == b.K && w.Delta+b.Delta != 0 {
			t.Fatalf("changes %v and %v", w.Delta, b.Delta)
		}
		if score == Win && (w.Delta < 0 || b.Delta > 0) {
			t.Fatalf("the winner lost points: %v and %v", w.Delta, b.Delta)
		}
		if w.After != w.Own+w.Delta || w.Own != white.Rating || w.Opponent != black.Rating {
			t.Fatalf("the sum does not add up: %s", w.Sum())
		}
	})
}

func TestSwappingTheSidesChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom([]Formula{Elo, MatchLength}).Draw(t, "formula")
		one, two := players().Draw(t, "one"), players().Draw(t, "two")
		score := Score(rapid.IntRange(0, 2).Draw(t, "score"))
		length := rapid.IntRange(1, 64).Draw(t, "length")
		a, b := Apply(f, one, two, score, length)
		d, c := Apply(f, two, one, score.Other(), length)
		if a != c || b != d {
			t.Fatalf("%+v, %+v as White; %+v, %+v as Black", a, b, c, d)
		}
	})
}

func TestAStrongerOpponentNeverMeansMoreExpected(t *testing.T) {
	for d := Milli(-3_000_000); d < 3_000_000; d += 250 {
		if eloExpectation(d) > eloExpectation(d+250) {
			t.Fatalf("Elo falls at %v", d)
		}
		if matchExpectation(d, 7) > matchExpectation(d+250, 7) {
			t.Fatalf("match length falls at %v", d)
		}
	}
}

func ExampleApply() {
	white, black := New(), New()
	forWhite, forBlack := Apply(Elo, white, black, Win, 0)
	fmt.Println(forWhite.Sum())
	fmt.Println(forBlack.Sum())
	white, black = white.After(forWhite), black.After(forBlack)
	fmt.Println(white.Rating, black.Rating, Provisional(Elo, white))

	match, _ := Apply(MatchLength, New(), New(), Win, 5)
	fmt.Println(match.Sum())
	// Output:
	// 1500.000 + 40 × (1 − 0.500000) = 1520.000
	// 1500.000 + 40 × (0 − 0.500000) = 1480.000
	// 1520.000 1480.000 true
	// 1500.000 + 4 × 4.95 × √5 × (1 − 0.500000) = 1522.137
}
