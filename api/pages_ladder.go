package api

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/templates"
	"crownpost/tournament/director"
	"crownpost/tournament/ladder"
)

// ladderView is a ladder read for a page or a program.
type ladderView struct {
	t        *store.TournamentView
	state    *ladder.State
	entrants map[int64]*store.EntrantView
	pairings map[int64]*store.Pairing
	// own is the reader's number on the ladder, 0 for none.
	own int64
}

func (s *Server) readLadder(c echo.Context, t *store.TournamentView) (*ladderView, error) {
	read := s.Store.Read(c.Request().Context())
	v := &ladderView{t: t, entrants: map[int64]*store.EntrantView{}, pairings: map[int64]*store.Pairing{}}
	state, err := play.LoadLadder(read, &t.Tournament, s.Now())
	if err != nil {
		return nil, err
	}
	v.state = state
	entrants, err := read.Entrants(t.ID)
	if err != nil {
		return nil, err
	}
	for i := range entrants {
		e := &entrants[i]
		v.entrants[e.ID] = e
		if e.AccountID == viewerID(c) && e.AccountID != 0 && state.Place(e.ID) != 0 {
			v.own = e.ID
		}
	}
	pairings, err := read.Pairings(t.ID)
	for i := range pairings {
		v.pairings[pairings[i].ID] = &pairings[i]
	}
	return v, err
}

// shown is a player of the ladder.
func (v *ladderView) shown(entrant int64) templates.Player {
	e := v.entrants[entrant]
	if e == nil {
		return templates.Player{}
	}
	return player(e.Shown, e.Current, false)
}

// game is the number of a challenge's game, 0 before.
func (v *ladderView) game(challenge int64) int64 {
	if p := v.pairings[challenge]; p != nil {
		return p.GameID
	}
	return 0
}

// instant is a time of a ladder, zero for never.
func instant(millis int64) time.Time {
	if millis == 0 {
		return time.Time{}
	}
	return time.UnixMilli(millis).UTC()
}

// open are the challenges that have not ended, by age.
func (v *ladderView) open() []ladder.Challenge {
	var open []ladder.Challenge
	for _, row := range v.state.Standings() {
		for _, c := range v.state.OpenOf(row.Player) {
			if c.Challenger == row.Player {
				open = append(open, c)
			}
		}
	}
	return open
}

// ladderChangesShown is the number of changes of places on a ladder's page.
const ladderChangesShown = 30

// ladderPage is the page of a tournament that is a ladder.
func (s *Server) ladderPage(c echo.Context, t *store.TournamentView) error {
	v, err := s.readLadder(c, t)
	if err != nil {
		return err
	}
	read := s.Store.Read(c.Request().Context())
	log, err := read.TournamentLog(t.ID)
	if err != nil {
		return err
	}
	page := &templates.LadderPage{
		Layout: s.layout(c, "tournament.title", "name", t.Name), TournamentCard: newTournamentCard(t), Description: t.Description,
		Terms: newLadderTerms(v.state.Rules), DiceCommitment: t.DiceCommitment, Entered: v.own != 0,
	}
	page.Terms.Leave = s.leaveRule(&t.Tournament)
	showStart(page.Printer, &page.From)
	page.Live = live(fmt.Sprintf("/tournaments/%d/events", t.ID), fingerprint(s.Now()))
	may, err := play.Directs(read, &t.Tournament, viewerID(c))
	if err != nil {
		return err
	}
	if may {
		page.Desk = fmt.Sprintf("/tournaments/%d/desk", t.ID)
	}
	running := t.Status == store.TournamentRunning
	targets := map[int64]bool{}
	if v.own != 0 && running {
		for _, target := range v.state.Targets(v.own) {
			targets[target] = true
		}
	}
	for _, row := range v.state.Standings() {
		page.Vacation = page.Vacation || row.Player == v.own && row.Frozen
		page.Places = append(page.Places, templates.LadderPlace{
			Place: row.Place, Player: v.shown(row.Player), Entrant: row.Player, Vacation: row.Frozen,
			Falls: instant(row.Falls), You: row.Player == v.own, Challenge: targets[row.Player],
		})
	}
	for _, ch := range v.open() {
		mine, theirs := running && ch.Defender == v.own && v.own != 0, running && ch.Challenger == v.own && v.own != 0
		waits := ch.Stage == ladder.Open
		page.Challenges = append(page.Challenges, templates.LadderChallenge{
			ID: ch.ID, Challenger: v.shown(ch.Challenger), Defender: v.shown(ch.Defender), Made: instant(ch.At),
			Due: instant(ch.Due), GameID: v.game(ch.ID), Accept: mine && waits, Decline: mine && waits && v.state.Rules.Declinable,
			Cancel: theirs && waits, Claim: theirs && waits && ch.Due != 0 && v.state.Now >= ch.Due,
		})
	}
	for i := len(v.state.Changes) - 1; i >= max(0, len(v.state.Changes)-ladderChangesShown); i-- {
		ch := v.state.Changes[i]
		page.Changes = append(page.Changes, templates.LadderChange{
			At: instant(ch.At), Player: v.shown(ch.Player), From: ch.From, To: ch.To, Reason: string(ch.Reason), GameID: v.game(ch.Challenge),
		})
	}
	for i := range log {
		page.Log = append(page.Log, templates.LogEntry{At: log[i].At, Text: page.LogText(log[i].Act, log[i].AccountName, log[i].Detail), Reason: log[i].Reason})
	}
	page.Can.Withdraw = page.Entered && running
	switch {
	case !running || page.Entered:
	case viewerID(c) == 0:
		page.Can.WhyNot = page.T("tournament.sign-in")
	case len(page.Places) >= t.MaxPlayers:
		page.Can.WhyNot = page.T("tournament.full")
	default:
		page.Can.Enter = true
	}
	return s.render(c, http.StatusOK, page)
}

func newLadderTerms(r ladder.Rules) templates.LadderTerms {
	span := func(millis int64) time.Duration { return time.Duration(millis) * time.Millisecond }
	return templates.LadderTerms{
		Reach: r.Reach, Pyramid: r.Pyramid, Exchange: r.Movement == ladder.Exchange, Outgoing: r.Outgoing, Incoming: r.Incoming,
		Declinable: r.Declinable, Rematch: span(r.Rematch), Answer: span(r.Answer), Grace: span(r.Grace), Idle: span(r.Idle),
		Fall: max(r.Fall, 1), Danger: r.Danger,
	}
}

type ladderPlaceJSON struct {
	Place    int        `json:"place"`
	Entrant  int64      `json:"entrant"`
	Name     string     `json:"name"`
	Vacation bool       `json:"vacation,omitempty"`
	Falls    *time.Time `json:"falls"`
}

type ladderChallengeJSON struct {
	ID         int64      `json:"id"`
	Challenger int64      `json:"challenger"`
	Defender   int64      `json:"defender"`
	Stage      string     `json:"stage"`
	Made       *time.Time `json:"made"`
	Due        *time.Time `json:"due"`
	Game       int64      `json:"game,omitempty"`
}

type ladderChangeJSON struct {
	At        *time.Time `json:"at"`
	Entrant   int64      `json:"entrant"`
	From      int        `json:"from"`
	To        int        `json:"to"`
	Reason    string     `json:"reason"`
	Challenge int64      `json:"challenge,omitempty"`
}

// apiLadder is a ladder for programs: its places, the challenges that have not
// ended, and every change of places.
func (s *Server) apiLadder(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	t, err := s.Store.Read(c.Request().Context()).Tournament(id)
	if err != nil {
		return err
	}
	if t.Format != string(director.Ladder) {
		return fmt.Errorf("ladder: %w", store.ErrNotFound)
	}
	v, err := s.readLadder(c, t)
	if err != nil {
		return err
	}
	out := struct {
		Places     []ladderPlaceJSON     `json:"places"`
		Challenges []ladderChallengeJSON `json:"challenges"`
		Changes    []ladderChangeJSON    `json:"changes"`
	}{[]ladderPlaceJSON{}, []ladderChallengeJSON{}, []ladderChangeJSON{}}
	for _, row := range v.state.Standings() {
		out.Places = append(out.Places, ladderPlaceJSON{row.Place, row.Player, v.shown(row.Player).Name, row.Frozen, moment(instant(row.Falls))})
	}
	for _, ch := range v.open() {
		out.Challenges = append(out.Challenges, ladderChallengeJSON{
			ch.ID, ch.Challenger, ch.Defender, string(ch.Stage), moment(instant(ch.At)), moment(instant(ch.Due)), v.game(ch.ID),
		})
	}
	for _, ch := range v.state.Changes {
		out.Changes = append(out.Changes, ladderChangeJSON{moment(instant(ch.At)), ch.Player, ch.From, ch.To, string(ch.Reason), ch.Challenge})
	}
	return c.JSON(http.StatusOK, out)
}

// challenge calls out a player of a ladder.
func (s *Server) challenge(c echo.Context) error {
	v, id, err := signedInAt(c)
	if err != nil {
		return err
	}
	var in struct {
		Entrant int64 `json:"entrant"`
	}
	if wantsJSON(c) {
		err = decode(c, &in)
	} else {
		var values map[string]string
		if values, err = form(c, "entrant"); err == nil {
			in.Entrant, _ = strconv.ParseInt(values["entrant"], 10, 64)
		}
	}
	if err != nil {
		return err
	}
	pairing, err := s.Play.Challenge(c.Request().Context(), v.ID, id, in.Entrant)
	if err != nil {
		return err
	}
	if wantsJSON(c) {
		return c.JSON(http.StatusCreated, map[string]any{"id": pairing})
	}
	s.flash(c, "challenged")
	return c.Redirect(http.StatusSeeOther, "/tournaments/"+itoa(id))
}

// onChallenge runs a use case of one of a challenge's two players.
func (s *Server) onChallenge(done string, do func(ctx context.Context, account, tournament, pairing int64) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		pairing, err := strconv.ParseInt(c.Param("challenge"), 10, 64)
		if err != nil {
			return store.ErrNotFound
		}
		return s.onTournament(done, func(ctx context.Context, account, tournament int64) error {
			return do(ctx, account, tournament, pairing)
		})(c)
	}
}

// ladderRoutes are those of ladders, below a group of pages or of the API.
func (s *Server) ladderRoutes(post func(path string, h echo.HandlerFunc, m ...echo.MiddlewareFunc) *echo.Route) {
	post("/tournaments/:id/challenge", s.challenge)
	post("/tournaments/:id/challenges/:challenge/accept", s.onChallenge("challenge-accepted", s.Play.AcceptChallenge))
	post("/tournaments/:id/challenges/:challenge/decline", s.onChallenge("challenge-declined", s.Play.DeclineChallenge))
	post("/tournaments/:id/challenges/:challenge/cancel", s.onChallenge("challenge-cancelled", s.Play.CancelChallenge))
	post("/tournaments/:id/challenges/:challenge/claim", s.onChallenge("challenge-claimed", s.Play.ClaimChallenge))
	post("/tournaments/:id/freeze", s.onTournament("ladder-frozen", s.Play.Freeze))
	post("/tournaments/:id/thaw", s.onTournament("ladder-thawed", s.Play.Thaw))
}
