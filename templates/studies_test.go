package templates

import (
	"strings"
	"testing"
)

func studyCards() []StudyCard {
	return []StudyCard{
		{ID: "k3x9q2m7t4b8n", Name: "Endings with three kings", Variant: "international", Owner: anna, Games: 12, Visibility: "public", Mine: true, Changed: sampleNow},
		{ID: "a3x9q2m7t4b8n", Name: "A game", Variant: "russian", Owner: gone, Games: 1, Visibility: "public", Changed: sampleNow},
	}
}

func newStudy(change func(*NewStudyPage)) *NewStudyPage {
	p := &NewStudyPage{Layout: member("New study", "/studies/new"), Variants: allVariants()[:20], Variant: "international", Board: quiet(),
		FEN: "W:W31:B20", Start: "W:W31-50:B1-20", MaxGames: 500, MaxMegabytes: 1}
	p.Board.Interactive = true
	change(p)
	return p
}

func study(change func(*StudyPage)) *StudyPage {
	p := &StudyPage{
		Layout: member("Endings", "/studies/k3x9q2m7t4b8n"), StudyCard: studyCards()[0],
		Contents: []StudyGame{{Number: 1, Label: "Anna – Bert 2-0", Shown: true}, {Number: 2}},
		Game:     1, GameVariant: "international", Heading: "Anna – Bert 2-0", Node: 2,
		Moves: []StudyItem{
			{Comment: "An opening by the book."},
			{Move: &StudyMove{Node: 1, Number: "1.", Text: "32-28", Marks: "!?", Clock: "2 hours"}},
			{Move: &StudyMove{Node: 2, Text: "19-23", Shown: true}},
			{Variations: [][]StudyItem{{
				{Move: &StudyMove{Node: 3, Number: "1…", Text: "18-23", Marks: "±"}}, {Comment: "or"},
				{Variations: [][]StudyItem{{{Move: &StudyMove{Node: 4, Number: "1…", Text: "17-22"}}}}},
			}}},
			{Move: &StudyMove{Node: 5, Text: "W:W31:B20", Setup: true}},
		},
		Tags:  []StudyTag{{"White", `</script><img src=x onerror=1>`}, {"Event", `"quoted"`}},
		Board: quiet(), Bottom: "white", FEN: "W:W31:B20", FirstNode: 0, BeforeNode: 1, AfterNode: 5, LastNode: 5,
		Continuations: []Continuation{{5, "28x19"}, {6, "28x17"}},
		Legal:         []string{"28x19", "28x17"}, CanDelete: true,
		Deletable: "19-23", Rules: "Draw rules: threefold repetition alone", Source: "/games/7",
		Settings: Form{Values: map[string]string{"title": "Endings", "visibility": "public"}},
	}
	p.Board.Interactive = true
	change(p)
	return p
}

func studySamples() []sample {
	return []sample{
		{"studies", &StudiesPage{Layout: member("Studies", "/studies"), Mine: studyCards()[:1], More: "/studies?owner=me", Public: studyCards(),
			Variants: allVariants()[:20], Variant: "russian", Pager: Pager{Older: "/studies?after=1"}}},
		{"studies for a visitor", &StudiesPage{Layout: visitor("Studies", "/studies"), Variants: allVariants()[:20]}},
		{"studies of one's own", &StudiesPage{Layout: member("Studies", "/studies"), Mine: studyCards()[:1], Own: true}},
		{"new study", newStudy(func(*NewStudyPage) {})},
		{"new study refused", newStudy(func(p *NewStudyPage) {
			p.Import, p.Position, p.CanSkip = refusedForm("pdn", "variant", "title", "visibility"), refusedForm("fen", "variant", "title"), true
			p.Import.Values["variant"] = "russian"
		})},
		{"new study of a game", newStudy(func(p *NewStudyPage) {
			p.GameID, p.Game, p.FromGame = 7, "Anna – Bert", refusedForm("game", "title")
		})},
		{"study", study(func(*StudyPage) {})},
		{"study refused", study(func(p *StudyPage) {
			p.Settings, p.Refusal, p.Bottom, p.View = refusedForm("title"), "Capture is compulsory.", "black", "black"
		})},
		{"study of a position", study(func(p *StudyPage) {
			p.Layout, p.StudyCard = visitor("A game", "/studies/a3x9q2m7t4b8n"), studyCards()[1]
			p.Contents, p.Heading, p.Moves, p.Tags, p.Legal, p.Continuations, p.Mine, p.CanDelete = nil, "", nil, nil, nil, nil, false, false
			p.Deletable, p.Rules, p.Source = "", "", ""
			p.Node, p.FirstNode, p.BeforeNode, p.AfterNode, p.LastNode = 0, -1, -1, -1, -1
			p.Problem = "This game cannot be shown to its end: line 3."
		})},
	}
}

func TestAddressesOfAStudy(t *testing.T) {
	p := study(func(p *StudyPage) { p.View = "black" })
	for got, want := range map[string]string{
		p.Address(0):     "/studies/k3x9q2m7t4b8n?view=black",
		p.Address(17):    "/studies/k3x9q2m7t4b8n?node=17&view=black",
		p.GameAddress(2): "/studies/k3x9q2m7t4b8n?game=2&view=black",
		p.NewFrom():      "/studies/new?fen=W%3AW31%3AB20&variant=international#position",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestTagsOfAStudyAreText(t *testing.T) {
	text := render(t, study(func(*StudyPage) {}))
	if strings.Contains(text, "<img src=x") || !strings.Contains(text, "&lt;/script&gt;&lt;img src=x onerror=1&gt;") {
		t.Error(text)
	}
}

func TestLinksToFilesOfGames(t *testing.T) {
	games := []HistoryRow{{Variant: "table"}}
	for want, p := range map[string]PlayerPage{
		"":                                  {Name: "Anna", Games: games},
		"/players/Anna/pdn":                 {Name: "Anna", Games: append(games, HistoryRow{Variant: "checkers"})},
		"/players/Anna/pdn?variant=italian": {Name: "Anna", Filter: GameFilter{Variant: "italian"}},
	} {
		if got := p.PDN(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for want, p := range map[string]PlayerPage{
		"":                                    {Name: "Anna", Games: []HistoryRow{{Variant: "checkers"}}},
		"/players/Anna/mat.zip":               {Name: "Anna", Games: games},
		"/players/Anna/mat.zip?variant=narde": {Name: "Anna", Filter: GameFilter{Variant: "narde"}},
	} {
		if got := p.Mats(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := (PlayerPage{Name: "A", Filter: GameFilter{Variant: "table"}}).PDN(); got != "" {
		t.Error(got)
	}
	if got := (PlayerPage{Name: "A", Ratings: []PoolRating{{Variant: "checkers"}}}).PDN(); got != "/players/A/pdn" {
		t.Error(got)
	}
}
