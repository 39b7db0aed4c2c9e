package api

import (
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"crownpost/api/account"
	"crownpost/api/play"
	"crownpost/rules/correspondence"
	"crownpost/templates"
	"crownpost/tournament"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
	"crownpost/tournament/groups"
	"crownpost/tournament/ladder"
)

// entered is the form of a tournament with a name, a game, a clock and what else
// is said.
func entered(fields ...string) map[string]string {
	v := map[string]string{"name": "Cup", "variant": "international", "clock": "per-move 3d", "rated": "yes"}
	for i := 0; i+1 < len(fields); i += 2 {
		v[fields[i]] = fields[i+1]
	}
	return v
}

func TestTheFormOfATournamentIsReadForEveryFormat(t *testing.T) {
	const days = 86_400_000
	match := bracket.Terms{Extra: 1, Tie: bracket.BySeed}
	two := bracket.Terms{Games: 2, Parallel: true, Extra: 3, Tie: bracket.ByLot}
	length := func(points int) []bracket.Terms {
		return []bracket.Terms{{Points: points, Tie: bracket.BySeed}}
	}
	for _, c := range []struct {
		name   string
		values map[string]string
		want   director.Plan
	}{
		{"a name and a game make a round robin", entered(),
			director.Plan{Cycles: 1, AtOnce: true, Scoring: director.Classic}},
		{"a double round robin round by round", entered("format", "round-robin", "cycles", "2", "schedule", "rounds", "withdrawal", "annul-all", "scoring", "2-1-0", "tieBreakSet", "own", "tieBreaks", "sb, win/p"),
			director.Plan{Cycles: 2, Scoring: director.TwoOne, Law: tournament.LawAnnulAll, TieBreaks: []string{"SB", "WIN/P"}}},
		{"a Swiss of as many rounds as suit the players", entered("format", "swiss", "expected", "64"),
			director.Plan{Rounds: 7, Scoring: director.Classic}},
		{"a Swiss for as many as there may be", entered("format", "swiss", "limit", "6"),
			director.Plan{Rounds: 4, Scoring: director.Classic}},
		{"a Swiss with everything", entered("format", "swiss", "rounds", "9", "accelerated", "yes", "halfByes", "2", "colours", "no", "tieBreakSet", "BH/C1 BH SB DE"),
			director.Plan{Rounds: 9, Accelerated: true, HalfByes: 2, Colourless: true, Scoring: director.Classic, TieBreaks: []string{"BH/C1", "BH", "SB", "DE"}}},
		{"colours are not looked at in backgammon", entered("format", "swiss", "rounds", "5", "variant", "backgammon", "length", "7", "scoring", "score"),
			director.Plan{Rounds: 5, Colourless: true, Scoring: director.ByScore}},
		{"unless they are asked for", entered("format", "swiss", "rounds", "5", "variant", "backgammon", "length", "7", "colours", "yes"),
			director.Plan{Rounds: 5, Scoring: director.Classic}},
		{"a seeded knockout of single games", entered("format", "knockout"),
			director.Plan{Bracket: &bracket.Plan{Terms: map[bracket.Stage][]bracket.Terms{bracket.Main: {match}}}}},
		{"a drawn knockout of two games at once", entered("format", "knockout", "seating", "random", "match", "pair", "extra", "3", "tie", "lot", "thirdPlace", "yes"),
			director.Plan{Drawn: true, Bracket: &bracket.Plan{ThirdPlace: true, Terms: map[bracket.Stage][]bracket.Terms{bracket.Main: {two}, bracket.ThirdPlace: {two}}}}},
		{"two games at once, asked for as anywhere else", entered("format", "knockout", "pair", "yes", "extra", "3", "tie", "lot"),
			director.Plan{Bracket: &bracket.Plan{Terms: map[bracket.Stage][]bracket.Terms{bracket.Main: {two}}}}},
		{"a double elimination", entered("format", "double-elimination", "match", "3", "reset", "no", "variant", "backgammon", "length", "9", "losersLength", "5"),
			director.Plan{Bracket: &bracket.Plan{Terms: map[bracket.Stage][]bracket.Terms{
				bracket.Main: {{Games: 3, Tie: bracket.BySeed}}, bracket.Losers: {{Games: 3, Points: 5, Tie: bracket.BySeed}},
				bracket.GrandFinal: {{Games: 3, Tie: bracket.BySeed}}, bracket.Reset: {{Games: 3, Tie: bracket.BySeed}},
			}}}},
		{"a progressive consolation", entered("format", "progressive", "variant", "backgammon", "length", "9", "consolationLength", "7", "lastChanceLength", "5", "seating", "random"),
			director.Plan{Drawn: true, Bracket: &bracket.Plan{Terms: map[bracket.Stage][]bracket.Terms{
				bracket.Main: length(0), bracket.Consolation: length(7), bracket.LastChance: length(5),
			}}}},
		{"sections and a knockout", entered("format", "groups", "sectionSize", "5", "advance", "1"),
			director.Plan{Cycles: 1, AtOnce: true, Scoring: director.Classic, SectionSize: 5,
				Groups:  &groups.Plan{Advance: 1, Ties: groups.BreakThenAll, Final: groups.Knockout},
				Bracket: &bracket.Plan{Terms: map[bracket.Stage][]bracket.Terms{bracket.Main: {match}}}}},
		{"sections and a round robin", entered("format", "groups", "ties", "all", "final", "round-robin", "carryOver", "yes", "schedule", "rounds", "withdrawal", "forfeit-all"),
			director.Plan{Cycles: 1, Scoring: director.Classic, Law: tournament.LawForfeitAll, SectionSize: 8,
				Groups: &groups.Plan{Advance: 2, Ties: groups.All, Final: groups.RoundRobin, CarryOver: true}}},
		{"a ladder", entered("format", "ladder", "starts", "2030-01-01T10:00", "roundTime", "never"),
			director.Plan{Ladder: &ladder.Rules{Reach: 3, Movement: ladder.Shift, Outgoing: 2, Incoming: 3, Rematch: 7 * days, Answer: 7 * days, Grace: 3 * days, Idle: 30 * days, Fall: 1}}},
		{"a pyramid", entered("format", "ladder", "challenges", "pyramid", "movement", "exchange", "outgoing", "0", "incoming", "0", "rematch", "0", "answer", "14", "grace", "0", "idle", "0", "fall", "0", "declinable", "yes"),
			director.Plan{Ladder: &ladder.Rules{Pyramid: true, Movement: ladder.Exchange, Answer: 14 * days, Declinable: true}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, err := readTournament(c.values)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(in.Plan, c.want) {
				t.Errorf("%+v\nwant %+v", in.Plan, c.want)
			}
			again, err := readTournament(tournamentValues(in))
			if err != nil || !reflect.DeepEqual(again, in) {
				t.Errorf("filled in once more: %v\n%+v\nwant %+v", err, again, in)
			}
		})
	}
}

func TestTheFormOfATournamentIsReadBesidesTheFormat(t *testing.T) {
	in, err := readTournament(entered(
		"format", "swiss", "description", "Welcome", "rated", "no", "ratingMode", "event", "clock", "custom", "customClock", "per-move 36h",
		"limit", "40", "atLeast", "8", "waitingList", "yes", "whenFull", "yes", "seating", "random", "minRating", "1000", "maxRating", "2000", "minGames", "5",
		"starts", "2030-01-01T18:30", "checkIn", "30m", "roundTime", "21", "unfinished", "pairing-draw", "leave", "none", "rounds", "5",
	))
	if err != nil {
		t.Fatal(err)
	}
	want := play.TournamentInput{
		Name: "Cup", Description: "Welcome", Variant: "international", Control: "per-move 36h", RatingMode: "event",
		Format: director.Swiss, Plan: director.Plan{Rounds: 5, Scoring: director.Classic}, MinPlayers: 8, MaxPlayers: 40, Seating: "random",
		StartsAt: time.Date(2030, 1, 1, 18, 30, 0, 0, time.UTC), StartWhenFull: true, WaitingList: true, CheckIn: 30 * time.Minute,
		MinRating: 1000, MaxRating: 2000, MinGames: 5, RoundTime: 21 * correspondence.Day, Unfinished: "pairing-draw", NoLeave: true,
	}
	if !reflect.DeepEqual(in, want) {
		t.Errorf("%+v\nwant %+v", in, want)
	}
	want.StartsAt = time.Time{}
	if again, err := readTournament(tournamentValues(want)); err != nil || !reflect.DeepEqual(again, want) {
		t.Errorf("filled in once more: %v\n%+v\nwant %+v", err, again, want)
	}
	board, err := readTournament(entered("overBoard", "yes", "rated", "yes", "clock", "per-move 3d", "unfinished", "draw", "leave", "none", "format", "swiss"))
	if err != nil || !board.OverBoard || board.Control != "none" || board.Rated || board.Unfinished != "" || board.NoLeave {
		t.Errorf("over the board: %v %+v", err, board)
	}
}

func TestALadderHasItsRuleOfLeaveFromTheForm(t *testing.T) {
	in, err := readTournament(entered("format", "ladder", "leave", "none"))
	if err != nil || !in.NoLeave {
		t.Fatalf("read: %v %+v", err, in)
	}
	if again, err := readTournament(tournamentValues(in)); err != nil || !reflect.DeepEqual(again, in) {
		t.Errorf("filled in once more: %v\n%+v\nwant %+v", err, again, in)
	}
}

func TestTheFormOfATournamentIsRefusedByField(t *testing.T) {
	for _, c := range []struct {
		name   string
		values map[string]string
		fields string
	}{
		{"nobody has said whether it is rated", entered("rated", ""), "rated"},
		{"a format that there is not", entered("format", "arena"), "format"},
		{"cycles in words", entered("cycles", "two"), "cycles"},
		{"rounds out of range and a choice that there is not", entered("format", "swiss", "rounds", "100", "colours", "red"), "colours rounds"},
		{"a match of four", entered("format", "knockout", "match", "4"), "match"},
		{"a length without a number", entered("format", "progressive", "variant", "backgammon", "length", "5", "consolationLength", "long"), "consolationLength"},
		{"a section of one", entered("format", "groups", "sectionSize", "1"), "sectionSize"},
		{"a ladder without reach", entered("format", "ladder", "reach", "0"), "reach"},
		{"a list of tie-breaks that is not offered", entered("tieBreakSet", "PTS"), "tieBreakSet"},
		{"a moment that there is not", entered("starts", "2030-02-30T10:00"), "starts"},
		{"a time without a number", entered("roundTime", "a week"), "roundTime"},
		{"a time longer than a year", entered("roundTime", "400d"), "roundTime"},
		{"leave that is neither allowed nor none", entered("leave", "some"), "leave"},
		{"full, but of how many", entered("whenFull", "yes"), "limit"},
		{"fewer than none", entered("limit", "-1"), "limit"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readTournament(c.values)
			var fields []string
			for _, bad := range account.Invalids(err) {
				fields = append(fields, bad.Field)
				if bad.Message == "" {
					t.Errorf("%s: no sentence for %s", bad.Field, bad.Code)
				}
			}
			slices.Sort(fields)
			if got := strings.Join(fields, " "); got != c.fields {
				t.Errorf("wrong %q, want %q", got, c.fields)
			}
		})
	}
}

func TestTimesAreReadAsInAClockAndBareNumbersAsDays(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"14": 14 * correspondence.Day, "14d": 14 * correspondence.Day, "36h": 36 * time.Hour, "1d12h": 36 * time.Hour, "90m": 90 * time.Minute,
		"": 0, "0": 0, "0d": 0, "d": 0, "1w": 0, "1h1d": 0, "-3d": 0, "99999d": 0,
	} {
		got, ok := readSpan(text)
		if ok != (want > 0) || ok && got != want {
			t.Errorf("%q: %v %v, want %v", text, got, ok, want)
		}
		if again, _ := readSpan(spanText(want)); again != want {
			t.Errorf("%v is written %q", want, spanText(want))
		}
	}
}

func TestRoundsOfASwissAreSuggested(t *testing.T) {
	for players, want := range map[int]int{2: 1, 3: 3, 4: 3, 5: 4, 8: 4, 16: 5, 17: 6, 64: 7, 100: 8, 1000: 11} {
		if got := suggestedRounds(players); got != want {
			t.Errorf("%d players: %d rounds, want %d", players, got, want)
		}
	}
}

func TestEveryHabitMakesATournament(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	page := anna.get("/tournaments/templates").want(t, 200)
	for _, h := range habits {
		t.Run(h.key, func(t *testing.T) {
			page.shows(t, strings.NewReplacer("&", "&amp;", "+", "&#43;").Replace("/tournaments/new?"+h.values().Encode()))
			form := untouched(t, anna.get("/tournaments/new?"+h.values().Encode()).want(t, 200).body)
			for field, values := range h.values() {
				if form.Get(field) != values[0] {
					t.Errorf("%s is %q, want %q", field, form.Get(field), values[0])
				}
			}
			form.Set("name", "The "+h.key)
			anna.post("/tournaments", form).want(t, 303)
		})
	}
}

var (
	control   = regexp.MustCompile(`<(?:input|select|textarea)[^>]*>`)
	attribute = regexp.MustCompile(`([a-z-]+)="([^"]*)"`)
	option    = regexp.MustCompile(`<option value="([^"]*)"( selected)?>`)
)

// untouched is what a browser sends of the form of a tournament as it is shown.
func untouched(t *testing.T, page string) url.Values {
	t.Helper()
	_, page, found := strings.Cut(page, `id="event"`)
	if !found {
		t.Fatal("the form is not there")
	}
	page, _, _ = strings.Cut(page, "</form>")
	v := url.Values{}
	for _, at := range control.FindAllStringIndex(page, -1) {
		tag, rest := page[at[0]:at[1]], page[at[1]:]
		a := map[string]string{}
		for _, m := range attribute.FindAllStringSubmatch(tag, -1) {
			a[m[1]] = m[2]
		}
		value := a["value"]
		switch {
		case (a["type"] == "radio" || a["type"] == "checkbox") && !strings.Contains(tag, " checked"):
			continue
		case strings.HasPrefix(tag, "<select"):
			list, _, _ := strings.Cut(rest, "</select>")
			for i, o := range option.FindAllStringSubmatch(list, -1) {
				if i == 0 || o[2] != "" {
					value = o[1]
				}
			}
		case strings.HasPrefix(tag, "<textarea"):
			value, _, _ = strings.Cut(rest, "</textarea>")
		}
		v.Set(a["name"], strings.ReplaceAll(value, "&#43;", "+"))
	}
	return v
}

func TestTheUntouchedFormHasTheUsualChoices(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	for _, format := range formats() {
		t.Run(format, func(t *testing.T) {
			form := untouched(t, anna.get("/tournaments/new?format="+format).want(t, 200).body)
			for field, usual := range templates.TournamentUsual {
				if got := form.Get(field); field != "format" && field != "ballotPer" && got != usual {
					t.Errorf("%s is %q in the form and %q without it", field, got, usual)
				}
			}
			values := map[string]string{}
			for field := range form {
				values[field] = form.Get(field)
			}
			shown, err := readTournament(values)
			if err != nil {
				t.Fatal(err)
			}
			said, err := readTournament(map[string]string{"format": format, "variant": "international", "clock": "per-move 3d", "rated": "yes"})
			if err != nil || !reflect.DeepEqual(shown, said) {
				t.Errorf("%v\n%+v\nwithout the form %+v", err, shown, said)
			}
			for field := range form {
				if !slices.Contains(tournamentFields, field) {
					t.Errorf("the field %s is not read", field)
				}
			}
			form.Set("name", "Cup")
			anna.post("/tournaments", form).want(t, 303)
		})
	}
}
