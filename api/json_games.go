package api

import (
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rating"
	"crownpost/rules"
	"crownpost/rules/correspondence"
)

// playerJSON is a player beside a game.
type playerJSON struct {
	Name        string `json:"name"`
	Rating      *int   `json:"rating"`
	Provisional bool   `json:"provisional"`
	// RemainingSeconds is what the player has left in all, null without a clock.
	RemainingSeconds *float64 `json:"remainingSeconds,omitempty"`
	// Leave is the player's leave that is on or to come in this game, Paused
	// that his clock stands for it.
	Leave  *leaveJSON `json:"leave,omitempty"`
	Paused bool       `json:"paused,omitempty"`
}

type resultJSON struct {
	Winner *string `json:"winner"`
	Reason string  `json:"reason"`
	Value  int     `json:"value"`
	Score  string  `json:"score"`
}

type offerJSON struct {
	ID  int64  `json:"id"`
	By  string `json:"by"`
	Ply int    `json:"ply"`
}

// openingJSON is a ballot and how it was drawn.
type openingJSON struct {
	Table  string `json:"table"`
	Ballot string `json:"ballot"`
	Draw   string `json:"draw"`
}

type countJSON struct {
	Rule      string `json:"rule"`
	Now       int    `json:"now"`
	Limit     int    `json:"limit"`
	Claimable bool   `json:"claimable"`
}

type gameJSON struct {
	ID       int64   `json:"id"`
	Variant  string  `json:"variant"`
	Ply      int     `json:"ply"`
	Position string  `json:"position"`
	ToAct    *string `json:"toAct"`
	// Legal is nil in lists: a throw may have thousands of plays.
	Legal    []string    `json:"legal,omitzero"`
	Dice     []int       `json:"dice"`
	Status   string      `json:"status"`
	Result   *resultJSON `json:"result"`
	Deadline *time.Time  `json:"deadline"`

	Clock   string      `json:"clock"`
	Rated   bool        `json:"rated"`
	Unrated string      `json:"unrated,omitempty"`
	White   playerJSON  `json:"white"`
	Black   playerJSON  `json:"black"`
	Offer   *offerJSON  `json:"offer"`
	Counts  []countJSON `json:"counts"`
	// Acts are what the sender of the request may do besides moving.
	Acts       []string `json:"acts"`
	Version    int      `json:"version"`
	Tournament int64    `json:"tournament,omitempty"`
	Round      int      `json:"round,omitempty"`
	RematchOf  int64    `json:"rematchOf,omitempty"`
	ColourDraw string   `json:"colourDraw"`
	// Start is the position that the game began from if not the standard one,
	// PairOf the game that began with it.
	Options map[string]string `json:"options,omitempty"`
	Start   string            `json:"start,omitempty"`
	Opening *openingJSON      `json:"opening,omitempty"`
	PairOf  int64             `json:"pairOf,omitempty"`
	// Length is what a match is played to, Money the number of games of a
	// session for money. Match is where it stands.
	Length int        `json:"length,omitempty"`
	Money  int        `json:"money,omitempty"`
	Match  *matchJSON `json:"match,omitempty"`
	// Orders are the standing orders of the sender of the request.
	Orders  *ordersJSON `json:"orders,omitempty"`
	Started time.Time   `json:"started"`
	Ended   *time.Time  `json:"ended"`
}

// sideName is a side in JSON: null for neither.
func sideName(s rules.Side) *string {
	if s == rules.NoSide {
		return nil
	}
	name := s.String()
	return &name
}

func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

// newGameJSON shows a game as it stands now, without its legal acts: one past
// its deadline is shown as lost on time even before that is stored.
func (s *Server) newGameJSON(table *play.Table, viewer int64) (*gameJSON, error) {
	now := s.Now()
	view, state := &table.GameView, table.State
	start, err := play.StartNotation(&view.Game)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", view.ID, err)
	}
	position := shownPosition(state.Position, state)
	g := &gameJSON{
		ID: view.ID, Variant: view.Variant, Ply: state.Ply, Position: position.Notation(),
		Dice: position.Dice(), Status: string(state.Status),
		Deadline: moment(state.Deadline), Clock: view.Control, Rated: view.Rated, Unrated: view.RatedReason,
		White:  s.newPlayerJSON(view, state, rules.White),
		Black:  s.newPlayerJSON(view, state, rules.Black),
		Counts: []countJSON{}, Acts: []string{},
		Version: view.Version, Tournament: view.TournamentID, Round: view.Round, RematchOf: view.RematchOf,
		ColourDraw: view.ColourDraw, Started: view.CreatedAt.UTC(), Ended: moment(state.Ended),
		Options: play.ReadOptions(view.Options), Start: start, PairOf: view.PairOf,
		Length: view.Length, Money: view.Money, Match: newMatchJSON(position),
	}
	if view.Opening != "" {
		g.Opening = &openingJSON{view.Opening, view.Ballot, view.OpeningDraw}
	}
	if len(g.Dice) == 0 {
		g.Dice = nil
	}
	if r := state.Result; r != nil {
		g.Result = &resultJSON{Winner: sideName(r.Winner), Reason: string(r.Reason), Value: r.Value, Score: score(state)}
	}
	for _, c := range state.Position.Counts() {
		g.Counts = append(g.Counts, countJSON{string(c.Rule), c.Now, c.Limit, c.Claimable})
	}
	if state.Status != correspondence.Running {
		return g, nil
	}
	g.ToAct = sideName(state.Position.ToAct())
	if o := state.Offer; o != nil {
		g.Offer = &offerJSON{o.ID, o.By.String(), o.Ply}
	}
	if side := view.Side(viewer); side != rules.NoSide {
		g.Acts = append(g.Acts, state.Acts(side, now)...)
		if g.Match != nil {
			g.Orders = newOrdersJSON(play.OrdersOf(&view.Game, side))
		}
	}
	return g, nil
}

// newWholeGameJSON is newGameJSON with the legal acts.
func (s *Server) newWholeGameJSON(table *play.Table, viewer int64) (*gameJSON, error) {
	g, err := s.newGameJSON(table, viewer)
	if err != nil {
		return nil, err
	}
	g.Legal = []string{}
	if table.State.Status == correspondence.Running {
		for _, act := range table.State.Position.Legal() {
			g.Legal = append(g.Legal, act.Text)
		}
	}
	return g, nil
}

// score is the result in the short form, White's part first.
func score(g correspondence.Game) string {
	switch {
	case g.Status != correspondence.Finished:
		return "*"
	case g.Result.Winner == rules.White:
		return "1-0"
	case g.Result.Winner == rules.Black:
		return "0-1"
	}
	return "1/2-1/2"
}

func (s *Server) newPlayerJSON(view *store.GameView, state correspondence.Game, side rules.Side) playerJSON {
	p := playerJSON{Name: view.WhiteName, Provisional: provisional(view.Variant, view.WhiteGames, view.WhiteExperience)}
	points := view.WhiteRating
	if side == rules.Black {
		p = playerJSON{Name: view.BlackName, Provisional: provisional(view.Variant, view.BlackGames, view.BlackExperience)}
		points = view.BlackRating
	}
	if points != 0 {
		whole := rating.Milli(points).Points()
		p.Rating = &whole
	}
	if state.Control.Kind != correspondence.None {
		left := state.Remaining(side, s.Now()).Seconds()
		p.RemainingSeconds = &left
	}
	p.Leave, p.Paused = newLeaveJSON(gameLeave(state, side, s.Now())), state.Paused(side, s.Now())
	return p
}

// gameFor reads a game and shows it to the visitor.
func (s *Server) gameFor(c echo.Context, id int64) (*gameJSON, error) {
	view, err := s.Store.Read(c.Request().Context()).Game(id)
	if err != nil {
		return nil, err
	}
	if err := s.oneAsOfNow(view); err != nil {
		return nil, err
	}
	table, err := play.NewTable(view)
	if err != nil {
		return nil, err
	}
	return s.newWholeGameJSON(table, viewerID(c))
}

// asOfNow shows games as they stand now, and rouses the sweeper for those that
// were read past their deadline.
func (s *Server) asOfNow(rows []store.GameView) error {
	for i := range rows {
		if err := s.oneAsOfNow(&rows[i]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Server) oneAsOfNow(row *store.GameView) error {
	late, err := play.AsOf(row, s.Now())
	if late && s.Play.Wake != nil {
		s.Play.Wake()
	}
	return err
}

func (s *Server) apiGame(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	g, err := s.gameFor(c, id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, g)
}

type actInput struct {
	Ply       *int   `json:"ply"`
	Act       string `json:"act"`
	Offer     int64  `json:"offer"`
	OfferDraw bool   `json:"offerDraw"`
	// Share is the sender's share of dice.
	Share string `json:"share"`
}

// act checks the shape of an act; what it means is decided by the use case.
func (in actInput) act() (correspondence.Act, error) {
	fields := map[string]string{}
	if in.Ply == nil || *in.Ply < 0 {
		fields["ply"] = "ply must be the number of moves made so far, as the game shows it."
	}
	if in.Act == "" || len(in.Act) > 200 {
		fields["act"] = "act must be a move's text, or roll, double, resign, offer-draw, accept-draw, decline-draw, claim-draw or abort."
	}
	if len(fields) > 0 {
		return correspondence.Act{}, invalid(fields)
	}
	return correspondence.Act{Text: in.Act, Ply: *in.Ply, Offer: in.Offer, OfferDraw: in.OfferDraw}, nil
}

func (s *Server) apiAct(c echo.Context) error {
	v, id, err := signedInAt(c)
	if err != nil {
		return err
	}
	var in actInput
	if err := decode(c, &in); err != nil {
		return err
	}
	act, err := in.act()
	if err != nil {
		return err
	}
	table, err := s.Play.PostAct(c.Request().Context(), v.ID, id, act, in.Share)
	if err == nil {
		g, err := s.newWholeGameJSON(table, v.ID)
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, g)
	}
	p := explain(err)
	if p.Status != http.StatusConflict {
		return err
	}
	if p.Game, err = s.gameFor(c, id); err != nil {
		return err
	}
	return p
}

type moveJSON struct {
	Ply          int       `json:"ply"`
	Side         string    `json:"side"`
	Act          string    `json:"act"`
	Dice         []int     `json:"dice"`
	At           time.Time `json:"at"`
	SpentSeconds float64   `json:"spentSeconds"`
	Automatic    bool      `json:"automatic"`
}

func (s *Server) apiMoves(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	read := s.Store.Read(c.Request().Context())
	if _, err := read.Game(id); err != nil {
		return err
	}
	rows, err := read.Moves(id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{"moves": newMovesJSON(rows)})
}

func newMovesJSON(rows []store.Move) []moveJSON {
	moves := make([]moveJSON, len(rows))
	for i, m := range rows {
		moves[i] = moveJSON{m.Ply + 1, m.Side.String(), m.Act, play.ReadDice(m.Dice), m.At.UTC(), m.Spent.Seconds(), m.Automatic}
	}
	return moves
}

func (s *Server) apiGames(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	rows, err := s.Store.Read(c.Request().Context()).RunningGames(v.ID, store.AwaitCursor{}, 500)
	if err != nil {
		return err
	}
	games, err := s.newGamesJSON(rows, v.ID)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{"games": games})
}

func (s *Server) newGamesJSON(rows []store.GameView, viewer int64) ([]*gameJSON, error) {
	if err := s.asOfNow(rows); err != nil {
		return nil, err
	}
	games := make([]*gameJSON, len(rows))
	for i := range rows {
		table, err := play.NewTable(&rows[i])
		if err != nil {
			return nil, err
		}
		if games[i], err = s.newGameJSON(table, viewer); err != nil {
			return nil, err
		}
	}
	return games, nil
}

func (s *Server) apiRematch(c echo.Context) error {
	v, id, err := signedInAt(c)
	if err != nil {
		return err
	}
	share, err := shareIn(c)
	if err != nil {
		return err
	}
	next, err := s.Play.Rematch(c.Request().Context(), v.ID, id, share)
	if err != nil {
		return err
	}
	if next == 0 {
		return c.JSON(http.StatusAccepted, map[string]any{"game": nil})
	}
	return c.JSON(http.StatusCreated, map[string]any{"game": next})
}
