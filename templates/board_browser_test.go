package templates

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// browser starts Chromium for one test. Without it the test is skipped, and
// fails where the browser is a must.
func browser(t *testing.T) context.Context {
	t.Helper()
	path := os.Getenv("CHROMIUM")
	if path == "" {
		path = "/usr/bin/chromium"
	}
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("CROWNPOST_CI") != "" {
			t.Fatalf("no browser: %v", err)
		}
		t.Skipf("no browser, so boards are not tried out: %v", err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewExecAllocator(ctx,
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.Headless, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.UserDataDir(t.TempDir()))
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	return ctx
}

// table is a server with one game page whose board can be changed, and which
// notes the acts that were sent.
type table struct {
	*httptest.Server
	t   *testing.T
	ctx context.Context

	mu      sync.Mutex
	board   Board
	version int
	acts    []string
	posts   int
	fail    int // how many of the next requests get no answer
	events  chan string
}

func newTable(t *testing.T, board Board) *table {
	tb := &table{t: t, ctx: browser(t), board: board, version: 1, events: make(chan string)}
	mux := http.NewServeMux()
	mux.Handle("GET /static/", http.FileServerFS(Static))
	mux.HandleFunc("GET /games/7", tb.page)
	mux.HandleFunc("POST /games/7/acts", tb.act)
	mux.HandleFunc("GET /games/7/events", tb.stream)
	tb.Server = httptest.NewServer(mux)
	t.Cleanup(func() {
		tb.CloseClientConnections()
		tb.Close()
	})
	tb.do(chromedp.EmulateViewport(900, 1000), chromedp.Navigate(tb.URL+"/games/7"), ready)
	return tb
}

// ready waits until the scripts have taken the board over.
var ready = chromedp.WaitReady(chromedp.CSS(`.board-svg [tabindex="0"]`))

func (tb *table) page(w http.ResponseWriter, r *http.Request) {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	if tb.fail > 0 {
		tb.fail--
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("Content-Security-Policy", "default-src 'self'")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	p := NewPrinter("en")
	board := tb.board
	if r.FormValue("flip") != "" {
		board.View = "black"
	}
	fmt.Fprintf(w, `<!DOCTYPE html><html lang="en"><head><title>Game 7</title><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/static/css/board.css"><script type="module" src="/static/js/site.js"></script></head>
<body data-words="%s"><main data-now="%d" data-version="%d" data-events="/games/7/events"><p id="acts">%s</p>%s
<a class="flip" href="/games/7?flip=1">Flip</a>
<form id="act-form" method="post" action="/games/7/acts"><input type="hidden" name="ply" value="%d"><input name="act" id="act"></form>
</main></body></html>`, esc(p.LiveWords()), time.Now().UnixMilli(), tb.version, esc(strings.Join(tb.acts, "; ")),
		board.Figure(p.BoardWords()), tb.version)
}

func (tb *table) act(w http.ResponseWriter, r *http.Request) {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	if r.FormValue("ply") == fmt.Sprint(tb.version) { // else a repeat, which browsers make by themselves
		tb.acts = append(tb.acts, r.FormValue("act"))
		tb.version++
		tb.board.Legal, tb.board.Turn, tb.board.Must = nil, "black", nil
	}
	tb.posts++
	if tb.fail > 0 {
		tb.fail--
		panic(http.ErrAbortHandler) // it was done, but the answer is lost
	}
	http.Redirect(w, r, "/games/7", http.StatusSeeOther)
}

func (tb *table) stream(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.(http.Flusher).Flush()
	for {
		select {
		case text := <-tb.events:
			fmt.Fprintf(w, "data: %s\n\n", text)
			w.(http.Flusher).Flush()
		case <-r.Context().Done():
			return
		}
	}
}

func (tb *table) do(steps ...chromedp.Action[chromedp.Void]) {
	tb.t.Helper()
	if err := chromedp.Do(tb.ctx, steps...); err != nil {
		tb.t.Fatal(err)
	}
}

func ask[T any](tb *table, expression string) T {
	tb.t.Helper()
	value, err := chromedp.Run(tb.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		tb.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// centre is where a cell of the board is on the screen, with a bias off the
// middle so that what lies on it is hit rather than the gap.
func (tb *table) centre(selector string) (x, y float64) {
	tb.t.Helper()
	at := ask[[]float64](tb, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q); e.scrollIntoView({block: "nearest"});
		const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`, selector))
	return at[0], at[1]
}

func (tb *table) click(selectors ...string) {
	tb.t.Helper()
	for _, selector := range selectors {
		x, y := tb.centre(selector)
		tb.do(chromedp.MouseClickXY(x, y))
	}
}

func (tb *table) drag(from, to string) {
	tb.t.Helper()
	x, y := tb.centre(from)
	u, v := tb.centre(to)
	left := chromedp.ButtonLeft
	tb.do(chromedp.MouseEvent(chromedp.MousePressed, x, y, left), chromedp.MouseEvent(chromedp.MouseMoved, (x+u)/2, (y+v)/2, left),
		chromedp.MouseEvent(chromedp.MouseMoved, u, v, left), chromedp.MouseEvent(chromedp.MouseReleased, u, v, left))
}

// finger drags as a thumb on a phone does.
func (tb *table) finger(from, to string) {
	tb.t.Helper()
	x, y := tb.centre(from)
	u, v := tb.centre(to)
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		if _, err := chromedp.Run(tb.ctx, func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
			_, err := cdp.Call(ctx, target, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
			return chromedp.Void{}, err
		}); err != nil {
			tb.t.Fatal(err)
		}
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	for i := 1.; i <= 4; i++ {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x + (u-x)*i/4, Y: y + (v-y)*i/4})
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
}

func (tb *table) keys(keys ...string) {
	tb.t.Helper()
	for _, key := range keys {
		tb.do(chromedp.KeyEvent(key))
	}
}

// says checks the sentence below the board, which has the given locale key.
func (tb *table) says(key string, values ...any) {
	tb.t.Helper()
	want := NewPrinter("en").T(key, values...)
	if got := ask[string](tb, `document.querySelector(".board-say").textContent`); got != want {
		tb.t.Errorf("the board says %q, want %q", got, want)
	}
}

// sends checks that the last act arrived, that it did so once, and that the
// answer is on the page.
func (tb *table) sends(want string) {
	tb.t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for ask[string](tb, `document.querySelector("#acts").textContent`) == "" && time.Now().Before(deadline) {
		time.Sleep(20 * time.Millisecond)
	}
	tb.mu.Lock()
	defer tb.mu.Unlock()
	if got := strings.Join(tb.acts, "; "); got != want {
		tb.t.Errorf("sent %q, want %q", got, want)
	}
}

func (tb *table) sentNothing() {
	tb.t.Helper()
	time.Sleep(100 * time.Millisecond)
	tb.mu.Lock()
	defer tb.mu.Unlock()
	if len(tb.acts) > 0 {
		tb.t.Errorf("sent %q before it was confirmed", tb.acts)
	}
}

// press presses the button below the board whose text has the given key.
func (tb *table) press(key string, values ...any) {
	tb.t.Helper()
	button := NewPrinter("en").T(key, values...)
	if !ask[bool](tb, fmt.Sprintf(`(() => {
		const b = [...document.querySelectorAll(".board-buttons button")].find((b) => b.textContent === %q);
		b?.click(); return Boolean(b) })()`, button)) {
		tb.t.Fatalf("no button %q", button)
	}
}

func square(n int) string { return fmt.Sprintf("[data-square=\"%d\"]", n) }
func point(n int) string  { return fmt.Sprintf("[data-point=\"%d\"]", n) }

// international is a board of 100 squares; pieces are "W32" or "BK4".
func international(pieces ...string) Board {
	b := Board{
		Family: "draughts", Variant: "international", Width: 10, Height: 10, Turn: "white", View: "white",
		Names: [2]string{"white", "black"}, Interactive: true, Confirm: true, Numbers: true, Label: "Board",
		Description: []string{"White: 32"},
	}
	for n := 1; n <= 50; n++ {
		row := (n - 1) / 5
		b.Squares = append(b.Squares, Square{Number: n, Label: fmt.Sprint(n), Row: row, Col: (n-1)%5*2 + 1 - row%2})
	}
	for _, text := range pieces {
		piece := Piece{Side: "white"}
		if text[0] == 'B' {
			piece.Side = "black"
		}
		rest := strings.TrimPrefix(text[1:], "K")
		piece.King = len(rest) < len(text)-1
		if _, err := fmt.Sscan(rest, &piece.Square); err != nil {
			panic(err) // a slip in a test's position
		}
		b.Pieces = append(b.Pieces, piece)
	}
	return b
}

// checkersBoard is the start on a board of 64 squares.
func checkersBoard() Board {
	b := Board{
		Family: "draughts", Variant: "checkers", Width: 8, Height: 8, Turn: "black", View: "white",
		Names: [2]string{"white", "red"}, Interactive: true, Confirm: true, Numbers: true, Label: "Board",
	}
	for n := 1; n <= 32; n++ {
		row := (n - 1) / 4
		b.Squares = append(b.Squares, Square{Number: n, Label: fmt.Sprint(n), Row: row, Col: (n-1)%4*2 + 1 - row%2})
		if n <= 12 {
			b.Pieces = append(b.Pieces, Piece{Square: n, Side: "black", King: n == 2})
		} else if n > 20 {
			b.Pieces = append(b.Pieces, Piece{Square: n, Side: "white", King: n == 30})
		}
	}
	b.Legal = []Move{{Text: "9-13", Path: []int{9, 13}}}
	b.Last = []int{24, 19}
	return b
}

// routes is a king with two ways to the same square.
func routes() Board {
	b := international("WK4", "B13", "B20", "B32", "B37")
	b.Must = []int{4}
	b.Legal = []Move{
		{Text: "4x31x42x15", Path: []int{4, 31, 42, 15}, Captured: []int{13, 37, 20}},
		{Text: "4x27x38x15", Path: []int{4, 27, 38, 15}, Captured: []int{13, 32, 20}},
	}
	return b
}

// loops are captures that visit the same squares in another order, return to
// where they began, and take other pieces: what a king can do where captured
// pieces stay until the end.
func loops() Board {
	b := international("WK33", "B17", "B18", "B22", "B23")
	b.Must = []int{33}
	b.Legal = []Move{
		{Text: "33x12x21x33", Path: []int{33, 12, 21, 33}, Captured: []int{18, 17, 22}},
		{Text: "33x21x12x33", Path: []int{33, 21, 12, 33}, Captured: []int{22, 17, 23}},
	}
	return b
}

// turkish is a board on which every square is played, with a king that takes
// pieces at once and can land where one stood.
func turkish() Board {
	b := Board{
		Family: "draughts", Variant: "turkish", Width: 8, Height: 8, Turn: "white", View: "white",
		Names: [2]string{"white", "black"}, Interactive: true, Confirm: true, Numbers: true, Label: "Board",
	}
	number := map[string]int{}
	for n := 1; n <= 64; n++ {
		row, col := (n-1)/8, (n-1)%8
		label := fmt.Sprintf("%c%d", 'a'+col, 8-row)
		number[label] = n
		b.Squares = append(b.Squares, Square{Number: n, Label: label, Row: row, Col: col})
	}
	at := func(labels ...string) []int {
		var list []int
		for _, label := range labels {
			list = append(list, number[label])
		}
		return list
	}
	b.Pieces = []Piece{{Square: number["a4"], Side: "white", King: true}, {Square: number["h2"], Side: "white"}}
	for _, n := range at("c4", "c5", "d7", "f6") {
		b.Pieces = append(b.Pieces, Piece{Square: n, Side: "black"})
	}
	b.Must = at("a4")
	for _, end := range []string{"c4", "c3", "c2", "c1"} {
		b.Legal = append(b.Legal, Move{Text: "a4x" + end, Path: at("a4", "f4", "f7", "c7", end), Captured: at("c4", "f6", "d7", "c5")})
	}
	b.Last = at("h3", "h2")
	return b
}

func quiet() Board {
	b := international("W32", "W31", "B19", "BK3", "WK47")
	b.Legal = []Move{
		{Text: "32-28", Path: []int{32, 28}}, {Text: "32-27", Path: []int{32, 27}},
		{Text: "31-27", Path: []int{31, 27}}, {Text: "31-26", Path: []int{31, 26}},
	}
	b.Last = []int{14, 19}
	return b
}

// race has two checkers of White on his 20 point, to play 5-4.
func race() Board {
	b := Board{
		Family: "backgammon", Variant: "backgammon", Turn: "white", View: "white", Dice: []int{5, 4},
		Names: [2]string{"white", "black"}, Interactive: true, Confirm: true, Numbers: true, Label: "Board",
		PipCount: [2]int{40, 1},
	}
	b.Points[0][20], b.Points[0][0] = 2, 13
	b.Points[1][1], b.Points[1][0] = 1, 14
	b.Legal = []Move{
		{Text: "20/11", Steps: []Step{{20, 15, 5, false}, {15, 11, 4, false}}},
		{Text: "20/15 20/16", Steps: []Step{{20, 15, 5, false}, {20, 16, 4, false}}},
	}
	return b
}

// opening is the start with a few of the plays of 6-5.
func opening() Board {
	b := race()
	b.Points = [2][26]int{{24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}}
	b.Dice, b.PipCount = []int{6, 5}, [2]int{167, 167}
	b.Legal = []Move{
		{Text: "24/13", Steps: []Step{{24, 18, 6, false}, {18, 13, 5, false}}},
		{Text: "24/18 13/8", Steps: []Step{{24, 18, 6, false}, {13, 8, 5, false}}},
		{Text: "13/7 13/8", Steps: []Step{{13, 7, 6, false}, {13, 8, 5, false}}},
	}
	return b
}

// bearingOff is the case where the die decides: the 4 takes the checker off
// the 4 point, and leaves the 6 for the 5 point.
func bearingOff() Board {
	b := race()
	b.Points = [2][26]int{{0: 13, 5: 1, 4: 1}, {0: 14, 1: 1}}
	b.Dice = []int{6, 4}
	b.Legal = []Move{{Text: "5/off 4/off", Steps: []Step{{5, 0, 6, false}, {4, 0, 4, false}}}}
	return b
}

// entering is Black on the bar, with a blot to hit.
func entering() Board {
	b := race()
	b.Turn, b.View, b.Dice = "black", "black", []int{3, 1}
	b.Points = [2][26]int{{3: 1, 1: 2, 6: 4, 0: 8}, {25: 2, 6: 6, 5: 7}}
	b.Legal = []Move{{Text: "bar/24 bar/22*", Steps: []Step{{25, 22, 3, true}, {25, 24, 1, false}}}}
	b.Points[0][1] = 0
	b.Points[0][0] = 10
	return b
}

func TestDraughtsBoardInTheBrowser(t *testing.T) {
	tb := newTable(t, quiet())
	again := func(b Board) {
		tb.mu.Lock()
		tb.board, tb.acts = b, nil
		tb.version++
		tb.mu.Unlock()
		tb.do(chromedp.Navigate(tb.URL+"/games/7"), ready)
	}
	for _, c := range []struct {
		name string
		test func(*testing.T)
	}{
		{"a click on the piece and one on the target are sent after the confirmation", func(t *testing.T) {
			again(quiet())
			tb.click(square(32), square(28))
			tb.says("board.confirm-move", "move", "32-28")
			tb.sentNothing()
			tb.press("board.confirm", "move", "32-28")
			tb.sends("32-28")
		}},
		{"a piece is dragged to the target", func(t *testing.T) {
			again(quiet())
			tb.drag(square(31), square(26))
			tb.press("board.confirm", "move", "31-26")
			tb.sends("31-26")
		}},
		{"a finger drags without moving the page", func(t *testing.T) {
			again(quiet())
			tb.do(chromedp.EmulateViewport(360, 500, chromedp.EmulateTouch, chromedp.EmulateMobile))
			defer tb.do(chromedp.EmulateViewport(900, 1000))
			tb.finger(square(31), square(26))
			tb.press("board.confirm", "move", "31-26")
			tb.sends("31-26")
		}},
		{"a drop where nothing can go puts the piece back", func(t *testing.T) {
			again(quiet())
			tb.drag(square(31), square(1))
			tb.says("board.cannot-go", "moves", "31-27, 31-26")
			tb.press("board.cancel")
			tb.says("board.choose")
			tb.sentNothing()
		}},
		{"cancel and Escape take the choice back", func(t *testing.T) {
			again(quiet())
			tb.click(square(32), square(28))
			tb.press("board.cancel")
			tb.says("board.choose")
			tb.sentNothing()
		}},
		{"without the confirmation the move goes at once", func(t *testing.T) {
			b := quiet()
			b.Confirm = false
			again(b)
			tb.click(square(32), square(28))
			tb.sends("32-28")
		}},
		{"two routes to one square are asked about, and one is clicked through", func(t *testing.T) {
			again(routes())
			tb.says("board.capture", "moves", "4x31x42x15, 4x27x38x15")
			tb.click(square(4), square(15))
			tb.says("board.route", "squares", "31, 42, 27, 38")
			tb.click(square(31), square(42), square(15))
			tb.says("board.confirm-move", "move", "4x31x42x15")
			tb.press("board.confirm", "move", "4x31x42x15")
			tb.sends("4x31x42x15")
		}},
		{"the other route is chosen by its name", func(t *testing.T) {
			again(routes())
			tb.drag(square(4), square(15))
			tb.press("4x27x38x15")
			tb.press("board.confirm", "move", "4x27x38x15")
			tb.sends("4x27x38x15")
		}},
		{"a capture is clicked through square by square", func(t *testing.T) {
			again(routes())
			tb.click(square(4), square(27), square(38), square(15))
			tb.press("board.confirm", "move", "4x27x38x15")
			tb.sends("4x27x38x15")
		}},
		{"a piece that only one capture takes tells it from another", func(t *testing.T) {
			again(routes())
			tb.click(square(4), square(15), square(32))
			tb.says("board.confirm-move", "move", "4x27x38x15")
			tb.press("board.cancel")
			tb.click(square(4), square(37))
			tb.says("board.confirm-move", "move", "4x31x42x15")
		}},
		{"captures by the same squares in another order are told apart by the order", func(t *testing.T) {
			again(loops())
			tb.click(square(33), square(21), square(12))
			tb.says("board.confirm-move", "move", "33x21x12x33")
			tb.click(square(33))
			tb.press("board.confirm", "move", "33x21x12x33")
			tb.sends("33x21x12x33")
		}},
		{"a capture that ends where it began is made by a second press on the piece", func(t *testing.T) {
			b := loops()
			b.Legal = b.Legal[:1]
			again(b)
			tb.click(square(33), square(33))
			tb.press("board.confirm", "move", "33x12x21x33")
			tb.sends("33x12x21x33")
		}},
		{"where nothing is confirmed a second press takes the piece back, and the way of its capture plays it", func(t *testing.T) {
			b := loops()
			b.Legal, b.Confirm = b.Legal[:1], false
			again(b)
			tb.click(square(33), square(33))
			tb.sentNothing()
			tb.click(square(33), square(12))
			tb.sends("33x12x21x33")
		}},
		{"a capture lands where a piece stood that it took before", func(t *testing.T) {
			again(turkish())
			tb.click(square(33), square(35))
			tb.says("board.confirm-move", "move", "a4xc4")
			tb.press("board.confirm", "move", "a4xc4")
			tb.sends("a4xc4")
		}},
		{"the keys walk to the neighbour where every square is played", func(t *testing.T) {
			again(turkish())
			ask[any](tb, `document.querySelector('[data-square="33"]').focus()`)
			tb.keys(kb.ArrowRight, kb.ArrowUp, kb.ArrowRight, kb.ArrowDown)
			if got, want := ask[string](tb, `document.activeElement.getAttribute("aria-label")`), "square c4, black man"; got != want {
				t.Errorf("the square is named %q, want %q", got, want)
			}
		}},
		{"a piece that may not move tells of the capture that must be made", func(t *testing.T) {
			b := routes()
			b.Pieces = append(b.Pieces, Piece{Square: 45, Side: "white"})
			again(b)
			tb.click(square(45))
			tb.says("board.capture", "moves", "4x31x42x15, 4x27x38x15")
			tb.sentNothing()
		}},
		{"the keys play a move", func(t *testing.T) {
			again(quiet())
			ask[any](tb, `document.querySelector('[data-square="32"]').focus()`)
			tb.keys("\r")
			if got, want := ask[string](tb, `document.activeElement.getAttribute("aria-label")`), "square 32, white man, chosen"; got != want {
				t.Errorf("the square is named %q, want %q", got, want)
			}
			tb.keys(kb.ArrowUp)
			if got := ask[string](tb, `document.activeElement.dataset.square`); got != "28" && got != "27" {
				t.Fatalf("arrow up goes from 32 to %s", got)
			}
			to := ask[string](tb, `document.activeElement.dataset.square`)
			tb.keys("\r", "\r")
			tb.sends("32-" + to)
		}},
		{"Escape takes a choice back by key", func(t *testing.T) {
			again(quiet())
			ask[any](tb, `document.querySelector('[data-square="32"]').focus()`)
			tb.keys("\r", "\x1b")
			tb.says("board.choose")
		}},
		{"a second press while the move is on its way sends nothing", func(t *testing.T) {
			again(quiet())
			tb.click(square(32), square(28))
			tb.posts = 0
			ask[any](tb, `(() => { const b = document.querySelector(".board-buttons .primary"); b.click(); b.click(); })()`)
			tb.sends("32-28")
			if tb.posts != 1 {
				t.Errorf("posted %d times", tb.posts)
			}
		}},
		{"when the answer is lost the page is read again and nothing is sent twice", func(t *testing.T) {
			again(quiet())
			tb.click(square(32), square(28))
			tb.mu.Lock()
			tb.fail = 6
			tb.mu.Unlock()
			tb.press("board.confirm", "move", "32-28")
			tb.sends("32-28")
			if got := ask[string](tb, `document.querySelector("#page-status").textContent`); got != "" {
				t.Errorf("the page still says %q", got)
			}
		}},
		{"another's move appears without reloading", func(t *testing.T) {
			b := quiet()
			b.Legal = nil
			again(b)
			tb.mu.Lock()
			tb.version++
			tb.acts = []string{"seen"}
			version := tb.version
			tb.mu.Unlock()
			tb.events <- fmt.Sprint(version)
			tb.sends("seen")
		}},
		{"a change while a move is chosen is offered, and shown once it is cancelled", func(t *testing.T) {
			again(quiet())
			tb.click(square(32))
			tb.mu.Lock()
			tb.version++
			tb.acts = []string{"seen"}
			version := tb.version
			tb.mu.Unlock()
			tb.events <- fmt.Sprint(version)
			tb.do(chromedp.WaitVisible(chromedp.CSS(".page-notice")))
			tb.says("board.choose-target", "square", "32", "piece", "white man")
			tb.press("board.cancel")
			tb.sends("seen")
		}},
		{"the other way round by the link", func(t *testing.T) {
			again(quiet())
			before := ask[float64](tb, `document.querySelector('[data-square="32"]').getBoundingClientRect().y`)
			tb.click(".flip")
			time.Sleep(300 * time.Millisecond)
			if after := ask[float64](tb, `document.querySelector('[data-square="32"]').getBoundingClientRect().y`); after >= before {
				t.Errorf("square 32 went from height %v to %v, want it higher", before, after)
			}
			tb.click(square(32), square(28))
			tb.press("board.confirm", "move", "32-28")
			tb.sends("32-28")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb.t = t
			c.test(t)
		})
	}
	tb.t = t
}

func TestBackgammonBoardInTheBrowser(t *testing.T) {
	tb := newTable(t, race())
	again := func(b Board) {
		tb.mu.Lock()
		tb.board, tb.acts = b, nil
		tb.version++
		tb.mu.Unlock()
		tb.do(chromedp.Navigate(tb.URL+"/games/7"), chromedp.Evaluate[chromedp.Void](`localStorage.clear()`),
			chromedp.Navigate(tb.URL+"/games/7"), ready)
	}
	for _, c := range []struct {
		name string
		test func(*testing.T)
	}{
		{"two taps on the same checker play both dice, the first one first", func(t *testing.T) {
			again(race())
			tb.click(point(20))
			tb.says("board.so-far", "steps", "20/15", "die", 4)
			tb.click(point(15))
			tb.says("board.complete", "move", "20/11")
			tb.sentNothing()
			tb.press("board.confirm", "move", "20/11")
			tb.sends("20/11")
		}},
		{"swapped dice are played the other way round, and undo takes back each step", func(t *testing.T) {
			again(race())
			tb.click(".die")
			tb.click(point(20))
			tb.says("board.so-far", "steps", "20/16", "die", 5)
			tb.click(point(20))
			tb.says("board.complete", "move", "20/15 20/16")
			tb.press("board.undo")
			tb.says("board.so-far", "steps", "20/16", "die", 5)
			tb.press("board.undo")
			tb.says("board.throw", "dice", "5-4", "die", 4)
			tb.press("board.swap")
			tb.click(point(20))
			tb.says("board.so-far", "steps", "20/15", "die", 4)
			tb.sentNothing()
		}},
		{"a checker is dragged by both dice", func(t *testing.T) {
			again(race())
			tb.drag(point(20), point(11))
			tb.press("board.confirm", "move", "20/11")
			tb.sends("20/11")
		}},
		{"a finger drags a checker", func(t *testing.T) {
			again(race())
			tb.do(chromedp.EmulateViewport(360, 640, chromedp.EmulateTouch, chromedp.EmulateMobile))
			defer tb.do(chromedp.EmulateViewport(900, 1000))
			tb.finger(point(20), point(16))
			tb.finger(point(20), point(15))
			tb.press("board.confirm", "move", "20/15 20/16")
			tb.sends("20/15 20/16")
		}},
		{"source and target are tapped", func(t *testing.T) {
			again(race())
			tb.click(point(20), point(16))
			tb.says("board.so-far", "steps", "20/16", "die", 5)
			tb.click(point(16))
			tb.press("board.confirm", "move", "20/11")
			tb.sends("20/11")
		}},
		{"source and target are tapped when a tap only chooses", func(t *testing.T) {
			again(race())
			tb.press("board.tap")
			tb.click(point(20), point(11))
			tb.press("board.confirm", "move", "20/11")
			tb.sends("20/11")
		}},
		{"a step that belongs to no legal play is not offered", func(t *testing.T) {
			again(opening())
			tb.click(point(8))
			tb.says("board.whole-throw")
			tb.click(point(6))
			tb.says("board.no-step")
			tb.sentNothing()
		}},
		{"the die that bears off is the one that leaves the other playable", func(t *testing.T) {
			again(bearingOff())
			tb.click(`[data-off="white"]`)
			tb.says("board.so-far", "steps", "5/off", "die", 4)
			tb.click(point(4))
			tb.press("board.confirm", "move", "5/off 4/off")
			tb.sends("5/off 4/off")
		}},
		{"bearing off works with the keys alone", func(t *testing.T) {
			again(bearingOff())
			ask[any](tb, `document.querySelector('[data-off="white"]').focus()`)
			if got, want := ask[string](tb, `document.activeElement.getAttribute("aria-label")`), NewPrinter("en").T("board.off", "side", "white", "count", 13)+", "+NewPrinter("en").T("board.bear-off", "point", 5); got != want {
				t.Errorf("the tray is named %q, want %q", got, want)
			}
			tb.keys("\r", "\r", "\r")
			tb.sends("5/off 4/off")
		}},
		{"Black enters from the bar in his own numbering and hits", func(t *testing.T) {
			again(entering())
			tb.click(point(25 - 6))
			tb.says("board.bar-first")
			tb.click(`[data-bar="black"]`)
			tb.says("board.so-far", "steps", "bar/22*", "die", 1)
			tb.drag(`[data-bar="black"]`, point(25-24))
			tb.press("board.confirm", "move", "bar/24 bar/22*")
			tb.sends("bar/24 bar/22*")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb.t = t
			c.test(t)
		})
	}
	tb.t = t
}

// TestBoardPictures writes pictures of the boards, to look at, into the folder
// that CROWNPOST_PICTURES names.
func TestBoardPictures(t *testing.T) {
	folder := os.Getenv("CROWNPOST_PICTURES")
	if folder == "" {
		t.Skip("pictures are drawn only when asked for")
	}
	tb := newTable(t, quiet())
	international := international()
	for n := 1; n <= 20; n++ {
		international.Pieces = append(international.Pieces, Piece{Square: n, Side: "black", King: n == 3}, Piece{Square: 51 - n, Side: "white", King: n == 4})
	}
	international.Last = []int{37, 32}
	for name, board := range map[string]Board{
		"international": international, "checkers": checkersBoard(), "routes": routes(), "quiet": quiet(),
		"opening": opening(), "race": race(), "entering": entering(), "turkish": turkish(),
		"narde": heads(), "fevga": firstSixes(), "gulbara": homeward(), "plakoto": pins(), "acey": entrance(),
		"doubled": doubled(), "crawford": crawford(), "owned": owned(),
	} {
		for _, scheme := range []string{"light", "dark"} {
			for _, width := range []int64{360, 900} {
				tb.mu.Lock()
				tb.board = board
				tb.mu.Unlock()
				tb.do(chromedp.EmulateViewport(width, 800, chromedp.EmulateScale(2)),
					func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
						_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
							Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
						return chromedp.Void{}, err
					},
					chromedp.Navigate(tb.URL+"/games/7"), ready)
				switch name {
				case "routes":
					tb.click(square(4), square(15))
				case "quiet":
					tb.click(square(32))
				case "turkish":
					tb.click(square(33))
				case "opening":
					tb.press("board.tap")
					tb.click(point(24))
				}
				picture, err := chromedp.Run(tb.ctx, chromedp.FullScreenshot(100))
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(fmt.Sprintf("%s/%s-%s-%d.png", folder, name, scheme, width), picture, 0o644); err != nil {
					t.Fatal(err)
				}
				ask[any](tb, `localStorage.clear()`)
			}
		}
	}
}
