package templates

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"crownpost/rules/dice"
)

// proofOf is a proof of so many rolls over a chain of four and a second one,
// three rolls a game, shares of every kind.
func proofOf(rolls int) dice.Proof {
	chains := []dice.Chain{{Seed: sha256.Sum256([]byte("first")), Length: 4}, {Seed: sha256.Sum256([]byte("second")), Length: 300}}
	p := dice.NewProof("17 ½",
		dice.Commitment{FirstRoll: 1, Commitment: chains[0].Commitment(), Length: 4},
		dice.Commitment{FirstRoll: 5, Commitment: chains[1].Commitment(), Length: 300})
	for i := 1; i <= rolls; i++ {
		secret := chains[0].Link(min(i, 4))
		if i > 4 {
			secret = chains[1].Link(i - 4)
		}
		share := func(who string, size int) []byte {
			sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", who, i))
			return append(sum[:], sum[:]...)[:size]
		}
		r := dice.Proved{
			Game: (i + 2) / 3, Number: i, Opening: i%3 == 1, Link: secret,
			Opponent: dice.Share{Bytes: share("opponent", 16+i%49), From: dice.FromPlayer},
			Roller:   dice.Share{Bytes: share("roller", 64), From: dice.FromServer},
		}
		if i%5 == 0 {
			r.Roller = dice.Share{From: dice.FromNobody}
		}
		roll := dice.Roll{Match: p.Match, Game: r.Game, Number: i, Opponent: r.Opponent.Bytes, Roller: r.Roller.Bytes}
		r.Dice = dice.Throw(roll.Key(secret).Dice(), r.Opening)
		p.Rolls = append(p.Rolls, r)
	}
	return p
}

// ofEvent puts a proof without rolls into an event that has ended: on chains
// from its seed, at round 3 and board 258.
func ofEvent(p *dice.Proof) {
	seed := dice.Link(sha256.Sum256([]byte("event")))
	p.Event = &dice.Event{Commitment: dice.EventCommitment(seed), Round: 3, Board: 258, Seed: &seed}
	p.Rolls = []dice.Proved{}
	for i := range p.Chains {
		p.Chains[i] = dice.Commitment{FirstRoll: 1 + 4096*i, Commitment: dice.EventChain(seed, 3, 258, i+1).Commitment(), Length: 4096}
	}
}

func proofJSON(t *testing.T, p dice.Proof) string {
	t.Helper()
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// diceSite serves the page, for game 7 if asked, and the proof of that game.
func diceSite(t *testing.T, proof string) *httptest.Server {
	t.Helper()
	tree, err := fs.Sub(Static, "static")
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /static/"+StaticHash+"/", http.StripPrefix("/static/"+StaticHash+"/", http.FileServerFS(tree)))
	mux.HandleFunc("GET /dice/verify", func(w http.ResponseWriter, r *http.Request) {
		page := &DiceVerifyPage{Layout: visitor("Check", "/dice/verify")}
		if r.FormValue("game") == "7" {
			page.Game = 7
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'self'")
		if err := Render(w, page); err != nil {
			t.Error(err)
		}
	})
	mux.HandleFunc("GET /games/7/dice.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, proof)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

// says waits until the page's result begins with a text.
func says(ctx context.Context, t *testing.T, text string) {
	t.Helper()
	var got string
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		var err error
		if got, err = chromedp.Run(ctx, chromedp.Evaluate[string](`document.getElementById("proof-result")?.textContent ?? ""`)); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(got, text) {
			return
		}
	}
	t.Errorf("the page says %q, want %q", got, text)
}

func TestTheProofPageChecksInTheBrowser(t *testing.T) {
	proof := proofOf(9)
	good := proofJSON(t, proof)
	bad := strings.Replace(good, proof.Rolls[6].Link.String(), "00"+proof.Rolls[6].Link.String()[2:], 1)
	server := diceSite(t, good)
	ctx := browser(t)
	open := func(address string) {
		if err := chromedp.Do(ctx, chromedp.Navigate(server.URL+address)); err != nil {
			t.Fatal(err)
		}
	}
	open("/dice/verify?game=7")
	says(ctx, t, "verified: 9 rolls")
	source, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.getElementById("proof-source").href`))
	if want := server.URL + Asset("js/dice.js"); err != nil || source != want {
		t.Errorf("the source is said to be %q, want %q (%v)", source, want, err)
	}

	paste := func(text string) {
		set := fmt.Sprintf(`document.getElementById("proof-text").value = %s; document.querySelector("#proof button").click()`, quoted(text))
		if _, err := chromedp.Run(ctx, chromedp.Evaluate[any](set)); err != nil {
			t.Fatal(err)
		}
	}
	open("/dice/verify")
	paste(bad)
	says(ctx, t, "Roll 7 is wrong: its secret does not hash to the one before.")
	paste(`{"moves": [], "dice": ` + good + `}`)
	says(ctx, t, "verified: 9 rolls")
	paste(`{"acts": [{"act": "roll", "dice": [1,1]}], "dice": ` + good + `}`)
	says(ctx, t, fmt.Sprintf("Roll 1 is wrong: the match was played with 1-1, but %s is proved.", dice.Text(proof.Rolls[0].Dice)))
	paste(`{"acts": [], "dice": ` + good + `}`)
	says(ctx, t, "The match has more or fewer rolls than are proved.")
	paste(strings.Replace(good, fmt.Sprintf(`"dice":[%d,%d]`, proof.Rolls[1].Dice[0], proof.Rolls[1].Dice[1]), `"dice":[0,0]`, 1))
	says(ctx, t, fmt.Sprintf("Roll 2 is wrong: the dice are 0-0, but the secret and the shares give %s.", dice.Text(proof.Rolls[1].Dice)))
	paste("{}")
	says(ctx, t, "This is not a proof of dice:")
	paste(proofJSON(t, proofOf(1)))
	says(ctx, t, "verified: 1 roll")

	event := proofOf(0)
	ofEvent(&event)
	paste(proofJSON(t, event))
	says(ctx, t, "verified: 0 rolls")
	result := func() string {
		t.Helper()
		text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.getElementById("proof-result").textContent`))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if text := result(); !strings.Contains(text, "board 258 of round 3") || !strings.Contains(text, event.Event.Commitment.String()) {
		t.Errorf("of an event that has ended: %s", text)
	}
	event.Event.Seed[0] ^= 1
	paste(proofJSON(t, event))
	says(ctx, t, "The seed of the tournament does not give its commitment")
	event.Event.Seed = nil
	paste(proofJSON(t, event))
	says(ctx, t, "verified: 0 rolls")
	if text := result(); !strings.Contains(text, "not yet revealed") || !strings.Contains(text, event.Event.Commitment.String()) {
		t.Errorf("of an event that runs: %s", text)
	}

	file := filepath.Join(t.TempDir(), "dice.json")
	if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(ctx, chromedp.SetUploadFiles(chromedp.CSS("#proof-file"), []string{file})); err != nil {
		t.Fatal(err)
	}
	says(ctx, t, "Roll 7 is wrong:")
}

func quoted(text string) string {
	out, _ := json.Marshal(text) // a string cannot fail
	return string(out)
}

// TestTheScriptFindsWhatTheProgramFinds spoils a proof in every part and
// compares the first fault that the script finds with the program's.
func TestTheScriptFindsWhatTheProgramFinds(t *testing.T) {
	server := diceSite(t, "")
	ctx := browser(t)
	if err := chromedp.Do(ctx, chromedp.Navigate(server.URL+"/dice/verify")); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(p *dice.Proof){
		"nothing":                       func(*dice.Proof) {},
		"another format":                func(p *dice.Proof) { p.Format = "crownpost-dice/2" },
		"another match":                 func(p *dice.Proof) { p.Match = "18 ½" },
		"a chain that begins late":      func(p *dice.Proof) { p.Chains[0].FirstRoll = 2 },
		"a chain with a gap before it":  func(p *dice.Proof) { p.Chains[1].FirstRoll = 6 },
		"the same chain twice":          func(p *dice.Proof) { p.Chains[1].Commitment = p.Chains[0].Commitment },
		"a chain that is too short":     func(p *dice.Proof) { p.Chains[1].Length = 3 },
		"another commitment":            func(p *dice.Proof) { p.Chains[1].Commitment[7] ^= 4 },
		"an event":                      ofEvent,
		"an event's seed not revealed":  func(p *dice.Proof) { ofEvent(p); p.Event.Seed = nil; p.Event.Round = 4 },
		"a bit of an event's seed":      func(p *dice.Proof) { ofEvent(p); p.Event.Seed[31] ^= 1 },
		"another round of an event":     func(p *dice.Proof) { ofEvent(p); p.Event.Round = 4 },
		"another board of an event":     func(p *dice.Proof) { ofEvent(p); p.Event.Board = 2 },
		"an event's second chain":       func(p *dice.Proof) { ofEvent(p); p.Chains[1].Commitment[0] ^= 1 },
		"a chain of an event that ends": func(p *dice.Proof) { ofEvent(p); p.Chains[1].Length = 4095 },
		"a roll left out":               func(p *dice.Proof) { p.Rolls = append(p.Rolls[:3:3], p.Rolls[4:]...) },
		"an earlier game":               func(p *dice.Proof) { p.Rolls[5].Game = 1 },
		"a later game":                  func(p *dice.Proof) { p.Rolls[5].Game = 3 },
		"a bit of a link":               func(p *dice.Proof) { p.Rolls[8].Link[0] ^= 1 },
		"a bit of the opponent's share": func(p *dice.Proof) { p.Rolls[6].Opponent.Bytes[0] ^= 1 },
		"a bit of the roller's share":   func(p *dice.Proof) { p.Rolls[6].Roller.Bytes[63] ^= 128 },
		"a share that is cut":           func(p *dice.Proof) { p.Rolls[6].Roller.Bytes = p.Rolls[6].Roller.Bytes[:15] },
		"a share that is missing":       func(p *dice.Proof) { p.Rolls[6].Opponent.Bytes = nil },
		"a share that is too long":      func(p *dice.Proof) { p.Rolls[6].Opponent.Bytes = make([]byte, 65) },
		"a share from nobody":           func(p *dice.Proof) { p.Rolls[6].Opponent.From = dice.FromNobody },
		"a share from somebody else":    func(p *dice.Proof) { p.Rolls[6].Opponent.From = "players" },
		"a share used again":            func(p *dice.Proof) { p.Rolls[6].Roller.Bytes = p.Rolls[0].Roller.Bytes },
		"a share used for both":         func(p *dice.Proof) { p.Rolls[6].Roller.Bytes = p.Rolls[6].Opponent.Bytes },
		"an opening throw later on":     func(p *dice.Proof) { p.Rolls[7].Opening = true },
		"a die":                         func(p *dice.Proof) { p.Rolls[7].Dice[1] = p.Rolls[7].Dice[1]%6 + 1 },
		"a die more":                    func(p *dice.Proof) { p.Rolls[7].Dice = append(p.Rolls[7].Dice, 1) },
		"no dice":                       func(p *dice.Proof) { p.Rolls[7].Dice = []int{} },
		"a single die":                  func(p *dice.Proof) { p.Rolls[7].Dice = p.Rolls[7].Dice[:1] },
	} {
		t.Run(name, func(t *testing.T) {
			p := proofOf(12)
			spoil(&p)
			want := fmt.Sprintf("%d rolls", len(p.Rolls))
			if m, wrong := errors.AsType[*dice.Mismatch](dice.Verify(p)); wrong {
				want = fmt.Sprintf("%s %d", m.Fault, m.Roll)
			}
			got, err := chromedp.Run(ctx, chromedp.Evaluate[string](fmt.Sprintf(
				`import(%q).then(({ verify }) => verify(%s)).then((r) => (r.wrong ? r.wrong + " " + (r.roll ?? 0) : r.rolls + " rolls"))`,
				Asset("js/dice.js"), proofJSON(t, p)), chromedp.EvalAwaitPromise))
			if err != nil || got != want {
				t.Errorf("the script finds %q, the program %q (%v)", got, want, err)
			}
		})
	}
}

func TestTheCheckOfDiceIsShortAndNeedsNothing(t *testing.T) {
	text, err := Static.ReadFile("static/js/dice.js")
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(text), "\n"); lines >= 60 {
		t.Errorf("%d lines, not under 60", lines)
	}
	for _, word := range []string{"import ", "crypto.", "fetch(", "document", "window"} {
		if strings.Contains(string(text), word) {
			t.Errorf("it has %q", word)
		}
	}
}
