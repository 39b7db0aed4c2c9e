package api

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/tournament/director"
)

// tournamentJSON is a tournament; what only one of its own address has comes
// last.
type tournamentJSON struct {
	ID        int64  `json:"id"`
	Organiser string `json:"organiser"`
	Status    string `json:"status"`
	settingsJSON
	// Entrants have a place, Waiting are on the waiting list.
	Entrants int        `json:"entrants"`
	Waiting  int        `json:"waiting"`
	Round    int        `json:"round"`
	Rounds   int        `json:"rounds"`
	Started  *time.Time `json:"started"`
	Ended    *time.Time `json:"ended"`
	// Stuck says why the next round cannot be paired.
	Stuck string `json:"stuck,omitempty"`
	// DiceSeed is shown when the tournament has ended.
	DiceCommitment string `json:"diceCommitment,omitempty"`
	DiceSeed       string `json:"diceSeed,omitempty"`

	*eventJSON
}

// settingsJSON is what an organiser decides, as it is sent and as it is shown.
type settingsJSON struct {
	Name          string          `json:"name"`
	Description   string          `json:"description,omitempty"`
	Variant       string          `json:"variant"`
	Clock         string          `json:"clock"`
	Rated         bool            `json:"rated"`
	RatingMode    string          `json:"ratingMode"`
	Format        director.Format `json:"format"`
	Plan          director.Plan   `json:"plan"`
	OverBoard     bool            `json:"overBoard"`
	Limit         int             `json:"limit"`
	AtLeast       int             `json:"atLeast"`
	Seating       string          `json:"seating"`
	Starts        *time.Time      `json:"starts"`
	StartWhenFull bool            `json:"startWhenFull"`
	WaitingList   bool            `json:"waitingList"`
	CheckIn       spanJSON        `json:"checkIn,omitempty"`
	MinRating     int             `json:"minRating,omitempty"`
	MaxRating     int             `json:"maxRating,omitempty"`
	MinGames      int             `json:"minGames,omitempty"`
	RoundTime     spanJSON        `json:"roundTime,omitempty"`
	Unfinished    string          `json:"unfinished"`
	NoLeave       bool            `json:"noLeave"`
	beginningJSON
	BallotPer string `json:"ballotPer,omitempty"`
}

// spanJSON is a length of time: a text such as "7d" or "1d12h", or a number of
// seconds.
type spanJSON time.Duration

// MarshalJSON writes a text, and where there are odd seconds their number.
func (d spanJSON) MarshalJSON() ([]byte, error) {
	if span := time.Duration(d); span%time.Minute != 0 || span == 0 {
		return json.Marshal(int64(span / time.Second))
	}
	return json.Marshal(spanText(time.Duration(d)))
}

// UnmarshalJSON reads either; what is neither becomes a length below 0, which the
// use case refuses by the name of its field.
func (d *spanJSON) UnmarshalJSON(data []byte) error {
	const most = 10 * 365 * 24 * time.Hour
	var seconds int64
	if err := json.Unmarshal(data, &seconds); err == nil && seconds >= 0 && seconds <= int64(most/time.Second) {
		*d = spanJSON(seconds) * spanJSON(time.Second)
		return nil
	}
	*d = -1
	var text string
	if err := json.Unmarshal(data, &text); err == nil {
		if span, ok := readSpan(text); ok {
			*d = spanJSON(span)
		}
	}
	return nil
}

func newTournamentJSON(t *store.TournamentView) (tournamentJSON, error) {
	in, err := play.InputOf(&t.Tournament)
	if err != nil {
		return tournamentJSON{}, err
	}
	plan, err := play.PlanOf(&t.Tournament)
	in.Start = t.Start
	return tournamentJSON{
		ID: t.ID, Organiser: t.OrganiserName, Status: t.Status, Entrants: t.Entrants, Waiting: t.Queue, Round: t.Round, Rounds: t.Rounds,
		Started: moment(t.StartedAt), Ended: moment(t.EndedAt), Stuck: t.Stuck,
		DiceCommitment: t.DiceCommitment, DiceSeed: t.RevealedSeed,
		settingsJSON: settingsJSON{
			Name: in.Name, Description: in.Description, Variant: in.Variant, Clock: in.Control, Rated: in.Rated, RatingMode: in.RatingMode,
			Format: in.Format, Plan: plan, OverBoard: in.OverBoard, Limit: in.MaxPlayers, AtLeast: in.MinPlayers, Seating: in.Seating,
			Starts: moment(t.StartsAt), StartWhenFull: in.StartWhenFull, WaitingList: in.WaitingList, CheckIn: spanJSON(in.CheckIn),
			MinRating: in.MinRating, MaxRating: in.MaxRating, MinGames: in.MinGames, RoundTime: spanJSON(in.RoundTime), Unfinished: in.Unfinished,
			NoLeave: in.NoLeave, beginningJSON: beginningJSON(in.Beginning), BallotPer: in.BallotPer,
		},
	}, err
}

func (s *Server) apiTournaments(c echo.Context) error {
	status := c.QueryParam("status")
	switch status {
	case "", store.TournamentOpen, store.TournamentRunning, store.TournamentFinished, store.TournamentCancelled:
	default:
		return invalid(map[string]string{"status": "status must be open, running, finished or cancelled."})
	}
	format := c.QueryParam("format")
	if format != "" && !slices.Contains(director.Formats(), director.Format(format)) {
		return invalid(map[string]string{"format": "There is no such format."})
	}
	rows, err := s.Store.Read(c.Request().Context()).FindTournaments(store.TournamentFilter{Status: status, Format: format}, 0, 100)
	if err != nil {
		return err
	}
	list := make([]tournamentJSON, len(rows))
	for i := range rows {
		if list[i], err = newTournamentJSON(&rows[i]); err != nil {
			return err
		}
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
	t, _, games, err := s.tournamentAt(c)
	if err != nil {
		return err
	}
	out, err := newTournamentJSON(t)
	if err != nil {
		return err
	}
	v, err := s.readEvent(c, t)
	if err != nil {
		return err
	}
	if out.eventJSON, err = v.json(games, c.QueryParam("terms") != "no"); err != nil {
		return err
	}
	projected, latest, _ := s.endsOf(v, games)
	out.ProjectedEnd, out.LatestEnd = moment(projected), moment(latest)
	return c.JSON(http.StatusOK, out)
}

func (s *Server) apiNewTournament(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	in := settingsJSON{Rated: true, Format: director.RoundRobin}
	if err := decode(c, &in); err != nil {
		return err
	}
	input := play.TournamentInput{
		Name: in.Name, Description: in.Description, Variant: in.Variant, Control: in.Clock, Rated: in.Rated, RatingMode: in.RatingMode,
		Format: in.Format, Plan: in.Plan, OverBoard: in.OverBoard, MinPlayers: in.AtLeast, MaxPlayers: in.Limit, Seating: in.Seating,
		StartWhenFull: in.StartWhenFull, WaitingList: in.WaitingList, CheckIn: time.Duration(in.CheckIn),
		MinRating: in.MinRating, MaxRating: in.MaxRating, MinGames: in.MinGames,
		RoundTime: time.Duration(in.RoundTime), Unfinished: in.Unfinished, NoLeave: in.NoLeave, Beginning: in.asked(), BallotPer: in.BallotPer,
	}
	if input.MaxPlayers == 0 {
		input.MaxPlayers = play.MostPlayers(input)
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
