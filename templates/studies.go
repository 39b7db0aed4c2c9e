package templates

import (
	"fmt"
	"html/template"
	"net/url"
	"strconv"
	"time"
)

// StudyCard is a study in a list.
type StudyCard struct {
	ID, Name, Variant string
	Owner             Player
	Games             int
	// Visibility is "public", "link" or "private"; shown for one's own.
	Visibility string
	Mine       bool
	Changed    time.Time
}

// StudiesPage is "/studies".
type StudiesPage struct {
	Layout
	// Mine are the reader's own, the last changed first; More is the address
	// of all of them, "" when these are all.
	Mine []StudyCard
	More string
	// Public are those that everybody may see, of Variant if it is not empty.
	Public   []StudyCard
	Variant  string
	Variants []string
	Pager    Pager
	// Own says that the page lists the reader's own studies alone.
	Own bool
}

// NewStudyPage is "/studies/new". Three forms post to /studies: title,
// visibility ("public", "link", "private") and
//   - pdn, file, variant ("" as the games say), skip ("yes");
//   - variant, fen;
//   - game, when GameID is not 0: then it is the only one.
//
// The field "from" says which: "pdn", "position" or "game".
type NewStudyPage struct {
	Layout
	// Import, Position and FromGame are the forms.
	Import, Position, FromGame Form
	Variants                   []string
	// Variant is that of the board, Board the position to begin from, FEN its
	// text and Start that of the standard position.
	Variant    string
	Board      Board
	FEN, Start string
	// GameID is the game to be studied, and Game what it is called.
	GameID int64
	Game   string
	// CanSkip offers to leave out the games that cannot be read.
	CanSkip bool
	// MaxGames and MaxMegabytes are the limits of an import.
	MaxGames, MaxMegabytes int
}

// Example is a short FEN in the names of the board's squares.
func (p NewStudyPage) Example() string {
	squares := p.Board.Squares
	if len(squares) < 12 {
		return p.Start
	}
	own, other := squares[len(squares)-12:], squares[6:]
	return fmt.Sprintf("W:W%s,%s,K%s:B%s,%s", own[0].Label, own[1].Label, own[6].Label, other[0].Label, other[1].Label)
}

// Sides are what can be to move.
func (Board) Sides() []string { return []string{"white", "black"} }

// PalettePiece is a piece to be set on a board.
type PalettePiece struct {
	// Key is "white-man", "white-king", "black-man" or "black-king".
	Key     string
	Picture template.HTML
}

// Palette are the pieces that can be set on a board of draughts.
func (b Board) Palette() []PalettePiece {
	var list []PalettePiece
	for _, side := range b.Sides() {
		for _, king := range []bool{false, true} {
			kind := "man"
			if king {
				kind = "king"
			}
			var s svg
			s.f(`<svg viewBox="-20 -20 40 40" aria-hidden="true"><g class="piece %s %s">`, side, kind)
			s.man(king)
			s.f(`</g></svg>`)
			list = append(list, PalettePiece{side + "-" + kind, s.html()})
		}
	}
	return list
}

// StudyMove is a move in a study's list, or a position set up there.
type StudyMove struct {
	// Node numbers it within the game; 0 is the beginning.
	Node int
	// Number stands in front of it where a number is due: "12." or "12…".
	Number string
	Text   string
	// Marks are strength marks and signs: "!?", "±".
	Marks string
	// Clock is the time that the move took, else what the mover's clock showed
	// then; "" if neither is known.
	Clock string
	Shown bool
	// Setup says that a position was set up here.
	Setup bool
}

// StudyItem is one thing in a line: a comment, a move or variations.
type StudyItem struct {
	Comment    string
	Move       *StudyMove
	Variations [][]StudyItem
}

// StudyTag is one tag of a game.
type StudyTag struct{ Name, Value string }

// StudyGame is a game in a study's table of contents.
type StudyGame struct {
	Number int
	// Label is its name; "" has none.
	Label string
	Shown bool
}

// Continuation is a move that follows the position shown.
type Continuation struct {
	Node int
	Text string
}

// StudyPage is "/studies/{id}". With ?game=m&node=n it shows the position
// after node n of the game with number m.
type StudyPage struct {
	Layout
	StudyCard
	// Contents are the games; one or more.
	Contents []StudyGame
	// Game is the one shown, GameVariant its variant, Heading its players and
	// result, "" where there are none.
	Game        int
	GameVariant string
	Heading     string
	// Rules are the options the game was played with, "" for the standard ones.
	Rules string
	// Source is the game of the site that it was made from, "" if it was not.
	Source string
	Node   int
	Moves  []StudyItem
	Tags   []StudyTag
	Board  Board
	// Bottom is the side shown at the bottom, "white" or "black"; View is what
	// ?view= asked for, and may be empty.
	Bottom, View string
	// FEN is the position shown.
	FEN string
	// FirstNode to LastNode are where the arrows lead, -1 where they do not.
	FirstNode, BeforeNode, AfterNode, LastNode int
	// Continuations are the moves that follow, where there are several.
	Continuations []Continuation
	// Problem says why the game cannot be shown to its end; "" if it can.
	Problem string
	// Legal are the moves that the owner may add here.
	Legal []string
	// Refusal is why a move was not added.
	Refusal string
	// Deletable is the move shown, which the owner may delete with all that
	// follows; "" at the beginning, and for everybody else.
	Deletable string
	// Settings are title and visibility, for the owner.
	Settings Form
	// CanDelete is for the owner and for moderators.
	CanDelete bool
}

// StudyPart is a part's item together with the study it stands in.
type StudyPart struct {
	StudyPage
	Item any
}

// With hands an item to a part.
func (s StudyPage) With(item any) StudyPart { return StudyPart{s, item} }

// Address is that of a node of the game shown, with the board the same way
// round.
func (s StudyPage) Address(node int) string { return s.address(s.Game, node, s.View) }

// GameAddress is that of another game's beginning.
func (s StudyPage) GameAddress(game int) string { return s.address(game, 0, s.View) }

// Flip is the address of the same position seen from the other side.
func (s StudyPage) Flip() string {
	if s.Bottom == "black" {
		return s.address(s.Game, s.Node, "white")
	}
	return s.address(s.Game, s.Node, "black")
}

func (s StudyPage) address(game, node int, view string) string {
	query := url.Values{}
	if game != 1 {
		query.Set("game", strconv.Itoa(game))
	}
	if node != 0 {
		query.Set("node", strconv.Itoa(node))
	}
	if view != "" {
		query.Set("view", view)
	}
	address := "/studies/" + s.ID
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	return address
}

// NewFrom is the address where a study of the position shown can be made.
func (s StudyPage) NewFrom() string {
	return fmt.Sprintf("/studies/new?%s#position", url.Values{"variant": {s.GameVariant}, "fen": {s.FEN}}.Encode())
}

func (StudiesPage) file() string  { return "studies" }
func (NewStudyPage) file() string { return "study-new" }
func (StudyPage) file() string    { return "study" }
