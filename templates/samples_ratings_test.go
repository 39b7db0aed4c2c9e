package templates

import "slices"

func administrator(title, path string) Layout {
	l := member(title, path)
	l.User.Admin = true
	return l
}

func ratingList(change func(*RatingListPage)) *RatingListPage {
	p := &RatingListPage{Layout: administrator("Import a rating list", "/admin/ratings"), Variants: allVariants(), MaxMegabytes: 1}
	change(p)
	return p
}

// ratedGame is a game whose ratings came about otherwise than by itself.
func ratedGame(origin RatingOrigin) *GamePage {
	g := finishedGame()
	g.Rating = origin
	if !origin.Day.IsZero() {
		g.Changes = slices.Clone(g.Changes)
		g.Changes[0].Was = []RatingChange{{Before: 1_500_000, After: 1_512_500}, {Before: 1_500_000, After: 1_487_500}}
	}
	return g
}

func ratingSamples() []sample {
	return []sample{
		{"game of a tournament rated as a whole", ratedGame(RatingOrigin{Event: true})},
		{"game of a first rating", ratedGame(RatingOrigin{Event: true, Initial: true, Day: sampleNow})},
		{"game rated again", ratedGame(RatingOrigin{Day: sampleNow, Recalculated: "A player had help.", Cause: &Link{"of game 5", "/games/5"}})},
		{"rating list", ratingList(func(*RatingListPage) {})},
		{"rating list refused", ratingList(func(p *RatingListPage) { p.Form = refusedForm("pool", "list") })},
		{"rating list imported", ratingList(func(p *RatingListPage) {
			p.Form.Values = map[string]string{"pool": "russian"}
			p.Report = &RatingListReport{Variant: "russian", Players: 204, Stored: 1, Given: 2, Same: 1, More: 1, Left: []LeftListLine{
				{3, "Vries, Anna de", 1_850_500, "unknown"}, {4, "Bert", 1_700_000, "rated"}, {9, "Chiyo", 1_600_000, "twice"},
			}}
		})},
		{"rating list imported whole", ratingList(func(p *RatingListPage) {
			p.Report = &RatingListReport{Variant: "checkers", Players: 1, Stored: 1, Given: 1}
		})},
	}
}
