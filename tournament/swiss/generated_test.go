package swiss_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"crownpost/tournament"
	"crownpost/tournament/generate"
	"crownpost/tournament/swiss"
	"crownpost/tournament/trf"
)

// someone is a player to be paired, with what the absolute rules look at. The
// rules are read off the records here once more, without the engine.
type someone struct {
	id     int
	score  tournament.Tenths
	met    []int
	noBye  bool              // C2
	due    tournament.Colour // the absolute preference
	leader bool              // a topscorer of the last round
}

// present are those who take part in a round.
func present(f tournament.Field, round int) []someone {
	var all []someone
	for _, p := range f.Players {
		if p.Record(round).Kind != tournament.Unrecorded {
			continue
		}
		x := someone{id: p.ID}
		balance := 0
		var last, lastButOne tournament.Colour
		for _, r := range p.Records[:min(len(p.Records), round-1)] {
			x.score += r.Points
			switch r.Kind {
			case tournament.Win, tournament.Draw, tournament.Loss:
				x.met = append(x.met, r.Opponent)
				last, lastButOne = r.Colour, last
				if r.Colour == tournament.White {
					balance++
				} else {
					balance--
				}
			case tournament.PairingBye:
				x.noBye = true
			default:
				x.noBye = x.noBye || r.Points >= f.Points.Win
			}
		}
		switch {
		case balance > 1 || balance >= -1 && last == tournament.White && last == lastButOne:
			x.due = tournament.Black
		case balance < -1 || last == tournament.Black && last == lastButOne:
			x.due = tournament.White
		}
		best := int(f.Points.Win) * (round - 1)
		x.leader = round == f.Rounds && 2*int(x.score) > best
		all = append(all, x)
	}
	return all
}

// mayMeet is C1 and C3.
func mayMeet(a, b someone) bool {
	if slices.Contains(a.met, b.id) || slices.Contains(b.met, a.id) {
		return false
	}
	return a.due == tournament.NoColour || a.due != b.due || a.leader || b.leader
}

// pairings tries all pairings of the players, one of whom may have the bye if
// their number is odd, and tells of every legal one who has it, nil for nobody.
func pairings(players []someone, bye *someone, legal func(bye *someone)) {
	if len(players) == 0 {
		legal(bye)
		return
	}
	first, others := players[0], players[1:]
	if len(players)%2 == 1 && !first.noBye {
		pairings(others, &first, legal)
	}
	for i, other := range others {
		if mayMeet(first, other) {
			pairings(slices.Concat(others[:i], others[i+1:]), bye, legal)
		}
	}
}

// lawful says what is wrong with a round for the players present.
func lawful(players []someone, r swiss.Round) error {
	byID := map[int]someone{}
	for _, x := range players {
		byID[x.id] = x
	}
	take := func(id int) (someone, error) {
		x, ok := byID[id]
		if !ok {
			return x, fmt.Errorf("player %d is absent or paired twice", id)
		}
		delete(byID, id)
		return x, nil
	}
	for _, p := range r.Pairings {
		white, err := take(p.White)
		if err != nil {
			return err
		}
		black, err := take(p.Black)
		if err != nil {
			return err
		}
		if !mayMeet(white, black) {
			return fmt.Errorf("%d and %d must not meet", p.White, p.Black)
		}
		if (white.due == tournament.Black || black.due == tournament.White) && !white.leader && !black.leader {
			return fmt.Errorf("%d against %d has a colour that he must not have", p.White, p.Black)
		}
	}
	if len(players)%2 == 1 {
		bye, err := take(r.Bye)
		if err != nil {
			return err
		}
		if bye.noBye {
			return fmt.Errorf("%d must not have the bye", r.Bye)
		}
	} else if r.Bye != 0 {
		return fmt.Errorf("%d has a bye, but nobody is left over", r.Bye)
	}
	if len(byID) > 0 {
		return fmt.Errorf("%d players are not paired", len(byID))
	}
	return nil
}

// tried is as many players as all their pairings are tried for; where the
// engine finds none, they are tried for any number.
const tried = 10

// audit pairs rounds with the engine and checks each of them.
type audit struct {
	paired, none, forced, forcedNone int
}

func (a *audit) pair(f tournament.Field, round int) (swiss.Round, error) {
	players := present(f, round)
	r, err := swiss.Pair(f, round)
	switch {
	case err == nil:
		a.paired++
		if err := lawful(players, r); err != nil {
			return r, err
		}
	case errors.Is(err, swiss.ErrNoPairing):
		a.none++
	default:
		return r, err
	}
	if len(players) > tried && err == nil {
		return r, nil
	}
	a.forced++
	exists := false
	var lowest tournament.Tenths
	pairings(players, nil, func(bye *someone) {
		if bye != nil && (!exists || bye.score < lowest) {
			lowest = bye.score
		}
		exists = true
	})
	if exists != (err == nil) {
		return r, fmt.Errorf("a legal pairing exists: %t, the engine found one: %t", exists, err == nil)
	}
	if err != nil {
		a.forcedNone++
		return r, err
	}
	for _, x := range players {
		if x.id == r.Bye && x.score != lowest {
			return r, fmt.Errorf("%d has the bye with %d tenths, it can go to one with %d", x.id, x.score, lowest)
		}
	}
	return r, nil
}

// termsOf are those of one of the random events.
func termsOf(seed uint64) generate.Terms {
	random := rand.New(rand.NewPCG(seed, 26))
	t := generate.Terms{
		Seed: seed, Players: 2 + random.IntN(63), Rounds: 1 + random.IntN(11),
		Draws: random.Float64(), Forfeits: random.Float64() / 4, Byes: random.Float64() / 4,
		Withdrawals: random.Float64() / 12, Late: random.Float64() / 4,
	}
	if seed%3 == 0 {
		t.Players = 2 + random.IntN(tried-1)
	}
	t.Played = t.Rounds
	if seed%5 == 0 {
		t.Played = random.IntN(t.Rounds + 1)
	}
	return t
}

// Nobody meets twice or has two byes, every round is paired for which there is
// a legal pairing, and what comes out is a report that pairs the same again.
func TestGeneratedEventsAreLawful(t *testing.T) {
	events := 1000
	if os.Getenv("CROWNPOST_LONG") != "" {
		events = 10_000
	}
	var a audit
	seen := map[string]int{}
	for seed := range uint64(events) {
		terms := termsOf(seed)
		event, err := generate.Event(terms, a.pair)
		if err != nil && !errors.Is(err, swiss.ErrNoPairing) {
			t.Fatalf("%+v: %v", terms, err)
		}
		var report bytes.Buffer
		if err := trf.Write(&report, event); err != nil {
			t.Fatalf("%+v: %v", terms, err)
		}
		file, err := trf.Read(report.Bytes(), trf.Options{Strict: true})
		if err != nil {
			t.Fatalf("%+v: %v\n%s", terms, err, report.Bytes())
		}
		for round := range file.Field.PlayedRounds() {
			if err := pairedAgain(file.Field, round+1); err != nil {
				t.Fatalf("%+v: round %d: %v\n%s", terms, round+1, err, report.Bytes())
			}
		}
		for _, p := range file.Field.Players {
			if err := wholeEvent(file.Field, p, seen); err != nil {
				t.Fatalf("%+v: %v\n%s", terms, err, report.Bytes())
			}
		}
	}
	for _, what := range []string{
		"half-point byes", "full-point byes", "absences", "byes of the pairing", "forfeits", "double forfeits", "withdrawals", "late entries",
	} {
		if seen[what] == 0 {
			t.Errorf("no event has %s", what)
		}
	}
	if a.forcedNone == 0 || a.forcedNone == a.forced {
		t.Errorf("of %d rounds tried in full %d have no legal pairing", a.forced, a.forcedNone)
	}
	t.Logf("%d events, %d rounds paired, %d without a legal pairing; all pairings tried in %d rounds, of which %d have none; players with %v",
		events, a.paired, a.none, a.forced, a.forcedNone, seen)
}

// pairedAgain compares a round of a file with what the engine makes of it.
func pairedAgain(f tournament.Field, round int) error {
	r, err := swiss.Pair(f.Before(round), round)
	if err != nil {
		return err
	}
	for _, p := range r.Pairings {
		if got := f.Players[f.Player(p.White)].Record(round); got.Opponent != p.Black || got.Colour != tournament.White {
			return fmt.Errorf("%d meets %d, the file has %d", p.White, p.Black, got.Opponent)
		}
	}
	if r.Bye != 0 && f.Players[f.Player(r.Bye)].Record(round).Kind != tournament.PairingBye {
		return fmt.Errorf("%d has no bye in the file", r.Bye)
	}
	return nil
}

// wholeEvent looks at all rounds of a player at once and counts what is seen.
func wholeEvent(f tournament.Field, p tournament.Player, seen map[string]int) error {
	met, count := map[int]bool{}, map[tournament.Kind]int{}
	rounds := f.PlayedRounds()
	double := false
	for round := 1; round <= rounds; round++ {
		r := p.Record(round)
		count[r.Kind]++
		if r.Kind == tournament.Unrecorded {
			return fmt.Errorf("player %d was left out of round %d", p.ID, round)
		}
		if r.Kind.Played() && met[r.Opponent] {
			return fmt.Errorf("players %d and %d meet again in round %d", p.ID, r.Opponent, round)
		}
		met[r.Opponent] = met[r.Opponent] || r.Kind.Played()
		double = double || r.Kind == tournament.ForfeitLoss &&
			f.Players[f.Player(r.Opponent)].Record(round).Kind == tournament.ForfeitLoss
	}
	if count[tournament.PairingBye] > 1 {
		return fmt.Errorf("player %d has %d byes", p.ID, count[tournament.PairingBye])
	}
	took := rounds > count[tournament.ZeroBye]
	for what, is := range map[string]bool{
		"half-point byes":     count[tournament.HalfBye] > 0,
		"full-point byes":     count[tournament.FullBye] > 0,
		"absences":            count[tournament.ZeroBye] > 0,
		"byes of the pairing": count[tournament.PairingBye] > 0,
		"forfeits":            count[tournament.ForfeitWin] > 0,
		"double forfeits":     double,
		"withdrawals":         took && p.Record(rounds).Kind == tournament.ZeroBye && p.Record(rounds-1).Kind == tournament.ZeroBye,
		"late entries":        took && p.Record(1).Kind == tournament.ZeroBye,
	} {
		if is {
			seen[what]++
		}
	}
	return nil
}
