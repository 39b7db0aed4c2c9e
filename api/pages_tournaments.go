package api

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/templates"
	"crownpost/tournament"
)

const tournamentsPerPage = 30

func newTournamentCard(t *store.TournamentView) templates.TournamentCard {
	card := templates.TournamentCard{
		ID: t.ID, Name: t.Name, Variant: t.Variant, Clock: t.Control, Rated: t.Rated,
		Organiser: player(t.OrganiserName, 0, false), Status: t.Status, Entrants: t.Entrants, Limit: t.MaxPlayers,
		Round: t.Round, Rounds: t.Rounds, Starts: t.StartsAt, Ended: t.EndedAt,
		From: newBeginning(t.Variant, t.Options, t.Opening, t.Start, false),
	}
	card.From.BallotPer, card.From.Length = t.BallotPer, t.Length
	return card
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
	number, err := strconv.Atoi(c.QueryParam("page"))
	if err != nil || number < 1 {
		number = 1
	}
	rows, err := read.Tournaments(store.TournamentFinished, (number-1)*tournamentsPerPage, tournamentsPerPage+1)
	if err != nil {
		return err
	}
	page.Pager = templates.Pager{Page: number, Pages: number}
	if len(rows) > tournamentsPerPage {
		rows = rows[:tournamentsPerPage]
		page.Pager.Pages, page.Pager.Older = number+1, fmt.Sprintf("/tournaments?page=%d", number+1)
	}
	if number > 1 {
		page.Pager.Newer = fmt.Sprintf("/tournaments?page=%d", number-1)
	}
	page.Finished = newTournamentCards(rows)
	return s.render(c, http.StatusOK, page)
}

func (s *Server) tournamentPage(c echo.Context) error {
	t, entrants, games, err := s.tournamentAt(c)
	if err != nil {
		return err
	}
	if t.Format == string(director.Ladder) {
		return s.ladderPage(c, t)
	}
	log, err := s.Store.Read(c.Request().Context()).TournamentLog(t.ID)
	if err != nil {
		return err
	}
	page := &templates.TournamentPage{
		Layout: s.layout(c, "tournament.title", "name", t.Name), TournamentCard: newTournamentCard(t), Description: t.Description,
		DiceCommitment: t.DiceCommitment, DiceSeed: t.RevealedSeed,
	}
	showStart(page.Printer, &page.From)
	page.Live = live(fmt.Sprintf("/tournaments/%d/events", t.ID), fingerprint(s.Now()))
	for _, e := range entrants {
		if t.Status == store.TournamentOpen {
			page.Players = append(page.Players, player(e.Shown, e.Current, true))
		}
		page.Entered = page.Entered || e.AccountID == viewerID(c) && (e.Status == store.Entered || e.Status == store.Active)
	}
	page.Mine = ownGames(games, viewerID(c))
	page.Can = tournamentActions(page, t, visitorOf(c), len(entrants))
	for i := range log {
		page.Log = append(page.Log, newLogEntry(page.Printer, &log[i]))
	}
	return s.render(c, http.StatusOK, page)
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

func tournamentActions(page *templates.TournamentPage, t *store.TournamentView, v *visitor, entrants int) templates.TournamentActions {
	var can templates.TournamentActions
	open := t.Status == store.TournamentOpen
	switch {
	case !open:
	case v == nil:
		can.WhyNot = page.T("tournament.sign-in")
	case entrants >= t.MaxPlayers && !page.Entered:
		can.WhyNot = page.T("tournament.full")
	default:
		can.Enter = !page.Entered
	}
	if v == nil {
		return can
	}
	can.Withdraw = page.Entered && (open || t.Status == store.TournamentRunning)
	organises := v.ID == t.OrganiserID || v.Role == store.Admin
	can.Start = open && organises && entrants >= t.MinPlayers
	can.Cancel = open && organises
	return can
}

// newLogEntry is a line of the log as a sentence.
func newLogEntry(p *templates.Printer, e *store.EntryView) templates.LogEntry {
	return templates.LogEntry{At: e.At, Text: p.LogText(e.Act, e.AccountName, e.Detail)}
}

// ballotOf is the ballot that all games of a round began from, empty if there
// is none.
func ballotOf(games []store.GameView, round int) string {
	ballot := ""
	for i := range games {
		switch g := &games[i]; {
		case g.Round != round:
		case ballot == "":
			ballot = g.Ballot
		case g.Ballot != ballot:
			return ""
		}
	}
	return ballot
}

// sumOf is the score of two games that began together, White's part of g first;
// empty while one of them goes on.
func sumOf(p *templates.Printer, g, other *store.GameView) string {
	if g.Status == store.GameRunning || other.Status == store.GameRunning {
		return ""
	}
	white, black := 0, 0 // in half points
	for _, one := range []*store.GameView{g, other} {
		switch {
		case one.Status == store.GameAborted:
		case one.Winner == rules.NoSide:
			white, black = white+1, black+1
		case one.Player(one.Winner) == g.WhiteID:
			white += 2
		default:
			black += 2
		}
	}
	return p.Halves(white) + "–" + p.Halves(black)
}

func cellText(c tournament.Cell) string {
	switch {
	case !c.Game.Finished():
		return ""
	case c.Game.Forfeit && c.Score == 2:
		return "+"
	case c.Game.Forfeit:
		return "-"
	case c.Score == 2:
		return "1"
	case c.Score == 1:
		return "½"
	}
	return "0"
}
