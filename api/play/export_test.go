package play

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/draughts"
	"crownpost/rules/draughts/pdn"
)

// everyVariant are the variants of the draughts family.
var everyVariant = []string{
	"international", "checkers", "canadian", "malaysian", "russian", "brazilian", "pool", "jamaican", "italian", "spanish",
	"portuguese", "czech", "turkish", "thai", "frisian", "frysk", "killer", "spantsiretti", "antidraughts", "breakthrough",
}

var controls = []string{"per-move 3d", "per-move 3d bank 7d", "fischer 10d+1d cap 14d", "total 30d", "none"}

// recordedGame draws a game of a variant: some moves from the beginning or
// from a position on the way, at some speed.
func recordedGame(t *rapid.T, key string) *Recorded {
	v, _ := draughts.Lookup(key)
	r := &Recorded{GameView: store.GameView{Game: store.Game{
		ID: 7, Variant: key, Family: string(rules.Draughts), Control: rapid.SampledFrom(controls).Draw(t, "control"),
		Status: store.GameRunning, WhiteID: 1, BlackID: 2, Winner: rules.NoSide,
		CreatedAt: time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC),
	}, WhiteName: "Anna", BlackName: "Bert"}}
	position := v.Start()
	skipped := rapid.IntRange(0, 30).Draw(t, "plies before the start")
	for ply := range rapid.IntRange(0, 80).Draw(t, "plies") + skipped {
		legal := position.Legal()
		if len(legal) == 0 {
			break
		}
		played, err := position.Play(rapid.SampledFrom(legal).Draw(t, "move").Text, nil)
		if err != nil {
			t.Fatal(err)
		}
		position = played.Position
		if ply < skipped {
			r.Start = position.String()
			continue
		}
		r.Moves = append(r.Moves, store.Move{
			Ply: len(r.Moves), Side: played.Side, Act: played.Text, Spent: time.Duration(rapid.Int64Range(0, 1e8).Draw(t, "spent")) * time.Millisecond,
		})
	}
	if rapid.Bool().Draw(t, "over") {
		r.Status, r.Winner, r.Reason = store.GameFinished, rules.Side(rapid.IntRange(-1, 1).Draw(t, "winner")), "resignation"
	}
	return r
}

func TestWhatIsExportedReadsBackToTheGamePlayed(t *testing.T) {
	for _, key := range everyVariant {
		t.Run(key, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				r := recordedGame(t, key)
				game, err := r.PDN("http://crownpost.test/games/7")
				if err != nil {
					t.Fatal(err)
				}
				text := game.String()
				strict, err := pdn.Parse(text, pdn.Options{Strict: true})
				if _, wide := map[string]bool{"canadian": true, "malaysian": true, "spantsiretti": true}[key]; err != nil && !wide {
					t.Fatalf("not strictly PDN: %v\n%s", err, text)
				}
				read, err := pdn.Parse(text, pdn.Options{})
				if err != nil || len(read) != 1 || len(strict) > 1 {
					t.Fatalf("%d games, %v\n%s", len(read), err, text)
				}
				resolved, err := pdn.Resolve(read[0], nil)
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				if resolved.Variant.Key() != key || resolved.Plies() != len(r.Moves) {
					t.Fatalf("%s, %d plies, want %d\n%s", resolved.Variant.Key(), resolved.Plies(), len(r.Moves), text)
				}
				start, err := startOf(&r.Game)
				if err != nil || resolved.Variant.FEN(resolved.Start) != start.Notation() {
					t.Fatalf("begins from %s, want %s", resolved.Variant.FEN(resolved.Start), start.Notation())
				}
				for i, p := range resolved.Main {
					if p.Text != r.Moves[i].Act {
						t.Fatalf("ply %d is %s, want %s\n%s", i, p.Text, r.Moves[i].Act, text)
					}
					if took, ok := p.Node.Time("emt"); !ok || took != r.Moves[i].Spent.Truncate(time.Second) {
						t.Fatalf("ply %d took %v, want %v", i, took, r.Moves[i].Spent)
					}
					if _, ok := p.Node.Time("clk"); ok == (r.Control == "none") {
						t.Fatalf("ply %d has a clock: %v", i, ok)
					}
				}
			})
		})
	}
}

func TestResultsAreWrittenAsTheGameTypeWantsThem(t *testing.T) {
	for _, tc := range []struct{ variant, win, draw, loss string }{
		{"international", "2-0", "1-1", "0-2"},
		{"canadian", "2-0", "1-1", "0-2"},
		{"checkers", "1-0", "1/2-1/2", "0-1"},
		{"russian", "1-0", "1/2-1/2", "0-1"},
		{"malaysian", "1-0", "1/2-1/2", "0-1"},
	} {
		for winner, want := range map[rules.Side]string{rules.White: tc.win, rules.NoSide: tc.draw, rules.Black: tc.loss} {
			r := &Recorded{GameView: store.GameView{Game: store.Game{
				Variant: tc.variant, Control: "none", Status: store.GameFinished, Winner: winner, Reason: "agreement",
			}}}
			game, err := r.PDN("")
			if err != nil {
				t.Fatal(err)
			}
			if text := game.String(); !strings.Contains(text, `[Result "`+want+`"]`) {
				t.Errorf("%s, winner %v: want %s in\n%s", tc.variant, winner, want, text)
			}
		}
	}
}

func TestTimeControlsAreWrittenInSeconds(t *testing.T) {
	for control, want := range map[string]string{
		"per-move 3d": "1/259200", "per-move 3d bank 7d": "1/259200", "fischer 10d+1d cap 14d": "864000+86400",
		"fischer 15m+15s": "900+15", "total 30d": "2592000", "none": "-",
	} {
		r := &Recorded{GameView: store.GameView{Game: store.Game{Variant: "checkers", Control: control, Status: store.GameRunning}}}
		game, err := r.PDN("")
		if err != nil {
			t.Fatal(err)
		}
		if got := game.Tag("TimeControl"); got != want || game.Tag("Clock") != control {
			t.Errorf("%s: %q, want %q; %q", control, got, want, game.Tag("Clock"))
		}
	}
}
