package api

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/catalog"
	"crownpost/rules/correspondence"
	"crownpost/templates"
)

// The acts of a match whose words need its state.
const (
	actDouble = "double"
	actBeaver = "beaver"
	actPass   = "pass"
	actRoll   = "roll"
)

// newMatch shows where a match stands, nil for a position of another family.
func newMatch(position rules.Position) *templates.Match {
	state, ok := backgammon.StateOf(position)
	if !ok {
		return nil
	}
	return &templates.Match{
		Length: state.Length(), Money: state.Games(), Game: state.Game(), Score: state.Score(),
		Crawford: state.Crawford(), PostCrawford: state.PostCrawford(),
	}
}

// shownPosition is the last position of a game as it is shown: a match that was
// ended otherwise than by its games is over too.
func shownPosition(position rules.Position, g correspondence.Game) rules.Position {
	state, ok := backgammon.StateOf(position)
	if !ok || g.Status == correspondence.Running {
		return position
	}
	return state.Ended(g.Result.Winner)
}

// fillMatch adds what a match has beside its moves: the score, what is asked,
// and the acts that are no plays.
func (g *gameView) fillMatch(page *templates.GamePage, position rules.Position, shown int) {
	state, ok := backgammon.StateOf(position)
	if !ok {
		return
	}
	page.Match = newMatch(state)
	page.MatchID, page.XGID = state.MatchID(), state.XGID()
	if page.Match.Long() {
		for i := range page.Seats {
			page.Seats[i].Score = page.PointsText(page.Match, page.Seats[i].Side)
		}
	}
	if g.state.Status != correspondence.Running || shown != len(g.moves) {
		return
	}
	page.Task = task(page.Printer, state)
	page.Match.Question = g.question(page.Printer, state)
	if g.viewer == rules.NoSide {
		return
	}
	page.Match.Told = g.told(page.Printer)
	orders := play.OrdersOf(&g.row.Game, g.viewer)
	page.Orders = &templates.Orders{
		Roll: orders.Roll, Forced: orders.Forced, BearOff: orders.BearOff,
		Cube: state.Variant().HasCube() && state.Length() != 1,
	}
	if state.ToAct() != g.viewer {
		return
	}
	for _, level := range state.MayResign() {
		page.ResignLevels = append(page.ResignLevels, resignChoice(page.Printer, state, level))
	}
}

// nameOf is the name of a side's player.
func (g *gameView) nameOf(side rules.Side) string {
	if side == rules.Black {
		return g.row.BlackName
	}
	return g.row.WhiteName
}

// task says what the side to act has to do, within a sentence.
func task(p *templates.Printer, state backgammon.State) string {
	switch state.Phase() {
	case backgammon.Resigning:
		return p.T("task.answer-resignation")
	case backgammon.Doubled:
		if len(state.Legal()) > 2 {
			return p.T("task.answer-beaver")
		}
		return p.T("task.answer-double")
	case backgammon.Choosing:
		return p.T("task.choose")
	case backgammon.Playing:
		return p.T("task.play", "dice", strings.Join(numerals(state.Dice()), "-"))
	case backgammon.Rolling:
		if state.MayDouble() {
			return p.T("task.double")
		}
	}
	return p.T("task.roll")
}

// question says what the side to act has to answer.
func (g *gameView) question(p *templates.Printer, state backgammon.State) string {
	by := g.nameOf(state.ToAct().Other())
	value, _ := state.Cube()
	switch state.Phase() {
	case backgammon.Doubled:
		key := "question.double"
		if g.moves[len(g.moves)-1].Act == actBeaver {
			key = "question.beaver"
		}
		return p.T(key, "name", by, "value", 2*value, "count", value, "owner", g.nameOf(state.OnTurn().Other()))
	case backgammon.Resigning:
		return p.T("question.resign", "name", by,
			"level", p.LevelName(g.row.Variant, state.Offered()), "count", worth(state, state.Offered()))
	case backgammon.Choosing:
		if state.ToAct() == g.viewer {
			return p.T("question.choose")
		}
	}
	return ""
}

// worth is what a win at a level counts.
func worth(state backgammon.State, level int) int {
	value, _ := state.Cube()
	if state.Length() == 1 {
		value = 1
	}
	return level * value
}

// choose makes a button of an act that is no play. Owner is who owns the cube
// once a double is taken.
func choose(p *templates.Printer, owner string, state backgammon.State, act string) templates.ActChoice {
	value, _ := state.Cube()
	word, number, _ := strings.Cut(act, " ")
	c := templates.ActChoice{Act: act, Label: p.T("act."+word, "value", 2*value, "number", number)}
	switch word {
	case "refuse", "choose":
		c.Quiet = true
	case actDouble:
		c.Sure = p.T("sure.double", "value", 2*value, "count", value)
	case "drop":
		c.Sure, c.Danger = p.T("sure.drop", "count", value), true
	case actBeaver:
		c.Label = p.T("act.beaver", "value", 4*value)
		c.Sure = p.T("sure.beaver", "value", 4*value, "owner", owner, "count", 2*value)
	}
	return c
}

func resignChoice(p *templates.Printer, state backgammon.State, level int) templates.ActChoice {
	name := p.LevelName(state.Variant().Key(), level)
	return templates.ActChoice{
		Act: "resign " + strconv.Itoa(level), Label: p.T("act.resign", "level", name),
		Sure: p.T("sure.resign", "level", name, "count", worth(state, level)),
	}
}

// mostTold is how many turns that passed by themselves are told of.
const mostTold = 4

// told says what went by itself since the reader's last own act: turns
// without a play, and plays that an order made.
func (g *gameView) told(p *templates.Printer) (lines []string) {
	for _, m := range slices.Backward(g.moves) {
		if m.Side == g.viewer && !m.Automatic || len(lines) == mostTold {
			break
		}
		dice := strings.Join(numerals(play.ReadDice(m.Dice)), "-")
		switch {
		case !m.Automatic || m.Act == actRoll:
		case m.Act == actPass && m.Side == g.viewer:
			lines = append(lines, p.T("told.pass-you", "dice", dice))
		case m.Act == actPass:
			lines = append(lines, p.T("told.pass", "name", g.nameOf(m.Side), "dice", dice))
		case m.Side == g.viewer && dice != "":
			lines = append(lines, p.T("told.play", "dice", dice, "play", m.Act))
		}
	}
	slices.Reverse(lines)
	return lines
}

func numerals(numbers []int) []string {
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = strconv.Itoa(n)
	}
	return texts
}

// actText is an act in the list of moves.
func actText(p *templates.Printer, before rules.Position, act string) string {
	state, ok := backgammon.StateOf(before)
	if !ok {
		return p.Played(act)
	}
	value, _ := state.Cube()
	switch word, number, _ := strings.Cut(act, " "); word {
	case actDouble:
		return p.T("played.double", "value", 2*value)
	case actBeaver:
		return p.T("played.beaver", "value", 4*value)
	case "choose":
		return p.T("played.choose", "number", number)
	case "resign":
		level, _ := strconv.Atoi(number)
		return p.T("played.resign", "level", p.LevelName(state.Variant().Key(), level))
	}
	return p.Played(act)
}

// gameNumber is the number of the game of a match that a position belongs to,
// 0 where there is but one.
func gameNumber(position rules.Position) int {
	if state, ok := backgammon.StateOf(position); ok && newMatch(state).Long() {
		return state.Game()
	}
	return 0
}

// gameResult says who won the game that an act has ended, and what: empty when
// it has not, or where there is but one.
func (g *gameView) gameResult(p *templates.Printer, i int) string {
	before, ok := backgammon.StateOf(g.positions[i])
	after, _ := backgammon.StateOf(g.positions[i+1])
	if !ok || gameNumber(before) == 0 || after.Game() == before.Game() && after.Phase() != backgammon.Over {
		return ""
	}
	for _, side := range []rules.Side{rules.White, rules.Black} {
		if points := after.Score()[side] - before.Score()[side]; points > 0 {
			return p.T("match.won", "name", g.nameOf(side), "count", points)
		}
	}
	return p.T("match.drawn")
}

// addProof shows to what the server has committed itself.
func addProof(page *templates.GamePage, read *store.Reader, view *store.GameView) error {
	if view.Family != string(rules.Backgammon) {
		return nil
	}
	chains, err := read.GameChains(view.ID)
	if err != nil {
		return fmt.Errorf("dice of game %d: %w", view.ID, err)
	}
	if len(chains) == 0 {
		return nil
	}
	notes, err := read.Notes(view.ID)
	if err != nil {
		return fmt.Errorf("dice of game %d: %w", view.ID, err)
	}
	page.Proof = &templates.DiceProof{}
	first := 1
	for _, c := range chains {
		chain := templates.DiceChain{Commitment: c.Commitment, Roll: first}
		for _, n := range notes {
			if n.Kind == play.DiceChain && n.Detail == c.Commitment {
				chain.Announced, chain.Ply = n.At, n.Ply
			}
		}
		page.Proof.Chains = append(page.Proof.Chains, chain)
		first += c.Length
	}
	return nil
}

// rowResult says how a game in a list ended.
func rowResult(row *store.GameView) *templates.Result {
	var position rules.Position
	if row.Family == string(rules.Backgammon) {
		// What cannot be read has no score.
		if v, ok := catalog.Lookup(row.Variant); ok {
			position, _ = v.Parse(row.Position)
		}
	}
	result := correspondence.Result{Winner: row.Winner, Reason: rules.Reason(row.Reason), Value: row.Value}
	return newResult(row, result, correspondence.Status(row.Status), position)
}

// addMatchResult adds the match to the result of a game: its length, and its
// score at the end. Who wins it otherwise than by the rules gets what was
// missing.
func addMatchResult(out *templates.Result, row *store.GameView, position rules.Position, winner rules.Side) {
	state, ok := backgammon.StateOf(position)
	if !ok {
		return
	}
	out.Variant, out.Length, out.Money = row.Variant, state.Length(), state.Games()
	out.Points = state.Ended(winner).Score()
}
