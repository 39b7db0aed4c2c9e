package backgammon

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"crownpost/rules"
)

// vector is a position and throw with what an independent program found
// (shared test vectors: GNU Backgammon 1.07, checked by two more generators).
type vector struct {
	ID      string   `json:"id"`
	Pos     string   `json:"pos"`
	Dice    [2]int   `json:"dice"`
	Used    *int     `json:"used"`
	Results []string `json:"results"`
	Moves   []string `json:"moves"`
	N       int      `json:"n"`
	Hash    string   `json:"h"`
}

func (v vector) board(t testing.TB) Board {
	t.Helper()
	b, err := ParseID(v.Pos)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// position is the vector as a state of a game.
func (v vector) position(t testing.TB) State {
	t.Helper()
	pos, err := variants[0].Parse(v.Pos)
	if err != nil {
		t.Fatal(err)
	}
	p := pos.(State)
	p.phase, p.dice = Playing, v.Dice
	return p
}

// vectors reads a file of testdata, one JSON value a line.
func vectors[T any](t testing.TB, name string) []T {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	scan := bufio.NewScanner(f)
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		scan = bufio.NewScanner(z)
	}
	scan.Buffer(nil, 1<<20)
	var list []T
	for scan.Scan() {
		var v T
		if err := json.Unmarshal(scan.Bytes(), &v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		list = append(list, v)
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// resultIDs are the results of a throw as the next player sees them, sorted.
func resultIDs(b Board, dice [2]int) []string {
	ids := []string{}
	for _, play := range AppendPlays(nil, b, dice[0], dice[1]) {
		ids = append(ids, play.Board.Swap().ID())
	}
	slices.Sort(ids)
	return ids
}

func TestPlaysAgreeWithGnubg(t *testing.T) {
	for _, v := range slices.Concat(vectors[vector](t, "plays-dev.jsonl.gz"), vectors[vector](t, "cases.jsonl")) {
		b := v.board(t)
		if got := resultIDs(b, v.Dice); !slices.Equal(got, v.Results) {
			t.Errorf("%s %v: results\n%v, want\n%v", v.Pos, v.Dice, got, v.Results)
		}
		used := 0
		for _, play := range AppendPlays(nil, b, v.Dice[0], v.Dice[1]) {
			used = max(used, play.Used())
		}
		if v.Used != nil && used < *v.Used {
			t.Errorf("%s %v: plays use %d dice, want %d", v.Pos, v.Dice, used, *v.Used)
		}
	}
}

func TestManyMorePlaysAgreeWithGnubg(t *testing.T) {
	for _, v := range vectors[vector](t, "hashed-dev.jsonl.gz") {
		ids := resultIDs(v.board(t), v.Dice)
		sum := sha256.Sum256([]byte(strings.Join(ids, "\n")))
		if len(ids) != v.N || hex.EncodeToString(sum[:8]) != v.Hash {
			t.Errorf("%s %v: %d results with hash %x, want %d with %s", v.Pos, v.Dice, len(ids), sum[:8], v.N, v.Hash)
		}
	}
}

func TestTextsAreThoseOfGnubg(t *testing.T) {
	for _, v := range slices.Concat(vectors[vector](t, "plays-dev.jsonl.gz"), vectors[vector](t, "cases.jsonl")) {
		got := texts(v.position(t).plays())
		slices.Sort(got)
		if want := slices.Sorted(slices.Values(v.Moves)); !slices.Equal(got, want) {
			t.Errorf("%s %v: plays\n%q, want\n%q", v.Pos, v.Dice, got, want)
		}
	}
}

func TestEveryPlayIsReadBackFromItsText(t *testing.T) {
	for _, v := range vectors[vector](t, "plays-dev.jsonl.gz") {
		p := v.position(t)
		for _, a := range p.Legal() {
			played, err := p.Play(a.Text, nil)
			if err != nil || played.Text != a.Text {
				t.Errorf("%s %v: %q is read as %q, %v", v.Pos, v.Dice, a.Text, played.Text, err)
			}
		}
		b := p.Board()
		for _, play := range Plays(b, v.Dice[0], v.Dice[1]) {
			if got := replay(t, b, play.Steps(b)); got != play.Board {
				t.Errorf("%s %v: the steps of %s lead to %s", v.Pos, v.Dice, play.Text(b), got.ID())
			}
		}
	}
}

// replay makes steps one by one, each legal by itself.
func replay(t *testing.T, b Board, steps []rules.Step) Board {
	t.Helper()
	p := progress{board: b}
	for _, s := range steps {
		next, legal := backgammonMoves{}.step(p, s.From, s.Die)
		if !legal || s.Hit != (next.hit != p.hit) {
			t.Errorf("%s: no step %+v", p.board.ID(), s)
		}
		p = next
	}
	return p.board
}

func TestPositionIDsAgreeWithGnubg(t *testing.T) {
	type vector struct {
		Pos, Key      string
		OnRoll, Other [25]int // points 1 to 24 and the bar
	}
	for _, v := range vectors[vector](t, "posid.jsonl") {
		b, err := ParseID(v.Pos)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 25 {
			if b.Own.On(i+1) != v.OnRoll[i] || b.Opp.On(i+1) != v.Other[i] {
				t.Errorf("%s: point %d has %d and %d, want %d and %d",
					v.Pos, i+1, b.Own.On(i+1), b.Opp.On(i+1), v.OnRoll[i], v.Other[i])
			}
		}
		key := b.key()
		if b.ID() != v.Pos || hex.EncodeToString(key[:]) != v.Key {
			t.Errorf("%s is written %s with key %x, want key %s", v.Pos, b.ID(), key, v.Key)
		}
	}
}
