package swiss

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"crownpost/tournament"
)

// event is a finished tournament of testdata/events.txt with the pairing that
// is expected of each round.
//
// A line "event" has name, rounds, initial colour and the points in tenths of a
// win, a draw, a loss, an absence and a bye of the pairing; "player" a number
// and the rounds as opponent, colour and result of a tournament report file, "."
// for nothing; "virtual" a number and the points of each round; "forbidden" first
// and last round and numbers; "round" a number, who is absent ("-" for nobody)
// and the pairs, White first, "0" for the bye, or "none".
type event struct {
	name   string
	field  tournament.Field
	rounds []expected
}

type expected struct {
	number int
	absent map[int]tournament.Kind
	pairs  string
}

var kinds = map[byte]tournament.Kind{
	'1': tournament.Win, 'W': tournament.Win, '=': tournament.Draw, 'D': tournament.Draw, '0': tournament.Loss,
	'L': tournament.Loss, '+': tournament.ForfeitWin, '-': tournament.ForfeitLoss, 'H': tournament.HalfBye,
	'F': tournament.FullBye, 'U': tournament.PairingBye, 'Z': tournament.ZeroBye, '.': tournament.Unrecorded,
}

func readEvents(t testing.TB) []event {
	t.Helper()
	file, err := os.Open("testdata/events.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var events []event
	for lines := bufio.NewScanner(file); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if words[0] == "event" {
			events = append(events, event{name: words[1]})
		}
		events[len(events)-1].read(words)
	}
	return events
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

func (e *event) read(words []string) {
	f := &e.field
	switch words[0] {
	case "event":
		f.Rounds = number(words[2])
		f.Initial = tournament.White
		if words[3] == "B" {
			f.Initial = tournament.Black
		}
		tenths := func(i int) tournament.Tenths { return tournament.Tenths(number(words[i])) }
		f.Points = tournament.PointsOf(tenths(4), tenths(5), tenths(6))
		f.Points.ZeroBye, f.Points.ForfeitLoss, f.Points.PairingBye = tenths(7), tenths(7), tenths(8)
	case "player":
		p := tournament.Player{ID: number(words[1])}
		for _, word := range words[2:] {
			p.Records = append(p.Records, record(f.Points, word))
		}
		f.Players = append(f.Players, p)
	case "virtual":
		p := &f.Players[f.Player(number(words[1]))]
		for _, word := range words[2:] {
			p.Virtual = append(p.Virtual, tournament.Tenths(number(word)))
		}
	case "forbidden":
		forbidden := tournament.Forbidden{First: number(words[1]), Last: number(words[2])}
		for _, word := range words[3:] {
			forbidden.Players = append(forbidden.Players, number(word))
		}
		f.Forbidden = append(f.Forbidden, forbidden)
	case "round":
		x := expected{number: number(words[1]), absent: map[int]tournament.Kind{}, pairs: strings.Join(words[3:], " ")}
		if words[2] != "-" {
			for _, word := range strings.Split(words[2], ",") {
				last := len(word) - 1
				x.absent[number(word[:last])] = kinds[word[last]]
			}
		}
		e.rounds = append(e.rounds, x)
	}
}

func record(points tournament.Points, word string) tournament.Record {
	last := len(word) - 1
	r := tournament.Record{Kind: kinds[word[last]]}
	r.Points = points.For(r.Kind)
	word = word[:last]
	switch {
	case strings.HasSuffix(word, "w"):
		r.Colour = tournament.White
	case strings.HasSuffix(word, "b"):
		r.Colour = tournament.Black
	}
	if word = strings.TrimRight(word, "wb"); word != "" {
		r.Opponent = number(word)
	}
	return r
}

// before is the field as it stood when a round was to be paired.
func (e event) before(x expected) tournament.Field {
	f := e.field
	f.Players = nil
	for _, p := range e.field.Players {
		records := make([]tournament.Record, x.number)
		copy(records[:x.number-1], p.Records)
		if kind, ok := x.absent[p.ID]; ok {
			records[x.number-1] = tournament.Record{Kind: kind, Points: f.Points.For(kind)}
		}
		p.Records = records
		f.Players = append(f.Players, p)
	}
	return f
}

// text is a round as in the file.
func text(r Round, err error) string {
	if errors.Is(err, ErrNoPairing) {
		return "none"
	}
	if err != nil {
		return err.Error()
	}
	var words []string
	for _, p := range r.Pairings {
		words = append(words, fmt.Sprintf("%d-%d", p.White, p.Black))
	}
	if r.Bye != 0 {
		words = append(words, fmt.Sprintf("%d-0", r.Bye))
	}
	return strings.Join(words, " ")
}

// disputed is a round in which the reference errs: a bye worth nothing is a
// downfloat all the same (C.04.3 art. 1.4).
const disputed = "points014 round 8"

func TestEveryRoundOfTheEventsIsPairedAsTheReferenceDoes(t *testing.T) {
	total := 0
	for _, e := range readEvents(t) {
		for _, x := range e.rounds {
			name := fmt.Sprintf("%s round %d", e.name, x.number)
			if name == disputed {
				continue
			}
			total++
			if got := text(Pair(e.before(x), x.number)); got != x.pairs {
				t.Errorf("%s:\n got %s\nwant %s", name, got, x.pairs)
			}
		}
	}
	if total != 883 {
		t.Errorf("%d rounds were paired, want 883", total)
	}
}

func TestTheLiteralConstructionPairsTheSame(t *testing.T) {
	for _, e := range readEvents(t) {
		if testing.Short() && len(e.field.Players) > 40 {
			continue
		}
		for _, x := range e.rounds {
			f := e.before(x)
			got, want := text(Pair(f, x.number)), text(pair(f, x.number, mode{literal: true}))
			if got != want {
				t.Errorf("%s round %d:\n got %s\nwant %s", e.name, x.number, got, want)
			}
		}
	}
}

func TestTheLiteralConstructionPairsRandomFieldsTheSame(t *testing.T) {
	events := 400
	if testing.Short() {
		events = 60
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range events {
		f := randomField(random, 8+random.IntN(40))
		unruly := random.IntN(3) == 0
		for round := 1; round <= f.Rounds; round++ {
			absences(random, &f, round)
			got, err := Pair(f, round)
			if want := text(pair(f, round, mode{literal: true})); text(got, err) != want {
				t.Fatalf("round %d:\n got %s\nwant %s\n%+v", round, text(got, err), want, f)
			}
			if err != nil {
				break
			}
			if unruly {
				got = anyPairs(random, got)
			}
			play(random, &f, round, got)
		}
	}
}

func TestTheOrderOfStorageChangesNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, e := range readEvents(t) {
		for _, x := range e.rounds {
			f := e.before(x)
			random.Shuffle(len(f.Players), func(i, j int) { f.Players[i], f.Players[j] = f.Players[j], f.Players[i] })
			if name := fmt.Sprintf("%s round %d", e.name, x.number); name != disputed {
				if got := text(Pair(f, x.number)); got != x.pairs {
					t.Errorf("%s:\n got %s\nwant %s", name, got, x.pairs)
				}
			}
		}
	}
}
