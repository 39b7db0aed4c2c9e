package play

import (
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
	"crownpost/tournament/groups"
)

func TestWhatNoTournamentCanBeMadeOf(t *testing.T) {
	now := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	swiss := director.Plan{Rounds: 5}
	for name, c := range map[string]struct {
		in   TournamentInput
		code string // empty for one that there can be
	}{
		"a Swiss of 1000":                                   {TournamentInput{Format: director.Swiss, Plan: swiss, MaxPlayers: 1000}, ""},
		"a Swiss of 1001":                                   {TournamentInput{Format: director.Swiss, Plan: swiss, MaxPlayers: 1001}, "players-range"},
		"a Swiss without rounds":                            {TournamentInput{Format: director.Swiss, MaxPlayers: 8}, "plan"},
		"a format that there is not":                        {TournamentInput{Format: "arena", MaxPlayers: 8}, "plan"},
		"a round robin of 64, all games at once":            {TournamentInput{Format: director.RoundRobin, Plan: director.Plan{AtOnce: true}, MaxPlayers: 64}, ""},
		"a round robin of 65":                               {TournamentInput{Format: director.RoundRobin, MaxPlayers: 65}, "players-robin"},
		"a double round robin of 64, round by round":        {TournamentInput{Format: director.RoundRobin, Plan: director.Plan{Cycles: 2}, MaxPlayers: 64}, ""},
		"a double round robin of 64 at once":                {TournamentInput{Format: director.RoundRobin, Plan: director.Plan{Cycles: 2, AtOnce: true}, MaxPlayers: 64}, "games-at-once"},
		"a round robin of 64 with dice at once":             {TournamentInput{Variant: "backgammon", Format: director.RoundRobin, Plan: director.Plan{AtOnce: true}, MaxPlayers: 64}, "games-at-once"},
		"the same over the board":                           {TournamentInput{Variant: "backgammon", Format: director.RoundRobin, Plan: director.Plan{AtOnce: true}, OverBoard: true, MaxPlayers: 64}, ""},
		"sections of 250":                                   {TournamentInput{Format: director.Groups, Plan: sections(4, 1), MaxPlayers: 1000}, "players-section"},
		"a final of 80, everybody against everybody":        {TournamentInput{Format: director.Groups, Plan: sections(20, 4), MaxPlayers: 200}, "players-final"},
		"groups of 200 at once":                             {TournamentInput{Format: director.Groups, Plan: atOnce(sections(20, 1)), MaxPlayers: 200}, ""},
		"groups of 1000 at once":                            {TournamentInput{Format: director.Groups, Plan: atOnce(sections(40, 1)), MaxPlayers: 1000}, "games-at-once"},
		"sections of a size":                                {TournamentInput{Format: director.Groups, Plan: director.Plan{SectionSize: 8, Groups: &groups.Plan{Advance: 1, Final: groups.Knockout}}, MaxPlayers: 600}, ""},
		"a knockout of 1000":                                {TournamentInput{Format: director.Knockout, MaxPlayers: 1000}, ""},
		"ten games at once in each match of 1000":           {TournamentInput{Format: director.Knockout, Plan: director.Plan{Bracket: &bracket.Plan{Terms: map[bracket.Stage][]bracket.Terms{bracket.Main: {{Games: 10, Parallel: true}}}}}, MaxPlayers: 1000}, "games-at-once"},
		"one that starts full with more rounds than it can": {TournamentInput{Format: director.Swiss, Plan: director.Plan{Rounds: 9}, MaxPlayers: 6, StartWhenFull: true}, "plan"},
		"one that may start with fewer":                     {TournamentInput{Format: director.Swiss, Plan: director.Plan{Rounds: 9}, MaxPlayers: 12, StartWhenFull: true}, ""},
		"check-in without an hour":                          {TournamentInput{Format: director.Knockout, MaxPlayers: 8, CheckIn: time.Hour}, "check-in"},
		"check-in before the moment at which it is full":    {TournamentInput{Format: director.Knockout, MaxPlayers: 8, CheckIn: time.Hour, StartsAt: now.Add(day), StartWhenFull: true}, "check-in-full"},
		"an hour that has gone":                             {TournamentInput{Format: director.Knockout, MaxPlayers: 8, StartsAt: now}, "starts-past"},
		"a rule without the time of a round":                {TournamentInput{Format: director.Swiss, Plan: swiss, MaxPlayers: 8, Unfinished: store.CallDraw}, "round-time-needed"},
		"draws for the pairing in a knockout":               {TournamentInput{Format: director.Knockout, MaxPlayers: 8, RoundTime: day, Unfinished: store.DrawToPair}, "unfinished-swiss"},
		"draws where there are none":                        {TournamentInput{Variant: "backgammon", Format: director.Swiss, Plan: swiss, MaxPlayers: 8, RoundTime: day, Unfinished: store.CallDraw}, "unfinished-drawless"},
		"a clock's rule over the board":                     {TournamentInput{Format: director.Swiss, Plan: swiss, MaxPlayers: 8, OverBoard: true, RoundTime: day, Unfinished: store.Extend}, "over-board"},
		"no clock":                                          {TournamentInput{Format: director.Knockout, MaxPlayers: 8, Control: "none"}, "clock-needed"},
		"two games at once, twice":                          {TournamentInput{Format: director.RoundRobin, MaxPlayers: 8, Plan: director.Plan{Cycles: 2}, Beginning: Beginning{Pair: true}}, "pair-cycles"},
		"ratings the wrong way round":                       {TournamentInput{Format: director.Knockout, MaxPlayers: 8, MinRating: 1600, MaxRating: 1500}, "rating-range"},
		"more players needed than there may be":             {TournamentInput{Format: director.Knockout, MaxPlayers: 8, MinPlayers: 9}, "at-least"},
		"a rating mode that there is not":                   {TournamentInput{Format: director.Knockout, MaxPlayers: 8, RatingMode: "never"}, "unknown"},
	} {
		c.in.Name = "Club cup"
		if c.in.Variant == "" {
			c.in.Variant = "checkers"
		}
		if c.in.Control == "" {
			c.in.Control = "per-move 1d"
		}
		_, err := c.in.check(now)
		switch {
		case c.code == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.code != "":
			t.Run(name, func(t *testing.T) { refusedAs(t, err, c.code) })
		}
	}
}

func atOnce(p director.Plan) director.Plan {
	p.AtOnce = true
	return p
}

func TestMostPlayers(t *testing.T) {
	for name, c := range map[string]struct {
		in   TournamentInput
		want int
	}{
		"a Swiss":                                {TournamentInput{Variant: "checkers", Format: director.Swiss}, MaxPlayers},
		"a round robin":                          {TournamentInput{Variant: "checkers", Format: director.RoundRobin}, MaxRobin},
		"a round robin of pairs at once":         {TournamentInput{Variant: "checkers", Format: director.RoundRobin, Plan: director.Plan{AtOnce: true}, Beginning: Beginning{Pair: true}}, 50},
		"a round robin with dice, all at once":   {TournamentInput{Variant: "table", Format: director.RoundRobin, Plan: director.Plan{AtOnce: true}}, 35},
		"four sections":                          {TournamentInput{Variant: "checkers", Format: director.Groups, Plan: sections(4, 1)}, 4 * MaxRobin},
		"groups of which nothing is known":       {TournamentInput{Variant: "checkers", Format: director.Groups}, MaxPlayers},
		"a ladder, where nothing begins at once": {TournamentInput{Variant: "checkers", Format: director.Ladder}, MaxPlayers},
	} {
		if got := MostPlayers(c.in); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
