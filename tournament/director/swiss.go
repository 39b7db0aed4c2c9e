package director

import (
	"slices"

	"crownpost/tournament"
	"crownpost/tournament/swiss"
)

// swissEvent is a Swiss as it stands.
type swissEvent struct{ Event }

// byes are the kinds of records that byes make.
var byes = map[Kind]tournament.Kind{
	PairingBye: tournament.PairingBye,
	FullBye:    tournament.FullBye,
	HalfBye:    tournament.HalfBye,
	ZeroBye:    tournament.ZeroBye,
}

// kindOfBye is the Kind of a record of a bye.
func kindOfBye(k tournament.Kind) Kind {
	for kind, recorded := range byes {
		if recorded == k {
			return kind
		}
	}
	return ""
}

// there reports whether a player takes part in a round, games and byes apart.
func (p Player) there(round int) bool {
	if p.Status.Left() && p.Left == 0 {
		return false
	}
	return p.From <= round && (p.Left == 0 || round < p.Left)
}

// present reports by seat, seat 1 first, who takes part in a round.
func (e Event) present(round int) []bool {
	var present []bool
	for _, p := range e.Players {
		for len(present) < p.Seat {
			present = append(present, false)
		}
		if p.Seat > 0 && p.there(round) {
			present[p.Seat-1] = true
		}
	}
	return present
}

// granted are the byes of a round that the pairing did not give, by seat.
func (e Event) granted(round int) map[int]Pairing {
	granted := map[int]Pairing{}
	for _, p := range e.of("") {
		if p.Round == round && p.Kind.granted() {
			granted[p.white] = p.Pairing
		}
	}
	return granted
}

// toPair are the seats that are to be paired in a round: present, without a bye
// granted.
func (e Event) toPair(round int) []int {
	granted := e.granted(round)
	var seats []int
	for i, present := range e.present(round) {
		if _, absent := granted[i+1]; present && !absent {
			seats = append(seats, i+1)
		}
	}
	return seats
}

func (e swissEvent) rounds() int { return e.Plan.Rounds }

// round is the last one with a game or a bye of the pairing. One for which
// everybody has a bye granted ahead needs neither.
func (e swissEvent) round() int {
	last := 0
	for _, p := range e.Pairings {
		if p.Kind == Game || p.Kind == PairingBye {
			last = max(last, p.Round)
		}
	}
	for last < e.Plan.Rounds && len(e.granted(last+1)) > 0 && len(e.toPair(last+1)) == 0 && e.active() > 1 && e.settled() {
		last++
	}
	return last
}

func (e swissEvent) roundsLeft() int {
	if e.active() < 2 {
		return 0
	}
	left := e.Plan.Rounds - e.round()
	if slices.Contains(e.Allowed, swiss.EndEvent) {
		left = 0
	}
	if !e.settled() || left == 0 && !e.finished() { // the latest one is being played
		left++
	}
	return left
}

// finished reports whether all games have results, settled whether the next
// round may begin.
func (e swissEvent) finished() bool {
	return !slices.ContainsFunc(e.meetings(), func(m meeting) bool { return !m.finished() })
}

func (e swissEvent) settled() bool {
	return !slices.ContainsFunc(e.meetings(), func(m meeting) bool { return !m.settled() })
}

func (e swissEvent) next() (Step, error) {
	if !e.settled() {
		return Step{}, nil
	}
	round := e.round()
	over := round >= e.Plan.Rounds || slices.Contains(e.Allowed, swiss.EndEvent)
	if over || e.active() < 2 {
		finished := e.finished()
		return Step{Over: finished, Deserted: finished && !over}, nil
	}
	paired, err := e.pair(e.before(round+1), round+1)
	if err != nil {
		return Step{}, err
	}
	return Step{Pairings: e.pairings(paired)}, nil
}

// pair pairs a round, without the rules that were set aside.
func (e swissEvent) pair(f tournament.Field, round int) (swiss.Round, error) {
	if len(e.Allowed) > 0 {
		return swiss.PairAllowing(f, round, e.Allowed...)
	}
	return swiss.Pair(f, round)
}

// pairings are those of a round that was paired.
func (e swissEvent) pairings(r swiss.Round) []Pairing {
	holders := e.holders()
	var all []Pairing
	for i, p := range r.Pairings {
		all = append(all, e.Plan.both(Pairing{
			Round: r.Number, Board: i*e.Plan.together() + 1, Kind: Game,
			White: holders[p.White-1].ID, Black: holders[p.Black-1].ID,
		})...)
	}
	if r.Bye > 0 {
		all = append(all, Pairing{Round: r.Number, White: holders[r.Bye-1].ID, Kind: PairingBye})
	}
	return all
}

// both are a game and, with Plan.Pairs, the second one with colours swapped.
func (p Plan) both(g Pairing) []Pairing {
	if !p.Pairs {
		return []Pairing{g}
	}
	second := g
	second.White, second.Black, second.Board = g.Black, g.White, g.Board+1
	return []Pairing{g, second}
}

// field is everything that is known: pending games, and byes of rounds to come.
// Who was not there for a round has a zero-point bye.
func (e swissEvent) field() tournament.Field {
	f := tournament.Field{
		Rounds: e.Plan.Rounds, Points: e.Plan.points(), Initial: e.Plan.Initial, Colourless: e.Plan.Colourless,
	}
	for i, p := range e.holders() {
		f.Players = append(f.Players, p.inField(i+1))
	}
	e.forbid(&f)
	e.accelerate(&f)
	e.addExtra(&f)
	for _, p := range e.of("") {
		if kind, bye := byes[p.Kind]; bye {
			put(&f.Players[p.white-1], p.Round, tournament.Record{Kind: kind, Points: f.Points.For(kind)})
		}
	}
	for _, m := range e.meetings() {
		e.record(&f, m, false)
	}
	for round := 1; round <= e.round(); round++ {
		e.noteAbsent(&f, round)
	}
	return f
}

// record notes a meeting; a bye granted in place of one that has not begun
// stands.
func (e swissEvent) record(f *tournament.Field, m meeting, drawn bool) {
	white, black := m.records(e.Plan, drawn)
	for _, side := range []struct {
		seat   int
		record tournament.Record
	}{{m.white, white}, {m.black, black}} {
		p := &f.Players[side.seat-1]
		if p.Record(m.round).Kind == tournament.Unrecorded || m.begun() {
			put(p, m.round, side.record)
		}
	}
}

// noteAbsent gives those who are not there for a round a bye worth nothing,
// whatever was granted to them before they left.
func (e swissEvent) noteAbsent(f *tournament.Field, round int) {
	for i, present := range e.present(round) {
		p := &f.Players[i]
		if r := p.Record(round); !present && (r.Kind == tournament.Unrecorded || r.Kind.Absent()) {
			put(p, round, tournament.Record{Kind: tournament.ZeroBye, Points: f.Points.ZeroBye})
		}
	}
}

func (e swissEvent) forbid(f *tournament.Field) {
	seats := e.seats()
	for _, ids := range e.Plan.Forbidden {
		forbidden := tournament.Forbidden{First: 1}
		for _, id := range ids {
			if seat := seats[id]; seat > 0 {
				forbidden.Players = append(forbidden.Players, seat)
			}
		}
		f.Forbidden = append(f.Forbidden, forbidden)
	}
}

// accelerate gives virtual points to everybody down to the last player of the
// group that Start has fixed: late entrants above him are among them.
func (e swissEvent) accelerate(f *tournament.Field) {
	seats, last := e.seats(), 0
	for _, id := range e.Plan.Virtual {
		last = max(last, seats[id])
	}
	one := tournament.Field{Rounds: f.Rounds, Points: f.Points, Players: []tournament.Player{{ID: 1}}}
	one.Baku()
	for i := range last {
		f.Players[i].Virtual = one.Players[0].Virtual
	}
}

// addExtra gives single players what the file gave them.
func (e swissEvent) addExtra(f *tournament.Field) {
	seats := e.seats()
	for _, x := range e.Plan.Extra {
		if seat := seats[x.Player]; seat > 0 {
			p := &f.Players[seat-1]
			p.Adjustment = x.Adjustment
			if len(x.Virtual) > 0 {
				p.Virtual = slices.Clone(x.Virtual)
			}
		}
	}
}

// adjustments are the bonuses and penalties by seat.
func (e Event) adjustments() map[int]tournament.Tenths {
	seats, points := e.seats(), map[int]tournament.Tenths{}
	for _, x := range e.Plan.Extra {
		points[seats[x.Player]] = x.Adjustment
	}
	return points
}

// before is the field as a round is paired on it. Deferred games count as
// draws, later rounds are cut, and of the round itself it has who is absent.
func (e swissEvent) before(round int) tournament.Field {
	f := e.field()
	for _, m := range e.meetings() {
		if m.round < round && !m.finished() {
			e.record(&f, m, true)
		}
	}
	for i := range f.Players {
		p := &f.Players[i]
		here := p.Record(round)
		p.Records = p.Records[:min(len(p.Records), round-1)]
		if here.Kind.Absent() {
			put(p, round, here)
		}
	}
	e.noteAbsent(&f, round)
	return f
}

// Explain explains the pairing of a round of a Swiss, by seats, by the results
// as they stand now: after a correction it can be another one than was played.
// Errors: ErrFormat, ErrNotStarted, ErrRound, those of swiss.Pair.
func (e Event) Explain(round int) (swiss.Round, error) {
	if e.Plan.Format != Swiss {
		return swiss.Round{}, ErrFormat
	}
	if !e.started() {
		return swiss.Round{}, ErrNotStarted
	}
	s := swissEvent{e}
	if round < 1 || round > min(s.round()+1, s.rounds()) {
		return swiss.Round{}, ErrRound
	}
	return swiss.Explain(s.before(round), round)
}
