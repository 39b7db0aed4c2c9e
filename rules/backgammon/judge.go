package backgammon

import (
	"cmp"
	"slices"
	"strconv"

	"crownpost/rules"
)

// play makes the play that was written as legs.
func (p State) play(text string, legs []leg) (rules.Played, error) {
	t := p.turn()
	play, err := p.variant.judge(t, text, legs)
	if err != nil {
		return rules.Played{}, err
	}
	return p.played(play.Board, play.Text(t.Board), p.variant.sequel(t, play)), nil
}

// judge returns the legal play that was written as legs. The error is a
// *rules.Refusal.
func (v *Variant) judge(t Turn, text string, legs []leg) (Play, error) {
	legal := v.moves.plays(t)
	if len(legal) == 0 {
		return Play{}, refuse("no-play", args{"dice": diceText(t.Dice)}, pass)
	}
	r := v.read(t, legs)
	meant, candidates := r.meant(legal)
	switch {
	case len(candidates) == 0:
		if play, ok := written(t.Board, legs, legal); ok {
			return play, nil
		}
		return Play{}, v.explain(t, r, sorted(legal))
	case meant < 0:
		return Play{}, refuse("ambiguous", args{"play": shorten(text)}, playTexts(t.Board, sorted(candidates))...)
	}
	return candidates[meant], nil
}

// written returns the legal play whose text has the given legs. A text joins
// steps that can have been made by two checkers, and then its legs may not be
// legal as they stand.
func written(b Board, legs []leg, legal []Play) (play Play, ok bool) {
	sort := func(legs []leg) []leg {
		return slices.SortedFunc(slices.Values(legs), func(k, l leg) int { return cmp.Or(k.from-l.from, k.to-l.to) })
	}
	legs = sort(legs)
	for _, play := range legal {
		if own, err := readPlay(play.Text(b)); err == nil && slices.Equal(sort(own), legs) {
			return play, true
		}
	}
	return Play{}, false
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
	progress
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
	moves   movement
	ends    []attempt // in which all legs are made
	deepest attempt   // the first of those with most legs made, and none begun
}

func (v *Variant) read(t Turn, legs []leg) *reading {
	left := t.Dice[:]
	if t.Dice[0] == t.Dice[1] {
		left = slices.Repeat(left, 2)
	}
	// One leg more than there are dice is enough to fail.
	legs = legs[:min(len(legs), len(left)+1)]
	start := attempt{progress: progress{turn: &t, board: t.Board}, legs: legs, dice: left}
	r := &reading{moves: v.moves, deepest: start}
	r.walk(start)
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
	for j, die := range a.dice {
		to := max(from-die, Off)
		if slices.Contains(a.dice[:j], die) || to < a.legs[i].to || a.board.Own.On(from) == 0 {
			continue
		}
		p, legal := r.moves.step(a.progress, from, die)
		if !legal {
			continue
		}
		hit := p.hit != a.hit
		next := attempt{
			progress: p,
			legs:     slices.Clone(a.legs),
			dice:     slices.Delete(slices.Clone(a.dice), j, j+1),
			steps:    append(slices.Clip(a.steps), rules.Step{From: from, To: to, Die: die, Hit: hit}),
			detours:  a.detours,
			begun:    a.begun &^ (1 << i),
		}
		next.legs[i].from = to
		if to != a.legs[i].to {
			next.begun |= 1 << i
			if hit {
				next.detours++
			}
		}
		r.walk(next)
	}
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
func (v *Variant) explain(t Turn, r *reading, legal []Play) *rules.Refusal {
	if len(r.ends) == 0 {
		refusal := r.explainStep()
		offer(refusal, nearest(t.Board, legal, r.deepest.steps))
		return refusal
	}
	made := slices.MaxFunc(r.ends, func(a, b attempt) int { return cmp.Compare(len(a.steps), len(b.steps)) })
	var points []int
	for _, s := range made.steps {
		points = append(points, s.From, s.To)
	}
	plays := nearest(t.Board, legal, made.steps)
	if refusal := r.moves.unfinished(made.progress); refusal != nil {
		offer(refusal, plays)
		return refusal
	}
	used := slices.MaxFunc(legal, func(a, b Play) int { return cmp.Compare(a.Used(), b.Used()) }).Used()
	switch {
	case len(made.steps) == used:
		larger := max(t.Dice[0], t.Dice[1])
		return refuseAt(points, "larger-die", args{"die": strconv.Itoa(larger)}, plays...)
	case t.Dice[0] == t.Dice[1]:
		return refuseAt(points, "whole-double", args{"count": strconv.Itoa(used), "die": strconv.Itoa(t.Dice[0])}, plays...)
	}
	return refuseAt(points, "both-dice", nil, plays...)
}

// nearest returns the texts of plays, those with most of the steps first.
func nearest(b Board, plays []Play, steps []rules.Step) []string {
	shared := func(p Play) (n int) {
		for _, s := range p.Steps(b) {
			if slices.ContainsFunc(steps, func(t rules.Step) bool { return t.From == s.From && t.Die == s.Die }) {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(plays, func(p, q Play) int { return cmp.Compare(shared(q), shared(p)) })
	return playTexts(b, plays)
}

// explainStep says why the first leg that is left of the deepest attempt
// cannot be made.
func (r *reading) explainStep() *rules.Refusal {
	a := r.deepest
	dice := diceText(a.turn.Dice)
	l := a.legs[slices.IndexFunc(a.legs, func(l leg) bool { return l.from != l.to })]
	switch {
	case l.from == anywhere:
		return refuseAt([]int{l.to}, "unreachable", args{"point": pointText(l.to), "dice": dice})
	case a.board.Own.On(l.from) == 0:
		return refuseAt([]int{l.from}, "no-checker", args{"point": pointText(l.from)})
	}
	if refusal := r.moves.why(a.progress, l.from, 0); refusal != nil {
		return refusal
	}
	if refusal := r.stopped(a.progress, l, a.dice); refusal != nil {
		return refusal
	}
	if l.to == Off {
		if refusal := r.moves.why(a.progress, l.from, l.from); refusal != nil {
			return refusal
		}
	}
	if m, ok := r.moves.(gulbaraMoves); ok && m.chains(*a.turn) && l.from-l.to > a.turn.Dice[0] {
		return refuseAt([]int{l.from, l.to}, "chain", args{"dice": dice})
	}
	return refuseAt([]int{l.from, l.to}, "not-thrown", args{"move": l.String(), "dice": dice})
}

// stopped says at which step a leg that has the length of some of the dice
// comes to its end too early, nil if it has not that length.
func (r *reading) stopped(p progress, l leg, dice []int) *rules.Refusal {
	for i, die := range dice {
		rest := slices.Delete(slices.Clone(dice), i, i+1)
		onward := leg{max(l.from-die, Off), l.to}
		if !spans(onward, rest) {
			continue
		}
		if refusal := r.moves.why(p, l.from, die); refusal != nil {
			return refusal
		}
		if next, legal := r.moves.step(p, l.from, die); legal {
			if refusal := r.stopped(next, onward, rest); refusal != nil {
				return refusal
			}
		}
	}
	return nil
}

// spans reports whether a leg has the length of none, some or all of the dice.
func spans(l leg, dice []int) bool {
	if l.from <= l.to {
		return l.from == l.to
	}
	for i, die := range dice {
		if spans(leg{max(l.from-die, Off), l.to}, slices.Delete(slices.Clone(dice), i, i+1)) {
			return true
		}
	}
	return false
}
