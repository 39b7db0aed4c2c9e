package play

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"crownpost/api/store"
	"crownpost/rating"
	"crownpost/rules"
	"crownpost/rules/correspondence"
	"crownpost/rules/draughts"
	"crownpost/rules/draughts/pdn"
)

// ErrNoNotation: games of this family are not written in PDN.
var ErrNoNotation = errors.New("no PDN for this game")

// Recorded is a game with all that its record is made of.
type Recorded struct {
	store.GameView
	Moves   []store.Move
	Changes []store.RatingChange
}

// ReadRecords completes the games of a family with their moves and what they
// did to the ratings. Other games are left out.
func ReadRecords(read *store.Reader, games []store.GameView, family rules.Family) ([]Recorded, error) {
	var list []Recorded
	var ids []int64
	for i := range games {
		if games[i].Family == string(family) {
			list = append(list, Recorded{GameView: games[i]})
			ids = append(ids, games[i].ID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	moves, err := read.MovesOf(ids)
	if err != nil {
		return nil, err
	}
	changes, err := read.ChangesOf(ids)
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].Moves, list[i].Changes = moves[list[i].ID], changes[list[i].ID]
	}
	return list, nil
}

// PDN is the game in the field's notation, as far as it has been played. Site
// is the game's address. A clock stands behind every move: what the player had
// left and how long the move took.
func (r *Recorded) PDN(site string) (*pdn.Game, error) {
	played, err := playedBy(r.Variant, r.Options)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", r.ID, err)
	}
	v, ok := played.(*draughts.Variant)
	if !ok {
		return nil, fmt.Errorf("game %d: %w", r.ID, ErrNoNotation)
	}
	control, err := correspondence.ParseControl(r.Control)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", r.ID, err)
	}
	start, err := r.startNotation(v)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", r.ID, err)
	}
	record := pdn.Record{Variant: v, FEN: start, Result: r.pdnResult(), Tags: r.tags(control, site)}
	left := [2]time.Duration{control.Whole(), control.Whole()}
	for _, m := range r.Moves {
		record.Moves = append(record.Moves, m.Act)
		if control.Kind == correspondence.None {
			continue
		}
		record.Left = append(record.Left, control.Shown(left[m.Side], m.Spent))
		left[m.Side] = control.Charge(left[m.Side], m.Spent)
	}
	g := record.Game()
	for i, m := range r.Moves {
		spent := "[%emt " + pdn.FormatTime(m.Spent) + "]"
		if node := &g.Main.Nodes[i]; len(node.After) > 0 {
			node.After[0].Text += " " + spent
		} else {
			node.After = []pdn.Comment{{Text: spent}}
		}
	}
	return g, nil
}

// startNotation is the FEN of the position that the game began from, empty for
// the standard one.
func (r *Recorded) startNotation(v rules.Variant) (string, error) {
	start, err := startOf(&r.Game)
	if err != nil || start.Notation() == v.Start().Notation() {
		return "", err
	}
	return start.Notation(), nil
}

// tags are those that do not follow from the moves.
func (r *Recorded) tags(control correspondence.Control, site string) []pdn.Tag {
	event := "Casual game"
	switch {
	case r.TournamentID != 0:
		event = r.TournamentName
	case r.Rated:
		event = "Rated game"
	}
	round, board := "-", ""
	if r.TournamentID != 0 {
		round, board = strconv.Itoa(r.Round), strconv.Itoa(r.Board)
	}
	began := r.CreatedAt.UTC()
	white, black := ratingText(r.Ratings())
	var tags []pdn.Tag
	for _, t := range []pdn.Tag{
		{Name: "Event", Value: event}, {Name: "Site", Value: site}, {Name: "Date", Value: began.Format("2006.01.02")},
		{Name: "Round", Value: round}, {Name: "White", Value: r.WhiteName}, {Name: "Black", Value: r.BlackName},
		{Name: "Board", Value: board}, {Name: "Opening", Value: r.Ballot},
		{Name: "WhiteRating", Value: white}, {Name: "BlackRating", Value: black},
		{Name: "TimeControl", Value: timeControl(control)}, {Name: "Clock", Value: r.Control},
		{Name: "Termination", Value: r.termination()},
		{Name: "UTCDate", Value: began.Format("2006.01.02")}, {Name: "UTCTime", Value: began.Format("15:04:05")},
		{Name: "PlyCount", Value: strconv.Itoa(len(r.Moves))},
	} {
		if t.Value != "" {
			tags = append(tags, t)
		}
	}
	return tags
}

// Ratings are the players' ratings in points when the game was rated, else
// those of now while it runs; 0 where they are not known.
func (r *Recorded) Ratings() (white, black int) {
	points := func(thousandths int64) int {
		if thousandths == 0 {
			return 0
		}
		return rating.Milli(thousandths).Points()
	}
	if r.Status == store.GameRunning {
		return points(r.WhiteRating), points(r.BlackRating)
	}
	for _, c := range r.Changes {
		switch c.AccountID {
		case r.WhiteID:
			white = points(c.Before)
		case r.BlackID:
			black = points(c.Before)
		}
	}
	return white, black
}

// ratingText writes ratings, one that is not known as an empty text.
func ratingText(white, black int) (w, b string) {
	text := func(points int) string {
		if points == 0 {
			return ""
		}
		return strconv.Itoa(points)
	}
	return text(white), text(black)
}

// pdnResult is the result with one point for a win; the writer turns it into
// the style of the game's type.
func (r *Recorded) pdnResult() string {
	switch {
	case r.Status != store.GameFinished:
		return "*"
	case r.Winner == rules.White:
		return "1-0"
	case r.Winner == rules.Black:
		return "0-1"
	}
	return "1/2-1/2"
}

// termination says in the words of PGN, which PDN shares, why the game ended.
func (r *Recorded) termination() string {
	switch rules.Reason(r.Reason) {
	case "":
		return "unterminated"
	case correspondence.Timeout:
		return "time forfeit"
	case correspondence.Forfeit:
		return "forfeit"
	case correspondence.Adjudicated:
		return "adjudication"
	case correspondence.AccountClosed, correspondence.ByPlayer, correspondence.NotStarted, correspondence.Annulled:
		return "abandoned"
	}
	return "normal"
}

// timeControl is a control as PDN writes it, in seconds: "1/259200" for each
// move, "864000+86400" with an increment, "2592000" for the game. A bank or a
// cap has no place in it.
func timeControl(c correspondence.Control) string {
	seconds := func(d time.Duration) string { return strconv.FormatInt(int64(d/time.Second), 10) }
	switch c.Kind {
	case correspondence.PerMove:
		return "1/" + seconds(c.Per)
	case correspondence.Fischer:
		return seconds(c.Initial) + "+" + seconds(c.Increment)
	case correspondence.Total:
		return seconds(c.Initial)
	}
	return "-"
}
