package templates

import "strings"

// Rule is a rule that was chosen among several: the locale has the option as
// "option.<Option>" and the value as "option.<Option>.<Value>".
type Rule struct{ Option, Value string }

// Beginning is from where games begin, by which rules and how many at once. With
// the variant alone it is the standard one.
type Beginning struct {
	Variant string
	// Opening is the key of the table that a ballot is drawn from, or empty.
	Opening string
	// Ballot is the one drawn, with its number and moves.
	Ballot string
	// BallotPer is "round" or "pairing" in a tournament with an opening table.
	BallotPer string
	// Start is the position, in the variant's notation, that is not the standard
	// one.
	Start string
	// Board is the position of Start, nil where it is not to be shown.
	Board *Board
	// Pair begins two games at once with colours swapped.
	Pair bool
	// Rules are those chosen other than the standard ones.
	Rules []Rule
	// Length is the points of a match, Money the games of a session for money;
	// both 0 where they stand elsewhere, and in draughts.
	Length, Money int
}

// BallotMoves are the moves of the ballot without its number, empty where there
// is none or it has no moves.
func (b Beginning) BallotMoves() string {
	_, moves, _ := strings.Cut(b.Ballot, ": ")
	return moves
}

// BeginningText says in a few words what is not the standard; it is empty where
// everything is.
func (p *Printer) BeginningText(b Beginning) string {
	var words []string
	if match := p.MatchText(b.Length, b.Money); match != "" {
		words = append(words, match)
	}
	if b.Opening != "" {
		words = append(words, p.T("opening."+b.Opening))
	}
	if b.Start != "" && b.Opening == "" {
		words = append(words, p.T("beginning.position"))
	}
	if b.Pair {
		words = append(words, p.T("beginning.pair"))
	}
	for _, rule := range b.Rules {
		words = append(words, p.Rule(rule))
	}
	return strings.Join(words, " · ")
}

// Standard says that there is nothing to tell but the length.
func (b Beginning) Standard() bool {
	return b.Opening == "" && b.Start == "" && !b.Pair && len(b.Rules) == 0
}

// Rule says by which rule games are played: "with the Jacoby rule", or the rule
// with what was chosen.
func (p *Printer) Rule(r Rule) string {
	if key := "rule." + r.Option + "." + r.Value; p.Has(key) {
		return p.T(key)
	}
	return p.ChosenRule(r)
}

// ChosenRule names a rule with what was chosen: "Most pieces must be taken: no".
func (p *Printer) ChosenRule(r Rule) string {
	return p.T("option."+r.Option) + ": " + p.T("option."+r.Option+"."+r.Value)
}

// Option is a rule that players may choose: the locale has it as "option.<Key>"
// and its values as "option.<Key>.<Value>". The first value is the standard.
type Option struct {
	Key    string
	Values []string
}

// BeginningChoices are what a form offers for the variant that is chosen in
// it. The fields are length (a number, "own" or "money"), ownLength, money,
// opening (a table's key, or empty), start, pair ("yes"), "option-" with the key of each option, and shown, which names the variant
// that the choices were of.
type BeginningChoices struct {
	Variant string
	// Lengths are the lengths of a match that are listed, at most MaxLength is
	// possible, and Length chosen first; nil for games without matches.
	Lengths           []int
	Length, MaxLength int
	// MaxMoney is the most games of a session for money, 0 where there is none.
	MaxMoney int
	// Openings are keys of tables.
	Openings []string
	Options  []Option
	// Positions says that a position to begin from can be entered.
	Positions bool
	// Action is the address that shows the form for another variant.
	Action string
	// Tournament offers to draw a ballot for each pairing (ballotPer).
	Tournament bool
}

// Open says that the choices should be in sight: something was chosen or
// refused.
func (b BeginningChoices) Open(f Form) bool {
	for _, name := range []string{"opening", "start", "pair", "options", "ballotPer"} {
		if f.Values[name] != "" || f.Errors[name] != "" {
			return true
		}
	}
	return f.Values["shown"] != "" || len(f.Dropped) > 0
}
