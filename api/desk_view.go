package api

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/templates"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
)

// deskView is the page of a desk on its way.
type deskView struct {
	*templates.DeskPage
	shown     *shownEvent
	t         *store.TournamentView
	event     director.Event
	entrants  []store.EntrantView
	names     map[int64]*store.EntrantView
	pairings  []store.Pairing
	officials []store.Account
}

func (d *deskView) player(entrant int64) templates.Player {
	e := d.names[entrant]
	if e == nil {
		return templates.Player{Name: "–", Closed: true}
	}
	p := player(e.Shown, e.Rating, false)
	p.Closed = e.AccountID == 0
	return p
}

// called is an entrant by number and name.
func (d *deskView) called(entrant int64) string {
	e := d.names[entrant]
	switch {
	case e == nil:
		return "–"
	case e.Seat == 0:
		return e.Shown
	}
	return fmt.Sprintf("%d %s", e.Seat, e.Shown)
}

// boardAt is where a game is played: round and board, or match and game.
func boardAt(p *store.Pairing) string {
	at := fmt.Sprintf("%d.%d", p.Round, p.Board)
	if p.Stage != "" {
		at = p.Stage + "/" + at
	}
	return at
}

// showBoards shows the games of a round with their results; of round 0 those that
// are open.
func (d *deskView) showBoards(asked string) {
	d.Round, _ = strconv.Atoi(asked) // what is no number is no round
	rounds := d.shown.namedRounds()
	names := map[int]string{}
	for i := range d.pairings {
		p := &d.pairings[i]
		if p.Kind != string(director.Game) {
			continue
		}
		round := rounds.of(p)
		names[round.number] = round.name
		if round.number == d.Round || d.Round == 0 && p.Result == "" {
			d.Boards = append(d.Boards, d.board(p))
		}
	}
	if len(names) == 0 {
		return
	}
	base := fmt.Sprintf("/tournaments/%d/desk", d.ID)
	add := func(n int, text, at string) {
		if n == d.Round {
			at = ""
		}
		d.Rounds = append(d.Rounds, templates.Link{Text: text, URL: at})
	}
	add(0, d.T("desk.open-games"), base)
	for _, n := range slices.Sorted(maps.Keys(names)) {
		add(n, names[n], fmt.Sprintf("%s?round=%d", base, n))
	}
}

// board is a game with the results that it can have.
func (d *deskView) board(p *store.Pairing) templates.DeskBoard {
	b := templates.DeskBoard{
		Pairing: p.ID, Place: boardAt(p), White: d.player(p.WhiteID), Black: d.player(p.BlackID), GameID: p.GameID,
		Scored: d.t.Length > 0,
	}
	now := p.Result
	if p.Forfeit {
		now = map[string]string{"1-0": "+/-", "0-1": "-/+", "0-0": "-/-"}[p.Result]
	}
	none := d.T("desk.no-result")
	switch {
	case p.GameID != 0 && p.Result == "":
		none = d.T("desk.playing")
	case p.Ruled:
		none = d.T("desk.as-game")
	}
	marks := []string{"", "1-0", "½-½", "0-1", "0-0", "+/-", "-/+", "-/-"}
	if b.Scored {
		marks = slices.DeleteFunc(marks, func(m string) bool { return m == "½-½" })
		if p.ScoreWhite+p.ScoreBlack > 0 {
			b.Score = fmt.Sprintf("%d-%d", p.ScoreWhite, p.ScoreBlack)
		}
	}
	for _, mark := range marks {
		label := templates.ResultText(mark)
		switch mark {
		case "":
			label = none
		case "+/-", "-/+", "-/-":
			label = d.T("desk.forfeit", "result", label)
		}
		b.Results = append(b.Results, templates.Choice{Value: mark, Label: label, Selected: mark == now})
	}
	b.Was = strings.TrimSpace(now + " " + b.Score)
	return b
}

// showForms offers the acts that the event knows as it stands.
func (d *deskView) showForms() {
	running, before := d.t.Status == store.TournamentRunning, d.t.Status == store.TournamentOpen
	swiss, ladder := d.event.Plan.Format == director.Swiss, d.event.Plan.Format == director.Ladder
	if d.Stuck {
		var options []templates.Choice
		for _, name := range setAside {
			options = append(options, templates.Choice{Value: name, Label: d.T("option." + strconv.Itoa(slices.Index(setAside, name)))})
		}
		d.group("stuck", d.form("set-aside", d.Control("set-aside", "boxes", "options", "", options...)))
	}
	var rounds []templates.DeskForm
	if running && swiss {
		rounds = append(rounds, d.roundForms()...)
	}
	if running && !ladder && d.hasMatches() {
		rounds = append(rounds, d.ruleForm()...)
	}
	if running {
		rounds = append(rounds, d.timeForms()...)
	}
	d.group("rounds", rounds...)
	if running || before {
		d.group("players", d.playerForms(running, swiss, ladder)...)
	}
	event := []templates.DeskForm{d.form("message", d.Control("message", "area", "text", ""))}
	event = append(event, d.officialForms()...)
	if (running || before) && len(d.t.Plan) > 0 && !ladder && !d.isDraw() {
		event = append(event, d.form("tie-breaks", d.Control("tie-breaks", "text", "tieBreaks", strings.Join(d.event.Plan.TieBreaks, ", "))))
	}
	if running {
		event = append(event, d.form("end"))
	}
	d.group("event", event...)
}

func (d *deskView) group(key string, forms ...templates.DeskForm) {
	if len(forms) > 0 {
		d.Groups = append(d.Groups, templates.DeskGroup{Key: key, Forms: forms})
	}
}

// form is the form of an act with its fields and, where it needs one, the reason.
func (d *deskView) form(act string, fields ...templates.DeskField) templates.DeskForm {
	f := templates.DeskForm{
		Act: act, Fields: fields, Means: d.Has("desk." + act + ".means"),
		Danger: act == "expel" || act == "end" || act == "remove", Open: d.Refused == act || act == "set-aside",
	}
	if act != "message" && !strings.HasPrefix(act, "official") {
		f.Fields = append(f.Fields, d.Control(act, "text", "reason", ""))
	}
	return f
}

func (d *deskView) isDraw() bool {
	switch d.event.Plan.Format {
	case director.Knockout, director.DoubleElimination, director.Progressive:
		return true
	}
	return false
}

// players are the choices among entrants.
func (d *deskView) players(which func(*store.EntrantView) bool) []templates.Choice {
	choices := []templates.Choice{{Label: d.T("desk.choose")}}
	for i := range d.entrants {
		if e := &d.entrants[i]; which(e) {
			choices = append(choices, templates.Choice{Value: itoa(e.ID), Label: d.called(e.ID)})
		}
	}
	return choices
}

func stays(e *store.EntrantView) bool { return e.LeftAt.IsZero() }

func (d *deskView) playerForms(running, swiss, ladder bool) []templates.DeskForm {
	person := func(act string) []templates.DeskField {
		fields := []templates.DeskField{d.Control(act, "text", "account", "")}
		if d.t.OverBoard {
			fields = append(fields, d.Control(act, "text", "name", ""), d.Control(act, "text", "title", ""),
				d.Control(act, "text", "federation", ""), d.Control(act, "text", "number", ""), d.Control(act, "text", "rating", ""))
		}
		return fields
	}
	there := d.players(stays)
	var forms []templates.DeskForm
	if !running || swiss || ladder {
		fields := person("add")
		if running && swiss {
			fields = append(fields, d.Control("add", "list", "late", "", d.lateChoices()...))
		}
		forms = append(forms, d.form("add", fields...))
	}
	if !running && d.t.OverBoard {
		forms = append(forms, d.form("add-list", d.Control("add-list", "area", "people", "")))
	}
	if len(there) > 1 {
		forms = append(forms, d.form("remove", d.Control("remove", "list", "player", "", there...)),
			d.form("expel", d.Control("expel", "list", "player", "", there...)))
	}
	if !running || ladder {
		return forms
	}
	seats := d.players(func(e *store.EntrantView) bool { return e.Seat > 0 })
	forms = append(forms, d.form("substitute", append([]templates.DeskField{d.Control("substitute", "list", "player", "", seats...)}, person("substitute")...)...))
	if swiss {
		kinds := []templates.Choice{}
		for _, kind := range []string{"half-bye", "zero-bye", "full-bye"} {
			kinds = append(kinds, templates.Choice{Value: kind, Label: d.T("desk.bye." + kind)})
		}
		forms = append(forms, d.form("bye", d.Control("bye", "list", "player", "", there...),
			d.Control("bye", "text", "round", strconv.Itoa(d.t.Round+1)), d.Control("bye", "list", "kind", "", kinds...)))
	}
	return forms
}

// lateChoices are the rounds from which a late entrant can play.
func (d *deskView) lateChoices() []templates.Choice {
	round := d.event.Round()
	var choices []templates.Choice
	if round < d.event.Rounds() {
		choices = append(choices, templates.Choice{Label: d.T("desk.late.next", "round", round+1)})
	}
	begun := false
	for _, p := range d.pairings {
		switch {
		case p.Round != round:
		case p.Kind == string(director.PairingBye):
			choices = append(choices, templates.Choice{Value: string(play.LateBye), Label: d.T("desk.late.bye", "round", round, "player", d.called(p.WhiteID))})
		case p.Kind == string(director.Game):
			begun = begun || p.Result != ""
		}
	}
	if round > 0 && !begun {
		choices = append(choices, templates.Choice{Value: string(play.LateAgain), Label: d.T("desk.late.again", "round", round)})
	}
	return choices
}

// roundForms change a round of a Swiss: the one being played, or the next one when
// that is over.
func (d *deskView) roundForms() []templates.DeskForm {
	round := d.event.Round()
	var lines []string
	open := false
	for i := range d.pairings {
		p := &d.pairings[i]
		if p.Round != round || p.Result != "" && p.Kind == string(director.Game) {
			continue
		}
		switch director.Kind(p.Kind) {
		case director.Game:
			open = true
			lines = append(lines, fmt.Sprintf("%d - %d", d.seat(p.WhiteID), d.seat(p.BlackID)))
		case director.PairingBye:
			lines = append(lines, strconv.Itoa(d.seat(p.WhiteID)))
		}
	}
	if !open {
		if round >= d.event.Rounds() {
			return nil
		}
		return []templates.DeskForm{d.form("pair", d.Control("pair", "text", "round", strconv.Itoa(round+1)), d.Control("pair", "area", "pairs", ""))}
	}
	number := strconv.Itoa(round)
	there := d.players(stays)
	return []templates.DeskForm{
		d.form("repair", d.Control("repair", "text", "round", number)),
		d.form("swap", d.Control("swap", "list", "first", "", there...), d.Control("swap", "list", "second", "", there...)),
		d.form("pair", d.Control("pair", "text", "round", number), d.Control("pair", "area", "pairs", strings.Join(lines, "\n"))),
	}
}

func (d *deskView) seat(entrant int64) int {
	if e := d.names[entrant]; e != nil {
		return e.Seat
	}
	return 0
}

// timeForms give time to a game and to all of them.
func (d *deskView) timeForms() []templates.DeskForm {
	clocks := []templates.Choice{{Label: d.T("desk.choose")}}
	open := false
	for i := range d.pairings {
		p := &d.pairings[i]
		if p.Kind != string(director.Game) || p.Result != "" {
			continue
		}
		open = true
		if p.GameID == 0 {
			continue
		}
		for _, entrant := range []int64{p.WhiteID, p.BlackID} {
			clocks = append(clocks, templates.Choice{
				Value: fmt.Sprintf("%d/%d", p.ID, entrant), Label: boardAt(p) + " " + d.called(entrant),
			})
		}
	}
	var forms []templates.DeskForm
	if len(clocks) > 1 {
		forms = append(forms, d.form("time", d.Control("time", "list", "clock", "", clocks...), d.Control("time", "text", "time", "1d")))
	}
	if open && d.t.RoundTime > 0 {
		forms = append(forms, d.form("extend", d.Control("extend", "text", "time", "2d")))
	}
	return forms
}

// hasMatches reports whether there is a draw that has begun.
func (d *deskView) hasMatches() bool {
	return d.isDraw() || slices.ContainsFunc(d.pairings, func(p store.Pairing) bool { return p.Stage == director.Final })
}

// ruleForm decides a match of a draw whose players are known.
func (d *deskView) ruleForm() []templates.DeskForm {
	stage := ""
	if !d.isDraw() {
		stage = director.Final
	}
	state, err := d.event.Draw()
	if err != nil {
		return nil // the final is no draw
	}
	holders, err := d.event.Holders(stage)
	if err != nil {
		return nil
	}
	matches := []templates.Choice{{Label: d.T("desk.choose")}}
	for _, f := range state.Fixtures {
		if f.Seats[0] == 0 || f.Seats[1] == 0 {
			continue
		}
		matches = append(matches, templates.Choice{
			Value: fmt.Sprintf("%s/%d", stage, f.ID),
			Label: fmt.Sprintf("%d: %s – %s", f.ID, d.called(holders[f.Seats[0]-1].ID), d.called(holders[f.Seats[1]-1].ID)),
		})
	}
	if len(matches) == 1 {
		return nil
	}
	kinds := []templates.Choice{}
	for _, kind := range []bracket.Kind{bracket.Walkover, bracket.Decision, bracket.Lot, bracket.Absence, ""} {
		kinds = append(kinds, templates.Choice{Value: string(kind), Label: d.T("desk.ruling." + cmp.Or(string(kind), "none"))})
	}
	winners := d.players(func(e *store.EntrantView) bool { return e.Seat > 0 })
	winners[0].Label = d.T("desk.nobody")
	return []templates.DeskForm{d.form("rule", d.Control("rule", "list", "match", "", matches...),
		d.Control("rule", "list", "kind", "", kinds...), d.Control("rule", "list", "winner", "", winners...))}
}

func (d *deskView) officialForms() []templates.DeskForm {
	forms := []templates.DeskForm{d.form("official", d.Control("official", "text", "name", ""))}
	if len(d.officials) > 0 {
		choices := []templates.Choice{{Label: d.T("desk.choose")}}
		for _, a := range d.officials {
			choices = append(choices, templates.Choice{Value: itoa(a.ID), Label: a.Name})
		}
		forms = append(forms, d.form("official-remove", d.Control("official-remove", "list", "official", "", choices...)))
	}
	return forms
}
