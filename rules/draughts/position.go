package draughts

import (
	"cmp"
	"slices"

	"crownpost/rules"
)

// position implements rules.Position.
type position struct {
	v      *Variant
	board  Board
	counts counts
	seen   int    // times this position has stood there, this one included
	moves  []Move // the legal moves, sorted; none once the game is over
	over   bool
	result rules.Outcome
}

func (v *Variant) newPosition(b Board, c counts) *position {
	p := &position{v: v, board: b, counts: c, seen: c.occurrences(b)}
	own, enemy := b.sides()
	if !own.empty() && !enemy.empty() {
		p.moves = v.AppendMoves(nil, &b)
		slices.SortFunc(p.moves, func(a, b Move) int {
			return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Captured, b.Captured), cmp.Compare(a.CapturedHigh, b.CapturedHigh))
		})
	}
	switch why, drawn := p.drawn(); {
	case own.empty():
		p.end(b.Turn.Other(), rules.NoPieces)
	case enemy.empty():
		p.end(b.Turn, rules.NoPieces)
	case len(p.moves) == 0:
		p.end(b.Turn.Other(), rules.Blocked)
	case drawn:
		p.end(rules.NoSide, why)
	}
	return p
}

func (p *position) end(winner rules.Side, why rules.Reason) {
	p.over, p.moves = true, nil
	p.result = rules.Outcome{Winner: winner, Reason: why}
	if winner != rules.NoSide {
		p.result.Value = 1
	}
}

// String is the FEN, followed by the counts of the draw rules:
//
//	:H12        plies since the last capture or man's move
//	:D3         plies since the material came down to the few pieces for
//	            which a limit of its own holds, while it does
//	:M48-43,…   those of the last H moves that are known, oldest first; all
//	            are quiet king moves, so the positions between, among which
//	            repetitions are counted, follow from them
func (p *position) String() string {
	return p.v.FEN(p.board) + p.counts.text(p.v, &p.board)
}

// Notation is the FEN without counts.
func (p *position) Notation() string { return p.v.FEN(p.board) }

// ToAct is the side to move.
func (p *position) ToAct() rules.Side {
	if p.over {
		return rules.NoSide
	}
	return p.board.Turn
}

// Legal lists the legal moves, by start, end and pieces taken.
func (p *position) Legal() []rules.Act {
	acts := make([]rules.Act, len(p.moves))
	for i, m := range p.moves {
		acts[i] = p.v.act(&p.board, m, p.moves)
	}
	return acts
}

// Automatic is empty: in draughts every move is chosen.
func (p *position) Automatic() string { return "" }

// Dice is empty.
func (p *position) Dice() []int { return nil }

// Outcome is how the game ended.
func (p *position) Outcome() (o rules.Outcome, ok bool) { return p.result, p.over }

// Play makes the move with the given text; throw is not used.
func (p *position) Play(text string, _ rules.Thrower) (rules.Played, error) {
	m, refusal := p.find(text)
	if refusal != nil {
		return rules.Played{}, refusal
	}
	next := p.v.Play(p.board, m)
	return rules.Played{
		Position: p.v.newPosition(next, p.counts.after(p.v, &p.board, m, &next)),
		Side:     p.board.Turn,
		Text:     p.v.Text(&p.board, m, p.moves),
	}, nil
}
