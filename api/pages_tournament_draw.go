package api

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"crownpost/api/store"
	"crownpost/templates"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
)

// drawStage is the stage of the draw, as pairings name it.
func (v *shownEvent) drawStage() string {
	if v.event.Plan.Format == director.Groups {
		return director.Final
	}
	return ""
}

// shownDraw is a draw with the players on its seats.
type shownDraw struct {
	*shownEvent
	state   *bracket.State
	holders []director.Player
	// games are the stored pairings by match.
	games map[int][]*store.Pairing
}

// draw is the draw of the event. Errors: as of director.Event.Draw.
func (v *shownEvent) draw() (*shownDraw, error) {
	state, err := v.event.Draw()
	if err != nil {
		return nil, err
	}
	d := &shownDraw{shownEvent: v, state: state, games: map[int][]*store.Pairing{}}
	if d.holders, err = v.event.Holders(v.drawStage()); err != nil {
		return nil, err
	}
	for i := range v.pairings {
		p := &v.pairings[i]
		if p.Stage == v.drawStage() && p.Kind == string(director.Game) {
			d.games[p.Round] = append(d.games[p.Round], p)
		}
	}
	return d, nil
}

// seated is the player on a seat of the draw.
func (d *shownDraw) seated(seat int) (player templates.Player, number int) {
	id := d.holders[seat-1].ID
	return d.player(id), d.number(id)
}

// fixture is a match with its players, or where they come from.
func (d *shownDraw) fixture(f bracket.Fixture) templates.Fixture {
	out := templates.Fixture{
		ID: f.ID, Stage: string(f.Stage), Status: string(f.Status), How: string(f.How), Loser: f.Loser, Length: f.Terms.Points,
	}
	if f.Terms.Games > 1 {
		out.BestOf = f.Terms.Games
	}
	finished := false
	for _, g := range d.games[f.ID] {
		out.Games = append(out.Games, templates.CellGame{ID: g.GameID, Text: d.scoreBySlot(f, g)})
		finished = finished || g.Result != ""
	}
	for i := range out.Slots {
		slot := templates.Slot{Match: f.Slots[i].Match}
		switch seat := f.Seats[i]; {
		case seat > 0:
			player, number := d.seated(seat)
			slot.Player, slot.Number, slot.You = &player, number, d.you(number)
			slot.Won = f.Decided() && f.Winning == seat
			if finished {
				slot.Score = d.matchScore(f, i)
			}
		case f.Known[i] || f.Slots[i].Origin == bracket.Nobody:
			slot.From = "bye"
		case f.Slots[i].Origin == bracket.LoserOf:
			slot.From = "loser"
		default:
			slot.From = "winner"
		}
		out.Slots[i] = slot
	}
	return out
}

// scoreBySlot is the score of a game, that of the upper player of the match
// first.
func (d *shownDraw) scoreBySlot(f bracket.Fixture, g *store.Pairing) string {
	score := d.score(g)
	if first, second, ok := strings.Cut(score, "–"); ok && f.Seats[0] > 0 && d.number(g.WhiteID) != d.number(d.holders[f.Seats[0]-1].ID) {
		return second + "–" + first
	}
	return score
}

// matchScore is what a slot has in a match: in a single one of backgammon its
// points, else what its games are worth.
func (d *shownDraw) matchScore(f bracket.Fixture, slot int) string {
	games := d.games[f.ID]
	if len(games) == 1 && games[0].ScoreWhite+games[0].ScoreBlack > 0 {
		points := games[0].ScoreWhite
		if games[0].WhiteID != d.holders[f.Seats[slot]-1].ID {
			points = games[0].ScoreBlack
		}
		return d.Number(points)
	}
	return d.Halves(f.Score[slot])
}

// parts are the brackets of the draw in the order in which they are read.
func (d *shownDraw) parts() []templates.DrawPart {
	double := d.state.Draw.Plan.Format == bracket.DoubleElimination
	var parts []templates.DrawPart
	for _, stages := range [][]bracket.Stage{
		{bracket.Main}, {bracket.Losers}, {bracket.GrandFinal, bracket.Reset}, {bracket.ThirdPlace}, {bracket.Consolation}, {bracket.LastChance},
	} {
		part := templates.DrawPart{Stage: string(stages[0])}
		switch {
		case double && stages[0] == bracket.Main:
			part.Stage = "winners"
		case d.drawStage() != "" && stages[0] == bracket.Main:
			part.Stage = director.Final
		}
		for _, stage := range stages {
			part.Rounds = append(part.Rounds, d.roundsOf(stage)...)
		}
		for i := range part.Rounds {
			r := &part.Rounds[i]
			r.Number, r.Left = i+1, len(part.Rounds)-1-i
			r.Joins = r.Left > 0 && len(r.Fixtures) == 2*len(part.Rounds[i+1].Fixtures)
		}
		if len(part.Rounds) > 0 {
			parts = append(parts, part)
		}
	}
	return parts
}

func (d *shownDraw) roundsOf(stage bracket.Stage) []templates.DrawRound {
	var rounds []templates.DrawRound
	for _, f := range d.state.Fixtures {
		if f.Stage != stage || stage == bracket.Reset && f.How == bracket.NotNeeded {
			continue
		}
		for len(rounds) < f.Round {
			rounds = append(rounds, templates.DrawRound{})
		}
		rounds[f.Round-1].Fixtures = append(rounds[f.Round-1].Fixtures, d.fixture(f))
	}
	return rounds
}

// open are the matches that have both players and are not decided.
func (d *shownDraw) open() []templates.Fixture {
	var open []templates.Fixture
	for _, f := range d.state.Fixtures {
		if f.Status == bracket.Ready || f.Status == bracket.Playing || f.Status == bracket.Tied {
			open = append(open, d.fixture(f))
		}
	}
	return open
}

// contests are those that the draw has, with their winners.
func (d *shownDraw) contests() []templates.Contest {
	var contests []templates.Contest
	for _, stage := range []bracket.Stage{bracket.Main, bracket.Consolation, bracket.LastChance} {
		if !slices.ContainsFunc(d.state.Draw.Matches, func(m bracket.Match) bool { return m.Stage.Contest() == stage }) {
			continue
		}
		contest := templates.Contest{Stage: string(stage)}
		if d.drawStage() != "" {
			contest.Stage = director.Final
		}
		if seat := d.state.Champion(stage); seat > 0 {
			player, _ := d.seated(seat)
			contest.Winner = &player
		}
		contests = append(contests, contest)
	}
	return contests
}

// tournamentDrawPage is the draw of a knockout, or of the final of groups.
func (s *Server) tournamentDrawPage(c echo.Context) error {
	v, err := s.startedAt(c)
	if err != nil {
		return err
	}
	if !v.hasDraw() {
		return store.ErrNotFound
	}
	d, err := v.draw()
	if err != nil {
		return err
	}
	page := &templates.TournamentDrawPage{
		Layout: s.layout(c, "draw.title", "name", v.Name), TournamentHead: v.head(), Parts: d.parts(), Contests: d.contests(),
	}
	page.Live = live(v.at("/events"), fingerprint(s.Now()))
	return s.render(c, http.StatusOK, page)
}
