package api

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestAClockStandsWhileItsPlayerIsOnLeave takes leave in one window and looks at
// the clock in the other, which nobody loads again.
func TestAClockStandsWhileItsPlayerIsOnLeave(t *testing.T) {
	s := newSite(t)
	browser := startChromium(t)
	anna, bert := s.window(browser, t, "Anna"), s.window(browser, t, "Bert")
	anna.signsUp()
	bert.signsUp()
	anna.offers("international", "white")
	bert.accepts()
	ask[bool](bert, `window.sameVisit = true`)
	const clock = `.side-white .clock`
	// The page counts on with the device's clock.
	bert.waits("a clock that ticks", `document.querySelector(".side-white .clock").textContent.startsWith("2 days 23 hours")`)

	s.clock.pass(24 * time.Hour)
	anna.open("/settings/leave")
	anna.fills(map[string]string{"days": "5"})
	anna.sends("Take leave")
	anna.reads("main", "On leave until", "25 days")
	bert.waits("the leave", `document.querySelector(".side-white .paused") !== null && window.sameVisit === true`)
	bert.reads(".side-white .time", "paused", "On leave until")
	shown := bert.text(clock)
	if shown != "2 days" {
		t.Errorf("the clock shows %q, want 2 days", shown)
	}
	// It stands although an hour passes on the page.
	ask[bool](bert, `(() => {
		const now = Date.now;
		window.asked = 0;
		Date.now = () => { window.asked++; return now() + 3600_000 };
		return true })()`)
	bert.waits("the clocks to be looked at", `window.asked > 2`)
	if now := bert.text(clock); now != shown {
		t.Errorf("the clock went on from %q to %q", shown, now)
	}

	s.clock.pass(24 * time.Hour)
	anna.open("/settings/leave")
	anna.sends("End it now")
	anna.reads("main", "Taken in 2026", "29 days")
	bert.waits("the return", `document.querySelector(".side-white .paused") === null && window.sameVisit === true`)
	bert.waits("a clock that goes on", `document.querySelector(".side-white .clock").textContent.startsWith("1 day 23 hours")`)
	back := s.Now().Add(48 * time.Hour).Format(time.RFC3339)
	if got := ask[string](bert, `document.querySelector(".side-white .deadline time").dateTime`); got != back {
		t.Errorf("the deadline is %s, want %s", got, back)
	}

	// A leave that was planned begins on a page that stands open.
	anna.open("/settings/leave")
	from := s.Now().Add(time.Minute).Truncate(time.Minute)
	s.clock.pass(from.Sub(s.Now()) - 3*time.Second)
	ask[bool](anna, `(document.querySelector("[name=from]").value = "`+from.Format("2006-01-02T15:04")+`") !== ""`)
	anna.sends("Take leave")
	anna.reads("main", "On leave from")
	bert.waits("the plan", `document.querySelector(".side-white .clock").dataset.leave !== undefined && window.sameVisit === true`)
	s.clock.pass(3 * time.Second)
	bert.waits("the word", `document.querySelector(".side-white .paused") !== null && window.sameVisit === true`)
}

func TestPagesWithLeaveFitASmallScreen(t *testing.T) {
	s := newSite(t)
	anna := s.window(startChromium(t), t, "Anna_with-20-letters")
	anna.signsUp()
	anna.do(chromedp.EmulateViewport(320, 640))
	bert := s.program("Bert")
	anna.offers("international", "white")
	seeks := bert.must(200, "GET", "/api/v1/seeks", nil)["seeks"].([]any)
	game := bert.must(200, "POST", "/api/v1/seeks/"+number(seeks[0].(map[string]any)["id"])+"/accept", nil)["game"]
	fit := func(paths ...string) {
		t.Helper()
		for _, path := range paths {
			anna.open(path)
			if wide := ask[int](anna, `document.scrollingElement.scrollWidth - innerWidth`); wide > 0 {
				t.Errorf("%s is %d pixels wider than the screen", path, wide)
			}
		}
	}
	fit("/help/leave", "/settings/leave")
	anna.sends("Take leave")
	fit("/", "/settings/leave", "/settings", "/games/"+number(game), "/players/"+anna.name)
}
