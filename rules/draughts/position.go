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
	mover, other := b.Turn, b.Turn.Other()
	if !own.empty() && !enemy.empty() {
		p.moves = p.legal()
	}
	winner, noPieces, noMoves := other, rules.NoPieces, rules.Blocked
	if v.objective == toLose {
		winner, noPieces, noMoves = mover, rules.AllGiven, rules.NoMoveLeft
	}
	switch {
	case v.objective == toCrown && !b.kings().and(enemy).empty():
		p.end(other, rules.FirstKing)
	case v.objective == toCrown && !b.kings().and(own).empty():
		p.end(mover, rules.FirstKing)
	case own.empty():
		p.end(winner, noPieces)
	case enemy.empty():
		p.end(winner.Other(), noPieces)
	case len(p.moves) == 0:
		p.end(winner, noMoves)
	default:
		if t := p.settled(); t != nil {
			p.end(p.winnerBy(t), t.Reason)
		}
	}
	return p
}

// legal generates the legal moves in their order.
func (p *position) legal() []Move {
	moves := p.v.AppendMoves(make([]Move, 0, 20), &p.board)
	if rests := p.resting(); rests != noCell {
		moves = slices.DeleteFunc(moves, func(m Move) bool { return m.From == rests && !m.Captures() })
	}
	slices.SortFunc(moves, compareMoves)
	return moves
}

// compareMoves orders moves by start, end and the pieces taken.
func compareMoves(a, b Move) int {
	switch {
	case a.From != b.From:
		return int(a.From) - int(b.From)
	case a.To != b.To:
		return int(a.To) - int(b.To)
	case a.Captured != b.Captured:
		return cmp.Compare(a.Captured, b.Captured)
	}
	return int(a.CapturedHigh) - int(b.CapturedHigh)
}

// winnerBy is who wins by a limit that is reached, NoSide for a draw.
func (p *position) winnerBy(t *term) rules.Side {
	if !t.Wins {
		return rules.NoSide
	}
	return t.strongest(p.board.force(rules.White), p.board.force(rules.Black))
}

func (p *position) end(winner rules.Side, why rules.Reason) {
	p.over, p.moves = true, nil
	p.result = rules.Outcome{Winner: winner, Reason: why}
	if winner != rules.NoSide {
		p.result.Value = 1
	}
}

// String is the FEN, followed by the counts of the draw rules and the options.
func (p *position) String() string {
	return string(p.appendTail([]byte(p.v.FEN(p.board))))
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
	return rules.Played{Position: p.next(m), Side: p.board.Turn, Text: p.v.Text(&p.board, m, p.moves)}, nil
}

// next is the position after one of the legal moves.
func (p *position) next(m Move) *position {
	b := p.v.Play(p.board, m)
	return p.v.newPosition(b, p.counts.after(p.v, &p.board, m, &b))
}
