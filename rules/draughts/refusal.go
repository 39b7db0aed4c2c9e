package draughts

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"crownpost/rules"
)

// The rules by which a move is refused: the keys of Refusals.
const (
	refusedGameOver      = "game-over"
	refusedText          = "move-not-understood"
	refusedNoSquare      = "no-such-square"
	refusedLight         = "light-square"
	refusedEmpty         = "empty-square"
	refusedNotYours      = "not-your-piece"
	refusedAmbiguous     = "ambiguous-capture"
	refusedIncomplete    = "incomplete-capture"
	refusedCrownedGoesOn = "crowned-goes-on"
	refusedRoute         = "no-such-route"

	refusedCapture      = "capture-compulsory"
	refusedMostPieces   = "most-pieces"
	refusedMoreThanOne  = "more-than-one-piece"
	refusedKingCaptures = "king-must-capture"
	refusedKingBefore   = "king-before-man"
	refusedMostKings    = "most-kings"
	refusedKingsFirst   = "kings-first"
	refusedValue        = "most-value"

	refusedManTakes       = "man-captures-forward"
	refusedManTakesAhead  = "man-captures-never-backward"
	refusedManTakesKing   = "man-captures-king"
	refusedManTakesNext   = "man-captures-next"
	refusedKingTakesNext  = "king-captures-next"
	refusedKingLands      = "king-lands-behind"
	refusedKingHalts      = "king-stops-behind"
	refusedTurn           = "no-turning-back"
	refusedTwice          = "jumped-twice"
	refusedCrownedStops   = "crowned-stops"
	refusedPassingLastRow = "passing-last-row"

	refusedNothingToTake = "nothing-to-capture"
	refusedSameSquare    = "same-square"
	refusedNotDiagonal   = "not-diagonal"
	refusedNotStraight   = "not-straight"
	refusedOccupied      = "occupied-square"
	refusedBlocked       = "blocked"
	refusedManForward    = "man-moves-forward"
	refusedManAhead      = "man-moves-never-backward"
	refusedManOneSquare  = "man-moves-one-square"
	refusedKingOneSquare = "king-moves-one-square"
	refusedKingRests     = "king-rests"
)

// Refusals are the sentences of all refusals by their rule, in English, with
// the names of their arguments in braces. The arguments are strings, numbers,
// and Choices for {moves}; squares are given by their names.
var Refusals = map[string]string{
	refusedGameOver:      "the game is over",
	refusedText:          "“{text}” is not a move; write it like {example}",
	refusedNoSquare:      "there is no square {square}; they are {first} to {last}",
	refusedLight:         "{square} is a light square; only the dark ones are played on",
	refusedEmpty:         "square {square} is empty",
	refusedNotYours:      "the piece on {square} is not yours",
	refusedAmbiguous:     "{move} is ambiguous: {moves}",
	refusedIncomplete:    "{move} is not the whole capture: {moves}",
	refusedCrownedGoesOn: "the man becomes a king on {square} and must go on capturing: {moves}",
	refusedRoute:         "no capture runs {move}: {moves}",

	refusedCapture:      "capture is compulsory: {moves}",
	refusedMostPieces:   "this capture takes {taken} pieces, {most} are possible: {moves}",
	refusedMoreThanOne:  "this capture takes 1 piece, {most} are possible: {moves}",
	refusedKingCaptures: "when a king can capture, a man may not: {moves}",
	refusedKingBefore:   "of equal captures, one by a king must be chosen: {moves}",
	refusedMostKings:    "of captures of as many pieces, one with the most kings must be chosen, {most} and not {taken}: {moves}",
	refusedKingsFirst:   "of equal captures, the one that meets a king first must be chosen: {moves}",
	refusedValue:        "this capture is worth {value} and one of {most} is possible, a man counting 1 and a king {king}: {moves}",

	refusedManTakes:       "a man captures forward only",
	refusedManTakesAhead:  "a man captures forward and sideways, never backward",
	refusedManTakesKing:   "a man may not capture a king",
	refusedManTakesNext:   "a man captures only a piece beside it, and lands right behind that",
	refusedKingTakesNext:  "a king captures only a piece beside it, and lands right behind that",
	refusedKingLands:      "a king lands right behind the piece that it captures",
	refusedKingHalts:      "when the last piece captured is a king, the capturing king stops right behind it",
	refusedTurn:           "a capture does not turn straight back",
	refusedTwice:          "captured pieces stay until the move is over, and none is jumped twice",
	refusedCrownedStops:   "a man that reaches the last row becomes a king, and its move is over",
	refusedPassingLastRow: "a man that only passes the last row goes on as a man",

	refusedNothingToTake: "{move} captures nothing; a move without a capture has a start and an end",
	refusedSameSquare:    "the piece on {square} must move to another square",
	refusedNotDiagonal:   "{from} and {to} are not on one diagonal",
	refusedNotStraight:   "{from} and {to} are not in one row or column",
	refusedOccupied:      "square {square} is occupied",
	refusedBlocked:       "the way from {from} to {to} is blocked on {square}",
	refusedManForward:    "a man moves forward only",
	refusedManAhead:      "a man moves forward and sideways, never backward",
	refusedManOneSquare:  "a man moves one square",
	refusedKingOneSquare: "a king moves one square",
	refusedKingRests:     "the king on {square} has moved three times in a row: another piece must move, or it must capture",
}

// Choices are the moves that a refusal offers instead. In JSON they are an
// array.
type Choices []string

// String joins the moves as an English sentence does: "27x38 or 27x36".
func (c Choices) String() string {
	if len(c) < 2 {
		return strings.Join(c, "")
	}
	return strings.Join(c[:len(c)-1], ", ") + " or " + c[len(c)-1]
}

// MarshalJSON writes an array, never null.
func (c Choices) MarshalJSON() ([]byte, error) { return json.Marshal(append([]string{}, c...)) }

// refuse makes the refusal of a rule. The arguments are names and values in turn.
func refuse(rule string, arguments ...any) *rules.Refusal {
	r := &rules.Refusal{Rule: rule, Message: Refusals[rule], Args: map[string]any{}}
	var replace []string
	for i := 0; i < len(arguments); i += 2 {
		name := arguments[i].(string)
		r.Args[name] = arguments[i+1]
		replace = append(replace, "{"+name+"}", fmt.Sprint(arguments[i+1]))
	}
	r.Message = strings.NewReplacer(replace...).Replace(r.Message)
	return r
}

// judge finds the move that a text names, or the rule that forbids it.
type judge struct {
	v     *Variant
	b     *Board
	legal []Move
}

// read judges a text, as readSquares left it.
func (j *judge) read(text string, squares []uint8, wrong string, p problem) (Move, *rules.Refusal) {
	if len(j.legal) == 0 {
		return Move{}, refuse(refusedGameOver)
	}
	if p == noMove {
		if column, to, ok := j.v.readShort(text); ok {
			return j.readShort(text, column, to)
		}
	}
	switch p {
	case noMove:
		return Move{}, j.offer(refuse(refusedText, "text", excerpt(text), "example", j.text(j.legal[0])), j.legal)
	case offBoard, light:
		return Move{}, j.offer(j.refuseSquare(wrong, p), j.legal)
	}
	var fits [exact][]Move
	for _, m := range j.legal {
		f := j.v.fit(j.b, m, squares, judgeBudget/len(j.legal))
		if f == exact {
			return m, nil
		}
		fits[f] = append(fits[f], m)
	}
	switch {
	case len(fits[whole]) == 1:
		return fits[whole][0], nil
	case len(fits[whole]) > 1:
		return Move{}, j.refuseAmbiguous(j.v.joinCells(squares, j.v.Separator()), fits[whole])
	}
	if r := j.refuseStart(squares[0]); r != nil {
		return Move{}, r
	}
	fault := j.stepFault(squares)
	switch {
	case fault == nil && j.legal[0].Captures():
		return Move{}, j.refuseBy(refuse(refusedCapture, "moves", j.texts(j.legal)))
	case fault == nil:
		// The board allows the move: only the limit on a king's moves in a
		// row can have taken it from the legal ones.
		return Move{}, j.offer(j.show(refuse(refusedKingRests, "square", j.v.nameOf(squares[0])), squares[0]), j.legal)
	case len(fits[begins]) > 0:
		return Move{}, j.refuseIncomplete(squares, fits[begins])
	}
	if r := j.refuseCapture(squares); r != nil {
		return Move{}, r
	}
	if fault.Squares == nil {
		fault = j.show(fault, squares[0], squares[len(squares)-1])
	}
	return Move{}, j.offer(fault, j.legal, squares[0])
}

// readShort judges the short form of a move.
func (j *judge) readShort(text string, column int, to uint8) (Move, *rules.Refusal) {
	var found []Move
	for _, m := range j.legal {
		if m.To == to && j.v.places[j.v.number[m.From]].Column == column {
			found = append(found, m)
		}
	}
	switch len(found) {
	case 0:
		return Move{}, j.offer(refuse(refusedText, "text", excerpt(text), "example", j.text(j.legal[0])), j.legal)
	case 1:
		return found[0], nil
	}
	return Move{}, j.refuseAmbiguous(excerpt(text), found)
}

func (j *judge) refuseAmbiguous(move string, candidates []Move) *rules.Refusal {
	r := j.offer(refuse(refusedAmbiguous, "move", move, "moves", j.texts(candidates)), candidates)
	for _, m := range candidates {
		path := appendPath(nil, m, j.v.route(j.b, m))
		for _, c := range path[1 : len(path)-1] {
			r.Squares = append(r.Squares, j.v.Square(c))
		}
	}
	if len(r.Squares) == 0 { // they differ in their start only
		r.Squares = j.starts(candidates)
	}
	return r
}

// refuseSquare refuses a square that is not on the board, or not played on.
func (j *judge) refuseSquare(square string, p problem) *rules.Refusal {
	first, last := "1", strconv.Itoa(j.v.Squares())
	if isLetter(square[0]) {
		square = strings.ToLower(square)
		first, last = "a1", fmt.Sprintf("%c%d", 'a'+j.v.board.width-1, j.v.board.height)
	}
	if p == light {
		return refuse(refusedLight, "square", square)
	}
	return refuse(refusedNoSquare, "square", excerpt(square), "first", first, "last", last)
}

// refuseStart refuses a start without a piece of the side to move.
func (j *judge) refuseStart(from uint8) *rules.Refusal {
	own, enemy := j.b.sides()
	rule := refusedEmpty
	switch {
	case own.has(from):
		return nil
	case enemy.has(from):
		rule = refusedNotYours
	}
	return j.offer(j.show(refuse(rule, "square", j.v.nameOf(from)), from), j.legal)
}

// refuseIncomplete refuses squares at which no capture may stop.
func (j *judge) refuseIncomplete(squares []uint8, moves []Move) *rules.Refusal {
	last := squares[len(squares)-1]
	r := refuse(refusedIncomplete, "move", j.v.joinCells(squares, j.v.Separator()), "moves", j.texts(moves))
	if j.v.passing == flies && !j.b.kings().has(squares[0]) && j.v.crown[j.b.Turn&1].has(last) {
		r = refuse(refusedCrownedGoesOn, "square", j.v.nameOf(last), "moves", j.texts(moves))
	}
	for _, m := range moves {
		r.Squares = append(r.Squares, j.v.Square(m.To))
	}
	r.Squares = distinct(r.Squares)
	return j.offer(r, moves)
}

// judgeBudget bounds the hops that are tried to find out which move a text
// names, or what is wrong with it.
const judgeBudget = 50_000

// refuseCapture refuses squares that would be a capture under other rules, and
// everything where one must capture; else it returns nil.
func (j *judge) refuseCapture(squares []uint8) *rules.Refusal {
	lawful := j.v.laws(j.b.Turn)
	if taken, ok := j.takes(squares, lawful, math.MaxInt); ok {
		return j.refuseChoice(squares, taken)
	}
	occupied := slices.ContainsFunc(squares[1:], func(c uint8) bool { return c != squares[0] && j.b.occupied().has(c) })
	for _, wish := range wishes {
		l := wish.grant(lawful)
		if l == lawful || occupied {
			continue
		}
		// Over a distance everything can be reached in the end; what was
		// meant is a single piece.
		hops := math.MaxInt
		if l.manFar != lawful.manFar || l.kingFar != lawful.kingFar {
			hops = 1
		}
		if _, ok := j.takes(squares, l, hops); ok {
			return j.offer(j.show(refuse(wish.rule(j.v)), squares...), j.legal, squares[0])
		}
	}
	if !j.legal[0].Captures() {
		return nil
	}
	start, end := squares[0], squares[len(squares)-1]
	var same []Move // captures between the same squares, or that begin with the same legs
	for _, m := range j.legal {
		if m.From == start && m.To == end || len(squares) > 2 && j.v.fit(j.b, m, squares[:len(squares)-1], judgeBudget/len(j.legal)) == begins {
			same = append(same, m)
		}
	}
	if len(same) > 0 {
		r := refuse(refusedRoute, "move", j.v.joinCells(squares, j.v.Separator()), "moves", j.texts(same))
		return j.offer(j.show(r, start, end), same)
	}
	return j.refuseBy(refuse(refusedCapture, "moves", j.texts(j.legal)))
}

// takes returns what the squares would capture by the given laws if a capture
// could stop anywhere and none had to be preferred: of several ways of at most
// so many hops, the one that captures the most.
func (j *judge) takes(squares []uint8, l laws, most int) (taken set, ok bool) {
	w := j.v.newWalker(j.b, squares[0], l)
	w.budget = judgeBudget
	all, best := w.left, -1
	var touched []uint8
	w.stop = func(hops []hop, _ bool) bool {
		touched = j.v.appendTouched(touched[:0], squares[0], hops)
		if len(hops) <= most && runs(squares, touched) {
			now := all.andNot(w.left)
			if n := j.worth(now); n > best {
				taken, best = now, n
			}
		}
		return true
	}
	w.walk(squares[0], j.b.kings().has(squares[0]), 0)
	return taken, best >= 0
}

// worth is what a variant's priority makes of the pieces taken; without one,
// their number.
func (j *judge) worth(taken set) int {
	p := j.v.priority
	if p.man == 0 {
		return taken.count()
	}
	kings := taken.and(j.b.kings()).count()
	return p.king*kings + p.man*(taken.count()-kings)
}

// A wish is a rule that the variant does not have. A capture that would be
// possible with it is forbidden by the rule that the variant has instead.
type wish struct {
	rule  func(v *Variant) string
	grant func(laws) laws
}

var wishes = []wish{
	{always(refusedManTakesKing), func(l laws) laws { l.spares = false; return l }},
	{func(v *Variant) string {
		if v.passing == stops {
			return refusedCrownedStops
		}
		return refusedPassingLastRow
	}, func(l laws) laws { l.crowns, l.stops = true, false; return l }},
	{unlessSideways(refusedManTakes, refusedManTakesAhead), func(l laws) laws { l.manWays = l.kingWays; return l }},
	{always(refusedKingHalts), func(l laws) laws { l.halts = false; return l }},
	{always(refusedKingLands), func(l laws) laws { l.lands = false; return l }},
	{always(refusedTurn), func(l laws) laws { l.turns = true; return l }},
	{always(refusedTwice), func(l laws) laws { l.lifts = true; return l }},
	{always(refusedManTakesNext), func(l laws) laws { l.manFar = true; return l }},
	{always(refusedKingTakesNext), func(l laws) laws { l.kingFar = true; return l }},
}

func always(rule string) func(*Variant) string { return func(*Variant) string { return rule } }

// unlessSideways is the first rule, or where men go sideways too the other.
func unlessSideways(rule, other string) func(*Variant) string {
	return func(v *Variant) string {
		if v.ways == straights {
			return other
		}
		return rule
	}
}

// refuseChoice refuses a capture that stops too early, or to which another
// one must be preferred.
func (j *judge) refuseChoice(squares []uint8, taken set) *rules.Refusal {
	best, kings := j.legal[0], j.b.kings()
	pieces, most := taken.count(), best.captured().count()
	byKing, bestByKing := kings.has(squares[0]), kings.has(best.From)
	takenKings, mostKings := taken.and(kings).count(), best.captured().and(kings).count()
	moves := j.texts(j.legal)
	p := j.v.priority
	switch value, bestValue := j.worth(taken), j.worth(best.captured()); {
	case p.kingsOnly && bestByKing && !byKing:
		return j.refuseBy(refuse(refusedKingCaptures, "moves", moves))
	case p.man == 0:
		return j.refuseEarly(squares, taken)
	case j.v.ways == eightWays && value < bestValue:
		return j.refuseBy(refuse(refusedValue, "value", j.inMen(value), "most", j.inMen(bestValue), "king", j.inMen(p.king), "moves", moves))
	case j.v.ways != eightWays && pieces == 1 && most > 1:
		return j.refuseBy(refuse(refusedMoreThanOne, "most", most, "moves", moves))
	case j.v.ways != eightWays && pieces < most:
		return j.refuseBy(refuse(refusedMostPieces, "taken", pieces, "most", most, "moves", moves))
	case p.captor > 0 && bestByKing && !byKing:
		return j.refuseBy(refuse(refusedKingBefore, "moves", moves))
	case p.king > p.man && takenKings < mostKings:
		return j.refuseBy(refuse(refusedMostKings, "taken", takenKings, "most", mostKings, "moves", moves))
	case p.first > 0:
		return j.refuseBy(refuse(refusedKingsFirst, "moves", moves))
	}
	return j.refuseEarly(squares, taken)
}

// refuseEarly refuses a capture that must go on, or that would have to land
// elsewhere to go on.
func (j *judge) refuseEarly(squares []uint8, taken set) *rules.Refusal {
	var further, others []Move
	for _, m := range j.legal {
		switch {
		case m.From != squares[0]:
		case taken.andNot(m.captured()).empty():
			further = append(further, m)
		default:
			others = append(others, m)
		}
	}
	if len(further) == 0 {
		further = others
	}
	return j.refuseIncomplete(squares, further)
}

// inMen writes a value of the priority as a multiple of a man's.
func (j *judge) inMen(value int) string {
	text := fmt.Sprintf("%.2f", float64(value)/float64(j.v.priority.man))
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// refuseBy finishes a refusal for which all legal moves are to be shown.
func (j *judge) refuseBy(r *rules.Refusal) *rules.Refusal {
	r.Squares = j.starts(j.legal)
	return j.offer(r, j.legal)
}

// stepFault refuses squares by the first rule that they break as a quiet
// move, and returns nil if they break none.
func (j *judge) stepFault(squares []uint8) *rules.Refusal {
	from, to := squares[0], squares[len(squares)-1]
	v, b := j.v, j.b
	start, end := v.places[v.number[from]], v.places[v.number[to]]
	down, right := end.Row-start.Row, end.Column-start.Column
	distance := max(down, -down, right, -right)
	straight := down == 0 || right == 0
	switch {
	case len(squares) > 2:
		return refuse(refusedNothingToTake, "move", v.joinCells(squares, v.Separator()))
	case from == to:
		return refuse(refusedSameSquare, "square", v.nameOf(from))
	case v.ways == straights && !straight:
		return refuse(refusedNotStraight, "from", v.nameOf(from), "to", v.nameOf(to))
	case v.ways != straights && down != right && down != -right:
		return refuse(refusedNotDiagonal, "from", v.nameOf(from), "to", v.nameOf(to))
	case b.occupied().has(to):
		return j.show(refuse(refusedOccupied, "square", v.nameOf(to)), to)
	}
	king := b.kings().has(from)
	backward := down < 0 && b.Turn == rules.Black || down > 0 && b.Turn == rules.White
	switch {
	case !king && backward && v.ways == straights:
		return refuse(refusedManAhead)
	case !king && backward:
		return refuse(refusedManForward)
	case !king && distance > 1:
		return refuse(refusedManOneSquare)
	case king && v.king == short && distance > 1:
		return refuse(refusedKingOneSquare)
	}
	if met := j.between(from, to); met != noCell {
		return j.show(refuse(refusedBlocked, "from", v.nameOf(from), "to", v.nameOf(to), "square", v.nameOf(met)), met)
	}
	return nil
}

// between is the first piece between two cells, noCell if there is none.
func (j *judge) between(start, end uint8) uint8 {
	for d := range j.v.next {
		met := uint8(noCell)
		for at := j.v.next[d][start]; at != noCell; at = j.v.next[d][at] {
			if at == end {
				return met
			}
			if met == noCell && j.b.occupied().has(at) {
				met = at
			}
		}
	}
	return noCell
}

// show adds the squares to show.
func (j *judge) show(r *rules.Refusal, list ...uint8) *rules.Refusal {
	for _, c := range list {
		r.Squares = append(r.Squares, j.v.Square(c))
	}
	return r
}

// offer names the moves as what is legal instead, those from the given
// squares first.
func (j *judge) offer(r *rules.Refusal, moves []Move, first ...uint8) *rules.Refusal {
	var rest []string
	for _, m := range moves {
		if slices.Contains(first, m.From) {
			r.Legal = append(r.Legal, j.text(m))
		} else {
			rest = append(rest, j.text(m))
		}
	}
	r.Legal = append(r.Legal, rest...)
	return r
}

func (j *judge) text(m Move) string { return j.v.Text(j.b, m, j.legal) }

func (j *judge) texts(moves []Move) Choices {
	texts := make(Choices, len(moves))
	for i, m := range moves {
		texts[i] = j.text(m)
	}
	return texts
}

// starts are the squares from which the moves go.
func (j *judge) starts(moves []Move) []int {
	var list []int
	for _, m := range moves {
		list = append(list, j.v.Square(m.From))
	}
	return distinct(list)
}

// distinct sorts a list and drops what it repeats.
func distinct(list []int) []int {
	slices.Sort(list)
	return slices.Compact(list)
}

// excerpt is the start of a text, fit to be shown.
func excerpt(text string) string {
	var shown []rune
	for _, c := range text {
		switch {
		case len(shown) == 40:
			return string(shown) + "…"
		case c != unicode.ReplacementChar && unicode.IsPrint(c):
			shown = append(shown, c)
		}
	}
	return string(shown)
}
