package draughts

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"crownpost/rules"
)

func wantClaim(t *testing.T, pos rules.Position, want rules.Reason) {
	t.Helper()
	o, ok := pos.Claim()
	if ok != (want != "") || o.Reason != want || ok && o.Winner != rules.NoSide {
		t.Errorf("%s: claim %+v, %v; want %q", pos, o, ok, want)
	}
}

func TestInternationalDrawsAreNeverClaimed(t *testing.T) {
	start := mustParse(t, "international", "W:WK47,K48:BK3,K4")
	wantClaim(t, play(t, start, "48-43 4-10 43-48 10-4 48-43 4-10 43-48"), "")
	wantClaim(t, mustParse(t, "international", "W:WK47,K48,K50:BK3,K4,K1:H49"), "")
}

func TestCheckersRepetitionIsClaimedOrComesAtTheFifth(t *testing.T) {
	pos := mustParse(t, "checkers", "W:WK32:BK1")
	round := "32-28 1-5 28-32 5-1 "
	pos = play(t, pos, round, "32-28 1-5")
	wantClaim(t, pos, "")
	pos = play(t, pos, "28-32")
	// With 5-1 the position would stand there for the third time.
	wantClaim(t, pos, rules.Repetition)
	pos = play(t, pos, "5-1")
	wantClaim(t, pos, rules.Repetition)
	if c := pos.Counts()[0]; c != (rules.Count{Rule: rules.Repetition, Now: 3, Limit: 5}) {
		t.Errorf("%+v", c)
	}
	// Nobody claims.
	pos = play(t, pos, round, "32-28 1-5 28-32")
	wantRunning(t, pos)
	wantOutcome(t, play(t, pos, "5-1"), rules.NoSide, rules.Repetition)
}

func TestCheckersFortyMovesAreClaimedOrEndAtEighty(t *testing.T) {
	at := func(h string) rules.Position {
		return mustParse(t, "checkers", "W:WK32,12:BK1,21:H"+h)
	}
	wantClaim(t, at("78"), "")
	wantClaim(t, at("79"), rules.NoProgress) // with the next king move
	wantClaim(t, at("80"), rules.NoProgress)
	wantClaim(t, mustParse(t, "checkers", "W:W32:BK1:H79"), "") // a man's move is progress
	pos := play(t, at("158"), "32-28")
	wantRunning(t, pos)
	if c := pos.Counts()[0]; c != (rules.Count{Rule: rules.NoProgress, Now: 159, Limit: 160}) {
		t.Errorf("%+v", c)
	}
	wantOutcome(t, play(t, pos, "1-5"), rules.NoSide, rules.NoProgress)
	if counts := play(t, at("158"), "12-8").Counts(); len(counts) != 0 {
		t.Errorf("after a man's move: %v", counts)
	}
	if c := at("79").Counts()[0]; c != (rules.Count{Rule: rules.NoProgress, Now: 79, Limit: 80, Claimable: true}) {
		t.Errorf("%+v", c)
	}
}

func TestAWinOnTheLastMoveBeforeADrawIsAWin(t *testing.T) {
	pos := mustParse(t, "international", "W:WK28,K47:B36:H49")
	wantOutcome(t, play(t, pos, "28-41"), rules.White, rules.Blocked)
	wantOutcome(t, play(t, pos, "28-10"), rules.NoSide, rules.NoProgress)
}

func TestCountsOfLidraughtsAreRead(t *testing.T) {
	for _, test := range []struct{ name, variant, text, want string }{
		{"H is the count of the rule in force", "international", "W:WK10,K12,K30:BK45:H20:F77", "W:WK10,K12,K30:BK45:H20:D20"},
		{"without one, of moves by kings only", "international", "B:W28,40:B12:H0:F12", "B:W28,40:B12:H0"},
		{"60 moves are more than our 15", "russian", "W:WKa1,h4:BKb8,Kd8:H45:F80", "W:Wh4,Ka1:BKb8,Kd8:H0:E45"},
		{"a king on the main road starts anew", "russian", "W:WKc1,Ke1,Kg1:BKh8:H20:F80", "W:WKc1,Ke1,Kg1:BKh8:H20:D20:E20:R0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, want := mustParse(t, test.variant, test.text), mustParse(t, test.variant, test.want)
			if p.String() != want.String() || !strings.HasSuffix(p.String(), test.want[strings.Index(test.want, ":H"):]) {
				t.Errorf("%s, want %s", p, test.want)
			}
		})
	}
}

// everyChoice is a variant played with each combination of its options.
func everyChoice(t testing.TB, v *Variant) []*Variant {
	choices := []map[string]string{{}}
	for _, o := range v.Options() {
		var more []map[string]string
		for _, chosen := range choices {
			for _, value := range o.Values {
				with := maps.Clone(chosen)
				with[o.Key] = value
				more = append(more, with)
			}
		}
		choices = more
	}
	var list []*Variant
	for _, chosen := range choices {
		with, err := v.With(chosen)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, with.(*Variant))
	}
	return list
}

// scatter is a position with a few pieces of each side, mostly kings.
func scatter(v *Variant, random *rand.Rand) rules.Position {
	var b Board
	squares := random.Perm(v.Squares())
	for i := range 2 + random.IntN(5) {
		side, cell := rules.Side(i%2), v.cell[squares[i]+1]
		if random.IntN(4) == 0 {
			side = rules.White
		}
		b.put(cell, side, random.IntN(4) > 0 || v.crown[side].has(cell))
	}
	b.Turn = rules.Side(random.IntN(2))
	return v.newPosition(b, counts{force: v.inForce(&b)})
}

// randomGames plays games of random legal moves to their end, with all
// variants and options, from the start and from endings, where the draw rules
// come into force. Each returns the next position.
func randomGames(t *testing.T, each func(*Variant, rules.Position, *rand.Rand) rules.Position) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, base := range variants {
		for _, v := range everyChoice(t, base) {
			for i := range 30 {
				pos := v.Start()
				if i%5 > 0 {
					pos = scatter(v, random)
				}
				for ply := 0; pos != nil; ply++ {
					if ply > 1500 {
						t.Fatalf("%s goes on for ever: %s", v.key, pos)
					}
					pos = each(v, pos, random)
				}
				if t.Failed() {
					return
				}
			}
		}
	}
}

// careful makes a random move, in most cases one that loses no piece, so that
// games come to the limits of the draw rules.
func (p *position) careful(random *rand.Rand) *position {
	next := p.next(p.moves[random.IntN(len(p.moves))])
	for range 8 {
		if len(next.moves) == 0 || !next.moves[0].Captures() {
			break
		}
		next = p.next(p.moves[random.IntN(len(p.moves))])
	}
	return next
}

func TestStatesReadBackAtEveryPly(t *testing.T) {
	ends := map[rules.Reason]int{}
	longest := ""
	randomGames(t, func(v *Variant, pos rules.Position, random *rand.Rand) rules.Position {
		text := pos.String()
		if len(text) > len(longest) {
			longest = text
		}
		again, err := v.base.Parse(text)
		if err != nil || again.String() != text {
			t.Fatalf("%s: %s read back: %v, %v", v.key, text, again, err)
		}
		p, q := pos.(*position), again.(*position)
		if p.board != q.board || p.seen != q.seen || p.over != q.over || p.result != q.result || p.counts.plies != q.counts.plies || p.counts.force != q.counts.force || !slices.Equal(p.moves, q.moves) {
			t.Fatalf("%s: %s read back differs", v.key, text)
		}
		if o, over := pos.Outcome(); over {
			ends[o.Reason]++
			return nil
		}
		if len(p.moves) == 0 || pos.ToAct() == rules.NoSide {
			t.Fatalf("%s: no moves, but not over", text)
		}
		return q.careful(random)
	})
	for _, why := range []rules.Reason{
		rules.NoProgress, rules.FewPieces, rules.NoPieces, rules.Blocked, rules.Repetition, rules.MainRoad,
		rules.LoneMan, rules.FirstKing, rules.AllGiven, rules.NoMoveLeft,
	} {
		if ends[why] == 0 {
			t.Errorf("no game ended by %s: %v", why, ends)
		}
	}
	if len(longest) > maxText/2 {
		t.Errorf("a state of %d bytes: %s", len(longest), longest)
	}
}

func TestLegalMovesAndPlayAgree(t *testing.T) {
	randomGames(t, func(v *Variant, pos rules.Position, random *rand.Rand) rules.Position {
		legal := pos.Legal()
		if len(legal) == 0 {
			return nil
		}
		seen := map[string]bool{}
		for _, act := range legal {
			played, err := pos.Play(act.Text, nil)
			if err != nil || played.Text != act.Text || seen[act.Text] || seen[played.Position.Notation()] {
				t.Fatalf("%s: %s played as %q, %v", pos, act.Text, played.Text, err)
			}
			seen[act.Text], seen[played.Position.Notation()] = true, true
			// The full path names the same move.
			full, err := pos.Play(joinSquares(act.Path, ":"), nil)
			if err != nil || full.Text != act.Text {
				t.Fatalf("%s: %v played as %q, %v", pos, act.Path, full.Text, err)
			}
		}
		return play(t, pos, legal[random.IntN(len(legal))].Text)
	})
}

// Repetitions counted the slow way, by the texts of all positions so far.
func TestRepetitionsAgreeWithACountOfTheirTexts(t *testing.T) {
	var times map[string]int
	randomGames(t, func(v *Variant, pos rules.Position, random *rand.Rand) rules.Position {
		p := pos.(*position)
		if !v.repeats {
			return nil
		}
		if len(p.counts.past) == 0 {
			times = map[string]int{}
		}
		times[pos.Notation()]++
		if p.seen != times[pos.Notation()] {
			t.Fatalf("%s: stood there %d times, want %d", pos, p.seen, times[pos.Notation()])
		}
		if p.over {
			return nil
		}
		// A king that goes back where it came from makes repetitions likely.
		if n := len(p.counts.past); n >= 2 {
			back := p.counts.past[n-2]
			if m := (Move{From: back.to, To: back.from}); slices.Contains(p.moves, m) && random.IntN(3) > 0 {
				return p.next(m)
			}
		}
		return p.next(p.moves[random.IntN(len(p.moves))])
	})
}
