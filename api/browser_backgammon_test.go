package api

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"

	"crownpost/rules"
)

// turn is a throw and what is played with it.
type turn struct {
	play string
	dice [2]int
}

// raceGame is a game from the standard position that White begins and wins
// before any checker of Black's is home: a gammon, and four times in table.
var raceGame = []turn{
	{"13/2", [2]int{6, 5}}, {"13/6", [2]int{4, 3}},
	{"24/18(2) 13/7(2)", [2]int{6, 6}}, {"13/6", [2]int{4, 3}},
	{"13/7 8/2(3)", [2]int{6, 6}}, {"24/17", [2]int{4, 3}},
	{"13/10 7/4(3)", [2]int{3, 3}}, {"17/16 13/12(3)", [2]int{1, 1}},
	{"18/6(2)", [2]int{6, 6}}, {"16/12", [2]int{3, 1}},
	{"10/6 4/off(3)", [2]int{4, 4}}, {"24/15", [2]int{6, 3}},
	{"6/off(4)", [2]int{6, 6}}, {"15/12", [2]int{2, 1}},
	{"6/off(4)", [2]int{6, 6}}, {"12/9", [2]int{2, 1}},
	{"2/off(4)", [2]int{5, 5}},
}

// game is the number in a game's address.
func (r *reader) game() int64 {
	r.t.Helper()
	id, err := strconv.ParseInt(strings.TrimPrefix(r.path(), "/games/"), 10, 64)
	if err != nil {
		r.t.Fatalf("%s is not at a game: %v", r.name, err)
	}
	return id
}

// shares types a share in the dice.
func (r *reader) shares(share string) {
	r.t.Helper()
	r.opens("Your share in the dice")
	r.click("#share")
	ask[bool](r, `(document.querySelector("#share").select(), true)`)
	command(r, input.InsertText, input.InsertTextParams{Text: share})
}

// opens opens a fold, which stays open from then on.
func (r *reader) opens(fold string) {
	r.t.Helper()
	if !ask[bool](r, labelled(fold)+".parentElement.open") {
		r.press(fold)
	}
}

// resigns offers to resign the game.
func (r *reader) resigns(level string) {
	r.t.Helper()
	r.opens("Resign")
	r.sends("Offer to resign " + level)
}

// wants types a share that makes the dice after an act come up as wanted.
func (r *reader) wants(side rules.Side, act string, dice ...int) {
	r.t.Helper()
	r.shares(r.site.shareFor(r.game(), side, act, dice...))
}

// acceptsWith is accepts, with a share that makes the opening throw come up as
// wanted; side is the reader's.
func (r *reader) acceptsWith(seek int64, side rules.Side, dice ...int) string {
	r.t.Helper()
	r.open("/lobby")
	share := r.site.shareToAccept(seek, side, dice...)
	ask[bool](r, fmt.Sprintf(`(document.querySelector('form[action="/seeks/%d/accept"] [name="share"]').value = %s, true)`, seek, quote(share)))
	r.press("Accept")
	r.waits("the game", `document.readyState === "complete" && location.pathname.startsWith("/games/")`)
	return r.path()
}

// playsByHand takes back the order to play forced moves.
func (r *reader) playsByHand() {
	r.t.Helper()
	r.click(`input[name="forced"]`)
	r.sends("Save")
	if ask[bool](r, `document.querySelector('input[name="forced"]').checked`) {
		r.t.Errorf("%s's order stands", r.name)
	}
}

// offered waits for a button.
func (r *reader) offered(label string) {
	r.t.Helper()
	r.waits("“"+label+"”", fmt.Sprintf(`!document.querySelector("main").inert && Boolean(%s)`, labelled(label)))
}

// decides presses a button when it comes, and the one that it asks for.
func (r *reader) decides(label string) {
	r.t.Helper()
	r.offered(label)
	if ask[bool](r, labelled(label)+`.matches("summary")`) {
		r.press(label)
		label = "Yes: " + label
	}
	r.sends(label)
}

// races plays raceGame, whose opening throw lies.
func races(white, black *reader, do func(i int, r *reader, side rules.Side, play string)) {
	for i, turn := range raceGame {
		r, side := white, rules.White
		if i%2 == 1 {
			r, side = black, rules.Black
		}
		do(i, r, side, turn.play)
	}
}

// next types a share for the throw that follows a turn of raceGame.
func (r *reader) next(i int, side rules.Side, play string) {
	r.t.Helper()
	if i+1 < len(raceGame) {
		dice := raceGame[i+1].dice
		r.wants(side, play, dice[0], dice[1])
	}
}

// offersMatch puts a match to three points into the lobby, for which the form
// shows the lengths once the game is chosen.
func (r *reader) offersMatch() {
	r.t.Helper()
	r.open("/lobby")
	r.fills(map[string]string{"variant": "backgammon"})
	r.waits("the lengths of a match", `document.querySelector("#field-length") !== null`)
	r.fills(map[string]string{"length": "3", "colour": "white"})
	r.sends("Offer this game")
}

// TestAMatchIsPlayedInTheBrowser plays a match to three points: a double that
// is taken, a game resigned, the Crawford game, a double that is dropped, and a
// gammon. Then the dice are checked.
func TestAMatchIsPlayedInTheBrowser(t *testing.T) {
	s := newSite(t)
	browser := startChromium(t)
	anna, bert := s.window(browser, t, "Anna"), s.window(browser, t, "Bert")
	anna.signsUp()
	bert.signsUp()
	anna.offersMatch()
	anna.reads(".outgoing", "match to 3 points")
	path := bert.acceptsWith(1, rules.Black, 3, 1)
	anna.open(path)
	for _, r := range []*reader{anna, bert} {
		r.reads(".match", "match to 3 points", "Game 1: 0–0")
		r.playsByHand()
	}

	// A double, taken; the game is resigned.
	anna.plays("white", "8/5 6/5", byTargets)
	bert.offered("Roll the dice")
	bert.decides("Double to 2")
	bert.reads("#status", "Anna must take or drop")
	anna.offered("Take")
	anna.reads(".must", "Bert doubles to 2. Take, and play on for 2 points; or drop, and lose 1.")
	anna.wants(rules.White, "take", 6, 4)
	anna.decides("Take")
	bert.plays("black", "24/14", byDrag)
	anna.offered("Double to 4")
	anna.resigns("a single game")
	bert.offered("Refuse and play on")
	bert.reads(".must", "Anna offers to resign a single game: 2 points.")
	bert.wants(rules.Black, "accept", 2, 1)
	bert.decides("Accept the resignation")

	// The Crawford game.
	anna.waits("the second game", `document.querySelector(".match").textContent.includes("Game 2: 0–2")`)
	anna.reads(".match", "Crawford game")
	anna.reads(".game-result", "Bert wins 2 points.")
	anna.wants(rules.White, "13/11 6/5", 6, 4)
	anna.plays("white", "13/11 6/5", byDrag)
	bert.awaits("13/3")
	if ask[bool](bert, labelled("Double")+" !== undefined") {
		t.Error("Bert may double in the Crawford game")
	}
	bert.resigns("a single game")
	anna.offered("Refuse and play on")
	anna.wants(rules.White, "accept", 3, 1)
	anna.decides("Accept the resignation")

	// A double, dropped.
	anna.awaits("8/5 6/5")
	anna.reads(".match", "Game 3: 1–2", "after the Crawford game")
	anna.wants(rules.White, "8/5 6/5", 6, 4)
	anna.plays("white", "8/5 6/5", byDrag)
	bert.plays("black", "24/14", byTargets)
	anna.decides("Double to 2")
	bert.offered("Drop")
	bert.wants(rules.Black, "drop", 6, 5)
	bert.decides("Drop")

	// A gammon.
	races(anna, bert, func(i int, r *reader, side rules.Side, play string) {
		r.awaits(play)
		if i == 1 {
			r.resigns("a single game")
			anna.decides("Refuse and play on")
			r.awaits(play)
		}
		r.next(i, side, play)
		r.plays(side.String(), play, gesture(i%2))
	})
	for _, r := range []*reader{anna, bert} {
		r.waits("the result", `document.querySelector("#status.over") !== null`)
		r.reads("#status", "3–2", "Anna won by bearing off all checkers")
		if got, want := ask[string](r, `[...document.querySelectorAll(".game-result")].map((p) => p.textContent).join(" ")`),
			"Bert wins 2 points. Anna wins 1 point. Anna wins 1 point. Anna wins 2 points."; got != want {
			t.Errorf("%s reads %q, want %q", r.name, got, want)
		}
		r.reads(".moves", "doubles to 2", "takes", "drops", "plays on", "offers to resign a single game")
	}
	anna.click(`.move-list .move`)
	anna.waits("an earlier position", `document.querySelector(".match").textContent.includes("Game 1")`)

	anna.open(path)
	anna.press("Check the dice")
	anna.waits("the proof", `document.querySelector("#proof-result")?.textContent.toLowerCase().includes("verified")`)
}

// watchesActs notes the share of every act that the page sends, and counts those
// that it is done with. The first act is lost on its way, the second is changed into one that is refused.
const watchesActs = `(() => {
	const send = window.fetch;
	[window.sent, window.done] = [[], 0];
	document.addEventListener("page:idle", () => { done++; });
	window.fetch = (address, options) => {
		if (options?.method === "POST" && address.endsWith("/acts")) {
			sent.push(options.body.get("share"));
			if (sent.length === 1) return Promise.reject(new TypeError("no connection"));
			if (sent.length === 2) options.body.set("act", "24/off");
		}
		return send(address, options);
	};
	return true;
})()`

// TestAnActThatIsTriedAgainSendsTheSameShare has two tries fail, so that a
// server cannot refuse an act until the share suits it.
func TestAnActThatIsTriedAgainSendsTheSameShare(t *testing.T) {
	s := newSite(t)
	browser := startChromium(t)
	anna, bert := s.window(browser, t, "Anna"), s.window(browser, t, "Bert")
	anna.signsUp()
	bert.signsUp()
	anna.offersMatch()
	path := bert.acceptsWith(1, rules.Black, 3, 1)
	anna.open(path)
	anna.awaits("8/5 6/5")
	ask[bool](anna, watchesActs)
	tries := func(n int) {
		t.Helper()
		anna.plays("white", "8/5 6/5", byTargets)
		anna.waits("the answer", fmt.Sprintf("done === %d", n))
	}
	tries(1)
	tries(2)
	anna.reads(".refusal", "24/off")
	if got := ask[string](anna, `document.querySelector("#share").value`); got != ask[string](anna, "sent[1]") {
		t.Errorf("%s would be sent after the refusal", got)
	}
	tries(3)
	sent := ask[[]string](anna, "sent")
	// Bert could double, so that the share waits for his roll.
	kept, err := s.Store.Read(t.Context()).DiceShares(anna.game())
	if err != nil || kept[rules.White].Share != sent[0] {
		t.Errorf("%q waits for the next roll (%v)", kept[rules.White].Share, err)
	}
	if len(sent) != 3 || len(sent[0]) != 32 || sent[1] != sent[0] || sent[2] != sent[0] {
		t.Errorf("%v were sent", sent)
	}
	anna.mu.Lock()
	anna.wrong = slices.DeleteFunc(anna.wrong, func(text string) bool { return strings.Contains(text, "422") }) // that is the refusal
	anna.mu.Unlock()

	// A share that the reader writes is not kept, the one drawn is.
	bert.open(path)
	share := func() string { t.Helper(); return ask[string](bert, `document.querySelector("#share").value`) }
	drawn := share()
	bert.shares(strings.Repeat("ab", 16))
	bert.open(path)
	if len(drawn) != 32 || drawn == sent[0] || share() != drawn {
		t.Errorf("%q was drawn, and then %q", drawn, share())
	}
}
