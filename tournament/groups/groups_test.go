package groups

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"crownpost/tournament"
	"pgregory.net/rapid"
)

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

func drawn(t fataler, plan Plan) *State {
	t.Helper()
	d, err := New(plan)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return at(t, d, Record{})
}

func at(t fataler, d *Draw, r Record) *State {
	t.Helper()
	s, err := d.At(r)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return s
}

// playAll finishes all games; score is what White makes of a game, in half
// points.
func playAll(t fataler, s *State, score func(white, black int) int) *State {
	t.Helper()
	r := s.Record
	for _, g := range s.All() {
		if !g.Finished() {
			g.Result = []tournament.Result{tournament.BlackWins, tournament.Drawn, tournament.WhiteWins}[score(g.White, g.Black)]
		}
		r.Games = append(r.Games, g)
	}
	return at(t, s.Draw, r)
}

// byNumber lets the lower seat win.
func byNumber(white, black int) int {
	if white < black {
		return 2
	}
	return 0
}

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}

func TestSections(t *testing.T) {
	for _, c := range []struct {
		name     string
		seats    int
		sections int
		separate string // keys by seat, a letter each; - is none
		want     string
	}{
		{"a snake through two", 8, 2, "", "[[1 4 5 8] [2 3 6 7]]"},
		{"sizes differ by one", 11, 3, "", "[[1 6 7] [2 5 8 11] [3 4 9 10]]"},
		{"one section is a round robin", 3, 1, "", "[[1 2 3]]"},
		{"the same key comes into different sections", 8, 2, "A--A----", "[[1 3 5 8] [2 4 6 7]]"},
		{"a key for every section is in each once", 9, 3, "A--A----A", "[[1 6 7] [2 5 9] [3 4 8]]"},
		{"more than sections are spread", 6, 2, "AAAA--", "[[1 4 5] [2 3 6]]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var keys []string
			for _, key := range c.separate {
				keys = append(keys, strings.Trim(string(key), "-"))
			}
			s := drawn(t, Plan{Seats: c.seats, Sections: c.sections, Separate: keys, Advance: 1 + boolInt(c.sections == 1), Final: Knockout})
			expect(t, "sections", fmt.Sprint(s.Draw.Sections), c.want)
		})
	}
	// BrainKing's example (formats.md 3): sections of at most 8.
	d := drawn(t, Plan{Seats: 100, Sections: Sections(100, 8), Advance: 1, Final: RoundRobin}).Draw
	sizes := map[int]int{}
	for _, section := range d.Sections {
		sizes[len(section)]++
	}
	if len(d.Sections) != 13 || sizes[8] != 9 || sizes[7] != 4 {
		t.Errorf("%d sections: %v", len(d.Sections), sizes)
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestAPlanIsRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		plan Plan
		want error
	}{
		{"no section", Plan{Seats: 8, Advance: 1, Final: Knockout}, ErrSections},
		{"a section of one", Plan{Seats: 5, Sections: 3, Advance: 1, Final: Knockout}, ErrSections},
		{"nobody goes on", Plan{Seats: 8, Sections: 2, Final: Knockout}, ErrAdvance},
		{"everybody goes on", Plan{Seats: 8, Sections: 2, Advance: 4, Final: Knockout}, ErrAdvance},
		{"a final of one", Plan{Seats: 8, Sections: 1, Advance: 1, Final: Knockout}, ErrAdvance},
		{"the best of every section", Plan{Seats: 8, Sections: 2, Advance: 1, Best: 2, Final: Knockout}, ErrAdvance},
		{"no final", Plan{Seats: 8, Sections: 2, Advance: 1}, ErrPlan},
		{"ties of no kind", Plan{Seats: 8, Sections: 2, Advance: 1, Ties: "coin", Final: Knockout}, ErrPlan},
		{"results carried into a knockout", Plan{Seats: 8, Sections: 2, Advance: 1, CarryOver: true, Final: Knockout}, ErrPlan},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := New(c.plan); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
		})
	}
}

func TestARecordIsRefused(t *testing.T) {
	d := drawn(t, Plan{Seats: 8, Sections: 2, Advance: 1, Final: Knockout}).Draw
	game := func(section, white, black int) Game {
		return Game{Section: section, Game: tournament.Game{Round: 1, Board: 1, White: white, Black: black}}
	}
	for name, r := range map[string]Record{
		"a game between sections":          {Games: []Game{game(1, 1, 2)}},
		"a game of another section":        {Games: []Game{game(2, 1, 4)}},
		"a game of nobody":                 {Games: []Game{game(1, 1, 9)}},
		"a game against oneself":           {Games: []Game{game(1, 1, 1)}},
		"a game that stands twice":         {Games: []Game{game(1, 1, 4), game(1, 5, 8)}},
		"one who left and never was there": {Gone: []int{9}},
	} {
		if _, err := d.At(r); !errors.Is(err, ErrRecord) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// verdicts are seats with their reasons.
func verdicts(t *testing.T, s *State, section int) string {
	t.Helper()
	all, err := s.Explain(section)
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, v := range all {
		parts = append(parts, fmt.Sprintf("%d %s", v.Seat, v.Reason))
	}
	return strings.Join(parts, ", ")
}

func TestWhoGoesOn(t *testing.T) {
	// Section 1 has seats 1, 4, 5 and 8. 1 beats all, the others draw.
	level := func(white, black int) int {
		if white == 1 || black == 1 {
			return byNumber(white, black)
		}
		return 1
	}
	// The same, but 4 draws with 1, too.
	better := func(white, black int) int {
		if white+black == 5 {
			return 1
		}
		return level(white, black)
	}
	// 4 draws all, 5 loses to 1 and beats 8: they have 1½ points each.
	wins := func(white, black int) int {
		switch {
		case white == 5 && black == 8 || white == 8 && black == 5, white == 1 && black == 5, white == 5 && black == 1:
			return byNumber(white, black)
		case white == 1 && black == 4, white == 4 && black == 1:
			return 1
		}
		return level(white, black)
	}
	for _, c := range []struct {
		name    string
		advance int
		ties    Ties
		score   func(white, black int) int
		gone    []int
		want    string
	}{
		{"the first of a clear order", 2, BreakThenAll, byNumber, nil, "1 ahead, 4 ahead, 5 behind, 8 behind"},
		{"all who are level go on", 2, BreakThenAll, level, nil, "1 ahead, 4 level, 5 level, 8 level"},
		{"or the lower seat", 2, BreakThenSeed, level, nil, "1 ahead, 4 seed, 5 behind, 8 behind"},
		{"nobody is level with the last one", 1, All, level, nil, "1 ahead, 4 behind, 5 behind, 8 behind"},
		{"more points part them", 2, All, better, nil, "1 ahead, 4 ahead, 5 behind, 8 behind"},
		{"a tie-break parts them", 2, BreakThenAll, wins, nil, "1 ahead, 5 ahead, 4 behind, 8 behind"},
		{"or does not, if all with the points go on", 2, All, wins, nil, "1 ahead, 5 level, 4 level, 8 behind"},
		{"the next one takes the place of who left", 2, BreakThenAll, byNumber, []int{4}, "1 ahead, 5 ahead, 8 behind, 4 left"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := drawn(t, Plan{
				Seats: 8, Sections: 2, Advance: c.advance, Ties: c.ties, Final: Knockout,
				TieBreaks: []tournament.TieBreak{tournament.Wins},
			})
			s = at(t, s.Draw, Record{Gone: c.gone})
			s = playAll(t, s, c.score)
			expect(t, "section 1", verdicts(t, s, 1), c.want)
		})
	}
}

func TestQualifiersAreSeededByPlaceAndShare(t *testing.T) {
	s := drawn(t, Plan{Seats: 7, Sections: 2, Advance: 2, Final: Knockout})
	if _, err := s.Qualified(); !errors.Is(err, ErrNotOver) {
		t.Errorf("before the end: %v", err)
	}
	// Section 1 is 1, 4, 5; section 2 is 2, 3, 6, 7. Seat 1 has 1½ of 2, seat 2
	// all of 3; second are 4 with 1½ of 2 and 3 with 2 of 3: ¾ is more.
	s = playAll(t, s, func(white, black int) int {
		if white*black == 4 {
			return 1
		}
		return byNumber(white, black)
	})
	qualified, err := s.Qualified()
	if err != nil {
		t.Fatal(err)
	}
	var text []string
	for _, v := range qualified {
		text = append(text, fmt.Sprintf("%d: place %d, %d/%d", v.Seat, v.Place, v.Points, 2*v.Played))
	}
	expect(t, "qualified", strings.Join(text, "; "), "2: place 1, 6/6; 1: place 1, 3/4; 4: place 2, 3/4; 3: place 2, 4/6")
	f, err := s.Final()
	if err != nil {
		t.Fatal(err)
	}
	// Seats of the final: 1 is 2, 2 is 1, 3 is 4, 4 is 3. Who comes from section
	// 2 must not meet 2 before the final.
	expect(t, "order", fmt.Sprint(f.Order), "[1 3 2 4]")
}

// Sections of four and of three: the third of the larger one has a win more,
// against its last, which does not count.
func TestTheBestOfThoseWhoComeNext(t *testing.T) {
	for _, c := range []struct {
		name  string
		ties  Ties
		score func(white, black int) int
		want  string
	}{
		// Sections [1 6 7], [2 5 8 11], [3 4 9 10]: third are 7, 8 and 9.
		{"level ones all go on", BreakThenAll, byNumber, "7 best, 8 best, 9 best"},
		{"or the lower seats", BreakThenSeed, byNumber, "7 best, 8 behind, 9 behind"},
		{"more points go on", BreakThenAll, func(white, black int) int {
			if white*black == 3*9 {
				return 1
			}
			return byNumber(white, black)
		}, "7 behind, 8 behind, 9 best"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := playAll(t, drawn(t, Plan{Seats: 11, Sections: 3, Advance: 2, Best: 1, Ties: c.ties, Final: Knockout}), c.score)
			var parts []string
			for section := 1; section <= 3; section++ {
				parts = append(parts, strings.Split(verdicts(t, s, section), ", ")[2])
			}
			expect(t, "third", strings.Join(parts, ", "), c.want)
			qualified, err := s.Qualified()
			if n := 6 + strings.Count(c.want, "best"); err != nil || len(qualified) != n {
				t.Errorf("%d go on, want %d (%v)", len(qualified), n, err)
			}
		})
	}
}

func TestAFinalWithResultsCarriedOver(t *testing.T) {
	s := drawn(t, Plan{Seats: 8, Sections: 2, Advance: 2, Final: RoundRobin, CarryOver: true})
	s = playAll(t, s, byNumber)
	f, err := s.Final()
	if err != nil {
		t.Fatal(err)
	}
	// The final has 1, 2, 3, 4 in this order; 1-4 and 2-3 were played.
	var carried []string
	for _, g := range f.Event.Games {
		carried = append(carried, fmt.Sprintf("%d-%d %s", f.Players[g.White-1].Seat, f.Players[g.Black-1].Seat, g.Result))
	}
	slices.Sort(carried)
	for _, g := range s.Record.Games {
		if a, b := g.White, g.Black; a+b == 5 && !slices.Contains(carried, fmt.Sprintf("%d-%d %s", a, b, g.Result)) {
			t.Errorf("%d-%d is not among %v", a, b, carried)
		}
	}
	if len(carried) != 2 {
		t.Errorf("carried %v", carried)
	}
	e, rounds := f.Event, 0
	for ; e.State() == tournament.Running; rounds++ {
		games := Pair(e)
		if len(games) == 0 {
			t.Fatalf("round %d: nothing to begin", rounds+1)
		}
		running := e
		running.Games = append(slices.Clone(e.Games), games...)
		if again := Pair(running); len(again) != 0 {
			t.Fatalf("while they run: %v", again)
		}
		for _, g := range games {
			g.Result = tournament.Drawn
			e.Games = append(e.Games, g)
		}
	}
	if len(e.Games) != 6 || e.State() != tournament.Over {
		t.Errorf("%d games, %s", len(e.Games), e.State())
	}
	if without := drawn(t, Plan{Seats: 8, Sections: 2, Advance: 2, Final: RoundRobin}); true {
		f, err := playAll(t, without, byNumber).Final()
		if err != nil || len(f.Event.Games) != 0 || len(Pair(f.Event)) != 2 {
			t.Errorf("without it: %v, %v", f.Event.Games, err)
		}
	}
}

func TestSectionsDoNotWaitForEachOther(t *testing.T) {
	s := drawn(t, Plan{Seats: 8, Sections: 2, Advance: 1, Final: Knockout})
	r := Record{}
	for _, g := range s.Pair() {
		if g.Section == 1 {
			g.Result = tournament.WhiteWins
		}
		r.Games = append(r.Games, g)
	}
	s = at(t, s.Draw, r)
	next := s.Pair()
	if len(next) != 2 || next[0].Section != 1 || next[0].Round != 2 || s.RoundsLeft() != 3 {
		t.Errorf("next %v, %d rounds left", next, s.RoundsLeft())
	}
}

func TestEverySectionedEventComesToItsEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plan := Plan{
			Sections: rapid.IntRange(1, 6).Draw(t, "sections"),
			Ties:     rapid.SampledFrom([]Ties{BreakThenAll, BreakThenSeed, All}).Draw(t, "ties"),
			Final:    rapid.SampledFrom([]Final{Knockout, RoundRobin}).Draw(t, "final"),
			Cycles:   rapid.IntRange(1, 2).Draw(t, "cycles"),
		}
		plan.CarryOver = plan.Final == RoundRobin && rapid.Bool().Draw(t, "carry over")
		size := rapid.IntRange(3, 6).Draw(t, "size")
		plan.Seats = plan.Sections*size + rapid.IntRange(0, plan.Sections-1).Draw(t, "more")
		plan.Advance = rapid.IntRange(1+boolInt(plan.Sections == 1), size-1).Draw(t, "advance")
		plan.Best = rapid.IntRange(0, plan.Sections-1).Draw(t, "best")
		for range plan.Seats {
			plan.Separate = append(plan.Separate, rapid.SampledFrom([]string{"", "A", "B", "C"}).Draw(t, "key"))
		}
		s := drawn(t, plan)
		checkSections(t, s.Draw)
		r := Record{}
		for s.CanPair() {
			for _, g := range s.Pair() {
				if slices.Contains(r.Gone, g.White) || slices.Contains(r.Gone, g.Black) {
					if !g.Finished() || !g.Forfeit {
						t.Fatalf("a game for one who left: %+v", g)
					}
				} else {
					g.Result = rapid.SampledFrom([]tournament.Result{tournament.WhiteWins, tournament.BlackWins, tournament.Drawn}).Draw(t, "result")
				}
				r.Games = append(r.Games, g)
			}
			if rapid.IntRange(0, 5).Draw(t, "leave") == 0 {
				r.Gone = append(slices.Clone(r.Gone), rapid.IntRange(1, plan.Seats).Draw(t, "who"))
			}
			s = at(t, s.Draw, r)
		}
		checkFinal(t, s)
		r.Games = slices.Clone(r.Games)
		slices.Reverse(r.Games)
		a, _ := s.Final()
		b, err := at(t, s.Draw, r).Final()
		if err != nil || !slices.Equal(a.Players, b.Players) || !slices.Equal(a.Order, b.Order) || !slices.Equal(a.Event.Games, b.Event.Games) {
			t.Fatalf("in another order %+v, not %+v (%v)", b, a, err)
		}
	})
}

// checkSections: everybody once, sizes and strength equal.
func checkSections(t fataler, d *Draw) {
	t.Helper()
	seen := map[int]bool{}
	for _, section := range d.Sections {
		if size := d.Plan.Seats / d.Plan.Sections; len(section) != size && len(section) != size+1 {
			t.Fatalf("sizes: %v", d.Sections)
		}
		for row, seat := range section {
			if seen[seat] || (seat-1)/d.Plan.Sections != row {
				t.Fatalf("seat %d: %v", seat, d.Sections)
			}
			seen[seat] = true
		}
	}
	if len(seen) != d.Plan.Seats {
		t.Fatalf("%d of %d seats: %v", len(seen), d.Plan.Seats, d.Sections)
	}
}

// checkFinal: as many of each section as planned, more only when level, fewer
// only when the rest have left; nobody who has left.
func checkFinal(t fataler, s *State) {
	t.Helper()
	if !s.Over() || s.RoundsLeft() != 0 {
		t.Fatalf("not over, and nothing to play")
	}
	f, err := s.Final()
	if err != nil {
		t.Fatalf("%v", err)
	}
	bySection, best := map[int]int{}, 0
	for _, p := range f.Players {
		if p.Reason == Best {
			best++
		} else {
			bySection[p.Section]++
		}
		if slices.Contains(s.Record.Gone, p.Seat) {
			t.Fatalf("seat %d has left and goes on", p.Seat)
		}
		if p.Reason == Ahead && p.Place > s.Draw.Plan.Advance {
			t.Fatalf("%+v", p)
		}
	}
	for i := range s.Draw.Sections {
		all, _ := s.Explain(i + 1)
		here := 0
		for _, v := range all {
			if v.Reason != Left {
				here++
			}
		}
		n, want := bySection[i+1], min(s.Draw.Plan.Advance, here)
		if n < want || n > want && s.Draw.Plan.Ties == BreakThenSeed {
			t.Fatalf("%d of section %d go on, want %d: %+v", n, i+1, want, all)
		}
	}
	if best > s.Draw.Plan.Best && s.Draw.Plan.Ties == BreakThenSeed {
		t.Fatalf("%d more go on", best)
	}
	if f.Order != nil {
		seats := slices.DeleteFunc(slices.Clone(f.Order), func(seat int) bool { return seat == 0 })
		slices.Sort(seats)
		for i, seat := range seats {
			if seat != i+1 {
				t.Fatalf("order %v", f.Order)
			}
		}
	}
}

// Two of each of 2, 4, 8 or 16 sections: the two meet in the final at the
// earliest, whatever they have scored.
func TestTwoOfASectionMeetInTheFinalOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sections := 1 << rapid.IntRange(1, 4).Draw(t, "sections")
		var players []Verdict
		for place := 1; place <= 2; place++ {
			for _, i := range rapid.Permutation(numbers(sections)).Draw(t, "sections by share") {
				players = append(players, Verdict{Section: i, Place: place})
			}
		}
		order := knockoutOrder(players)
		for i, a := range order {
			for j, b := range order[:i] {
				if players[a-1].Section == players[b-1].Section && bits.Len(uint(i^j)) != bits.Len(uint(len(order)-1)) {
					t.Fatalf("%d and %d of section %d meet early: %v", a, b, players[a-1].Section, order)
				}
			}
		}
	})
}

func numbers(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i + 1
	}
	return out
}

func TestLargeEvents(t *testing.T) {
	if testing.Short() {
		t.Skip()
	}
	plan := Plan{Seats: 4096, Sections: 512, Advance: 2, Final: Knockout}
	for seat := range plan.Seats {
		plan.Separate = append(plan.Separate, fmt.Sprint(seat*7919%97))
	}
	f, err := playAll(t, drawn(t, plan), byNumber).Final()
	if err != nil || len(f.Players) != 1024 {
		t.Fatalf("%d players, %v", len(f.Players), err)
	}
}
