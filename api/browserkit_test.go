package api

import (
	"context"
	"crownpost/rules"
	"crownpost/rules/catalog"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long a page may take to show what it should.
const patience = 20 * time.Second

// startChromium starts a browser for one test. Without one the test is
// skipped, and fails where the browser is a must.
func startChromium(t *testing.T) context.Context {
	t.Helper()
	path := os.Getenv("CHROMIUM")
	if path == "" {
		path = "/usr/bin/chromium"
	}
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("CROWNPOST_CI") != "" {
			t.Fatalf("no browser: %v", err)
		}
		t.Skipf("no browser, so the pages are not tried out: %v", err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 4*time.Minute)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewExecAllocator(ctx,
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.Headless, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.UserDataDir(t.TempDir()))
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("browser: %v", err)
	}
	return ctx
}

// reader is a person at a window of the browser, with cookies of his own.
type reader struct {
	t    *testing.T
	site *testSite
	ctx  context.Context
	name string
	// taps says that the person has a touch screen and no mouse.
	taps bool

	mu    sync.Mutex
	wrong []string // what the browser complained about
}

// window opens a window for somebody. The test fails if the browser finds
// fault with any page that is shown in it.
func (s *testSite) window(browser context.Context, t *testing.T, name string) *reader {
	t.Helper()
	r := &reader{t: t, site: s, name: name}
	ctx, stop := chromedp.NewContext(browser, chromedp.WithNewBrowserContext(), chromedp.WithListener(r.listen))
	t.Cleanup(stop)
	r.ctx = ctx
	r.do(chromedp.EmulateViewport(1000, 1000))
	t.Cleanup(func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, text := range r.wrong {
			t.Errorf("%s's browser: %s", name, text)
		}
	})
	return r
}

// listen collects errors of scripts, refusals by the content security policy
// and files that are missing.
func (r *reader) listen(event any) {
	var text string
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text = fmt.Sprintf("%s %s:%d", e.ExceptionDetails.Text, e.ExceptionDetails.URL, e.ExceptionDetails.LineNumber)
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" || e.Type == "assert" {
			text = fmt.Sprintf("console %s", e.Type)
			for _, arg := range e.Args {
				text += " " + arg.Description
			}
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" || e.Entry.Level == "warning" {
			text = fmt.Sprintf("%s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL)
		}
	}
	if text == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.wrong = append(r.wrong, text)
}

func (r *reader) do(steps ...chromedp.Action[chromedp.Void]) {
	r.t.Helper()
	if err := chromedp.Do(r.ctx, steps...); err != nil {
		r.t.Fatalf("%s: %v", r.name, err)
	}
}

// command sends the browser a command that chromedp has no action for.
func command[P, A any](r *reader, c cdp.Command[P, A], params P) {
	r.t.Helper()
	r.do(func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, c, params)
		return chromedp.Void{}, err
	})
}

func ask[T any](r *reader, expression string) T {
	r.t.Helper()
	value, err := chromedp.Run(r.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		r.t.Fatalf("%s: %s: %v", r.name, expression, err)
	}
	return value
}

// waits until the expression is true on the page. While another page is being
// loaded there is nothing to ask.
func (r *reader) waits(what, expression string) {
	r.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(15 * time.Millisecond) {
		if ok, err := chromedp.Run(r.ctx, chromedp.Evaluate[bool](expression)); err == nil && ok {
			return
		}
	}
	text, _ := chromedp.Run(r.ctx, chromedp.Evaluate[string](`location.pathname + "\n" + document.querySelector("main").innerText`))
	r.t.Fatalf("%s waited in vain for %s on %s", r.name, what, text)
}

func quote(text string) string {
	out, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(out)
}

// open goes to a page of the site.
func (r *reader) open(path string) {
	r.t.Helper()
	r.do(chromedp.Navigate(r.site.http.URL + path))
}

// path is the address of the page that is shown.
func (r *reader) path() string { r.t.Helper(); return ask[string](r, "location.pathname") }

// text is what stands in the page's first element that the selector finds,
// with every run of white space as one space.
func (r *reader) text(selector string) string {
	r.t.Helper()
	return strings.Join(strings.Fields(ask[string](r, fmt.Sprintf(`document.querySelector(%s)?.textContent ?? ""`, quote(selector)))), " ")
}

// reads checks that an element says all of the texts.
func (r *reader) reads(selector string, texts ...string) {
	r.t.Helper()
	got := r.text(selector)
	for _, want := range texts {
		if !strings.Contains(got, want) {
			r.t.Errorf("%s reads %q at %s on %s, want %q in it", r.name, got, selector, r.path(), want)
		}
	}
}

// place is the middle of an element on the screen.
type place struct{ x, y float64 }

// find returns where an element is, given as an expression of the page, once
// no form is being renewed and the element has come to rest.
func (r *reader) find(element string) place {
	r.t.Helper()
	r.waits("a form that is complete", `!document.querySelector("main [aria-busy=true]")`)
	var before place
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		at := ask[[]float64](r, fmt.Sprintf(`(() => {
			const e = %s;
			if (!e) return [];
			e.scrollIntoView({block: "nearest", behavior: "instant"});
			const r = e.getBoundingClientRect();
			return [r.x + r.width / 2, r.y + r.height / 2];
		})()`, element))
		if len(at) == 0 {
			r.t.Fatalf("%s finds no %s on %s:\n%s", r.name, element, r.path(), ask[string](r, `document.querySelector("main").innerText`))
		}
		now := place{at[0], at[1]}
		if now == before {
			break
		}
		before = now
	}
	return before
}

func first(selector string) string {
	return fmt.Sprintf("document.querySelector(%s)", quote(selector))
}

// labelled is the page's first button, link or fold that can be seen and
// begins with the text.
func labelled(text string) string {
	return fmt.Sprintf(`[...document.querySelectorAll("main button, main a, main summary")].find((e) => e.textContent.trim().startsWith(%s) && e.checkVisibility())`, quote(text))
}

// click clicks on the first element that each selector finds.
func (r *reader) click(selectors ...string) {
	r.t.Helper()
	for _, selector := range selectors {
		r.hit(r.find(first(selector)))
	}
}

func (r *reader) hit(at place) {
	r.t.Helper()
	if r.taps {
		r.do(chromedp.TapXY(at.x, at.y))
	} else {
		r.do(chromedp.MouseClickXY(at.x, at.y))
	}
}

// press clicks on what has the label.
func (r *reader) press(label string) {
	r.t.Helper()
	r.hit(r.find(labelled(label)))
}

// goes does something that brings up another page, or a newer state of this
// one, and waits for it.
func (r *reader) goes(do func()) {
	r.t.Helper()
	ask[bool](r, `(document.querySelector("main").dataset.old = "yes") !== ""`)
	do()
	r.waits("the next page", `document.readyState === "complete" && !document.querySelector("main").dataset.old`)
}

// sends presses the button of a form and waits for the answer.
func (r *reader) sends(label string) {
	r.t.Helper()
	r.goes(func() { r.press(label) })
}

// fills chooses among options and radio buttons, and then types texts into
// fields, which the choices may have brought up.
func (r *reader) fills(fields map[string]string) {
	r.t.Helper()
	texts := map[string]string{}
	for name, value := range fields {
		selector := fmt.Sprintf(`main [name="%s"]`, name)
		switch ask[string](r, first(selector)+".type") {
		case "radio":
			choice := fmt.Sprintf(`%s[value="%s"]`, selector, value)
			r.click(choice)
			r.waits("its choice of "+name, first(choice)+".checked")
		case "select-one":
			ask[bool](r, fmt.Sprintf(`(() => {
				const e = %s; e.value = %s; e.dispatchEvent(new Event("change", {bubbles: true})); return true })()`, first(selector), quote(value)))
			if got := ask[string](r, first(selector)+".value"); got != value {
				r.t.Fatalf("%s cannot choose %q for %s", r.name, value, name)
			}
		default:
			texts[selector] = value
		}
	}
	for selector, text := range texts {
		r.click(selector)
		r.waits("the focus in "+selector, "document.activeElement === "+first(selector))
		command(r, input.InsertText, input.InsertTextParams{Text: text})
	}
}

// signsUp makes an account on the sign-up page.
func (r *reader) signsUp() {
	r.t.Helper()
	r.open("/signup")
	r.fills(map[string]string{"name": r.name, "email": strings.ToLower(r.name) + "@example.org", "password": password})
	r.sends("Create the account")
	r.reads(".site-user .me", r.name)
}

// offers puts a single game into the lobby.
func (r *reader) offers(variant, colour string) {
	r.t.Helper()
	r.open("/lobby?variant=" + variant)
	terms := map[string]string{"rated": "yes", "colour": colour}
	if v, _ := catalog.Lookup(variant); v.Family() == rules.Backgammon {
		terms["length"] = "1"
	}
	r.fills(terms)
	r.sends("Offer this game")
}

// accepts takes the first game in the lobby and returns its address.
func (r *reader) accepts() string {
	r.t.Helper()
	r.open("/lobby")
	r.press("Accept")
	r.waits("the game", `document.readyState === "complete" && location.pathname.startsWith("/games/")`)
	return r.path()
}

// drags moves the mouse with its button held down.
func (r *reader) drags(from, to string) {
	r.t.Helper()
	a, b := r.find(first(from)), r.find(first(to))
	left := chromedp.ButtonLeft
	r.do(chromedp.MouseEvent(chromedp.MousePressed, a.x, a.y, left),
		chromedp.MouseEvent(chromedp.MouseMoved, (a.x+b.x)/2, (a.y+b.y)/2, left),
		chromedp.MouseEvent(chromedp.MouseMoved, b.x, b.y, left),
		chromedp.MouseEvent(chromedp.MouseReleased, b.x, b.y, left))
}

// touches drags as a thumb on a phone does.
func (r *reader) touches(from, to string) {
	r.t.Helper()
	a, b := r.find(first(from)), r.find(first(to))
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		command(r, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: a.x, Y: a.y})
	for i := 1.; i <= 4; i++ {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: a.x + (b.x-a.x)*i/4, Y: a.y + (b.y-a.y)*i/4})
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
}

// legalMove is a move that the board on the page offers.
type legalMove struct {
	Text  string   `json:"text"`
	Path  []int    `json:"path"`
	Steps [][3]int `json:"steps"` // from, to, die
}

const theBoard = `JSON.parse(document.querySelector("figure[data-board]").dataset.board)`

// awaits waits until the board offers the move: it is then the reader's turn,
// and if the page was not asked for again, the server has told it so.
func (r *reader) awaits(move string) legalMove {
	r.t.Helper()
	mine := fmt.Sprintf(`%s.legal?.find((m) => m.text === %s)`, theBoard, quote(move))
	r.waits("the turn to play "+move, fmt.Sprintf(`!document.querySelector("main").inert && Boolean(%s)`, mine))
	return ask[legalMove](r, mine)
}

func square(n int) string { return fmt.Sprintf(`[data-square="%d"]`, n) }

// gesture is a way to move a piece.
type gesture int

const (
	byTargets gesture = iota // click on the piece and on the last square
	byDrag                   // drag it to the last square
	bySquares                // click on the piece and on every square it visits
)

// moves makes a move in a game of the draughts family.
func (r *reader) moves(move string, how gesture) legalMove {
	r.t.Helper()
	m := r.awaits(move)
	from, to := square(m.Path[0]), square(m.Path[len(m.Path)-1])
	switch how {
	case byTargets:
		r.click(from, to)
	case byDrag:
		r.drags(from, to)
	case bySquares:
		for _, n := range m.Path {
			r.click(square(n))
		}
	}
	if ask[bool](r, labelled("Confirm "+move)+" === undefined") { // the board has asked for the way
		r.press(move)
	}
	r.sends("Confirm " + move)
	return m
}

// divides makes a capture that shares its start and its end with another: the
// board asks for the way, and is shown a square that only this one visits.
func (r *reader) divides(move string) {
	r.t.Helper()
	m := r.awaits(move)
	from, to := m.Path[0], m.Path[len(m.Path)-1]
	var others []int
	for _, other := range ask[[]legalMove](r, theBoard+".legal") {
		if other.Text != move && other.Path[0] == from && other.Path[len(other.Path)-1] == to {
			others = append(others, other.Path...)
		}
	}
	own := slices.DeleteFunc(slices.Clone(m.Path), func(n int) bool { return slices.Contains(others, n) })
	if len(others) == 0 || len(own) == 0 {
		r.t.Fatalf("%s is not ambiguous, or has no square of its own: %v, %v", move, m.Path, others)
	}
	r.click(square(from), square(to))
	if got := r.text(".board-say"); !strings.HasPrefix(got, "Several captures are possible") {
		r.t.Errorf("%s is told %q, not asked for the way", r.name, got)
	}
	r.click(square(own[0]))
	r.sends("Confirm " + move)
}

// spot is the cell of a backgammon board that a side counts as n.
func spot(side string, n int) string {
	switch {
	case n == 25:
		return fmt.Sprintf(`[data-bar="%s"]`, side)
	case n == 0:
		return fmt.Sprintf(`[data-off="%s"]`, side)
	case side == "black":
		n = 25 - n
	}
	return fmt.Sprintf(`[data-point="%d"]`, n)
}

// plays makes a play in a game of the backgammon family: each checker is
// tapped, or dragged to where it goes.
func (r *reader) plays(side, play string, how gesture) {
	r.t.Helper()
	for _, step := range r.awaits(play).Steps {
		r.steps(side, step, how)
	}
	r.sends("Confirm " + play)
}

// steps moves one checker by one die.
func (r *reader) steps(side string, step [3]int, how gesture) {
	r.t.Helper()
	if how == byDrag {
		r.drags(spot(side, step[0]), spot(side, step[1]))
		return
	}
	// A tap plays the die that lies first.
	if next := r.text(".board-say"); strings.Contains(next, " the ") && !strings.Contains(next, fmt.Sprintf("the %d", step[2])) {
		r.press("Swap the dice")
	}
	r.click(spot(side, step[0]))
}

// withoutScripts turns JavaScript off in the window.
func (r *reader) withoutScripts() {
	r.t.Helper()
	command(r, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
}
