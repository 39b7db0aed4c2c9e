package bracket

import (
	"errors"
	"fmt"
	"slices"
	"testing"
)

// four is a knockout of four with a match for the third place: matches 1 (1-4)
// and 2 (2-3), the third place 3, the final 4.
func four(t *testing.T) *State {
	return drawn(t, Plan{Format: Knockout, Seats: 4, ThirdPlace: true})
}

// line is a match as "1-4 decided walkover 4".
func line(s *State, id int) string {
	f := s.Fixtures[id-1]
	return fmt.Sprintf("%d-%d %s %s %d", f.Seats[0], f.Seats[1], f.Status, f.How, f.Winning)
}

func TestRulings(t *testing.T) {
	for _, c := range []struct {
		name         string
		ruling       Ruling
		match, final string
		third        string
	}{
		{
			"a walkover sends both on", Ruling{Match: 1, Kind: Walkover, Seats: [2]int{1, 4}, Winner: 4},
			"1-4 decided walkover 4", "4-2 ready  0", "1-3 ready  0",
		},
		{
			"when both are absent nobody goes on, and the next opponents advance alone",
			Ruling{Match: 1, Kind: Absence, Seats: [2]int{4, 1}},
			"1-4 decided absence 0", "0-2 decided bye 2", "0-3 decided bye 3",
		},
		{
			"the organiser decides", Ruling{Match: 1, Kind: Decision, Seats: [2]int{1, 4}, Winner: 1},
			"1-4 decided decision 1", "1-2 ready  0", "4-3 ready  0",
		},
		{
			"a lot without a tie counts for nothing", Ruling{Match: 1, Kind: Lot, Seats: [2]int{1, 4}, Winner: 1},
			"1-4 ready  0", "0-2 waiting  0", "0-3 waiting  0",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := four(t).Report(won(Game{Match: 2, Number: 1, White: 2, Black: 3}, 2))
			if err != nil {
				t.Fatal(err)
			}
			if s, err = s.Rule(c.ruling); err != nil {
				t.Fatal(err)
			}
			expect(t, "match", line(s, 1), c.match)
			expect(t, "third place", line(s, 3), c.third)
			expect(t, "final", line(s, 4), c.final)
			if s, err = s.Rule(Ruling{Match: 1}); err != nil {
				t.Fatal(err)
			}
			expect(t, "taken back", line(s, 1), "1-4 ready  0")
		})
	}
}

func TestALotIsDrawn(t *testing.T) {
	d := drawn(t, Plan{Format: Knockout, Seats: 2, Terms: map[Stage][]Terms{Main: {{Tie: ByLot}}}}).Draw
	s := at(t, d, Record{Games: playedGames("D")})
	if !slices.Equal(s.Tied(), []int{1}) || s.Over() || s.CanPair() {
		t.Errorf("tied %v, over %t", s.Tied(), s.Over())
	}
	s, err := s.Rule(Ruling{Match: 1, Kind: Lot, Seats: [2]int{1, 2}, Winner: 2})
	if err != nil || s.Champion(Main) != 2 || s.Fixtures[0].How != ByDrawingLots {
		t.Errorf("champion %d, %v", s.Champion(Main), err)
	}
	// A correction that parts them makes the lot void.
	s, err = s.Report(playedGames("W")[0])
	if err != nil || s.Champion(Main) != 1 {
		t.Errorf("champion %d, %v", s.Champion(Main), err)
	}
}

func TestLeaving(t *testing.T) {
	for _, c := range []struct {
		name     string
		before   string // results of matches 1 and 2: W higher seed, L lower, - running, blank not begun
		leave    []int
		forfeits int
		want     []string
	}{
		{"before the match it is a walkover", "  ", []int{1}, 0, []string{"1-4 decided walkover 4", "2-3 ready  0"}},
		{"during the match too, and the game is forfeited", "- ", []int{4}, 1, []string{"1-4 decided walkover 1"}},
		{"after the match its result stays", "W ", []int{4}, 0, []string{"1-4 decided play 1", "2-3 ready  0", "4-0 waiting  0"}},
		{"the next opponent has the walkover", "WL", []int{1}, 0, []string{"1-4 decided play 1", "2-3 decided play 3", "4-2 ready  0", "1-3 decided walkover 3"}},
		{"of two who leave nobody goes on", "  ", []int{2, 3}, 0, []string{"1-4 ready  0", "2-3 decided absence 0", "0-0 waiting  0", "0-0 waiting  0"}},
		{"when all leave nobody wins", "WW", []int{1, 2, 3, 4}, 0, []string{"1-4 decided play 1", "2-3 decided play 2", "4-3 decided absence 0", "1-2 decided absence 0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := four(t)
			for i, g := range s.Pair() {
				var err error
				switch c.before[i] {
				case 'W':
					s, err = s.Report(won(g, favourite(g)))
				case 'L':
					s, err = s.Report(won(g, outsider(g)))
				case '-':
					s, err = s.Report(g)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			forfeits := 0
			for _, seat := range c.leave {
				after, change, err := s.Leave(seat)
				if err != nil {
					t.Fatal(err)
				}
				s, forfeits = after, forfeits+len(change.Games)
			}
			if forfeits != c.forfeits {
				t.Errorf("%d games forfeited, want %d", forfeits, c.forfeits)
			}
			for i, want := range c.want {
				expect(t, fmt.Sprintf("match %d", i+1), line(s, i+1), want)
			}
			for _, g := range s.Pair() {
				if s.Gone(g.White) || s.Gone(g.Black) {
					t.Errorf("%+v for one who left", g)
				}
			}
		})
	}
}

func TestCorrections(t *testing.T) {
	s := playRound(t, four(t), favourite)
	first := s.Record.Games[0]

	corrected, err := s.Report(won(first, 4))
	if err != nil {
		t.Fatalf("a correction before the next match: %v", err)
	}
	expect(t, "final", line(corrected, 4), "4-2 ready  0")
	expect(t, "the state before stays", line(s, 4), "1-2 ready  0")

	begun, err := s.Report(s.Pair()[1])
	if err != nil {
		t.Fatal(err)
	}
	_, err = begun.Report(won(first, 4))
	var late *BegunError
	if !errors.As(err, &late) || !errors.Is(err, ErrBegun) || !slices.Equal(late.Matches, []int{4}) {
		t.Errorf("a correction after the final began: %v", err)
	}
	first.Forfeit = true
	if _, err = begun.Report(first); err != nil {
		t.Errorf("a correction that changes nobody's way: %v", err)
	}
}

func TestARecordIsRefused(t *testing.T) {
	for _, c := range []struct {
		name   string
		record Record
		want   error
	}{
		{"a game of no match", Record{Games: []Game{{Match: 9, Number: 1}}}, ErrRecord},
		{"a game too many", Record{Games: []Game{{Match: 1, Number: 2, White: 1, Black: 4}}}, ErrRecord},
		{"a game that stands twice", Record{Games: []Game{{Match: 1, Number: 1, White: 1, Black: 4}, {Match: 1, Number: 1, White: 4, Black: 1}}}, ErrRecord},
		{"a game of other players", Record{Games: []Game{{Match: 1, Number: 1, White: 1, Black: 2}}}, ErrBegun},
		{"a game whose players are not known", Record{Games: []Game{{Match: 4, Number: 1, White: 1, Black: 2}}}, ErrBegun},
		{"a ruling for somebody else", Record{Rulings: []Ruling{{Match: 1, Kind: Walkover, Seats: [2]int{1, 4}, Winner: 2}}}, ErrRecord},
		{"a ruling on other players", Record{Rulings: []Ruling{{Match: 1, Kind: Walkover, Seats: [2]int{1, 3}, Winner: 1}}}, ErrBegun},
		{"two rulings", Record{Rulings: []Ruling{{Match: 1, Kind: Absence, Seats: [2]int{1, 4}}, {Match: 1, Kind: Absence, Seats: [2]int{1, 4}}}}, ErrRecord},
		{"a ruling of no kind", Record{Rulings: []Ruling{{Match: 1, Seats: [2]int{1, 4}, Winner: 1}}}, ErrRecord},
		{"a seat that there is not", Record{Gone: []int{5}}, ErrNoSuchSeat},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := four(t).Draw.At(c.record); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
		})
	}
}

func TestSubstitutes(t *testing.T) {
	t.Run("the walkover is open again while nothing has begun", func(t *testing.T) {
		s, _, err := four(t).Leave(4)
		if err != nil {
			t.Fatal(err)
		}
		s, change, err := s.Return(4)
		if err != nil || len(change.Rulings) != 0 {
			t.Fatalf("%v, %v", change, err)
		}
		expect(t, "match", line(s, 1), "1-4 ready  0")
	})
	t.Run("it stays when the final has begun, and the third place is played", func(t *testing.T) {
		s, err := four(t).Report(won(Game{Match: 2, Number: 1, White: 2, Black: 3}, 2))
		if err != nil {
			t.Fatal(err)
		}
		if s, _, err = s.Leave(4); err != nil {
			t.Fatal(err)
		}
		if s, err = s.Report(s.Pair()[0]); err != nil {
			t.Fatal(err)
		}
		s, change, err := s.Return(4)
		if err != nil || len(change.Rulings) != 1 || change.Rulings[0].Match != 1 || change.Rulings[0].Winner != 1 {
			t.Fatalf("%v, %v", change, err)
		}
		expect(t, "match", line(s, 1), "1-4 decided walkover 1")
		expect(t, "third place", line(s, 3), "4-3 ready  0")
	})
	t.Run("a walkover stays when who had it leaves in the next match", func(t *testing.T) {
		s, _, err := four(t).Leave(4)
		if err != nil {
			t.Fatal(err)
		}
		s = playRound(t, s, favourite)
		if s, err = s.Report(Game{Match: 4, Number: 1, White: 1, Black: 2}); err != nil {
			t.Fatal(err)
		}
		s, change, err := s.Leave(1)
		if err != nil || len(change.Games) != 1 || len(change.Rulings) != 1 {
			t.Fatalf("%v, %v", change, err)
		}
		expect(t, "match", line(s, 1), "1-4 decided walkover 1")
		expect(t, "final", line(s, 4), "1-2 decided walkover 2")
	})
	t.Run("who is out stays out", func(t *testing.T) {
		s := playRound(t, drawn(t, Plan{Format: Knockout, Seats: 4}), favourite)
		s, _, err := s.Leave(4)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err = s.Return(4); !errors.Is(err, ErrOut) {
			t.Errorf("error %v", err)
		}
		if _, _, err = s.Return(1); !errors.Is(err, ErrNoSuchSeat) {
			t.Errorf("who has not left: %v", err)
		}
	})
	t.Run("in double elimination the second defeat is open again", func(t *testing.T) {
		s, _, err := drawn(t, Plan{Format: DoubleElimination, Seats: 8}).Leave(8)
		if err != nil {
			t.Fatal(err)
		}
		s = playRound(t, s, favourite) // match 1 is a walkover; 5, 7 and 6 lose
		begun := s.Pair()
		i := slices.IndexFunc(begun, func(g Game) bool { return g.White == 1 || g.Black == 1 })
		if s, err = s.Report(begun[i]); err != nil {
			t.Fatal(err)
		}
		s, change, err := s.Return(8)
		if err != nil || len(change.Rulings) != 1 || change.Rulings[0].Match != 1 {
			t.Fatalf("%v, %v", change, err)
		}
		if f, plays := s.Current(8); !plays || f.Stage != Losers || f.Status != Ready {
			t.Errorf("plays %t: %+v", plays, f)
		}
	})
}

func TestExplain(t *testing.T) {
	s, _, err := four(t).Leave(1)
	if err != nil {
		t.Fatal(err)
	}
	e, err := s.Explain(4)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "slots", fmt.Sprint(e.Slots), "[winner of match 1: seat 4, by walkover winner of match 2]")
	e, _ = s.Explain(1)
	expect(t, "slots", fmt.Sprint(e.Slots), "[seat 1 seat 4]")
	if _, err := s.Explain(5); !errors.Is(err, ErrNoSuchMatch) {
		t.Errorf("error %v", err)
	}
	var path []int
	for _, f := range s.Path(1) {
		path = append(path, f.ID)
	}
	if !slices.Equal(path, []int{1, 3}) {
		t.Errorf("path %v", path)
	}
}
