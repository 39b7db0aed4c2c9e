package api

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/tournament/director"
)

type tournamentJSON struct {
	ID          int64           `json:"id"`
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Organiser   string          `json:"organiser"`
	Variant     string          `json:"variant"`
	Clock       string          `json:"clock"`
	Rated       bool            `json:"rated"`
	Format      string          `json:"format"`
	Plan        json.RawMessage `json:"plan"`
	Limit       int             `json:"limit"`
	Seating     string          `json:"seating"`
	Status      string          `json:"status"`
	Entrants    int             `json:"entrants"`
	Round       int             `json:"round"`
	Rounds      int             `json:"rounds"`
	Starts      *time.Time      `json:"starts"`
	Started     *time.Time      `json:"started"`
	Ended       *time.Time      `json:"ended"`
	beginningJSON
	BallotPer string `json:"ballotPer,omitempty"`
	// DiceSeed is shown when the tournament has ended.
	DiceCommitment string `json:"diceCommitment,omitempty"`
	DiceSeed       string `json:"diceSeed,omitempty"`

	Players   []entrantJSON        `json:"players,omitempty"`
	Standings []standingJSON       `json:"standings,omitempty"`
	Games     []tournamentGameJSON `json:"games,omitempty"`
}

type entrantJSON struct {
	Name   string `json:"name"`
	Seat   int    `json:"seat,omitempty"`
	Status string `json:"status"`
}

// standingJSON is a line of the table. Points are whole points and halves.
type standingJSON struct {
	Rank            int     `json:"rank"`
	Name            string  `json:"name"`
	Seat            int     `json:"seat"`
	Points          float64 `json:"points"`
	Played          int     `json:"played"`
	Wins            int     `json:"wins"`
	SonnebornBerger float64 `json:"sonnebornBerger"`
	Annulled        bool    `json:"annulled,omitempty"`
}

type tournamentGameJSON struct {
	ID     int64  `json:"id"`
	Round  int    `json:"round"`
	Board  int    `json:"board"`
	White  string `json:"white"`
	Black  string `json:"black"`
	Result string `json:"result"`
	Ballot string `json:"ballot,omitempty"`
	PairOf int64  `json:"pairOf,omitempty"`
}

func newTournamentJSON(t *store.TournamentView) tournamentJSON {
	return tournamentJSON{
		ID: t.ID, Name: t.Name, Description: t.Description, Organiser: t.OrganiserName,
		Variant: t.Variant, Clock: t.Control, Rated: t.Rated, Format: t.Format, Plan: json.RawMessage(t.Plan),
		Limit: t.MaxPlayers, Seating: t.Seating, Status: t.Status,
		Entrants: t.Entrants, Round: t.Round, Rounds: t.Rounds,
		Starts: moment(t.StartsAt), Started: moment(t.StartedAt), Ended: moment(t.EndedAt),
		beginningJSON: beginningJSON{play.ReadOptions(t.Options), t.Opening, t.Start, false, t.Length, 0}, BallotPer: t.BallotPer,
		DiceCommitment: t.DiceCommitment, DiceSeed: t.RevealedSeed,
	}
}

func (s *Server) apiTournaments(c echo.Context) error {
	status := c.QueryParam("status")
	switch status {
	case "", store.TournamentOpen, store.TournamentRunning, store.TournamentFinished, store.TournamentCancelled:
	default:
		return invalid(map[string]string{"status": "status must be open, running, finished or cancelled."})
	}
	rows, err := s.Store.Read(c.Request().Context()).Tournaments(status, 0, 100)
	if err != nil {
		return err
	}
	list := make([]tournamentJSON, len(rows))
	for i := range rows {
		list[i] = newTournamentJSON(&rows[i])
	}
	return c.JSON(http.StatusOK, map[string]any{"tournaments": list})
}

// tournamentAt reads the tournament that the address names.
func (s *Server) tournamentAt(c echo.Context) (*store.TournamentView, []store.EntrantView, []store.GameView, error) {
	id, err := pathID(c)
	if err != nil {
		return nil, nil, nil, err
	}
	read := s.Store.Read(c.Request().Context())
	t, err := read.Tournament(id)
	if err != nil {
		return nil, nil, nil, err
	}
	entrants, err := read.Entrants(id)
	if err != nil {
		return nil, nil, nil, err
	}
	games, err := read.TournamentGames(id)
	if err != nil {
		return nil, nil, nil, err
	}
	return t, entrants, games, s.asOfNow(games)
}

func (s *Server) apiTournament(c echo.Context) error {
	t, entrants, games, err := s.tournamentAt(c)
	if err != nil {
		return err
	}
	out := newTournamentJSON(t)
	for _, e := range entrants {
		out.Players = append(out.Players, entrantJSON{e.Shown, e.Seat, e.Status})
	}
	for i := range games {
		g := &games[i]
		table, err := play.NewTable(g)
		if err != nil {
			return err
		}
		out.Games = append(out.Games, tournamentGameJSON{g.ID, g.Round, g.Board, g.WhiteName, g.BlackName, score(table.State), g.Ballot, g.PairOf})
	}
	return c.JSON(http.StatusOK, out)
}

func (s *Server) apiNewTournament(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	in := struct {
		Name        string        `json:"name"`
		Description string        `json:"description"`
		Variant     string        `json:"variant"`
		Clock       string        `json:"clock"`
		Rated       bool          `json:"rated"`
		Format      string        `json:"format"`
		Plan        director.Plan `json:"plan"`
		Limit       int           `json:"limit"`
		Seating     string        `json:"seating"`
		Starts      *time.Time    `json:"starts"`
		beginningJSON
		BallotPer string `json:"ballotPer"`
	}{
		Rated: true, Format: string(director.RoundRobin), Limit: play.MaxPlayers, Seating: store.SeatByRating,
	}
	if err := decode(c, &in); err != nil {
		return err
	}
	input := play.TournamentInput{
		Name: in.Name, Description: in.Description, Variant: in.Variant, Control: in.Clock, Rated: in.Rated,
		Format: director.Format(in.Format), Plan: in.Plan, MaxPlayers: in.Limit, Seating: in.Seating,
		Beginning: in.asked(), BallotPer: in.BallotPer,
	}
	if in.Starts != nil {
		input.StartsAt = in.Starts.UTC().Truncate(time.Millisecond)
	}
	id, err := s.Play.CreateTournament(c.Request().Context(), v.ID, input)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderLocation, "/api/v1/tournaments/"+strconv.FormatInt(id, 10))
	return c.JSON(http.StatusCreated, map[string]any{"id": id})
}

// enterTournament signs the sender up, with the first share of dice where the
// tournament is played with them.
func (s *Server) enterTournament(c echo.Context) error {
	share, err := shareIn(c)
	if err != nil {
		return err
	}
	return s.onTournament("entered", func(ctx context.Context, account, tournament int64) error {
		return s.Play.EnterTournament(ctx, account, tournament, share)
	})(c)
}

// onTournament runs a use case that needs only the account and the tournament.
// Done is what the page says afterwards.
func (s *Server) onTournament(done string, do func(ctx context.Context, account, tournament int64) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, id, err := signedInAt(c)
		if err != nil {
			return err
		}
		if err := do(c.Request().Context(), v.ID, id); err != nil {
			return err
		}
		if wantsJSON(c) {
			return c.NoContent(http.StatusNoContent)
		}
		s.flash(c, done)
		return c.Redirect(http.StatusSeeOther, "/tournaments/"+itoa(id))
	}
}
