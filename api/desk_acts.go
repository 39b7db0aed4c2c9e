package api

import (
	"cmp"
	"context"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"crownpost/api/account"
	"crownpost/api/play"
	"crownpost/rules/correspondence"
	"crownpost/tournament/swiss"
)

// deskAct is an act of the director's desk as a program or a form asks for it. Its
// fields have the names of the JSON; those marked must cannot be left out.
type deskAct interface {
	// do carries it out. Most have no answer.
	do(ctx context.Context, s *play.Service, by, id int64) (answer any, err error)
}

// fromForm is an act whose form has other fields than its JSON.
type fromForm interface {
	fill(values url.Values) error
}

// deskActs are all acts, by the last part of their address.
var deskActs = map[string]func() deskAct{
	"results":         func() deskAct { return &deskResults{} },
	"expel":           func() deskAct { return &deskExpel{} },
	"remove":          func() deskAct { return &deskRemove{} },
	"add":             func() deskAct { return &deskAdd{} },
	"add-list":        func() deskAct { return &deskAddList{} },
	"substitute":      func() deskAct { return &deskSubstitute{} },
	"bye":             func() deskAct { return &deskBye{} },
	"repair":          func() deskAct { return &deskRepair{} },
	"pair":            func() deskAct { return &deskPair{} },
	"swap":            func() deskAct { return &deskSwap{} },
	"time":            func() deskAct { return &deskTime{} },
	"extend":          func() deskAct { return &deskExtend{} },
	"rule":            func() deskAct { return &deskRule{} },
	"set-aside":       func() deskAct { return &deskSetAside{} },
	"tie-breaks":      func() deskAct { return &deskTieBreaks{} },
	"end":             func() deskAct { return &deskEnd{} },
	"undo":            func() deskAct { return &deskUndo{} },
	"message":         func() deskAct { return &deskMessage{} },
	"official":        func() deskAct { return &deskOfficial{} },
	"official-remove": func() deskAct { return &deskOfficialRemove{} },
}

type deskResults struct {
	Results []play.BoardResult `json:"results" must:"yes"`
	Reason  string             `json:"reason"`
}

func (a *deskResults) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	return nil, s.SetResults(ctx, by, id, a.Results, a.Reason)
}

// fill takes the games whose result was changed in the form: "result-5" is that of
// pairing 5, "was-5" what it was, and "score-5" the score of a match.
func (a *deskResults) fill(values url.Values) error {
	a.Reason = values.Get("reason")
	for name := range values {
		number, ok := strings.CutPrefix(name, "result-")
		if !ok {
			continue
		}
		pairing, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			continue
		}
		mark, score := values.Get(name), values.Get("score-"+number)
		if strings.TrimSpace(mark+" "+score) == values.Get("was-"+number) {
			continue
		}
		r, err := readMark(pairing, mark, score)
		if err != nil {
			return err
		}
		a.Results = append(a.Results, r)
	}
	slices.SortFunc(a.Results, func(a, b play.BoardResult) int { return cmp.Compare(a.Pairing, b.Pairing) })
	return nil
}

// readMark reads a result as the form has it, with signs where it was not decided by
// play.
func readMark(pairing int64, mark, score string) (play.BoardResult, error) {
	r := play.BoardResult{Pairing: pairing, Result: mark}
	if played, forfeit := map[string]string{"+/-": "1-0", "-/+": "0-1", "-/-": "0-0"}[mark]; forfeit {
		r.Result, r.Forfeit = played, true
	}
	if score = strings.TrimSpace(score); score == "" || mark == "" {
		return r, nil
	}
	white, black, ok := strings.Cut(strings.NewReplacer(":", "-", "–", "-").Replace(score), "-")
	var err [2]error
	r.Score[0], err[0] = strconv.Atoi(strings.TrimSpace(white))
	r.Score[1], err[1] = strconv.Atoi(strings.TrimSpace(black))
	if !ok || err[0] != nil || err[1] != nil {
		return r, account.NewInvalid("score", "desk-score", map[string]any{"max": 64})
	}
	return r, nil
}

type deskExpel struct {
	Player int64  `json:"player" must:"yes"`
	Reason string `json:"reason"`
}

func (a *deskExpel) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	return nil, s.ExpelPlayer(ctx, by, id, a.Player, a.Reason)
}

type deskRemove struct {
	Player int64  `json:"player" must:"yes"`
	Reason string `json:"reason"`
}

func (a *deskRemove) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	return nil, s.RemovePlayer(ctx, by, id, a.Player, a.Reason)
}

// person is somebody whom the director brings in.
type person struct {
	Account    string `json:"account"`
	Name       string `json:"name"`
	Title      string `json:"title"`
	Federation string `json:"federation"`
	Number     string `json:"number"`
	Rating     int    `json:"rating"`
}

func (p person) input() play.PersonInput {
	return play.PersonInput{
		Account: p.Account, Name: p.Name, Title: p.Title, Federation: p.Federation, Number: p.Number, Rating: p.Rating,
	}
}

type deskAdd struct {
	person
	// Late is how somebody comes into a Swiss that runs: "" from the next round,
	// "bye" or "again" in the open one.
	Late   string `json:"late"`
	Reason string `json:"reason"`
}

func (a *deskAdd) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	player, err := s.AddLate(ctx, by, id, a.input(), play.Late(a.Late), a.Reason)
	return map[string]any{"player": player}, err
}

type deskAddList struct {
	People []person `json:"people" must:"yes"`
	Reason string   `json:"reason"`
}

func (a *deskAddList) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	var people []play.PersonInput
	for _, p := range a.People {
		people = append(people, p.input())
	}
	players, err := s.AddPlayers(ctx, by, id, people, a.Reason)
	return map[string]any{"players": players}, err
}

// fill reads a player on each line: name; rating; federation; title, all but the
// name as one likes.
func (a *deskAddList) fill(values url.Values) error {
	a.Reason = values.Get("reason")
	for line := range strings.Lines(values.Get("people")) {
		parts := append(strings.Split(strings.TrimSpace(line), ";"), "", "", "")
		for i := range parts {
			parts[i] = strings.TrimSpace(parts[i])
		}
		if strings.Join(parts, "") == "" {
			continue
		}
		p := person{Name: parts[0], Federation: parts[2], Title: parts[3]}
		var err error
		if parts[1] != "" {
			p.Rating, err = strconv.Atoi(parts[1])
		}
		if err != nil || len(parts) > 7 || p.Name == "" {
			return account.NewInvalid("people", "desk-line", map[string]any{"line": strings.TrimSpace(line)})
		}
		a.People = append(a.People, p)
	}
	return nil
}

type deskSubstitute struct {
	Player int64 `json:"player" must:"yes"`
	person
	Reason string `json:"reason"`
}

func (a *deskSubstitute) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	return nil, s.SubstitutePlayer(ctx, by, id, a.Player, a.input(), a.Reason)
}

type deskBye struct {
	Player int64  `json:"player" must:"yes"`
	Round  int    `json:"round" must:"yes"`
	Kind   string `json:"kind" must:"yes"`
	Reason string `json:"reason"`
}

func (a *deskBye) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	return nil, s.GrantBye(ctx, by, id, a.Player, a.Round, a.Kind, a.Reason)
}

type deskRepair struct {
	Round  int    `json:"round" must:"yes"`
	Reason string `json:"reason"`
}

func (a *deskRepair) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	return nil, s.RepairRound(ctx, by, id, a.Round, a.Reason)
}

type deskPair struct {
	Round int `json:"round" must:"yes"`
	// Pairs are entrants, White first.
	Pairs  [][2]int64 `json:"pairs" must:"yes"`
	Byes   []int64    `json:"byes"`
	Reason string     `json:"reason"`

	// numbers says that Pairs and Byes are starting numbers, as the form has them.
	numbers bool
}

func (a *deskPair) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	if a.numbers {
		if err := a.find(ctx, s, id); err != nil {
			return nil, err
		}
	}
	warnings, err := s.PairByHand(ctx, by, id, a.Round, a.Pairs, a.Byes, a.Reason)
	if warnings == nil {
		warnings = []string{}
	}
	return map[string]any{"warnings": warnings}, err
}

// find puts entrants in the place of their starting numbers.
func (a *deskPair) find(ctx context.Context, s *play.Service, id int64) error {
	entrants, err := s.Store.Read(ctx).Entrants(id)
	if err != nil {
		return err
	}
	bySeat := map[int64]int64{}
	for _, e := range entrants {
		if e.Seat > 0 {
			bySeat[int64(e.Seat)] = e.ID // of two on a seat the later one sits there
		}
	}
	for i := range a.Pairs {
		for side := range a.Pairs[i] {
			a.Pairs[i][side] = bySeat[a.Pairs[i][side]]
		}
	}
	for i := range a.Byes {
		a.Byes[i] = bySeat[a.Byes[i]]
	}
	return nil
}

// fill reads a pair on each line, White first, and a single number for a bye.
func (a *deskPair) fill(values url.Values) error {
	a.Reason, a.numbers = values.Get("reason"), true
	var err error
	if a.Round, err = strconv.Atoi(values.Get("round")); err != nil {
		return account.NewInvalid("round", "unknown", nil)
	}
	for line := range strings.Lines(values.Get("pairs")) {
		var numbers []int64
		for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r < '0' || r > '9' }) {
			n, err := strconv.ParseInt(word, 10, 32)
			if err != nil {
				return account.NewInvalid("pairs", "desk-places", nil)
			}
			numbers = append(numbers, n)
		}
		switch len(numbers) {
		case 0:
		case 1:
			a.Byes = append(a.Byes, numbers[0])
		case 2:
			a.Pairs = append(a.Pairs, [2]int64(numbers))
		default:
			return account.NewInvalid("pairs", "desk-places", nil)
		}
	}
	return nil
}

type deskSwap struct {
	First  int64  `json:"first" must:"yes"`
	Second int64  `json:"second" must:"yes"`
	Reason string `json:"reason"`
}

func (a *deskSwap) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	return nil, s.SwapPlayers(ctx, by, id, a.First, a.Second, a.Reason)
}

type deskTime struct {
	Pairing int64 `json:"pairing" must:"yes"`
	Player  int64 `json:"player" must:"yes"`
	// Time is written as in a clock: "2d", "36h".
	Time   string `json:"time" must:"yes"`
	Reason string `json:"reason"`
}

func (a *deskTime) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	d, err := readTime(a.Time)
	if err != nil {
		return nil, err
	}
	return nil, s.GiveTime(ctx, by, id, a.Pairing, a.Player, d, a.Reason)
}

// fill reads "clock", a pairing and one of its players.
func (a *deskTime) fill(values url.Values) error {
	a.Time, a.Reason = values.Get("time"), values.Get("reason")
	pairing, player, _ := strings.Cut(values.Get("clock"), "/")
	var err [2]error
	a.Pairing, err[0] = strconv.ParseInt(pairing, 10, 64)
	a.Player, err[1] = strconv.ParseInt(player, 10, 64)
	if err[0] != nil || err[1] != nil {
		return account.NewInvalid("clock", "required", nil)
	}
	return nil
}

// readTime reads a time that is given.
func readTime(text string) (time.Duration, error) {
	control, err := correspondence.ParseControl("total " + strings.ReplaceAll(text, " ", ""))
	if err != nil {
		return 0, account.NewInvalid("time", "span", map[string]any{"max": int(correspondence.Longest / correspondence.Day)})
	}
	return control.Initial, nil
}

type deskExtend struct {
	Time   string `json:"time" must:"yes"`
	Reason string `json:"reason"`
}

func (a *deskExtend) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	d, err := readTime(a.Time)
	if err != nil {
		return nil, err
	}
	return nil, s.ExtendRound(ctx, by, id, d, a.Reason)
}

type deskRule struct {
	Stage string `json:"stage"`
	Match int    `json:"match" must:"yes"`
	// Kind is "walkover", "absence", "lot" or "decision", empty to take a ruling
	// back.
	Kind   string `json:"kind"`
	Winner int64  `json:"winner"`
	Reason string `json:"reason"`
}

func (a *deskRule) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	return nil, s.RuleMatch(ctx, by, id, a.Stage, a.Match, a.Kind, a.Winner, a.Reason)
}

// fill reads "match", which is "stage/match", and "winner", a player.
func (a *deskRule) fill(values url.Values) error {
	a.Kind, a.Reason = values.Get("kind"), values.Get("reason")
	stage, match, _ := strings.Cut(values.Get("match"), "/")
	a.Stage = stage
	var err error
	if a.Match, err = strconv.Atoi(match); err != nil {
		return account.NewInvalid("match", "required", nil)
	}
	if winner := values.Get("winner"); winner != "" {
		if a.Winner, err = strconv.ParseInt(winner, 10, 64); err != nil {
			return account.NewInvalid("winner", "desk-winner", nil)
		}
	}
	return nil
}

type deskSetAside struct {
	// Options are names of rules: see setAside.
	Options []string `json:"options" must:"yes"`
	Reason  string   `json:"reason"`
}

// setAside are the rules that can be set aside, in the order of swiss.Option.
var setAside = []string{"end-event", "forbidden-pairs", "colours", "second-bye", "rematch"}

func (a *deskSetAside) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	var options []swiss.Option
	for _, name := range a.Options {
		option := slices.Index(setAside, name)
		if option < 0 {
			return nil, account.NewInvalid("options", "desk-options", nil)
		}
		options = append(options, swiss.Option(option))
	}
	return nil, s.SetAside(ctx, by, id, options, a.Reason)
}

type deskTieBreaks struct {
	TieBreaks []string `json:"tieBreaks"`
	Reason    string   `json:"reason"`
}

func (a *deskTieBreaks) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	return nil, s.ChangeTieBreaks(ctx, by, id, a.TieBreaks, a.Reason)
}

func (a *deskTieBreaks) fill(values url.Values) error {
	a.TieBreaks = strings.FieldsFunc(values.Get("tieBreaks"), func(r rune) bool { return r == ',' || r == ' ' })
	a.Reason = values.Get("reason")
	return nil
}

type deskEnd struct {
	Reason string `json:"reason"`
}

func (a *deskEnd) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	return nil, s.EndEvent(ctx, by, id, a.Reason)
}

type deskUndo struct {
	Entry  int64  `json:"entry" must:"yes"`
	Reason string `json:"reason"`
}

func (a *deskUndo) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	return nil, s.UndoAct(ctx, by, id, a.Entry, a.Reason)
}

type deskMessage struct {
	Text string `json:"text"`
}

func (a *deskMessage) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	return nil, s.MessageAll(ctx, by, id, a.Text)
}

type deskOfficial struct {
	Name string `json:"name" must:"yes"`
}

func (a *deskOfficial) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	return nil, s.AddOfficial(ctx, by, id, a.Name)
}

type deskOfficialRemove struct {
	Official int64 `json:"official" must:"yes"`
}

func (a *deskOfficialRemove) do(ctx context.Context, s *play.Service, by, id int64) (any, error) {
	return nil, s.RemoveOfficial(ctx, by, id, a.Official)
}

// fillAct reads a form into an act.
func fillAct(a deskAct, values url.Values) error {
	if own, ok := a.(fromForm); ok {
		return own.fill(values)
	}
	return fillFields(reflect.ValueOf(a).Elem(), values)
}

func fillFields(v reflect.Value, values url.Values) error {
	for i := range v.NumField() {
		field, f := v.Type().Field(i), v.Field(i)
		name := field.Tag.Get("json")
		switch {
		case field.Anonymous:
			if err := fillFields(f, values); err != nil {
				return err
			}
		case f.Kind() == reflect.String:
			f.SetString(values.Get(name))
		case f.Kind() == reflect.Slice:
			f.Set(reflect.ValueOf(values[name]))
		case values.Get(name) != "":
			n, err := strconv.ParseInt(values.Get(name), 10, 64)
			if err != nil || f.OverflowInt(n) {
				return account.NewInvalid(name, "unknown", nil)
			}
			f.SetInt(n)
		}
	}
	return nil
}

// checkAct refuses an act without a field that it must have.
func checkAct(a deskAct) error {
	v := reflect.ValueOf(a).Elem()
	for i := range v.NumField() {
		if field := v.Type().Field(i); field.Tag.Get("must") == "yes" && (v.Field(i).IsZero() || v.Field(i).Kind() == reflect.Slice && v.Field(i).Len() == 0) {
			return account.NewInvalid(field.Tag.Get("json"), "required", nil)
		}
	}
	return nil
}
