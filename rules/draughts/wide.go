package draughts

// appendWide is appendMoves on a board of twelve columns.
func (v *Variant) appendWide(dst []Move, b *Board, routes bool) []Move { return dst }

func (v *Variant) playWide(b Board, m Move) Board { return b }
