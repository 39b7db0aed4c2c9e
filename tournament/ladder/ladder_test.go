package ladder

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const day = 24 * MinIdle

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

func fold(t fataler, rules Rules, log []Event, now int64) *State {
	t.Helper()
	s, err := Fold(rules, log, now)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return s
}

// order is the ladder from the top.
func order(s *State) string {
	var players []string
	for _, row := range s.Standings() {
		players = append(players, fmt.Sprint(row.Player))
	}
	return strings.Join(players, " ")
}

// joined are players 1 to n, who come in this order at time 0.
func joined(n int) []Event {
	var log []Event
	for player := range n {
		log = append(log, Event{Kind: Joined, Player: int64(player + 1)})
	}
	return log
}

// challenged is a challenge whose ID is its time.
func challenged(at, player, opponent int64) Event {
	return Event{Kind: Challenged, At: at, Player: player, Opponent: opponent, Challenge: at}
}

func finished(at, challenge, winner int64) Event {
	return Event{Kind: Finished, At: at, Challenge: challenge, Winner: winner}
}

func act(kind Kind, at, challenge int64) Event {
	return Event{Kind: kind, At: at, Challenge: challenge}
}

func personal(kind Kind, at, player int64) Event { return Event{Kind: kind, At: at, Player: player} }

func TestPlaces(t *testing.T) {
	answer := Rules{Answer: 7 * day, Grace: 3 * day}
	idle := Rules{Idle: 14 * day}
	for _, c := range []struct {
		name  string
		rules Rules
		log   []Event
		now   int64
		want  string
	}{
		{"new players come in at the bottom", Rules{}, nil, 0, "1 2 3 4 5"},
		{"a challenger who wins takes the place, the others move down", Rules{}, []Event{challenged(1, 4, 2), finished(2, 1, 4)}, 2, "1 4 2 3 5"},
		{"or the two change places", Rules{Movement: Exchange}, []Event{challenged(1, 4, 2), finished(2, 1, 4)}, 2, "1 4 3 2 5"},
		{"a defeat changes nothing", Rules{}, []Event{challenged(1, 4, 2), finished(2, 1, 2)}, 2, "1 2 3 4 5"},
		{"a draw changes nothing", Rules{}, []Event{challenged(1, 4, 2), finished(2, 1, 0)}, 2, "1 2 3 4 5"},
		{
			"places count when the game ends: who has passed the loser meanwhile gains nothing", Rules{},
			[]Event{challenged(1, 3, 2), challenged(2, 3, 1), finished(3, 2, 3), finished(4, 1, 3)}, 4, "3 1 2 4 5",
		},
		{
			"and who has moved up is passed where he is", Rules{},
			[]Event{challenged(1, 4, 3), challenged(2, 3, 1), finished(3, 2, 3), finished(4, 1, 4)}, 4, "4 3 1 2 5",
		},
		{"who leaves closes the gap", Rules{}, []Event{personal(Left, 1, 2)}, 1, "1 3 4 5"},
		{"a win against one who has left gains nothing", Rules{}, []Event{challenged(1, 4, 2), personal(Left, 2, 2), finished(3, 1, 4)}, 3, "1 3 4 5"},
		{"who returns comes in at the bottom", Rules{}, []Event{personal(Left, 1, 2), personal(Joined, 2, 2)}, 2, "1 3 4 5 2"},
		{"or at the old place", Rules{OldPlace: true}, []Event{personal(Left, 1, 2), personal(Joined, 2, 2)}, 2, "1 2 3 4 5"},
		{"but none better than the best allowed", Rules{OldPlace: true, Best: 4}, []Event{personal(Left, 1, 2), personal(Joined, 2, 2)}, 2, "1 3 4 2 5"},
		{"who declines loses the place", Rules{Declinable: true}, []Event{challenged(1, 4, 2), act(Declined, 2, 1)}, 2, "1 4 2 3 5"},
		{"a challenge taken back changes nothing", Rules{}, []Event{challenged(1, 4, 2), act(Cancelled, 2, 1)}, 2, "1 2 3 4 5"},
		{"one not answered in time is claimed", answer, []Event{challenged(1, 4, 2), act(Claimed, 1+7*day, 1)}, 1 + 7*day, "1 4 2 3 5"},
		{"it is not won by itself before the grace is over", answer, []Event{challenged(1, 4, 2)}, 10 * day, "1 2 3 4 5"},
		{"but then it is", answer, []Event{challenged(1, 4, 2)}, 1 + 10*day, "1 4 2 3 5"},
		{"a game that has begun is waited for", answer, []Event{challenged(1, 4, 2), act(Started, 2, 1)}, 100 * day, "1 2 3 4 5"},
		{
			"vacation gives time to answer", answer,
			[]Event{challenged(1, 4, 2), personal(Frozen, 1+6*day, 2), personal(Thawed, 1+26*day, 2)}, 30 * day, "1 2 3 4 5",
		},
		{
			"as much as it lasted", answer,
			[]Event{challenged(1, 4, 2), personal(Frozen, 1+6*day, 2), personal(Thawed, 1+26*day, 2)}, 1 + 30*day, "1 4 2 3 5",
		},
		{"idle players keep their order", idle, nil, 14 * day, "1 2 3 4 5"},
		{
			"who is idle falls behind who is not", idle,
			[]Event{challenged(day, 5, 4), finished(2*day, day, 4), challenged(3*day, 3, 2), finished(4*day, 3*day, 2)}, 14 * day, "2 1 3 4 5",
		},
		{"each time again", idle, []Event{challenged(day, 3, 2), challenged(day+1, 5, 4)}, 28 * day, "2 3 1 4 5"},
		{"by as many places as the rules say", Rules{Idle: 14 * day, Fall: 3}, []Event{challenged(day, 3, 2), challenged(day+1, 5, 4)}, 14 * day, "2 3 4 1 5"},
		{"vacation is not idleness", idle, []Event{challenged(day, 3, 2), challenged(day+1, 5, 4), personal(Frozen, 13*day, 1)}, 100 * day, "1 2 3 4 5"},
		{
			"after it the time goes on where it stood", idle,
			[]Event{challenged(day, 3, 2), challenged(day+1, 5, 4), personal(Frozen, 13*day, 1), personal(Thawed, 50*day, 1)}, 51 * day, "2 1 3 4 5",
		},
		{
			"in the last places the idle drop out", Rules{Idle: 14 * day, Danger: 2},
			[]Event{challenged(day, 2, 1)}, 14 * day, "1 2 3",
		},
		{
			"a voided game counts for nothing, what came after it does", Rules{},
			[]Event{
				challenged(1, 4, 2), finished(2, 1, 4), challenged(3, 3, 4), finished(4, 3, 3), act(Voided, 5, 1),
			}, 5, "1 2 3 4 5",
		},
		{
			"without the void", Rules{},
			[]Event{challenged(1, 4, 2), finished(2, 1, 4), challenged(3, 3, 4), finished(4, 3, 3)}, 5, "1 3 4 2 5",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := order(fold(t, c.rules, append(joined(5), c.log...), c.now)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name  string
		rules Rules
		log   []Event
		event Event
		want  error
	}{
		{"a challenge within reach", Rules{Reach: 3}, nil, challenged(9, 5, 2), nil},
		{"a challenge out of reach", Rules{Reach: 3}, nil, challenged(9, 5, 1), ErrReach},
		{"a challenge downwards", Rules{}, nil, challenged(9, 2, 3), ErrReach},
		{"in a pyramid the row above is in reach", Rules{Pyramid: true}, nil, challenged(9, 5, 2), nil},
		{"and whoever is before one in the row", Rules{Pyramid: true}, nil, challenged(9, 6, 4), nil},
		{"but not the row above that", Rules{Pyramid: true}, nil, challenged(9, 4, 1), ErrReach},
		{"oneself", Rules{}, nil, challenged(9, 4, 4), ErrReach},
		{"one more than may be made", Rules{Outgoing: 1}, []Event{challenged(1, 5, 4)}, challenged(9, 5, 3), ErrLimit},
		{"one more than may be received", Rules{Incoming: 1}, []Event{challenged(1, 5, 4)}, challenged(9, 6, 4), ErrLimit},
		{"a second one between two", Rules{}, []Event{challenged(1, 5, 4)}, challenged(9, 5, 4), ErrAgain},
		{"a rematch too soon", Rules{Rematch: day}, []Event{challenged(1, 5, 4), finished(2, 1, 4)}, challenged(9, 5, 4), ErrAgain},
		{"a rematch with the sides changed", Rules{Rematch: day}, []Event{challenged(1, 5, 4), finished(2, 1, 5)}, challenged(9, 4, 5), ErrAgain},
		{"a rematch in time", Rules{Rematch: 7}, []Event{challenged(1, 5, 4), finished(2, 1, 4)}, challenged(9, 5, 4), nil},
		{"a challenge of one on vacation", Rules{}, []Event{personal(Frozen, 1, 4)}, challenged(9, 5, 4), ErrFrozen},
		{"a challenge of a stranger", Rules{}, nil, challenged(9, 5, 8), ErrNotOnLadder},
		{"a challenge that has the ID of another", Rules{}, []Event{challenged(9, 5, 4)}, challenged(9, 6, 5), ErrNoSuchChallenge},
		{"joining twice", Rules{}, nil, personal(Joined, 9, 1), ErrOnLadder},
		{"leaving as a stranger", Rules{}, nil, personal(Left, 9, 8), ErrNotOnLadder},
		{"vacation during vacation", Rules{}, []Event{personal(Frozen, 1, 4)}, personal(Frozen, 9, 4), ErrFrozen},
		{"the end of no vacation", Rules{}, nil, personal(Thawed, 9, 4), ErrNotFrozen},
		{"a result", Rules{}, []Event{challenged(1, 5, 4)}, finished(9, 1, 5), nil},
		{"a result of nothing", Rules{}, nil, finished(9, 1, 5), ErrNoSuchChallenge},
		{"a second result", Rules{}, []Event{challenged(1, 5, 4), finished(2, 1, 4)}, finished(9, 1, 5), ErrStage},
		{"a result for a third", Rules{}, []Event{challenged(1, 5, 4)}, finished(9, 1, 3), ErrWinner},
		{"declining", Rules{Declinable: true}, []Event{challenged(1, 5, 4)}, act(Declined, 9, 1), nil},
		{"declining where it is not possible", Rules{}, []Event{challenged(1, 5, 4)}, act(Declined, 9, 1), ErrDecline},
		{"taking back a game that has begun", Rules{}, []Event{challenged(1, 5, 4), act(Started, 2, 1)}, act(Cancelled, 9, 1), ErrStage},
		{"a claim in time", Rules{Answer: 8}, []Event{challenged(1, 5, 4)}, act(Claimed, 9, 1), nil},
		{"a claim too early", Rules{Answer: 9}, []Event{challenged(1, 5, 4)}, act(Claimed, 9, 1), ErrEarly},
		{"a claim where there is none", Rules{}, []Event{challenged(1, 5, 4)}, act(Claimed, 9, 1), ErrEarly},
		{"a claim against one on vacation", Rules{Answer: 8}, []Event{challenged(1, 5, 4), personal(Frozen, 2, 4)}, act(Claimed, 9, 1), ErrEarly},
		{"voiding a game that runs", Rules{}, []Event{challenged(1, 5, 4)}, act(Voided, 9, 1), ErrStage},
		{"voiding twice", Rules{}, []Event{challenged(1, 5, 4), finished(2, 1, 4), act(Voided, 3, 1)}, act(Voided, 9, 1), ErrStage},
		{"another time", Rules{}, nil, personal(Left, 8, 1), ErrTime},
		{"no event", Rules{}, []Event{challenged(1, 5, 4)}, act("lost", 9, 1), ErrKind},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := fold(t, c.rules, append(joined(6), c.log...), 9)
			if err := s.Check(c.event); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
		})
	}
}

func TestALogIsRefused(t *testing.T) {
	for _, c := range []struct {
		name  string
		rules Rules
		log   []Event
		want  error
	}{
		{"time that goes back", Rules{}, []Event{personal(Joined, 5, 1), personal(Joined, 4, 2)}, ErrLog},
		{"an event to come", Rules{}, []Event{personal(Joined, 11, 1)}, ErrLog},
		{"a challenge made twice", Rules{}, append(joined(3), challenged(1, 2, 1), challenged(1, 3, 2)), ErrLog},
		{"a result of nothing", Rules{}, []Event{finished(1, 1, 1)}, ErrLog},
		{"no event", Rules{}, append(joined(3), challenged(1, 2, 1), act("lost", 2, 1)), ErrLog},
		{"a negative limit", Rules{Outgoing: -1}, nil, ErrRules},
		{"idleness by the minute", Rules{Idle: 60_000}, nil, ErrRules},
		{"another movement", Rules{Movement: "jump"}, nil, ErrRules},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := Fold(c.rules, c.log, 10); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
		})
	}
}

func TestTargets(t *testing.T) {
	log := append(joined(6), challenged(1, 5, 3), personal(Frozen, 2, 4))
	s := fold(t, Rules{Reach: 3}, log, 3)
	for player, want := range map[int64][]int64{1: nil, 2: {1}, 5: {2}, 6: {3, 5}, 4: nil, 9: nil} {
		if got := s.Targets(player); !slices.Equal(got, want) {
			t.Errorf("%d may challenge %v, want %v", player, got, want)
		}
	}
	c, ok := s.Challenge(1)
	if open := s.OpenOf(3); !ok || len(open) != 1 || open[0] != c || c.Stage != Open || len(s.OpenOf(9)) != 0 {
		t.Errorf("open %v", open)
	}
}

func TestExplain(t *testing.T) {
	log := append(joined(4), challenged(1, 4, 2), finished(2, 1, 4), personal(Left, 3, 4))
	s := fold(t, Rules{Movement: Exchange}, log, 3)
	if got, want := fmt.Sprint(s.Explain(4)), "[{0 4 0 4 joined 0} {2 4 4 2 won 1} {3 4 2 0 left 0}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(s.Explain(2)), "[{0 2 0 2 joined 0} {2 2 2 4 lost 1}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if rows := fold(t, Rules{Idle: day}, joined(1), 0).Standings(); rows[0].Falls != day {
		t.Errorf("falls at %d", rows[0].Falls)
	}
}

// grow appends events that the rules allow.
func grow(t *rapid.T, rules Rules, steps int) []Event {
	log := joined(rapid.IntRange(2, 8).Draw(t, "players"))
	now := int64(0)
	for range steps {
		now += rapid.Int64Range(0, 3*day).Draw(t, "later")
		s := fold(t, rules, log, now)
		e := Event{
			Kind: rapid.SampledFrom([]Kind{
				Joined, Left, Frozen, Thawed, Challenged, Challenged, Challenged, Challenged, Started, Started, Finished, Finished, Finished, Cancelled, Declined, Claimed, Voided,
			}).Draw(t, "kind"),
			At: now, Player: rapid.Int64Range(1, 9).Draw(t, "player"), Opponent: rapid.Int64Range(1, 9).Draw(t, "opponent"),
		}
		switch e.Kind {
		case Challenged:
			e.Challenge = int64(len(log) + 1)
		case Joined, Left, Frozen, Thawed:
			e.Opponent = 0
		default:
			e.Challenge = rapid.Int64Range(1, int64(len(log))).Draw(t, "challenge")
			if c, ok := s.Challenge(e.Challenge); ok && e.Kind == Finished {
				e.Winner = rapid.SampledFrom([]int64{0, c.Challenger, c.Challenger, c.Defender}).Draw(t, "winner")
			}
			e.Player, e.Opponent = 0, 0
		}
		if s.Check(e) == nil {
			log = append(log, e)
		}
	}
	return log
}

func anyRules(t *rapid.T) Rules {
	return rapid.SampledFrom([]Rules{
		{Reach: 3},
		{Pyramid: true, Movement: Exchange},
		{Reach: 2, Outgoing: 2, Incoming: 2, Rematch: 5 * day, Declinable: true, Answer: 4 * day, Grace: 2 * day},
		{Idle: 6 * day, Fall: 2, Danger: 1, Answer: 4 * day, Movement: Exchange},
		{Idle: 3 * day, Danger: 2, OldPlace: true, Best: 2, Declinable: true},
	}).Draw(t, "rules")
}

func TestALadderIsAlwaysInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := anyRules(t)
		log := grow(t, rules, rapid.IntRange(1, 60).Draw(t, "steps"))
		now := log[len(log)-1].At + rapid.Int64Range(0, 30*day).Draw(t, "later")
		s := fold(t, rules, log, now)
		seen := map[int64]bool{}
		for i, row := range s.Standings() {
			if row.Place != i+1 || s.Place(row.Player) != row.Place || seen[row.Player] {
				t.Fatalf("place %d: %+v", i+1, row)
			}
			seen[row.Player] = true
			if open := s.OpenOf(row.Player); len(open) != row.Out+row.In {
				t.Fatalf("%+v has open %v", row, open)
			}
			for _, target := range s.Targets(row.Player) {
				if to := s.Place(target); to >= row.Place || !rules.reaches(row.Place, to) {
					t.Fatalf("%d may challenge %d", row.Place, to)
				}
			}
		}
		for player := int64(1); player <= 9; player++ {
			place := 0
			for _, c := range s.Explain(player) {
				if c.From == 0 && place != 0 {
					t.Fatalf("%d comes in at place %d and is on %d", player, c.To, place)
				}
				place = c.To
			}
			if (place > 0) != seen[player] {
				t.Fatalf("%d is explained to place %d", player, place)
			}
			if !seen[player] && len(s.OpenOf(player)) > 0 {
				t.Fatalf("%d has left and open challenges", player)
			}
		}
	})
}

// Time may pass in one go or bit by bit, and a voided game is a drawn one.
func TestALogIsPlayedAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := anyRules(t)
		log := grow(t, rules, rapid.IntRange(1, 60).Draw(t, "steps"))
		now := log[len(log)-1].At
		whole := fold(t, rules, log, now)
		if again := fold(t, rules, log, now); !slices.Equal(whole.Changes, again.Changes) {
			t.Fatalf("%v, again %v", whole.Changes, again.Changes)
		}
		i := rapid.IntRange(0, len(log)-1).Draw(t, "event")
		if log[i].Kind != Finished {
			return
		}
		drawn := slices.Clone(log)
		drawn[i].Winner = 0
		voided := fold(t, rules, append(slices.Clone(log), act(Voided, now, log[i].Challenge)), now)
		if a, b := order(fold(t, rules, drawn, now)), order(voided); a != b {
			t.Fatalf("voided %s, drawn %s", b, a)
		}
	})
}

func TestALargeLadder(t *testing.T) {
	const players = 2_000
	s := fold(t, Rules{Idle: 14 * day}, busy(players), 365*day)
	if n := len(s.Standings()); n != players {
		t.Errorf("%d players, want %d", n, players)
	}
}

func BenchmarkFold(b *testing.B) {
	for _, players := range []int64{1_000, 10_000} {
		log := busy(players)
		b.Run(fmt.Sprintf("%d players, %d events", players, len(log)), func(b *testing.B) {
			for b.Loop() {
				if _, err := Fold(Rules{Idle: 14 * day}, log, 365*day); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// busy is the log of a ladder in which each has challenged five times, and won.
func busy(players int64) []Event {
	log := joined(int(players))
	for id := range 5 * players {
		from := 2 + id*7919%(players-1)
		log = append(log,
			Event{Kind: Challenged, At: id * 60_000, Challenge: id, Player: from, Opponent: max(1, from-1-id%50)},
			Event{Kind: Finished, At: id * 60_000, Challenge: id, Winner: from},
		)
	}
	return log
}
