package api

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"crownpost/api/store"
	"crownpost/templates"
	"crownpost/tournament/director"
)

// stages are the parts of an event that have rounds, as pairings name them, with
// the number of rounds before their first.
func (v *shownEvent) stages() map[string]int {
	if v.event.Plan.Format != director.Groups {
		return map[string]int{"": 0}
	}
	stages := map[string]int{}
	state, err := v.event.Sections()
	if err != nil {
		return stages
	}
	most := 0
	for i, seats := range state.Draw.Sections {
		stages[strconv.Itoa(i+1)] = 0
		most = max(most, len(seats)-1+len(seats)%2)
	}
	if !v.hasDraw() {
		stages[director.Final] = most * max(v.event.Plan.Cycles, 1)
	}
	return stages
}

// latest is the last round that has been opened in any part.
func (v *shownEvent) latest() int {
	last, stages := 0, v.stages()
	for i := range v.pairings {
		p := &v.pairings[i]
		offset, ok := stages[p.Stage]
		if ok && (p.Kind == string(director.Game) || p.Kind == string(director.PairingBye)) {
			last = max(last, offset+p.Round)
		}
	}
	if v.event.Plan.Format == director.Swiss {
		last = max(last, v.Round)
	}
	return last
}

// round is a round of all parts that have it. Ballots are by game.
func (v *shownEvent) round(number int, ballots map[int64]string) []templates.TournamentRound {
	byStage := map[string][]*store.Pairing{}
	stages := v.stages()
	for i := range v.pairings {
		p := &v.pairings[i]
		if offset, ok := stages[p.Stage]; ok && offset+p.Round == number {
			byStage[p.Stage] = append(byStage[p.Stage], p)
		}
	}
	var names []string
	for stage := range byStage {
		names = append(names, stage)
	}
	slices.SortFunc(names, byStageOrder)
	var parts []templates.TournamentRound
	for _, stage := range names {
		part := v.part(stage, byStage[stage], ballots)
		part.Number = number
		parts = append(parts, part)
	}
	return parts
}

// byStageOrder puts sections by number, the final last.
func byStageOrder(a, b string) int {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	switch {
	case errX == nil && errY == nil:
		return x - y
	case errX == nil:
		return -1
	case errY == nil:
		return 1
	}
	return 0
}

// part is a round of one part.
func (v *shownEvent) part(stage string, pairings []*store.Pairing, ballots map[int64]string) templates.TournamentRound {
	out := templates.TournamentRound{Closed: true, Final: stage == director.Final}
	out.Section, _ = strconv.Atoi(stage)
	playing := map[int]bool{}
	var byes []templates.Pairing
	var before *store.Pairing
	ballot, same := "", true
	for _, p := range pairings {
		line := v.pairing(p)
		playing[line.WhiteNumber], playing[line.BlackNumber] = true, true
		if line.Bye != "" {
			byes = append(byes, line)
			continue
		}
		if v.event.Plan.Pairs && p.Board%2 == 0 && before != nil {
			line.Sum = v.sumOf(before, p)
		}
		before = p
		if p.Result == "" {
			out.Closed = false
			if p.DueAt.After(out.Due) {
				out.Due = p.DueAt
			}
		}
		if text := ballots[p.GameID]; ballot == "" {
			ballot = text
		} else if text != ballot {
			same = false
		}
		out.Pairings = append(out.Pairings, line)
	}
	if same {
		out.Ballot = ballot
	}
	out.Pairings = append(out.Pairings, byes...)
	if v.event.Plan.Format != director.Swiss {
		out.Pairings = append(out.Pairings, v.rests(stage, playing)...)
	}
	return out
}

// rests are those of a round robin of an odd number who have no opponent in a
// round.
func (v *shownEvent) rests(stage string, playing map[int]bool) []templates.Pairing {
	seats := v.seatsOf(stage)
	if len(seats)%2 == 0 {
		return nil
	}
	var rests []templates.Pairing
	for _, number := range seats {
		if holder, err := v.holder(number); err == nil && !playing[number] {
			rests = append(rests, templates.Pairing{White: v.player(holder.ID), WhiteNumber: number, Bye: "rest"})
		}
	}
	return rests
}

// seatsOf are the starting ranks of those who play in a stage.
func (v *shownEvent) seatsOf(stage string) []int {
	var seats []int
	if section, err := strconv.Atoi(stage); err == nil {
		if state, err := v.event.Sections(); err == nil && section <= len(state.Draw.Sections) {
			seats = state.Draw.Sections[section-1]
		}
		return seats
	}
	holders, err := v.event.Holders(stage)
	if err != nil {
		return nil
	}
	for _, p := range holders {
		seats = append(seats, v.number(p.ID))
	}
	return seats
}

// ballotsOf are the ballots of games.
func ballotsOf(games []store.GameView) map[int64]string {
	ballots := map[int64]string{}
	for i := range games {
		if games[i].Ballot != "" {
			ballots[games[i].ID] = games[i].Ballot
		}
	}
	return ballots
}

// roundAt is startedAt with the round that the address names.
func (s *Server) roundAt(c echo.Context) (*shownEvent, int, error) {
	v, err := s.startedAt(c)
	if err != nil {
		return nil, 0, err
	}
	number, err := numberIn(c, "round")
	if err == nil && (v.knockout() || number > v.latest()) {
		err = store.ErrNotFound
	}
	return v, number, err
}

// tournamentRoundPage is the pairings of a round.
func (s *Server) tournamentRoundPage(c echo.Context) error {
	v, number, err := s.roundAt(c)
	if err != nil {
		return err
	}
	games, err := s.Store.Read(c.Request().Context()).TournamentGames(v.ID)
	if err != nil {
		return err
	}
	page := &templates.TournamentRoundPage{
		Layout:         s.layout(c, "tournament-round.title", "round", number, "name", v.Name),
		TournamentHead: v.head(), RoundNumber: number, Older: number - 1, Parts: v.round(number, ballotsOf(games)),
		Why: v.event.Plan.Format == director.Swiss,
	}
	if number < v.latest() {
		page.Newer = number + 1
	}
	page.Live = live(v.at("/events"), fingerprint(s.Now()))
	return s.render(c, http.StatusOK, page)
}
