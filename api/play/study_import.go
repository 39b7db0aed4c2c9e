package play

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/draughts"
	"crownpost/rules/draughts/pdn"
)

// Limits of an import.
const (
	MaxStudyText  = 1 << 20 // bytes
	MaxStudyGames = 500
	// maxStudyMoves is how many moves a game has with all its variations: they
	// stand on one page.
	maxStudyMoves = 5000

	longestLabel = 120
)

// CodeUnreadable is the code of the account.Invalid for games that cannot be
// read; its argument "readable" is how many others can.
const CodeUnreadable = "pdn-unreadable"

// studyGames are the games of a study to be stored.
type studyGames struct {
	list []store.StudyGame
	size int
	// title is what the study could be called, or empty.
	title string
	// cut are the lines of the text where variations stop being legal.
	cut []int
}

func (g *studyGames) add(r *pdn.Resolved) {
	game, cut := tidy(r)
	g.cut = append(g.cut, cut...)
	text := game.String()
	// The text has the result in the style of the game's type.
	if _, after, ok := strings.Cut(text, `[Result "`); ok {
		result, _, _ := strings.Cut(after, `"`)
		game.SetTag("Result", result)
	}
	label := studyLabel(game)
	if g.title == "" {
		if g.title = known(game.Tag("Event")); g.title == "" {
			g.title = label
		}
	}
	g.list = append(g.list, store.StudyGame{Number: len(g.list) + 1, Variant: r.Variant.Key(), Label: label, PDN: text})
	g.size += len(text)
}

// studyGames reads what a study is to be made of.
func (s *Service) studyGames(ctx context.Context, in StudyInput) (*studyGames, error) {
	var given *draughts.Variant
	if in.Variant != "" {
		var ok bool
		if given, ok = draughts.Lookup(in.Variant); !ok {
			return nil, account.NewInvalid("variant", "unknown-variant", map[string]any{"variant": in.Variant})
		}
	}
	switch {
	case in.Game != 0:
		return s.gameToStudy(ctx, in)
	case in.FEN != "":
		return positionToStudy(given, in.FEN)
	case len(bytes.TrimSpace(in.PDN)) > 0:
		work, done, err := turn(ctx, importTurns)
		if err != nil {
			return nil, err
		}
		defer done()
		return importPDN(work, in.PDN, given, in.SkipUnreadable)
	}
	return nil, account.NewInvalid("pdn", "required", nil)
}

// gameToStudy takes a finished game of the site. One that is being played is
// for its players to think about.
func (s *Service) gameToStudy(ctx context.Context, in StudyInput) (*studyGames, error) {
	read := s.Store.Read(ctx)
	row, err := read.Game(in.Game)
	if errors.Is(err, store.ErrNotFound) {
		return nil, account.NewInvalid("game", "no-such-game", nil)
	}
	if err != nil {
		return nil, err
	}
	if _, err := AsOf(row, s.Store.Now()); err != nil {
		return nil, err
	}
	if row.Status == store.GameRunning {
		return nil, account.NewInvalid("game", "study-running", nil)
	}
	records, err := ReadRecords(read, []store.GameView{*row}, rules.Draughts)
	if err != nil {
		return nil, err
	}
	if len(records) == 0 {
		return nil, account.NewInvalid("game", "study-draughts", nil)
	}
	site := ""
	if in.Site != nil {
		site = in.Site(row.ID)
	}
	game, err := records[0].PDN(site)
	if err != nil {
		return nil, err
	}
	resolved, err := pdn.Resolve(game, nil)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", row.ID, err)
	}
	var games studyGames
	games.add(resolved)
	return &games, nil
}

// positionToStudy makes a game without moves of a position.
func positionToStudy(v *draughts.Variant, fen string) (*studyGames, error) {
	if v == nil {
		return nil, account.NewInvalid("variant", "required", nil)
	}
	board, err := v.ParseSetUp(fen)
	var where *draughts.FENError
	if errors.As(err, &where) {
		return nil, account.NewInvalid("fen", "start-unreadable", map[string]any{"at": where.Offset + 1, "problem": where.Problem})
	}
	if err != nil {
		return nil, fmt.Errorf("position: %w", err)
	}
	record := pdn.Record{Variant: v}
	if board != v.StartBoard() {
		record.FEN = v.FEN(board)
	}
	resolved, err := pdn.Resolve(record.Game(), v)
	if err != nil {
		return nil, fmt.Errorf("position: %w", err)
	}
	var games studyGames
	games.add(resolved)
	return &games, nil
}

// Some games take long to understand, and strangers may write them so on
// purpose: only a few are worked out at once, and none for longer than
// studyTime.
const studyTime = 3 * time.Second

var (
	importTurns = make(chan struct{}, 2)
	readTurns   = make(chan struct{}, 4)
)

// turn waits until one may work games out. The context that it returns ends
// when the time for it is over; done lets others have their turn.
func turn(ctx context.Context, turns chan struct{}) (work context.Context, done func(), err error) {
	select {
	case turns <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, fmt.Errorf("turn to read games: %w", ctx.Err())
	}
	work, cancel := context.WithTimeout(ctx, studyTime)
	return work, func() { cancel(); <-turns }, nil
}

// importPDN reads the games of a file.
func importPDN(ctx context.Context, text []byte, given *draughts.Variant, skip bool) (*studyGames, error) {
	if len(text) > MaxStudyText {
		return nil, account.NewInvalid("pdn", "pdn-long", map[string]any{"max": MaxStudyText >> 20})
	}
	text = decode(bytes.TrimRight(text, "\x1a\x00")) // the end of a file of old
	if err := checkCharacters(text); err != nil {
		return nil, err
	}
	r := pdn.NewReader(bytes.NewReader(text), pdn.Options{})
	var games studyGames
	var first *pdn.Error
	failed := 0
	for {
		resolved, err := nextGame(ctx, r, given)
		if errors.Is(err, io.EOF) {
			break
		}
		if len(games.list)+failed >= MaxStudyGames {
			return nil, account.NewInvalid("pdn", "pdn-games", map[string]any{"max": MaxStudyGames})
		}
		var unreadable *pdn.Error
		switch {
		case errors.Is(err, context.DeadlineExceeded) && errors.As(err, &unreadable):
			return nil, account.NewInvalid("pdn", "pdn-work", map[string]any{"game": max(unreadable.Game, 1), "line": unreadable.Line})
		case ctx.Err() != nil:
			return nil, fmt.Errorf("games: %w", ctx.Err())
		case err == nil:
			games.add(resolved)
		case errors.As(err, &unreadable):
			if failed++; first == nil {
				first = unreadable
			}
		default:
			return nil, err
		}
	}
	switch {
	case first != nil && len(games.list)+failed == 1:
		return nil, account.NewInvalid("pdn", "pdn-game", map[string]any{"line": first.Line, "column": first.Column, "problem": first.Problem})
	case first != nil && (!skip || len(games.list) == 0):
		return nil, account.NewInvalid("pdn", CodeUnreadable, map[string]any{
			"game": max(first.Game, 1), "line": first.Line, "column": first.Column, "problem": first.Problem,
			"readable": len(games.list), "games": len(games.list) + failed,
		})
	case len(games.list) == 0:
		return nil, account.NewInvalid("pdn", "required", nil)
	}
	return &games, nil
}

// nextGame reads a game and plays it through. One whose main line is legal is
// taken although a variation is not.
func nextGame(ctx context.Context, r *pdn.Reader, given *draughts.Variant) (*pdn.Resolved, error) {
	game, err := r.Next()
	if err != nil {
		return nil, err
	}
	if countMoves(&game.Main) > maxStudyMoves {
		return nil, &pdn.Error{Game: game.Number, Pos: game.Pos, Problem: fmt.Sprintf("the game has more than %d moves with its variations", maxStudyMoves)}
	}
	resolved, err := pdn.ResolveWithin(ctx, game, given)
	if err != nil && resolved != nil && ctx.Err() == nil {
		if n := len(resolved.Main); n > 0 && resolved.Main[n-1].Last == len(game.Main.Nodes)-1 {
			return resolved, nil
		}
	}
	return resolved, err
}

func countMoves(line *pdn.Line) int {
	n := len(line.Nodes)
	for i := range line.Nodes {
		for j := range line.Nodes[i].Variations {
			n += countMoves(&line.Nodes[i].Variations[j])
		}
	}
	return n
}

// checkCharacters refuses control characters, which stand in no game but in
// files that are no text.
func checkCharacters(text []byte) error {
	line, column := 1, 1
	for _, c := range string(text) {
		switch {
		case c == '\n':
			line, column = line+1, 1
			continue
		case unicode.IsControl(c) && !strings.ContainsRune("\r\t\f\v", c):
			return account.NewInvalid("pdn", "pdn-character", map[string]any{"line": line, "column": column})
		}
		column++
	}
	return nil
}

// decode makes UTF-8 of a text: what is not, is taken for the letters that
// Windows and Latin-1 have there.
func decode(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	out := make([]byte, 0, len(text)+len(text)/8)
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r == utf8.RuneError && size == 1 {
			if r = charmap.Windows1252.DecodeByte(text[0]); unicode.IsControl(r) {
				r = utf8.RuneError
			}
		}
		out = utf8.AppendRune(out, r)
		text = text[size:]
	}
	return out
}

// visible leaves out the characters that only turn or join others.
func visible(c rune) rune {
	if unicode.Is(unicode.Cf, c) {
		return -1
	}
	return c
}

// known is a tag's value, empty where it says that nobody knows.
func known(value string) string {
	value = strings.TrimSpace(strings.Map(visible, value))
	if strings.Trim(value, "?-.") == "" {
		return ""
	}
	return value
}

// studyLabel names a game after its players and its result, or its event.
func studyLabel(g *pdn.Game) string {
	white, black := known(g.Tag("White")), known(g.Tag("Black"))
	label := white + " – " + black
	switch {
	case white == "" && black == "":
		return clip(known(g.Tag("Event")), longestLabel)
	case white == "":
		label = "? – " + black
	case black == "":
		label = white + " – ?"
	}
	if result := known(g.Outcome()); result != "" && result != "*" {
		label += " " + result
	}
	return clip(label, longestLabel)
}

// tidy is a game as its study keeps it: as the standard writes it. What is not
// legal in a variation, and all behind it, becomes a comment; cut are the lines
// of the text where that begins.
func tidy(r *pdn.Resolved) (game *pdn.Game, cut []int) {
	cut = cutIllegal(&r.Game.Main, r.Main)
	return r.Canonical(), cut
}

func cutIllegal(line *pdn.Line, plies []pdn.Ply) (cut []int) {
	next := 0
	for i := range plies {
		p := &plies[i]
		next = p.Last + 1
		lines := p.Variations
		p.Variations = nil
		for n := p.First; n <= p.Last; n++ {
			node := &line.Nodes[n]
			all := node.Variations
			node.Variations = nil
			for k := range all {
				var played []pdn.Ply
				if len(lines) > 0 {
					played, lines = lines[0], lines[1:]
				}
				cut = append(cut, cutIllegal(&all[k], played)...)
				if len(all[k].Nodes) == 0 { // nothing but comments
					node.After = append(node.After, all[k].Tail...)
					continue
				}
				node.Variations = append(node.Variations, all[k])
				p.Variations = append(p.Variations, played)
			}
		}
	}
	var words []string
	for _, n := range line.Nodes[next:] {
		for _, c := range n.Before {
			words = append(words, c.Plain())
		}
		words = append(words, n.Move+n.Strength)
		for _, c := range n.After {
			words = append(words, c.Plain())
		}
	}
	if len(words) > 0 {
		cut = append(cut, line.Nodes[next].Line)
		line.Tail = append([]pdn.Comment{{Text: strings.Join(words, " ")}}, line.Tail...)
		line.Nodes = line.Nodes[:next]
	}
	return cut
}
