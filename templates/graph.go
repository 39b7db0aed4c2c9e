package templates

import (
	"fmt"
	"strings"
	"time"
)

// RatingPoint is a rating after one game.
type RatingPoint struct {
	At time.Time
	// Rating is thousandths of a point.
	Rating   int64
	GameID   int64
	Opponent string
}

// Graph is a rating over time, in the order of time.
type Graph struct {
	Variant string
	Points  []RatingPoint
}

// The drawing's size in its own units; margins leave room for the labels.
const (
	graphWidth, graphHeight           = 720, 240
	graphLeft, graphTop, graphBottom  = 60, 12, 28
	graphRight                        = 12
	graphInnerWidth, graphInnerHeight = graphWidth - graphLeft - graphRight, graphHeight - graphTop - graphBottom
)

// GridLine is a horizontal line of a graph, at height Y.
type GridLine struct {
	Y     string
	Value int64
}

// span is the lowest and highest value drawn, whole steps in thousandths.
func (g Graph) span() (low, high, step int64) {
	low, high = g.Points[0].Rating, g.Points[0].Rating
	for _, p := range g.Points {
		low, high = min(low, p.Rating), max(high, p.Rating)
	}
	step = 10_000
	for _, s := range []int64{20_000, 50_000, 100_000, 200_000, 500_000} {
		if high-low > 4*step {
			step = s
		}
	}
	low -= low % step
	high += step - high%step
	return low, high, step
}

func (g Graph) x(t time.Time) float64 {
	first, last := g.Points[0].At, g.Points[len(g.Points)-1].At
	whole := last.Sub(first)
	if whole <= 0 {
		return graphLeft
	}
	return graphLeft + graphInnerWidth*float64(t.Sub(first))/float64(whole)
}

func (g Graph) y(rating int64) float64 {
	low, high, _ := g.span()
	return graphTop + graphInnerHeight*float64(high-rating)/float64(high-low)
}

// Drawable says that there are points enough for a line.
func (g Graph) Drawable() bool { return len(g.Points) > 1 }

// ViewBox is the drawing's viewBox.
func (g Graph) ViewBox() string { return fmt.Sprintf("0 0 %d %d", graphWidth, graphHeight) }

// Polyline is the line's points in SVG's form.
func (g Graph) Polyline() string {
	points := make([]string, len(g.Points))
	for i, p := range g.Points {
		points[i] = fmt.Sprintf("%.1f,%.1f", g.x(p.At), g.y(p.Rating))
	}
	return strings.Join(points, " ")
}

// Grid are the horizontal lines, lowest first.
func (g Graph) Grid() []GridLine {
	low, high, step := g.span()
	var lines []GridLine
	for v := low; v <= high; v += step {
		lines = append(lines, GridLine{Y: fmt.Sprintf("%.1f", g.y(v)), Value: v / 1000})
	}
	return lines
}

// First and Last are the ends of the time shown.
func (g Graph) First() RatingPoint { return g.Points[0] }

// Last is the latest point.
func (g Graph) Last() RatingPoint { return g.Points[len(g.Points)-1] }

// Newest are the points in the order of a table, latest first.
func (g Graph) Newest() []RatingPoint {
	newest := make([]RatingPoint, 0, len(g.Points))
	for i := len(g.Points) - 1; i >= 0; i-- {
		newest = append(newest, g.Points[i])
	}
	return newest
}
