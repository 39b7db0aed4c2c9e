package api

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"crownpost/rules"
	"crownpost/rules/catalog"
	"crownpost/rules/draughts"
	"crownpost/templates"
)

var (
	diagramCall = regexp.MustCompile(`\.Diagram "([\w-]+)" "([^"]+)"`)
	// A move as captions write it: squares by number or by letter and number.
	movePattern = regexp.MustCompile(`\b(?:\d+[-x]\d+(?:x\d+)*|[a-l]\d+[-x:][a-l]\d+(?:[x:][a-l]\d+)*)\b`)
	// A play of the backgammon family: moves of single checkers.
	playPattern = regexp.MustCompile(`\b` + checkerPattern + `(?: ` + checkerPattern + `)*`)
)

const checkerPattern = `(?:bar|off|\d+)(?:/(?:off|\d+)\*?)+(?:\(\d\))?`

// captionsOf are the captions of a variant's rules page by their diagrams.
func captionsOf(t *testing.T, variant string) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../templates/locales/en/rules/" + variant + ".html")
	if err != nil {
		t.Fatal(err)
	}
	captions := map[string]string{}
	for _, found := range diagramCall.FindAllStringSubmatch(string(text), -1) {
		captions[found[1]] = found[2]
	}
	return captions
}

// TestTheDiagramsOfTheRulesAreTrue has the engine prove what each diagram
// claims, and demands that every move in its caption is among the claims.
func TestTheDiagramsOfTheRulesAreTrue(t *testing.T) {
	for _, v := range catalog.All() {
		captions, examples := captionsOf(t, v.Key()), templates.Diagrams(v.Key())
		if !slices.Equal(slices.Sorted(maps.Keys(captions)), slices.Sorted(maps.Keys(examples))) {
			t.Errorf("%s shows the diagrams %v, there are %v", v.Key(), slices.Sorted(maps.Keys(captions)), slices.Sorted(maps.Keys(examples)))
		}
		for name, example := range examples {
			t.Run(v.Key()+" "+name, func(t *testing.T) {
				position := v.Start()
				if example.Text != "" {
					var err error
					if position, err = v.Parse(example.Text); err != nil {
						t.Fatal(err)
					}
				}
				proveExample(t, position, example)
				pattern := playPattern
				if v.Family() == rules.Draughts {
					pattern = movePattern
					if first := templates.NewPrinter("en").SideName(v.Key(), v.Start().ToAct().String()); name == "start" && captions[name] != "The start. "+first+" moves first." {
						t.Errorf("the caption of the start is %q, and %s moves first", captions[name], first)
					}
				} else {
					proveThrow(t, position, captions[name])
				}
				claimed := slices.Concat(example.Moves, example.Among, slices.Collect(maps.Keys(example.Refused)), slices.Collect(maps.Keys(example.Leads)))
				for _, move := range pattern.FindAllString(captions[name], -1) {
					if !slices.Contains(claimed, move) {
						t.Errorf("the caption %q names %s, which nothing claims", captions[name], move)
					}
				}
			})
		}
	}
}

// proveThrow demands that a caption tells whose throw is shown, and which.
func proveThrow(t *testing.T, position rules.Position, caption string) {
	t.Helper()
	dice := position.Dice()
	if len(dice) == 0 {
		return
	}
	side := templates.NewPrinter("en").SideName("backgammon", position.ToAct().String())
	if says := fmt.Sprintf("%s has thrown %d-%d", side, dice[0], dice[1]); !strings.Contains(caption, says) {
		t.Errorf("the caption is %q, and %s", caption, says)
	}
}

func proveExample(t *testing.T, position rules.Position, example templates.Example) {
	t.Helper()
	var legal []string
	for _, act := range position.Legal() {
		legal = append(legal, act.Text)
	}
	for _, move := range example.Among {
		if !slices.Contains(legal, move) {
			t.Errorf("%s is not legal, but %v", move, legal)
		}
	}
	if example.Moves != nil {
		want := slices.Sorted(slices.Values(example.Moves))
		if slices.Sort(legal); !slices.Equal(legal, want) {
			t.Errorf("legal are %v, the page says %v", legal, want)
		}
	}
	for move, rule := range example.Refused {
		_, err := position.Play(move, nil)
		var refusal *rules.Refusal
		if !errors.As(err, &refusal) || refusal.Rule != rule {
			t.Errorf("%s: %v (%+v), the page says it is refused as %s", move, err, refusal, rule)
		}
	}
	for move, after := range example.After {
		played, err := position.Play(move, nil)
		if err != nil {
			t.Errorf("%s: %v", move, err)
		} else if got := played.Position.Notation(); got != after {
			t.Errorf("%s leads to %s, the page says %s", move, got, after)
		}
	}
	for move, waits := range example.Leads {
		played, err := position.Play(move, nil)
		if err != nil {
			t.Errorf("%s: %v", move, err)
		} else if text := played.Position.String(); !strings.Contains(text, " / "+waits) {
			t.Errorf("%s leads to %s, the page says %s", move, text, waits)
		}
	}
	for _, move := range example.Wins {
		played, err := position.Play(move, nil)
		if err != nil {
			t.Errorf("%s: %v", move, err)
		} else if o, over := played.Position.Outcome(); !over || o.Winner != played.Side || example.Value != 0 && o.Value != example.Value {
			t.Errorf("%s does not win %d: %+v", move, example.Value, o)
		}
	}
	o, over := position.Outcome()
	if won := over && o.Winner.String() == example.Winner; (example.Winner != "" || over) && !won {
		t.Errorf("the outcome is %+v (over %v), the page says that %q has won", o, over, example.Winner)
	}
	if example.Winner != "" && example.Value != 0 && o.Value != example.Value {
		t.Errorf("the win counts %d, the page says %d", o.Value, example.Value)
	}
}

// TestTheTableOfTheRulesIsTrue compares what the index says of the variants
// with what the engine does.
func TestTheTableOfTheRulesIsTrue(t *testing.T) {
	for _, v := range draughts.Variants() {
		traits, ok := templates.TraitsOf(v.Key())
		if !ok {
			t.Errorf("the table lacks %s", v.Key())
			continue
		}
		layout, _ := draughts.LayoutOf(v.Key())
		if got := fmt.Sprintf("%d×%d", layout.Width, layout.Height); got != traits.Board {
			t.Errorf("%s: the board is %s, the table says %s", v.Key(), got, traits.Board)
		}
		men := 0
		for _, piece := range draughts.Pieces(v.Start()) {
			if piece.Side == rules.White {
				men++
			}
		}
		if men != traits.Men {
			t.Errorf("%s: %d men a side, the table says %d", v.Key(), men, traits.Men)
		}
		reach := traits.King
		if reach == "behind" || reach == "halts" {
			reach = "flying"
		}
		if got := reachOfKing(t, v, layout); got != reach {
			t.Errorf("%s: the king is %s, the table says %s", v.Key(), got, traits.King)
		}
	}
}

// reachOfKing is "short" or "flying": that of a white king in the last row
// with two black men in the first. It is "wins" if the game is over.
func reachOfKing(t *testing.T, v rules.Variant, layout draughts.Layout) string {
	t.Helper()
	names := slices.Clone(layout.Names[1:])
	if layout.Places[1].Row > 0 { // numbered from below
		slices.Reverse(names)
	}
	position, err := v.Parse(fmt.Sprintf("W:WK%s:B%s,%s", names[len(names)-1], names[0], names[1]))
	if err != nil {
		t.Fatalf("%s: %v", v.Key(), err)
	}
	switch _, over := position.Outcome(); {
	case over:
		return "wins"
	case len(position.Legal()) > 2:
		return "flying"
	}
	return "short"
}

// TestNoKingCapturesInBreakthrough reads the captures that the page writes out
// beside its diagrams: a man's jump crosses two rows, and a lone man can make it.
func TestNoKingCapturesInBreakthrough(t *testing.T) {
	text, err := os.ReadFile("../templates/locales/en/rules/breakthrough.html")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`<code>(\d+)x(\d+)</code>`).FindAllStringSubmatch(string(text), -1)
	if len(found) == 0 {
		t.Fatal("no capture is named")
	}
	layout, _ := draughts.LayoutOf("breakthrough")
	for _, capture := range found {
		from, to := layout.Places[slices.Index(layout.Names, capture[1])], layout.Places[slices.Index(layout.Names, capture[2])]
		if rows, columns := from.Row-to.Row, from.Column-to.Column; rows*rows != 4 || columns*columns != 4 {
			t.Errorf("no man captures %sx%s", capture[1], capture[2])
		}
	}
}

// TestTheRulesCreditTheirDraws demands that a page says of which of its draw
// rules no federation is the source.
func TestTheRulesCreditTheirDraws(t *testing.T) {
	words := map[string]string{"site": "ours", "secondary": "secondary sources"}
	for _, v := range draughts.Variants() {
		text, err := os.ReadFile("../templates/locales/en/rules/" + v.Key() + ".html")
		if err != nil {
			t.Fatal(err)
		}
		variant, _ := draughts.Lookup(v.Key())
		for _, limit := range variant.Law() {
			if word := words[limit.Article]; !strings.Contains(string(text), word) {
				t.Errorf("%s: %s is of source %q, which the page does not say", v.Key(), limit.Reason, limit.Article)
			}
		}
	}
}

// TestEveryDiagramIsThereInWords is for those who cannot see the pictures.
func TestEveryDiagramIsThereInWords(t *testing.T) {
	s := newSite(t)
	for _, v := range catalog.All() {
		page := s.visitor().get("/rules/"+v.Key()).want(t, 200)
		pictures, texts := strings.Count(page.body, `<figure class="diagram">`), strings.Count(page.body, `<summary>The position in words</summary><ul><li>White: `)
		if pictures != len(templates.Diagrams(v.Key())) || texts != pictures {
			t.Errorf("%s: %d diagrams, %d in words", v.Key(), pictures, texts)
		}
	}
	s.visitor().get("/rules/killer").shows(t, "White: a king on 46", "Black: a king on 28")
}

// TestListsOfAllGames demands that leaderboards without players are one
// sentence, and that filters have the groups and the order of all other lists.
func TestListsOfAllGames(t *testing.T) {
	s := newSite(t)
	page := s.visitor().get("/leaderboards").want(t, 200).shows(t, "In these games nobody has played enough rated games yet:", "Frisian draughts")
	if strings.Contains(page.body, "Nobody has") {
		t.Error("empty leaderboards are shown one by one")
	}
	if strings.Index(page.body, "Frisian draughts") > strings.Index(page.body, "American checkers") {
		t.Error("the leaderboards are not in the order of all lists")
	}
	s.visitor().get("/leaderboards?variant=thai").want(t, 200).shows(t, "Nobody has played enough rated games yet.")
	s.browser("Anna")
	var games []string // of draughts
	for _, v := range draughts.Variants() {
		games = append(games, v.Key())
	}
	for path, listed := range map[string][]string{"/studies": games, "/players/Anna": variantKeys()} {
		body := s.visitor().get(path).want(t, 200).body
		at := strings.Index(body, `id="filter-variant"`)
		for _, group := range templates.GroupVariants(listed) {
			for _, mark := range append([]string{""}, group.Variants...) {
				mark = `<option value="` + mark + `"`
				if mark == `<option value=""` {
					mark = `<optgroup label="` + templates.NewPrinter("en").T("group."+group.Key) + `"`
				}
				next := strings.Index(body[at:], mark)
				if next < 0 {
					t.Fatalf("%s: %s is missing or out of order", path, mark)
				}
				at += next
			}
		}
	}
}

// TestEveryRuleOfTheEngineHasWords demands texts for all draw rules and all
// options there are.
func TestEveryRuleOfTheEngineHasWords(t *testing.T) {
	p := templates.NewPrinter("en")
	for _, key := range variantKeys() {
		v, ok := draughts.Lookup(key)
		if !ok {
			continue
		}
		for _, rule := range drawRules(v) {
			if text := p.DrawRule(rule); strings.Contains(text, "law.") || strings.ContainsAny(text, "{}") {
				t.Errorf("%s: %+v reads %q", key, rule, text)
			}
		}
		for _, option := range v.Options() {
			for _, name := range append([]string{""}, option.Values...) {
				if text := strings.TrimSuffix("option."+option.Key+"."+name, "."); !p.Has(text) {
					t.Errorf("%s is missing", text)
				}
			}
		}
	}
}

func TestDrawRulesInWords(t *testing.T) {
	p := templates.NewPrinter("en")
	for _, c := range []struct{ variant, want string }{
		{"international", "The same position stands there 3 times, with the same side to move."},
		{"international", "3 kings, 2 kings and a man or a king and 2 men against a lone king: each side has 16 more moves."},
		{"international", "For 25 moves by each side nothing is captured and no man moves forward."},
		{"checkers", "For 40 moves by each side nothing is captured and no man moves forward. (Unclaimed: 80 moves by each side.)"},
		{"russian", "Both sides have a king, 6 or 7 pieces are left in all, and nothing is captured or crowned for 60 moves by each side."},
		{"russian", "3 kings, with or without further pieces, against a lone king: each side has 15 more moves."},
		{"spanish", "3 kings against a lone king that does not hold the long diagonal, alone on it: each side has 12 more moves."},
		{"frisian", "A king against a lone king: drawn at once, unless one of them can be captured, now or by force with the next moves."},
	} {
		v, _ := draughts.Lookup(c.variant)
		var texts []string
		for _, rule := range drawRules(v) {
			texts = append(texts, p.DrawRule(rule))
		}
		if !slices.Contains(texts, c.want) {
			t.Errorf("%s has %q, not %q", c.variant, texts, c.want)
		}
	}
}
