package play

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/catalog"
	"crownpost/rules/correspondence"
	"crownpost/tournament"
	"crownpost/tournament/director"
)

// ResultInput is the result that a director gives a game.
type ResultInput struct {
	// Result is "1-0", "0-1", "½-½", "0-0" where both lose, or "" to take a ruling
	// back.
	Result string
	// Forfeit says that it was not decided by play.
	Forfeit bool
	// Score is what White and Black made in a match to some points; zeros give the
	// winner the length of the match.
	Score  [2]int
	Reason string
}

// BoardResult is the result of one of several games.
type BoardResult struct {
	Pairing int64  `json:"pairing"`
	Result  string `json:"result"`
	Forfeit bool   `json:"forfeit,omitempty"`
	Score   [2]int `json:"score,omitempty"`
}

// SetResult sets, corrects or takes back the result of a game. A game that is
// running on the site ends with it; of one that has ended the record stays as it
// was played, while the event and the ratings follow the director. What was paired
// on the result before stays paired; standings and later pairings count the new
// one.
func (s *Service) SetResult(ctx context.Context, by, id, pairing int64, in ResultInput) error {
	return s.SetResults(ctx, by, id, []BoardResult{{pairing, in.Result, in.Forfeit, in.Score}}, in.Reason)
}

// SetResults is SetResult for several games at once: all of them or none. What
// stands already is passed over.
func (s *Service) SetResults(ctx context.Context, by, id int64, list []BoardResult, reason string) error {
	return s.direct(ctx, by, id, reason, func(a *act) error {
		if err := a.needs(store.TournamentRunning, store.TournamentFinished); err != nil {
			return err
		}
		event, err := a.event()
		if err != nil {
			return err
		}
		var lines []string
		for _, r := range list {
			line, err := a.setResult(&event, r)
			if err != nil {
				return err
			}
			if line != "" {
				lines = append(lines, line)
			}
		}
		if len(lines) > 0 {
			a.log("result", strings.Join(lines, "; "))
		}
		return nil
	})
}

// setResult sets one result and says so; "" where it stands already.
func (a *act) setResult(event *director.Event, r BoardResult) (line string, err error) {
	row, err := a.pairing(r.Pairing)
	if err != nil {
		return "", err
	}
	result, err := a.checkResult(row, &r)
	if err != nil {
		return "", err
	}
	if r.Result == "" && row.GameID != 0 && !row.Ruled {
		return "", nil // no ruling to take back
	}
	if row.Result == r.Result && row.Forfeit == r.Forfeit && [2]int{row.ScoreWhite, row.ScoreBlack} == r.Score && r.Result != "" {
		return "", nil
	}
	var table *Table
	if row.GameID != 0 {
		if table, err = a.watch(row.GameID); err != nil {
			return "", err
		}
	}
	row.Result, row.Forfeit, row.ScoreWhite, row.ScoreBlack = r.Result, r.Forfeit, r.Score[0], r.Score[1]
	row.Ruled, row.EndedAt = table != nil, time.Time{}
	if result == tournament.Unfinished && table != nil {
		if table.State.Status == correspondence.Running {
			return "", account.NewInvalid("result", "desk-no-ruling", nil)
		}
		takeResult(row, table)
		result, row.Ruled = results[row.Result], false
	}
	if row.Result != "" && row.EndedAt.IsZero() {
		row.EndedAt = a.tx.Now()
	}
	if a.t.Format == string(director.Ladder) {
		return a.versus(row) + " " + mark(row), a.ladderResult(row, table)
	}
	if a.ruledOn(row) {
		return "", account.NewInvalid("result", "desk-ruled", map[string]any{"match": row.Round})
	}
	corrected, err := a.changeDraw(*event, func(e director.Event) (director.Event, error) {
		return e.Correct(row.ID, result, row.Forfeit, [2]int{row.ScoreWhite, row.ScoreBlack})
	})
	if err != nil {
		return "", err
	}
	*event = corrected
	row.Deferred = false
	for _, p := range corrected.Pairings {
		if p.ID == row.ID {
			row.Deferred = p.Deferred
		}
	}
	return a.versus(row) + " " + mark(row), a.storeResult(row, table)
}

// checkResult reads a result and fills in its score.
func (a *act) checkResult(row *store.Pairing, r *BoardResult) (tournament.Result, error) {
	result, known := results[r.Result]
	if row.Kind != string(director.Game) {
		return 0, fmt.Errorf("pairing: %w", store.ErrNotFound)
	}
	if !known {
		return 0, account.NewInvalid("result", "desk-result", nil)
	}
	variant, _ := catalog.Lookup(a.t.Variant)
	match := variant != nil && variant.Family() == rules.Backgammon
	if result == tournament.Drawn && match {
		return 0, account.NewInvalid("result", "desk-drawless", nil)
	}
	r.Forfeit = r.Forfeit && result != tournament.Drawn && result != tournament.Unfinished
	winner := -1
	switch result {
	case tournament.WhiteWins:
		winner = 0
	case tournament.BlackWins:
		winner = 1
	}
	switch {
	case r.Score == [2]int{} && match && winner >= 0:
		r.Score[winner] = a.t.Length
	case r.Score == [2]int{}:
	case !match || winner < 0 || r.Score[0] < 0 || r.Score[1] < 0 || r.Score[winner] <= r.Score[1-winner] || r.Score[winner] > backgammon.MaxLength:
		return 0, account.NewInvalid("score", "desk-score", map[string]any{"max": backgammon.MaxLength})
	}
	return result, nil
}

// mark is a result in the log; without play it is written with signs.
func mark(row *store.Pairing) string {
	if row.Result == "" {
		return "*"
	}
	text := row.Result
	if row.Forfeit {
		text = map[string]string{"1-0": "+/-", "0-1": "-/+", "0-0": "-/-"}[row.Result]
	}
	if row.ScoreWhite+row.ScoreBlack > 0 {
		text += fmt.Sprintf(" (%d–%d)", row.ScoreWhite, row.ScoreBlack)
	}
	return text
}

// storeResult writes a pairing that a director has decided. Its game on the site
// ends, or has its rating follow.
func (a *act) storeResult(row *store.Pairing, table *Table) error {
	if err := a.tx.UpdatePairing(row); err != nil || table == nil {
		return err
	}
	if table.State.Status == correspondence.Running {
		if err := a.endAs(row); err != nil {
			return err
		}
		return a.rateEndedAs(row)
	}
	return a.followRating(row)
}

// endAs ends the game of a pairing with the pairing's result.
func (a *act) endAs(row *store.Pairing) error {
	return a.endRunning(a.tx, row.GameID, func(table *Table) (correspondence.Change, error) {
		now, winner := a.tx.Now(), rules.NoSide
		switch row.Result {
		case "0-0":
			return table.State.Annul(now)
		case "1-0":
			winner = rules.White
		case "0-1":
			winner = rules.Black
		}
		if row.Forfeit {
			return table.State.Forfeit(now, winner.Other())
		}
		return table.State.Adjudicate(now, winner)
	})
}

// ladderResult ends the game of a challenge, whose places follow from that. A
// result that has moved places cannot be moved again.
func (a *act) ladderResult(row *store.Pairing, table *Table) error {
	was := a.before.pairings[row.ID]
	if was.Result != "" || row.Result == "" {
		return account.NewInvalid("result", "desk-ladder", nil)
	}
	row.Ruled = false
	if table != nil {
		return a.endAs(row)
	}
	if err := a.tx.UpdatePairing(row); err != nil {
		return err
	}
	return a.ladderGameEnded(a.tx, a.t, row)
}

// RuleMatch decides a match of a draw without its games, or takes such a ruling
// back where kind is empty. Kind is one of bracket's rulings; the winner is an
// entrant, 0 for an absence of both. Games of the match that are not finished end
// with it. Stage is as in director.Pairing.
func (s *Service) RuleMatch(ctx context.Context, by, id int64, stage string, match int, kind string, winner int64, reason string) error {
	return s.direct(ctx, by, id, reason, func(a *act) error {
		if err := a.needs(store.TournamentRunning); err != nil {
			return err
		}
		event, err := a.event()
		if err != nil {
			return err
		}
		ruling, err := rulingOn(event, stage, match, director.Kind(kind), winner)
		if err != nil {
			return err
		}
		for _, row := range a.before.pairings {
			if row.Kind == string(director.Game) && row.Stage == stage && row.Round == match && row.Result == "" && kind != "" {
				if event, err = a.endWith(event, row, ruling); err != nil {
					return err
				}
			}
		}
		after, err := a.changeDraw(event, func(e director.Event) (director.Event, error) { return e.Rule(ruling) })
		if err != nil {
			return err
		}
		if err := a.storeRuling(stage, match, after); err != nil {
			return err
		}
		detail := fmt.Sprintf("%d %s – %s", match, a.name(ruling.White), a.name(ruling.Black))
		if kind == "" {
			a.log("ruling-back", detail)
			return nil
		}
		a.log("ruled", detail+" "+map[tournament.Result]string{tournament.WhiteWins: "1-0", tournament.BlackWins: "0-1"}[ruling.Result])
		a.entry.Detail = strings.TrimSpace(a.entry.Detail)
		return nil
	})
}

// rulingOn is a ruling as director.Event takes it.
func rulingOn(event director.Event, stage string, match int, kind director.Kind, winner int64) (director.Pairing, error) {
	state, err := event.Draw()
	if err != nil {
		return director.Pairing{}, err
	}
	holders, err := event.Holders(stage)
	if err != nil {
		return director.Pairing{}, err
	}
	if match < 1 || match > len(state.Fixtures) {
		return director.Pairing{}, account.NewInvalid("match", "desk-match", nil)
	}
	seats := state.Fixtures[match-1].Seats
	if seats[0] == 0 || seats[1] == 0 {
		return director.Pairing{}, account.NewInvalid("match", "desk-match", nil)
	}
	p := director.Pairing{
		Stage: stage, Round: match, White: holders[seats[0]-1].ID, Black: holders[seats[1]-1].ID, Kind: kind,
	}
	switch {
	case kind == "":
	case kind == director.Absence:
		p.Result = tournament.BothLose
	case kind != director.Walkover && kind != director.Lot && kind != director.Decision:
		return p, account.NewInvalid("kind", "desk-kind", nil)
	case winner == p.White:
		p.Result = tournament.WhiteWins
	case winner == p.Black:
		p.Result = tournament.BlackWins
	default:
		return p, account.NewInvalid("winner", "desk-winner", nil)
	}
	return p, nil
}

// endWith ends a game of a match as a ruling decides the match. Over the board, where
// it has not begun, it is taken out: should the ruling be taken back, it comes again.
func (a *act) endWith(event director.Event, row store.Pairing, ruling director.Pairing) (director.Event, error) {
	if row.GameID == 0 {
		return event.Without([]int64{row.ID}), a.tx.RemovePairing(row.ID)
	}
	table, err := a.watch(row.GameID)
	if err != nil {
		return event, err
	}
	row.Result, row.Forfeit, row.Deferred = "0-0", true, false
	row.Ruled, row.EndedAt = true, a.tx.Now()
	switch winner := winnerOf(ruling); winner {
	case 0:
	case row.WhiteID:
		row.Result = "1-0"
	default:
		row.Result = "0-1"
	}
	for i := range event.Pairings {
		if p := &event.Pairings[i]; p.ID == row.ID {
			p.Result, p.Forfeit = results[row.Result], true
		}
	}
	return event, a.storeResult(&row, table)
}

// winnerOf is the player who wins a pairing, 0 for none.
func winnerOf(p director.Pairing) int64 {
	switch p.Result {
	case tournament.WhiteWins:
		return p.White
	case tournament.BlackWins:
		return p.Black
	}
	return 0
}

// storeRuling writes the ruling on a match as an event has it.
func (a *act) storeRuling(stage string, match int, event director.Event) error {
	for id, row := range a.before.pairings {
		if kind := director.Kind(row.Kind); row.Stage == stage && row.Round == match && kind != director.Game && !kind.Bye() {
			if err := a.tx.RemovePairing(id); err != nil {
				return err
			}
		}
	}
	for _, p := range event.Pairings {
		if p.Stage == stage && p.Round == match && p.Kind != director.Game && !p.Kind.Bye() {
			_, err := a.storePairing(a.tx, a.t, p)
			return err
		}
	}
	return nil
}

// GiveTime gives a player more time in a running game: to the turn that runs
// where each turn has its own, else to his clock. D is from 1 minute to 60 days.
func (s *Service) GiveTime(ctx context.Context, by, id, pairing, entrant int64, d time.Duration, reason string) error {
	return s.direct(ctx, by, id, reason, func(a *act) error {
		row, err := a.pairing(pairing)
		if err != nil {
			return err
		}
		if d < time.Minute || d > correspondence.Longest {
			return account.NewInvalid("time", "desk-time", map[string]any{"max": int(correspondence.Longest / correspondence.Day)})
		}
		if row.GameID == 0 || entrant != row.WhiteID && entrant != row.BlackID {
			return account.NewInvalid("player", "desk-time-player", nil)
		}
		if _, err = a.watch(row.GameID); err != nil {
			return err
		}
		table, err := tableForUpdate(a.tx, row.GameID)
		if err != nil {
			return err
		}
		side := rules.White
		if entrant == row.BlackID {
			side = rules.Black
		}
		change, err := table.State.GiveTime(a.tx.Now(), side, d)
		switch {
		case errors.Is(err, correspondence.ErrNotYourTurn):
			return account.NewInvalid("player", "desk-time-turn", nil)
		case errors.Is(err, correspondence.ErrTimeUp) || errors.Is(err, correspondence.ErrOver):
			return account.NewInvalid("pairing", "desk-time-over", nil)
		case err != nil:
			return err
		}
		a.log("time", a.versus(row)+": "+a.name(entrant)+" +"+span(d))
		return a.apply(a.tx, table, change, nil)
	})
}

// span is a duration in days, hours and minutes: "3d", "1d 12h".
func span(d time.Duration) string {
	var parts []string
	for _, unit := range []struct {
		d    time.Duration
		name string
	}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "min"}} {
		if n := d / unit.d; n > 0 {
			parts = append(parts, fmt.Sprintf("%d%s", n, unit.name))
			d -= n * unit.d
		}
	}
	return strings.Join(parts, " ")
}
