package templates

// BoardWords are the locale keys whose translations the board's scripts need;
// Board.Figure takes them. Placeholders stand in single braces, since scripts
// fill them in.
var BoardWords = []string{
	"board.confirm",
	"board.cancel",
}
