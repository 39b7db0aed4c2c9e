// Package sgf reads and writes matches of the backgammon family in SGF, the
// Smart Game Format, with GM[6].
//
// Parse takes what GNU Backgammon writes, whose analysis it passes over, and
// of variations the first. Positions that are set up are not read. Letters of
// points are absolute: a is White's 1 point and x its 24 point, y the bar and z
// off. Source: https://www.red-bean.com/sgf/backgammon.html.
package sgf

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"crownpost/rules"
	"crownpost/rules/backgammon"
)

// MaxFile is the most bytes of a file that are read.
const MaxFile = 32 << 20

// Parse reads the matches of a file: each tree is a game, which belongs to the
// match of the one before it unless it is that match's first. An error is a
// *backgammon.TranscriptError; it comes with the matches in front of it.
func Parse(text string) ([]*backgammon.Transcript, error) {
	s := &scanner{text: strings.TrimPrefix(text, "\uFEFF"), place: backgammon.Place{Line: 1, Column: 1}}
	switch {
	case len(text) > MaxFile:
		return nil, s.failed("the file is larger than 32 MB")
	case !utf8.ValidString(text):
		s.text = latin1(s.text)
	}
	var matches []*backgammon.Transcript
	last := &reader{}
	for first := true; first || s.peek() != 0; first = false {
		at := s.place
		line, err := s.tree()
		if err != nil {
			return matches, err
		}
		r, err := read(line, at)
		if err != nil {
			return matches, err
		}
		if first || !r.follows(last) {
			matches = append(matches, r.match)
			last = r
			continue
		}
		last.join(r)
	}
	return matches, nil
}

// latin1 is a text whose bytes are characters.
func latin1(text string) string {
	var b strings.Builder
	for i := range len(text) {
		b.WriteRune(rune(text[i]))
	}
	return b.String()
}

// reader reads one game, as a match of its own.
type reader struct {
	match   *backgammon.Transcript
	number  int // of the game, as written; -1 if it is not
	length  int // as written; -1 if it is not
	pending backgammon.Entry
}

// follows says whether a game belongs to the match that has been read so far.
func (r *reader) follows(last *reader) bool {
	return r.number > last.number && r.length == last.length &&
		r.match.Players == last.match.Players && r.match.Variant.Key() == last.match.Variant.Key()
}

// join adds the game of r, which follows.
func (r *reader) join(next *reader) {
	game := next.match.Games[0]
	game.Number = len(r.match.Games) + 1
	r.match.Games = append(r.match.Games, game)
	r.number = next.number
	// What one game shows to be allowed is allowed in all.
	if v, err := r.match.Variant.WithChoices(next.match.Variant.Choices()); err == nil {
		r.match.Variant = v
	}
}

func read(line []node, at backgammon.Place) (*reader, error) {
	if len(line) == 0 {
		return nil, failedAt(at, "a game without a node")
	}
	r := &reader{number: -1, length: -1, match: &backgammon.Transcript{Place: at}}
	r.match.Games = []backgammon.GameRecord{{
		Number: 1, Place: at, Result: backgammon.Result{Winner: rules.NoSide},
	}}
	if err := r.root(line[0], at); err != nil {
		return nil, err
	}
	for _, n := range line {
		if err := r.node(n); err != nil {
			return nil, err
		}
	}
	if r.pending.Dice != [2]int{} {
		r.add(r.pending)
	}
	return r, nil
}

func (r *reader) game() *backgammon.GameRecord { return &r.match.Games[0] }

// tagNames are the properties that become tags.
var tagNames = map[string]string{"EV": "Event", "RO": "Round", "PC": "Site", "DT": "EventDate", "AN": "Annotator"}

// root reads what the first node says of the game.
func (r *reader) root(n node, at backgammon.Place) error {
	backgammonGame, games := false, 0
	var agreed []string
	for i := range n {
		p := &n[i]
		switch p.name {
		case "GM":
			backgammonGame = strings.TrimSpace(p.value()) == "6"
		case "PW":
			r.match.Players[rules.White] = strings.TrimSpace(p.value())
		case "PB":
			r.match.Players[rules.Black] = strings.TrimSpace(p.value())
		case "MI":
			for _, value := range p.values {
				key, text, _ := strings.Cut(value, ":")
				number, err := strconv.ParseUint(text, 10, 20)
				if err != nil {
					continue
				}
				switch key {
				case "length":
					r.length = int(number)
				case "game":
					r.number = int(number)
				case "games":
					games = int(number)
				case "ws":
					r.game().Score[rules.White] = int(number)
				case "bs":
					r.game().Score[rules.Black] = int(number)
				}
			}
		case "RU":
			for _, value := range p.values {
				agreed = append(agreed, strings.FieldsFunc(value, func(r rune) bool { return r == ':' || r == ',' })...)
			}
		case "RE":
			r.result(p)
		}
		if key, ok := tagNames[p.name]; ok {
			value := strings.TrimSpace(p.value())
			if key == "EventDate" {
				value = strings.ReplaceAll(value, "-", ".")
			}
			r.match.Tags = append(r.match.Tags, backgammon.Tag{Key: key, Value: value})
		}
	}
	if !backgammonGame {
		return failedAt(at, "not a game of backgammon: GM[6] is expected")
	}
	v, err := variantOf(agreed, max(r.length, 0), games)
	if err != nil {
		return failedAt(at, err.Error())
	}
	r.match.Variant = v
	return nil
}

// variantOf is what is played, from the rules agreed on and the length.
func variantOf(agreed []string, length, games int) (*backgammon.Variant, error) {
	v, _ := backgammon.Lookup("backgammon")
	var choices []string
	for _, word := range agreed {
		switch word = strings.ToLower(strings.TrimSpace(word)); word {
		case "crawford", "crawfordgame", "nocube":
		case "jacoby":
			choices = append(choices, "jacoby=on")
		case "hypergammon1", "hypergammon2":
			return nil, fmt.Errorf("no variant %q", word)
		case "hypergammon3":
			word = "hypergammon"
			fallthrough
		default:
			if strings.Contains(word, "=") {
				choices = append(choices, word)
			} else if named, ok := backgammon.Lookup(word); ok {
				v = named
			}
		}
	}
	v, err := v.WithChoices(strings.Join(choices, ","))
	switch {
	case err != nil:
		return nil, err
	case length > backgammon.MaxLength:
		return nil, fmt.Errorf("a match to %d points: %d are the most", length, backgammon.MaxLength)
	case length > 0:
		return v.Match(length), nil
	case games > backgammon.MaxGames:
		return nil, fmt.Errorf("a session of %d games: %d are the most", games, backgammon.MaxGames)
	}
	return v.Money(games), nil
}

// result reads RE[W+3R]. What is no such result tells none.
func (r *reader) result(p *property) {
	text := strings.TrimSpace(p.value())
	winner := rules.NoSide
	switch {
	case strings.HasPrefix(text, "W+"):
		winner = rules.White
	case strings.HasPrefix(text, "B+"):
		winner = rules.Black
	}
	if winner == rules.NoSide {
		return
	}
	points, resigned := strings.CutSuffix(text[2:], "R")
	if n, err := strconv.ParseUint(points, 10, 20); err == nil {
		r.game().Result = backgammon.Result{Winner: winner, Points: int(n), Resigned: resigned, Place: p.Place}
	}
}

// node reads the moves of a node.
func (r *reader) node(n node) error {
	side, dice := rules.NoSide, [2]int{}
	for i := range n {
		p := &n[i]
		switch p.name {
		case "W", "B":
			if err := r.move(p); err != nil {
				return err
			}
		case "AW", "AB", "AE":
			return failedAt(p.Place, "a position that is set up is not read")
		case "CV", "CO", "CP":
			if len(r.game().Entries) > 0 {
				return failedAt(p.Place, "a cube that is set up is not read")
			}
			if p.name == "CV" && p.value() == "2" && r.match.Variant.Length() == 0 {
				r.tie()
			}
		case "PL":
			side = sideOf(p.value())
		case "DI":
			if v := p.value(); isDice(v) {
				dice = [2]int{int(v[0] - '0'), int(v[1] - '0')}
			}
		}
		if side != rules.NoSide && dice != [2]int{} {
			r.pending = backgammon.Entry{Side: side, Dice: dice, Place: p.Place}
		}
	}
	return nil
}

func sideOf(name string) rules.Side {
	switch strings.ToUpper(name) {
	case "W", "WHITE":
		return rules.White
	case "B", "BLACK":
		return rules.Black
	}
	return rules.NoSide
}

func isDice(text string) bool {
	return len(text) >= 2 && text[0] >= '1' && text[0] <= '6' && text[1] >= '1' && text[1] <= '6'
}

func (r *reader) add(e backgammon.Entry) {
	r.game().Entries = append(r.game().Entries, e)
	r.pending = backgammon.Entry{}
}

// move reads W[42hdfd], W[double], W[take] or W[drop].
func (r *reader) move(p *property) error {
	e := backgammon.Entry{Side: sideOf(p.name), Place: p.Place}
	switch text := strings.Join(strings.Fields(p.value()), ""); text {
	case "double":
		e.Cube = text
		if g := r.game(); len(g.Entries) > 0 {
			if last := g.Entries[len(g.Entries)-1]; last.Side != e.Side && (last.Cube == "double" || last.Cube == "beaver") {
				return r.beaver(e)
			}
		}
	case "take", "drop":
		e.Cube = text
	default:
		if !isDice(text) || len(text)%2 != 0 || len(text) > 10 {
			return failedAt(p.Place, fmt.Sprintf("%.20q is neither a throw with its play nor double, take or drop", text))
		}
		e.Dice = [2]int{int(text[0] - '0'), int(text[1] - '0')}
		var tokens []string
		for pairs := text[2:]; pairs != ""; pairs = pairs[2:] {
			from, ok1 := point(r.match.Variant, e.Side, pairs[0])
			to, ok2 := point(r.match.Variant, e.Side, pairs[1])
			if !ok1 || !ok2 {
				return failedAt(p.Place, fmt.Sprintf("%.2q are no points", pairs))
			}
			tokens = append(tokens, fmt.Sprintf("%d/%d", from, to))
		}
		e.Play = strings.Join(tokens, " ")
	}
	r.add(e)
	return nil
}

// tie begins the game with the cube at 2.
func (r *reader) tie() {
	if v, err := r.match.Variant.WithChoices("automatic-doubles=on"); err == nil {
		r.match.Variant, r.game().Tied = v, true
	}
}

// beaver adds a double that answers a double.
func (r *reader) beaver(e backgammon.Entry) error {
	v, err := r.match.Variant.WithChoices("beavers=on")
	if err != nil {
		return failedAt(e.Place, "a beaver in a game without a cube")
	}
	r.match.Variant, e.Cube = v, "beaver"
	r.add(e)
	return nil
}

// point is the number that a letter has for a side.
func point(v *backgammon.Variant, side rules.Side, letter byte) (number int, ok bool) {
	switch {
	case letter == 'y':
		return backgammon.Bar, true
	case letter == 'z':
		return backgammon.Off, true
	case letter < 'a' || letter > 'x':
		return 0, false
	}
	number = int(letter-'a') + 1
	if side == rules.Black {
		number = v.Across(number)
	}
	return number, true
}
