package openings

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"crownpost/rules"
	"crownpost/rules/draughts"
)

func TestTablesHaveTheirBallots(t *testing.T) {
	for _, c := range []struct {
		variant, table string
		ballots        int
	}{
		{"checkers", "2-move", 43}, {"checkers", "3-move", 156}, {"checkers", "11-man", 2253},
		{"italian", "11-man", 2400},
		{"russian", "fmjd-64", 745}, {"russian", "150", 150},
		{"brazilian", "fmjd-64", 736}, {"brazilian", "150", 150},
	} {
		table, ok := Lookup(c.variant, c.table)
		if !ok || len(table.Ballots) != c.ballots {
			t.Errorf("%s %s: %d ballots, want %d", c.variant, c.table, len(table.Ballots), c.ballots)
		}
	}
	if _, ok := Lookup("checkers", "fmjd-64"); ok || len(For("international")) != 0 {
		t.Error("a variant has a table of another's")
	}
}

func TestEveryTableHasAKeyOfItsOwnThatIsListed(t *testing.T) {
	for variant, tables := range byVariant {
		seen := map[string]bool{}
		for _, table := range tables {
			if seen[table.Key] {
				t.Errorf("%s: table %s", variant, table.Key)
			}
			seen[table.Key] = true
			ids := map[string]bool{}
			for _, b := range table.Ballots {
				if ids[b.ID] {
					t.Errorf("%s %s: two ballots %s", variant, table.Key, b.ID)
				}
				ids[b.ID] = true
			}
		}
	}
}

// eachBallot calls check for every ballot of every variant.
func eachBallot(t *testing.T, check func(t *testing.T, v *draughts.Variant, b Ballot)) {
	for variant, tables := range byVariant {
		v, ok := draughts.Lookup(variant)
		if !ok {
			t.Errorf("there is no variant %s", variant)
			continue
		}
		for _, table := range tables {
			t.Run(variant+" "+table.Key, func(t *testing.T) {
				for _, b := range table.Ballots {
					check(t, v, b)
				}
			})
		}
	}
}

func TestEveryBallotCanBePlayed(t *testing.T) {
	eachBallot(t, func(t *testing.T, v *draughts.Variant, b Ballot) {
		p, err := v.Parse(b.Start)
		if err != nil {
			t.Errorf("%s: %v", b, err)
		} else if _, over := p.Outcome(); over || strings.Contains(b.Start, "K") {
			t.Errorf("%s: %s is no opening", b, b.Start)
		}
	})
}

var (
	removal = regexp.MustCompile(`^Remove (\d+) and (\d+); `)
	setting = regexp.MustCompile(`^(---|[a-h]\d-[a-h]\d) (---|[a-h]\d-[a-h]\d)$`)
)

// men are the squares of a FEN without kings: White's, then Black's.
func men(t *testing.T, v *draughts.Variant, fen string) [2][]string {
	t.Helper()
	p, err := v.Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(p.Notation(), ":")
	return [2][]string{strings.Split(parts[1][1:], ","), strings.Split(parts[2][1:], ",")}
}

func fen(turn string, men [2][]string) string {
	return turn + ":W" + strings.Join(men[rules.White], ",") + ":B" + strings.Join(men[rules.Black], ",")
}

// long is a move that the Russian tables write short, by the file that it comes
// from ("ed4"), in full.
func long(v *draughts.Variant, p rules.Position, move string) string {
	if len(move) != 3 || move[0] < 'a' {
		return move
	}
	for _, act := range p.Legal() {
		from, to := v.Name(act.Path[0]), v.Name(act.Path[len(act.Path)-1])
		if from[0] == move[0] && to == move[1:] {
			return act.Text
		}
	}
	return move
}

// The moves of every ballot that has any lead from the standard position, or
// from that without the men removed, to the ballot's.
func TestTheMovesOfEveryBallotLeadToItsPosition(t *testing.T) {
	eachBallot(t, func(t *testing.T, v *draughts.Variant, b Ballot) {
		moves, p := b.Moves, v.Start()
		switch {
		case moves == "":
			return
		case moves == "Free":
			moves = ""
		case setting.MatchString(moves):
			placed := men(t, v, p.Notation())
			for side, word := range strings.Fields(moves) {
				if from, to, ok := strings.Cut(word, "-"); ok && word != "---" {
					i := slices.Index(placed[side], from)
					if i < 0 {
						t.Fatalf("%s: no man on %s", b, from)
					}
					placed[side][i] = to
				}
			}
			var err error
			if p, err = v.Parse(fen("W", placed)); err != nil {
				t.Fatalf("%s: %v", b, err)
			}
			moves = ""
		case removal.MatchString(moves):
			placed := men(t, v, p.Notation())
			for side := range placed {
				placed[side] = slices.DeleteFunc(placed[side], func(square string) bool {
					return slices.Contains(removal.FindStringSubmatch(moves)[1:], square)
				})
			}
			var err error
			if p, err = v.Parse(fen("B", placed)); err != nil {
				t.Fatalf("%s: %v", b, err)
			}
			moves = removal.ReplaceAllString(moves, "")
		}
		for _, move := range strings.Fields(moves) {
			played, err := p.Play(long(v, p, move), nil)
			if err != nil {
				t.Errorf("%s: %s: %v", b, move, err)
				return
			}
			p = played.Position
		}
		want, err := v.Parse(b.Start)
		if err != nil || p.Notation() != want.Notation() {
			t.Errorf("%s: the moves lead to %s, the table has %s", b, p.Notation(), b.Start)
		}
	})
}

// An eleven-man ballot of Italian draughts takes a man off each side and plays
// a move of each, which may fill the place of the man taken off.
func TestElevenManBallotsOfItalianDraughts(t *testing.T) {
	v, ok := draughts.Lookup("italian")
	if !ok {
		t.Fatal("there is no variant italian")
	}
	start := men(t, v, v.Start().Notation())
	table, _ := Lookup("italian", "11-man")
	for _, b := range table.Ballots {
		for side, placed := range men(t, v, b.Start) {
			moved := 0
			for _, square := range placed {
				if !slices.Contains(start[side], square) {
					moved++
				}
			}
			if len(placed) != 11 || moved > 1 || !strings.HasPrefix(b.Start, "W") {
				t.Errorf("%s: %s", b, b.Start)
			}
		}
	}
}
