package tournament

import (
	"errors"
	"testing"
)

func leave(t *testing.T, e *Event, seat int, status Status) []Game {
	t.Helper()
	after, forfeits, err := e.Leave(seat, status)
	if err != nil {
		t.Fatal(err)
	}
	*e = after
	return forfeits
}

// A round robin of ten, nine games each, round by round: seat 8 leaves after
// three games, seat 5 after six.
func TestWhoLeavesBeforeHalfIsTakenOut(t *testing.T) {
	for _, c := range []struct {
		name         string
		law          Law
		early, late  bool // annulled
		leaderPoints int  // half points of seat 1, who wins all
	}{
		{"by default only before half", "", true, false, 16},
		{"half", LawHalf, true, false, 16},
		{"forfeit all takes nobody out", LawForfeitAll, false, false, 18},
		{"annul all takes both out", LawAnnulAll, true, true, 14},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := started(t, RoundRobin, 10)
			e.Law = c.law
			for round := 1; round <= 9; round++ {
				playRound(t, &e, round)
				if round == 3 {
					leave(t, &e, 8, Withdrawn)
				}
				if round == 6 {
					leave(t, &e, 5, Expelled)
				}
			}
			if e.State() != Over {
				t.Fatalf("state %s", e.State())
			}
			rows := bySeat(e.Standings())
			if rows[8].Annulled != c.early || rows[5].Annulled != c.late {
				t.Errorf("taken out: seat 8 %v, seat 5 %v", rows[8].Annulled, rows[5].Annulled)
			}
			if rows[1].Points != c.leaderPoints {
				t.Errorf("leader has %d half points, want %d", rows[1].Points, c.leaderPoints)
			}
			forfeits := 0
			for _, contribution := range rows[8].Contributions {
				if contribution.Game.Forfeit {
					forfeits++
				}
				if contribution.Annulled != c.early {
					t.Errorf("game of seat 8 counts wrongly: %+v", contribution)
				}
			}
			if len(rows[8].Contributions) != 9 || forfeits != 6 {
				t.Errorf("seat 8 shows %d games, %d forfeits; want 9 and 6", len(rows[8].Contributions), forfeits)
			}
		})
	}
}

func TestHalfIsCountedInGamesFinishedByPlay(t *testing.T) {
	for _, c := range []struct {
		name    string
		format  Format
		players int
		played  int // games finished by play
		wins    int // games won by forfeit
		out     bool
	}{
		{"two of four is half", RoundRobin, 5, 2, 0, false},
		{"one of four is less", RoundRobin, 5, 1, 0, true},
		{"one of three is less", RoundRobin, 4, 1, 0, true},
		{"forfeits won do not count", RoundRobin, 5, 1, 3, true},
		{"of a double round robin both games count", DoubleRoundRobin, 4, 3, 0, false},
		{"two of six is less", DoubleRoundRobin, 4, 2, 0, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := started(t, c.format, c.players)
			e.Games = e.Schedule()
			played, wins := c.played, c.wins
			for i, g := range e.Games {
				switch {
				case g.White != 1 && g.Black != 1:
				case played > 0:
					e.Games[i].Result = Drawn
					played--
				case wins > 0:
					e.Games[i] = g.forfeitBy(g.White + g.Black - 1)
					wins--
				}
			}
			leave(t, &e, 1, Withdrawn)
			if got := bySeat(e.Standings())[1].Annulled; got != c.out {
				t.Errorf("taken out: %v, want %v", got, c.out)
			}
		})
	}
}

func TestLeavingForfeitsTheOpenGames(t *testing.T) {
	e := started(t, RoundRobin, 4)
	e.Games = e.Schedule()
	playAll(t, &e, "1-4 1-0, 1-2 0-1")
	forfeits := leave(t, &e, 1, Withdrawn)
	if len(forfeits) != 1 || forfeits[0].White != 3 || forfeits[0].Result != WhiteWins || !forfeits[0].Forfeit {
		t.Errorf("forfeits %+v, want 3-1 won by White", forfeits)
	}
	// The second to leave loses to the others, not to the one who left first.
	forfeits = leave(t, &e, 3, Withdrawn)
	if len(forfeits) != 2 {
		t.Errorf("forfeits %+v, want two", forfeits)
	}
	if _, _, err := e.Leave(5, Withdrawn); !errors.Is(err, ErrNoSuchSeat) {
		t.Errorf("seat 5 leaves: %v", err)
	}
}

func TestAGameOfTwoWhoLeftIsLostByBoth(t *testing.T) {
	e := started(t, RoundRobin, 4)
	leave(t, &e, 2, Withdrawn)
	leave(t, &e, 3, Withdrawn)
	games, err := e.Round(1) // 1-4 2-3
	if err != nil {
		t.Fatal(err)
	}
	if games[0].Finished() || games[1].Result != BothLose || !games[1].Forfeit {
		t.Errorf("round 1: %+v", games)
	}
}

// When everybody, or all but one, withdraws the event closes and creates no
// more games.
func TestADesertedEventCloses(t *testing.T) {
	for _, c := range []struct {
		name    string
		rounds  int // played before
		leavers []int
		state   State
		paired  bool
	}{
		{"all withdraw at the start", 0, []int{1, 2, 3, 4}, Deserted, false},
		{"all but one withdraw at the start", 0, []int{1, 3, 4}, Deserted, false},
		{"all withdraw between rounds", 1, []int{1, 2, 3, 4}, Deserted, false},
		{"all but one withdraw between rounds", 1, []int{2, 3, 4}, Deserted, false},
		{"two are enough", 1, []int{2, 4}, Running, true},
		{"all withdraw after the last game", 3, []int{1, 2, 3, 4}, Over, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := started(t, RoundRobin, 4)
			for round := range c.rounds {
				playRound(t, &e, round+1)
			}
			for _, seat := range c.leavers {
				if forfeits := leave(t, &e, seat, Withdrawn); len(forfeits) > 0 {
					t.Errorf("forfeits %+v in a finished round", forfeits)
				}
			}
			if e.State() != c.state || (e.NextRound() != 0) != c.paired {
				t.Errorf("state %s, next round %d", e.State(), e.NextRound())
			}
			if c.state == Deserted {
				games, err := e.Round(c.rounds + 1)
				if len(games) > 0 || !errors.Is(err, ErrNotEnoughPlayers) {
					t.Errorf("round %d: %v, %v", c.rounds+1, games, err)
				}
				if e.Standings().Provisional {
					t.Error("the standings of a closed event are provisional")
				}
			}
		})
	}
}

func TestAnEventWithAllGamesForfeitedIsDeserted(t *testing.T) {
	e := started(t, RoundRobin, 3)
	e.Games = e.Schedule()
	for seat := 1; seat <= 2; seat++ {
		leave(t, &e, seat, Withdrawn)
	}
	if e.State() != Deserted {
		t.Errorf("state %s", e.State())
	}
}

// A round robin of seven; after round 2 seat 3 is left and a substitute
// takes it.
func TestASubstituteTakesTheSeat(t *testing.T) {
	e := started(t, RoundRobin, 7)
	playRound(t, &e, 1)
	playRound(t, &e, 2)
	before := bySeat(e.Standings())[3]
	if _, err := e.Substitute(3, Entrant{ID: 900}); !errors.Is(err, ErrSeatTaken) {
		t.Errorf("the seat is still taken: %v", err)
	}
	if _, err := e.Substitute(8, Entrant{ID: 900}); !errors.Is(err, ErrNoSuchSeat) {
		t.Errorf("there is no seat 8: %v", err)
	}
	leave(t, &e, 3, Withdrawn)
	e, err := e.Substitute(3, Entrant{ID: 900, Rating: 1400})
	if err != nil {
		t.Fatal(err)
	}
	want := Pairings(7, false)
	for round := 3; round <= 7; round++ {
		games, err := e.Round(round)
		if err != nil {
			t.Fatal(err)
		}
		for i, g := range games {
			if got := (Pairing{g.Board, g.White, g.Black}); got != want[round-1][i] || g.Finished() {
				t.Errorf("round %d: %+v, want %v to be played", round, g, want[round-1][i])
			}
		}
		e.Games = append(e.Games, games...)
		byHigherSeed(&e, round)
	}
	row := bySeat(e.Standings())[3]
	if row.Player.ID != 900 || row.Annulled || row.Played != 6 {
		t.Errorf("seat 3: %+v", row)
	}
	for i, c := range before.Contributions {
		if row.Contributions[i].Game != c.Game {
			t.Errorf("the seat lost an earlier result: %+v", c.Game)
		}
	}
	if e.State() != Over {
		t.Errorf("state %s", e.State())
	}
}

func TestAnEventInWhichTheLastTwoCannotMeetIsDeserted(t *testing.T) {
	e := started(t, RoundRobin, 3)
	for round := 1; round <= 2; round++ {
		playRound(t, &e, round)
	}
	// Seat 3 has played all its games, 1 and 2 are still to meet.
	for _, seat := range []int{3, 2} {
		var err error
		if e, _, err = e.Leave(seat, Withdrawn); err != nil {
			t.Fatal(err)
		}
	}
	if e.State() != Deserted {
		t.Errorf("%s, want %s", e.State(), Deserted)
	}
}
