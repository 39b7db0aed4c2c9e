// Package rules says what a game is: variants, positions, acts, outcomes and
// refusals. The engines are in the packages below it; catalog lists every
// variant that can be played.
//
// It is pure: no database, no HTTP, no clock, and no chance of its own. Dice
// come in through the Thrower that Position.Play is given.
package rules

import "fmt"

// Side is one of the two players of a game. Draughts calls them White and
// Black (in American checkers Black is the red side and begins); in
// backgammon White is the player named first in the opening throw.
type Side int8

// The two sides, and the absence of one.
const (
	White  Side = 0
	Black  Side = 1
	NoSide Side = -1
)

// Other returns the opponent of s, and NoSide of NoSide.
func (s Side) Other() Side {
	if s == NoSide {
		return NoSide
	}
	return 1 - s
}

// String returns "white", "black" or "".
func (s Side) String() string {
	switch s {
	case White:
		return "white"
	case Black:
		return "black"
	}
	return ""
}

// Family groups the variants that share a board, a notation and an engine.
type Family string

// The families.
const (
	Draughts   Family = "draughts"
	Backgammon Family = "backgammon"
)

// Variant is one set of rules, such as "international" or "table". Values are
// immutable and safe for concurrent use.
type Variant interface {
	// Key is the variant's name in addresses, the API and the database.
	Key() string
	Family() Family
	// Start is the standard position, before anything was played or thrown.
	Start() Position
	// Options are the rules that the players of a game may choose; none for
	// most variants.
	Options() []Option
	// With is the variant played with the values chosen, by key; an option
	// that is not named has its default. The error names the option that does
	// not exist, or the values it may have. The texts of its positions carry
	// what differs from the default, so that any Parse of the variant reads
	// them back.
	With(choices map[string]string) (Variant, error)
	// Parse reads a state back from Position.String, exactly, and also the
	// field's own notation of a position (FEN, Position ID). The error says
	// what is wrong and where.
	Parse(text string) (Position, error)
}

// Option is a rule of which a variant knows several versions, where its
// sources differ.
type Option struct {
	// Key is the option's name, such as "draws".
	Key string
	// Values are what may be chosen; the first is the default.
	Values []string
}

// Position is one immutable state of a game: the board, who is to act, the
// dice on the table and every count that a draw rule needs, so that nothing
// but its text must be stored to go on playing.
type Position interface {
	// String is the whole state as one line of text; Variant.Parse reads it
	// back exactly.
	String() string
	// Notation is the board as the field writes it: a FEN without counters
	// for draughts, the Position ID for backgammon.
	Notation() string
	// ToAct is the side whose act the game waits for, NoSide once it is over.
	ToAct() Side
	// Legal lists every act the side to act may choose, each once, in a fixed
	// order; offers to resign, which may be made besides, are not among them.
	// It is empty exactly when the game is over.
	Legal() []Act
	// Automatic is the text of the act that the server makes by itself
	// because there is nothing to decide: "roll" when no cube decision is
	// possible, "pass" when a throw allows no play, "accept" when a resignation
	// offers all that the position can still cost. It is empty otherwise.
	Automatic() string
	// Play makes the act with the given text, in any accepted spelling. Dice
	// are taken from throw, which may be nil where the act throws none. An
	// act that is not legal is answered with a *Refusal and changes nothing.
	Play(text string, throw Thrower) (Played, error)
	// Dice is the throw that waits to be played, in the order thrown; empty
	// when none does.
	Dice() []int
	// Outcome is how the game ended; ok is false while it goes on.
	Outcome() (o Outcome, ok bool)
	// Claim reports the draw that the side to act may claim now, or with one
	// of its legal moves; ok is false when there is none.
	Claim() (o Outcome, ok bool)
	// Counts are the running counts of the draw rules that are under way.
	Counts() []Count
}

// Roll says for what dice are thrown.
type Roll struct {
	// Side is who throws; White throws the opening's dice, the first of each
	// two for itself.
	Side Side
	// Game is the number of the game within its match, from 1.
	Game int
	// Opening says that the throw decides who begins: equal dice are thrown
	// again in the same roll.
	Opening bool
}

// Dice are the dice of one roll, one at each call, each of 1 to 6.
type Dice func() int

// Thrower begins a roll.
type Thrower func(Roll) Dice

// Orders are what a player leaves to the server for his own turns. An order
// counts for the throws that come after it.
type Orders struct {
	// Roll rolls where the player could double.
	Roll bool
	// Forced plays a throw that has a single legal play.
	Forced bool
	// BearOff bears off as many checkers as the throw allows once there is no
	// contact, unless different results do so.
	BearOff bool
}

// Orderable is a Position that knows standing orders.
type Orderable interface {
	// Ordered is the text of the act that the orders of the side to act make
	// here, empty when they leave the decision to it.
	Ordered(Orders) string
}

// Staked is a Position in which a win can count more than 1 whatever way it
// comes.
type Staked interface {
	// Stake is what a single win would count now: the cube's number in a game
	// for money, else 1.
	Stake() int
}

// Act is one legal act.
type Act struct {
	// Text is the act's canonical text: "32-28", "8/2 24/22", "roll", "pass".
	Text string
	// Path is every square a draughts piece stands on, start and end
	// included; for backgammon it is empty.
	Path []int
	// Captured is the squares of the pieces taken, in the order taken.
	Captured []int
	// Steps are the single checker moves of a backgammon play.
	Steps []Step
}

// Step is one checker's move by one die, numbered by the mover: 25 is the
// bar, 0 is off.
type Step struct {
	From, To, Die int
	Hit           bool
}

// Played is what an act did.
type Played struct {
	// Position is the state after the act.
	Position Position
	// Side is who acted.
	Side Side
	// Text is the act's canonical text.
	Text string
	// Dice is what was thrown (act "roll", the equal dice of an opening throw
	// included) or played, in the order thrown.
	Dice []int
	// NewTurn says that the side to act now begins a turn, although it may be
	// the one that acted: a new game of the match has begun.
	NewTurn bool
	// Asks says that the turn of Side waits for an answer, and Resumes that an
	// answer lets the other side's turn go on as it was: a resignation at a
	// level was offered, or refused.
	Asks, Resumes bool
}

// Outcome is how a game ended.
type Outcome struct {
	// Winner is NoSide for a draw.
	Winner Side
	// Reason names the rule: see the Reason constants.
	Reason Reason
	// Value is what the win counts: 1 in draughts and in a match to several
	// points; in a single game 1, 2 or 3 in backgammon and 1, 2, 4 or 8 in
	// table; the points won in games for money. A draw has value 0.
	Value int
}

// Reason names the rule by which a game ended. It is stored, and translated
// through the locale key "reason.<Reason>".
type Reason string

// Reasons that the rules themselves give. Results that come from the players
// or the clock have theirs in package correspondence.
const (
	NoPieces   Reason = "no-pieces"    // all pieces captured
	Blocked    Reason = "blocked"      // pieces left, none can move
	BorneOff   Reason = "borne-off"    // all checkers borne off
	Repetition Reason = "repetition"   // the same position too often
	NoProgress Reason = "no-progress"  // too many moves without a capture or a man's move
	FewPieces  Reason = "few-pieces"   // the limit for reduced material (16 or 5 moves)
	NoCapture  Reason = "no-capture"   // too many moves without a capture
	Balance    Reason = "balance"      // too many moves without a capture or a promotion, kings on both sides
	MainRoad   Reason = "main-road"    // a lone king held the long diagonal long enough
	LoneMan    Reason = "lone-man"     // a king is left against a single man, and wins
	FirstKing  Reason = "first-king"   // the winner has the first king (breakthrough)
	AllGiven   Reason = "all-given"    // the winner has no pieces left (antidraughts)
	NoMoveLeft Reason = "no-move-left" // the winner has no move left (antidraughts)
	Dropped    Reason = "dropped"      // the loser did not take a double
	Resigned   Reason = "resignation"  // the loser resigned at a level that the winner accepted
	Mother     Reason = "mother"       // the loser's last checker on its start is pinned (plakoto)
	Mothers    Reason = "mothers"      // the last checkers on both starts are pinned: a draw (plakoto)
	Session    Reason = "session"      // the games agreed on are played
)

// Count is a draw rule's running count.
type Count struct {
	// Rule is the Reason the rule would end the game by.
	Rule Reason
	// Now of Limit plies (occurrences, for Repetition) have been reached.
	Now, Limit int
	// Claimable says that at Limit the draw must be claimed; else it is automatic.
	Claimable bool
}

// Refusal says why an act is not legal: the rule that forbids it, and what
// would be legal instead.
type Refusal struct {
	// Rule is the rule's key, such as "capture-compulsory". Translations have
	// it as "refusal.<Rule>", with Args as placeholders.
	Rule string
	// Args fill the placeholders of the rule's sentence.
	Args map[string]any
	// Message is the sentence in English.
	Message string
	// Legal are the texts of the acts that would be legal, the most relevant
	// ones first; it may be cut short.
	Legal []string
	// Squares are the squares or points to show.
	Squares []int
}

// Error returns the English sentence.
func (r *Refusal) Error() string { return r.Message }

// Refuse makes a refusal whose sentence is format filled with args in order.
// The format's verbs stand for the named placeholders: names[i] names args[i].
func Refuse(rule, format string, names []string, args ...any) *Refusal {
	r := &Refusal{Rule: rule, Message: fmt.Sprintf(format, args...), Args: map[string]any{}}
	for i, name := range names {
		r.Args[name] = args[i]
	}
	return r
}
