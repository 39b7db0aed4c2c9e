package templates

import (
	"strconv"
	"strings"
	"time"
)

// Sides are written "white" and "black" throughout, and "" for neither.

// Rating is a rating as pages show it.
type Rating struct {
	// Points are whole rating points.
	Points      int
	Provisional bool
}

// Player names a player in a list or beside a board.
type Player struct {
	// Name is what is shown; for a closed account the replacement.
	Name string
	// Rating in the variant at hand; nil where none is to be shown.
	Rating *Rating
	// Closed accounts have no page to link to.
	Closed bool
	// Title is that of a master, before the name; usually empty.
	Title string
	// At is the address that the name leads to, empty for the player's page.
	At string
}

// Link is a named address.
type Link struct{ Text, URL string }

// Result is how a game ended.
type Result struct {
	// Winner and Loser are names; both empty for a draw and an aborted game.
	Winner, Loser string
	// WinnerSide is "white", "black" or "".
	WinnerSide string
	// Reason is the key stored with the game: "no-pieces", "timeout", …
	Reason string
	// Value is what the win counts; shown where it is more than 1.
	Value int
	// Variant, Length and Money are those of a match of the backgammon family
	// (see Match), Points its score at the end, White's first.
	Variant       string
	Length, Money int
	Points        [2]int
	// Void games (aborted) have no result.
	Void bool
}

// Long says that it is the result of a match of several games.
func (r Result) Long() bool { return r.Length > 1 || r.Money > 1 }

// Score is the result in the field's short form, White's part first: that of
// the match where there is one.
func (r Result) Score() string {
	switch {
	case r.Void:
		return "–"
	case r.Long():
		return score(r.Points, r.Length)
	case r.WinnerSide == "white":
		return "1–0"
	case r.WinnerSide == "black":
		return "0–1"
	}
	return "½–½"
}

// ScoreFor is Score with a side's own part first.
func (r Result) ScoreFor(side string) string {
	text := r.Score()
	if own, other, ok := strings.Cut(text, "–"); ok && side == "black" && !r.Void {
		return other + "–" + own
	}
	return text
}

// GameCard is a game in a list, with a small board.
type GameCard struct {
	ID      int64
	Variant string
	Rated   bool
	White   Player
	Black   Player
	Board   Board
	// ToAct is the side whose act the game waits for; "" once it is over.
	ToAct string
	// Task is what it has to do, as GamePage.Task says it.
	Task string
	// YourTurn says that it waits for the reader.
	YourTurn bool
	// Deadline is when the running clock is at zero; zero without one.
	Deadline time.Time
	// Remaining is what the running clock has left at Layout.Now.
	Remaining time.Duration
	// Leave is what that clock stands for, nil while it runs.
	Leave    *Leave
	LastMove string
	// Match is how a match of the backgammon family stands, nil in other games.
	Match  *Match
	Result *Result
	// Tournament is the event the game belongs to, if any.
	Tournament *Link
}

// Leave is a player's leave, from From up to but not including To.
type Leave struct {
	From, To time.Time
	// On says that it has begun and is not over.
	On bool
}

// Millis are the ends of the leave in milliseconds since 1970, as scripts have
// them: "1796126400000 1796385600000".
func (l Leave) Millis() string {
	return strconv.FormatInt(l.From.UnixMilli(), 10) + " " + strconv.FormatInt(l.To.UnixMilli(), 10)
}

// Seek is an offer to play: open to all, to one player, or to whoever holds a
// link.
type Seek struct {
	ID      int64
	By      Player
	To      *Player
	Variant string
	// Clock is the control's canonical text.
	Clock string
	Rated bool
	// Colour is the side that the offering player will have: "random",
	// "white" or "black".
	Colour string
	From   Beginning
	// ByLink is an offer to whoever holds its link.
	ByLink           bool
	Created, Expires time.Time
	// CanAccept says that the reader may accept it; else WhyNot is a sentence
	// or empty.
	CanAccept bool
	WhyNot    string
	// Mine says that the reader made it.
	Mine bool
}

// Pager leads through a long list.
type Pager struct {
	// Page of Pages, both from 1; 0 where nobody counts them.
	Page, Pages int
	Total       int
	// Newer and Older are addresses, "" at either end.
	Newer, Older string
}

// Message is a line at the head of a page.
type Message struct {
	// Kind is "ok", "info" or "error".
	Kind string
	Text string
	// Link is optional.
	Link *Link
}

// User is the signed-in reader.
type User struct {
	ID    int64
	Name  string
	Admin bool
	// Waiting counts the games that wait for the reader's act.
	Waiting int
}
