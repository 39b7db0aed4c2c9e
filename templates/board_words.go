package templates

// BoardWords are the locale keys whose translations a board needs; Board.Figure
// takes them. Their placeholders stand in single braces, since scripts fill
// them in.
var BoardWords = []string{
	"board.position",
	"board.square", "board.empty", "board.man", "board.king", "board.must", "board.chosen", "board.target",
	"board.point", "board.checkers", "board.bar", "board.off", "board.bear-off",
	"board.choose", "board.choose-target", "board.capture", "board.cannot-move", "board.cannot-go", "board.route",
	"board.confirm", "board.confirm-move", "board.cancel",
	"board.throw", "board.so-far", "board.complete", "board.undo", "board.swap", "board.tap",
	"board.no-step", "board.whole-throw", "board.bar-first",
}

// LiveWords are the keys that scripts need on every page; the layout puts
// their translations, as a JSON object by key, into the data-words attribute
// of the body.
var LiveWords = []string{"board.sending", "board.offline", "board.changed", "board.show"}
