package dice

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// testProof is a proof of n rolls over chains of 8 and more, made as the
// vectors are: two rolls a game.
func testProof(n int) Proof {
	chains := []Chain{testChain(), {Link(testShare32("second seed")), 4096}}
	p := NewProof("match-0001",
		Commitment{1, chains[0].Commitment(), 8}, Commitment{9, chains[1].Commitment(), 4096})
	for i := 1; i <= n; i++ {
		secret := chains[0].Link(min(i, 8))
		if i > 8 {
			secret = chains[1].Link(i - 8)
		}
		r := Proved{
			Game: (i + 1) / 2, Number: i, Opening: i%2 == 1, Link: secret,
			Opponent: Share{testShare("opponent %d", i), FromPlayer},
			Roller:   Share{testShare("roller %d", i), FromServer},
		}
		if i%3 == 0 {
			r.Roller = Share{nil, FromNobody}
		}
		roll := Roll{p.Match, r.Game, i, r.Opponent.Bytes, r.Roller.Bytes}
		r.Dice = Throw(roll.Key(secret).Dice(), r.Opening)
		p.Rolls = append(p.Rolls, r)
	}
	return p
}

func testShare32(text string) []byte { return append(testShare("%s", text), testShare("%s", text)...) }

func TestAProofThatIsRightIsVerified(t *testing.T) {
	for _, n := range []int{0, 1, 5, 8, 9, 20} {
		if err := Verify(testProof(n)); err != nil {
			t.Errorf("%d rolls: %v", n, err)
		}
	}
}

func TestVerifyFindsTheFirstMismatch(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(p *Proof)
		fault Fault
		roll  int
		says  string
	}{
		{"another format", func(p *Proof) { p.Format = "dice/2" }, WrongFormat, 0, `the format is "dice/2", not "crownpost-dice/1"`},
		{"a first chain that begins later", func(p *Proof) { p.Chains[0].FirstRoll = 2 }, WrongChain, 0, "chain 1 begins at roll 2, not 1"},
		{"a second chain that leaves a gap", func(p *Proof) { p.Chains[1].FirstRoll = 10 }, WrongChain, 0, "chain 2 begins at roll 10, not 9"},
		{"a chain without a link", func(p *Proof) { p.Chains[1].Length = 0 }, WrongChain, 0, "chain 2 is for 0 rolls"},
		{"the same chain again", func(p *Proof) { p.Chains[1].Commitment = p.Chains[0].Commitment }, WrongChain, 0, "chain 2 has the commitment of an earlier one"},
		{"a roll that is left out", func(p *Proof) { p.Rolls = slices.Delete(p.Rolls, 3, 4) }, WrongNumber, 4, "roll 4: it has the number 5"},
		{"a roll that stands there twice", func(p *Proof) { p.Rolls = slices.Insert(p.Rolls, 3, p.Rolls[2]) }, WrongNumber, 4, "roll 4: it has the number 3"},
		{"a game after a later one", func(p *Proof) { p.Rolls[4].Game = 1 }, WrongGame, 5, "roll 5: it is of game 1, after a roll of game 2"},
		{"a game without a number", func(p *Proof) { p.Rolls[0].Game = 0 }, WrongGame, 1, "game 0"},
		{"more rolls than the chains are for", func(p *Proof) { p.Chains = p.Chains[:1] }, NoChain, 9, "roll 9: no chain was announced for it"},
		{"another commitment", func(p *Proof) { p.Chains[0].Commitment[0]++ }, WrongLink, 1, "not to 4c4fd0353caa9b3a3458e4faccaef725b6d6976ee8140499ddaab4b8520285fe, the commitment of its chain"},
		{"a byte of a link", func(p *Proof) { p.Rolls[5].Link[31] ^= 1 }, WrongLink, 6, "the link of the roll before"},
		{"two links swapped", func(p *Proof) { p.Rolls[1].Link, p.Rolls[2].Link = p.Rolls[2].Link, p.Rolls[1].Link }, WrongLink, 2, "the link hashes to"},
		{"a share of 15 bytes", func(p *Proof) { p.Rolls[6].Opponent.Bytes = p.Rolls[6].Opponent.Bytes[:15] }, WrongShare, 7, "roll 7: the opponent's share has 15 bytes, not 16 to 64"},
		{"a share that is missing", func(p *Proof) { p.Rolls[6].Roller.Bytes = nil }, WrongShare, 7, "the roller's share has 0 bytes"},
		{"a share of 65 bytes", func(p *Proof) { p.Rolls[6].Roller.Bytes = make([]byte, 65) }, WrongShare, 7, "the roller's share has 65 bytes"},
		{"a share from nobody", func(p *Proof) { p.Rolls[3].Roller.From = FromNobody }, WrongShare, 4, "the roller's share is there, but is said to come from nobody"},
		{"a share from somebody else", func(p *Proof) { p.Rolls[3].Roller.From = "moon" }, WrongShare, 4, `the roller's share comes from "moon"`},
		{"the opponent's share again", func(p *Proof) { p.Rolls[3].Opponent.Bytes = p.Rolls[1].Opponent.Bytes }, ReusedShare, 4, "roll 4: the opponent's share was used before, at roll 2"},
		{"one share for both", func(p *Proof) { p.Rolls[3].Roller.Bytes = p.Rolls[3].Opponent.Bytes }, ReusedShare, 4, "the roller's share was used before, at roll 4"},
		{"an opening throw in the middle", func(p *Proof) { p.Rolls[1].Opening = true }, WrongOpening, 2, "roll 2: it is an opening throw, but not the first of game 1"},
		{"another die", func(p *Proof) { p.Rolls[1].Dice = []int{3, 6} }, WrongDice, 2, "roll 2: the dice are 3-6, but the link and the shares give 3-5"},
		{"the dice in another order", func(p *Proof) { p.Rolls[1].Dice = []int{5, 3} }, WrongDice, 2, "the dice are 5-3"},
		{"a tie left out", func(p *Proof) { p.Rolls[0].Dice = []int{2, 2, 5, 2} }, WrongDice, 1, "the dice are 2-2, 5-2, but"},
		{"no dice", func(p *Proof) { p.Rolls[0].Dice = nil }, WrongDice, 1, "the dice are , but"},
		{"a byte of a share", func(p *Proof) { p.Rolls[7].Opponent.Bytes[0] ^= 1 }, WrongDice, 8, "roll 8: the dice are"},
		{"the name of the match", func(p *Proof) { p.Match = "match-0002" }, WrongDice, 1, "roll 1: the dice are"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := testProof(12)
			c.spoil(&p)
			m, ok := errors.AsType[*Mismatch](Verify(p))
			if !ok || m.Fault != c.fault || m.Roll != c.roll || !strings.Contains(m.Error(), c.says) {
				t.Errorf("%+v, want %s of roll %d: %s", m, c.fault, c.roll, c.says)
			}
		})
	}
}

func TestAProofIsReadAsItWasWritten(t *testing.T) {
	want, err := json.MarshalIndent(testProof(12), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"alone":            string(want),
		"within a match":   `{"format": "crownpost-match/1", "match": {"length": 3}, "rolls": 7, "dice": ` + string(want) + "}\n",
		"with more fields": `{"beacon": [{"x": [1, {}]}], ` + string(want[1:]),
	} {
		t.Run(name, func(t *testing.T) {
			p, err := ReadProof(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := json.MarshalIndent(p, "", " "); !bytes.Equal(got, want) {
				t.Errorf("read %s", got)
			}
			if err := Verify(p); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAMatchIsPlayedWithTheDiceProved(t *testing.T) {
	proof := testProof(3)
	text, err := json.Marshal(proof)
	if err != nil {
		t.Fatal(err)
	}
	roll := func(i int) string {
		return fmt.Sprintf(`{"ply": 1, "act": "roll", "dice": %s}`, strings.ReplaceAll(fmt.Sprint(proof.Rolls[i].Dice), " ", ","))
	}
	for _, c := range []struct{ name, acts, want string }{
		{"the same dice", roll(0) + `, {"act": "8/3", "dice": [5, 2]}, ` + roll(1) + "," + roll(2), ""},
		{"other dice", roll(0) + `, {"act": "roll", "dice": [6, 6]}, ` + roll(2), "roll 2: the match was played with 6-6, but 3-5 is proved"},
		{"a roll that is not proved", roll(0) + "," + roll(1) + "," + roll(2) + "," + roll(2), "the match has 4 rolls, but 3 are proved"},
		{"a roll that was not made", roll(0), "the match has 1 rolls, but 3 are proved"},
		{"no roll at all", "", "the match has 0 rolls, but 3 are proved"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := ReadProof(strings.NewReader(`{"acts": [` + c.acts + `], "dice": ` + string(text) + "}"))
			if err != nil {
				t.Fatal(err)
			}
			err = Verify(p)
			if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

const small = `{
 "format": "crownpost-dice/1",
 "match": "m",
 "chains": [{"firstRoll": 1, "commitment": "4b4fd0353caa9b3a3458e4faccaef725b6d6976ee8140499ddaab4b8520285fe", "length": 8}],
 "rolls": [
  {"game": 1, "i": 1, "opening": true, "opponent": {"share": "", "from": "none"}, "roller": {"share": "", "from": "none"},
   "link": "0ea50ab650269817a6253b6455bb01bd111b47832d71f6358d83b169be2243ef", "dice": [5, 2]}
 ]
}
`

func TestReadingSaysWhereAndWhy(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"nothing at all", small, "", "1:1: the text ends too early"},
		{"no JSON", small, "dice", "1:1: invalid character 'd' looking for beginning of value"},
		{"an array", small, "[]", "1:1: an object expected"},
		{"the end is missing", " ]\n}\n", "", "8:1: rolls: the text ends too early"},
		{"something behind it", " ]\n}\n", " ]\n}\n{}", "10:1: something follows behind the proof"},
		{"a comma is missing", `"i": 1,`, `"i": 1`, `6:22: rolls: invalid character '"' after object key:value pair`},
		{"a field is missing", `"match": "m",`, "", `9:1: the field "match" is missing`},
		{"a field stands there twice", `"match": "m",`, `"match": "m", "match": "n",`, `3:16: the field "match" stands here twice`},
		{"a number as text", `"game": 1`, `"game": "1"`, "6:12: rolls[0].game: a whole number from 1 to 1073741824 expected"},
		{"half a game", `"game": 1`, `"game": 1.5`, "6:12: rolls[0].game: a whole number"},
		{"a die of 7", "[5, 2]", "[5, 7]", "7:92: rolls[0].dice[1]: a whole number from 1 to 6 expected"},
		{"a share of half a byte", `{"share": ""`, `{"share": "abc"`, "6:62: rolls[0].opponent.share: an odd number of hexadecimal digits"},
		{"a short link", "0ea50a", "", "7:12: rolls[0].link: link: 29 bytes, not 32"},
		{"a commitment that is none", "4b4f", "4b4x", "4:44: chains[0].commitment: link: a character that is no hexadecimal digit"},
		{"an opening that is neither", "true", "1", "6:34: rolls[0].opening: true or false expected"},
		{"no rolls", `"rolls": [`, `"rolls": null, "more": [`, "5:11: rolls: an array expected"},
		{"a match without dice", small, `{"id": 1}`, `1:9: the field "chains" is missing`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(small, c.old, c.new, 1)
			_, err := ReadProof(strings.NewReader(text))
			if _, ok := errors.AsType[*ReadError](err); !ok || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("error %v, want %s", err, c.want)
			}
		})
	}
}

// FuzzReadProof finds proofs that break the reader or the check.
func FuzzReadProof(f *testing.F) {
	whole, _ := json.Marshal(testProof(10))
	f.Add(string(whole))
	f.Add(`{"dice": ` + string(whole) + `}`)
	f.Add(small)
	f.Add(`{"event":{"commitment":"` + eventCommitment + `","round":1,"board":1,"seed":"` + eventSeed + `"},` + string(whole[1:]))
	f.Add(`{"dice":{"format":"crownpost-dice/1","match":"","chains":[],"rolls":[]}}`)
	f.Add(`{"format":1e400}`)
	f.Add(`{"a":{"b":[`)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ReadProof(strings.NewReader(text))
		if err != nil {
			e, ok := errors.AsType[*ReadError](err)
			if !ok || e.Line < 1 || e.Column < 1 || e.Line > strings.Count(text, "\n")+1 {
				t.Fatalf("error %#v", err)
			}
			return
		}
		_ = Verify(p)
		again, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ReadProof(bytes.NewReader(again)); err != nil {
			t.Fatalf("%s: %v", again, err)
		}
	})
}
