package trf

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"crownpost/tournament"
)

// The greatest values that have room in their columns.
const (
	maxNumber = 9999
	maxPoints = 999 // tenths
	minPoints = -99
)

// Write writes a file in its dialect: the header, the terms of the field, the
// players by number, what belongs to players, and last the kept lines. Lines
// end in LF; every program takes that. Points and rounds are always those of
// the field. Errors: ErrTooBig, before anything is written, and those of w.
func Write(w io.Writer, f *File) error {
	out := writer{field: f.Field, dialect: f.Dialect}
	for _, t := range f.Header {
		out.line("%s %s", t.Code, oneLine(t.Text))
	}
	out.terms()
	players := slices.Clone(f.Field.Players)
	slices.SortFunc(players, func(a, b tournament.Player) int { return cmp.Compare(a.ID, b.ID) })
	for _, p := range players {
		if err := fits(p); err != nil {
			return fmt.Errorf("player %d: %w", p.ID, err)
		}
		out.player(p)
	}
	out.virtual(players)
	if err := out.forbidden(); err != nil {
		return err
	}
	out.abnormal(players)
	for _, line := range f.Kept {
		out.text.WriteString(oneLine(line) + "\n")
	}
	_, err := io.WriteString(w, out.text.String())
	return err
}

// oneLine has blanks in place of line ends.
func oneLine(text string) string { return strings.NewReplacer("\r", " ", "\n", " ").Replace(text) }

// fits reports what of a player has no room in the columns. Only a name may be
// cut.
func fits(p tournament.Player) error {
	for _, field := range []struct {
		value any
		room  int
	}{{p.Sex, 1}, {p.Title, 3}, {p.Federation, 3}, {p.Number, 11}, {p.Birth, 10}} {
		if text := fmt.Sprint(field.value); len([]rune(text)) > field.room {
			return fmt.Errorf("%q: %w", text, ErrTooBig)
		}
	}
	score := p.Score(len(p.Records))
	numbers := []int{p.ID, p.Rating, p.Rank}
	for _, r := range p.Records {
		numbers = append(numbers, r.Opponent)
	}
	if n := slices.Max(numbers); n > maxNumber || slices.Min(numbers) < 0 || p.ID == 0 {
		return fmt.Errorf("%d: %w", n, ErrTooBig)
	}
	for _, points := range slices.Concat([]tournament.Tenths{score}, p.Virtual) {
		if points > maxPoints || points < minPoints {
			return fmt.Errorf("%s points: %w", decimal(points), ErrTooBig)
		}
	}
	return nil
}

// writer puts the lines of a file together.
type writer struct {
	text    strings.Builder
	field   tournament.Field
	dialect Dialect
}

func (w *writer) line(format string, args ...any) {
	w.text.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
}

// terms writes rounds, initial colour and points.
func (w *writer) terms() {
	f := w.field
	colour := map[tournament.Colour][2]string{
		tournament.NoColour: {}, tournament.White: {"white1", "W"}, tournament.Black: {"black1", "B"},
	}[f.Initial]
	if f.Rounds > 0 && w.dialect == TRF26 {
		w.line("142 %d", f.Rounds)
	} else if f.Rounds > 0 {
		w.line("XXR %d", f.Rounds)
	}
	words := []string{colour[0]}
	if w.dialect == TRF26 {
		words = nil
		if f.Initial != tournament.NoColour {
			w.line("152 %s", colour[1])
		}
	}
	if f.ByRank {
		words = append(words, "rank")
	}
	if text := strings.TrimSpace(strings.Join(words, " ")); text != "" {
		w.line("XXC %s", text)
	}
	w.points()
}

// points writes what results are worth, in the dialect's own records as far as
// they go and beyond them in JaVaFo's.
func (w *writer) points() {
	p := w.field.Points
	implied := tournament.PointsOf(p.Win, p.Draw, p.Loss)
	switch {
	case w.dialect == TRF26:
		line := fmt.Sprintf("162  W%4s    D%4s    L%4s    P%4s",
			decimal(p.Win), decimal(p.Draw), decimal(p.Loss), decimal(p.PairingBye))
		if p.ZeroBye != 0 || p.ForfeitLoss != 0 { // not every program reads these
			line += fmt.Sprintf("    A%4s    X%4s", decimal(p.ZeroBye), decimal(p.ForfeitLoss))
		}
		w.line("%s", line)
	case p != tournament.DefaultPoints():
		for _, one := range []struct {
			code   string
			points tournament.Tenths
		}{
			{"BBW", p.Win}, {"BBD", p.Draw}, {"BBL", p.Loss},
			{"BBZ", p.ZeroBye}, {"BBF", p.ForfeitLoss}, {"BBU", p.PairingBye},
		} {
			w.line("%s %4s", one.code, decimal(one.points))
		}
	}
	var words []string
	for _, one := range []struct {
		code            string
		points, implied tournament.Tenths
	}{{"FW", p.ForfeitWin, implied.ForfeitWin}, {"FPB", p.FullBye, implied.FullBye}, {"HPB", p.HalfBye, implied.HalfBye}} {
		if one.points != one.implied {
			words = append(words, one.code+"="+decimal(one.points))
		}
	}
	if len(words) > 0 {
		w.line("XXS %s", strings.Join(words, " "))
	}
}

// player writes a player's record. A bye never has an opponent.
func (w *writer) player(p tournament.Player) {
	rank, rating := "", ""
	if p.Rank > 0 {
		rank = fmt.Sprint(p.Rank)
	}
	if p.Rating > 0 {
		rating = fmt.Sprint(p.Rating)
	}
	name := []rune(oneLine(strings.ReplaceAll(p.Name, "\t", " ")))
	name = name[:min(len(name), 33)]
	text := fmt.Sprintf("001 %4d %1s%3s %-33s %4s %3s %11s %10s %4s %4s",
		p.ID, p.Sex, p.Title, string(name), rating, p.Federation, p.Number, p.Birth,
		decimal(p.Score(len(p.Records))), rank)
	for _, r := range p.Records {
		text += "  " + round(r)
	}
	w.line("%s", text)
}

// round writes a round: opponent, colour and result.
func round(r tournament.Record) string {
	if r.Kind == tournament.Unrecorded {
		return strings.Repeat(" ", roundWidth-2)
	}
	opponent, colour := "0000", map[tournament.Colour]string{
		tournament.NoColour: "-", tournament.White: "w", tournament.Black: "b",
	}[r.Colour]
	if r.Kind >= tournament.PairingBye {
		colour = "-"
	} else if r.Opponent > 0 {
		opponent = fmt.Sprint(r.Opponent)
	}
	return fmt.Sprintf("%4s %s %c", opponent, colour, letter(r.Kind, r.Short))
}

// letter is what stands for a kind of record.
func letter(kind tournament.Kind, short bool) rune {
	for c, meaning := range results {
		if meaning.kind == kind && meaning.short == (short && kind.Played()) {
			return c
		}
	}
	return ' '
}

// span is a run of rounds in which a run of players has the same virtual
// points.
type span struct {
	first, last int // rounds
	from, to    int // players
	points      tournament.Tenths
}

// virtual writes the acceleration.
func (w *writer) virtual(players []tournament.Player) {
	if w.dialect == TRF26 {
		for _, s := range spans(players) {
			w.line("250      %4s %3d %3d %4d %4d", decimal(s.points), s.first, s.last, s.from, s.to)
		}
		return
	}
	for _, p := range players {
		if len(p.Virtual) == 0 {
			continue
		}
		text := fmt.Sprintf("XXA %4d", p.ID)
		for _, points := range p.Virtual {
			text += fmt.Sprintf(" %4s", decimal(points))
		}
		w.line("%s", text)
	}
}

// spans are the virtual points of players in the order of their numbers.
func spans(players []tournament.Player) []span {
	var done, open []span
	for _, p := range players {
		var mine []span
		for i, points := range p.Virtual {
			switch last := len(mine) - 1; {
			case points == 0:
			case last >= 0 && mine[last].last == i && mine[last].points == points:
				mine[last].last++
			default:
				mine = append(mine, span{i + 1, i + 1, p.ID, p.ID, points})
			}
		}
		for i, s := range mine {
			same := func(o span) bool { return o.first == s.first && o.last == s.last && o.points == s.points }
			if at := slices.IndexFunc(open, same); at >= 0 {
				mine[i].from = open[at].from
				open = slices.Delete(open, at, at+1)
			}
		}
		done = append(done, open...) // what did not go on with this player
		open = mine
	}
	done = append(done, open...)
	slices.SortStableFunc(done, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.from, b.from))
	})
	return done
}

// forbidden writes who must not meet whom; JaVaFo's record has no rounds.
func (w *writer) forbidden() error {
	for _, group := range w.field.Forbidden {
		if len(group.Players) > 0 && slices.Max(group.Players) > maxNumber {
			return fmt.Errorf("forbidden pairing: %w", ErrTooBig)
		}
		if w.dialect == TRF16 && group.First <= 1 && group.Last == 0 {
			w.line("XXP%s", ids(group.Players, " %d"))
			continue
		}
		last := group.Last
		if last == 0 {
			last = cmp.Or(w.field.Rounds, MaxRounds)
		}
		w.line("260 %3d %3d%s", max(group.First, 1), min(last, MaxRounds), ids(group.Players, " %4d"))
	}
	return nil
}

func ids(players []int, format string) string {
	text := ""
	for _, id := range players {
		text += fmt.Sprintf(format, id)
	}
	return text
}

// abnormal writes points that are not those of the result.
func (w *writer) abnormal(players []tournament.Player) {
	for _, p := range players {
		if p.Adjustment != 0 {
			w.line("299          %4s   0 %4d", decimal(p.Adjustment), p.ID)
		}
		for i, r := range p.Records {
			if r.Kind != tournament.Unrecorded && r.Points != w.field.Points.For(r.Kind) {
				code := letter(r.Kind, true)
				w.line("299 %c        %4s %3d %4d", code, decimal(r.Points), i+1, p.ID)
			}
		}
	}
}
