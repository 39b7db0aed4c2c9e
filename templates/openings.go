package templates

// OpeningTablePage is "/openings/{variant}/{table}": an official table of
// openings, so that the draw of a ballot can be checked.
type OpeningTablePage struct {
	Layout
	// Variant and Table are keys; the locale has the table as "opening.<Table>"
	// and what its moves mean as "openings.moves.<Table>".
	Variant, Table string
	Ballots        []Ballot
}

// Ballot is one opening of a table.
type Ballot struct {
	// Place counts the ballots of the table from 1.
	Place int
	// Printed is the number that the table prints.
	Printed string
	// Moves are as printed; empty where the table has none.
	Moves string
	// Turn is the side to move.
	Turn string
	// Start is the position, a FEN in the variant's notation.
	Start string
}

// Recorded says that the table gives moves.
func (p OpeningTablePage) Recorded() bool {
	return len(p.Ballots) > 0 && p.Ballots[0].Moves != ""
}
