package backgammon

import (
	"cmp"
	"slices"
	"strconv"

	"crownpost/rules"
)

// play makes the play that was written as legs.
func (p State) play(text string, legs []leg) (rules.Played, error) {
	b := p.board()
	legal := AppendPlays(nil, b, p.dice[0], p.dice[1])
	if len(legal) == 0 {
		return rules.Played{}, refuse("no-play", args{"dice": diceText(p.dice)}, pass)
	}
	r := read(b, p.dice, legs)
	meant, candidates := r.meant(legal)
	switch {
	case len(candidates) == 0:
		return rules.Played{}, p.explain(r, legal)
	case meant < 0:
		return rules.Played{}, refuse("ambiguous", args{"play": shorten(text)}, playTexts(b, candidates)...)
	}
	play := candidates[meant]
	return p.turnOver(play.Board, play.Text(b)), nil
}

func playTexts(b Board, plays []Play) []string {
	list := make([]string, len(plays))
	for i, play := range plays {
		list[i] = play.Text(b)
	}
	return list
}

// attempt is a way of making legs by single steps, on its way.
type attempt struct {
	board Board
	legs  []leg // what is left of each
	dice  []int // not yet used
	steps []rules.Step
	// detours counts the blots hit on points that the text does not name.
	detours int
	begun   uint8 // bit i: leg i is begun but not made
}

// reading is what legs can mean: every way of making them by steps that are
// legal by themselves, in any order and through any points.
type reading struct {
	ends    []attempt // in which all legs are made
	deepest attempt   // the first of those with most legs made, and none begun
}

func read(b Board, dice [2]int, legs []leg) *reading {
	left := dice[:]
	if dice[0] == dice[1] {
		left = []int{dice[0], dice[0], dice[0], dice[0]}
	}
	// One leg more than there are dice is enough to fail.
	legs = legs[:min(len(legs), len(left)+1)]
	r := &reading{deepest: attempt{board: b, legs: legs, dice: left}}
	r.walk(r.deepest)
	return r
}

func (r *reading) walk(a attempt) {
	open := a.open()
	if a.begun == 0 && open < r.deepest.open() {
		r.deepest = a
	}
	if open == 0 {
		r.ends = append(r.ends, a)
		return
	}
	if len(a.dice) == 0 {
		return
	}
	// Every other leg needs a die too.
	spare := len(a.dice) - open + 1
	for i, l := range a.legs {
		if l.from == l.to || slices.Contains(a.legs[:i], l) {
			continue
		}
		if l.from != anywhere {
			r.advance(a, i, l.from)
			continue
		}
		reach := spare * slices.Max(a.dice)
		for from := l.to + 1; from <= min(l.to+reach, Bar); from++ {
			r.advance(a, i, from)
		}
	}
}

// open is the number of legs that are not yet made.
func (a attempt) open() int {
	n := 0
	for _, l := range a.legs {
		if l.from != l.to {
			n++
		}
	}
	return n
}

// advance makes the next step of leg i, from the given point, by each die.
func (r *reading) advance(a attempt, i, from int) {
	o := a.board.opponent()
	for j, die := range a.dice {
		to := max(from-die, Off)
		if slices.Contains(a.dice[:j], die) || to < a.legs[i].to ||
			o.sources(a.board.Own.occupied(), die)>>from&1 == 0 {
			continue
		}
		step := rules.Step{From: from, To: to, Die: die, Hit: o.blots>>to&1 == 1}
		next := attempt{
			board:   a.board.after(step),
			legs:    slices.Clone(a.legs),
			dice:    slices.Delete(slices.Clone(a.dice), j, j+1),
			steps:   append(slices.Clip(a.steps), step),
			detours: a.detours,
			begun:   a.begun &^ (1 << i),
		}
		next.legs[i].from = to
		if to != a.legs[i].to {
			next.begun |= 1 << i
			if step.Hit {
				next.detours++
			}
		}
		r.walk(next)
	}
}

// after returns the board after a step of Own.
func (b Board) after(s rules.Step) Board {
	b.Own = b.Own.move(s.From, s.To)
	if s.Hit {
		b.Opp = b.Opp.move(25-s.To, Bar)
	}
	return b
}

// meant returns the legal plays that the legs can mean, and the index of the
// one that they do mean, -1 if they are ambiguous. Of two ways of a checker
// between the same points, the one is meant that hits nothing unnamed.
func (r *reading) meant(legal []Play) (index int, candidates []Play) {
	index = -1
	sameMen := true
	for _, play := range legal {
		detours := -1
		for _, e := range r.ends {
			if e.board == play.Board && (detours < 0 || e.detours < detours) {
				detours = e.detours
			}
		}
		if detours < 0 {
			continue
		}
		if detours == 0 {
			index = len(candidates)
		}
		candidates = append(candidates, play)
		sameMen = sameMen && play.Board.Own == candidates[0].Board.Own
	}
	if len(candidates) == 1 {
		return 0, candidates
	}
	if !sameMen {
		index = -1
	}
	return index, candidates
}

// explain says why legs mean no legal play.
func (p State) explain(r *reading, legal []Play) *rules.Refusal {
	if len(r.ends) == 0 {
		refusal := p.explainStep(r.deepest)
		offer(refusal, nearest(p.plays(), r.deepest.steps))
		return refusal
	}
	made := slices.MaxFunc(r.ends, func(a, b attempt) int { return cmp.Compare(len(a.steps), len(b.steps)) })
	var points []int
	for _, s := range made.steps {
		points = append(points, s.From, s.To)
	}
	plays := nearest(p.plays(), made.steps)
	used := slices.MaxFunc(legal, func(a, b Play) int { return cmp.Compare(a.Used(), b.Used()) }).Used()
	switch {
	case len(made.steps) == used:
		larger := max(p.dice[0], p.dice[1])
		return refuseAt(points, "larger-die", args{"die": strconv.Itoa(larger)}, plays...)
	case p.dice[0] == p.dice[1]:
		return refuseAt(points, "whole-double", args{"count": strconv.Itoa(used), "die": strconv.Itoa(p.dice[0])}, plays...)
	}
	return refuseAt(points, "both-dice", nil, plays...)
}

// nearest returns the texts of plays, those with most of the steps first.
func nearest(plays []rules.Act, steps []rules.Step) []string {
	shared := func(a rules.Act) (n int) {
		for _, s := range steps {
			if slices.Contains(a.Steps, s) {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(plays, func(a, b rules.Act) int { return cmp.Compare(shared(b), shared(a)) })
	return texts(plays)
}

// explainStep says why the first leg that is left cannot be made.
func (p State) explainStep(a attempt) *rules.Refusal {
	l := a.legs[slices.IndexFunc(a.legs, func(l leg) bool { return l.from != l.to })]
	own := a.board.Own
	points := []int{l.from, l.to}
	switch {
	case l.from == anywhere:
		return refuseAt(points[1:], "unreachable", args{"point": pointText(l.to), "dice": diceText(p.dice)})
	case own.On(l.from) == 0:
		return refuseAt(points[:1], "no-checker", args{"point": pointText(l.from)})
	case own.On(Bar) > 0 && (l.from != Bar || own.On(Bar) > 1 && !slices.Contains(a.dice, l.from-l.to)):
		return refuseAt([]int{Bar}, "bar-first", nil)
	case l.to == Off && own.highest() > 6:
		return refuseAt([]int{own.highest()}, "not-home", args{"point": pointText(own.highest())})
	case l.to == Off && len(a.dice) > 0 && slices.Max(a.dice) > l.from:
		return refuseAt([]int{l.from, own.highest()}, "exact-number", args{
			"die": strconv.Itoa(slices.Max(a.dice)), "point": pointText(l.from), "higher": pointText(own.highest())})
	}
	if point, ok := closed(a.board, l, a.dice); ok {
		number := strconv.Itoa(a.board.Opp.On(25 - point))
		return refuseAt([]int{point}, "point-closed", args{"point": pointText(point), "number": number})
	}
	return refuseAt(points, "not-thrown", args{"move": l.String(), "dice": diceText(p.dice)})
}

// closed returns the first point at which a leg that has the length of some
// of the dice runs into the opponent.
func closed(b Board, l leg, dice []int) (point int, ok bool) {
	for i, die := range dice {
		mid := leg{l.from - die, l.to}
		rest := slices.Delete(slices.Clone(dice), i, i+1)
		if !spans(mid, rest) {
			continue
		}
		if b.opponent().open>>mid.from&1 == 0 {
			return mid.from, true
		}
		if point, ok := closed(b, mid, rest); ok {
			return point, true
		}
	}
	return 0, false
}

// spans reports whether a leg has the length of none, some or all of the dice.
func spans(l leg, dice []int) bool {
	if l.from <= l.to {
		return l.from == l.to
	}
	for i, die := range dice {
		if spans(leg{l.from - die, l.to}, slices.Delete(slices.Clone(dice), i, i+1)) {
			return true
		}
	}
	return false
}
