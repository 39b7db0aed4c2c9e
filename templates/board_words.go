package templates

import "encoding/json"

// BoardWords are the locale keys that a board's scripts need. Their
// placeholders are filled in by the scripts.
var BoardWords = []string{
	"board.position",
	"board.square", "board.empty", "board.man", "board.king", "board.must", "board.chosen", "board.target",
	"board.point", "board.checkers", "board.bar", "board.off", "board.bear-off", "board.on-top",
	"board.choose", "board.choose-target", "board.capture", "board.cannot-move", "board.cannot-go", "board.route",
	"board.confirm", "board.confirm-move", "board.cancel",
	"board.throw", "board.so-far", "board.complete", "board.undo", "board.swap", "board.tap", "board.now-target",
	"board.no-step", "board.whole-throw", "board.bar-first", "board.none-there",
}

// LiveWords are the locale keys that scripts need on every page.
var LiveWords = []string{"board.sending", "board.offline", "board.changed", "board.show"}

// LiveWords is the translations of LiveWords, as the data-words attribute of
// the body has them.
func (p *Printer) LiveWords() string {
	words := make(map[string]string, len(LiveWords))
	for _, key := range LiveWords {
		words[key] = p.T(key)
	}
	return wordsJSON(words)
}

func wordsJSON(words map[string]string) string {
	text, err := json.Marshal(words)
	if err != nil {
		panic(err) // strings cannot fail
	}
	return string(text)
}
