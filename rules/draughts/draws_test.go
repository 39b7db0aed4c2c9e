package draughts

import (
	"math/rand/v2"
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
	pos := mustParse(t, "international", "W:WK10,K12,K30:BK45:H20:F77")
	if pos.String() != "W:WK10,K12,K30:BK45:H20:D20" {
		t.Error(pos)
	}
	pos = mustParse(t, "international", "B:W28,40:B12:H0:F12")
	if pos.String() != "B:W28,40:B12:H0" {
		t.Error(pos)
	}
}

// Games of random legal moves, from the start and from endings of kings,
// where the draw rules come into force.
func randomGames(t *testing.T, each func(rules.Variant, rules.Position, *rand.Rand) rules.Position) {
	random := rand.New(rand.NewPCG(1, 2))
	starts := map[string][]string{
		"international": {"W:WK47,K48,36:BK3,K4,15", "W:WK1,K2,K3:BK48,K49", "B:WK46,7:BK5,40", "W:WK47,K48,K49:BK3,K4,K5:H44"},
		"checkers":      {"W:WK32,K31:BK1,K2", "B:WK30,12:BK3,21", "W:WK29,K25,K21:BK4", "W:WK29:BK4:H150"},
	}
	for _, v := range Variants() {
		for i := range 60 {
			pos := v.Start()
			if i%3 != 0 {
				list := starts[v.Key()]
				pos = mustParse(t, v.Key(), list[i%len(list)])
			}
			for ply := 0; pos != nil && ply < 400; ply++ {
				pos = each(v, pos, random)
			}
			if t.Failed() {
				return
			}
		}
	}
}

func TestStatesReadBackAtEveryPly(t *testing.T) {
	ends := map[rules.Reason]int{}
	longest := 0
	randomGames(t, func(v rules.Variant, pos rules.Position, random *rand.Rand) rules.Position {
		text := pos.String()
		longest = max(longest, len(text))
		again, err := v.Parse(text)
		if err != nil || again.String() != text {
			t.Fatalf("%s read back: %v, %v", text, again, err)
		}
		p, q := pos.(*position), again.(*position)
		if p.board != q.board || p.seen != q.seen || p.over != q.over || p.result != q.result || p.counts.plies != q.counts.plies || p.counts.force != q.counts.force {
			t.Fatalf("%s read back differs", text)
		}
		if o, over := pos.Outcome(); over {
			ends[o.Reason]++
			return nil
		}
		legal := pos.Legal()
		if len(legal) == 0 || pos.ToAct() == rules.NoSide {
			t.Fatalf("%s: no moves, but not over", text)
		}
		return play(t, again, legal[random.IntN(len(legal))].Text)
	})
	for _, why := range []rules.Reason{rules.NoProgress, rules.FewPieces, rules.NoPieces, rules.Blocked} {
		if ends[why] == 0 {
			t.Errorf("no game ended by %s: %v", why, ends)
		}
	}
	if longest > maxText {
		t.Errorf("a state of %d bytes", longest)
	}
}

func TestLegalMovesAndPlayAgree(t *testing.T) {
	randomGames(t, func(v rules.Variant, pos rules.Position, random *rand.Rand) rules.Position {
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
	randomGames(t, func(v rules.Variant, pos rules.Position, random *rand.Rand) rules.Position {
		p := pos.(*position)
		if len(p.counts.past) == 0 {
			times = map[string]int{}
		}
		times[pos.Notation()]++
		if p.seen != times[pos.Notation()] {
			t.Fatalf("%s: stood there %d times, want %d", pos, p.seen, times[pos.Notation()])
		}
		legal := texts(pos)
		if len(legal) == 0 {
			return nil
		}
		// A king that goes back where it came from makes repetitions likely.
		if n := len(p.counts.past); n >= 2 {
			back := p.counts.past[n-2]
			text := p.v.text(Move{From: back.to, To: back.from}, nil, nil)
			if strings.Contains(" "+strings.Join(legal, " ")+" ", " "+text+" ") && random.IntN(3) > 0 {
				return play(t, pos, text)
			}
		}
		return play(t, pos, legal[random.IntN(len(legal))])
	})
}
