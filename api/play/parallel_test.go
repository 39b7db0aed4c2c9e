package play

import (
	"context"
	"strconv"
	"sync"
	"testing"

	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/correspondence"
	"crownpost/tournament/director"
)

// TestTwoLastGamesEndingTogetherBeginOneRound ends the two last games of a round
// at once, while two runners proceed with the event: 200 times, and each time
// there is one next round.
func TestTwoLastGamesEndingTogetherBeginOneRound(t *testing.T) {
	for name, in := range map[string]TournamentInput{
		"a Swiss":       {Format: director.Swiss, Plan: director.Plan{Rounds: 2}},
		"a round robin": {Format: director.RoundRobin},
		"a knockout":    {Format: director.Knockout},
	} {
		t.Run(name, func(t *testing.T) {
			bothDatabases(t, func(t *testing.T, open func(*testing.T, store.Config) *store.Store) {
				names := peopleOf(4)
				c := newClubOn(t, open, store.Config{}, names...)
				for range 200/3 + 1 { // 200 in all
					endTogether(t, hold(c, in, names...).start())
				}
			})
		})
	}
}

func endTogether(t *testing.T, h *held) {
	t.Helper()
	ctx := context.Background()
	payload := strconv.FormatInt(h.id, 10)
	before := len(gamesOf(h.pairings()))
	var all sync.WaitGroup
	errs := make(chan error, 8)
	for _, p := range h.open() {
		row := h.club.row(p.GameID)
		all.Go(func() {
			_, err := h.PostAct(ctx, row.Player(rules.Black), p.GameID, correspondence.Act{Text: "resign"}, "")
			errs <- err
			errs <- h.Proceed(ctx, payload)
		})
	}
	all.Wait()
	close(errs)
	for err := range errs {
		must(t, err)
	}
	h.live()
	next := len(gamesOf(h.pairings())) - before
	want := 2
	if h.row().Format == string(director.Knockout) {
		want = 1
	}
	if next != want || h.logged("round") != 1 || h.row().Round != 2 {
		t.Fatalf("%d games of the next round, want %d; round %d, log %v", next, want, h.row().Round, h.log())
	}
}
