package api

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// unfolds opens the folds around an element.
func (r *reader) unfolds(selector string) {
	r.t.Helper()
	ask[bool](r, `(() => { for (let e = document.querySelector(`+quote(selector)+`); e; e = e.parentElement) if (e.matches("details")) e.open = true; return true })()`)
}

// seen says that an element takes room on the page.
func (r *reader) seen(selector string) bool {
	r.t.Helper()
	return ask[bool](r, `!!document.querySelector(`+quote(selector)+`)?.getClientRects().length`)
}

// TestAnEventOfEveryFormatIsMadeInAMinuteOfClicks makes them with a name, a
// format and the button.
func TestAnEventOfEveryFormatIsMadeInAMinuteOfClicks(t *testing.T) {
	s := newSite(t)
	anna := s.window(startChromium(t), t, "Anna")
	anna.signsUp()
	anna.do(chromedp.EmulateViewport(320, 640))
	// What each format asks for, and nobody else does.
	own := map[string]string{
		"round-robin": "#field-cycles", "swiss": "#field-rounds", "knockout": "#field-thirdPlace", "double-elimination": "#field-reset",
		"progressive": "#field-match", "groups": "#field-sectionSize", "ladder": "#field-movement",
	}
	shared := map[string]string{"#field-cycles": "groups", "#field-thirdPlace": "groups", "#field-match": "groups knockout double-elimination"}
	for _, format := range formats() {
		anna.open("/tournaments/new")
		anna.fills(map[string]string{"name": "The " + format, "format": format})
		if format == "progressive" {
			anna.fills(map[string]string{"variant": "backgammon"})
			anna.waits("the lengths of backgammon", `!!document.querySelector("#field-consolationLength")`)
		}
		for other, selector := range own {
			want := other == format || strings.Contains(shared[selector], format)
			if anna.seen(selector) != want {
				t.Errorf("%s: %s is seen: %v", format, selector, !want)
			}
		}
		if anna.seen("#field-expected") == (format == "ladder") {
			t.Errorf("%s: how long it lasts is told: %v", format, format == "ladder")
		}
		ask[bool](anna, `document.querySelectorAll("main details").forEach((d) => { d.open = true }) ?? true`)
		if wide := ask[int](anna, `document.scrollingElement.scrollWidth - innerWidth`); wide > 0 {
			t.Errorf("%s: the form is %d pixels wider than the screen", format, wide)
		}
		anna.sends("Create the tournament")
		anna.reads("h1", "The "+format)
	}
	// How long it lasts follows what is entered.
	anna.open("/tournaments/new")
	anna.fills(map[string]string{"format": "swiss"})
	anna.fills(map[string]string{"expected": "64"})
	ask[bool](anna, `document.querySelector("#field-expected").blur() ?? true`)
	anna.waits("7 rounds", `document.querySelector("#event-length").textContent.includes("64") && /Rounds[^0-9]*7/.test(document.querySelector("#event-length").textContent)`)
	if anna.seen("[data-without-script]") {
		t.Error("the button for those without scripts is seen")
	}
}
