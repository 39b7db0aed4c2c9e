package api

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"crownpost/api/store"
	"crownpost/api/store/storetest"
	"crownpost/rules/dice"
)

// diceEvent announces a tournament of two rounds for two, and returns its path.
func diceEvent(organiser *client) string {
	event := organiser.must(201, "POST", "/api/v1/tournaments", map[string]any{
		"name": "Dice", "variant": "hypergammon", "clock": "per-move 3d", "plan": map[string]any{"cycles": 2}, "rated": false,
	})
	return "/api/v1/tournaments/" + number(event["id"])
}

// enters enters players, each with a share of his own, and starts the tournament.
func enters(path string, players ...*client) {
	for i, c := range players {
		c.must(204, "POST", path+"/enter", map[string]any{"share": strings.Repeat(fmt.Sprint(i+1), 40)})
	}
	players[0].must(204, "POST", path+"/start", nil)
}

// eventSeed is the seed in the database.
func (s *testSite) eventSeed(tournament int64) dice.Link {
	s.t.Helper()
	var seed string
	if err := s.Store.Write(s.t.Context(), func(tx *store.Tx) error {
		var err error
		seed, err = tx.EventSeed(tournament)
		return err
	}); err != nil {
		s.t.Fatal(err)
	}
	return parseLink(s.t, seed)
}

// gameOf is the last game of a tournament.
func (s *testSite) gameOf(path string, players ...*client) *table {
	s.t.Helper()
	games := players[0].must(200, "GET", path, nil)["games"].([]any)
	game := games[len(games)-1].(map[string]any)
	g := &table{s.t.(*testing.T), "/api/v1/games/" + number(game["id"]), map[string]*client{}}
	for _, c := range players {
		for _, side := range []string{"white", "black"} {
			if game[side] == c.name {
				g.players[side] = c
			}
		}
	}
	return g
}

func TestTheDiceOfATournamentComeFromOneSeed(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert, visitor, carol := s.program("Anna"), s.program("Bert"), s.visitor(), s.browser("Carol")
	path := diceEvent(anna)
	page := strings.TrimPrefix(path, "/api/v1")
	seed := s.eventSeed(1)

	// Before anybody enters: with the terms, and on the form to enter.
	state := anna.must(200, "GET", path, nil)
	commitment, _ := state["diceCommitment"].(string)
	if commitment != dice.EventCommitment(seed).String() {
		t.Fatalf("the commitment is %q", commitment)
	}
	for c, want := range map[*client]int{visitor: 1, carol: 2} {
		if n := strings.Count(c.get(page).want(t, 200).body, commitment); n != want {
			t.Errorf("%q reads the commitment %d times, not %d", c.name, n, want)
		}
	}
	paths := []string{"/", "/lobby", "/tournaments", page, page + "/mat.zip", path, path + "/mat.zip", "/api/v1/tournaments", "/dice"}
	hidden := func() {
		t.Helper()
		for _, c := range []*client{anna, bert, carol, visitor} {
			for _, path := range paths {
				if strings.Contains(c.get(path).body, seed.String()) {
					t.Errorf("%s shows the seed", path)
				}
			}
		}
		if strings.Contains(s.logged.String(), seed.String()) {
			t.Error("the log has the seed")
		}
	}
	hidden()

	enters(path, anna, bert)
	var games []*table
	for round := 1; round <= 2; round++ {
		g := s.gameOf(path, anna, bert)
		games = append(games, g)
		site := strings.TrimPrefix(g.path, "/api/v1")
		paths = append(paths, site, site+"/dice.json", site+"/match.json", site+"/mat", g.path, g.path+"/moves", g.path+"/dice.json", g.path+"/match.json")
		proof := g.proved()
		if e := proof.Event; e == nil || e.Commitment.String() != commitment || e.Round != round || e.Board != 1 || e.Seed != nil {
			t.Errorf("round %d: %+v", round, e)
		}
		if of := dice.EventChain(seed, round, 1, 1).Commitment(); len(proof.Chains) != 1 || proof.Chains[0].Commitment != of {
			t.Errorf("round %d is played on %+v, not on %v", round, proof.Chains, of)
		}
		g.playOut(3000)
		hidden()
		s.runTasks()
	}

	state = anna.must(200, "GET", path, nil)
	if state["status"] != store.TournamentFinished || state["diceSeed"] != seed.String() || state["diceCommitment"] != commitment {
		t.Errorf("%v, the seed is %v of %v", state["status"], state["diceSeed"], state["diceCommitment"])
	}
	visitor.get(page).want(t, 200).shows(t, commitment, seed.String())
	for _, g := range games {
		match, err := dice.ReadProof(strings.NewReader(visitor.get(strings.TrimPrefix(g.path, "/api/v1")+"/match.json").want(t, 200).body))
		if err != nil {
			t.Fatal(err)
		}
		for _, proof := range []dice.Proof{g.proved(), match} {
			if proof.Event == nil || proof.Event.Seed == nil || *proof.Event.Seed != seed || dice.Verify(proof) != nil {
				t.Errorf("%s: %+v, %v", g.path, proof.Event, dice.Verify(proof))
			}
		}
	}
	s.sound()
}

// TestALongMatchOfATournamentStaysOnItsSeed shortens a chain to its first links.
func TestALongMatchOfATournamentStaysOnItsSeed(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	path := diceEvent(anna)
	enters(path, anna, bert)
	seed := s.eventSeed(1)
	storetest.Exec(t, s.Store, fmt.Sprintf("UPDATE dice_chains SET seed = '%v', length = 3", dice.EventChain(seed, 1, 1, 1).Link(3)))
	g := s.gameOf(path, anna, bert)
	state := g.state()
	for len(g.proof().Rolls) < 5 {
		state = g.act(state, state["legal"].([]any)[0].(string))
	}
	proof := g.proved()
	want := []dice.Commitment{
		{FirstRoll: 1, Commitment: dice.EventChain(seed, 1, 1, 1).Commitment(), Length: 3},
		{FirstRoll: 4, Commitment: dice.EventChain(seed, 1, 1, 2).Commitment(), Length: 4096},
	}
	if !slices.Equal(proof.Chains, want) {
		t.Errorf("%+v, not %+v", proof.Chains, want)
	}
}

func TestATournamentFromBeforeDrawsItsChains(t *testing.T) {
	s, _ := newDocumentedSite(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	path := diceEvent(anna)
	storetest.Exec(t, s.Store, "UPDATE tournaments SET dice_seed = '', dice_commitment = ''")
	enters(path, anna, bert)
	proof := s.gameOf(path, anna, bert).proved()
	text, err := json.Marshal(proof)
	if err != nil || proof.Event != nil || len(proof.Rolls) == 0 || strings.Contains(string(text), "event") {
		t.Errorf("%s, %v", text, err)
	}
	if state := anna.must(200, "GET", path, nil); state["diceCommitment"] != nil {
		t.Errorf("it commits itself to %v", state["diceCommitment"])
	}
	draughts := anna.must(201, "POST", "/api/v1/tournaments", map[string]any{"name": "Draughts", "variant": "checkers", "clock": "per-move 3d"})
	if state := anna.must(200, "GET", "/api/v1/tournaments/"+number(draughts["id"]), nil); state["diceCommitment"] != nil {
		t.Errorf("draughts commits itself to %v", state["diceCommitment"])
	}
}
