package trf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"crownpost/tournament"
)

// Options say how a file is read.
type Options struct {
	// Strict takes the format and nothing else. Without it the reader is
	// liberal with what programs of many years have written: small letters,
	// commas in numbers, forfeits without an opponent, points left out. What
	// contradicts itself is an error either way.
	Strict bool
}

// MaxRounds is the greatest number of a round that is read.
const MaxRounds = 999

// Read reads a file. The error is of type Errors and lists all that is wrong
// with the file; the File is nil then.
func Read(data []byte, options Options) (*File, error) {
	r := reader{options: options, records: map[string][]line{}}
	for _, l := range lines(data) {
		r.sort(l)
	}
	r.terms()
	r.points()
	r.players()
	r.absences()
	r.virtual()
	r.forbidden()
	r.abnormal()
	if len(r.errs) == 0 { // else one error would be reported many times
		r.check()
	}
	r.trim()
	if len(r.errs) > 0 {
		slices.SortStableFunc(r.errs, func(a, b *Error) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		})
		return nil, r.errs
	}
	return &r.file, nil
}

// reader turns the lines of a file into a File.
type reader struct {
	options Options
	file    File
	errs    Errors
	// records are the lines that mean something to the field, by code.
	records map[string][]line
	// size is the line of record 062.
	size line
	// rows are the players' lines, in the order of the players.
	rows []row
	// index finds a player by ID.
	index map[int]int
	// black are the points of a played game with Black where JaVaFo's XXS
	// makes them differ.
	black map[tournament.Kind]tournament.Tenths
}

// row is a player's line and the points that it claims.
type row struct {
	line
	claimed tournament.Tenths
	claims  bool
}

// typed are the codes of records that mean something to a field.
const typed = "001 142 152 162 240 250 260 299 XXR XXC XXS XXA XXP XXZ BBW BBD BBL BBZ BBF BBU"

// of26 are those of them that only TRF26 has.
const of26 = "142 152 162 240 250"

// sort files a line under its code.
func (r *reader) sort(l line) {
	code := l.code()
	if !r.options.Strict {
		code = strings.ToUpper(code)
	}
	switch {
	case code != "" && oneOf(texts, code):
		r.file.Header = append(r.file.Header, Text{code, strings.TrimRight(l.rest(5), " ")})
		if code == "062" {
			r.size = l
		}
	case code != "" && oneOf(typed, code):
		if tab := slices.Index(l.text, '\t'); tab >= 0 {
			r.wrong(l, tab+1, "a tab, where the columns of characters count")
			return
		}
		if oneOf(of26, code) {
			r.file.Dialect = TRF26
		}
		r.records[code] = append(r.records[code], l)
	default:
		r.file.Kept = append(r.file.Kept, string(l.text))
	}
}

// oneOf reports whether a code is in a list divided by blanks.
func oneOf(list, code string) bool { return strings.Contains(" "+list+" ", " "+code+" ") }

// wrong reports text that is not as the format has it.
func (r *reader) wrong(l line, column int, problem string, args ...any) {
	r.errs = append(r.errs, &Error{l.number, column, fmt.Sprintf(problem, args...), ErrFormat})
}

// strictly reports what only strict reading minds.
func (r *reader) strictly(l line, column int, problem string, args ...any) {
	if r.options.Strict {
		r.wrong(l, column, problem, args...)
	}
}

// contradicts reports text against other text.
func (r *reader) contradicts(l line, column int, problem string, args ...any) {
	r.errs = append(r.errs, &Error{l.number, column, fmt.Sprintf(problem, args...), ErrContradiction})
}

// number is a whole number in columns first to last; none stands for a blank
// field.
func (r *reader) number(l line, first, last, none int, what string) int {
	text := l.field(first, last)
	if text == "" {
		return none
	}
	n, ok := number(text)
	if !ok {
		r.wrong(l, first, "%s %q is not a number", what, text)
		return none
	}
	return n
}

// tenths are points in columns first to last; nothing is 0.
func (r *reader) tenths(l line, first int, text, what string) tournament.Tenths {
	if text == "" {
		return 0
	}
	points, ok := tenths(text)
	if !ok {
		r.wrong(l, first, "%s %q are not points with one decimal", what, text)
	}
	if strings.Contains(text, ",") {
		r.strictly(l, first, "%s %q with a comma", what, text)
	}
	return points
}

// roundAt is the number of a round in columns first to last.
func (r *reader) roundAt(l line, first, last, none int) int {
	round := r.number(l, first, last, none, "round")
	if round > MaxRounds {
		r.wrong(l, first, "round %d is beyond %d", round, MaxRounds)
		return 0
	}
	return round
}

// terms reads the number of rounds, the initial colour and the system.
func (r *reader) terms() {
	f := &r.file.Field
	for _, l := range slices.Concat(r.records["142"], r.records["XXR"]) {
		words := l.words(5)
		if len(words) == 0 {
			continue
		}
		rounds, ok := number(words[0].text)
		switch {
		case !ok || rounds > MaxRounds:
			r.wrong(l, words[0].column, "number of rounds %q is not from 1 to %d", words[0].text, MaxRounds)
		case f.Rounds != 0 && rounds != f.Rounds:
			r.contradicts(l, words[0].column, "%d rounds, elsewhere %d", rounds, f.Rounds)
		default:
			f.Rounds = rounds
		}
	}
	for _, l := range slices.Concat(r.records["152"], r.records["XXC"]) {
		for _, w := range l.words(5) {
			r.initial(l, w)
		}
	}
	f.Edition = tournament.Edition2026
	system := strings.ToUpper(r.file.Text(System))
	if strings.Contains(system, "_2017") {
		f.Edition = tournament.Edition2017
	}
	f.RoundRobin = strings.Contains(system, "ROUNDROBIN")
	f.Colourless = system == Colourless
	if system == "" {
		words := strings.ToLower(r.file.Text(Type))
		f.RoundRobin = strings.Contains(strings.NewReplacer(" ", "", "-", "").Replace(words), "roundrobin")
	}
}

// initial reads a word of record 152 or XXC.
func (r *reader) initial(l line, w word) {
	f := &r.file.Field
	var colour tournament.Colour
	switch strings.ToLower(w.text) {
	case "w", "white1":
		colour = tournament.White
	case "b", "black1":
		colour = tournament.Black
	case "rank":
		f.ByRank = true
		return
	default:
		r.strictly(l, w.column, "%q is no initial colour", w.text)
		return
	}
	if f.Initial != tournament.NoColour && f.Initial != colour {
		r.contradicts(l, w.column, "initial colour %q, elsewhere the other one", w.text)
	}
	f.Initial = colour
}

// absences reads who is known to be away from a round: 240 and, for the next
// round, XXZ. What the player's line says of the round has precedence.
func (r *reader) absences() {
	f := &r.file.Field
	for _, l := range r.records["240"] {
		kind, ok := map[rune]tournament.Kind{
			'F': tournament.FullBye, 'H': tournament.HalfBye, 'Z': tournament.ZeroBye, ' ': tournament.ZeroBye,
		}[upper(l.at(5))]
		if !ok {
			r.wrong(l, 5, "%q is no kind of bye", l.at(5))
			continue
		}
		round := r.roundAt(l, 7, 9, 0)
		if round == 0 {
			r.wrong(l, 7, "no round")
			continue
		}
		r.absent(l, l.words(10), round, kind)
	}
	if next := f.PlayedRounds() + 1; next <= MaxRounds {
		for _, l := range r.records["XXZ"] {
			r.absent(l, l.words(5), next, tournament.ZeroBye)
		}
	}
}

func (r *reader) absent(l line, ids []word, round int, kind tournament.Kind) {
	for _, w := range ids {
		p := r.player(l, w)
		if p == nil {
			continue
		}
		for len(p.Records) < round {
			p.Records = append(p.Records, tournament.Record{})
		}
		switch known := &p.Records[round-1]; known.Kind {
		case kind:
		case tournament.Unrecorded:
			*known = tournament.Record{Kind: kind, Points: r.file.Field.Points.For(kind)}
		default:
			r.strictly(l, w.column, "player %d has something else in round %d", p.ID, round)
		}
	}
}

// player finds the player whom a word names, nil if there is none.
func (r *reader) player(l line, w word) *tournament.Player {
	id, ok := number(w.text)
	if !ok {
		r.wrong(l, w.column, "%q is not the number of a player", w.text)
		return nil
	}
	i, ok := r.index[id]
	if !ok {
		r.contradicts(l, w.column, "there is no player %d", id)
		return nil
	}
	return &r.file.Field.Players[i]
}

// virtual reads acceleration: 250, XXA, and the Baku method, which a system
// may name in place of them.
func (r *reader) virtual() {
	for _, l := range r.records["250"] {
		points := r.tenths(l, 10, l.field(10, 13), "virtual points")
		first, last := r.roundAt(l, 15, 17, 0), r.roundAt(l, 19, 21, 0)
		from, to := r.number(l, 23, 26, 0, "first player"), r.number(l, 28, 31, 0, "last player")
		if first == 0 || from == 0 {
			r.wrong(l, 15, "virtual points without round or player")
			continue
		}
		players := r.file.Field.Players
		for i := range players {
			if players[i].ID >= from && players[i].ID <= max(from, to) {
				for round := first; round <= max(first, last); round++ {
					accelerate(&players[i], round, points)
				}
			}
		}
	}
	for _, l := range r.records["XXA"] {
		p := r.player(l, word{l.field(5, 8), 5})
		if p == nil {
			continue
		}
		for round, column := 1, 10; column <= len(l.text) && round <= MaxRounds; round, column = round+1, column+5 {
			accelerate(p, round, r.tenths(l, column, l.field(column, column+3), "virtual points"))
		}
	}
	accelerated := func(p tournament.Player) bool {
		return slices.ContainsFunc(p.Virtual, func(points tournament.Tenths) bool { return points != 0 })
	}
	if strings.HasSuffix(strings.ToUpper(r.file.Text(System)), "_BAKU") &&
		!slices.ContainsFunc(r.file.Field.Players, accelerated) {
		r.file.Field.Baku()
	}
}

// accelerate gives a player virtual points in a round.
func accelerate(p *tournament.Player, round int, points tournament.Tenths) {
	for len(p.Virtual) < round {
		p.Virtual = append(p.Virtual, 0)
	}
	p.Virtual[round-1] = points
}

// forbidden reads who must not meet whom.
func (r *reader) forbidden() {
	f := &r.file.Field
	add := func(l line, ids []word, first, last int) {
		group := tournament.Forbidden{First: max(first, 1), Last: last}
		if last >= MaxRounds || f.Rounds > 0 && last >= f.Rounds {
			group.Last = 0
		}
		for _, w := range ids {
			if p := r.player(l, w); p != nil {
				group.Players = append(group.Players, p.ID)
			}
		}
		f.Forbidden = append(f.Forbidden, group)
	}
	for _, l := range r.records["260"] {
		add(l, l.words(12), r.roundAt(l, 5, 7, 1), r.roundAt(l, 9, 11, 0))
	}
	for _, l := range r.records["XXP"] {
		add(l, l.words(5), 1, 0)
	}
}

// abnormal reads points that are not those of the result: in a round of some
// players or, where the record does not name a result, besides the rounds.
func (r *reader) abnormal() {
	for _, l := range r.records["299"] {
		words := l.words(18)
		if len(words) < 2 {
			continue // points of a result as such
		}
		points := r.tenths(l, 14, l.field(14, 17), "points")
		round, ok := number(words[0].text)
		if !ok || round > MaxRounds {
			r.wrong(l, words[0].column, "%q is no round", words[0].text)
			continue
		}
		_, result := results[upper(l.at(5))]
		for _, w := range words[1:] {
			switch p := r.player(l, w); {
			case p == nil:
			case !result || l.at(5) == ' ':
				p.Adjustment += points
			case p.Record(round).Kind == tournament.Unrecorded:
				r.contradicts(l, w.column, "player %d has nothing in round %d", p.ID, round)
			default:
				p.Records[round-1].Points = points
			}
		}
	}
}

// trim cuts what says nothing from the ends of records and virtual points, so
// that equal fields are the same, and puts the players in order.
func (r *reader) trim() {
	slices.SortFunc(r.file.Field.Players, func(a, b tournament.Player) int { return cmp.Compare(a.ID, b.ID) })
	for i := range r.file.Field.Players {
		p := &r.file.Field.Players[i]
		p.Records = trimmed(p.Records)
		p.Virtual = trimmed(p.Virtual)
	}
}

// trimmed is a list without the zero values at its end, nil if nothing is left.
func trimmed[T comparable](list []T) []T {
	var zero T
	for n := len(list); n > 0 && list[n-1] == zero; n-- {
		list = list[:n-1]
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

// upper is the capital of a letter of the Latin alphabet.
func upper(c rune) rune {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}
