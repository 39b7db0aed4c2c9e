package api

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/account"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/catalog"
	"crownpost/rules/correspondence"
	"crownpost/templates"
)

func (s *Server) gamePage(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	return s.showGame(c, http.StatusOK, id, nil)
}

// showGame answers with the game's page, with what was refused if anything.
func (s *Server) showGame(c echo.Context, status int, id int64, refusal *templates.GameRefusal) error {
	read := s.Store.Read(c.Request().Context())
	view, err := read.Game(id)
	if err != nil {
		return err
	}
	if err := s.oneAsOfNow(view); err != nil {
		return err
	}
	moves, err := read.Moves(id)
	if err != nil {
		return err
	}
	g, err := s.newGameView(view, moves, viewerID(c))
	if err != nil {
		return err
	}
	page := &templates.GamePage{
		Layout:  s.layout(c, "game.title", "white", view.WhiteName, "black", view.BlackName),
		Refusal: refusal,
	}
	version, err := shownVersion(read, view)
	if err != nil {
		return err
	}
	page.Live = live(fmt.Sprintf("/games/%d/events", id), version)
	shown := len(moves)
	if ply := c.QueryParam("ply"); ply != "" {
		if n, err := strconv.Atoi(ply); err == nil && n >= 0 && n < len(moves) {
			shown = n
			page.Live = nil // an earlier position does not change
		}
	}
	g.fill(page, c.QueryParam("view"), shown)
	if v := visitorOf(c); v != nil {
		page.ConfirmMoves = v.ConfirmMoves
		page.Board.Confirm = v.ConfirmMoves
	}
	if err := s.addGameExtras(page, read, view, viewerID(c)); err != nil {
		return err
	}
	return s.render(c, status, page)
}

// gameView is a game with everything that its page is made of.
type gameView struct {
	row       *store.GameView
	variant   rules.Variant
	state     correspondence.Game
	positions []rules.Position
	moves     []store.Move
	viewer    rules.Side
	server    *Server
}

func (s *Server) newGameView(row *store.GameView, moves []store.Move, viewer int64) (*gameView, error) {
	table, err := play.NewTable(row)
	if err != nil {
		return nil, err
	}
	positions, err := play.Replay(&row.Game, moves, len(moves))
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", row.ID, err)
	}
	variant, _ := catalog.Lookup(row.Variant)
	return &gameView{
		row: row, variant: variant, state: table.State, positions: positions, moves: moves,
		viewer: row.Side(viewer), server: s,
	}, nil
}

// fill writes the page as it is after the first shown moves. View is the side
// that the reader wants at the bottom, "" for his own.
func (g *gameView) fill(page *templates.GamePage, view string, shown int) {
	row, state, now := g.row, g.state, g.server.Now()
	running := state.Status == correspondence.Running
	page.ID, page.Variant, page.Clock, page.Rated, page.NoLeave = row.ID, row.Variant, row.Control, row.Rated, row.NoLeave
	page.Started, page.Ended = row.CreatedAt, state.Ended
	page.You, page.Ply, page.Shown, page.Round = g.viewer.String(), len(g.moves), shown, row.Round
	page.Unrated = row.RatedReason
	bottom := g.viewer
	switch page.View = view; view {
	case "white":
		bottom = rules.White
	case "black":
		bottom = rules.Black
	default:
		page.View = ""
	}
	if bottom == rules.NoSide {
		bottom = rules.White
	}
	page.Bottom = bottom.String()

	position := g.positions[shown]
	if shown == len(g.moves) {
		position = shownPosition(position, state)
	}
	page.Board = newBoard(page.Printer, g.variant, position, bottom)
	page.Board.Interactive = true
	if shown > 0 && gameNumber(g.positions[shown-1]) == gameNumber(position) {
		page.Board.Last = lastMove(g.positions[shown-1], g.moves[shown-1].Act)
	}
	if !running && shown == len(g.moves) {
		page.Board.Turn, page.Board.Dice = "", nil
	}
	page.Board.Label = page.Board.Title(page.Printer)
	page.Board.Description = page.Board.Describe(page.Printer)
	page.Notation = position.Notation()
	page.Seats = [2]templates.Seat{g.seat(page, bottom.Other()), g.seat(page, bottom)}
	g.fillMatch(page, position, shown)
	page.White, page.Black = row.WhiteName, row.BlackName
	g.listMoves(page)

	if state.Result != nil {
		page.Result = newResult(row, *state.Result, state.Status, state.Position)
	}
	if row.TournamentID != 0 {
		page.Tournament = &templates.Link{Text: row.TournamentName, URL: fmt.Sprintf("/tournaments/%d", row.TournamentID)}
	}
	if !running {
		return
	}
	toAct := state.Position.ToAct()
	page.ToAct, page.ToActName = toAct.String(), g.nameOf(toAct)
	for _, count := range state.Position.Counts() {
		page.Counts = append(page.Counts, templates.Count{
			Rule: string(count.Rule), Now: count.Now, Limit: count.Limit, Claimable: count.Claimable,
		})
	}
	if shown != len(g.moves) {
		return
	}
	legal := state.Position.Legal()
	page.MustCapture, page.Board.Must = captures(legal)
	if toAct == g.viewer {
		offer(&page.Board, legal)
		g.listActs(page, legal)
	}
	if g.viewer == rules.NoSide {
		return
	}
	acts := state.Acts(g.viewer, now)
	can := func(act string) bool { return slices.Contains(acts, act) }
	page.Actions.OfferDraw = can(correspondence.OfferDraw)
	page.Actions.ClaimDraw = can(correspondence.ClaimDraw)
	page.Actions.Resign = can(correspondence.Resign)
	page.Actions.Abort = can(correspondence.Abort)
	page.CanOfferWithMove = page.Actions.OfferDraw && toAct == g.viewer
	if o := state.Offer; o != nil {
		page.Offers = append(page.Offers, templates.Offer{
			ID: o.ID, Kind: "draw", By: g.nameOf(o.By), Mine: o.By == g.viewer, CanAnswer: can(correspondence.AcceptDraw),
		})
	} else {
		page.OfferWait = max(0, state.OfferFrom[g.viewer]-state.Ply)
	}
}

// listActs lists what the reader may do now: moves, and other acts as buttons.
func (g *gameView) listActs(page *templates.GamePage, legal []rules.Act) {
	match, _ := backgammon.StateOf(g.state.Position)
	for _, act := range legal {
		if len(act.Path) == 0 && len(act.Steps) == 0 {
			page.Choices = append(page.Choices, choose(page.Printer, g.nameOf(match.OnTurn().Other()), match, act.Text))
			continue
		}
		page.Plays = append(page.Plays, act.Text)
	}
}

func (g *gameView) seat(page *templates.GamePage, side rules.Side) templates.Seat {
	state, now := g.state, g.server.Now()
	who := playerOf(g.row, side)
	running := state.Status == correspondence.Running && state.Position.ToAct() == side
	seat := templates.Seat{
		Player: who, Side: side.String(), ToAct: running, You: side == g.viewer,
		HasClock:  state.Control.Kind != correspondence.None,
		Remaining: state.Remaining(side, now),
		Pieces:    page.Board.Summary(page.Printer, side.String()),
	}
	if running {
		seat.Running, seat.Deadline = !state.Deadline.IsZero(), state.Deadline
	}
	if seat.Leave = gameLeave(state, side, now); seat.Leave != nil {
		seat.Stops = state.Paused(side, seat.Leave.From)
	}
	// The bank is shown apart while the turn's own time lasts.
	if bank := state.Bank(side, now); bank > 0 && seat.Remaining > bank {
		seat.HasBank, seat.Bank = true, bank
		seat.Remaining -= bank
	}
	return seat
}

// gameLeave is the leave of a side in a game that is on or to come, nil for none.
func gameLeave(state correspondence.Game, side rules.Side, now time.Time) *templates.Leave {
	if state.Status != correspondence.Running {
		return nil
	}
	return newLeave(state.Leave[side].From, state.Leave[side].To, now)
}

// newResult says how a game ended.
func newResult(row *store.GameView, r correspondence.Result, status correspondence.Status, position rules.Position) *templates.Result {
	out := &templates.Result{Reason: string(r.Reason), Value: r.Value, WinnerSide: r.Winner.String()}
	switch {
	case status == correspondence.Aborted:
		out.Void = true
	case r.Winner == rules.White:
		out.Winner, out.Loser = row.WhiteName, row.BlackName
	case r.Winner == rules.Black:
		out.Winner, out.Loser = row.BlackName, row.WhiteName
	}
	addMatchResult(out, row, position, r.Winner)
	return out
}

// addGameExtras adds what lies outside of the game itself: what it did to the
// ratings, and the games before and after.
func (s *Server) addGameExtras(page *templates.GamePage, read *store.Reader, view *store.GameView, viewer int64) error {
	if err := addBeginning(page, view); err != nil {
		return err
	}
	if err := addProof(page, read, view); err != nil {
		return err
	}
	if view.RematchOf != 0 {
		page.RematchOf = &templates.Link{URL: fmt.Sprintf("/games/%d", view.RematchOf)}
	}
	if view.Status == store.GameRunning {
		return nil
	}
	changes, err := read.GameChanges(view.ID)
	if err != nil {
		return err
	}
	if page.Rating, err = ratingOrigin(page.Printer, read, changes); err != nil {
		return err
	}
	superseded, err := read.Superseded(view.ID)
	if err != nil {
		return err
	}
	for _, row := range changes {
		who := player(view.WhiteName, 0, false)
		if row.AccountID == view.BlackID {
			who = player(view.BlackName, 0, false)
		}
		change := templates.RatingChange{Player: who, Before: row.Before, After: row.After, Sum: play.Change(&row).Sum()}
		for _, old := range superseded {
			if old.AccountID == row.AccountID {
				change.Was = append(change.Was, templates.RatingChange{Before: old.Before, After: old.After})
			}
		}
		page.Changes = append(page.Changes, change)
	}
	return s.addRematch(page, read, view, viewer)
}

// addRematch adds the rematch of a finished game: the game it has become, the
// offer that stands, or the button to make one.
func (s *Server) addRematch(page *templates.GamePage, read *store.Reader, view *store.GameView, viewer int64) error {
	side := view.Side(viewer)
	standing, err := read.RematchSeek(view.First())
	switch {
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return err
	case err == nil && standing.Status == store.SeekAccepted:
		page.Rematch = &templates.Link{URL: fmt.Sprintf("/games/%d", standing.GameID)}
		return nil
	case side == rules.NoSide:
		return nil
	case err == nil && standing.ExpiresAt.After(s.Now()):
		row, err := read.SeekByID(standing.ID)
		if err != nil {
			return err
		}
		offered := newSeek(page.Printer, row, viewer)
		page.RematchOffer = &offered
		return nil
	case view.TournamentID != 0:
		return nil
	}
	opponent, err := read.Account(view.Player(side.Other()))
	if err != nil {
		return err
	}
	page.Actions.Rematch = opponent.ClosedAt.IsZero()
	return nil
}

// postAct is an act sent as a form. What was refused is shown on the game's
// page, where the reader can try again.
func (s *Server) postAct(c echo.Context) error {
	v, id, err := signedInAt(c)
	if err != nil {
		return err
	}
	values, err := form(c, "ply", "act", "offer", "offerDraw", "share")
	if err != nil {
		return err
	}
	in := actInput{Act: values["act"], OfferDraw: values["offerDraw"] == "yes"}
	if ply, err := strconv.Atoi(values["ply"]); err == nil {
		in.Ply = &ply
	}
	if offer := values["offer"]; offer != "" {
		if in.Offer, err = strconv.ParseInt(offer, 10, 64); err != nil {
			return invalid(map[string]string{"offer": "offer must be the number of the offer."})
		}
	}
	act, err := in.act()
	if err != nil {
		return err
	}
	_, err = s.Play.PostAct(c.Request().Context(), v.ID, id, act, values["share"])
	if err == nil {
		return c.Redirect(http.StatusSeeOther, fmt.Sprintf("/games/%d", id))
	}
	p := explain(err)
	refusal := &templates.GameRefusal{Text: p.Detail, Act: act.Text, Legal: p.Legal}
	switch bad := account.Invalids(err); {
	case len(bad) > 0 && bad[0].Field == "share":
		refusal.Text = sentence(s.printer(c), bad[0])
	case p.Status != http.StatusConflict && p.Code != "refused":
		return err
	}
	var r *rules.Refusal
	if errors.As(err, &r) {
		refusal.Text = s.printer(c).Refusal(r.Rule, r.Args, r.Message)
	}
	return s.showGame(c, p.Status, id, refusal)
}

func (s *Server) postRematch(c echo.Context) error {
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
		s.flash(c, "rematch-offered")
		next = id
	}
	return c.Redirect(http.StatusSeeOther, fmt.Sprintf("/games/%d", next))
}

// newCard is a game in a list.
func (s *Server) newCard(p *templates.Printer, row *store.GameView, viewer int64) (templates.GameCard, error) {
	if err := s.oneAsOfNow(row); err != nil {
		return templates.GameCard{}, err
	}
	table, err := play.NewTable(row)
	if err != nil {
		return templates.GameCard{}, err
	}
	state, now := table.State, s.Now()
	position := shownPosition(state.Position, state)
	variant, _ := catalog.Lookup(row.Variant)
	view := row.Side(viewer)
	if view == rules.NoSide {
		view = rules.White
	}
	card := templates.GameCard{
		ID: row.ID, Variant: row.Variant, Rated: row.Rated,
		White: playerOf(row, rules.White),
		Black: playerOf(row, rules.Black),
		Board: newBoard(p, variant, position, view),
	}
	if row.TournamentID != 0 {
		card.Tournament = &templates.Link{Text: row.TournamentName, URL: fmt.Sprintf("/tournaments/%d", row.TournamentID)}
	}
	card.Match = newMatch(position)
	if state.Status != correspondence.Running {
		card.Result = newResult(row, *state.Result, state.Status, position)
		return card, nil
	}
	toAct := state.Position.ToAct()
	card.ToAct, card.YourTurn = toAct.String(), toAct == row.Side(viewer) && viewer != 0
	if match, ok := backgammon.StateOf(state.Position); ok {
		card.Task = task(p, match)
	}
	card.Deadline, card.Remaining = state.Deadline, state.Remaining(toAct, now)
	if state.Paused(toAct, now) {
		card.Leave = gameLeave(state, toAct, now)
	}
	return card, nil
}

func (s *Server) newCards(p *templates.Printer, rows []store.GameView, viewer int64) ([]templates.GameCard, error) {
	cards := make([]templates.GameCard, 0, len(rows))
	for i := range rows {
		card, err := s.newCard(p, &rows[i], viewer)
		if err != nil {
			return nil, err
		}
		cards = append(cards, card)
	}
	return cards, nil
}
