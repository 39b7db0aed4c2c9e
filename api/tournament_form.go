package api

import (
	"errors"
	"maps"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"crownpost/api/account"
	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/catalog"
	"crownpost/rules/correspondence"
	"crownpost/templates"
	"crownpost/tournament"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
	"crownpost/tournament/groups"
	"crownpost/tournament/ladder"
)

// tournamentFields are the fields of the form that announces a tournament, those
// of templates.NewTournamentPage.
var tournamentFields = func() []string {
	fields := append([]string{
		"name", "description", "customClock", "overBoard", "rounds", "accelerated", "thirdPlace",
		"losersLength", "consolationLength", "lastChanceLength", "carryOver", "declinable", "tieBreaks", "limit", "atLeast",
		"waitingList", "minRating", "maxRating", "minGames", "starts", "whenFull", "roundTime", "expected", "template",
	}, beginningFields...)
	for _, field := range slices.Sorted(maps.Keys(templates.TournamentUsual)) {
		if !slices.Contains(fields, field) {
			fields = append(fields, field)
		}
	}
	return fields
}()

// tournamentForm reads the form of a tournament, and collects what is wrong
// with it.
type tournamentForm struct {
	values map[string]string
	wrong  []error
}

// readTournament reads the form of a tournament. What the format does not ask for
// is not looked at. The error is of account.Invalids, by field.
func readTournament(values map[string]string) (play.TournamentInput, error) {
	f := &tournamentForm{values: values}
	in := play.TournamentInput{
		Name: values["name"], Description: values["description"], Variant: values["variant"], Control: values["clock"],
		Rated: f.choice("rated", "yes", "no") == "yes", RatingMode: f.choice("ratingMode", store.RateGames, store.RateEvent),
		Format: director.Format(f.choice("format", formats()...)), OverBoard: f.yes("overBoard"),
		MinPlayers: f.number("atLeast", 0, play.MaxPlayers), MaxPlayers: f.number("limit", 2, play.MaxPlayers),
		MinRating: f.number("minRating", 0, 4000), MaxRating: f.number("maxRating", 0, 4000), MinGames: f.number("minGames", 0, 10_000),
		Seating:   f.choice("seating", store.SeatByRating, store.SeatRandomly),
		Beginning: beginningIn(values), BallotPer: values["ballotPer"],
	}
	if in.Control == "custom" {
		in.Control = values["customClock"]
	}
	if in.OverBoard {
		in.Control, in.Rated = "none", false
	} else {
		in.NoLeave = f.choice("leave", "allowed", "none") == "none"
	}
	f.plan(&in)
	if in.MaxPlayers == 0 {
		in.MaxPlayers = usualLimit(&in)
	}
	if in.Format != director.Ladder {
		f.times(&in)
	}
	return in, errors.Join(f.wrong...)
}

// usualLimit is how many players may enter where nothing is said.
func usualLimit(in *play.TournamentInput) int {
	switch in.Format {
	case director.RoundRobin:
		return min(40, play.MostPlayers(*in))
	case director.Groups:
		return min(play.MaxRobin, play.MostPlayers(*in))
	}
	return play.MostPlayers(*in)
}

func formats() []string {
	var names []string
	for _, format := range director.Formats() {
		names = append(names, string(format))
	}
	return names
}

// isDraw says that a format is a draw of matches.
func isDraw(f director.Format) bool {
	return f == director.Knockout || f == director.DoubleElimination || f == director.Progressive
}

// plan reads what the format asks for.
func (f *tournamentForm) plan(in *play.TournamentInput) {
	p := &in.Plan
	switch in.Format {
	case director.Swiss:
		if p.Rounds = f.number("rounds", 1, 99); f.value("rounds") == "" {
			p.Rounds = suggestedRounds(f.players(in.MaxPlayers))
		}
		p.Accelerated, p.HalfByes = f.yes("accelerated"), f.number("halfByes", 0, 99)
		v, known := catalog.Lookup(in.Variant)
		colours := f.choice("colours", "usual", "yes", "no")
		p.Colourless = colours == "no" || colours == "usual" && known && v.Family() == rules.Backgammon
	case director.RoundRobin:
		f.robin(p)
	case director.Groups:
		f.robin(p)
		p.SectionSize = f.number("sectionSize", 2, 100)
		p.Groups = &groups.Plan{
			Advance:   f.number("advance", 1, 99),
			Ties:      groups.Ties(f.choice("ties", string(groups.BreakThenAll), string(groups.BreakThenSeed), string(groups.All))),
			Final:     groups.Final(f.choice("final", string(groups.Knockout), string(groups.RoundRobin))),
			CarryOver: f.yes("carryOver"),
		}
		if p.Groups.Final == groups.Knockout {
			p.Groups.CarryOver, p.Bracket = false, f.draw(in)
		}
	case director.Ladder:
		p.Ladder = f.ladder()
	default:
		p.Bracket = f.draw(in)
		p.Drawn, in.Seating = in.Seating == store.SeatRandomly, store.SeatByRating
	}
	if isDraw(in.Format) || in.Format == director.Ladder {
		return
	}
	p.Scoring = director.Scoring(f.choice("scoring", string(director.Classic), string(director.TwoOne), string(director.ThreeOne), string(director.ByScore)))
	switch set := f.value("tieBreakSet"); {
	case set == "own":
		p.TieBreaks = codesIn(f.values["tieBreaks"])
	case set == "usual":
	case slices.Contains(templates.TieBreakSets, set):
		p.TieBreaks = codesIn(set)
	default:
		f.refuse("tieBreakSet", "unknown", nil)
	}
}

func codesIn(text string) []string {
	return strings.FieldsFunc(strings.ToUpper(text), func(r rune) bool { return r == ',' || r == ' ' })
}

// robin reads how often everybody meets everybody, and what becomes of who
// leaves.
func (f *tournamentForm) robin(p *director.Plan) {
	p.Cycles = f.number("cycles", 1, director.MaxCycles)
	p.AtOnce = f.choice("schedule", "at-once", "rounds") == "at-once"
	if law := f.choice("withdrawal", string(tournament.LawHalf), string(tournament.LawForfeitAll), string(tournament.LawAnnulAll)); law != string(tournament.LawHalf) {
		p.Law = tournament.Law(law)
	}
}

// pairMatch is the match of two games at once.
const pairMatch = "pair"

// draw reads the matches of a draw. Two games at once are asked for by the match,
// and by the box that asks for them where there are no matches.
func (f *tournamentForm) draw(in *play.TournamentInput) *bracket.Plan {
	terms := bracket.Terms{Extra: f.number("extra", 0, bracket.MaxExtra), Tie: bracket.Tie(f.choice("tie", string(bracket.BySeed), string(bracket.ByLot)))}
	match := f.choice("match", "1", pairMatch, "3", "5", "7", "9")
	if isDraw(in.Format) && in.Pair {
		in.Pair = false
		if match == "1" {
			match = pairMatch
		}
	}
	switch match {
	case "1":
	case pairMatch:
		terms.Games, terms.Parallel = 2, true
	default:
		terms.Games, _ = strconv.Atoi(match)
	}
	if v, ok := catalog.Lookup(in.Variant); ok && v.Family() == rules.Backgammon && !terms.Parallel {
		terms.Extra = 0 // without draws it is never level
	}
	b := &bracket.Plan{}
	stages := map[bracket.Stage]string{bracket.Main: ""} // the field of their length
	switch in.Format {
	case director.DoubleElimination:
		b.Reset = f.choice("reset", "yes", "no") == "yes"
		stages[bracket.Losers], stages[bracket.GrandFinal], stages[bracket.Reset] = "losersLength", "", ""
	case director.Progressive:
		stages[bracket.Consolation], stages[bracket.LastChance] = "consolationLength", "lastChanceLength"
	default:
		if b.ThirdPlace = f.yes("thirdPlace"); b.ThirdPlace {
			stages[bracket.ThirdPlace] = ""
		}
	}
	b.Terms = map[bracket.Stage][]bracket.Terms{}
	for stage, field := range stages {
		own := terms
		if field != "" {
			own.Points = f.length(in.Variant, field)
		}
		b.Terms[stage] = []bracket.Terms{own}
	}
	return b
}

// length reads the length of the matches of a stage; 0 is that of all others.
func (f *tournamentForm) length(variant, field string) int {
	if v, ok := catalog.Lookup(variant); ok && v.Family() != rules.Backgammon {
		return 0
	}
	return f.number(field, 1, backgammon.MaxLength)
}

// ladder reads the rules of a ladder.
func (f *tournamentForm) ladder() *ladder.Rules {
	days := func(field string) int64 { return int64(f.number(field, 0, 365)) * correspondence.Day.Milliseconds() }
	r := &ladder.Rules{
		Pyramid:  f.choice("challenges", "reach", "pyramid") == "pyramid",
		Movement: ladder.Movement(f.choice("movement", string(ladder.Shift), string(ladder.Exchange))),
		Outgoing: f.number("outgoing", 0, 99), Incoming: f.number("incoming", 0, 99),
		Rematch: days("rematch"), Declinable: f.yes("declinable"), Answer: days("answer"), Grace: days("grace"),
		Idle: days("idle"), Fall: f.number("fall", 0, 100),
	}
	if !r.Pyramid {
		r.Reach = f.number("reach", 1, 100)
	}
	return r
}

// times reads when an event starts, and how long its games may last.
func (f *tournamentForm) times(in *play.TournamentInput) {
	in.WaitingList, in.StartWhenFull = f.yes("waitingList"), f.yes("whenFull")
	if in.StartWhenFull && f.value("limit") == "" {
		f.refuse("limit", "required", nil)
	}
	if starts := f.values["starts"]; starts != "" {
		in.StartsAt = f.moment("starts")
	}
	if checkIn := f.value("checkIn"); checkIn != "none" {
		in.CheckIn = f.span("checkIn", 14*correspondence.Day)
	}
	if in.OverBoard {
		return
	}
	in.RoundTime = f.span("roundTime", play.MaxRoundTime)
	in.Unfinished = f.choice("unfinished", store.AskOrganiser, store.Extend, store.ForfeitToMove, store.CallDraw, store.DrawToPair)
}

// suggestedRounds is how many rounds of a Swiss tell so many players apart: one
// more than a knockout has, as far as nobody need meet anybody again.
func suggestedRounds(players int) int {
	if players < 2 {
		return 1
	}
	return min(bits.Len(uint(players-1))+1, director.Plan{Format: director.Swiss}.MaxRounds(players))
}

// usualPlayers are expected where nothing is said.
const usualPlayers = 16

// players are those that the organiser expects.
func (f *tournamentForm) players(limit int) int {
	switch n := f.number("expected", 2, play.MaxPlayers); {
	case n > 0:
		return n
	case limit > 0 && limit < usualPlayers:
		return limit
	}
	return usualPlayers
}

// value is what was entered, or the usual choice.
func (f *tournamentForm) value(field string) string {
	if v := strings.TrimSpace(f.values[field]); v != "" {
		return v
	}
	return templates.TournamentUsual[field]
}

func (f *tournamentForm) yes(field string) bool { return f.values[field] == "yes" }

func (f *tournamentForm) refuse(field, code string, args map[string]any) {
	f.wrong = append(f.wrong, account.NewInvalid(field, code, args))
}

// choice reads one of some values. That somebody wants to be rated is not
// taken for granted.
func (f *tournamentForm) choice(field string, values ...string) string {
	chosen := f.value(field)
	if !slices.Contains(values, chosen) || field == "rated" && f.values[field] == "" && !f.yes("overBoard") {
		f.refuse(field, "unknown", nil)
		return values[0]
	}
	return chosen
}

// number reads a whole number; nothing is the usual one, or 0.
func (f *tournamentForm) number(field string, least, most int) int {
	text := f.value(field)
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		f.refuse(field, "number-range", map[string]any{"min": least, "max": most})
		return 0
	}
	return n
}

// span reads a length of time as in a clock, and a bare number as days; nothing
// is 0.
func (f *tournamentForm) span(field string, most time.Duration) time.Duration {
	text := f.value(field)
	if text == "" {
		return 0
	}
	d, ok := readSpan(text)
	if !ok || d > most {
		f.refuse(field, "span", map[string]any{"max": int(most / correspondence.Day)})
	}
	return d
}

var spanForm = regexp.MustCompile(`^(?:(\d{1,4})d)?(?:(\d{1,4})h)?(?:(\d{1,5})m)?$`)

// readSpan reads a length of time of at least a minute.
func readSpan(text string) (time.Duration, bool) {
	if days, err := strconv.Atoi(text); err == nil {
		text = strconv.Itoa(days) + "d"
	}
	parts := spanForm.FindStringSubmatch(text)
	if parts == nil {
		return 0, false
	}
	var d time.Duration
	for i, unit := range []time.Duration{correspondence.Day, time.Hour, time.Minute} {
		n, _ := strconv.Atoi(parts[i+1]) // none is 0
		d += time.Duration(n) * unit
	}
	return d, d > 0
}

// spanText is a length of time in whole minutes as readSpan reads it.
func spanText(d time.Duration) string {
	text := ""
	for i, unit := range []time.Duration{correspondence.Day, time.Hour, time.Minute} {
		if n := d / unit; n > 0 {
			text += strconv.Itoa(int(n)) + string("dhm"[i])
		}
		d %= unit
	}
	return text
}

// momentLayout is a moment as a form has it, in UTC.
const momentLayout = "2006-01-02T15:04"

func (f *tournamentForm) moment(field string) time.Time {
	at, err := time.Parse(momentLayout, f.values[field])
	if err != nil {
		f.refuse(field, "moment", nil)
	}
	return at
}
