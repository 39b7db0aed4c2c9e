package templates

import (
	"encoding/json"
	"fmt"
	"html/template"
	"strings"
)

// Board is everything needed to draw a game's board and to play on it. Sides
// are written "white" and "black", as rules.Side.String does.
type Board struct {
	Family  string `json:"family"` // "draughts" or "backgammon"
	Variant string `json:"variant"`

	// Draughts: columns and rows, the playing squares and what stands on them.
	Width   int      `json:"width,omitempty"`
	Height  int      `json:"height,omitempty"`
	Squares []Square `json:"squares,omitempty"`
	Pieces  []Piece  `json:"pieces,omitempty"`

	// Backgammon: White's checkers and Black's, each in the owner's own
	// numbering: 0 is off, 1 to 24 the points, 25 the bar.
	Points [2][26]int `json:"points,omitzero"`
	// Pinned are the points, in the owner's numbering, where a side's one
	// checker lies under the opponent's.
	Pinned [2][]int `json:"pinned,omitzero"`
	// Hit is how many of a side's checkers on 25 were hit, where others wait
	// there that have not entered yet (acey-deucey).
	Hit      [2]int    `json:"hit,omitzero"`
	Cube     *Cube     `json:"-"`              // nil where there is none
	Dice     []int     `json:"dice,omitempty"` // the throw to be played, as thrown; a double is two dice
	PipCount [2]int    `json:"-"`
	Pips     [2]string `json:"-"` // what the two numbers on the bar are, in words
	Trays    [2]string `json:"-"` // whose the two trays are, in words
	Way      string    `json:"-"` // what the arrow is where both sides move the same way round

	// Turn is the side to act, or the one whose throw waits while its offer to
	// resign is answered; empty once the game is over.
	Turn string `json:"turn"`
	View string `json:"view"` // the side shown at the bottom; empty means White

	// Last is the squares of the last move in order (draughts), or the points
	// it touched in White's numbering (backgammon).
	Last []int `json:"-"`
	// Must is the squares of the pieces that are obliged to capture.
	Must []int `json:"must,omitempty"`
	// Legal is what the viewer may play now; empty when he may not act.
	Legal []Move `json:"legal,omitempty"`

	// Names are what the viewer's language calls White and Black, such as
	// "white" and "red", for use inside a sentence.
	Names [2]string `json:"names"`

	Interactive bool `json:"-"`       // scripts may turn the picture into a board to play on
	Confirm     bool `json:"confirm"` // ask before a draughts move is sent; a backgammon play always asks
	Numbers     bool `json:"-"`       // show square or point numbers

	Label       string   `json:"-"` // accessible name of the picture
	Description []string `json:"-"` // the position in words, a line per side or piece
}

// Square is a playing square of a draughts board, placed as White sees it:
// column 0 is on his left, row 0 farthest from him.
type Square struct {
	Number int    `json:"n"`
	Label  string `json:"label"` // its name in the variant's notation: "32", "c3"
	Col    int    `json:"col"`
	Row    int    `json:"row"`
}

// Piece is a draughts piece on the square with the given number.
type Piece struct {
	Square int    `json:"at"`
	Side   string `json:"side"`
	King   bool   `json:"king,omitempty"`
}

// Move is one legal act, as rules.Act has it.
type Move struct {
	Text     string `json:"text"`
	Path     []int  `json:"path,omitempty"`     // draughts: squares stood on, start and end included
	Captured []int  `json:"captured,omitempty"` // draughts: squares of the pieces taken
	Steps    []Step `json:"steps,omitempty"`    // backgammon: single checker moves in the mover's numbering
}

// Step is one checker's move by one die, numbered by the mover: 25 is the bar,
// 0 is off.
type Step struct {
	From, To, Die int
	Hit           bool
}

// MarshalJSON writes the step as [from, to, die]: a double can have thousands
// of plays, and whether one hits follows from the position.
func (s Step) MarshalJSON() ([]byte, error) {
	return json.Marshal([3]int{s.From, s.To, s.Die})
}

// JSON is the board as the scripts read it, for the data-board attribute.
func (b Board) JSON() string {
	text, err := json.Marshal(b)
	if err != nil {
		panic(err) // no field can fail
	}
	return string(text)
}

// SVG is the complete board, sharp at any size. It carries no styles of its
// own: board.css colours it.
func (b Board) SVG() template.HTML {
	if b.Family == "backgammon" {
		return b.tableSVG()
	}
	return b.squaresSVG()
}

// MiniSVG is a small board for lists. It is short, and coloured without
// board.css too.
func (b Board) MiniSVG() template.HTML {
	if b.Family == "backgammon" {
		return b.miniTable()
	}
	return b.miniSquares()
}

// Figure is the board with everything around it that scripts need and screen
// readers read: the picture, its controls, and the position in words. The
// words are Printer.BoardWords.
func (b Board) Figure(words map[string]string) template.HTML {
	var s svg
	s.f(`<figure class="board %s %s"`, esc(b.Family), esc(b.Variant))
	if b.Interactive {
		s.f(` data-board="%s" data-words="%s"`, esc(b.JSON()), esc(wordsJSON(words)))
	}
	s.f(`>%s`, b.SVG())
	if b.Interactive && len(b.Legal) > 0 {
		s.f(`<div class="board-bar" hidden><p class="board-say" role="status"></p><div class="board-buttons"></div></div>`)
	}
	if len(b.Description) > 0 {
		s.f(`<details class="board-text"><summary>%s</summary><ul>`, esc(words["board.position"]))
		for _, line := range b.Description {
			s.f(`<li>%s</li>`, esc(line))
		}
		s.f(`</ul></details>`)
	}
	s.f(`</figure>`)
	return s.html()
}

// flipped says that Black is shown at the bottom.
func (b Board) flipped() bool { return b.View == "black" }

// svg collects markup.
type svg struct{ strings.Builder }

func (s *svg) f(format string, args ...any) { fmt.Fprintf(s, format, args...) }

func (s *svg) html() template.HTML { return template.HTML(s.String()) }

func esc(text string) string { return template.HTMLEscapeString(text) }
