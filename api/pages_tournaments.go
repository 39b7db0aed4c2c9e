package api

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/templates"
	"crownpost/tournament/director"
)

const tournamentsPerPage = 30

func newTournamentCard(t *store.TournamentView) templates.TournamentCard {
	card := templates.TournamentCard{
		ID: t.ID, Name: t.Name, Variant: t.Variant, Clock: t.Control, Rated: t.Rated, OverBoard: t.OverBoard,
		Organiser: player(t.OrganiserName, 0, false), Status: t.Status, Entrants: t.Entrants, Limit: t.MaxPlayers, Queue: t.Queue,
		Round: t.Round, Rounds: t.Rounds, Starts: t.StartsAt, Ended: t.EndedAt, System: templates.System{Format: t.Format},
		From: newBeginning(t.Variant, t.Options, t.Opening, t.Start, false),
	}
	card.From.BallotPer, card.From.Length = t.BallotPer, t.Length
	if plan, err := play.PlanOf(&t.Tournament); err == nil {
		card.System = newSystem(plan)
		card.From.Pair = plan.Pairs
		if plan.AtOnce {
			card.Round = 0
		}
	}
	return card
}

// newSystem is the form of an event.
func newSystem(plan director.Plan) templates.System {
	system := templates.System{
		Format: string(plan.Format), Rounds: plan.Rounds, Cycles: max(plan.Cycles, 1), AtOnce: plan.AtOnce, Pairs: plan.Pairs,
	}
	if plan.Groups != nil {
		system.Sections, system.SectionSize, system.Final = plan.Groups.Sections, plan.SectionSize, string(plan.Groups.Final)
	}
	return system
}

func newTournamentCards(rows []store.TournamentView) []templates.TournamentCard {
	cards := make([]templates.TournamentCard, 0, len(rows))
	for i := range rows {
		cards = append(cards, newTournamentCard(&rows[i]))
	}
	return cards
}

func (s *Server) tournamentsPage(c echo.Context) error {
	read := s.Store.Read(c.Request().Context())
	page := &templates.TournamentsPage{Layout: s.layout(c, "tournaments.title"), CanCreate: visitorOf(c) != nil}
	for _, format := range director.Formats() {
		page.Formats = append(page.Formats, string(format))
	}
	page.Filter = templates.TournamentFilter{
		Status: oneOf(c.QueryParam("status"), page.States()), Format: oneOf(c.QueryParam("format"), page.Formats),
	}
	number, err := strconv.Atoi(c.QueryParam("page"))
	if err != nil || number < 1 {
		number = 1
	}
	filter, cards := store.TournamentFilter{Status: store.TournamentFinished}, &page.Finished
	if page.Filtered() {
		filter, cards = store.TournamentFilter(page.Filter), &page.Found
	} else {
		for _, list := range []struct {
			status string
			cards  *[]templates.TournamentCard
		}{{store.TournamentOpen, &page.Open}, {store.TournamentRunning, &page.Running}} {
			rows, err := read.Tournaments(list.status, 0, 200)
			if err != nil {
				return err
			}
			*list.cards = newTournamentCards(rows)
		}
	}
	total, err := read.CountTournaments(filter)
	if err != nil {
		return err
	}
	rows, err := read.FindTournaments(filter, (number-1)*tournamentsPerPage, tournamentsPerPage)
	if err != nil {
		return err
	}
	*cards = newTournamentCards(rows)
	if err := s.addWinners(c, rows, *cards); err != nil {
		return err
	}
	page.Pager = tournamentPager(page.Filter, number, total)
	return s.render(c, http.StatusOK, page)
}

// oneOf is a value if it is one of those there are, else empty.
func oneOf(value string, values []string) string {
	for _, known := range values {
		if value == known {
			return value
		}
	}
	return ""
}

func tournamentPager(f templates.TournamentFilter, number, total int) templates.Pager {
	pager := templates.Pager{Page: number, Pages: max(1, (total+tournamentsPerPage-1)/tournamentsPerPage), Total: total}
	at := func(page int) string {
		address := "/tournaments?"
		if f.Status != "" {
			address += "status=" + f.Status + "&"
		}
		if f.Format != "" {
			address += "format=" + f.Format + "&"
		}
		return address + "page=" + strconv.Itoa(page)
	}
	if number > 1 {
		pager.Newer = at(number - 1)
	}
	if number < pager.Pages {
		pager.Older = at(number + 1)
	}
	return pager
}

// tournamentPage is the page of a tournament; a ladder has one of its own.
func (s *Server) tournamentPage(c echo.Context) error {
	t, _, games, err := s.tournamentAt(c)
	if err != nil {
		return err
	}
	if t.Format == string(director.Ladder) {
		return s.ladderPage(c, t)
	}
	v, err := s.readEvent(c, t)
	if err != nil {
		return err
	}
	log, err := s.Store.Read(c.Request().Context()).TournamentLog(t.ID)
	if err != nil {
		return err
	}
	page := &templates.TournamentPage{
		Layout: s.layout(c, "tournament.title", "name", t.Name), TournamentHead: v.head(), Description: t.Description,
		DiceCommitment: t.DiceCommitment, DiceSeed: t.RevealedSeed, Stuck: t.Stuck, HasGames: len(games) > 0,
	}
	if page.Terms, err = s.terms(c, v); err != nil {
		return err
	}
	if page.Series, err = s.seriesOf(c, &t.Tournament); err != nil {
		return err
	}
	showStart(page.Printer, &page.From)
	page.ProjectedEnd, page.LatestEnd, page.OpenEnd = s.endsOf(v, games)
	page.Live = live(v.at("/events"), fingerprint(s.Now()))
	v.fillEntries(page)
	page.Mine = ownGames(games, v.viewer)
	page.Can = s.tournamentActions(page, v, visitorOf(c))
	if !t.StartedAt.IsZero() {
		if err := v.fillPlay(page, ballotsOf(games)); err != nil {
			return err
		}
	}
	for i := range log {
		page.Log = append(page.Log, templates.LogEntry{At: log[i].At, Text: v.logText(&log[i]), Reason: log[i].Reason})
	}
	return s.render(c, http.StatusOK, page)
}

// head is what all pages of the tournament begin with.
func (v *shownEvent) head() templates.TournamentHead {
	head := templates.TournamentHead{TournamentCard: newTournamentCard(v.TournamentView)}
	add := func(key, address string) {
		head.Views = append(head.Views, templates.Link{Text: v.T(key), URL: address})
	}
	add("view.overview", v.at(""))
	if !v.StartedAt.IsZero() {
		latest := 0
		if !v.knockout() {
			latest = v.latest()
		}
		switch {
		case v.knockout():
		case v.event.Plan.Format == director.Swiss:
			add("view.progress", v.at("/table"))
			add("view.wall", v.at("/wall"))
		default:
			add("view.cross", v.at("/table"))
		}
		if latest > 0 {
			add("view.rounds", v.at("/rounds/%d", latest))
		}
		if v.hasDraw() {
			add("view.draw", v.at("/draw"))
		}
	}
	add("view.players", v.at("/players"))
	add("view.files", v.at("/files"))
	if v.directs {
		head.Desk = v.at("/desk")
		add("view.desk", head.Desk)
	}
	return head
}

// fillEntries has who has entered, and how the reader stands.
func (v *shownEvent) fillEntries(page *templates.TournamentPage) {
	if v.own != nil {
		page.Entry = templates.Entry{
			In:      v.own.Status == store.Entered || v.own.Status == store.Active,
			Waiting: v.own.Status == store.Waiting, CheckedIn: !v.own.CheckedInAt.IsZero(), Number: v.own.Seat,
		}
	}
	if v.Status != store.TournamentOpen && v.Status != store.TournamentCancelled {
		return
	}
	for i := range v.entrants {
		if p := v.player(v.entrants[i].ID); v.entrants[i].Status == store.Waiting {
			page.Queued = append(page.Queued, p)
		} else {
			page.Players = append(page.Players, p)
		}
	}
}

// roundsOnPage is the greatest number of games of rounds on the tournament's own
// page.
const roundsOnPage = 60

// fillPlay has standings, what is being played, and the winners.
func (v *shownEvent) fillPlay(page *templates.TournamentPage, ballots map[int64]string) error {
	var err error
	if page.Tables, err = v.tables(crossOnPage); err != nil {
		return err
	}
	if !v.knockout() {
		shown := 0
		for round := v.latest(); round >= 1; round-- {
			parts := v.round(round, ballots)
			n := 0
			for _, part := range parts {
				n += len(part.Pairings)
			}
			if shown > 0 && shown+n > roundsOnPage {
				page.Past = append(page.Past, round)
				continue
			}
			shown += n
			page.Current = append(parts, page.Current...)
		}
		slices.Reverse(page.Past)
	}
	if v.hasDraw() {
		d, err := v.draw()
		if err != nil {
			return err
		}
		page.Matches = d.open()
	}
	if v.Status == store.TournamentFinished {
		won, err := winners(v.event)
		if err != nil {
			return err
		}
		for _, entrant := range won {
			page.Winners = append(page.Winners, v.player(entrant))
		}
	}
	return nil
}

// ownGames are the reader's games that go on, those that wait for him first.
func ownGames(games []store.GameView, viewer int64) []templates.OwnGame {
	var waiting, others []templates.OwnGame
	for i := range games {
		g := &games[i]
		if viewer == 0 || g.Status != store.GameRunning || g.WhiteID != viewer && g.BlackID != viewer {
			continue
		}
		side := g.Side(viewer)
		own := templates.OwnGame{ID: g.ID, Opponent: playerOf(g, side.Other()).Name, YourTurn: g.ToAct == side}
		if own.YourTurn {
			waiting = append(waiting, own)
		} else {
			others = append(others, own)
		}
	}
	return append(waiting, others...)
}

// tournamentActions says what the reader may do.
func (s *Server) tournamentActions(page *templates.TournamentPage, v *shownEvent, reader *visitor) templates.TournamentActions {
	var can templates.TournamentActions
	open, entry := v.Status == store.TournamentOpen, page.Entry
	full := v.Entrants >= v.MaxPlayers
	switch {
	case !open || entry.In || entry.Waiting:
	case reader == nil:
		can.WhyNot = page.T("tournament.sign-in")
	case full && !v.WaitingList:
		can.WhyNot = page.T("tournament.full")
	default:
		can.Enter, can.Queue = true, full
	}
	if reader == nil {
		return can
	}
	can.Withdraw = (entry.In || entry.Waiting) && (open || v.Status == store.TournamentRunning)
	can.CheckIn = open && v.CheckIn > 0 && (entry.In || entry.Waiting) && !entry.CheckedIn &&
		!s.Now().Before(v.StartsAt.Add(-v.CheckIn))
	can.Start = open && v.directs && v.Entrants >= v.MinPlayers
	can.Cancel = open && v.directs
	if v.Status == store.TournamentRunning && entry.In && v.event.Plan.Format == director.Swiss {
		can.Byes = v.byesToAsk()
	}
	return can
}

// byesToAsk are the rounds for which the reader has no bye yet.
func (v *shownEvent) byesToAsk() []int {
	granted := map[int]bool{}
	for i := range v.pairings {
		if p := &v.pairings[i]; p.WhiteID == v.own.ID && director.Kind(p.Kind).Bye() {
			granted[p.Round] = true
		}
	}
	var rounds []int
	for round := v.Round + 1; round <= v.event.Plan.Rounds; round++ {
		if !granted[round] {
			rounds = append(rounds, round)
		}
	}
	return rounds
}

// terms are what the organiser has decided.
func (s *Server) terms(c echo.Context, v *shownEvent) (templates.TournamentTerms, error) {
	plan := v.event.Plan
	t := templates.TournamentTerms{
		Scoring: string(plan.Scoring), Least: v.MinPlayers, StartWhenFull: v.StartWhenFull, WaitingList: v.WaitingList,
		CheckIn: v.CheckIn, MinRating: v.MinRating, MaxRating: v.MaxRating, MinGames: v.MinGames,
		RoundTime: v.RoundTime, Unfinished: v.Unfinished, Leave: s.leaveRule(&v.Tournament), RatedAsWhole: v.Rated && v.RatingMode == store.RateEvent,
		HalfByes: plan.HalfByes, Accelerated: plan.Accelerated, Colourless: plan.Colourless,
		DrawnByLot: plan.Drawn && v.knockout(), SeatedByLot: v.Seating == store.SeatRandomly,
	}
	if plan.Format == director.RoundRobin || plan.Format == director.Groups {
		t.Withdrawal = string(plan.Law)
		if t.Withdrawal == "" {
			t.Withdrawal = "half"
		}
	}
	if !v.knockout() {
		codes, err := plan.Codes()
		if err != nil {
			return t, err
		}
		for _, code := range codes {
			t.TieBreaks = append(t.TieBreaks, code.String())
		}
		if t.Scoring == "" {
			t.Scoring = string(director.Classic)
			if plan.Points != nil {
				t.Scoring = "file"
			}
		}
	}
	if b := plan.Bracket; b != nil {
		t.ThirdPlace, t.Matches = b.ThirdPlace, drawTerms(v.Variant, b)
	}
	if g := plan.Groups; g != nil {
		t.Advance, t.Best, t.CarryOver = g.Advance, g.Best, g.CarryOver
	}
	officials, err := s.Store.Read(c.Request().Context()).Officials(v.ID)
	for _, a := range officials {
		t.Officials = append(t.Officials, player(a.Name, 0, false))
	}
	return t, err
}
