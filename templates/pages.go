package templates

import (
	"fmt"
	"strconv"
	"time"
)

// HomePage is "/".
type HomePage struct {
	Layout
	// Mine are the reader's running games, those that wait for him first, by
	// deadline. Challenges are the offers made to him.
	Mine       []GameCard
	Challenges []Seek
	// Leave is the reader's leave that is on or to come, nil for none.
	Leave *Leave
	// Finished are the reader's games that ended lately.
	Finished []GameCard
	// Watch are games that are being played, Seeks the lobby's newest, Next the
	// tournaments one can enter and those that run.
	Watch []GameCard
	Seeks []Seek
	Next  []TournamentCard
	// Registration is "open", "invitation" or "closed".
	Registration string
}

// LobbyPage is "/lobby".
type LobbyPage struct {
	Layout
	// Invite is the absolute address of an invitation that was just made; it is
	// never shown again.
	Invite string
	// Seeks are open to all, Incoming are challenges to the reader, Outgoing
	// are the reader's own of every kind.
	Seeks, Incoming, Outgoing []Seek
	// Form posts to /seeks: variant, clock ("custom" or a preset), customClock,
	// rated ("yes" or "no"), colour ("random", "white", "black"), audience
	// ("all", "player", "link"), opponent.
	Form     Form
	Variants []string
	// Presets are the canonical texts of the controls offered first.
	Presets []string
	// Begin are further fields of the form.
	Begin BeginningChoices
}

// Seat is one side of a game.
type Seat struct {
	Player
	// Side is "white" or "black".
	Side  string
	ToAct bool
	You   bool
	// HasClock is false with the control "none".
	HasClock bool
	// Remaining is what is left of the turn, or of the whole clock, at
	// Layout.Now, or at the game's end.
	Remaining time.Duration
	// Bank is what is left behind the turn; shown when HasBank.
	Bank    time.Duration
	HasBank bool
	// Running says that the clock counts down; Deadline is when the game would
	// be lost, zero when the clock does not run.
	Running  bool
	Deadline time.Time
	// Leave is the player's that is on or to come and counts in this game, nil
	// for none. Stops says that his clock stands meanwhile.
	Leave *Leave
	Stops bool
	// Pieces is a short text such as "12 men, 1 king" or "pip count 167".
	Pieces string
	// Score is the side's points in the match, empty outside of one.
	Score string
}

// Paused says that the clock stands because its player is on leave.
func (s Seat) Paused() bool { return s.Stops && s.Leave != nil && s.Leave.On }

// MoveCell is one act in the move list.
type MoveCell struct {
	// Ply is the number of moves made once it was played.
	Ply int
	// Text is the move, or what was done in words.
	Text string
	// Dice is the throw it played.
	Dice []int
	// Shown says that the board shows the position after it.
	Shown bool
}

// MoveRow is one numbered line of a move list. Either cell may be nil.
type MoveRow struct {
	Number        int
	First, Second *MoveCell
}

// Count is a draw rule's running count.
type Count struct {
	// Rule is a reason key, such as "repetition".
	Rule       string
	Now, Limit int
	Claimable  bool
}

// Offer is an offer that stands in a game.
type Offer struct {
	ID int64
	// Kind is "draw".
	Kind string
	By   string
	// Mine says that the reader made it and may withdraw it; otherwise he may
	// answer it when CanAnswer.
	Mine, CanAnswer bool
}

// GameActions says which buttons a game offers the reader.
type GameActions struct {
	OfferDraw, ClaimDraw, Resign, Abort, Rematch bool
}

// Any says that there is at least one.
func (a GameActions) Any() bool { return a != GameActions{} }

// GameRefusal is shown after an act was refused.
type GameRefusal struct {
	// Text is the sentence, see Printer.Refusal.
	Text string
	// Act is what was refused.
	Act string
	// Legal are acts that would be legal.
	Legal []string
}

// RatingChange is one player's change by a game, with its arithmetic.
type RatingChange struct {
	Player Player
	// Before and After are thousandths of a point.
	Before, After int64
	// Sum is the change as arithmetic that can be checked by hand, as
	// rating.Change.Sum writes it.
	Sum string
	// Was are what the change was before corrections, the oldest first.
	Was []RatingChange
}

// RatingOrigin is how the changes of a game came about, other than by the game
// alone.
type RatingOrigin struct {
	// Event says that they were computed with the whole tournament, Initial that
	// one of them is a first rating.
	Event, Initial bool
	// Day is when they were computed again, zero if they were not; Recalculated
	// is the reason, which may be empty, and Cause the game that was annulled or
	// corrected, nil for this one.
	Day          time.Time
	Recalculated string
	Cause        *Link
}

// Change is the difference in thousandths of a point.
func (c RatingChange) Change() int64 { return c.After - c.Before }

// GamePage is "/games/{id}". With ?ply=n it shows an earlier position.
type GamePage struct {
	Layout
	ID      int64
	Variant string
	Clock   string
	Rated   bool
	// NoLeave says that leave stops no clock, as the event has it.
	NoLeave bool
	// White and Black are the players' names.
	White, Black string
	// Seats has the side shown at the bottom last.
	Seats [2]Seat
	Board Board
	// Bottom is the side shown at the bottom, "white" or "black"; View is what
	// ?view= asked for, and may be empty.
	Bottom, View string
	Tournament   *Link
	Round        int
	Started      time.Time

	// You is the reader's side, "" for a spectator.
	You string
	// ToAct is the side to act, "" once it is over.
	ToAct     string
	ToActName string
	// Ply moves have been made; Shown is the one whose position is shown.
	Ply, Shown int
	// Task is what the side to act has to do, within a sentence; empty in games
	// in which it can only be a move.
	Task string
	// Match is how the match stands; nil outside of the backgammon family.
	Match *Match
	// Plays are the moves that the reader may choose now, Choices the acts
	// beside or instead of them: empty unless it is his turn and the present
	// position is shown.
	Plays   []string
	Choices []ActChoice
	// ResignLevels are the offers to resign the game of a match that the reader
	// may make.
	ResignLevels []ActChoice
	// Orders are the reader's standing orders, nil for whoever cannot give any.
	Orders *Orders
	// Proof is nil for games without dice.
	Proof *DiceProof
	// MustCapture are the compulsory captures of the side to act, in the
	// notation of moves.
	MustCapture []string
	// CanOfferWithMove shows the box "offer a draw with this move".
	CanOfferWithMove bool
	ConfirmMoves     bool
	Refusal          *GameRefusal
	// FirstSide is the side of the first column of Moves, "white" or "black".
	FirstSide string
	// Games are the moves by the games of the match; other games are one.
	Games []GameMoves
	// Stops are the plies that the history's arrows stop at, in order, from the
	// beginning to the present.
	Stops  []int
	Counts []Count
	Offers []Offer
	// OfferWait is how many more plies the reader must wait before he may offer
	// a draw again, unless his opponent offers one; 0 when he need not.
	OfferWait int
	Actions   GameActions
	// Notation is the position shown in the field's notation; MatchID and XGID
	// are those of backgammon, empty where the variant has none.
	Notation, MatchID, XGID string
	// From has in Start the position that the game began from if it is not
	// the standard one, Draw the draw of its ballot as a sum.
	From Beginning
	Draw string
	// Twin is the game that began with this one, colours swapped.
	Twin *Link

	Result *Result
	Ended  time.Time
	// Changes are the rating changes; Unrated says as a locale key below
	// "unrated." why a rated game had none.
	Changes []RatingChange
	Rating  RatingOrigin
	Unrated string
	// RematchOf and Rematch are the games before and after.
	RematchOf, Rematch *Link
	// RematchOffer is the opponent's or own rematch challenge that stands.
	RematchOffer *Seek
}

// PoolRating is a player's rating in one variant.
type PoolRating struct {
	Variant                 string
	Rating                  Rating
	Games, Won, Drawn, Lost int
	// Peak is the highest rating that was not provisional, 0 if none.
	Peak int
	// Rank on the leaderboard, 0 if not on it.
	Rank int
}

// GameFilter narrows a player's history. Empty fields do not.
type GameFilter struct {
	Variant, Opponent string
	// Result is "won", "drawn", "lost" or "running".
	Result string
	// From and To are days, 2026-11-30.
	From, To string
	// Errors by the names of the fields, which are variant, opponent, result,
	// from, to.
	Errors map[string]string
}

// Active says that the filter narrows anything.
func (f GameFilter) Active() bool {
	return f.Variant != "" || f.Opponent != "" || f.Result != "" || f.From != "" || f.To != ""
}

// HistoryRow is one game in a player's history.
type HistoryRow struct {
	ID      int64
	Variant string
	// Side is the player's.
	Side     string
	Opponent Player
	// Outcome is "won", "drawn", "lost", "void" or "running".
	Outcome string
	Result  *Result
	// Match has the length of a match of the backgammon family.
	Match *Match
	Rated bool
	// Change is the rating change in thousandths of a point, if Rated and over.
	Change int64
	// Moves are counted as the field does: a move of draughts is one of each
	// side, and a throw of dice is none.
	Moves      int
	Started    time.Time
	Ended      time.Time
	Tournament *Link
}

// HeadToHead is the score between two players, from the page's player's view.
type HeadToHead struct {
	Opponent string
	Rows     []HeadToHeadRow
}

// HeadToHeadRow is the score in one variant.
type HeadToHeadRow struct {
	Variant                   string
	Won, Drawn, Lost, Running int
}

// PlayerPage is "/players/{name}". The filter form gets the same page with
// variant, opponent, result, from, to and page.
type PlayerPage struct {
	Layout
	Name   string
	Joined time.Time
	You    bool
	// Leave is the player's leave that is on or to come, nil for none.
	Leave   *Leave
	Ratings []PoolRating
	// Graph is the rating over time in the pool that ?pool= chose.
	Graph        *Graph
	Variants     []string
	Filter       GameFilter
	Games        []HistoryRow
	Pager        Pager
	HeadToHead   *HeadToHead
	CanChallenge bool
}

// Outcomes are the results to filter by.
func (PlayerPage) Outcomes() []string { return []string{"won", "drawn", "lost", "running"} }

// LeaderRow is one line of a leaderboard.
type LeaderRow struct {
	Rank   int
	Player Player
	Games  int
	Last   time.Time
	You    bool
}

// Leaderboard is the table of one variant.
type Leaderboard struct {
	Variant string
	Rows    []LeaderRow
	// More is the address of the whole table, "" when this is all of it.
	More string
}

// LeaderboardsPage is "/leaderboards".
type LeaderboardsPage struct {
	Layout
	Boards []Leaderboard
	// Empty are the variants in which nobody is listed yet.
	Empty []string
}

// RulesIndexPage is "/rules".
type RulesIndexPage struct {
	Layout
	Variants []string
}

// RulesPage is "/rules/{variant}".
type RulesPage struct {
	Layout
	Variant string
	// Diagrams are the boards that Diagrams(Variant) names.
	Diagrams map[string]Board
	// Draws are the variant's draw rules.
	Draws []DrawRule
	// Options are what the players of a game may choose.
	Options []Option
}

// HelpIndexPage is "/help".
type HelpIndexPage struct {
	Layout
	Topics []string
}

// HelpPage is "/help/{topic}", one of HelpTopics.
type HelpPage struct {
	Layout
	Topic string
}

// Session is one place where an account is signed in.
type Session struct {
	ID string
	// Agent is the browser or program in a few words.
	Agent             string
	Created, LastSeen time.Time
	Current           bool
}

// SettingsPage is "/settings".
type SettingsPage struct {
	Layout
	Email    string
	Verified bool
	// CanResend offers to send the link that proves the address again.
	CanResend bool
	// Pending is a new e-mail address that awaits its verification.
	Pending string
	// EmailForm has email, password; PasswordForm current, password, repeat;
	// Preferences theme ("auto", "light", "dark"), confirmMoves ("yes"),
	// language; CloseForm password, confirm ("yes").
	EmailForm, PasswordForm, Preferences, CloseForm Form
	Sessions                                        []Session
	// Running counts the games that closing the account would end.
	Running int
}

// LeavePage is "/settings/leave".
type LeavePage struct {
	Layout
	// Allowance is the leave of a calendar year, 0 where the site gives none.
	Allowance time.Duration
	// Left is what is left of it in Year, the present one.
	Left time.Duration
	Year int
	// Open is the leave that is on or to come, nil for none; Past are those of
	// this year that are over, the last one first.
	Open *Leave
	Past []Leave
	// Games counts the reader's running games, Stopping those of them that stop
	// for leave, Hurried those in whose last hour a turn is so that leave cannot
	// begin now.
	Games, Stopping, Hurried int
	// Form has from (a moment, UTC; empty for now) and days (empty for all).
	Form Form
}

// YearText is Year as a year is written.
func (p LeavePage) YearText() string { return strconv.Itoa(p.Year) }

// SignUpPage is "/signup": name, email, password; next, invitation (hidden).
type SignUpPage struct {
	Layout
	Form Form
	// Registration is "open", "invitation" or "closed".
	Registration string
	Invitation   string
	Next         string
}

// LogInPage is "/login": name (or e-mail), password; next (hidden).
type LogInPage struct {
	Layout
	Form         Form
	Next         string
	Registration string
}

// ForgotPage is "/forgot": email.
type ForgotPage struct {
	Layout
	Form Form
	// Sent says that the request was taken, whether or not there is such an
	// account.
	Sent bool
}

// ResetPage is "/reset/{token}": password, repeat.
type ResetPage struct {
	Layout
	Form  Form
	Token string
}

// VerifyPage is "/verify/{token}", one button.
type VerifyPage struct {
	Layout
	Token string
	Email string
}

// InvitePage is "/invite/{token}". Accepting needs an account, or makes a
// visitor sign up first.
type InvitePage struct {
	Layout
	Token string
	Seek  Seek
}

// ErrorPage is what went wrong, at any address.
type ErrorPage struct {
	Layout
	Status int
	// Detail says in a sentence what was wrong.
	Detail    string
	RequestID string
	// Back is the way on; nil for the home page.
	Back *Link
}

// Heading is what the status means.
func (e ErrorPage) Heading() string {
	if key := fmt.Sprintf("error.%d", e.Status); e.Has(key) {
		return e.T(key)
	}
	return e.T("error.other")
}

func (HomePage) file() string         { return "home" }
func (LobbyPage) file() string        { return "lobby" }
func (GamePage) file() string         { return "game" }
func (PlayerPage) file() string       { return "player" }
func (LeaderboardsPage) file() string { return "leaderboards" }
func (RulesIndexPage) file() string   { return "rules-index" }
func (RulesPage) file() string        { return "rules" }
func (HelpIndexPage) file() string    { return "help-index" }
func (HelpPage) file() string         { return "help" }
func (SettingsPage) file() string     { return "settings" }
func (LeavePage) file() string        { return "leave" }
func (SignUpPage) file() string       { return "signup" }
func (LogInPage) file() string        { return "login" }
func (ForgotPage) file() string       { return "forgot" }
func (ResetPage) file() string        { return "reset" }
func (VerifyPage) file() string       { return "verify" }
func (InvitePage) file() string       { return "invite" }
func (OpeningTablePage) file() string { return "openings" }
func (ErrorPage) file() string        { return "error" }

// Diagram is a board of the rules with its caption.
type Diagram struct {
	*Printer
	Board   Board
	Caption string
}

// Diagram hands a board and its caption to the part of that name.
func (p RulesPage) Diagram(name, caption string) Diagram {
	return Diagram{p.Printer, p.Diagrams[name], caption}
}

func (p RulesPage) prose() string { return "rules/" + p.Variant }
func (p HelpPage) prose() string  { return "help/" + p.Topic }
