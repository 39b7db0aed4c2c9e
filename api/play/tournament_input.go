package play

import (
	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/catalog"
	"crownpost/rules/correspondence"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
	"crownpost/tournament/groups"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Limits of a tournament's form.
const (
	minPlayers = 2
	MaxPlayers = 1000
	// MaxRobin is the greatest number of players of a round robin, and of a section
	// of groups.
	MaxRobin = 64
	// MaxAtOnce is the greatest number of games that begin together, MaxAtOnceDice
	// that of games with dice, whose chains are drawn meanwhile.
	MaxAtOnce      = 2500
	MaxAtOnceDice  = 600
	maxTitle       = 80
	maxDescription = 2000
	// MaxRoundTime is the longest that a round may be given.
	MaxRoundTime = 365 * 24 * time.Hour
)

// TournamentInput is what an organiser asks for. It is what a template keeps.
type TournamentInput struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Variant     string `json:"variant"`
	Control     string `json:"control"`
	Rated       bool   `json:"rated,omitempty"`
	// RatingMode is store.RateGames (also when empty) or RateEvent.
	RatingMode string `json:"ratingMode,omitempty"`
	// Format is that of Plan, whose Pairs and Length come from Beginning.
	Format director.Format `json:"format"`
	Plan   director.Plan   `json:"plan"`
	// OverBoard makes an event with results only.
	OverBoard bool `json:"overBoard,omitempty"`
	// MinPlayers is the least number of players to start with, 0 for 2.
	MinPlayers int `json:"minPlayers,omitempty"`
	MaxPlayers int `json:"maxPlayers"`
	// Seating is store.SeatByRating or store.SeatRandomly.
	Seating string `json:"seating,omitempty"`
	// StartsAt is when it starts by itself; zero leaves that to the organiser.
	StartsAt      time.Time `json:"-"`
	StartWhenFull bool      `json:"startWhenFull,omitempty"`
	WaitingList   bool      `json:"waitingList,omitempty"`
	// CheckIn is how long before StartsAt players check in; 0 is never.
	CheckIn time.Duration `json:"checkIn,omitempty"`
	// MinRating and MaxRating are in points, 0 for no limit.
	MinRating int `json:"minRating,omitempty"`
	MaxRating int `json:"maxRating,omitempty"`
	MinGames  int `json:"minGames,omitempty"`
	// RoundTime is how long a game may last, 0 for no end; Unfinished is one of
	// store's rules for what is then unfinished, AskOrganiser when empty.
	RoundTime  time.Duration `json:"roundTime,omitempty"`
	Unfinished string        `json:"unfinished,omitempty"`
	// NoLeave says that the clocks of its games stop for nobody's leave.
	NoLeave   bool `json:"noLeave,omitempty"`
	Beginning `json:"beginning"`
	// BallotPer is store.BallotPerRound or BallotPerPairing; with an opening
	// table only, where empty is the former.
	BallotPer string `json:"ballotPer,omitempty"`
	// Series is the template that it is made from, 0 for none.
	Series int64 `json:"-"`
}

// check refuses what no tournament can be made of, and fills in what was left
// to its usual choice.
func (in *TournamentInput) check(now time.Time) (agreed checkedTerms, err error) {
	in.Name, in.Description = strings.Join(strings.Fields(in.Name), " "), strings.TrimSpace(in.Description)
	in.MinPlayers = max(in.MinPlayers, minPlayers)
	if in.RatingMode == "" {
		in.RatingMode = store.RateGames
	}
	if in.Seating == "" {
		in.Seating = store.SeatByRating
	}
	if in.Unfinished == "" {
		in.Unfinished = store.AskOrganiser
	}
	variant, known := catalog.Lookup(in.Variant)
	draws := known && variant.Family() != rules.Backgammon
	switch n := utf8.RuneCountInString(in.Name); {
	case n < 3 || n > maxTitle:
		return agreed, account.NewInvalid("name", "title-length", map[string]any{"min": 3, "max": maxTitle})
	case utf8.RuneCountInString(in.Description) > maxDescription:
		return agreed, account.NewInvalid("description", "text-length", map[string]any{"max": maxDescription})
	case in.MaxPlayers < minPlayers || in.MaxPlayers > MaxPlayers:
		return agreed, account.NewInvalid("limit", "players-range", map[string]any{"min": minPlayers, "max": MaxPlayers})
	case in.MinPlayers > in.MaxPlayers:
		return agreed, account.NewInvalid("atLeast", "at-least", map[string]any{"max": in.MaxPlayers})
	case in.Seating != store.SeatByRating && in.Seating != store.SeatRandomly:
		return agreed, account.NewInvalid("seating", "seating", nil)
	case in.RatingMode != store.RateGames && in.RatingMode != store.RateEvent:
		return agreed, account.NewInvalid("ratingMode", "unknown", nil)
	case in.MinRating < 0 || in.MinRating > 4000:
		return agreed, account.NewInvalid("minRating", "rating-range", nil)
	case in.MaxRating < 0 || in.MaxRating > 4000 || in.MaxRating > 0 && in.MaxRating < in.MinRating:
		return agreed, account.NewInvalid("maxRating", "rating-range", nil)
	case in.MinGames < 0 || in.MinGames > 10_000:
		return agreed, account.NewInvalid("minGames", "games-range", nil)
	case strings.ContainsFunc(in.Name, account.Invisible):
		return agreed, account.NewInvalid("name", "name-invisible", nil)
	case in.StartsAt.After(now.AddDate(5, 0, 0)):
		return agreed, account.NewInvalid("starts", "starts-far", nil)
	case !in.StartsAt.IsZero() && !in.StartsAt.After(now):
		return agreed, account.NewInvalid("starts", "starts-past", nil)
	case in.CheckIn < 0 || in.CheckIn > 14*24*time.Hour || in.CheckIn > 0 && in.StartsAt.IsZero():
		return agreed, account.NewInvalid("checkIn", "check-in", nil)
	case in.CheckIn > 0 && in.StartWhenFull:
		return agreed, account.NewInvalid("checkIn", "check-in-full", nil)
	case in.RoundTime < 0 || in.RoundTime > MaxRoundTime:
		return agreed, account.NewInvalid("roundTime", "round-time", map[string]any{"max": int(MaxRoundTime.Hours()) / 24})
	case !slices.Contains([]string{store.AskOrganiser, store.Extend, store.ForfeitToMove, store.CallDraw, store.DrawToPair}, in.Unfinished):
		return agreed, account.NewInvalid("unfinished", "unknown", nil)
	case in.Unfinished == store.DrawToPair && in.Format != director.Swiss:
		return agreed, account.NewInvalid("unfinished", "unfinished-swiss", nil)
	case (in.Unfinished == store.CallDraw || in.Unfinished == store.DrawToPair) && known && !draws:
		return agreed, account.NewInvalid("unfinished", "unfinished-drawless", nil)
	case in.Unfinished != store.AskOrganiser && in.RoundTime == 0:
		return agreed, account.NewInvalid("roundTime", "round-time-needed", nil)
	case in.Format == director.Ladder && in.RatingMode == store.RateEvent:
		return agreed, account.NewInvalid("ratingMode", "ladder-rated", nil)
	case in.Format == director.Ladder && (in.OverBoard || !in.StartsAt.IsZero() || in.RoundTime > 0):
		return agreed, account.NewInvalid("format", "ladder-terms", nil)
	case in.OverBoard && in.Unfinished != store.AskOrganiser:
		return agreed, account.NewInvalid("unfinished", "over-board", nil)
	}
	if in.OverBoard {
		in.Control, in.Rated, in.NoLeave = "none", false, false
	}
	agreed, err = checkTerms(in.Variant, in.Control, in.Rated, in.Beginning)
	if err == nil && in.Money != 0 {
		err = account.NewInvalid("money", "money-tournament", nil)
	}
	if err == nil && agreed.control.Kind == correspondence.None && !in.OverBoard {
		err = account.NewInvalid("clock", "clock-needed", nil)
	}
	if err != nil {
		return agreed, err
	}
	if err := checkLengths(in.Plan.Bracket, draws); err != nil {
		return agreed, err
	}
	in.Plan.Format, in.Plan.Pairs, in.Plan.Length = in.Format, in.Pair, agreed.length
	if err := in.Plan.Check(0); err != nil {
		return agreed, refusedPlan(err)
	}
	if err := in.checkSize(); err != nil {
		return agreed, err
	}
	switch {
	case in.Start != "" && in.Plan.Bracket != nil && lengths(in.Plan.Bracket):
		return agreed, account.NewInvalid("start", "start-lengths", nil)
	case in.Pair && in.Plan.Cycles > 1:
		return agreed, account.NewInvalid("cycles", "pair-cycles", nil)
	case in.BallotPer != "" && in.BallotPer != store.BallotPerRound && in.BallotPer != store.BallotPerPairing:
		return agreed, account.NewInvalid("ballotPer", "ballot-per", nil)
	case in.Opening == "":
		in.BallotPer = ""
	case in.BallotPer == "":
		in.BallotPer = store.BallotPerRound
	}
	return agreed, nil
}

// MostPlayers is how many players an event can have at most, at least 2.
func MostPlayers(in TournamentInput) int {
	for in.MaxPlayers = MaxPlayers; in.MaxPlayers > minPlayers && in.tooLarge() != nil; {
		in.MaxPlayers--
	}
	return in.MaxPlayers
}

// checkSize refuses more games than an event can have, and an event that is to
// begin when it is full but could not.
func (in *TournamentInput) checkSize() error {
	if err := in.tooLarge(); err != nil {
		return err
	}
	if in.StartWhenFull {
		if err := in.Plan.Check(in.MaxPlayers); err != nil {
			return refusedPlan(err)
		}
	}
	return nil
}

func (in *TournamentInput) tooLarge() error {
	sections, size := in.sections()
	switch {
	case size > MaxRobin && in.Format == director.RoundRobin:
		return account.NewInvalid("limit", "players-robin", map[string]any{"max": MaxRobin})
	case size > MaxRobin:
		return account.NewInvalid("sectionSize", "players-section", map[string]any{"max": MaxRobin})
	}
	if g := in.Plan.Groups; sections > 0 && in.Format == director.Groups && g.Final == groups.RoundRobin && sections*g.Advance+g.Best > MaxRobin {
		return account.NewInvalid("advance", "players-final", map[string]any{"players": sections*g.Advance + g.Best, "max": MaxRobin})
	}
	most := MaxAtOnce
	if v, ok := catalog.Lookup(in.Variant); ok && v.Family() == rules.Backgammon {
		most = MaxAtOnceDice
	}
	if games := in.together(size); games > most && !in.OverBoard {
		return account.NewInvalid("schedule", "games-at-once", map[string]any{"games": games, "max": most})
	}
	return nil
}

// sections are how many round robins the event begins with when it is full, and
// the players of the largest; none in other formats.
func (in *TournamentInput) sections() (number, size int) {
	switch in.Format {
	case director.RoundRobin:
		return 1, in.MaxPlayers
	case director.Groups:
		if in.Plan.Groups == nil {
			return 0, 0
		}
		if number = max(in.Plan.Groups.Sections, 1); in.Plan.SectionSize > 0 {
			number = groups.Sections(in.MaxPlayers, in.Plan.SectionSize)
		}
		return number, (in.MaxPlayers + number - 1) / number
	}
	return 0, 0
}

// together is how many games begin at the same time when the event is full;
// size is that of the largest section.
func (in *TournamentInput) together(size int) int {
	games := in.MaxPlayers / 2
	if in.Plan.AtOnce && size > 0 {
		games = in.MaxPlayers * (size - 1) / 2 * max(in.Plan.Cycles, 1)
	}
	switch {
	case in.Format == director.Ladder:
		return 0
	case in.Pair:
		return 2 * games
	case in.Plan.Bracket == nil || in.Format == director.Groups:
		return games
	}
	each := 1
	for _, rounds := range in.Plan.Bracket.Terms {
		for _, terms := range rounds {
			if terms.Parallel {
				each = max(each, terms.Games, 2*min(terms.Extra, 1))
			}
		}
	}
	return each * games
}

// lengths reports whether a draw has matches of lengths of their own.
func lengths(draw *bracket.Plan) bool {
	for _, rounds := range draw.Terms {
		if slices.ContainsFunc(rounds, func(t bracket.Terms) bool { return t.Points != 0 }) {
			return true
		}
	}
	return false
}

// checkLengths looks at the lengths of the matches of a draw, where they are not
// the event's own.
func checkLengths(draw *bracket.Plan, draughts bool) error {
	if draw == nil {
		return nil
	}
	for _, rounds := range draw.Terms {
		for _, terms := range rounds {
			switch {
			case terms.Points != 0 && draughts:
				return account.NewInvalid("length", "length-draughts", nil)
			case terms.Points < 0 || terms.Points > backgammon.MaxLength:
				return account.NewInvalid("length", "length-range", map[string]any{"max": backgammon.MaxLength})
			}
		}
	}
	return nil
}
