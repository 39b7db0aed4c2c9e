package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/account"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/draughts"
	"crownpost/templates"
)

const (
	studiesPerPage = 30
	ownStudies     = 6 // shown above the public ones
	gamesAtOnce    = 50
)

// studyID reads a study's id out of the address. What is no id names nothing.
func studyID(c echo.Context) (string, error) {
	id := c.Param("id")
	if !isStudyID.MatchString(id) {
		return "", store.ErrNotFound
	}
	return id, nil
}

var isStudyID = regexp.MustCompile(`^[a-z0-9]{13}$`)

// draughtsKeys are the variants that can be studied.
func draughtsKeys() []string {
	return slices.DeleteFunc(variantKeys(), func(key string) bool {
		_, ok := draughts.Lookup(key)
		return !ok
	})
}

func newStudyCard(row *store.StudyView, viewer int64) templates.StudyCard {
	return templates.StudyCard{
		ID: row.ID, Name: row.Title, Variant: row.Variant, Owner: player(row.OwnerName, 0, false), Games: row.Games,
		Visibility: row.Visibility, Mine: viewer != 0 && row.OwnerID == viewer, Changed: row.UpdatedAt,
	}
}

func newStudyCards(rows []store.StudyView, viewer int64) []templates.StudyCard {
	cards := make([]templates.StudyCard, len(rows))
	for i := range rows {
		cards[i] = newStudyCard(&rows[i], viewer)
	}
	return cards
}

// studyCursor is a place in a list of studies: 1789128897000-k3x9….
func studyCursor(text string) store.StudyCursor {
	at, id, _ := strings.Cut(text, "-")
	millis, err := strconv.ParseInt(at, 10, 64)
	if err != nil || !isStudyID.MatchString(id) {
		return store.StudyCursor{}
	}
	return store.StudyCursor{At: time.UnixMilli(millis).UTC(), ID: id}
}

// studiesPage lists public studies, the reader's own before them; with
// ?owner=me his own alone.
func (s *Server) studiesPage(c echo.Context) error {
	viewer := viewerID(c)
	page := &templates.StudiesPage{
		Layout: s.layout(c, "studies.title"), Variants: draughtsKeys(), Variant: c.QueryParam("variant"),
		Own: viewer != 0 && c.QueryParam("owner") == "me",
	}
	if !slices.Contains(page.Variants, page.Variant) {
		page.Variant = ""
	}
	read := s.Store.Read(c.Request().Context())
	after := studyCursor(c.QueryParam("after"))
	older := func(rows []store.StudyView, query url.Values) []store.StudyView {
		if len(rows) > studiesPerPage {
			rows = rows[:studiesPerPage]
			last := rows[studiesPerPage-1].Cursor()
			query.Set("after", strconv.FormatInt(last.At.UnixMilli(), 10)+"-"+last.ID)
			page.Pager.Older = "/studies?" + query.Encode()
		}
		return rows
	}
	if page.Own {
		rows, err := read.StudiesOf(viewer, after, studiesPerPage+1)
		if err != nil {
			return err
		}
		page.Mine = newStudyCards(older(rows, url.Values{"owner": {"me"}}), viewer)
		return s.render(c, http.StatusOK, page)
	}
	if viewer != 0 && after == (store.StudyCursor{}) {
		mine, err := read.StudiesOf(viewer, after, ownStudies+1)
		if err != nil {
			return err
		}
		if len(mine) > ownStudies {
			mine, page.More = mine[:ownStudies], "/studies?owner=me"
		}
		page.Mine = newStudyCards(mine, viewer)
	}
	rows, err := read.PublicStudies(page.Variant, after, studiesPerPage+1)
	if err != nil {
		return err
	}
	query := url.Values{}
	if page.Variant != "" {
		query.Set("variant", page.Variant)
	}
	page.Public = newStudyCards(older(rows, query), viewer)
	return s.render(c, http.StatusOK, page)
}

// newStudyPage offers to import games or to set up a position, and with ?game=
// to study that game.
func (s *Server) newStudyPage(c echo.Context) error {
	if _, err := signedIn(c); err != nil {
		return err
	}
	page := s.studyForms(c, c.QueryParam("variant"), clean(c.QueryParam("fen")))
	if id, err := strconv.ParseInt(c.QueryParam("game"), 10, 64); err == nil {
		if err := s.fromGame(c, page, id); err != nil {
			return err
		}
		page.FromGame = templates.Form{Values: map[string]string{"title": page.Game}}
	}
	return s.render(c, http.StatusOK, page)
}

// studyForms is the page with untouched forms.
func (s *Server) studyForms(c echo.Context, variant, fen string) *templates.NewStudyPage {
	page := &templates.NewStudyPage{
		Layout: s.layout(c, "new-study.title"), Variants: draughtsKeys(), Variant: variant,
		MaxGames: play.MaxStudyGames, MaxMegabytes: play.MaxStudyText >> 20,
	}
	v, ok := draughts.Lookup(variant)
	if !ok {
		page.Variant = page.Variants[0]
		v, _ = draughts.Lookup(page.Variant)
	}
	page.Start = v.Start().Notation()
	position := v.Start()
	if page.FEN = fen; fen == "" {
		page.FEN = page.Start
	} else if p, err := v.Parse(fen); err == nil {
		position = p
	}
	page.Board = newBoard(page.Printer, v, position, rules.White)
	page.Board.Interactive, page.Board.Turn = true, ""
	return page
}

// fromGame makes the page the one for a game of the site.
func (s *Server) fromGame(c echo.Context, page *templates.NewStudyPage, id int64) error {
	row, err := s.Store.Read(c.Request().Context()).Game(id)
	if err != nil {
		return err
	}
	page.GameID, page.Game = id, row.WhiteName+" – "+row.BlackName
	return nil
}

// postStudy makes a study from one of the forms.
func (s *Server) postStudy(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	values, err := form(c, "from", "title", "visibility", "variant", "fen", "game", "skip")
	if err != nil {
		return err
	}
	in := play.StudyInput{
		Title: values["title"], Visibility: values["visibility"], Variant: values["variant"],
		SkipUnreadable: values["skip"] == "yes", Site: s.gameAddress,
		Unnamed: s.unnamedStudy(c),
	}
	switch values["from"] {
	case "game":
		if in.Game, err = strconv.ParseInt(values["game"], 10, 64); err != nil || in.Game < 1 {
			return invalid(map[string]string{"game": s.printer(c).T("invalid.no-such-game")})
		}
	case "position":
		if in.FEN = values["fen"]; in.FEN == "" {
			return s.refuseStudy(c, values, account.NewInvalid("fen", "required", nil))
		}
	case "pdn":
		if in.PDN, err = pastedOrUploaded(c, "pdn"); err != nil {
			return err
		}
		values["pdn"] = string(bytes.ToValidUTF8(in.PDN, []byte("\uFFFD")))
	default:
		return invalid(map[string]string{"from": s.printer(c).T("invalid.unknown")})
	}
	id, cut, err := s.Play.CreateStudy(c.Request().Context(), v.ID, in)
	if err != nil {
		return s.refuseStudy(c, values, err)
	}
	if len(cut) > 0 {
		s.flash(c, "study-cut", s.printer(c).T("study.cut-places", "count", len(cut), "lines", linesText(cut)))
	} else {
		s.flash(c, "study-created")
	}
	return c.Redirect(http.StatusSeeOther, "/studies/"+id)
}

// unnamedStudy makes the title of a study that nobody has named: its variant and
// the day.
func (s *Server) unnamedStudy(c echo.Context) func(variant string) string {
	p := s.printer(c)
	return func(variant string) string {
		return p.T("study.unnamed", "variant", p.VariantName(variant), "day", p.DayText(s.Store.Now()))
	}
}

// linesText lists the first lines of a text that there is something to say of.
func linesText(lines []int) string {
	const most = 8
	var words []string
	for _, line := range slices.Compact(slices.Sorted(slices.Values(lines))) {
		if len(words) == most {
			words = append(words, "…")
			break
		}
		words = append(words, strconv.Itoa(line))
	}
	return strings.Join(words, ", ")
}

// gameSource is the address on the site of the game that a record's Site tag
// names, "" if it names none.
func (s *Server) gameSource(site string) string {
	id, ok := strings.CutPrefix(site, s.address("/games/"))
	if n, err := strconv.ParseInt(id, 10, 64); !ok || err != nil || n < 1 {
		return ""
	}
	return "/games/" + id
}

// gameAddress is the address of a game for use outside of the site.
func (s *Server) gameAddress(id int64) string { return s.address("/games/" + itoa(id)) }

// pastedOrUploaded is the file that was sent, or else the text in a field.
func pastedOrUploaded(c echo.Context, field string) ([]byte, error) {
	head, err := c.FormFile("file")
	if err != nil || head.Size == 0 {
		return []byte(c.Request().PostForm.Get(field)), nil
	}
	file, err := head.Open()
	if err != nil {
		return nil, fmt.Errorf("uploaded file: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, fmt.Errorf("uploaded file: %w", err)
	}
	return text, nil
}

// refuseStudy shows the form again that was refused, with all that was in it.
func (s *Server) refuseStudy(c echo.Context, values map[string]string, err error) error {
	f, refused := s.refusedForm(c, values, err)
	if !refused {
		return err
	}
	page := s.studyForms(c, values["variant"], values["fen"])
	switch values["from"] {
	case "game":
		page.FromGame = f
		id, _ := strconv.ParseInt(values["game"], 10, 64)
		if err := s.fromGame(c, page, id); err != nil {
			return err
		}
	case "position":
		page.Position = f
	default:
		page.Import = f
		for _, bad := range account.Invalids(err) {
			readable, _ := bad.Args["readable"].(int)
			page.CanSkip = page.CanSkip || bad.Code == play.CodeUnreadable && readable > 0
		}
	}
	return s.render(c, http.StatusUnprocessableEntity, page)
}

// studyAt finds the study of the address, if the visitor may see it.
func (s *Server) studyAt(c echo.Context) (*store.Reader, *store.StudyView, error) {
	id, err := studyID(c)
	if err != nil {
		return nil, nil, err
	}
	read := s.Store.Read(c.Request().Context())
	study, err := play.SeeStudy(read, viewerID(c), id)
	return read, study, err
}

func (s *Server) studyPage(c echo.Context) error {
	at := studyPlace{view: c.QueryParam("view")}
	at.game, _ = strconv.Atoi(c.QueryParam("game"))
	at.node, _ = strconv.Atoi(c.QueryParam("node"))
	return s.showStudy(c, http.StatusOK, at, func(*templates.StudyPage) {})
}

// studyPlace says which game of a study is shown, after which node and from
// which side.
type studyPlace struct {
	game, node int
	view       string
	fen        string // the position that whoever adds a move sees
}

// showStudy answers with the study of the address, with what change adds.
func (s *Server) showStudy(c echo.Context, status int, at studyPlace, change func(*templates.StudyPage)) error {
	read, study, err := s.studyAt(c)
	if err != nil {
		return err
	}
	at.game = max(at.game, 1)
	row, err := read.StudyGame(study.ID, at.game)
	if err != nil {
		return err
	}
	tree, err := play.ReadStudyGame(c.Request().Context(), row)
	if err != nil {
		return err
	}
	page := &templates.StudyPage{
		Layout: s.layout(c, "study.title", "name", study.Title), StudyCard: newStudyCard(study, viewerID(c)),
		Game: at.game, GameVariant: row.Variant, Heading: row.Label,
		Source: s.gameSource(tree.Game.Tag("Site")),
	}
	page.Rules = page.BeginningText(newBeginning(row.Variant, tree.Variant.Choices(), "", "", false))
	if study.Games > 1 {
		contents, err := read.StudyContents(study.ID)
		if err != nil {
			return err
		}
		for _, g := range contents {
			page.Contents = append(page.Contents, templates.StudyGame{Number: g.Number, Label: g.Label, Shown: g.Number == at.game})
		}
	}
	for _, tag := range tree.Game.Tags {
		page.Tags = append(page.Tags, templates.StudyTag{Name: tag.Name, Value: tag.Value})
	}
	if tree.Problem != nil {
		page.Problem = page.T("study.broken", "problem", tree.Problem.Error())
	}
	if at.node < 0 || at.node >= len(tree.Nodes) {
		at.node = 0
	}
	if err := showNode(page, tree, at); err != nil {
		return err
	}
	page.Moves = studyMoves(page.Printer, tree, at.node)
	page.Settings = templates.Form{Values: map[string]string{"title": study.Title, "visibility": study.Visibility}}
	v := visitorOf(c)
	page.CanDelete = page.Mine || v != nil && v.Role != store.Player
	change(page)
	return s.render(c, status, page)
}

func (s *Server) postStudySettings(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	id, err := studyID(c)
	if err != nil {
		return err
	}
	values, err := form(c, "title", "visibility")
	if err != nil {
		return err
	}
	err = s.Play.UpdateStudy(c.Request().Context(), v.ID, id, values["title"], values["visibility"])
	if f, refused := s.refusedForm(c, values, err); refused {
		return s.showStudy(c, http.StatusUnprocessableEntity, studyPlace{}, func(page *templates.StudyPage) { page.Settings = f })
	}
	if err != nil {
		return err
	}
	s.flash(c, "saved")
	return c.Redirect(http.StatusSeeOther, "/studies/"+id)
}

func (s *Server) deleteStudy(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	id, err := studyID(c)
	if err != nil {
		return err
	}
	if err := s.Play.DeleteStudy(c.Request().Context(), v.ID, id); err != nil {
		return err
	}
	if wantsJSON(c) {
		return c.NoContent(http.StatusNoContent)
	}
	s.flash(c, "study-deleted")
	return c.Redirect(http.StatusSeeOther, "/studies")
}

// postStudyMove adds a move to a game of one's own study.
func (s *Server) postStudyMove(c echo.Context) error {
	return s.changeStudy(c, func(by int64, id string, at studyPlace, act string) (int, error) {
		return s.Play.AddStudyMove(c.Request().Context(), by, id, at.game, at.node, at.fen, act)
	})
}

// postStudyCut deletes a move of a game in one's own study, and all behind it.
func (s *Server) postStudyCut(c echo.Context) error {
	return s.changeStudy(c, func(by int64, id string, at studyPlace, act string) (int, error) {
		return s.Play.DeleteStudyMoves(c.Request().Context(), by, id, at.game, at.node, act)
	})
}

// changeStudy makes the change that a form asks for, and leads to the node
// that it returns.
func (s *Server) changeStudy(c echo.Context, change func(by int64, id string, at studyPlace, act string) (node int, err error)) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	id, err := studyID(c)
	if err != nil {
		return err
	}
	at, act, err := s.studyAct(c)
	if err != nil {
		return err
	}
	node, err := change(v.ID, id, at, act)
	if err != nil {
		return s.refuseStudyAct(c, at, err)
	}
	return c.Redirect(http.StatusSeeOther, at.address(id, node))
}

// refuseStudyAct answers with the study, and why it was not changed.
func (s *Server) refuseStudyAct(c echo.Context, at studyPlace, err error) error {
	p := s.printer(c)
	var refusal *rules.Refusal
	var invalid *account.Invalid
	text := ""
	switch {
	case errors.As(err, &refusal):
		text = p.Refusal(refusal.Rule, refusal.Args, refusal.Message)
	case errors.As(err, &invalid):
		text = sentence(p, invalid)
	default:
		return err
	}
	return s.showStudy(c, http.StatusUnprocessableEntity, at, func(page *templates.StudyPage) { page.Refusal = text })
}

// studyAct reads a form about a move in a study.
func (s *Server) studyAct(c echo.Context) (at studyPlace, act string, err error) {
	values, err := form(c, "game", "node", "act", "view", "fen")
	if err != nil {
		return at, "", err
	}
	at.view, at.fen = values["view"], values["fen"]
	for name, to := range map[string]*int{"game": &at.game, "node": &at.node} {
		if *to, err = strconv.Atoi(values[name]); err != nil {
			return at, "", invalid(map[string]string{name: s.printer(c).T("invalid.unknown")})
		}
	}
	return at, values["act"], nil
}

// address is that of another node of the same game, seen the same way.
func (at studyPlace) address(study string, node int) string {
	page := templates.StudyPage{StudyCard: templates.StudyCard{ID: study}, Game: at.game, View: at.view}
	return page.Address(node)
}

// studyPDN is a study as a file.
func (s *Server) studyPDN(c echo.Context) error {
	_, study, err := s.studyAt(c)
	if err != nil {
		return err
	}
	out := s.newDownload(c, plainName(study.Title, "study")+".pdn", pdnType)
	for after := 0; ; {
		games, err := s.studyTexts(c, study.ID, after)
		if err != nil {
			return out.fail(err)
		}
		if len(games) == 0 {
			return out.end()
		}
		after = games[len(games)-1].Number
		err = out.send(func(w io.Writer) error {
			for i := range games {
				if _, err := io.WriteString(w, games[i].PDN); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return out.fail(err)
		}
	}
}

// studyTexts reads the next games of a study.
func (s *Server) studyTexts(c echo.Context, id string, after int) ([]store.StudyGame, error) {
	ctx, cancel := context.WithTimeout(c.Request().Context(), batchTime)
	defer cancel()
	return s.Store.Read(ctx).StudyGames(id, after, gamesAtOnce)
}
