package backgammon

import (
	"strconv"

	"crownpost/rules"
)

// mostCube is the highest number of the cube.
const mostCube = 4096

// mostRedoubles is how many beavers may follow each other: beaver, raccoon and
// otter.
const mostRedoubles = 3

// cube is the doubling cube.
type cube struct {
	value int
	owner rules.Side // NoSide while it is in the middle
	// redoubles is the number of beavers since the double that stands. After
	// each of them the cube already has the number before it.
	redoubles int
}

var centred = cube{value: 1, owner: rules.NoSide}

// crawford is where a match is with the Crawford rule: the first game in which
// a side needs one point is played without doubling.
type crawford uint8

const (
	beforeCrawford crawford = iota
	crawfordGame
	afterCrawford
)

// nextCrawford is the rule's state in the game that begins now.
func (p State) nextCrawford() crawford {
	v := &p.variant
	switch {
	case v.length < 2 || v.chosen(crawfordRule) != "on":
		return beforeCrawford
	case p.rule != beforeCrawford:
		return afterCrawford
	case p.score[rules.White] == v.length-1 || p.score[rules.Black] == v.length-1:
		return crawfordGame
	}
	return beforeCrawford
}

// Crawford reports whether this is the Crawford game.
func (p State) Crawford() bool { return p.rule == crawfordGame }

// PostCrawford reports whether the Crawford game has been played.
func (p State) PostCrawford() bool { return p.rule == afterCrawford }

// Cube returns the number of the cube, 1 to 4096, and who owns it, NoSide
// while it is in the middle. A double that waits for its answer has not turned
// it yet.
func (p State) Cube() (value int, owner rules.Side) { return p.cube.value, p.cube.owner }

// CubeInUse reports whether this game is played with a cube: not in matches to
// 1 point and not in the Crawford game.
func (p State) CubeInUse() bool {
	return p.variant.cube && p.variant.length != 1 && p.rule != crawfordGame
}

// MayDouble reports whether the side to act may double.
func (p State) MayDouble() bool { return p.Phase() == Rolling && p.mayDouble() == nil }

// mayDouble refuses a double of the side on turn for the sake of the cube.
func (p State) mayDouble() error {
	value := args{"cube": strconv.Itoa(p.cube.value)}
	switch {
	case !p.variant.cube:
		return refuse("no-cube", nil)
	case p.variant.length == 1:
		return refuse("single-game", nil)
	case p.rule == crawfordGame:
		return refuse("crawford", nil)
	case p.cube.owner == p.side.Other():
		return refuse("not-owner", value)
	case p.cube.value >= mostCube:
		return refuse("cube-limit", value)
	case p.dead(p.side):
		return refuse("dead-cube", args{
			"cube":  strconv.Itoa(p.cube.value),
			"needs": strconv.Itoa(p.variant.length - p.score[p.side]),
		})
	}
	return nil
}

// dead reports whether a higher cube would be worth nothing to side.
func (p State) dead(side rules.Side) bool {
	return p.variant.length > 0 && p.cube.value >= p.variant.length-p.score[side]
}

func (p State) double() (rules.Played, error) {
	if err := p.waitsForTurn(); err != nil {
		return rules.Played{}, err
	}
	switch p.phase {
	case Opening:
		return rules.Played{}, refuse("double-opening", nil)
	case Playing, Choosing:
		return rules.Played{}, refuse("double-rolled", nil)
	}
	if err := p.mayDouble(); err != nil {
		return rules.Played{}, err
	}
	next := p
	next.phase, next.declined = Doubled, 0
	return rules.Played{Position: next, Text: double}, nil
}

// answers is the side that has to answer a double or the last beaver.
func (p State) answers() rules.Side {
	if p.cube.redoubles%2 == 1 {
		return p.side
	}
	return p.side.Other()
}

// waitsForAnswer refuses an answer where no double stands.
func (p State) waitsForAnswer() error {
	switch p.Phase() {
	case Doubled:
		return nil
	case Resigning:
		return p.waitsForTurn()
	}
	return refuse("no-double", nil)
}

func (p State) take() (rules.Played, error) {
	if err := p.waitsForAnswer(); err != nil {
		return rules.Played{}, err
	}
	next := p
	next.cube, next.phase = p.cube.turned(p.side.Other()), Rolling
	next.cube.redoubles = 0
	return rules.Played{Position: next, Text: take}, nil
}

// turned is the cube after the double that stands was taken, at least for now:
// who took the first double owns it, whoever beavers.
func (c cube) turned(owner rules.Side) cube {
	return cube{value: 2 * c.value, owner: owner, redoubles: c.redoubles}
}

func (p State) drop() (rules.Played, error) {
	if err := p.waitsForAnswer(); err != nil {
		return rules.Played{}, err
	}
	played := p.won(p.answers().Other(), rules.Dropped, 1)
	played.Text = drop
	return played, nil
}

func (p State) beaver() (rules.Played, error) {
	if err := p.waitsForAnswer(); err != nil {
		return rules.Played{}, err
	}
	if err := p.mayBeaver(); err != nil {
		return rules.Played{}, err
	}
	next := p
	next.cube = p.cube.turned(p.side.Other())
	next.cube.redoubles++
	return rules.Played{Position: next, Text: beaver}, nil
}

// mayBeaver refuses a beaver as the answer to the double that stands.
func (p State) mayBeaver() error {
	switch {
	case p.variant.length > 0:
		return refuse("beaver-match", nil)
	case p.variant.chosen(beavers) != "on":
		return refuse("no-beavers", nil)
	case p.cube.redoubles >= mostRedoubles:
		return refuse("beaver-limit", args{"limit": strconv.Itoa(mostRedoubles)})
	case 4*p.cube.value > mostCube:
		return refuse("cube-limit", args{"cube": strconv.Itoa(2 * p.cube.value)})
	}
	return nil
}

// Stake returns what a single win would count now: the cube's number in games
// for money, else 1.
func (p State) Stake() int {
	if p.variant.length == 0 {
		return p.cube.value
	}
	return 1
}
