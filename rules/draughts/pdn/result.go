package pdn

import (
	"strconv"
	"strings"
)

const resultTag = "Result"

// ResultStyle is how results are written.
type ResultStyle uint8

// The styles of results.
const (
	// StyleByGame is the style that PDN 3.0 gives the game's type:
	// International for types 20 and 27, Default for the others. Without a
	// GameType the result stays as it is.
	StyleByGame        ResultStyle = iota
	StyleDefault                   // 1-0, 1/2-1/2, 0-1
	StyleInternational             // 2-0, 1-1, 0-2
	StyleAsWritten                 // as the game has it
)

// score is a result in either style.
type score uint8

const (
	unfinished score = iota + 1
	firstWins
	drawn
	secondWins
	bothLose
)

var scores = map[string]score{
	"*": unfinished, "": unfinished, "?": unfinished,
	"1-0": firstWins, "2-0": firstWins,
	"1/2-1/2": drawn, "1-1": drawn, "1/2": drawn,
	"0-1": secondWins, "0-2": secondWins,
	"0-0": bothLose,
}

var defaultResults = [...]string{unfinished: "*", firstWins: "1-0", drawn: "1/2-1/2", secondWins: "0-1", bothLose: "0-0"}
var internationalResults = [...]string{unfinished: "*", firstWins: "2-0", drawn: "1-1", secondWins: "0-2", bothLose: "0-0"}

// comparison is a result to be compared: its score, or its text where that is
// of no known style.
type comparison struct {
	score score
	text  string
}

// scoreOf reads a result, liberally: "1:0", "½-½" and spaces as well.
func scoreOf(result string) comparison {
	plain := strings.NewReplacer(" ", "", ":", "-", "½", "1/2", "–", "-").Replace(result)
	if s, ok := scores[plain]; ok {
		return comparison{score: s}
	}
	return comparison{text: result}
}

// inStyle writes a result in a style, and one of no known style as it is.
func inStyle(result string, style ResultStyle) string {
	s := scoreOf(result).score
	switch {
	case s == 0 || style == StyleAsWritten:
		return result
	case style == StyleInternational:
		return internationalResults[s]
	}
	return defaultResults[s]
}

// resultStyle is the style for a game: its type's, unless a ResultFormat says
// that it has its own.
func (g *Game) resultStyle() ResultStyle {
	number, ok := g.gameTypeNumber()
	switch {
	case g.Tag("ResultFormat") != "" || !ok:
		return StyleAsWritten
	case number == 20 || number == 27:
		return StyleInternational
	}
	return StyleDefault
}

// gameTypeNumber is the type in the GameType tag: 20 of "20,W,10,10,N2,0".
func (g *Game) gameTypeNumber() (number int, ok bool) {
	first, _, _ := strings.Cut(g.Tag("GameType"), ",")
	number, err := strconv.Atoi(strings.TrimSpace(first))
	return number, err == nil
}
