package api

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/catalog"
	"crownpost/rules/draughts/openings"
	"crownpost/templates"
)

// optionField is the form field of an option.
const optionField = "option-"

// beginningFields are the fields of a form that say from where games begin and
// by which rules: those of templates.BeginningChoices.
var beginningFields = func() []string {
	fields := []string{"opening", "start", "pair", "length", "ownLength", "money", "shown"}
	for _, v := range catalog.All() {
		for _, o := range v.Options() {
			if field := optionField + o.Key; !slices.Contains(fields, field) {
				fields = append(fields, field)
			}
		}
	}
	return fields
}()

// beginningIn reads beginningFields. Standard values of the variant whose
// choices the form has shown are none of another's.
func beginningIn(values map[string]string) play.Beginning {
	b := play.Beginning{Opening: values["opening"], Start: values["start"], Pair: values["pair"] == "yes"}
	b.Length, b.Money = lengthIn(values)
	shown, _ := catalog.Lookup(values["shown"])
	for field, value := range values {
		key, ok := strings.CutPrefix(field, optionField)
		if !ok || shown != nil && slices.ContainsFunc(shown.Options(), func(o rules.Option) bool { return o.Key == key && o.Values[0] == value }) {
			continue
		}
		if b.Options == nil {
			b.Options = map[string]string{}
		}
		b.Options[key] = value
	}
	return b
}

// The lengths of a form that say where else the number is: in the field of a
// length that is not listed, or in that of a session for money.
const (
	ownLength = "own"
	forMoney  = "money"
)

// matchLengths are those offered first.
var matchLengths = []int{1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25}

// lengthFirst is the length that a form begins with, 0 for a game that is not
// played in matches: backgammon is, and its short relatives are single games.
func lengthFirst(v rules.Variant) int {
	match, ok := v.(*backgammon.Variant)
	switch {
	case !ok:
		return 0
	case match.HasCube() && v.Key() != "hypergammon" && v.Key() != "longgammon":
		return 5
	}
	return 1
}

// lengthIn reads the length of a match, or the number of games for money,
// which counts only where the form asks for them. What is no number is -1,
// which is refused.
func lengthIn(values map[string]string) (length, money int) {
	number := func(text string) int {
		if text == "" {
			return 0
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return -1
		}
		return n
	}
	switch values["length"] {
	case ownLength:
		return number(values["ownLength"]), 0
	case forMoney:
	default:
		return number(values["length"]), 0
	}
	if money = number(values["money"]); money == 0 {
		money = -1
	}
	return 0, money
}

// dropForeign takes out of a form's values what was chosen from another
// variant's choices and the chosen variant does not have. It returns in words
// what the person had chosen; standard values go without a word.
func dropForeign(p *templates.Printer, values map[string]string) []string {
	shown, ok := catalog.Lookup(values["shown"])
	v, known := catalog.Lookup(values["variant"])
	if !ok || !known || shown.Key() == v.Key() {
		return nil
	}
	var dropped []string
	table := values["opening"]
	_, shows := openings.Lookup(shown.Key(), table)
	if _, has := openings.Lookup(v.Key(), table); shows && !has {
		dropped = append(dropped, p.T("opening."+table))
		delete(values, "opening")
		delete(values, "ballotPer")
	}
	switch match, ok := v.(*backgammon.Variant); {
	case !ok:
		delete(values, "length")
	case values["length"] == strconv.Itoa(lengthFirst(shown)) && lengthFirst(v) != lengthFirst(shown):
		delete(values, "length") // of every length, the standard one
	case values["length"] == forMoney && !match.HasCube():
		dropped = append(dropped, p.T("field.length.money"))
		delete(values, "length")
	}
	if values["start"] != "" && v.Family() != shown.Family() {
		dropped = append(dropped, p.T("field.start"))
		delete(values, "start")
	}
	for _, o := range shown.Options() {
		value, chosen := values[optionField+o.Key]
		has := slices.ContainsFunc(v.Options(), func(other rules.Option) bool { return other.Key == o.Key && slices.Contains(other.Values, value) })
		switch {
		case !chosen || !slices.Contains(o.Values, value):
		case value == o.Values[0]:
			delete(values, optionField+o.Key)
		case !has:
			dropped = append(dropped, p.ChosenRule(templates.Rule{Option: o.Key, Value: value}))
			delete(values, optionField+o.Key)
		}
	}
	return dropped
}

// lengthUnseen says that a form was sent for a game with matches while it
// showed the choices of another one, so that nobody has chosen the length.
func lengthUnseen(values map[string]string) bool {
	shown, ok := catalog.Lookup(values["shown"])
	v, known := catalog.Lookup(values["variant"])
	if !ok || !known || shown.Key() == v.Key() {
		return false
	}
	_, match := v.(*backgammon.Variant)
	return match && values["length"] == ""
}

// sameTerms are the fields of a form that the next one begins with: the game,
// its clock and its length.
func sameTerms(values map[string]string) url.Values {
	fields := []string{"variant", "clock", "length"}
	if values["clock"] == "custom" {
		fields = append(fields, "customClock")
	}
	switch values["length"] {
	case ownLength:
		fields = append(fields, "ownLength")
	case forMoney:
		fields = append(fields, "money")
	}
	terms := url.Values{}
	for _, field := range fields {
		if value := values[field]; value != "" {
			terms.Set(field, value)
		}
	}
	return terms
}

// enteredInAddress are the fields of a form that its address carries: it is
// asked for again with what was entered, for the choices of another variant.
func enteredInAddress(c echo.Context, fields []string) map[string]string {
	entered := map[string]string{}
	query := c.QueryParams()
	for _, field := range fields {
		if query.Has(field) {
			entered[field] = clean(query.Get(field))
		}
	}
	return entered
}

// beginningChoices are what a form offers for a variant; for what is none, as
// for the first one offered.
func beginningChoices(variant, action string) templates.BeginningChoices {
	v, ok := catalog.Lookup(variant)
	if !ok {
		v = catalog.All()[0]
	}
	b := templates.BeginningChoices{Variant: v.Key(), Action: action, Positions: true, Length: lengthFirst(v)}
	if match, ok := v.(*backgammon.Variant); ok {
		b.Lengths, b.MaxLength = matchLengths, backgammon.MaxLength
		if match.HasCube() {
			b.MaxMoney = backgammon.MaxGames
		}
	}
	for _, t := range openings.For(v.Key()) {
		b.Openings = append(b.Openings, t.Key)
	}
	for _, o := range v.Options() {
		b.Options = append(b.Options, templates.Option(o))
	}
	return b
}

// newBeginning shows from where games begin.
func newBeginning(variant, options, opening, start string, pair bool) templates.Beginning {
	b := templates.Beginning{Variant: variant, Opening: opening, Start: start, Pair: pair}
	v, _ := catalog.Lookup(variant)
	chosen := play.ReadOptions(options)
	for _, o := range v.Options() {
		if value, ok := chosen[o.Key]; ok {
			b.Rules = append(b.Rules, templates.Rule{Option: o.Key, Value: value})
		}
	}
	return b
}

// showStart draws the position that games begin from, if it is not the standard
// one, for whoever has yet to agree to it.
func showStart(p *templates.Printer, b *templates.Beginning) {
	v, ok := catalog.Lookup(b.Variant)
	if !ok || b.Start == "" {
		return
	}
	if position, err := v.Parse(b.Start); err == nil {
		board := newBoard(p, v, position, rules.White)
		b.Board = &board
	}
}

// addBeginning shows from where a game has begun, and the game that began with
// it.
func addBeginning(page *templates.GamePage, row *store.GameView) error {
	start, err := play.StartNotation(&row.Game)
	if err != nil {
		return fmt.Errorf("game %d: %w", row.ID, err)
	}
	// The length stands at the head of the page.
	page.From = newBeginning(row.Variant, row.Options, row.Opening, start, row.PairOf != 0)
	page.From.Ballot, page.Draw = row.Ballot, row.OpeningDraw
	if row.PairOf != 0 {
		page.Twin = &templates.Link{Text: page.T("game.twin"), URL: fmt.Sprintf("/games/%d", row.PairOf)}
	}
	return nil
}

// openingTable lists a table's ballots, so that a draw can be checked: as a
// page, or as text where the address ends in ".txt".
func (s *Server) openingTable(c echo.Context) error {
	variant := c.Param("variant")
	key, plain := strings.CutSuffix(c.Param("table"), ".txt")
	table, ok := openings.Lookup(variant, key)
	if !ok {
		return store.ErrNotFound
	}
	if plain {
		var text strings.Builder
		for i, b := range table.Ballots {
			fmt.Fprintf(&text, "%d\t%s\t%s\t%s\n", i+1, b.ID, b.Moves, b.Start)
		}
		return c.String(http.StatusOK, text.String())
	}
	p := s.printer(c)
	page := &templates.OpeningTablePage{
		Layout:  s.layout(c, "openings.of", "table", p.T("opening."+key), "variant", p.VariantName(variant)),
		Variant: variant, Table: key,
	}
	for i, b := range table.Ballots {
		turn := rules.White
		if strings.HasPrefix(b.Start, "B") {
			turn = rules.Black
		}
		page.Ballots = append(page.Ballots, templates.Ballot{Place: i + 1, Printed: b.ID, Moves: b.Moves, Turn: turn.String(), Start: b.Start})
	}
	return s.render(c, http.StatusOK, page)
}
