package play

import (
	"fmt"
	"slices"

	"crownpost/api/store"
	"crownpost/rating"
	"crownpost/rules"
)

// voidGame takes a finished game out of the ratings after an official has
// annulled it and its row is stored so: the pool is computed again as if the
// game had never been rated. It also notes why the game is not rated. One that
// was not rated changes no rating.
func (s *Service) voidGame(tx *store.Tx, game int64, reason string) error {
	g, err := tx.GameForUpdate(game)
	if err != nil {
		return err
	}
	return unrate(tx, &g.Game, unratedAborted, reason)
}

// correctRating brings the ratings to what the row of a finished game says, or
// the organiser of its tournament has ruled, after an official has corrected it:
// a game that was rated is rated with its new result in its old place, also if
// it had been annulled meanwhile, and the pool is computed again from there; one
// that counts no longer is taken out as by voidGame; one that counts for the
// first time is rated as if it had ended now, or with its tournament.
func (s *Service) correctRating(tx *store.Tx, game int64, reason string) error {
	g, err := tx.GameForUpdate(game)
	if err != nil || !g.Rated {
		return err
	}
	counts, err := asRuled(tx, &g.Game)
	switch {
	case err != nil:
		return err
	case !counts:
		return unrate(tx, &g.Game, unratedAborted, reason)
	case !g.ActedWhite || !g.ActedBlack:
		return unrate(tx, &g.Game, unratedNotBegun, reason)
	}
	changes, err := tx.GameChanges(game)
	if err != nil {
		return err
	}
	if len(changes) > 0 {
		return recompute(tx, &g.Game, store.ResultCorrection, reason)
	}
	back, err := reinstate(tx, &g.Game)
	if err != nil {
		return err
	}
	if back {
		if err := recompute(tx, &g.Game, reinstatement, reason); err != nil {
			return err
		}
		return tx.SetRatedReason(game, "")
	}
	waits, err := waitsForEvent(tx, &g.Game)
	switch {
	case err != nil:
		return err
	case waits:
		return tx.SetRatedReason(game, unratedYet)
	}
	if _, _, err := rate(tx, &g.Game); err != nil {
		return err
	}
	return tx.SetRatedReason(game, "")
}

// asRuled gives a game of a tournament the result that the organiser has ruled, in
// place of its own. Counts is false if it was not decided by play.
func asRuled(tx *store.Tx, g *store.Game) (counts bool, err error) {
	if g.TournamentID == 0 || g.Status != store.GameFinished {
		return g.Status == store.GameFinished, nil
	}
	p, err := tx.PairingOf(g.ID)
	if isNotFound(err) || err == nil && !p.Ruled {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	g.Winner = rules.NoSide
	switch p.Result {
	case "1-0":
		g.Winner = rules.White
	case "0-1":
		g.Winner = rules.Black
	}
	return !p.Forfeit && p.Result != "" && p.Result != "0-0", nil
}

// reinstatement is a recomputation with a game that was out of the ratings; it is
// stored as a ResultCorrection.
const reinstatement = ""

// reinstate puts the changes of a game that was taken out of the ratings back into
// their old places, as they were when that was done. False: it has none.
func reinstate(tx *store.Tx, g *store.Game) (bool, error) {
	old, err := tx.Superseded(g.ID)
	if err != nil || len(old) < 2 {
		return false, err
	}
	old = old[len(old)-2:]
	correction, err := tx.RatingCorrection(old[1].CorrectionID)
	if err != nil || correction.Kind != store.VoidCorrection || correction.GameID != g.ID {
		return false, err
	}
	for _, c := range old {
		row := &store.RatingChange{
			ID: c.ChangeID, GameID: g.ID, AccountID: c.AccountID, OpponentID: c.OpponentID, Pool: g.Variant,
			Before: c.Before, After: c.After, Delta: c.After - c.Before, OpponentBefore: c.OpponentBefore,
			Expected: c.Expected, K: c.K, Score: c.Score, Formula: c.Formula, Experience: c.Experience, At: c.At,
			TournamentID: c.TournamentID,
		}
		if rating.Formula(c.Formula) == rating.MatchLength {
			row.Length = max(g.Length, 1)
		}
		if err := tx.AddRatingChange(row); err != nil {
			return false, err
		}
	}
	return true, nil
}

// unrate takes a game out of the ratings, for a reason that is shown with the
// game and one that the official gave.
func unrate(tx *store.Tx, g *store.Game, why, reason string) error {
	if !g.Rated || g.Status == store.GameRunning {
		return nil
	}
	changes, err := tx.GameChanges(g.ID)
	if err != nil {
		return err
	}
	if len(changes) > 0 {
		if err := recompute(tx, g, store.VoidCorrection, reason); err != nil {
			return err
		}
	}
	return tx.SetRatedReason(g.ID, why)
}

// recompute computes the changes of a pool again from a rated game on, without
// it or with the result that it has now. Ratings are a fold over the log, so
// that only what can be reached from the game's players is touched. What the
// changes were stays, under the correction.
func recompute(tx *store.Tx, g *store.Game, kind, reason string) error {
	r := replay{tx: tx, game: g, void: kind == store.VoidCorrection, back: kind == reinstatement, touched: map[int64]bool{}, peaks: map[int64]bool{}}
	var err error
	if r.ratings, err = tx.PoolForUpdate(g.Variant); err != nil {
		return err
	}
	// Read under the lock, so that nothing is added behind them.
	own, err := tx.GameChanges(g.ID)
	if err != nil {
		return err
	}
	if own[0].TournamentID != 0 { // the whole event is rated at once
		if own, err = tx.EventChanges(own[0].TournamentID); err != nil {
			return err
		}
	}
	first := own[0].ID
	for _, row := range own {
		first = min(first, row.ID)
	}
	rows, err := tx.ChangesFrom(g.Variant, first)
	if err != nil {
		return err
	}
	r.rewind(rows)
	for _, entry := range entriesOf(rows) {
		if err := r.enter(entry); err != nil {
			return fmt.Errorf("replay of game %d: %w", entry[0].GameID, err)
		}
	}
	if len(r.changed) == 0 && !r.void {
		return nil
	}
	if r.back {
		kind = store.ResultCorrection
	}
	return r.store(kind, reason)
}

// entriesOf divides the changes of a pool into what was rated at once: a game,
// or a tournament as a whole.
func entriesOf(rows []store.RatingChange) [][]store.RatingChange {
	type key struct{ tournament, game int64 }
	var order []key
	entries := map[key][]store.RatingChange{}
	for _, row := range rows {
		k := key{tournament: row.TournamentID}
		if k.tournament == 0 {
			k.game = row.GameID
		}
		if entries[k] == nil {
			order = append(order, k)
		}
		entries[k] = append(entries[k], row)
	}
	list := make([][]store.RatingChange, len(order))
	for i, k := range order {
		list[i] = entries[k]
	}
	return list
}

// replay computes the changes of a pool again, entry by entry.
type replay struct {
	tx   *store.Tx
	game *store.Game
	// void says that the game counts no longer, back that it counts again: its
	// rows are there, but not in the ratings.
	void, back bool
	// ratings are as they were before the entry that comes next.
	ratings map[int64]*store.Rating
	// touched are the accounts whose ratings are other than they were.
	touched map[int64]bool
	// peaks are the accounts whose highest rating is known. Of the others it is
	// not needed.
	peaks map[int64]bool
	// changed are the rows that are other than they were, old the ids of those
	// and of the removed ones, without the reinstated.
	changed []store.RatingChange
	old     []int64
}

// reinstates says whether a row is one that is not in the ratings yet.
func (r *replay) reinstates(row *store.RatingChange) bool { return r.back && row.GameID == r.game.ID }

// rewind takes the ratings back to before the rows.
func (r *replay) rewind(rows []store.RatingChange) {
	for i := len(rows) - 1; i >= 0; i-- {
		row := &rows[i]
		if r.reinstates(row) {
			continue
		}
		rated := r.ratings[row.AccountID]
		rated.Rating = row.Before
		rated.Games--
		rated.Experience -= row.Length
		switch rating.Score(row.Score) {
		case rating.Win:
			rated.Wins--
		case rating.Draw:
			rated.Draws--
		case rating.Loss:
			rated.Losses--
		}
	}
}

// enter puts the next entry on the ratings: as it was, or computed again if it
// has in it the game, or a player who is touched. Two entries that share a
// player are never mixed up in the log, because both hold his rating while
// they are made; so an entry of which only a part is read is not touched.
func (r *replay) enter(entry []store.RatingChange) error {
	players := map[int64][]store.RatingChange{}
	again := false
	for _, row := range entry {
		players[row.AccountID] = append(players[row.AccountID], row)
		again = again || r.touched[row.AccountID] || row.GameID == r.game.ID
	}
	if !again {
		for account, rows := range players {
			add(r.ratings[account], rows)
		}
		return nil
	}
	for account, rows := range players {
		if err := r.findPeak(account, rows[0].ID); err != nil {
			return err
		}
	}
	after := r.compute(entry)
	for account, rows := range players {
		if r.compare(rows, after[account]) {
			r.touched[account] = true
		}
		add(r.ratings[account], after[account])
	}
	return nil
}

// findPeak finds the highest rating that an account had before a change. From
// there on the replay keeps it.
func (r *replay) findPeak(account, change int64) error {
	if r.peaks[account] {
		return nil
	}
	peak, err := r.tx.PeakBefore(account, r.game.Variant, change)
	if err != nil {
		return err
	}
	rated := r.ratings[account]
	rated.Peak = max(peak, startOfRating(rated))
	r.peaks[account] = true
	return nil
}

// startOfRating is the rating with which an account entered a pool.
func startOfRating(r *store.Rating) int64 {
	if r.Listed != 0 {
		return r.Listed
	}
	return int64(rating.Start)
}

// compute returns the rows of an entry as they are now, by account and in the
// order in which they were, without those of a game that counts no longer.
func (r *replay) compute(entry []store.RatingChange) map[int64][]store.RatingChange {
	if entry[0].TournamentID != 0 {
		return r.computeEvent(entry)
	}
	first, second := entry[0], entry[1]
	if first.GameID == r.game.ID && r.void {
		return nil
	}
	f := rating.FormulaFor(r.game.Family)
	one, two := rating.Apply(f, standing(r.ratings[first.AccountID]), standing(r.ratings[second.AccountID]), r.score(&first), first.Length)
	fill(&first, one)
	fill(&second, two)
	return map[int64][]store.RatingChange{first.AccountID: {first}, second.AccountID: {second}}
}

// score is what the account of a row scored: the game has a new result.
func (r *replay) score(row *store.RatingChange) rating.Score {
	switch {
	case row.GameID != r.game.ID:
		return rating.Score(row.Score)
	case row.AccountID == r.game.WhiteID:
		return scoreOf(r.game)
	}
	return scoreOf(r.game).Other()
}

func (r *replay) computeEvent(entry []store.RatingChange) map[int64][]store.RatingChange {
	start := startList(entry)
	e := ratedEvent{formula: rating.FormulaFor(r.game.Family)}
	for _, account := range sortedKeys(start) {
		e.enter(r.ratings[account], start[account])
	}
	// Either row of a game is the game, and whoever of the two is White in it
	// makes no difference to the ratings.
	rows := map[[2]int64]store.RatingChange{}
	once := map[int64]store.RatingChange{}
	for _, row := range entry {
		rows[[2]int64{row.GameID, row.AccountID}] = row
		once[row.GameID] = row
	}
	for _, game := range sortedKeys(once) {
		row := once[game]
		if game == r.game.ID && r.void {
			continue
		}
		e.play(&store.Game{ID: game, WhiteID: row.AccountID, BlackID: row.OpponentID, Variant: row.Pool}, r.score(&row), row.Length)
	}
	after := map[int64][]store.RatingChange{}
	for account, changes := range e.changes() {
		for i, c := range changes {
			row := rows[[2]int64{c.GameID, account}]
			changes[i].ID, changes[i].At = row.ID, row.At
			changes[i].TournamentID, changes[i].CorrectionID = row.TournamentID, row.CorrectionID
		}
		after[account] = changes
	}
	return after
}

func sortedKeys[V any](m map[int64]V) []int64 {
	keys := make([]int64, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// compare notes what has changed in an account's rows of an entry, and says
// whether anything has.
func (r *replay) compare(before, after []store.RatingChange) (differ bool) {
	for _, row := range before {
		i := slices.IndexFunc(after, func(c store.RatingChange) bool { return c.ID == row.ID })
		again := r.reinstates(&row)
		if i >= 0 && after[i] == row && !again {
			continue
		}
		differ = true
		if !again {
			r.old = append(r.old, row.ID)
		}
		if i >= 0 {
			r.changed = append(r.changed, after[i])
		}
	}
	return differ
}

// store writes what the replay has come to.
func (r *replay) store(kind, reason string) error {
	correction := &store.RatingCorrection{
		Pool: r.game.Variant, GameID: r.game.ID, Kind: kind, Reason: reason, Changes: len(r.old), At: r.tx.Now(),
	}
	if err := r.tx.AddCorrection(correction); err != nil {
		return err
	}
	slices.Sort(r.old)
	if err := r.tx.Supersede(correction.ID, r.old); err != nil {
		return err
	}
	if r.void {
		if err := r.tx.RemoveChanges(r.game.ID); err != nil {
			return err
		}
	}
	for i := range r.changed {
		r.changed[i].CorrectionID = correction.ID
		if err := r.tx.ReplaceChange(&r.changed[i]); err != nil {
			return err
		}
	}
	for _, account := range sortedKeys(r.touched) {
		if err := r.tx.CorrectRating(r.ratings[account]); err != nil {
			return err
		}
	}
	return nil
}
