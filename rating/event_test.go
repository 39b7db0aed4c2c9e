package rating

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// alone is what an event does to one contestant, who meets rated opponents;
// each is a rating and what was scored against him.
func alone(c Contestant, opponents [][2]float64) EventChange {
	field := []Contestant{c}
	var games []EventGame
	for i, o := range opponents {
		r := Milli(math.Round(1000 * o[0]))
		field = append(field, Contestant{Player: Player{Rating: r, Games: 100}, Start: r})
		games = append(games, EventGame{White: 0, Black: i + 1, Score: Score(2 * o[1])})
	}
	return RateEvent(Elo, field, games)[0]
}

// veteran is a contestant with K 20, or 10 if he ever had 2400.
func veteran(points int, reached2400 bool) Contestant {
	return Contestant{Player: Player{Rating: 1000 * Milli(points), Games: 200, Reached2400: reached2400}, Start: 1000 * Milli(points)}
}

// FIDE's published periods: what K times the sum of each event's differences
// adds up to, and the published ratings where a period was one event.
func TestEventsAgreeWithPublishedPeriods(t *testing.T) {
	for _, period := range readEventVectors(t).Periods {
		var sum Milli
		var all [][2]float64
		own := 0
		for _, event := range period.Events {
			if err := json.Unmarshal(event[0], &own); err != nil {
				t.Fatal(err)
			}
			var lines [][3]number
			if err := json.Unmarshal(event[1], &lines); err != nil {
				t.Fatal(err)
			}
			var opponents [][2]float64
			for _, line := range lines {
				opponents = append(opponents, [2]float64{float64(line[0]), float64(line[1])})
			}
			all = append(all, opponents...)
			got := alone(veteran(own, period.ListK == 10), opponents)
			sum += got.Exact
		}
		if period.K == period.ListK {
			near(t, period.Name, float64(sum)/1000, period.KTimesSum, 1e-9)
			if Milli(1000*period.Rounded) != 1000*Milli(divRound(int64(sum), 1000)) {
				t.Errorf("%s: %v is not rounded to %d", period.Name, sum, period.Rounded)
			}
		}
		if period.K != period.ListK || len(period.Events) == 1 {
			got := alone(veteran(own, period.ListK == 10), all)
			if got.K != 100*period.K || got.After.Points() != period.New || got.Delta != Milli(1000*period.Rounded) {
				t.Errorf("%s as one event: %+v, want %+v", period.Name, got, period)
			}
			near(t, period.Name, float64(got.Exact)/1000, period.KTimesSum, 1e-9)
		}
	}
}

func TestTheFIDEProcedure(t *testing.T) {
	many := func(n int, opponent, score float64) (list [][2]float64) {
		for range n {
			list = append(list, [2]float64{opponent, score})
		}
		return list
	}
	newcomer := Contestant{Player: New(), Start: Start, Unrated: true}
	young := Contestant{Player: Player{Rating: 1_523_456, Games: 29}, Start: 1_523_456}
	for _, c := range []struct {
		name    string
		who     Contestant
		games   [][2]float64
		formula Formula
		k       int
		exact   Milli
		delta   Milli
	}{
		{"half a point below zero is rounded away from it", veteran(2400, true), [][2]float64{{2400, 0.5}, {2595, 0}},
			FIDEEvent, 1000, -2_500, -3_000},
		{"below 30 games K is 40 for the whole event", young, many(9, 1523, 1), FIDEEvent, 4000, 180_000, 180_000},
		{"K times 18 games is not more than 700", young, many(18, 1523, 0.5), FIDEEvent, 3800, 0, 0},
		{"K of 20 allows 35 games", veteran(2000, false), many(35, 2000, 1), FIDEEvent, 2000, 350_000, 350_000},
		{"K of 20 becomes 19 with 36", veteran(2000, false), many(36, 2000, 1), FIDEEvent, 1900, 342_000, 342_000},
		{"500 counts as 400 below 2650", veteran(2649, true), [][2]float64{{2149, 1}}, FIDEEvent, 1000, 800, 1_000},
		{"500 counts from 2650 on", veteran(2650, true), [][2]float64{{2150, 1}}, FIDEEvent, 1000, 400, 0},
		{"a newcomer of five games has a first rating", newcomer, [][2]float64{{1902, 1}, {1877, 1}, {1884, 1}, {2012, 0}, {1832, 0}},
			FIDEInitial, 0, 422_000, 422_000},
		{"a newcomer of four games is rated from the start", newcomer, [][2]float64{{1500, 1}, {1500, 1}, {1500, 1}, {1500, 0}},
			FIDEEvent, 4000, 40_000, 40_000},
		{"so is one without a point", newcomer, many(5, 1500, 0), FIDEEvent, 4000, -100_000, -100_000},
		{"who does not play keeps what he has", veteran(1800, false), nil, FIDEEvent, 0, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := alone(c.who, c.games)
			if got.Formula != c.formula || got.K != c.k || got.Exact != c.exact || got.Delta != c.delta || got.After != c.who.Rating+c.delta {
				t.Errorf("%+v", got)
			}
		})
	}
}

// What is won elsewhere while the event lasts stays: the change is added to the
// rating of the moment, but computed from that of the start list.
func TestAnEventChangesTheRatingOfTheMoment(t *testing.T) {
	c := veteran(1600, false)
	c.Rating = 1_660_000
	got := alone(c, [][2]float64{{1600, 1}, {1700, 0.5}})
	if got.Expected != 860_000 || got.Exact != 12_800 || got.Before != 1_660_000 || got.After != 1_673_000 {
		t.Errorf("%+v", got)
	}
	for i, want := range []string{
		"1660.000 + 20 × (1 − 0.500000) = 1670.000",
		"1670.000 + 20 × (0.5 − 0.360000) + 0.200 = 1673.000",
	} {
		if sum := got.Games[i].Sum(); sum != want {
			t.Errorf("game %d: %s, want %s", i, sum, want)
		}
	}
}

func TestOpponentsWithoutARatingGiveNoFirstRating(t *testing.T) {
	field := []Contestant{{Player: New(), Start: Start, Unrated: true}}
	var games []EventGame
	for i := range 5 {
		field = append(field, Contestant{Player: New(), Start: Start, Unrated: i == 0})
		games = append(games, EventGame{White: 0, Black: i + 1, Score: Win})
	}
	if got := RateEvent(Elo, field, games)[0]; got.Formula != FIDEEvent || got.Delta != 100_000 {
		t.Errorf("four rated opponents: %+v", got)
	}
	field[1].Unrated = false
	got := RateEvent(Elo, field, games)[0]
	if got.Formula != FIDEInitial || got.Initial.Rating != 1895 || got.Delta != 395_000 {
		t.Errorf("five rated opponents: %+v", got)
	}
	for i, sum := range []string{"1500.000 + 0.000 = 1500.000", "1500.000 + 395.000 = 1895.000"} {
		if got := got.Games[4*i].Sum(); got != sum {
			t.Errorf("%s, want %s", got, sum)
		}
	}
}

func TestMatchesOfAnEventAreAddedUp(t *testing.T) {
	one := Contestant{Player: Player{Rating: 1_550_000, Games: 3, Experience: 20}, Start: 1_500_000}
	two := Contestant{Player: Player{Rating: 1_500_000, Experience: 1000}, Start: 1_600_000}
	got := RateEvent(MatchLength, []Contestant{one, two}, []EventGame{{0, 1, Win, 5}, {1, 0, Win, 5}})
	first, _ := Apply(MatchLength, Player{Rating: 1_500_000, Experience: 20}, Player{Rating: 1_600_000}, Win, 5)
	second, _ := Apply(MatchLength, Player{Rating: 1_500_000, Experience: 25}, Player{Rating: 1_600_000}, Loss, 5)
	if got[0].Delta != first.Delta+second.Delta || got[0].After != 1_550_000+first.Delta+second.Delta ||
		got[0].Games[1].Experience != 30 || got[0].Games[1].K != 470 || got[0].Games[1].Games != 4 {
		t.Errorf("%+v", got[0])
	}
}

func TestEventsAddUpAndDoNotDependOnTheOrderOfGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom([]Formula{Elo, MatchLength}).Draw(t, "formula")
		field := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Contestant {
			return Contestant{Player: players().Draw(t, "player"), Start: Milli(rapid.Int64Range(0, 3_000_000).Draw(t, "start")),
				Unrated: rapid.Bool().Draw(t, "unrated")}
		}), 2, 8).Draw(t, "field")
		games := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) EventGame {
			white := rapid.IntRange(0, len(field)-1).Draw(t, "white")
			black := (white + rapid.IntRange(1, len(field)-1).Draw(t, "black")) % len(field)
			return EventGame{white, black, Score(rapid.IntRange(0, 2).Draw(t, "score")), 3}
		}), 0, 40).Draw(t, "games")
		changes := RateEvent(f, field, games)
		again := RateEvent(f, field, rapid.Permutation(games).Draw(t, "order"))
		for i, c := range changes {
			at := field[i].Rating
			for n, g := range c.Games {
				if g.Own != at || g.After != g.Own+g.Delta || g.Games != field[i].Games+n {
					t.Fatalf("game %d of %d does not continue: %+v", n, i, c)
				}
				at = g.After
			}
			if at != c.After || c.After != c.Before+c.Delta || c.Before != field[i].Rating {
				t.Fatalf("does not add up: %+v", c)
			}
			if f == Elo && c.Delta%1000 != 0 && c.Formula != FIDEInitial {
				t.Fatalf("not in whole points: %+v", c)
			}
			if f == Elo && c.Delta != again[i].Delta {
				t.Fatalf("in another order %v, not %v", again[i].Delta, c.Delta)
			}
		}
	})
}

func TestEventChangesAsSums(t *testing.T) {
	first := Initial{Mean: 1_872_429, Difference: 50, Rating: 1922}
	for _, c := range []struct {
		change EventChange
		want   string
	}{
		{EventChange{Formula: FIDEEvent, K: 4000, HalfPoints: 3, Expected: 970_000, Exact: 21_200}, "40 × (1.5 − 0.970000) = 21.200"},
		{EventChange{Formula: FIDEEvent, K: 1000, HalfPoints: 0, Expected: 2_250_000, Exact: -22_500}, "10 × (0 − 2.250000) = -22.500"},
		{EventChange{Formula: FIDEInitial, Initial: &first}, "1872.429 + 50 = 1922"},
		{EventChange{Formula: MatchLength, Games: []Change{{Delta: 22_137}, {Delta: -20_001}}}, "22.137 − 20.001"},
		{EventChange{Formula: MatchLength, Games: []Change{{Delta: -22_137}, {Delta: 1}}}, "−22.137 + 0.001"},
	} {
		if got := c.change.Sum(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

func ExampleRateEvent() {
	field := []Contestant{
		{Player: Player{Rating: 1_812_000, Games: 60}, Start: 1_812_000},
		{Player: Player{Rating: 1_750_000, Games: 45}, Start: 1_750_000},
		{Player: Player{Rating: 1_901_000, Games: 12}, Start: 1_901_000},
	}
	changes := RateEvent(Elo, field, []EventGame{{0, 1, Win, 0}, {1, 2, Draw, 0}, {2, 0, Loss, 0}})
	for _, c := range changes {
		fmt.Println(c.Before, c.Delta.Signed(), c.After)
	}
	fmt.Println(changes[0].Games[1].Sum())
	// Output:
	// 1812.000 +21.000 1833.000
	// 1750.000 -4.000 1746.000
	// 1901.000 -33.000 1868.000
	// 1820.200 + 20 × (1 − 0.380000) + 0.400 = 1833.000
}
