package api

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/api/store/storetest"
	"crownpost/rules"
	"crownpost/rules/dice"
)

// plays makes some acts: the middle one of those that are legal each time.
func (g *table) plays(acts int) {
	g.t.Helper()
	state := g.state()
	for range acts {
		legal := state["legal"].([]any)
		state = g.act(state, legal[len(legal)/2].(string))
	}
}

func TestTheDiceAreCountedEveryNight(t *testing.T) {
	s := newSite(t)
	reader := s.visitor()
	reader.get("/dice").want(t, 200).shows(t, "Nothing has been counted yet", `href="/dice/verify"`)
	g := s.match(s.program("Anna"), s.program("Bert"), map[string]any{"length": 3})
	counted := func() []string {
		t.Helper()
		if err := s.Play.CountDice(t.Context()); err != nil {
			t.Fatal(err)
		}
		rolls := 0
		for _, roll := range g.proof().Rolls {
			if !roll.Opening {
				rolls++
			}
		}
		return []string{fmt.Sprintf("%d rolls", rolls), "too few yet", `id="of-opening"`, "31 million"}
	}
	g.plays(20)
	first := counted()
	reader.get("/dice").want(t, 200).shows(t, append(first, "1 Dec 2026")...)
	g.plays(10)
	counted()
	reader.get("/dice").want(t, 200).shows(t, first...) // once a day
	s.clock.pass(24 * time.Hour)
	second := counted()
	reader.get("/dice").want(t, 200).shows(t, append(second, "2 Dec 2026")...)
}

func TestTheGamePageTellsOfANewChain(t *testing.T) {
	s := newSite(t)
	g := s.match(s.program("Anna"), s.program("Bert"), map[string]any{"length": 3})
	page := strings.TrimPrefix(g.path, "/api/v1")
	columns := strings.Split(storetest.Dump(t, s.Store)["dice_chains"], " | ")
	third := dice.Chain{Seed: parseLink(t, columns[5]), Length: dice.ChainLength}.Link(3)
	storetest.Exec(t, s.Store, fmt.Sprintf("UPDATE dice_chains SET seed = '%v', length = 3", third))
	for range 12 {
		before := s.visitor().get(page).want(t, 200)
		if strings.Contains(before.body, "new chain of secrets") {
			t.Fatalf("told after %d rolls", len(g.proof().Rolls))
		}
		if g.plays(1); len(g.proof().Chains) == 2 {
			break
		}
	}
	notes, err := s.Store.Read(t.Context()).Notes(g.id())
	if err != nil || len(notes) != 1 {
		t.Fatalf("notes %v, %v", notes, err)
	}
	g.plays(1)
	s.visitor().get(page).want(t, 200).shows(t, "From roll 4 on the dice come from a new chain of secrets, announced",
		fmt.Sprintf(`<a href="%s?ply=%d">`, page, notes[0].Ply), "1 Dec 2026", g.proof().Chains[1].Commitment.String())
}

func TestLoadedDiceAlarm(t *testing.T) {
	s := newSite(t)
	g := s.match(s.program("Anna"), s.program("Bert"), nil)
	err := s.Store.Write(t.Context(), func(tx *store.Tx) error {
		for i := range 500 {
			row := &store.DiceRoll{
				GameID: g.id(), Number: 100 + i, Chain: 1, Place: 100 + i, MatchGame: 1, Ply: 100 + i, Side: rules.Side(i % 2),
				Link: strings.Repeat("0", 64), Dice: fmt.Sprintf("%d6", i%6+1), At: tx.Now(),
			}
			if err := tx.AddRoll(row); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Play.CountDice(t.Context()); !errors.Is(err, play.ErrDiceAlarm) {
		t.Errorf("error %v, want an alarm", err)
	}
	if err := s.Play.CountDice(t.Context()); err != nil {
		t.Errorf("the alarm is given again: %v", err)
	}
	s.visitor().get("/dice").want(t, 200).shows(t, "&lt; 0.000001 – alarm")
}

func TestTheProofPageOfAGame(t *testing.T) {
	s := newSite(t)
	g := s.match(s.program("Anna"), s.program("Bert"), nil)
	g.plays(20)
	page := fmt.Sprintf("/dice/verify?game=%d", g.id())
	visitor := s.visitor()
	visitor.get(page).want(t, 200).shows(t, fmt.Sprintf(`data-proof="/games/%d/dice.json"`, g.id()), "crownpost dice verify dice.json")
	for _, address := range []string{"/dice/verify", "/dice/verify?game=x", "/dice/verify?game=-1", "/dice/verify?game="} {
		if a := visitor.get(address).want(t, 200); strings.Contains(a.body, "data-proof") {
			t.Errorf("%s asks for a proof", address)
		}
	}

	browser := startChromium(t)
	reader := s.window(browser, t, "a reader")
	proof := g.proved()
	match, err := dice.ReadProof(strings.NewReader(visitor.get(fmt.Sprintf("/games/%d/match.json", g.id())).want(t, 200).body))
	if err != nil || dice.Verify(match) != nil || len(match.Played) != len(proof.Rolls) {
		t.Errorf("the match with its moves: %d rolls played, %v, %v", len(match.Played), err, dice.Verify(match))
	}
	reader.open(page)
	reader.waits("the check", `document.querySelector("#proof-result").textContent.startsWith("verified: ")`)
	reader.reads("#proof-result", fmt.Sprintf("verified: %d rolls", len(proof.Rolls)), proof.Chains[0].Commitment.String())

	// One byte of the third roll's secret is changed.
	link := proof.Rolls[2].Link
	changed := link
	changed[5] ^= 0x10
	ask[bool](reader, fmt.Sprintf(`(() => {
		const text = document.querySelector("#proof-text");
		text.value = text.value.replace(%q, %q);
		document.querySelector("#proof button").click();
		return true;
	})()`, link, changed))
	reader.waits("the fault", `document.querySelector("#proof-result").classList.contains("error")`)
	reader.reads("#proof-result", "Roll 3 is wrong: its secret does not hash to the one before.")
	proof.Rolls[2].Link = changed
	if m, wrong := errors.AsType[*dice.Mismatch](dice.Verify(proof)); !wrong || m.Roll != 3 || m.Fault != dice.WrongLink {
		t.Errorf("the program finds %v", m)
	}
}
