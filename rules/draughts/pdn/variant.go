package pdn

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"crownpost/rules"
	"crownpost/rules/draughts"
)

// keys are the variants of the family, in the order in which one is chosen
// where the GameType fits several.
var keys = []string{
	"international", "checkers", "canadian", "malaysian", "russian", "brazilian", "pool", "jamaican", "italian",
	"spanish", "portuguese", "czech", "turkish", "thai", "frisian", "frysk", "killer", "spantsiretti",
	"antidraughts", "breakthrough",
}

// Inferred are the variants that a game is tried in where it says nothing
// about its own, in this order.
var Inferred = []string{
	"international", "checkers", "italian", "russian", "czech", "brazilian", "pool", "spanish", "frisian",
	"canadian", "turkish", "thai",
}

// variantNames are the values of the Variant tag that are no keys, small and
// without anything but letters. Sources: lidraughts, PlayStrategy.
var variantNames = map[string]string{
	"standard": "international", "fromposition": "international", "draughts": "international",
	"americanenglish": "checkers", "american": "checkers", "english": "checkers", "englishdraughts": "checkers",
	"americancheckers": "checkers", "anglo": "checkers",
	"poolcheckers": "pool", "americanpool": "pool", "americanpoolcheckers": "pool",
	"antidraughts": "antidraughts", "anti": "antidraughts", "frisiandraughts": "frisian",
	"dama": "italian", "makhos": "thai", "makhot": "thai", "damas": "spanish",
	"russiandraughts": "russian", "shashki": "russian", "braziliandraughts": "brazilian",
	"singapore": "malaysian", "damhaji": "malaysian",
}

// variantNamed is the variant that a Variant tag names, nil if it names none.
func variantNamed(name string) *draughts.Variant {
	plain := strings.Map(func(c rune) rune {
		if !unicode.IsLetter(c) {
			return -1
		}
		return unicode.ToLower(c)
	}, name)
	if v, ok := draughts.Lookup(plain); ok {
		return v
	}
	v, _ := draughts.Lookup(variantNames[plain])
	return v
}

// declaredStart is the side that begins by the game's GameType.
func (g *Game) declaredStart() (side rules.Side, ok bool) {
	fields := strings.Split(g.Tag("GameType"), ",")
	if len(fields) < 2 {
		return rules.NoSide, false
	}
	switch strings.TrimSpace(fields[1]) {
	case "W":
		return rules.White, true
	case "B":
		return rules.Black, true
	}
	return rules.NoSide, false
}

// kin are variants without a number of their own in PDN's list of game types,
// and those whose number they have. Every move of theirs is one there too.
var kin = map[string]string{"killer": "international"}

// byType are the variants by their number in PDN's list of game types.
var byType = sync.OnceValue(func() map[int][]*draughts.Variant {
	types := map[int][]*draughts.Variant{}
	for _, key := range keys {
		v, ok := draughts.Lookup(key)
		if !ok {
			continue
		}
		number, _, _ := strings.Cut(v.GameType(), ",")
		if n, err := strconv.Atoi(number); err == nil {
			types[n] = append(types[n], v)
		}
	}
	types[99] = types[20] // lidraughts' number for its standard game from a position
	return types
})

// Variant is the variant that the game's tags name, nil if they name none: by
// the number in GameType, where that fits several by the Variant tag and by
// the rest of GameType, and without a number by the Variant tag. It is played
// with the defaults of its options.
func (g *Game) Variant() *draughts.Variant {
	named := variantNamed(g.Tag("Variant"))
	number, ok := g.gameTypeNumber()
	if !ok {
		return named
	}
	list := byType()[number]
	if named != nil && slices.ContainsFunc(list, func(v *draughts.Variant) bool { return v == named || v.Key() == kin[named.Key()] }) {
		return named
	}
	fields := strings.Split(g.Tag("GameType"), ",")
	for _, v := range list {
		own := strings.Split(v.GameType(), ",")
		// The invert flag tells Jamaican from pool.
		if len(fields) == 6 && len(own) == 6 && strings.TrimSpace(fields[5]) == own[5] {
			return v
		}
	}
	if len(list) > 0 {
		return list[0]
	}
	return named
}

// rulesTag has the options of the variant that are not the default, as
// Variant.Choices writes them: [Rules "crowning=goes-on"]. It is no tag of the
// standard; whatever else stands in it is left alone.
const rulesTag = "Rules"

// choicesOf reads the value of a Rules tag, nil where it is not of our form.
func choicesOf(value string) map[string]string {
	choices := map[string]string{}
	for choice := range strings.SplitSeq(value, ",") {
		key, value, _ := strings.Cut(choice, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if strings.Trim(key, optionBytes) != "" || strings.Trim(value, optionBytes) != "" || key == "" || value == "" {
			return nil
		}
		choices[key] = value
	}
	return choices
}

const optionBytes = "abcdefghijklmnopqrstuvwxyz0123456789-"

// with are the readings with the options of the Rules tag. Those of variants
// that have no such options are left out; the error is that of the first if
// none is left.
func (g *Game) with(list []reading) ([]reading, *Error) {
	i := slices.IndexFunc(g.Tags, func(t Tag) bool { return t.Name == rulesTag })
	if i < 0 {
		return list, nil
	}
	choices := choicesOf(g.Tags[i].Value)
	if choices == nil {
		return list, nil
	}
	var known []reading
	var first error
	for _, r := range list {
		with, err := r.v.With(choices)
		if err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		r.v = with.(*draughts.Variant)
		known = append(known, r)
	}
	if len(known) == 0 {
		return nil, &Error{Game: g.Number, Pos: g.Tags[i].Pos, Problem: rulesTag + ": " + first.Error(), Err: first}
	}
	return known, nil
}

// reading is a way to understand a game: a variant, the side that begins, and
// what its squares are called.
type reading struct {
	v *draughts.Variant
	// begins is the side that begins where a position does not say.
	begins rules.Side
	// names turns squares with letters into the variant's; nil where they
	// need not be.
	names map[string]string
}

// readings are the ways to understand a game, the likeliest first.
func (g *Game) readings(given *draughts.Variant) []reading {
	var list []reading
	lettered := g.lettered()
	if v := g.Variant(); v != nil {
		given = v
	}
	if given != nil {
		// Some programs let the other side begin than the standard does, and
		// some say so.
		begins := given.Starts()
		if side, ok := g.declaredStart(); ok {
			begins = side
		}
		return append(views(given, begins, lettered), views(given, begins.Other(), lettered)...)
	}
	largest := g.largestSquare()
	for _, key := range Inferred {
		v, ok := draughts.Lookup(key)
		if !ok || v.Algebraic() != lettered && g.written() || !lettered && largest > v.Squares() {
			continue
		}
		list = append(list, reading{v: v, begins: v.Starts()})
	}
	if len(list) == 0 {
		v, _ := draughts.Lookup(Inferred[0])
		list = []reading{{v: v, begins: v.Starts()}}
	}
	return list
}

// written says whether the game has a move with squares.
func (g *Game) written() bool {
	for i := range g.Main.Nodes {
		if m := g.Main.Nodes[i].Move; m != "" && m != Unknown {
			return true
		}
	}
	return false
}

// lettered says whether the game's first move, or else its FEN, has squares
// with letters.
func (g *Game) lettered() bool {
	for i := range g.Main.Nodes {
		if m := g.Main.Nodes[i].Move; m != "" && m != Unknown {
			return isLetter(m[0])
		}
	}
	return strings.ContainsAny(strings.ToLower(g.Tag("FEN")), "acdefgh")
}

// largestSquare is the largest number of a square in the game and its FEN.
func (g *Game) largestSquare() int {
	largest := 0
	look := func(text string) {
		n := 0
		for i := range len(text) {
			if !isDigit(text[i]) {
				n = 0
				continue
			}
			n = min(n*10+int(text[i]-'0'), 999)
			largest = max(largest, n)
		}
	}
	look(g.Tag("FEN"))
	for i := range g.Main.Nodes {
		look(g.Main.Nodes[i].Move)
	}
	return largest
}

// views are the ways to read a game of a variant in which a side begins. Where
// squares are numbers, a game with letters has a1 in the left corner of whoever
// begins, or of White.
func views(v *draughts.Variant, begins rules.Side, lettered bool) []reading {
	r := reading{v: v, begins: begins}
	if v.Algebraic() || !lettered {
		return []reading{r}
	}
	var list []reading
	for _, side := range []rules.Side{begins, rules.White} {
		r.names = lettersFrom(v, side)
		list = append(list, r)
	}
	if begins == rules.White {
		return list[:1]
	}
	return list
}

// lettersFrom are the names with letters of a variant's squares, seen by a
// side, and what the variant calls them.
func lettersFrom(v *draughts.Variant, side rules.Side) map[string]string {
	layout, _ := draughts.LayoutOf(v.Key())
	names := map[string]string{}
	for n := 1; n < len(layout.Places); n++ {
		column, rank := layout.Places[n].Column, layout.Height-layout.Places[n].Row
		if side == rules.Black {
			column, rank = layout.Width-1-column, layout.Height+1-rank
		}
		names[string(rune('a'+column))+strconv.Itoa(rank)] = v.Name(n)
	}
	return names
}

// move is a move's text in the names of the variant.
func (r *reading) move(text string) string {
	if r.names == nil || !isLetter(text[0]) {
		return text
	}
	return r.rename(text)
}

// rename replaces the squares with letters in a text.
func (r *reading) rename(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); {
		end := i
		if c := text[i] | 0x20; 'a' <= c && c <= 'l' {
			for end = i + 1; end < len(text) && isDigit(text[end]); end++ {
			}
		}
		if name, ok := r.names[strings.ToLower(text[i:end])]; ok {
			out.WriteString(name)
			i = end
			continue
		}
		out.WriteByte(text[i])
		i++
	}
	return out.String()
}

// board is the position of a FEN. One that does not say whose move it is
// leaves it to the side that begins, one without pieces is an empty board, and
// a man on the last row is a king.
func (r *reading) board(fen string) (draughts.Board, error) {
	fen = strings.TrimSpace(fen)
	if strings.HasPrefix(fen, "?") || strings.HasPrefix(fen, ":") {
		fen = sideLetter[r.begins] + strings.TrimPrefix(fen, "?")
	}
	if side, ok := emptyBoard(fen); ok {
		return draughts.Board{Turn: side}, nil
	}
	if r.names != nil {
		fen = r.rename(fen)
	}
	variants := []*draughts.Variant{r.v}
	if r.v.Algebraic() { // its squares may be counted by rows from the top left
		variants = append(variants, r.v.ByRows())
	}
	var first error
	for _, v := range variants {
		b, err := v.ParseSetUp(fen)
		if err != nil {
			b, err = v.ParseSetUp(crowned(v, fen))
		}
		if err == nil {
			return b, nil
		}
		if first == nil {
			first = err
		}
	}
	return draughts.Board{}, first
}

// emptyBoard says whether a FEN has a side to move and no pieces: "W::".
func emptyBoard(fen string) (rules.Side, bool) {
	side, pieces, ok := strings.Cut(fen, ":")
	if !ok || strings.Trim(pieces, ":WB. ") != "" {
		return rules.NoSide, false
	}
	switch side {
	case "W":
		return rules.White, true
	case "B":
		return rules.Black, true
	}
	return rules.NoSide, false
}

// crowned makes kings of the men in a FEN that stand on their last row.
func crowned(v *draughts.Variant, fen string) string {
	layout, _ := draughts.LayoutOf(v.Key())
	last := func(name, colour string) bool {
		n, ok := v.SquareNamed(strings.ToLower(name))
		if !ok || n >= len(layout.Places) {
			return false
		}
		row := layout.Places[n].Row
		return colour == "W" && row == 0 || colour == "B" && row == layout.Height-1
	}
	parts := strings.Split(strings.TrimRight(fen, ". "), ":")
	for i, part := range parts {
		if len(part) < 2 {
			continue
		}
		colour := strings.ToUpper(part[:1])
		pieces := strings.Split(part[1:], ",")
		for j, square := range pieces {
			if last(strings.TrimSpace(square), colour) {
				pieces[j] = "K" + strings.TrimSpace(square)
			}
		}
		parts[i] = part[:1] + strings.Join(pieces, ",")
	}
	return strings.Join(parts, ":")
}

var sideLetter = [2]string{"W", "B"}
