package tiebreak

import (
	"slices"

	"crownpost/rating"
	"crownpost/tournament"
)

// values computes a tie-break of all players, in the order of the table. The
// direct encounter has none here: it depends on who is tied.
func (t *table) values(c Code) []Value {
	if known, ok := t.memo[c]; ok {
		return known
	}
	if c.Fore || c.Name == FB {
		plain := c
		plain.Fore = false
		if c.Name == FB {
			plain.Name = BH
		}
		return t.fore().values(plain)
	}
	all := make([]Value, len(t.players))
	for i, p := range t.players {
		all[i] = t.value(c, p)
	}
	t.memo[c] = all
	return all
}

// value computes a tie-break of one player.
func (t *table) value(c Code, p player) Value {
	switch c.Name {
	case PTS:
		terms := t.rounded(p, func(_ int, r tournament.Record) Hundredths { return of(r.Points) })
		if a := p.Adjustment; a != 0 {
			terms = append([]Term{{Points: a, Value: of(a)}}, terms...)
		}
		return Value{Number: of(p.score), Terms: terms}
	case RTNG:
		return Value{Number: 100 * Hundredths(p.Rating), None: p.Rating == 0}
	case TPN:
		return Value{Number: 100 * Hundredths(p.ID)}
	case WIN, WON, BPG, BWG, REP, STD:
		return sum(t.rounded(p, func(round int, r tournament.Record) Hundredths {
			return t.own(c.Name, round, r)
		}))
	case PS:
		return t.progress(c, p)
	case BH:
		terms := t.contributions(p, c.Forfeits)
		c.cut(terms, false)
		return sum(terms)
	case SB:
		terms := t.contributions(p, c.Forfeits)
		for i, term := range terms {
			terms[i].Value = term.Score * Hundredths(term.Points) / 10
		}
		c.cut(terms, t.field.RoundRobin)
		return sum(terms)
	case KS:
		return t.koya(c, p)
	case SOLK:
		return t.solkoff(c, p)
	case AOB, SolkPlus, APRO, APPO:
		return t.ofOpponents(c, p)
	}
	return t.ofRatings(c, p)
}

// sum is the value that terms add up to.
func sum(terms []Term) Value { return Value{Number: total(terms), Terms: terms} }

// rounded are terms by round, of those that are worth something.
func (t *table) rounded(p player, value func(round int, r tournament.Record) Hundredths) []Term {
	var terms []Term
	for i, r := range p.records {
		if v := value(i+1, r); v != 0 {
			terms = append(terms, Term{Round: i + 1, Opponent: r.Opponent, Points: r.Points, Value: v})
		}
	}
	return terms
}

// own is what a round adds to a tie-break of the player's own record (C.07,
// art. 7).
func (t *table) own(name string, round int, r tournament.Record) Hundredths {
	counts := false
	switch name {
	case WIN:
		counts = r.Points == t.field.Points.Win && r.Kind != tournament.Unrecorded
	case WON:
		counts = r.Kind == tournament.Win
	case BPG:
		counts = r.Kind.Played() && r.Colour == tournament.Black
	case BWG:
		counts = r.Kind == tournament.Win && r.Colour == tournament.Black
	case REP:
		counts = !voluntary(r)
	case STD:
		return t.standard(round, r)
	}
	if counts {
		return 100
	}
	return 0
}

// standard is 1 for more points than the opponent of the round has made in it,
// ½ for as many. Without an opponent a draw is the measure.
func (t *table) standard(round int, r tournament.Record) Hundredths {
	measure := t.field.Points.Draw
	if r.Opponent > 0 {
		measure = t.opponent(r).Record(round).Points
	}
	switch {
	case r.Kind == tournament.Unrecorded || r.Kind == tournament.Pending:
		return 0
	case r.Points > measure:
		return 100
	case r.Points == measure:
		return 50
	}
	return 0
}

// progress is the sum of the scores after each round; a cut leaves out those
// after the first rounds.
func (t *table) progress(c Code, p player) Value {
	var terms []Term
	for i, r := range p.records {
		terms = append(terms, Term{
			Round: i + 1, Opponent: r.Opponent, Points: r.Points, Value: of(p.Score(i + 1)), Cut: i < c.Cut,
		})
	}
	return sum(terms)
}

// koya is what was scored, by forfeit too, against those who have half of the
// greatest possible score.
func (t *table) koya(c Code, p player) Value {
	games := t.rounds
	if t.field.RoundRobin {
		games = 0
		for _, r := range p.records {
			if !t.rest(r) {
				games++
			}
		}
	}
	limit := int(t.field.Points.Win)*games + int(t.field.Points.Win)*c.Limit // twice the score
	var terms []Term
	for i, r := range p.records {
		if r.Opponent > 0 {
			score := t.opponent(r).score
			terms = append(terms, Term{
				Round: i + 1, Opponent: r.Opponent, Points: r.Points, Score: of(score), Value: of(r.Points),
				Cut: 2*int(score) < limit,
			})
		}
	}
	return sum(terms)
}

// solkoff is the sum of the opponents' points as they are; a round without a
// game adds 0.
func (t *table) solkoff(c Code, p player) Value {
	var terms []Term
	for i, r := range p.records {
		if t.rest(r) || r.Kind == tournament.Pending {
			continue
		}
		term := Term{Round: i + 1, Opponent: r.Opponent, Points: r.Points, Dummy: true}
		if t.game(r, c.Forfeits) {
			term.Score, term.Dummy = of(t.opponent(r).score), false
		}
		term.Value = term.Score
		terms = append(terms, term)
	}
	if !c.Full {
		c.cut(terms, true)
		return sum(terms)
	}
	value := Value{Terms: terms}
	for n := 1; n <= len(terms); n++ {
		shorter := clearCuts(terms)
		Code{Cut: n}.cut(shorter, true)
		if n == 1 {
			value.Number, value.Terms = total(shorter), shorter
		} else {
			value.steps = append(value.steps, total(shorter))
		}
	}
	return value
}

// ofOpponents is the mean of a tie-break of the opponents met over the board,
// or its sum.
func (t *table) ofOpponents(c Code, p player) Value {
	basis := map[string]Code{
		AOB:      {Name: BH, Forfeits: c.Forfeits},
		SolkPlus: {Name: SOLK, Forfeits: c.Forfeits},
		APRO:     {Name: TPR, Unrated: c.Unrated},
		APPO:     {Name: PTP, Unrated: c.Unrated},
	}[c.Name]
	values := t.values(basis)
	var terms []Term
	for i, r := range p.records {
		theirs := Value{None: true}
		if r.Kind.Played() || c.Name == SolkPlus && t.game(r, c.Forfeits) {
			theirs = values[t.index[r.Opponent]]
		}
		if !theirs.None {
			terms = append(terms, Term{
				Round: i + 1, Opponent: r.Opponent, Points: r.Points, Score: theirs.Number, Value: theirs.Number,
			})
		}
	}
	c.cut(terms, true)
	if c.Name == SolkPlus {
		return sum(terms)
	}
	unit := Hundredths(100)
	if c.Name == AOB {
		unit = 1
	}
	number, ok := mean(terms, unit)
	return Value{Number: number, None: !ok, Terms: terms}
}

// ofRatings is a tie-break of the ratings of opponents met over the board
// (C.07, art. 10).
func (t *table) ofRatings(c Code, p player) Value {
	if !t.rated(c) {
		return Value{None: true}
	}
	var terms []Term
	var ratings []int
	halves := 0
	for i, r := range p.records {
		if !r.Kind.Played() {
			continue
		}
		points := t.opponent(r).Rating
		if points == 0 {
			points = c.Unrated
		}
		ratings = append(ratings, points)
		halves += map[tournament.Kind]int{tournament.Win: 2, tournament.Draw: 1}[r.Kind]
		score := 100 * Hundredths(points)
		terms = append(terms, Term{Round: i + 1, Opponent: r.Opponent, Points: r.Points, Score: score, Value: score})
	}
	c.cut(terms, true)
	number, ok := mean(terms, 100)
	switch {
	case !ok:
		return Value{None: true, Terms: terms}
	case c.Name == TPR:
		number = 100 * Hundredths(rating.PerformanceAt(int(number/100), halves, len(ratings)).Rating)
	case c.Name == PTP:
		number = 100 * Hundredths(rating.PerfectPerformance(ratings, halves))
	}
	return Value{Number: number, Terms: slices.Clone(terms)}
}
