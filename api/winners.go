package api

import (
	"sync"

	"github.com/labstack/echo/v4"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/templates"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
)

// winners are the first of the last table, of several contests of the main one.
// Errors: director.ErrNotStarted.
func winners(event director.Event) ([]int64, error) {
	tables, err := event.Standings()
	if err != nil || len(tables) == 0 {
		return nil, err
	}
	table := tables[len(tables)-1]
	for _, t := range tables {
		if t.Stage == director.Final || t.Stage == string(bracket.Main) {
			table = t
			break
		}
	}
	var first []int64
	for _, row := range table.Rows {
		if row.Rank == 1 {
			first = append(first, row.Player)
		}
	}
	return first, nil
}

// victories keeps who won the events that lists have shown.
type victories struct {
	mutex sync.Mutex
	known map[victory][]int64
}

// victory is the end of an event as it stood in a version.
type victory struct {
	tournament int64
	version    int
}

// of are the winners of an event that has ended, by entrant.
func (x *victories) of(read *store.Reader, t *store.Tournament) ([]int64, error) {
	key := victory{t.ID, t.Version}
	x.mutex.Lock()
	won, ok := x.known[key]
	x.mutex.Unlock()
	if ok {
		return won, nil
	}
	event, err := play.LoadEvent(read, t)
	if err != nil {
		return nil, err
	}
	if won, err = winners(event); err != nil {
		return nil, err
	}
	x.mutex.Lock()
	defer x.mutex.Unlock()
	if x.known == nil || len(x.known) >= 1000 {
		x.known = map[victory][]int64{}
	}
	x.known[key] = won
	return won, nil
}

// addWinners tells on the cards of events that have ended who won them.
func (s *Server) addWinners(c echo.Context, rows []store.TournamentView, cards []templates.TournamentCard) error {
	read := s.Store.Read(c.Request().Context())
	won := make([][]int64, len(rows))
	var all []int64
	for i := range rows {
		t := &rows[i].Tournament
		if t.Status != store.TournamentFinished || t.StartedAt.IsZero() || t.Format == string(director.Ladder) {
			continue
		}
		var err error
		if won[i], err = s.victories.of(read, t); err != nil {
			return err
		}
		all = append(all, won[i]...)
	}
	entrants, err := read.EntrantsByID(all)
	if err != nil {
		return err
	}
	players := map[int64]templates.Player{}
	for i := range entrants {
		e := &entrants[i]
		players[e.ID] = playerIn(e, e.Rating)
	}
	for i := range won {
		for _, entrant := range won[i] {
			cards[i].Winners = append(cards[i].Winners, players[entrant])
		}
	}
	return nil
}
