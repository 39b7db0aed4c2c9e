package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestChoicesFollowTheGame(t *testing.T) {
	s := newSite(t)
	browser := startChromium(t)
	anna := s.window(browser, t, "Anna")
	anna.do(chromedp.EmulateViewport(390, 700))
	anna.signsUp()
	anna.open("/lobby")
	anna.reads("#field-colour", "Black")
	ask[bool](anna, `document.querySelector("#field-variant").focus() ?? true`)
	anna.click(`[name=colour][value=black]`)
	ask[bool](anna, `document.querySelector("#beginning").open = true`)
	anna.fills(map[string]string{"variant": "checkers"})
	anna.waits("the tables of checkers", `!!document.querySelector("#field-opening")`)
	anna.reads("#field-colour", "Red")
	if !ask[bool](anna, `document.querySelector("[name=colour][value=black]").checked && document.querySelector("#beginning").open && scrollY > 0
		&& document.querySelector("[data-without-script]").hidden`) {
		t.Error("what was entered, the fold or the place is lost")
	}
	anna.fills(map[string]string{"opening": "3-move"})
	anna.fills(map[string]string{"variant": "international"})
	anna.waits("the note", `document.querySelector("#beginning [role=status]")?.textContent.includes("Three-move ballot")`)
	anna.waits("the choices of international draughts", `document.querySelector("[name=shown]").value === "international"`)
	if ask[bool](anna, `!!document.querySelector("#field-opening")`) {
		t.Error("international draughts has an opening table")
	}
	anna.fills(map[string]string{"start": "hello"})
	anna.sends("Offer this game")
	anna.mu.Lock()
	anna.wrong = slices.DeleteFunc(anna.wrong, func(text string) bool { return strings.Contains(text, "422") }) // that is the refusal
	anna.mu.Unlock()
	if !ask[bool](anna, `document.activeElement.matches(".summary") && document.activeElement.getBoundingClientRect().top >= 0
		&& document.activeElement.getBoundingClientRect().bottom <= innerHeight`) {
		t.Errorf("the summary of what is wrong is out of sight: %s at %d", ask[string](anna, "document.activeElement.outerHTML"), ask[int](anna, "scrollY"))
	}
	anna.goesTo("#field-start")
}

// goesTo follows a link within the page.
func (r *reader) goesTo(fragment string) {
	r.t.Helper()
	r.click(`a[href="` + fragment + `"]`)
	r.waits("the place", `location.hash === `+quote(fragment))
}

func TestTheMoveListFollowsTheMove(t *testing.T) {
	s := newSite(t)
	browser := startChromium(t)
	anna, bert := s.program("Anna"), s.program("Bert")
	started := s.begun(anna, bert, seekOn("international", false, nil))
	path := "/games/" + number(started["id"])
	ply := 0
	move := func() {
		who := anna
		if ply%2 == 1 {
			who = bert
		}
		legal := who.must(http.StatusOK, "GET", "/api/v1"+path, nil)["legal"].([]any)
		act := legal[0]
		if m, ok := act.(map[string]any); ok {
			act = m["text"]
		}
		who.must(http.StatusOK, "POST", "/api/v1"+path+"/acts", map[string]any{"ply": ply, "act": act})
		ply++
	}
	for range 31 {
		move()
	}
	watcher := s.window(browser, t, "Watcher")
	watcher.open(path)
	const seen = `(() => {
		const list = document.querySelector(".move-list");
		const here = list.querySelector("[aria-current]").getBoundingClientRect(), box = list.getBoundingClientRect();
		return list.scrollTop > 0 && here.top >= box.top && here.bottom <= box.bottom })()`
	watcher.waits("the last move in its list", seen)
	move()
	watcher.waits("the new move in its list", `document.querySelectorAll(".move-list .move").length === 32 && `+seen)
}
