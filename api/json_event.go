package api

import (
	"time"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/tournament/director"
	"crownpost/tournament/tiebreak"
)

// eventJSON is who takes part in a tournament and what happened in it.
type eventJSON struct {
	ProjectedEnd *time.Time           `json:"projectedEnd"`
	LatestEnd    *time.Time           `json:"latestEnd"`
	Players      []entrantJSON        `json:"players"`
	Pairings     []pairingJSON        `json:"pairings"`
	Standings    []standingsJSON      `json:"standings"`
	Games        []tournamentGameJSON `json:"games"`
}

// entrantJSON is a player. ID is the number in the event by which pairings and
// standings name him.
type entrantJSON struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	Title      string `json:"title,omitempty"`
	Federation string `json:"federation,omitempty"`
	// Account says that the name is that of an account.
	Account bool `json:"account"`
	// Seat is the starting number, absent before the start.
	Seat   int    `json:"seat,omitempty"`
	Status string `json:"status"`
	// Rating is that at the start in whole points, null without one.
	Rating    *int `json:"rating"`
	CheckedIn bool `json:"checkedIn,omitempty"`
	// From is the first round of a late entrant, Left the first one that somebody
	// who has left was not there for.
	From int `json:"from,omitempty"`
	Left int `json:"left,omitempty"`
}

// pairingJSON is a game, a bye or a ruling. White and Black are players' IDs; a
// bye has no Black.
type pairingJSON struct {
	ID       int64      `json:"id"`
	Stage    string     `json:"stage,omitempty"`
	Round    int        `json:"round"`
	Board    int        `json:"board,omitempty"`
	White    int64      `json:"white"`
	Black    int64      `json:"black,omitempty"`
	Kind     string     `json:"kind"`
	Result   string     `json:"result"`
	Forfeit  bool       `json:"forfeit,omitempty"`
	Score    []int      `json:"score,omitempty"`
	Deferred bool       `json:"deferred,omitempty"`
	Ruled    bool       `json:"ruled,omitempty"`
	Game     int64      `json:"game,omitempty"`
	Due      *time.Time `json:"due,omitempty"`
	Ended    *time.Time `json:"ended,omitempty"`
}

// standingsJSON is one table. Codes are the tie-breaks in their order.
type standingsJSON struct {
	Stage       string         `json:"stage,omitempty"`
	Codes       []string       `json:"codes"`
	Provisional bool           `json:"provisional"`
	Rows        []standingJSON `json:"rows"`
}

// standingJSON is a line of a table; Points is null in draws and for players who
// were taken out.
type standingJSON struct {
	Rank        int                  `json:"rank"`
	ID          int64                `json:"id"`
	Name        string               `json:"name"`
	Seat        int                  `json:"seat"`
	Points      *float64             `json:"points"`
	Played      int                  `json:"played"`
	Wins        int                  `json:"wins"`
	Left        bool                 `json:"left,omitempty"`
	Annulled    bool                 `json:"annulled,omitempty"`
	In          bool                 `json:"in,omitempty"`
	LastMatch   int                  `json:"lastMatch,omitempty"`
	Performance int                  `json:"performance,omitempty"`
	Values      map[string]valueJSON `json:"values"`
}

// valueJSON is a tie-break with the terms that it is made of.
type valueJSON struct {
	Value *float64   `json:"value"`
	Terms []termJSON `json:"terms,omitempty"`
}

// termJSON is one round of a value: see tiebreak.Term. Opponent is a player's ID.
type termJSON struct {
	Round     int     `json:"round"`
	Opponent  int64   `json:"opponent,omitempty"`
	Points    float64 `json:"points"`
	Score     float64 `json:"score"`
	Value     float64 `json:"value"`
	Dummy     bool    `json:"dummy,omitempty"`
	Voluntary bool    `json:"voluntary,omitempty"`
	Cut       bool    `json:"cut,omitempty"`
}

type tournamentGameJSON struct {
	ID     int64  `json:"id"`
	Round  int    `json:"round"`
	Board  int    `json:"board"`
	White  string `json:"white"`
	Black  string `json:"black"`
	Result string `json:"result"`
	Ballot string `json:"ballot,omitempty"`
	PairOf int64  `json:"pairOf,omitempty"`
}

// json is the event for programs; terms says whether values come with theirs.
func (v *shownEvent) json(games []store.GameView, terms bool) (*eventJSON, error) {
	out := &eventJSON{
		Players: []entrantJSON{}, Pairings: []pairingJSON{}, Standings: []standingsJSON{}, Games: []tournamentGameJSON{},
	}
	for i := range v.entrants {
		out.Players = append(out.Players, v.entrantJSON(&v.entrants[i]))
	}
	for i := range v.pairings {
		out.Pairings = append(out.Pairings, newPairingJSON(&v.pairings[i]))
	}
	for i := range games {
		g := &games[i]
		table, err := play.NewTable(g)
		if err != nil {
			return nil, err
		}
		out.Games = append(out.Games, tournamentGameJSON{g.ID, g.Round, g.Board, g.WhiteName, g.BlackName, score(table.State), g.Ballot, g.PairOf})
	}
	if v.StartedAt.IsZero() || v.event.Plan.Format == director.Ladder {
		return out, nil
	}
	tables, err := v.event.Standings()
	if err != nil {
		return nil, err
	}
	for _, table := range tables {
		out.Standings = append(out.Standings, v.standingsJSON(table, terms))
	}
	return out, nil
}

func (v *shownEvent) entrantJSON(e *store.EntrantView) entrantJSON {
	out := entrantJSON{
		ID: e.ID, Name: e.Shown, Title: e.Title, Federation: e.Federation, Account: e.AccountID != 0, Seat: e.Seat, Status: e.Status,
		CheckedIn: !e.CheckedInAt.IsZero(), From: e.FromRound, Left: e.LeftRound,
	}
	if p := v.player(e.ID); p.Rating != nil {
		out.Rating = &p.Rating.Points
	}
	return out
}

func newPairingJSON(p *store.Pairing) pairingJSON {
	out := pairingJSON{
		ID: p.ID, Stage: p.Stage, Round: p.Round, Board: p.Board, White: p.WhiteID, Black: p.BlackID, Kind: p.Kind,
		Result: p.Result, Forfeit: p.Forfeit, Deferred: p.Deferred, Ruled: p.Ruled, Game: p.GameID, Due: moment(p.DueAt), Ended: moment(p.EndedAt),
	}
	switch out.Result { // as games have it
	case "":
		out.Result = "*"
	case "½-½":
		out.Result = "1/2-1/2"
	}
	if p.ScoreWhite+p.ScoreBlack > 0 {
		out.Score = []int{p.ScoreWhite, p.ScoreBlack}
	}
	return out
}

func (v *shownEvent) standingsJSON(table director.Table, terms bool) standingsJSON {
	out := standingsJSON{Stage: table.Stage, Codes: []string{}, Provisional: table.Provisional, Rows: []standingJSON{}}
	players := map[int]int64{} // by the seats of the table
	for _, row := range table.Rows {
		players[row.Seat] = row.Player
	}
	for _, code := range table.Codes {
		out.Codes = append(out.Codes, code.String())
	}
	for _, row := range table.Rows {
		made := v.tally(table.Stage, v.number(row.Player))
		line := standingJSON{
			Rank: row.Rank, ID: row.Player, Name: v.player(row.Player).Name, Seat: v.number(row.Player), Points: number64(row.Points),
			Played: made.played, Wins: row.Won, Left: row.Left, Annulled: row.Annulled, In: row.In, LastMatch: row.LastMatch,
			Values: map[string]valueJSON{},
		}
		if made.performance != nil {
			line.Performance = made.performance.Rating
		}
		if terms && !row.Points.None {
			line.Values[tiebreak.PTS] = newValueJSON(row.Points, players, terms)
		}
		for i, value := range row.Values {
			line.Values[out.Codes[i]] = newValueJSON(value, players, terms)
		}
		out.Rows = append(out.Rows, line)
	}
	return out
}

// number64 is a value as a number, nil without one.
func number64(v tiebreak.Value) *float64 {
	if v.None {
		return nil
	}
	n := hundredths(v.Number)
	return &n
}

func hundredths(h tiebreak.Hundredths) float64 { return float64(h) / 100 }

func newValueJSON(v tiebreak.Value, players map[int]int64, terms bool) valueJSON {
	out := valueJSON{Value: number64(v)}
	if !terms {
		return out
	}
	for _, t := range v.Terms {
		out.Terms = append(out.Terms, termJSON{
			Round: t.Round, Opponent: players[t.Opponent], Points: float64(t.Points) / 10, Score: hundredths(t.Score), Value: hundredths(t.Value),
			Dummy: t.Dummy, Voluntary: t.Voluntary, Cut: t.Cut,
		})
	}
	return out
}
