package api

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"crownpost/api/store"
	"crownpost/templates"
	"crownpost/tournament"
	"crownpost/tournament/director"
	"crownpost/tournament/tiebreak"
)

// means are the tie-breaks that are the mean of their terms, ownRecord those of
// which an opponent brings nothing in.
var (
	means     = []string{tiebreak.AOB, tiebreak.ARO, tiebreak.APRO, tiebreak.APPO}
	ofRatings = []string{tiebreak.TPR, tiebreak.PTP}
	adjusts   = []string{tiebreak.BH, tiebreak.FB, tiebreak.SB}
	products  = []string{tiebreak.SB, tiebreak.KS}
)

// numberIn is the starting rank in an address.
func numberIn(c echo.Context, name string) (int, error) {
	number, err := strconv.Atoi(c.Param(name))
	if err != nil || number < 1 || c.Param(name) != strconv.Itoa(number) {
		return 0, store.ErrNotFound
	}
	return number, nil
}

// holder is who has a starting rank, the last one who did.
func (v *shownEvent) holder(number int) (*store.EntrantView, error) {
	var holder *store.EntrantView
	for i := range v.entrants {
		if e := &v.entrants[i]; e.Seat == number && (holder == nil || e.ID > holder.ID) {
			holder = e
		}
	}
	if holder == nil {
		return nil, store.ErrNotFound
	}
	return holder, nil
}

// holderAt reads the tournament, and the starting rank in it, that the address
// names.
func (s *Server) holderAt(c echo.Context) (v *shownEvent, number int, holder *store.EntrantView, err error) {
	if v, err = s.startedAt(c); err != nil {
		return nil, 0, nil, err
	}
	if number, err = numberIn(c, "number"); err != nil {
		return nil, 0, nil, err
	}
	holder, err = v.holder(number)
	return v, number, holder, err
}

// tournamentSumsPage is what a player's points and tie-breaks are made of.
func (s *Server) tournamentSumsPage(c echo.Context) error {
	v, number, holder, err := s.holderAt(c)
	if err != nil {
		return err
	}
	standings, err := v.event.Standings()
	if err != nil {
		return err
	}
	page := &templates.TournamentSumsPage{
		Layout: s.layout(c, "sums.title", "name", holder.Shown, "tournament", v.Name), TournamentHead: v.head(), Seat: number, Player: v.player(holder.ID),
	}
	for _, table := range standings {
		if v.ofDraw(table) {
			continue
		}
		if sums, ok, err := v.sums(table, number); err != nil {
			return err
		} else if ok {
			page.Tables = append(page.Tables, sums)
		}
	}
	if len(page.Tables) == 0 {
		return store.ErrNotFound
	}
	return s.render(c, http.StatusOK, page)
}

// sums are the values of a seat in a table; ok is false where it is not in it.
func (v *shownEvent) sums(table director.Table, number int) (templates.SumTable, bool, error) {
	i := slices.IndexFunc(table.Rows, func(r director.Row) bool { return v.number(r.Player) == number })
	if i < 0 {
		return templates.SumTable{}, false, nil
	}
	row := table.Rows[i]
	out := templates.SumTable{Stage: table.Stage, Rank: row.Rank, Annulled: row.Annulled, Provisional: v.goesOnPlaying(table.Provisional)}
	if row.Annulled {
		return out, true, nil
	}
	bySeat := map[int]director.Row{}
	for _, r := range table.Rows {
		bySeat[r.Seat] = r
	}
	progress, err := v.event.Progress(table.Stage)
	if err != nil {
		return out, false, err
	}
	var own [][]director.Cell
	for j, r := range progress.Rows {
		if r.Seat == row.Seat {
			own = progress.Cells[j]
		}
	}
	out.Sums = append(out.Sums, v.sum(tiebreak.Code{Name: tiebreak.PTS}, row.Points, bySeat, own))
	for j, code := range table.Codes {
		out.Sums = append(out.Sums, v.sum(code, row.Values[j], bySeat, own))
	}
	return out, true, nil
}

func (v *shownEvent) sum(code tiebreak.Code, value tiebreak.Value, bySeat map[int]director.Row, own [][]director.Cell) templates.Sum {
	out := templates.Sum{
		Code: code.String(), Value: v.value(value), Mean: slices.Contains(means, code.Name),
		Scores: slices.Contains(products, code.Name),
	}
	var counted []string
	terms := value.Terms
	if code.Name == tiebreak.PTS {
		terms = withEmptyRounds(terms, own)
	}
	for _, t := range terms {
		round := t.Round
		if v.event.Plan.Pairs && v.event.Plan.Format != director.Swiss { // two games of a round
			round = (round + 1) / 2
		}
		term := templates.Term{
			Round: round, Points: v.Tenths(int(t.Points)), Score: v.Hundredths(int64(t.Score)), Value: v.Hundredths(int64(t.Value)),
			Cut: t.Cut, Voluntary: t.Voluntary,
		}
		if opponent, ok := bySeat[t.Opponent]; ok && t.Opponent > 0 {
			p := v.player(opponent.Player)
			term.Opponent, term.Number = &p, v.number(opponent.Player)
			term.Adjusted = !t.Dummy && slices.Contains(adjusts, code.Name) && t.Score != opponent.Points.Number
		}
		if t.Dummy {
			term.Rule = v.dummyRule(code, t, own)
		}
		if !t.Cut {
			counted = append(counted, term.Value)
		}
		out.Terms = append(out.Terms, term)
	}
	if slices.Contains(ofRatings, code.Name) {
		made := 0
		for _, t := range value.Terms {
			made += int(t.Points)
		}
		out.Ratings = v.Tenths(made)
	}
	out.Line = v.line(code, out, counted)
	return out
}

// withEmptyRounds are the terms of points with the rounds that brought none.
func withEmptyRounds(terms []tiebreak.Term, own [][]director.Cell) []tiebreak.Term {
	terms = slices.Clone(terms)
	for i, cells := range own {
		listed := slices.ContainsFunc(terms, func(t tiebreak.Term) bool { return t.Round == i+1 })
		if listed || len(cells) == 0 || cells[0].Kind == tournament.Pending || cells[0].Annulled {
			continue
		}
		terms = append(terms, tiebreak.Term{Round: i + 1, Opponent: cells[0].Opponent})
	}
	slices.SortStableFunc(terms, func(a, b tiebreak.Term) int { return a.Round - b.Round })
	return terms
}

// line is how a value is worked out: "3 + 2 + 3½ = 8½".
func (v *shownEvent) line(code tiebreak.Code, sum templates.Sum, counted []string) string {
	switch {
	case len(counted) == 0 || sum.Value == "" || slices.Contains(ofRatings, code.Name):
		return ""
	case sum.Mean && len(counted) > 1:
		return "(" + strings.Join(counted, " + ") + ") / " + strconv.Itoa(len(counted)) + " = " + sum.Value
	case sum.Mean:
		return sum.Value
	}
	return strings.Join(counted, " + ") + " = " + sum.Value
}

// dummyRule is the rule for a round that was not played: a forfeited one counts
// the scheduled opponent at most, any other a draw a round.
func (v *shownEvent) dummyRule(code tiebreak.Code, t tiebreak.Term, own [][]director.Cell) string {
	if code.Name == tiebreak.SOLK || code.Name == tiebreak.SolkPlus {
		return "nothing"
	}
	if t.Round > len(own) || len(own[t.Round-1]) == 0 {
		return "absent"
	}
	switch own[t.Round-1][0].Kind {
	case tournament.ForfeitWin, tournament.ForfeitLoss:
		return "forfeit"
	case tournament.PairingBye, tournament.FullBye:
		return "bye"
	}
	return "absent"
}
