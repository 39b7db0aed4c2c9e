package templates

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
)

// GamePart is a part's item together with the game page it stands in.
type GamePart struct {
	GamePage
	Item any
}

// With hands an item to a part.
func (g GamePage) With(item any) GamePart { return GamePart{g, item} }

// Current says that the page shows the present position.
func (g GamePage) Current() bool { return g.Shown == g.Ply }

// At is the address of the game after the given number of moves, with the
// board the same way round.
func (g GamePage) At(ply int) string { return g.address(ply, g.View) }

// First, Before, After and Last lead through the history; they are empty where
// there is no such position or it is the one shown.
func (g GamePage) First() string {
	if len(g.Stops) == 0 || g.Shown <= g.Stops[0] {
		return ""
	}
	return g.At(g.Stops[0])
}

// Before is the address of the position before the one shown.
func (g GamePage) Before() string {
	i, _ := slices.BinarySearch(g.Stops, g.Shown)
	if i == 0 {
		return ""
	}
	return g.At(g.Stops[i-1])
}

// After is the address of the position after the one shown.
func (g GamePage) After() string {
	i, _ := slices.BinarySearch(g.Stops, g.Shown+1)
	if i == len(g.Stops) {
		return ""
	}
	return g.At(g.Stops[i])
}

// Last is the address of the present position.
func (g GamePage) Last() string {
	if g.Current() {
		return ""
	}
	return g.At(g.Ply)
}

// Flip is the address of the same position seen from the other side.
func (g GamePage) Flip() string {
	if g.Bottom == "black" {
		return g.address(g.Shown, "white")
	}
	return g.address(g.Shown, "black")
}

func (g GamePage) address(ply int, view string) string {
	query := url.Values{}
	if ply != g.Ply {
		query.Set("ply", strconv.Itoa(ply))
	}
	if view != "" {
		query.Set("view", view)
	}
	address := fmt.Sprintf("/games/%d", g.ID)
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	return address
}

// OnlyPlay is the one legal move, "" when there is a choice.
func (g GamePage) OnlyPlay() string {
	if len(g.Plays) == 1 {
		return g.Plays[0]
	}
	return ""
}

// FirstMover names the side of the move list's first column.
func (g GamePage) FirstMover() string { return g.SideName(g.Variant, g.FirstSide) }

// SecondMover names the side of the other column.
func (g GamePage) SecondMover() string {
	if g.FirstSide == "black" {
		return g.SideName(g.Variant, "white")
	}
	return g.SideName(g.Variant, "black")
}
