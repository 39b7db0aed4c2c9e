package play

import (
	"encoding/json"
	"fmt"
	"slices"

	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/correspondence"
	"crownpost/tournament"
	"crownpost/tournament/director"
	"crownpost/tournament/swiss"
)

// eventRows is what an event is read from: a transaction or a reader.
type eventRows interface {
	Entrants(tournament int64) ([]store.EntrantView, error)
	Pairings(tournament int64) ([]store.Pairing, error)
}

// LoadEvent builds a tournament's event from its rows.
func LoadEvent(from eventRows, t *store.Tournament) (director.Event, error) {
	entrants, err := from.Entrants(t.ID)
	if err != nil {
		return director.Event{}, err
	}
	pairings, err := from.Pairings(t.ID)
	if err != nil {
		return director.Event{}, err
	}
	return NewEvent(t, entrants, pairings)
}

// NewEvent is a tournament as package director conducts it. Players are the ids
// of entrants, pairings theirs.
func NewEvent(t *store.Tournament, entrants []store.EntrantView, pairings []store.Pairing) (director.Event, error) {
	plan, err := PlanOf(t)
	if err != nil {
		return director.Event{}, err
	}
	e := director.Event{Plan: plan, Allowed: readAllowed(t.Allowed)}
	for i := range entrants {
		if row := &entrants[i]; row.Status != store.Waiting {
			e.Players = append(e.Players, newPlayer(&row.Entrant, row.Shown))
		}
	}
	slices.SortStableFunc(e.Players, func(a, b director.Player) int { return int(a.ID - b.ID) }) // in the order of entry
	for i := range pairings {
		e.Pairings = append(e.Pairings, newPairing(&pairings[i]))
	}
	return e, nil
}

// PlanOf reads the plan of a tournament.
func PlanOf(t *store.Tournament) (director.Plan, error) {
	var plan director.Plan
	if err := json.Unmarshal([]byte(t.Plan), &plan); err != nil {
		return plan, fmt.Errorf("tournament %d: plan: %w", t.ID, err)
	}
	plan.Format = director.Format(t.Format)
	return plan, nil
}

// setPlan writes the plan of a tournament into its row.
func setPlan(t *store.Tournament, plan director.Plan) error {
	text, err := json.Marshal(plan)
	if err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	t.Format, t.Plan = string(plan.Format), string(text)
	return nil
}

func newPlayer(row *store.Entrant, shown string) director.Player {
	return director.Player{
		ID: row.ID, Seat: row.Seat, Name: shown, Title: row.Title, Rating: int((row.Rating + 500) / 1000), Key: row.Federation,
		Status: tournament.Status(row.Status), From: row.FromRound, Left: row.LeftRound,
	}
}

// results are those of pairings, as they are stored.
var results = map[string]tournament.Result{
	"": tournament.Unfinished, "1-0": tournament.WhiteWins, "0-1": tournament.BlackWins,
	"½-½": tournament.Drawn, "0-0": tournament.BothLose,
}

// resultText is a result as it is stored.
func resultText(r tournament.Result) string {
	if r == tournament.Unfinished {
		return ""
	}
	return r.String()
}

func newPairing(row *store.Pairing) director.Pairing {
	return director.Pairing{
		ID: row.ID, Stage: row.Stage, Round: row.Round, Board: row.Board, White: row.WhiteID, Black: row.BlackID,
		Kind: director.Kind(row.Kind), Result: results[row.Result], Forfeit: row.Forfeit,
		Score: [2]int{row.ScoreWhite, row.ScoreBlack}, Deferred: row.Deferred,
	}
}

// takeResult copies the result of a game that has ended into its pairing.
func takeResult(p *store.Pairing, t *Table) {
	p.Forfeit = false
	switch {
	case t.State.Status == correspondence.Aborted:
		p.Result, p.Forfeit = "0-0", true
	case t.Winner == rules.White:
		p.Result = "1-0"
	case t.Winner == rules.Black:
		p.Result = "0-1"
	default:
		p.Result = "½-½"
	}
	reason := rules.Reason(t.Reason)
	p.Forfeit = p.Forfeit || reason == correspondence.Forfeit || reason == correspondence.AccountClosed
	p.EndedAt = t.EndedAt
	if state, ok := backgammon.StateOf(t.State.Position); ok && t.Length > 0 {
		score := state.Score()
		if t.Winner != rules.NoSide {
			score[t.Winner] = t.Length // whoever wins the match has all its points, however it ended
		}
		p.ScoreWhite, p.ScoreBlack = min(score[rules.White], t.Length), min(score[rules.Black], t.Length)
	}
}

// readAllowed reads the rules that a tournament has set aside.
func readAllowed(text string) []swiss.Option {
	var options []swiss.Option
	for _, c := range text {
		options = append(options, swiss.Option(c-'0'))
	}
	return options
}
