package draughts

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"crownpost/rules"
)

// The rules by which a move is refused: the keys of Refusals.
const (
	refusedGameOver      = "game-over"
	refusedText          = "move-not-understood"
	refusedNoSquare      = "no-such-square"
	refusedEmpty         = "empty-square"
	refusedNotYours      = "not-your-piece"
	refusedCapture       = "capture-compulsory"
	refusedMostPieces    = "most-pieces"
	refusedMoreThanOne   = "more-than-one-piece"
	refusedAmbiguous     = "ambiguous-capture"
	refusedIncomplete    = "incomplete-capture"
	refusedRoute         = "no-such-route"
	refusedNothingToTake = "nothing-to-capture"
	refusedSameSquare    = "same-square"
	refusedNotDiagonal   = "not-diagonal"
	refusedOccupied      = "occupied-square"
	refusedBlocked       = "blocked"
	refusedManForward    = "man-moves-forward"
	refusedManTakes      = "man-captures-forward"
	refusedManOneSquare  = "man-moves-one-square"
	refusedKingOneSquare = "king-moves-one-square"
)

// Refusals are the sentences of all refusals by their rule, in English, with
// the names of their arguments in braces. The arguments are strings, numbers,
// and Choices for {moves}.
var Refusals = map[string]string{
	refusedGameOver:      "the game is over",
	refusedText:          "“{text}” is not a move; write it like {example}",
	refusedNoSquare:      "there is no square {square}; they are 1 to {last}",
	refusedEmpty:         "square {square} is empty",
	refusedNotYours:      "the piece on {square} is not yours",
	refusedCapture:       "capture is compulsory: {moves}",
	refusedMostPieces:    "this capture takes {taken} pieces, {most} are possible: {moves}",
	refusedMoreThanOne:   "this capture takes 1 piece, {most} are possible: {moves}",
	refusedAmbiguous:     "{move} is ambiguous: {moves}",
	refusedIncomplete:    "{move} is not the whole capture: {moves}",
	refusedRoute:         "no capture runs {move}: {moves}",
	refusedNothingToTake: "{move} captures nothing; a move without a capture has a start and an end",
	refusedSameSquare:    "the piece on {square} must move to another square",
	refusedNotDiagonal:   "{from} and {to} are not on one diagonal",
	refusedOccupied:      "square {square} is occupied",
	refusedBlocked:       "the way from {from} to {to} is blocked on {square}",
	refusedManForward:    "a man moves forward only",
	refusedManTakes:      "a man captures forward only",
	refusedManOneSquare:  "a man moves one square",
	refusedKingOneSquare: "a king moves one square",
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

// find returns the legal move that a text names, or says why there is none.
func (p *position) find(text string) (Move, *rules.Refusal) {
	if p.over {
		return Move{}, refuse(refusedGameOver)
	}
	squares, ok := readSquares(text)
	if !ok {
		return Move{}, p.offer(refuse(refusedText, "text", excerpt(text), "example", p.text(p.moves[0])), p.moves)
	}
	fits := map[fit][]Move{}
	for _, m := range p.moves {
		f := p.v.fit(&p.board, m, squares)
		fits[f] = append(fits[f], m)
	}
	name := joinSquares(squares, "x")
	switch {
	case len(fits[exact]) > 0:
		return fits[exact][0], nil
	case len(fits[whole]) == 1:
		return fits[whole][0], nil
	case len(fits[whole]) > 1:
		r := p.offer(refuse(refusedAmbiguous, "move", name, "moves", p.texts(fits[whole])), fits[whole])
		for _, m := range fits[whole] {
			path := p.v.path(m, p.v.route(&p.board, m))
			r.Squares = append(r.Squares, path[1:len(path)-1]...)
		}
		return Move{}, r
	}
	if r := p.refuseStart(squares); r != nil {
		return Move{}, r
	}
	if len(fits[begins]) > 0 {
		r := p.offer(refuse(refusedIncomplete, "move", name, "moves", p.texts(fits[begins])), fits[begins])
		r.Squares = p.ends(fits[begins])
		return Move{}, r
	}
	if p.moves[0].Captures() {
		return Move{}, p.refuseCapture(squares)
	}
	return Move{}, p.refuseStep(squares)
}

// refuseStart refuses squares that do not exist, and starts without a piece
// of the side to move.
func (p *position) refuseStart(squares []int) *rules.Refusal {
	for _, n := range squares {
		if n < 1 || n > p.v.Squares() {
			return p.offer(refuse(refusedNoSquare, "square", n, "last", p.v.Squares()), p.moves)
		}
	}
	own, enemy := p.board.sides()
	from := p.v.cell[squares[0]]
	var r *rules.Refusal
	switch {
	case own.has(from):
		return nil
	case enemy.has(from):
		r = refuse(refusedNotYours, "square", squares[0])
	default:
		r = refuse(refusedEmpty, "square", squares[0])
	}
	r.Squares = squares[:1]
	return p.offer(r, p.moves)
}

// refuseCapture refuses squares that name no legal move where one must capture.
func (p *position) refuseCapture(squares []int) *rules.Refusal {
	start, end := squares[0], squares[len(squares)-1]
	var same []Move // legal captures between the same squares
	for _, m := range p.moves {
		if p.v.Square(m.From) == start && p.v.Square(m.To) == end {
			same = append(same, m)
		}
	}
	if len(same) > 0 {
		r := refuse(refusedRoute, "move", joinSquares(squares, "x"), "moves", p.texts(same))
		r.Squares = []int{start, end}
		return p.offer(r, same)
	}
	var r *rules.Refusal
	most := p.moves[0].captured().count()
	switch taken := p.takes(squares); {
	case taken == 0 || taken >= most:
		r = refuse(refusedCapture, "moves", p.texts(p.moves))
	case taken == 1:
		r = refuse(refusedMoreThanOne, "most", most, "moves", p.texts(p.moves))
	default:
		r = refuse(refusedMostPieces, "taken", taken, "most", most, "moves", p.texts(p.moves))
	}
	for _, m := range p.moves {
		r.Squares = append(r.Squares, p.v.Square(m.From))
	}
	r.Squares = slices.Compact(r.Squares)
	return p.offer(r, p.moves)
}

// takes returns how many pieces the squares would take if the variant did not
// ask for the most, 0 if they name no capture.
func (p *position) takes(squares []int) (n int) {
	if p.v.priority.man == 0 {
		return 0
	}
	free := *p.v
	free.priority = anyCapture
	for _, m := range free.AppendMoves(nil, &p.board) {
		if p.v.fit(&p.board, m, squares) != differs {
			n = max(n, m.captured().count())
		}
	}
	return n
}

// refuseStep refuses squares that name no legal move where none captures.
func (p *position) refuseStep(squares []int) *rules.Refusal {
	from, to := squares[0], squares[len(squares)-1]
	r := p.judgeStep(squares, from, to)
	if r.Squares == nil {
		r.Squares = []int{from, to}
	}
	return p.offer(r, p.moves, from)
}

// judgeStep names the first rule that the squares of a quiet move break.
func (p *position) judgeStep(squares []int, from, to int) *rules.Refusal {
	v, b := p.v, &p.board
	if len(squares) > 2 {
		return refuse(refusedNothingToTake, "move", joinSquares(squares, "x"))
	}
	if from == to {
		return refuse(refusedSameSquare, "square", from)
	}
	start, end := v.cell[from], v.cell[to]
	down := v.places[to].Row - v.places[from].Row
	right := v.places[to].Column - v.places[from].Column
	distance := max(down, -down)
	if distance != max(right, -right) {
		return refuse(refusedNotDiagonal, "from", from, "to", to)
	}
	if b.occupied().has(end) {
		r := refuse(refusedOccupied, "square", to)
		r.Squares = []int{to}
		return r
	}
	met := between(v, b, start, end)
	_, enemy := b.sides()
	backward := down < 0 == (b.Turn == rules.Black)
	king := b.kings().has(start)
	switch {
	case !king && backward && distance == 2 && met != noCell && enemy.has(met):
		return refuse(refusedManTakes)
	case !king && backward:
		return refuse(refusedManForward)
	case !king && distance > 1:
		return refuse(refusedManOneSquare)
	case king && v.king == short && distance > 1:
		return refuse(refusedKingOneSquare)
	}
	// Only a flying king is left, and it is stopped by what it meets.
	r := refuse(refusedBlocked, "from", from, "to", to, "square", v.Square(met))
	r.Squares = []int{v.Square(met)}
	return r
}

// between is the first piece between two cells, noCell if there is none.
func between(v *Variant, b *Board, start, end uint8) uint8 {
	for d := range v.next {
		met := uint8(noCell)
		for at := v.next[d][start]; at != noCell; at = v.next[d][at] {
			if at == end {
				return met
			}
			if met == noCell && b.occupied().has(at) {
				met = at
			}
		}
	}
	return noCell
}

// offer names the moves as what is legal instead, those from the given
// squares first.
func (p *position) offer(r *rules.Refusal, moves []Move, first ...int) *rules.Refusal {
	var rest []string
	for _, m := range moves {
		if slices.Contains(first, p.v.Square(m.From)) {
			r.Legal = append(r.Legal, p.text(m))
		} else {
			rest = append(rest, p.text(m))
		}
	}
	r.Legal = append(r.Legal, rest...)
	return r
}

func (p *position) text(m Move) string { return p.v.Text(&p.board, m, p.moves) }

func (p *position) texts(moves []Move) Choices {
	texts := make(Choices, len(moves))
	for i, m := range moves {
		texts[i] = p.text(m)
	}
	return texts
}

// ends are the final squares of the moves.
func (p *position) ends(moves []Move) []int {
	var list []int
	for _, m := range moves {
		list = append(list, p.v.Square(m.To))
	}
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
