package templates

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// heads is the start of narde with 3-1 to play: of all its ways only one
// leads one checker from the head.
func heads() Board {
	b := race()
	b.Variant, b.Dice, b.PipCount = "narde", []int{3, 1}, [2]int{360, 360}
	b.Points = [2][26]int{{24: 15}, {24: 15}}
	b.Legal = []Move{{Text: "24/20", Steps: []Step{{24, 21, 3, false}, {21, 20, 1, false}}}}
	return b
}

// firstSixes is the first throw 6-6 of fevga: the enemy's start is twelve
// points on, so that a single six can be played.
func firstSixes() Board {
	b := heads()
	b.Variant, b.Turn, b.View, b.Dice = "fevga", "black", "black", []int{6, 6}
	b.Legal = []Move{{Text: "24/18", Steps: []Step{{24, 18, 6, false}}}}
	return b
}

// homeward is gulbara with both sides bearing off, Black to play 5-5.
func homeward() Board {
	b := heads()
	b.Variant, b.Turn, b.View, b.Dice = "gulbara", "black", "white", []int{5, 5}
	b.Points = [2][26]int{{0: 9, 3: 6}, {0: 9, 5: 1, 4: 1, 2: 4}}
	b.PipCount = [2]int{18, 17}
	b.Legal = []Move{{Text: "5/off 4/off 2/off(2)", Steps: []Step{{5, 0, 5, false}, {4, 0, 5, false}, {2, 0, 5, false}, {2, 0, 5, false}}}}
	return b
}

// pins is plakoto with a checker of each side under the other's: White, to
// play 6-5, can cover his own pin on 9 or make another on 4.
func pins() Board {
	b := race()
	b.Variant, b.Dice = "plakoto", []int{6, 5}
	b.Points = [2][26]int{{24: 10, 15: 2, 9: 2, 7: 1}, {24: 10, 21: 1, 18: 3, 16: 1}}
	b.Pinned = [2][]int{{7}, {16}}
	b.PipCount = [2]int{295, 331}
	b.Legal = []Move{
		{Text: "15/9 9/4", Steps: []Step{{15, 9, 6, false}, {9, 4, 5, false}}},
		{Text: "15/9 15/10", Steps: []Step{{15, 9, 6, false}, {15, 10, 5, false}}},
	}
	return b
}

// stays is tavla: the checker that hits on 4 stays there.
func stays() Board {
	b := race()
	b.Variant, b.Dice = "tavla", []int{4, 2}
	b.Points = [2][26]int{{0: 13, 13: 1, 8: 1}, {0: 14, 21: 1}}
	b.Legal = []Move{
		{Text: "13/11 8/4*", Steps: []Step{{8, 4, 4, true}, {13, 11, 2, false}}},
		{Text: "13/9 8/6", Steps: []Step{{13, 9, 4, false}, {8, 6, 2, false}}},
		{Text: "13/7", Steps: []Step{{13, 9, 4, false}, {9, 7, 2, false}}},
		{Text: "8/2", Steps: []Step{{8, 6, 2, false}, {6, 2, 4, false}}},
	}
	return b
}

// twoBlots is a play that hits one of two blots on its way: the two ways lead
// to the same points of White's.
func twoBlots() Board {
	b := race()
	b.Dice = []int{3, 2}
	b.Points = [2][26]int{{0: 14, 13: 1}, {0: 13, 15: 1, 14: 1}}
	b.Legal = []Move{
		{Text: "13/10*/8", Steps: []Step{{13, 10, 3, true}, {10, 8, 2, false}}},
		{Text: "13/11*/8", Steps: []Step{{13, 11, 2, true}, {11, 8, 3, false}}},
	}
	return b
}

// entrance is acey-deucey: of four checkers that wait to enter one was hit.
func entrance() Board {
	b := race()
	b.Variant, b.Dice = "acey-deucey", []int{5, 3}
	b.Points = [2][26]int{{25: 4, 9: 1, 3: 10}, {25: 13, 16: 1, 2: 1}}
	b.Hit = [2]int{1, 0}
	b.PipCount = [2]int{139, 343}
	b.Legal = []Move{
		{Text: "bar/20 9/6", Steps: []Step{{25, 20, 5, false}, {9, 6, 3, false}}},
		{Text: "bar/22 9/4", Steps: []Step{{25, 22, 3, false}, {9, 4, 5, false}}},
		{Text: "bar/22 bar/20", Steps: []Step{{25, 22, 3, false}, {25, 20, 5, false}}},
		{Text: "bar/17", Steps: []Step{{25, 20, 5, false}, {20, 17, 3, false}}},
	}
	return b
}

// doubled is White doubled to 4, crawford a game without doubling.
func doubled() Board {
	b := opening()
	b.Dice, b.Legal, b.Cube = nil, nil, &Cube{Value: 4, Offered: true}
	return b
}

func crawford() Board {
	b := entering()
	b.Points[0][25], b.Points[0][0] = 1, 9
	b.Cube = &Cube{Value: 1, Crawford: true}
	return b
}

func owned() Board {
	b := entering()
	b.Cube = &Cube{Value: 8, Owner: "black"}
	return b
}

func TestOtherMovementsInTheBrowser(t *testing.T) {
	tb := newTable(t, heads())
	for _, c := range []struct {
		name  string
		board Board
		test  func(*testing.T)
	}{
		{"a second checker is not taken from the head of narde", heads(), func(*testing.T) {
			tb.click(point(24))
			tb.says("board.so-far", "steps", "24/21", "die", 1)
			tb.click(point(24))
			tb.says("board.whole-throw")
			tb.sentNothing()
			tb.click(point(21))
			tb.press("board.confirm", "move", "24/20")
			tb.sends("24/20")
		}},
		{"the first checker of fevga goes as far as the enemy's start lets it", firstSixes(), func(*testing.T) {
			// Black's 24 is White's 12.
			tb.click(point(12))
			tb.says("board.complete", "move", "24/18")
			tb.press("board.confirm", "move", "24/18")
			tb.sends("24/18")
		}},
		{"a checker of fevga is dragged along Black's own way", firstSixes(), func(*testing.T) {
			tb.drag(point(12), point(6))
			tb.press("board.confirm", "move", "24/18")
			tb.sends("24/18")
		}},
		{"Black bears off into the tray beside his home in gulbara", homeward(), func(*testing.T) {
			tb.drag(point(17), `[data-off="black"]`)
			tb.click(`[data-off="black"]`, `[data-off="black"]`, `[data-off="black"]`)
			tb.press("board.confirm", "move", "5/off 4/off 2/off(2)")
			tb.sends("5/off 4/off 2/off(2)")
		}},
		{"a pinned checker does not move, and a checker moves onto another", pins(), func(*testing.T) {
			tb.click(point(7))
			tb.says("board.no-step")
			if got, want := ask[string](tb, `document.querySelector('[data-point="7"]').getAttribute("aria-label")`), "point 7, 3 black on 1 white"; got != want {
				t.Errorf("the point is named %q, want %q", got, want)
			}
			tb.click(point(24))
			tb.says("board.whole-throw")
			tb.drag(point(15), point(9))
			tb.click(point(9))
			tb.says("board.complete", "move", "15/9 9/4")
			if got, want := ask[string](tb, `document.querySelector('[data-point="4"]').getAttribute("aria-label")`), "point 4, 1 white on 1 black"; got != want {
				t.Errorf("the point is named %q, want %q", got, want)
			}
			tb.press("board.confirm", "move", "15/9 9/4")
			tb.sends("15/9 9/4")
		}},
		{"a checker that has hit in its home stays there in tavla", stays(), func(*testing.T) {
			tb.click(point(8), point(4))
			tb.says("board.whole-throw")
			tb.click(point(13))
			tb.press("board.confirm", "move", "13/11 8/4*")
			tb.sends("13/11 8/4*")
		}},
		{"a checker that was hit enters before others move in acey-deucey, and the rest may wait", entrance(), func(*testing.T) {
			tb.click(point(9))
			tb.says("board.bar-first")
			tb.click(`[data-bar="white"]`)
			tb.says("board.so-far", "steps", "bar/20", "die", 3)
			tb.click(point(9))
			tb.press("board.confirm", "move", "bar/20 9/6")
			tb.sends("bar/20 9/6")
		}},
		{"which of two blots was hit is told apart", twoBlots(), func(*testing.T) {
			tb.click(point(13), point(10))
			tb.says("board.complete", "move", "13/10*/8")
			tb.press("board.undo")
			tb.press("board.undo")
			tb.click(".die")
			tb.click(point(13), point(11))
			tb.press("board.confirm", "move", "13/11*/8")
			tb.sends("13/11*/8")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb.t = t
			tb.mu.Lock()
			tb.board, tb.acts = c.board, nil
			tb.version++
			tb.mu.Unlock()
			tb.do(chromedp.Navigate(tb.URL+"/games/7"), ready)
			c.test(t)
		})
	}
	tb.t = t
}
