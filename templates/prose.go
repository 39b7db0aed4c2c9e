package templates

import "slices"

// HelpTopics are the pages below /help, in the order of their list.
var HelpTopics = []string{
	"start", "clocks", "offers", "orders", "endings", "draws", "openings", "dice", "repeats", "ratings", "tournaments", "directing", "studies",
	"leave", "accounts",
}

// HasHelp says whether there is a page /help/{topic}.
func HasHelp(topic string) bool { return slices.Contains(HelpTopics, topic) }

// Example is the position of a diagram and what its page says of it. A test
// has the engine of the rules prove every word.
type Example struct {
	// Text is what the variant's Parse reads; the standard start if empty.
	Text string
	// Moves are all legal moves; nil where the page does not list them.
	Moves []string
	// Among are some of the legal moves.
	Among []string
	// Refused are moves that are not legal, each with the rule that forbids
	// it: a locale key below "refusal.".
	Refused map[string]string
	// After is the position after a move, in the field's notation.
	After map[string]string
	// Leads is what the game waits for after a move, in the words of the
	// state's text.
	Leads map[string]string
	// Wins are moves that win at once.
	Wins []string
	// Winner is the side that has won, "" while the game goes on.
	Winner string
	// Value is what the win counts, where the page says so.
	Value int
}
