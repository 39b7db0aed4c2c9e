package tournament

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// started is an event of n players under way; player 100+s sits on seat s.
func started(t rapid.TB, format Format, n int) Event {
	t.Helper()
	e := Event{Format: format}
	order := make([]int, n)
	for i := range n {
		e.Entrants = append(e.Entrants, Entrant{ID: int64(101 + i), Status: Entered})
		order[i] = i
	}
	e, err := e.Start(order)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

var resultOf = map[string]Result{"1-0": WhiteWins, "0-1": BlackWins, "½-½": Drawn, "0-0": BothLose}

// play finishes the game of two seats in the event's games, adding it if it
// was not created yet.
func play(t rapid.TB, e *Event, white, black int, result string) {
	t.Helper()
	for i, g := range e.Games {
		if g.White == white && g.Black == black {
			e.Games[i].Result = resultOf[result]
			return
		}
	}
	for _, g := range e.Schedule() {
		if g.White == white && g.Black == black {
			g.Result = resultOf[result]
			e.Games = append(e.Games, g)
			return
		}
	}
	t.Fatalf("no game %d-%d in the schedule", white, black)
}

// byHigherSeed finishes every open game of a round for the lower number.
func byHigherSeed(e *Event, round int) {
	for i, g := range e.Games {
		if g.Round == round && !g.Finished() {
			e.Games[i].Result = WhiteWins
			if g.Black < g.White {
				e.Games[i].Result = BlackWins
			}
		}
	}
}

// playRound creates a round and finishes it for the lower numbers.
func playRound(t *testing.T, e *Event, round int) {
	t.Helper()
	games, err := e.Round(round)
	if err != nil {
		t.Fatal(err)
	}
	e.Games = append(e.Games, games...)
	byHigherSeed(e, round)
}

func bySeat(s Standings) map[int]Row {
	rows := map[int]Row{}
	for _, row := range s.Rows {
		rows[row.Seat] = row
	}
	return rows
}

// The reference events were computed by two independent programs.
func TestStandingsAgreeWithReferenceEvents(t *testing.T) {
	data, err := os.ReadFile("testdata/roundrobin.json")
	if err != nil {
		t.Fatal(err)
	}
	var events []struct {
		Name     string
		Players  int
		Schedule [][][2]int
		Games    [][5]any // round, white, black, result, forfeit
		// Values are half points, Sonneborn-Berger in quarters, wins and Koya
		// in half points, by seat.
		Values              [][4]int
		RankDirect, RankAll []int
	}
	if err := json.Unmarshal(data, &events); err != nil {
		t.Fatal(err)
	}
	if len(events) != 10 {
		t.Fatalf("%d events, want 10", len(events))
	}
	for _, ref := range events {
		t.Run(ref.Name, func(t *testing.T) {
			e := started(t, RoundRobin, ref.Players)
			var want []Game
			for r, round := range ref.Schedule {
				for b, pair := range round {
					want = append(want, Game{Round: r + 1, Board: b + 1, White: pair[0], Black: pair[1]})
				}
			}
			if got := e.Schedule(); !slices.Equal(got, want) {
				t.Errorf("schedule %v, want %v", got, want)
			}
			for _, g := range ref.Games {
				play(t, &e, int(g[1].(float64)), int(g[2].(float64)), g[3].(string))
				e.Games[len(e.Games)-1].Forfeit = g[4].(bool)
			}
			for _, ranking := range []struct {
				tieBreaks []TieBreak
				ranks     []int
			}{
				{[]TieBreak{DirectEncounter}, ref.RankDirect},
				{[]TieBreak{DirectEncounter, SonnebornBerger, Wins, Koya}, ref.RankAll},
			} {
				e.TieBreaks = ranking.tieBreaks
				standings := e.Standings()
				if standings.Provisional {
					t.Error("final standings are provisional")
				}
				for seat, row := range bySeat(standings) {
					if got := [4]int{row.Points, row.SonnebornBerger, row.Wins, row.Koya}; got != ref.Values[seat-1] {
						t.Errorf("seat %d: %v, want %v", seat, got, ref.Values[seat-1])
					}
					if row.Rank != ranking.ranks[seat-1] {
						t.Errorf("%v: seat %d has rank %d, want %d", ranking.tieBreaks, seat, row.Rank, ranking.ranks[seat-1])
					}
				}
			}
		})
	}
}

func TestTieBreaksPartEqualPoints(t *testing.T) {
	for _, c := range []struct {
		name      string
		players   int
		format    Format
		tieBreaks []TieBreak
		games     string // white, black, result
		ranks     []int  // by seat
	}{
		{
			"without games all share the first place", 3, RoundRobin, nil, "", []int{1, 1, 1},
		},
		{
			"more wins come first at equal points", 4, RoundRobin, []TieBreak{Wins},
			"1-4 ½-½, 2-3 1-0, 4-3 ½-½, 1-2 1-0, 2-4 ½-½, 3-1 ½-½", []int{1, 2, 4, 3},
		},
		{
			"three who beat one another in a circle stay level", 3, RoundRobin, nil,
			"2-3 1-0, 1-2 1-0, 3-1 1-0", []int{1, 1, 1},
		},
		{
			"the winner of the game between two comes first", 4, RoundRobin, []TieBreak{DirectEncounter},
			"1-4 0-1, 2-3 1-0, 4-3 0-1, 1-2 1-0, 2-4 1-0, 3-1 0-1", []int{1, 2, 3, 4},
		},
		{
			"two games against each other count as their average", 3, DoubleRoundRobin, []TieBreak{DirectEncounter},
			"1-2 1-0, 2-1 ½-½, 2-3 1-0, 3-2 ½-½, 1-3 ½-½, 3-1 ½-½", []int{1, 2, 3},
		},
		{
			"a place is shared and the next one stays empty", 4, RoundRobin, nil,
			"1-4 1-0, 2-3 1-0, 4-3 ½-½, 1-2 ½-½, 2-4 1-0, 3-1 0-1", []int{1, 1, 3, 3},
		},
		{
			"before all have met nobody leads whom another can still reach", 4, RoundRobin, []TieBreak{DirectEncounter},
			"1-2 1-0, 2-3 1-0, 4-3 1-0", []int{1, 1, 4, 1},
		},
		{
			"before all have met one leads whom nobody can reach", 5, RoundRobin, []TieBreak{DirectEncounter},
			"1-2 1-0, 3-1 0-1, 1-4 0-1, 5-1 1-0, 4-2 0-1, 2-5 1-0, 3-4 1-0, 5-3 0-1", []int{1, 2, 2, 4, 4},
		},
		{
			"three who have met are parted by their games", 4, RoundRobin, []TieBreak{DirectEncounter},
			"1-2 1-0, 2-3 1-0, 1-4 0-1, 2-4 ½-½, 3-1 ½-½", []int{2, 3, 4, 1},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := started(t, c.format, c.players)
			e.TieBreaks = c.tieBreaks
			playAll(t, &e, c.games)
			for seat, row := range bySeat(e.Standings()) {
				if row.Rank != c.ranks[seat-1] {
					t.Errorf("seat %d has rank %d, want %d (%+v)", seat, row.Rank, c.ranks[seat-1], row)
				}
			}
		})
	}
}

// playAll finishes games written as "1-4 1-0, 2-3 ½-½".
func playAll(t *testing.T, e *Event, games string) {
	t.Helper()
	for _, text := range splitGames(games) {
		var white, black int
		var result string
		if _, err := fmt.Sscanf(text, "%d-%d %s", &white, &black, &result); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		play(t, e, white, black, result)
	}
}

func TestARowListsWhatItIsMadeOf(t *testing.T) {
	e := started(t, RoundRobin, 4)
	e.TieBreaks = []TieBreak{DirectEncounter}
	playAll(t, &e, "1-4 1-0, 2-3 1-0, 4-3 ½-½, 1-2 ½-½, 2-4 ½-½, 3-1 ½-½")
	row := bySeat(e.Standings())[1]
	if row.Player.ID != 101 {
		t.Errorf("player %d sits on seat 1, want 101", row.Player.ID)
	}
	type line struct{ opponent, score, opponentPoints, sb int }
	var got []line
	sum := 0
	for _, c := range row.Contributions {
		got = append(got, line{c.Opponent, c.Score, c.OpponentPoints, c.SonnebornBerger()})
		sum += c.SonnebornBerger()
	}
	if want := []line{{4, 2, 2, 4}, {2, 1, 4, 4}, {3, 1, 2, 2}}; !slices.Equal(got, want) {
		t.Errorf("contributions %v, want %v", got, want)
	}
	if row.SonnebornBerger != sum || row.Points != 4 || row.Played != 3 || row.Wins != 1 {
		t.Errorf("row %+v does not add up to its contributions", row)
	}
	if row.Direct != 2 || !slices.Equal(row.TiedWith, []int{2}) {
		t.Errorf("direct encounter %d quarters against %v, want 2 against [2]", row.Direct, row.TiedWith)
	}
}

// Standings in the middle of a round count the finished games alone.
func TestOpenGamesCountNowhere(t *testing.T) {
	e := started(t, RoundRobin, 10)
	games, err := e.Round(1)
	if err != nil {
		t.Fatal(err)
	}
	e.Games = games
	for i := range 3 {
		e.Games[i].Result = WhiteWins
	}
	standings := e.Standings()
	if !standings.Provisional {
		t.Error("standings should be provisional")
	}
	played := 0
	for _, row := range standings.Rows {
		played += row.Played
		if row.SonnebornBerger != 0 {
			t.Errorf("seat %d has Sonneborn-Berger %d of opponents without points", row.Seat, row.SonnebornBerger)
		}
	}
	if played != 6 {
		t.Errorf("%d results counted, want 6", played)
	}
	if e.RoundComplete(1) || e.NextRound() != 0 {
		t.Error("the round is not complete")
	}
}

// anEvent draws an event with any results and leavers.
func anEvent() *rapid.Generator[Event] {
	return rapid.Custom(func(t *rapid.T) Event {
		format := rapid.SampledFrom([]Format{RoundRobin, DoubleRoundRobin}).Draw(t, "format")
		e := started(t, format, rapid.IntRange(2, 9).Draw(t, "players"))
		e.Law = rapid.SampledFrom([]Law{"", LawHalf, LawForfeitAll, LawAnnulAll}).Draw(t, "law")
		for i := range e.Entrants {
			e.Entrants[i].Status = rapid.SampledFrom([]Status{Active, Active, Active, Withdrawn}).Draw(t, "status")
		}
		e.TieBreaks = rapid.Permutation([]TieBreak{Wins, SonnebornBerger, DirectEncounter, Koya}).Draw(t, "tie-breaks")
		e.Games = e.Schedule()
		for i := range e.Games {
			e.Games[i].Result = Result(rapid.IntRange(0, 4).Draw(t, "result"))
			e.Games[i].Forfeit = e.Games[i].Result == BothLose || e.Games[i].Finished() && rapid.IntRange(0, 5).Draw(t, "forfeit") == 0
		}
		return e
	})
}

func TestTheOrderOfResultsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := anEvent().Draw(t, "event")
		shuffled := e
		shuffled.Games = rapid.Permutation(e.Games).Draw(t, "order")
		if a, b := e.Standings(), shuffled.Standings(); !reflect.DeepEqual(a, b) {
			t.Fatalf("standings differ:\n%+v\n%+v", a, b)
		}
	})
}

func TestStandingsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := anEvent().Draw(t, "event")
		s := e.Standings()
		if len(s.Rows) != e.Seats() {
			t.Fatalf("%d rows for %d seats", len(s.Rows), e.Seats())
		}
		annulled := e.annulled()
		points, want := 0, 0
		for _, g := range e.Games {
			if !annulled[g.White] && !annulled[g.Black] {
				white, black := g.Result.Points()
				want += white + black
			}
		}
		for i, row := range s.Rows {
			points += row.Points
			if row.Annulled != (row.Rank == 0) || row.Annulled && row.Played > 0 {
				t.Fatalf("row %+v is half taken out", row)
			}
			if i == 0 || row.Annulled {
				continue
			}
			before := s.Rows[i-1]
			if before.Annulled || before.Points < row.Points {
				t.Fatalf("%+v stands before %+v", before, row)
			}
			if row.Rank != before.Rank && row.Rank != i+1 {
				t.Fatalf("rank %d on line %d", row.Rank, i+1)
			}
		}
		if points != want {
			t.Fatalf("%d half points in the table, %d in the games", points, want)
		}
	})
}

func TestTheCrossTableShowsEveryGameTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := anEvent().Draw(t, "event")
		seats := e.Standings().Seats()
		table := e.CrossTable(seats)
		cells := 0
		for i, a := range seats {
			for j, b := range seats {
				for _, cell := range table.Cells[i][j] {
					cells++
					white, black := cell.Game.White, cell.Game.Black
					if !cell.White {
						white, black = black, white
					}
					if white != a || black != b {
						t.Fatalf("game %d-%d stands in row %d, column %d", cell.Game.White, cell.Game.Black, a, b)
					}
				}
			}
		}
		if cells != 2*len(e.Games) {
			t.Fatalf("%d cells for %d games", cells, len(e.Games))
		}
	})
}

func TestTheCrossTableOfADoubleRoundRobin(t *testing.T) {
	e := started(t, DoubleRoundRobin, 2)
	playAll(t, &e, "1-2 1-0, 2-1 ½-½")
	table := e.CrossTable([]int{2, 1})
	got := table.Cells[0][1]
	if len(got) != 2 || got[0].White || got[0].Score != 0 || !got[1].White || got[1].Score != 1 {
		t.Errorf("seat 2 against seat 1: %+v", got)
	}
	if len(table.Cells[0][0]) != 0 {
		t.Errorf("the diagonal holds %+v", table.Cells[0][0])
	}
}
