package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"crownpost/api/account"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rules/catalog"
	"crownpost/rules/correspondence"
	"crownpost/templates"
)

// How much of everything the home page shows.
const (
	homeMine     = 60
	homeFinished = 6
	homeWatch    = 8
	homeSeeks    = 10
)

func (s *Server) homePage(c echo.Context) error {
	read := s.Store.Read(c.Request().Context())
	now, viewer := s.Now(), viewerID(c)
	page := &templates.HomePage{Layout: s.layout(c, "home.title"), Registration: s.Config.Registration}
	page.Live = live("/events", fingerprint(now))
	if viewer != 0 {
		if err := s.fillMine(page, read, viewer); err != nil {
			return err
		}
	}
	watch, err := read.LiveGames(homeWatch)
	if err != nil {
		return err
	}
	watch = slices.DeleteFunc(watch, func(g store.GameView) bool { return viewer != 0 && (g.WhiteID == viewer || g.BlackID == viewer) })
	if page.Watch, err = s.newCards(page.Printer, watch, viewer); err != nil {
		return err
	}
	seeks, err := read.Lobby(now, homeSeeks)
	if err != nil {
		return err
	}
	page.Seeks = newSeeks(page.Printer, seeks, viewer)
	for _, status := range []string{store.TournamentOpen, store.TournamentRunning} {
		rows, err := read.Tournaments(status, 0, 5)
		if err != nil {
			return err
		}
		for i := range rows {
			page.Next = append(page.Next, newTournamentCard(&rows[i]))
		}
	}
	return s.render(c, http.StatusOK, page)
}

// fillMine adds the reader's own games and the challenges to him.
func (s *Server) fillMine(page *templates.HomePage, read *store.Reader, viewer int64) error {
	mine, err := read.RunningGames(viewer, store.AwaitCursor{}, homeMine)
	if err != nil {
		return err
	}
	if page.Leave, err = s.leaveOf(read, viewer); err != nil {
		return err
	}
	if page.Mine, err = s.newCards(page.Printer, mine, viewer); err != nil {
		return err
	}
	finished, err := read.History(viewer, store.HistoryFilter{Limit: homeFinished})
	if err != nil {
		return err
	}
	if page.Finished, err = s.newCards(page.Printer, finished, viewer); err != nil {
		return err
	}
	seeks, err := read.SeeksOf(viewer, s.Now())
	if err != nil {
		return err
	}
	seeks = slices.DeleteFunc(seeks, func(v store.SeekView) bool { return v.AccountID == viewer })
	page.Challenges = newSeeks(page.Printer, seeks, viewer)
	return nil
}

// newSeek shows a seek to a reader.
func newSeek(p *templates.Printer, v *store.SeekView, viewer int64) templates.Seek {
	out := templates.Seek{
		ID: v.ID, By: player(v.AccountName, v.Rating, provisional(v.Variant, v.RatedGames, v.Experience)), Variant: v.Variant, Clock: v.Control,
		Rated: v.Rated, Colour: v.Colour, From: newBeginning(v.Variant, v.Options, v.Opening, v.Start, v.Pair), Created: v.CreatedAt, Expires: v.ExpiresAt, Mine: v.AccountID == viewer,
		ByLink: v.Kind == store.LinkSeek,
	}
	out.From.Length, out.From.Money = v.Length, v.Money
	showStart(p, &out.From)
	if v.OpponentName != "" {
		to := player(v.OpponentName, 0, false)
		out.To = &to
	}
	switch {
	case viewer == 0:
		out.WhyNot = p.T("seek.sign-in")
	case !out.Mine:
		out.CanAccept = true
	}
	return out
}

func newSeeks(p *templates.Printer, rows []store.SeekView, viewer int64) []templates.Seek {
	out := make([]templates.Seek, 0, len(rows))
	for i := range rows {
		out = append(out, newSeek(p, &rows[i], viewer))
	}
	return out
}

func variantKeys() []string {
	var keys []string
	for _, v := range catalog.All() {
		keys = append(keys, v.Key())
	}
	return keys
}

// presets are the controls offered first.
func presets() []string {
	var texts []string
	for _, c := range correspondence.Presets() {
		texts = append(texts, c.String())
	}
	return texts
}

// seekFields are the fields of the form that offers a game.
var seekFields = append([]string{"variant", "clock", "customClock", "rated", "colour", "audience", "opponent"}, beginningFields...)

func (s *Server) lobbyPage(c echo.Context) error {
	entered := enteredInAddress(c, seekFields)
	if _, chosen := entered["audience"]; !chosen && entered["opponent"] != "" {
		entered["audience"] = "player"
	}
	dropped := dropForeign(s.printer(c), entered)
	return s.showLobby(c, http.StatusOK, templates.Form{Values: entered, Dropped: dropped})
}

func (s *Server) showLobby(c echo.Context, status int, f templates.Form) error {
	read := s.Store.Read(c.Request().Context())
	now, viewer := s.Now(), viewerID(c)
	page := &templates.LobbyPage{Layout: s.layout(c, "lobby.title"), Form: f, Variants: variantKeys(), Presets: presets(),
		Begin: beginningChoices(f.Values["variant"], "/lobby")}
	page.Live = live("/lobby/events", fingerprint(now))
	if invited := c.QueryParam("invited"); invited != "" && viewer != 0 {
		page.Invite = s.address("/invite/" + url.PathEscape(clean(invited)))
	}
	open, err := read.Lobby(now, lobbySize)
	if err != nil {
		return err
	}
	open = slices.DeleteFunc(open, func(v store.SeekView) bool { return viewer != 0 && v.AccountID == viewer })
	page.Seeks = newSeeks(page.Printer, open, viewer)
	if viewer != 0 {
		mine, err := read.SeeksOf(viewer, now)
		if err != nil {
			return err
		}
		for i := range mine {
			seek := newSeek(page.Printer, &mine[i], viewer)
			if seek.Mine {
				page.Outgoing = append(page.Outgoing, seek)
			} else {
				page.Incoming = append(page.Incoming, seek)
			}
		}
	}
	return s.render(c, status, page)
}

func (s *Server) postSeek(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	values, err := form(c, seekFields...)
	if err != nil {
		return err
	}
	dropped := dropForeign(s.printer(c), values)
	in := play.SeekInput{
		Variant: values["variant"], Control: values["clock"], Rated: values["rated"] == "yes", Colour: values["colour"],
		Link: values["audience"] == "link", Beginning: beginningIn(values),
	}
	in.Rated = in.Rated && in.Money == 0 // the form says so
	if in.Control == "custom" {
		in.Control = values["customClock"]
	}
	if in.Colour == "" {
		in.Colour = "random"
	}
	wrong := map[string]string{}
	switch values["audience"] {
	case "all", "link", "":
	case "player":
		if in.Opponent = values["opponent"]; in.Opponent == "" {
			wrong["opponent"] = s.printer(c).T("lobby.opponent-missing")
		}
	default:
		wrong["audience"] = s.printer(c).T("lobby.audience-unknown")
	}
	if rated := values["rated"]; rated != "yes" && rated != "no" {
		wrong["rated"] = s.printer(c).T("invalid.unknown")
	}
	if lengthUnseen(values) {
		wrong["length"] = chooseLength(s.printer(c), values["variant"])
	}
	if len(wrong) > 0 {
		return s.showLobby(c, http.StatusUnprocessableEntity, templates.Form{Values: values, Errors: wrong, Dropped: dropped})
	}
	_, secret, err := s.Play.PostSeek(c.Request().Context(), v.ID, in)
	if f, refused := s.refusedForm(c, values, err); refused {
		f.Dropped = dropped
		return s.showLobby(c, http.StatusUnprocessableEntity, f)
	}
	if err != nil {
		return err
	}
	if len(dropped) > 0 {
		s.flash(c, "seek-without", strings.Join(dropped, ", "))
	}
	next := sameTerms(values)
	switch {
	case secret != "":
		next.Set("invited", secret)
	case len(dropped) > 0:
	case in.Opponent != "":
		s.flash(c, "challenge-posted", in.Opponent)
	default:
		s.flash(c, "seek-posted")
	}
	return c.Redirect(http.StatusSeeOther, "/lobby?"+next.Encode())
}

// chooseLength asks for the length that nobody has chosen.
func chooseLength(p *templates.Printer, variant string) string {
	return p.T("invalid.length-choose", "variant", p.VariantName(variant))
}

// refusedForm turns refused input into a form to show again, with a sentence
// beside each field that is wrong.
func (s *Server) refusedForm(c echo.Context, values map[string]string, err error) (templates.Form, bool) {
	if bad := account.Invalids(err); len(bad) > 0 {
		f := templates.Form{Values: values, Errors: map[string]string{}}
		for _, b := range bad {
			field := b.Field
			if field == "clock" && values["clock"] == "custom" {
				field = "customClock" // where it was written
			}
			if field == "length" && values["length"] == ownLength {
				field = "ownLength"
			}
			f.Errors[field] = sentence(s.printer(c), b)
		}
		return f, true
	}
	if errors.Is(err, play.ErrTooMany) {
		return templates.Form{Values: values, Errors: map[string]string{"": explain(err).Detail}}, true
	}
	return templates.Form{}, false
}

// sentence says in the reader's language what was wrong.
func sentence(p *templates.Printer, b *account.Invalid) string {
	if key := "invalid." + b.Code; p.Has(key) {
		return p.T(key, pairs(b.Args)...)
	}
	return p.Refusal(b.Code, b.Args, b.Message)
}

func pairs(args map[string]any) []any {
	var list []any
	for name, value := range args {
		list = append(list, name, value)
	}
	return list
}

func (s *Server) acceptSeek(c echo.Context) error {
	v, id, err := signedInAt(c)
	if err != nil {
		return err
	}
	share, err := shareIn(c)
	if err != nil {
		return err
	}
	seek, err := s.Play.AcceptSeek(c.Request().Context(), v.ID, id, share)
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, fmt.Sprintf("/games/%d", seek.GameID))
}

// endSeek runs a use case that closes a seek, and goes back to the lobby.
func (s *Server) endSeek(c echo.Context, done string, do func(context.Context, int64, int64) error) error {
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
	return c.Redirect(http.StatusSeeOther, "/lobby")
}

func (s *Server) declineSeek(c echo.Context) error {
	return s.endSeek(c, "declined", s.Play.DeclineSeek)
}
func (s *Server) cancelSeek(c echo.Context) error {
	return s.endSeek(c, "seek-cancelled", s.Play.CancelSeek)
}

func (s *Server) invitePage(c echo.Context) error {
	view, err := s.Store.Read(c.Request().Context()).SeekByLink(account.HashSecret(c.Param("token")))
	if err != nil {
		return err
	}
	if view.Status != store.SeekOpen || !view.ExpiresAt.After(s.Now()) {
		return play.ErrGone
	}
	page := &templates.InvitePage{Layout: s.layout(c, "invite.title", "name", view.AccountName), Token: c.Param("token")}
	page.Seek = newSeek(page.Printer, view, viewerID(c))
	return s.render(c, http.StatusOK, page)
}

func (s *Server) acceptInvite(c echo.Context) error {
	v := visitorOf(c)
	if v == nil {
		return c.Redirect(http.StatusSeeOther, "/signup?next="+c.Request().URL.EscapedPath())
	}
	share, err := shareIn(c)
	if err != nil {
		return err
	}
	seek, err := s.Play.AcceptLink(c.Request().Context(), v.ID, c.Param("token"), share)
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, fmt.Sprintf("/games/%d", seek.GameID))
}
