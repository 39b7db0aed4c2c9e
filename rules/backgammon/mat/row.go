package mat

import (
	"regexp"
	"strings"

	"crownpost/rules"
	"crownpost/rules/backgammon"
)

var (
	// cellStart is what a cell begins with.
	cellStart = regexp.MustCompile(`(?i)(?:^|\s)([1-6][1-6]:(?:\s|$)|doubles\b|redoubles\b|beavers\b|raccoons\b|takes\b|drops\b|passes\b|wins\b|loses\b|losses\b|\?\?\?\?)`)
	cubeCell  = regexp.MustCompile(`(?i)^(doubles|redoubles|beavers|raccoons|takes|drops|passes)(?:\s*=>\s*(\d{1,6}))?$`)
)

// cubeActs are the acts that the words of cells stand for.
var cubeActs = map[string]string{
	"doubles": "double", "redoubles": "double", "beavers": "beaver", "raccoons": "beaver",
	"takes": "take", "drops": "drop", "passes": "drop",
}

// noPlay are the words for a throw that allows no play.
var noPlay = map[string]bool{"cannot move": true, "no play": true, "no move": true, "can't move": true}

// left is what stands for the play of somebody who left.
const left = "????"

// cell is one player's part of a row.
type cell struct {
	text   string
	side   rules.Side
	column int
}

// row reads a row, whose cells stand behind offset.
func (p *parser) row(index int, line string, offset int) error {
	cells, err := p.cells(line, offset)
	if err != nil {
		return err
	}
	for _, c := range cells {
		if err := p.cell(index, c); err != nil {
			return err
		}
	}
	return nil
}

// cells splits a row. Where there is one cell, it is its column that tells
// whose; behind two there may be the result.
func (p *parser) cells(line string, offset int) ([]cell, error) {
	text := line[offset:]
	at := func(i int) int { return column(line, offset+i) }
	var starts []int
	for from := 0; ; {
		m := cellStart.FindStringSubmatchIndex(text[from:])
		if m == nil {
			break
		}
		start := from + m[2]
		from += max(m[3]-1, m[2]+1)
		// Behind the dice it is a word for what became of them.
		if n := len(starts); n > 0 && strings.HasPrefix(text[start:], left) && start-starts[n-1] < 6 {
			continue
		}
		starts = append(starts, start)
	}
	before := text
	if len(starts) > 0 {
		before = text[:starts[0]]
	}
	if blank := strings.TrimLeft(before, " \t"); blank != "" {
		return nil, p.failed(at(len(before)-len(blank)), "a throw such as 52: or an act at the cube is expected")
	}
	var cells []cell
	for i, start := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		c := cell{text: strings.TrimSpace(text[start:end]), side: rules.White, column: at(start)}
		switch {
		case i == 0 && len(starts) == 1 && c.column >= p.middle(), i == 1:
			c.side = rules.Black
		case i == 2 && strings.HasPrefix(strings.ToLower(c.text), "wins"):
			c.side = cells[1].side
			if strings.HasPrefix(strings.ToLower(cells[1].text), "drops") {
				c.side = rules.White
			}
		case i >= 2:
			return nil, p.failed(c.column, "a third cell in the row")
		}
		cells = append(cells, c)
	}
	return cells, nil
}

func (p *parser) cell(index int, c cell) error {
	if m := resultLine.FindStringSubmatch(c.text); m != nil {
		return p.result(m[1], m[2], c.side, c.column)
	}
	e := backgammon.Entry{Row: index, Side: c.side, Place: p.place(c.column)}
	switch m := cubeCell.FindStringSubmatch(c.text); {
	case m != nil:
		e.Cube, e.Value = cubeActs[strings.ToLower(m[1])], number(m[2])
	case c.text == left:
		e.Left = true
	case len(c.text) >= 3 && c.text[2] == ':':
		e.Dice = [2]int{int(c.text[0] - '0'), int(c.text[1] - '0')}
		play := strings.Join(strings.Fields(c.text[3:]), " ")
		switch {
		case play == left:
			e.Left = true
		case !noPlay[strings.ToLower(play)]:
			e.Play = play
		}
	default:
		return p.failed(c.column, "neither a throw such as 52: nor an act at the cube")
	}
	if p.game.Result.Winner != rules.NoSide {
		return p.failed(c.column, "the game goes on behind its result")
	}
	p.game.Entries = append(p.game.Entries, e)
	return nil
}
