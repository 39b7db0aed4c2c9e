package play

import (
	"slices"
	"testing"

	"crownpost/api/account"
)

// A late entrant plays in the open round: against the player with the bye or, while
// nothing has begun, in the round paired again.
func TestALateEntrantPlaysInTheOpenRound(t *testing.T) {
	ctx := t.Context()
	for _, late := range []Late{LateBye, LateAgain} {
		t.Run(string(late), func(t *testing.T) {
			d := newDesk(t, 5, boardsOf(swissOf(3)))
			anna := d.people["anna"]
			before := d.picture()
			if late == LateBye {
				must(t, d.SetResult(ctx, anna, d.id, d.of("bert", 1).ID, ResultInput{Result: "1-0", Reason: "as played"}))
				before = d.picture()
				if _, err := d.AddLate(ctx, anna, d.id, PersonInput{Name: "Wim"}, LateAgain, "train was late"); !refusedWith(err, "desk-late-begun") {
					t.Errorf("a round that has begun: %v", err)
				}
			}
			wim, err := d.AddLate(ctx, anna, d.id, PersonInput{Name: "Wim"}, late, "train was late")
			must(t, err)
			entry := d.last()
			d.look()
			if p := d.of("Wim", 1); p.Kind != "game" || wim != d.on["Wim"] {
				t.Errorf("%+v", p)
			}
			must(t, d.UndoAct(ctx, anna, d.id, entry.ID, "did not come"))
			if after := d.picture(); !slices.Equal(after, before) {
				t.Errorf("%q, want %q", after, before)
			}
		})
	}
}

func TestSeveralPlayersComeInAtOnceWithoutAReason(t *testing.T) {
	ctx := t.Context()
	d := openDesk(t, 2, boardsOf(swissOf(3)))
	anna := d.people["anna"]
	_, err := d.AddPlayers(ctx, anna, d.id, []PersonInput{{Name: "Wim", Rating: 1500}, {Name: "Xander"}}, "")
	if !refusedWith(err, "tournament-full") {
		t.Fatalf("more than there are places: %v", err)
	}
	must(t, d.RemovePlayer(ctx, anna, d.id, d.on["bert"], ""))
	entrants, err := d.AddPlayers(ctx, anna, d.id, []PersonInput{{Name: "Wim", Rating: 1500}, {Name: "Xander"}}, "")
	must(t, err)
	if entry := d.last(); len(entrants) != 2 || entry.Detail != "Wim, Xander" {
		t.Errorf("%v, %+v", entrants, entry)
	}
	must(t, d.StartTournament(ctx, anna, d.id))
	if _, err := d.AddPlayers(ctx, anna, d.id, []PersonInput{{Name: "Yara"}}, "late"); !refusedWith(err, "desk-open") {
		t.Errorf("after the start: %v", err)
	}
	if err := d.RemovePlayer(ctx, anna, d.id, entrants[0], ""); !refusedWith(err, "reason") {
		t.Errorf("after the start without a reason: %v", err)
	}
}

func TestARoundByHandNamesWhoIsMissing(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, 4, boardsOf(swissOf(3)))
	_, err := d.PairByHand(ctx, d.people["anna"], d.id, 1, [][2]int64{{d.on["bert"], d.on["bert"]}, {d.on["carl"], d.on["dora"]}}, nil, "lots")
	var codes []string
	for _, i := range account.Invalids(err) {
		codes = append(codes, i.Code)
	}
	if !slices.Equal(codes, []string{"desk-missing", "desk-doubled"}) {
		t.Errorf("%v: %v", codes, err)
	}
}
