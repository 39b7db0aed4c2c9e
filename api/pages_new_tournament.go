package api

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"crownpost/api/account"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/templates"
	"crownpost/tournament/director"
)

// newTournamentPage shows the form of a tournament: untouched, as another
// tournament was made (from), as a template of one's own has it (use), and
// with what the address says of its fields.
func (s *Server) newTournamentPage(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	entered, err := s.begunForm(c, v)
	if err != nil {
		return err
	}
	maps.Copy(entered, enteredInAddress(c, tournamentFields))
	dropped := dropForeign(s.printer(c), entered)
	return s.showNewTournament(c, http.StatusOK, templates.Form{Values: entered, Dropped: dropped})
}

// begunForm fills in what an address names to begin from.
func (s *Server) begunForm(c echo.Context, v *visitor) (map[string]string, error) {
	read := s.Store.Read(c.Request().Context())
	if id, err := strconv.ParseInt(c.QueryParam("from"), 10, 64); err == nil {
		t, err := read.Tournament(id)
		if err != nil {
			return nil, err
		}
		in, err := play.InputOf(&t.Tournament)
		return tournamentValues(in), err
	}
	if id, err := strconv.ParseInt(c.QueryParam("use"), 10, 64); err == nil {
		t, err := read.Template(id)
		if err != nil || t.AccountID != v.ID {
			return nil, errors.Join(err, store.ErrNotFound)
		}
		kept, err := play.ReadTemplate(t)
		values := tournamentValues(kept.TournamentInput)
		values["template"] = t.Name
		return values, err
	}
	return map[string]string{}, nil
}

// moneyOptions are options that mean nothing in matches, as all of events are.
var moneyOptions = []string{"jacoby", "beavers", "automatic-doubles"}

func (s *Server) showNewTournament(c echo.Context, status int, f templates.Form) error {
	page := &templates.NewTournamentPage{
		Layout: s.layout(c, "new-tournament.title"), Form: f, Formats: formats(), Variants: variantKeys(), Presets: presets(),
		Begin: beginningChoices(f.Values["variant"], "/tournaments/new"),
	}
	page.Begin.Tournament = true
	page.Begin.Options = slices.DeleteFunc(page.Begin.Options, func(o templates.Option) bool { return slices.Contains(moneyOptions, o.Key) })
	s.showLength(page)
	return s.render(c, status, page)
}

// showLength tells how long what was entered can last.
func (s *Server) showLength(page *templates.NewTournamentPage) {
	values := map[string]string{"rated": "yes", "variant": page.Begin.Variant, "clock": templates.TournamentUsual["clock"]}
	if page.Begin.Length > 0 {
		values["length"] = strconv.Itoa(page.Begin.Length)
	}
	maps.Copy(values, page.Form.Values)
	in, err := readTournament(values)
	f := tournamentForm{values: values}
	players := f.players(in.MaxPlayers)
	page.Suggested = suggestedRounds(players)
	if err != nil || in.Format == director.Ladder {
		return
	}
	in.NoLeave = s.withoutLeave(in.NoLeave)
	page.Lasts = lengthOf(in, players)
}

func (s *Server) postTournament(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	var id int64
	dropped, done, err := s.fromTournamentForm(c, func(_ map[string]string, in play.TournamentInput) (err error) {
		id, err = s.Play.CreateTournament(c.Request().Context(), v.ID, in)
		return err
	})
	if err != nil || !done {
		return err
	}
	if len(dropped) > 0 {
		s.flash(c, "tournament-without", strings.Join(dropped, ", "))
	} else {
		s.flash(c, "tournament-created")
	}
	return c.Redirect(http.StatusSeeOther, fmt.Sprintf("/tournaments/%d", id))
}

// fromTournamentForm reads the form of a tournament and does something with it.
// What is refused shows the form again, and is not done. Dropped is as of
// dropForeign.
func (s *Server) fromTournamentForm(c echo.Context, do func(values map[string]string, in play.TournamentInput) error) (dropped []string, done bool, err error) {
	values, err := form(c, tournamentFields...)
	if err != nil {
		return nil, false, err
	}
	dropped = dropForeign(s.printer(c), values)
	in, err := readTournament(values)
	if lengthUnseen(values) {
		err = errors.Join(err, account.NewInvalid("length", "length-choose", map[string]any{"variant": s.printer(c).VariantName(values["variant"])}))
	}
	if err == nil {
		err = do(values, in)
	}
	f, refused := s.refusedForm(c, values, err)
	if !refused {
		return dropped, err == nil, err
	}
	for name, field := range planFields {
		if text, ok := f.Errors[name]; ok {
			f.Errors[field] = text
			delete(f.Errors, name)
		}
	}
	f.Dropped = dropped
	return dropped, false, s.showNewTournament(c, http.StatusUnprocessableEntity, f)
}

// planFields are the fields of the form for what package director names
// otherwise.
var planFields = map[string]string{
	"ladder": "reach", "law": "withdrawal", "pairs": "pair", "bracket": "match", "groups": "sectionSize",
}
