// Package swiss pairs a round by the FIDE (Dutch) system, edition 2026
// (Handbook C.04.3, with the general rules C.04.1 and C.04.2).
//
// The rules have exactly one answer for every field; Pair finds it, and says of
// each pair why it came about. The package is pure: the same field gives the
// same round, in whatever order the players are stored.
package swiss

import (
	"errors"
	"fmt"
	"slices"

	"crownpost/tournament"
)

// Errors of Pair.
var (
	// ErrNoPairing says that no legal pairing exists; it comes as an
	// Impossible.
	ErrNoPairing = errors.New("no legal pairing")
	// ErrEdition says that the field is to be paired by rules of another year.
	ErrEdition = errors.New("only the edition of 2026 is known")
	// ErrInitial says that the initial colour has not been drawn.
	ErrInitial = errors.New("initial colour is missing")
	// ErrRound is a round that cannot be paired: before the first.
	ErrRound = errors.New("no such round")
	// ErrPlayers are two players with one number, or a number below 1.
	ErrPlayers = errors.New("player numbers are not unique and positive")
)

// Round is the pairing of a round.
type Round struct {
	Number int
	// Pairings are in the order of the boards.
	Pairings []Pairing
	// Bye is the ID of who gets the bye, 0 for nobody.
	Bye int
	// Brackets are the steps by which the pairing came about, from the top.
	Brackets []Bracket
}

// Pairing is a game: IDs of players.
type Pairing struct {
	White, Black int
	// Bracket is the index in Brackets of the bracket it was made in.
	Bracket int
	// Reason explains the pair.
	Reason Reason
}

// Pair pairs a round, numbered from 1: on the records of the rounds before it,
// for those who are not absent in it. Errors: ErrEdition, ErrInitial, ErrRound,
// ErrPlayers, and an Impossible, which is ErrNoPairing.
func Pair(f tournament.Field, round int) (Round, error) { return pair(f, round, mode{}) }

// PairAllowing pairs a round as Pair does, but without the rules that the
// organiser has set aside after an Impossible: AllowForbidden, AllowColours,
// AllowSecondBye, AllowRematch. Rematches are then as few as possible, and of
// those the ones longest ago.
func PairAllowing(f tournament.Field, round int, allowed ...Option) (Round, error) {
	return pair(f, round, mode{literal: slices.Contains(allowed, AllowRematch)}, allowed...)
}

// mode is how a round is paired: with one graph of all players in every
// bracket, with explanations.
type mode struct{ literal, explain bool }

func pair(f tournament.Field, round int, m mode, allowed ...Option) (Round, error) {
	if err := check(f, round); err != nil {
		return Round{}, err
	}
	p := newProcess(f, round, allowed...)
	p.mode = m
	if !p.openBye() {
		return Round{}, p.impossible()
	}
	p.run()
	return p.result(), nil
}

func check(f tournament.Field, round int) error {
	if f.Edition != 0 && f.Edition != tournament.Edition2026 {
		return fmt.Errorf("edition %d: %w", f.Edition, ErrEdition)
	}
	if f.Initial == tournament.NoColour && !f.Colourless {
		return ErrInitial
	}
	if round < 1 {
		return fmt.Errorf("round %d: %w", round, ErrRound)
	}
	seen := make(map[int]bool, len(f.Players))
	for _, p := range f.Players {
		if p.ID < 1 || seen[p.ID] {
			return fmt.Errorf("player %d: %w", p.ID, ErrPlayers)
		}
		seen[p.ID] = true
	}
	return nil
}

// process is a pairing under way.
type process struct {
	mode
	field    tournament.Field
	round    int
	allowed  []Option // what is not asked for
	entrants []entrant
	barred   relation // rematches and forbidden pairs
	// again is for rematches that are allowed how many rounds ago the players
	// met last.
	again map[[2]int]int
	proof *completion
	// byeLevel is the score of whoever gets the bye (C5), byeNeeded whether
	// anybody does.
	byeLevel  tournament.Tenths
	byeNeeded bool

	remaining []int // in the order of the rules
	games     []game
	brackets  []Bracket
}

// game holds entrants by their order; high is ranked above low.
type game struct {
	high, low, bracket int
	instead            int // ID of the first opponent, and what spoke against him
	criterion          Criterion
}

func newProcess(f tournament.Field, round int, allowed ...Option) *process {
	p := &process{field: f, round: round, allowed: allowed, entrants: entrants(f, round), again: map[[2]int]int{}}
	n := len(p.entrants)
	p.byeNeeded = n%2 == 1
	p.barred = newRelation(n)
	index := make(map[int]int, n)
	for i, e := range p.entrants {
		index[e.id] = i
		p.remaining = append(p.remaining, i)
	}
	p.barRematches(index)
	if !p.allows(AllowForbidden) {
		p.barForbidden(index)
	}
	p.proof = newCompletion(n+1, p.legal)
	return p
}

func (p *process) allows(o Option) bool { return slices.Contains(p.allowed, o) }

// barRematches bars those who have played each other, or notes it if they may
// meet again; a forfeit is no meeting.
func (p *process) barRematches(index map[int]int) {
	for _, player := range p.field.Players {
		i, present := index[player.ID]
		if !present {
			continue
		}
		for r := 1; r < p.round; r++ {
			record := player.Record(r)
			j, ok := index[record.Opponent]
			switch {
			case !ok || !record.Kind.Played():
			case p.allows(AllowRematch):
				p.again[[2]int{min(i, j), max(i, j)}] = p.round - r
			default:
				p.barred.set(i, j)
			}
		}
	}
}

func (p *process) barForbidden(index map[int]int) {
	for _, forbidden := range p.field.Forbidden {
		if !forbidden.In(p.round) {
			continue
		}
		for a, x := range forbidden.Players {
			for _, y := range forbidden.Players[a+1:] {
				i, ok := index[x]
				j, too := index[y]
				if ok && too {
					p.barred.set(i, j)
				}
			}
		}
	}
}

// legal is C1 to C3; the vertex after the last entrant is the bye.
func (p *process) legal(i, j int) bool {
	n := len(p.entrants)
	if i == n || j == n {
		return p.mayHaveBye(&p.entrants[min(i, j)])
	}
	if p.barred.has(i, j) {
		return false
	}
	if p.field.Colourless || p.allows(AllowColours) {
		return true
	}
	a, b := &p.entrants[i], &p.entrants[j]
	return a.strength != absolute || b.strength != absolute || a.wants != b.wants || a.top || b.top
}

// mayHaveBye is C2 and C5.
func (p *process) mayHaveBye(e *entrant) bool {
	return e.level == p.byeLevel && (e.byeAllowed || p.allows(AllowSecondBye))
}

// openBye finds the least score of who gets the bye (C5) and reports whether
// everybody can be paired (C4).
func (p *process) openBye() bool {
	if !p.byeNeeded {
		return p.proof.cover(p.remaining)
	}
	bye := len(p.entrants)
	all := append(slices.Clone(p.remaining), bye)
	for i := bye - 1; i >= 0; i-- {
		if i+1 < bye && p.entrants[i].level == p.entrants[i+1].level {
			continue
		}
		p.byeLevel = p.entrants[i].level
		p.proof.part(bye)
		if p.proof.cover(all) {
			return true
		}
	}
	return false
}

// run pairs the brackets from the top.
func (p *process) run() {
	var levels []tournament.Tenths
	for _, e := range p.entrants {
		if len(levels) == 0 || e.level != levels[len(levels)-1] {
			levels = append(levels, e.level)
		}
	}
	for _, level := range levels {
		if len(p.remaining) > 1 {
			p.pairBracket(p.newBracket(level))
		}
	}
}

// pairBracket looks at as few players as it can: what is best for few is best
// for all when it leaves a legal pairing for the others.
func (p *process) pairBracket(b *bracket) {
	if games, ok := b.firstCandidate(); ok && !p.literal {
		p.take(b, games)
		return
	}
	for s := ownOnly; ; s++ {
		if p.literal && s < everybody {
			continue
		}
		looked := b.within(s)
		if games, ok := looked.attempt(); ok {
			p.take(looked, games)
			return
		}
	}
}

// attempt pairs the bracket and reports whether the answer holds for the whole
// field.
func (b *bracket) attempt() ([][2]int, bool) {
	if b.scope != everybody && b.mayHaveBye() {
		return nil, false
	}
	b.solve()
	if b.scope == ownOnly && !b.proven() {
		return nil, false
	}
	games := b.order()
	return games, b.proven()
}

// take fixes the pairs of a bracket.
func (p *process) take(b *bracket, games [][2]int) {
	var made []game
	if p.explain {
		made = p.newBracket(b.levels[len(b.levels)-1]).explainGames(games)
	} else {
		for _, g := range games {
			made = append(made, game{high: b.vertices[g[0]], low: b.vertices[g[1]]})
		}
	}
	paired := make(map[int]bool, 2*len(games))
	for _, g := range made {
		paired[g.high], paired[g.low] = true, true
		g.bracket = len(p.brackets)
		p.games = append(p.games, g)
	}
	p.brackets = append(p.brackets, p.describe(b, games))
	var left []int
	for _, v := range p.remaining {
		if !paired[v] {
			left = append(left, v)
		}
	}
	p.remaining = left
}

// result sorts the pairs by boards and gives colours.
func (p *process) result() Round {
	round := Round{Number: p.round, Brackets: p.brackets}
	slices.SortStableFunc(p.games, func(x, y game) int { return p.compareBoards(x, y) })
	for _, x := range p.games {
		a, b := &p.entrants[x.high], &p.entrants[x.low]
		white, black, rule := a.id, b.id, NoColours
		if !p.field.Colourless {
			var c tournament.Colour
			if c, rule = allocate(a, b, p.field.Initial); c == tournament.Black {
				white, black = black, white
			}
		}
		round.Pairings = append(round.Pairings, Pairing{White: white, Black: black, Bracket: x.bracket, Reason: p.reason(x, rule)})
	}
	if p.byeNeeded {
		round.Bye = p.entrants[p.remaining[0]].id
	}
	return round
}

// compareBoards orders by the score of the better of a pair, by that of the
// other, and by number (C.04.2; the score is that of the standings).
func (p *process) compareBoards(x, y game) int {
	xs, xn := p.boardKey(x)
	ys, yn := p.boardKey(y)
	for i := range xs {
		if xs[i] != ys[i] {
			return int(ys[i] - xs[i])
		}
	}
	return xn - yn
}

func (p *process) boardKey(x game) (scores [2]tournament.Tenths, number int) {
	a, b := p.entrants[x.high], p.entrants[x.low]
	if b.score > a.score || b.score == a.score && b.number < a.number {
		a, b = b, a
	}
	return [2]tournament.Tenths{a.score, b.score}, a.number
}
