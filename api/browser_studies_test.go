package api

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const twoLines = `[White "Wit"]
[Black "Zwart"]
[GameType "20"]

1. 32-28 19-23 (1... 18-23 {blocks} 2. 38-32 12-18) 2. 28x19 14x23 *

[White "Second"]

1. 31-26 *
`

// A study is clicked through without any page being loaded anew: what a script
// left behind in the window stays there.
func TestClickingThroughAStudy(t *testing.T) {
	browser := startChromium(t)
	s := newSite(t)
	anna := s.window(browser, t, "Anna")
	anna.signsUp()
	anna.open("/studies/new")
	anna.fills(map[string]string{"pdn": twoLines})
	anna.sends("Make the study")
	address := anna.path()
	anna.reads(".game-status", "Wit – Zwart")
	ask[bool](anna, `window.stayed = true`)
	at := func(what, node, fen string) {
		t.Helper()
		anna.waits(what, `document.querySelector(".moves [aria-current]")?.id === "node-`+node+`" && window.stayed === true`)
		if fen != "" {
			anna.reads(".notation", fen)
		}
	}
	anna.click(`a[rel="next"]`)
	at("the first move", "1", "B:W28,31,33")
	anna.do(chromedp.KeyEvent(kb.ArrowRight))
	at("the second", "2", "")
	anna.click("#node-5")
	at("a move of the variation", "5", "18,19,20,23")
	if got := ask[int](anna, `document.querySelectorAll('[data-at="18"]').length`); got != 1 {
		t.Error("no piece on 18")
	}
	anna.do(chromedp.KeyEvent(kb.ArrowLeft))
	at("the one before it in the variation", "4", "")
	anna.do(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft))
	at("back on the main line", "1", "")
	anna.reads(".continuations", "19-23", "18-23")
	anna.click(".continuations a:last-child")
	at("the variation by its link", "3", "")
	anna.click(`a[rel="last"]`)
	at("its end", "5", "")
	ask[bool](anna, `history.back() ?? true`)
	at("the position before, by the browser's button", "3", "")
	anna.click(".flip")
	anna.waits("the board turned", `document.querySelector("[data-square='1']").getBoundingClientRect().y > document.querySelector("[data-square='50']").getBoundingClientRect().y`)
	anna.click(".contents li:last-child a")
	anna.waits("the second game", `document.querySelector(".game-status").textContent.includes("Second") && window.stayed`)

	// A move is added by playing it.
	anna.open(address + "?node=2")
	ask[bool](anna, `window.stayed = true`)
	anna.click(square(28), square(19))
	at("the move that was there", "6", "")
	anna.open(address + "?node=1")
	ask[bool](anna, `window.stayed = true`)
	anna.click(square(17), square(22))
	at("the move that was added", "6", "")
	anna.waits("the capture it allows", theBoard+`.legal.some((m) => m.captured?.length)`)
	if file := s.visitor().get(address + "/pdn").body; !strings.Contains(file, "(1... 17-22)") {
		t.Error(file)
	}
}

func TestSettingUpAPositionOnTheBoard(t *testing.T) {
	browser := startChromium(t)
	s := newSite(t)
	anna := s.window(browser, t, "Anna")
	anna.signsUp()
	anna.open("/studies/new?variant=checkers")
	fen := func(want string) {
		t.Helper()
		anna.waits("the position "+want, `document.getElementById("field-fen").value === "`+want+`"`)
	}
	anna.press("Empty board")
	fen("B:W:B")
	anna.click(square(30), square(1)) // a white man on his last row is a king
	fen("B:WK1,30:B")
	anna.click(`[value="black-man"]`, square(15))
	anna.click(`[value="black-king"]`, square(10), square(30))
	fen("B:WK1:BK10,15,K30")
	anna.click(square(30)) // pressed again it goes
	fen("B:WK1:BK10,15")
	anna.drags(square(15), square(32))
	fen("B:WK1:BK10,K32")
	anna.drags(square(32), "h1") // off the board
	fen("B:WK1:BK10")
	ask[bool](anna, first(square(18))+`.focus() ?? true`)
	anna.do(chromedp.KeyEvent(kb.Enter))
	fen("B:WK1:BK10,K18")
	ask[bool](anna, `(() => { const e = document.querySelector("[data-turn]"); e.value = "white"; e.dispatchEvent(new Event("change")); return true })()`)
	fen("W:WK1:BK10,K18")
	ask[bool](anna, `(() => { const e = document.getElementById("field-fen"); e.value = "B:W31,K32:B1-4"; e.dispatchEvent(new Event("input")); return true })()`)
	anna.waits("the pieces of the text", `document.querySelectorAll(".pieces .piece").length === 6`)
	anna.click("#position-title")
	ask[bool](anna, `(document.getElementById("position-title").value = "Ending") !== ""`)
	anna.goes(func() { anna.hit(anna.find(`document.querySelector("[data-editor] > button")`)) })
	anna.reads(".notation", "B:W31,K32:B1,2,3,4")
}
