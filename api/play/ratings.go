package play

import (
	"iter"
	"maps"
	"slices"

	"crownpost/api/store"
	"crownpost/rating"
	"crownpost/rules"
	"crownpost/rules/correspondence"
)

// Why a rated game was not rated; the locale files have them as
// "unrated.<key>".
const (
	unratedAborted  = "void"
	unratedNotBegun = "no-act"
	// unratedYet: the tournament is rated as a whole when it ends.
	unratedYet = "event"
)

// rateEnded rates a game that ends, or notes why it is not rated.
func rateEnded(tx *store.Tx, t *Table) error {
	switch {
	case !t.Rated:
	case t.State.CountsForRating():
		waits, err := waitsForEvent(tx, &t.Game)
		if err != nil {
			return err
		}
		if waits {
			t.RatedReason = unratedYet
			return nil
		}
		white, black, err := rate(tx, &t.Game)
		if err != nil {
			return err
		}
		t.WhiteRating, t.WhiteGames = white.Rating, white.Games
		t.BlackRating, t.BlackGames = black.Rating, black.Games
	case t.State.Status == correspondence.Aborted:
		t.RatedReason = unratedAborted
	default:
		t.RatedReason = unratedNotBegun
	}
	return nil
}

// waitsForEvent says whether a game is rated with its whole tournament, which
// has not ended.
func waitsForEvent(tx *store.Tx, g *store.Game) (bool, error) {
	if g.TournamentID == 0 {
		return false, nil
	}
	t, err := tx.Tournament(g.TournamentID)
	if err != nil {
		return false, err
	}
	return t.RatingMode == store.RateEvent && t.EndedAt.IsZero(), nil
}

// rate changes both ratings of a game by itself, in the order of the accounts'
// ids, from what they are now.
func rate(tx *store.Tx, g *store.Game) (white, black *store.Rating, err error) {
	white, black, err = tx.RatingsForUpdate(g.Variant, int64(rating.Start), g.WhiteID, g.BlackID)
	if err != nil {
		return nil, nil, err
	}
	forWhite, forBlack := rating.Apply(rating.FormulaFor(g.Family), standing(white), standing(black), scoreOf(g), g.Length)
	if err := book(tx, white, []store.RatingChange{newChange(g, g.WhiteID, forWhite)}); err != nil {
		return nil, nil, err
	}
	return white, black, book(tx, black, []store.RatingChange{newChange(g, g.BlackID, forBlack)})
}

// scoreOf is what a game brought White.
func scoreOf(g *store.Game) rating.Score {
	switch g.Winner {
	case rules.White:
		return rating.Win
	case rules.Black:
		return rating.Loss
	}
	return rating.Draw
}

// standing is a rating row as the formulas take it.
func standing(r *store.Rating) rating.Player {
	return rating.Player{
		Rating: rating.Milli(r.Rating), Games: r.Games, Experience: r.Experience,
		Reached2400: r.Peak >= 2_400_000,
	}
}

// newChange is a change of account's as it is stored.
func newChange(g *store.Game, account int64, c rating.Change) store.RatingChange {
	row := store.RatingChange{
		GameID: g.ID, AccountID: account, OpponentID: g.Player(g.Side(account).Other()), Pool: g.Variant,
		Score: int(c.Score), Length: c.Length,
	}
	fill(&row, c)
	return row
}

// fill writes the numbers of a change into its row.
func fill(row *store.RatingChange, c rating.Change) {
	row.Before, row.After, row.Delta = int64(c.Own), int64(c.After), int64(c.Delta)
	row.OpponentBefore, row.Expected, row.K = int64(c.Opponent), int64(c.Expected), int64(c.K)
	row.Score, row.Formula, row.Experience = int(c.Score), string(c.Formula), c.Experience
}

// add is a rating after changes made at once: a game, or all games of an
// event. Only what they come to can be the highest rating.
func add(r *store.Rating, changes []store.RatingChange) {
	for _, c := range changes {
		r.Rating = c.After
		r.Games++
		r.Experience += c.Length
		switch rating.Score(c.Score) {
		case rating.Win:
			r.Wins++
		case rating.Draw:
			r.Draws++
		case rating.Loss:
			r.Losses++
		}
	}
	r.Peak = max(r.Peak, r.Rating)
}

// book stores changes of one account's rating, and the rating after them.
func book(tx *store.Tx, r *store.Rating, changes []store.RatingChange) error {
	for i := range changes {
		changes[i].At = tx.Now()
		if err := tx.AddRatingChange(&changes[i]); err != nil {
			return err
		}
	}
	add(r, changes)
	return tx.UpdateRating(r)
}

// rateEvent rates all games of a tournament that is rated as a whole, in the
// order of their ids, with the ratings of the start list; K and experience are
// those of the moment, and what is won or lost is added to the ratings of the
// moment. It belongs into the transaction in which the tournament ends, with
// all games stored. Repeated, or for another tournament, it does nothing.
func (s *Service) rateEvent(tx *store.Tx, tournament int64) error {
	games, err := tx.GamesNotRated(tournament, unratedYet)
	if err == nil {
		games, err = leaveUnplayed(tx, games)
	}
	if err != nil || len(games) == 0 {
		return err
	}
	entrants, err := tx.Entrants(tournament)
	if err != nil {
		return err
	}
	start := map[int64]int64{}
	for _, e := range entrants {
		start[e.AccountID] = e.Rating
	}
	players := map[int64]bool{}
	for i := range games {
		players[games[i].WhiteID], players[games[i].BlackID] = true, true
	}
	accounts := slices.Sorted(maps.Keys(players))
	ratings, err := tx.EnterPool(games[0].Variant, int64(rating.Start), accounts)
	if err != nil {
		return err
	}
	event := ratedEvent{formula: rating.FormulaFor(games[0].Family)}
	for _, account := range accounts {
		r := ratings[account]
		listed, entered := start[account]
		if !entered { // he has left his seat to somebody else
			listed = r.Rating
		}
		event.enter(r, listed)
	}
	for i := range games {
		event.play(&games[i], scoreOf(&games[i]), games[i].Length)
	}
	for account, changes := range event.changes() {
		for i := range changes {
			changes[i].TournamentID = tournament
		}
		if err := book(tx, ratings[account], changes); err != nil {
			return err
		}
	}
	for i := range games {
		if err := tx.SetRatedReason(games[i].ID, ""); err != nil {
			return err
		}
	}
	return nil
}

// leaveUnplayed gives games the results that the organiser has ruled, and leaves out
// those that were not decided by play.
func leaveUnplayed(tx *store.Tx, games []store.Game) ([]store.Game, error) {
	var played []store.Game
	for _, g := range games {
		counts, err := asRuled(tx, &g)
		if err == nil && !counts {
			err = tx.SetRatedReason(g.ID, unratedAborted)
		}
		if err != nil {
			return nil, err
		}
		if counts {
			played = append(played, g)
		}
	}
	return played, nil
}

// ratedEvent is a tournament on its way to rating.RateEvent and back.
type ratedEvent struct {
	formula  rating.Formula
	accounts []int64
	field    []rating.Contestant
	rows     []*store.Game
	games    []rating.EventGame
}

// enter adds a player with his rating on the start list. They come in the order
// of their accounts.
func (e *ratedEvent) enter(r *store.Rating, start int64) {
	e.accounts = append(e.accounts, r.AccountID)
	e.field = append(e.field, rating.Contestant{
		Player: standing(r), Start: rating.Milli(start), Unrated: r.Games == 0 && r.Listed == 0,
	})
}

func (e *ratedEvent) place(account int64) int {
	i, _ := slices.BinarySearch(e.accounts, account)
	return i
}

func (e *ratedEvent) play(g *store.Game, white rating.Score, length int) {
	e.rows = append(e.rows, g)
	e.games = append(e.games, rating.EventGame{
		White: e.place(g.WhiteID), Black: e.place(g.BlackID), Score: white, Length: length,
	})
}

// changes yields the rows of each player who has played, in the order of the
// accounts; the rows are in the order of the games.
func (e *ratedEvent) changes() iter.Seq2[int64, []store.RatingChange] {
	computed := rating.RateEvent(e.formula, e.field, e.games)
	return func(yield func(int64, []store.RatingChange) bool) {
		for i, account := range e.accounts {
			var rows []store.RatingChange
			for n, g := range e.games {
				if g.White == i || g.Black == i {
					rows = append(rows, newChange(e.rows[n], account, computed[i].Games[len(rows)]))
				}
			}
			if len(rows) > 0 && !yield(account, rows) {
				return
			}
		}
	}
}

// EventRating is what a tournament that was rated as a whole did to a player's
// rating.
type EventRating struct {
	AccountID int64
	rating.EventChange
}

// EventRatings lists what a tournament did to the ratings, by account; nothing
// if it was not rated as a whole, or not yet.
func EventRatings(read *store.Reader, tournament int64) ([]EventRating, error) {
	rows, err := read.EventChanges(tournament)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	unrated, err := read.UnratedIn(tournament)
	if err != nil {
		return nil, err
	}
	start := startList(rows)
	var list []EventRating
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].AccountID == rows[0].AccountID {
			n++
		}
		list = append(list, newEventRating(rows[:n], start, unrated))
		rows = rows[n:]
	}
	return list, nil
}

// startList is the rating of each player with which the changes of an event were
// computed.
func startList(rows []store.RatingChange) map[int64]int64 {
	start := map[int64]int64{}
	for i := range rows {
		start[rows[i].OpponentID] = rows[i].OpponentBefore
	}
	return start
}

// newEventRating adds up the changes of one player.
func newEventRating(rows []store.RatingChange, start map[int64]int64, unrated []int64) EventRating {
	first, last := &rows[0], &rows[len(rows)-1]
	e := EventRating{AccountID: first.AccountID}
	e.Formula, e.K = rating.Formula(first.Formula), int(first.K)
	e.Start = rating.Milli(start[e.AccountID])
	e.Before, e.After = rating.Milli(first.Before), rating.Milli(last.After)
	e.Delta = e.After - e.Before
	e.Exact = e.Delta
	var counted []rating.Milli
	halfPoints := 0
	for i := range rows {
		c := Change(&rows[i])
		c.Start = e.Start
		e.Games = append(e.Games, c)
		e.HalfPoints += int(c.Score)
		e.Expected += c.Expected
		e.Exact -= c.Rounding()
		if !slices.Contains(unrated, rows[i].OpponentID) {
			counted = append(counted, c.Opponent)
			halfPoints += int(c.Score)
		}
	}
	switch e.Formula {
	case rating.MatchLength:
		e.K = 0
	case rating.FIDEInitial:
		initial := rating.InitialRating(counted, halfPoints)
		e.Initial = &initial
	}
	return e
}

// Change is a stored change as the formulas have it; Start and Games are not
// stored with it.
func Change(row *store.RatingChange) rating.Change {
	return rating.Change{
		Formula: rating.Formula(row.Formula), Own: rating.Milli(row.Before), Opponent: rating.Milli(row.OpponentBefore),
		Expected: int(row.Expected), K: int(row.K), Score: rating.Score(row.Score),
		Delta: rating.Milli(row.Delta), After: rating.Milli(row.After), Length: row.Length, Experience: row.Experience,
	}
}
