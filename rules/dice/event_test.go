package dice

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// The seed is SHA-256("crownpost test event"); what follows from it was
// computed by another program.
const (
	eventSeed       = "2fac88db5000e446a7be6521919be52a929bc6fc9ee31ec04ae33beff86b0e61"
	eventCommitment = "7d8b17e2a056d429e24a215471c2e728869a64bce6b536f40e8a5aae7eb4b36c"
)

func TestTheChainsOfAnEvent(t *testing.T) {
	seed := link(t, eventSeed)
	if c := EventCommitment(seed).String(); c != eventCommitment {
		t.Errorf("commitment %s", c)
	}
	for _, c := range []struct {
		name                 string
		round, board, number int
		seed, commitment     string
	}{
		{"the first match", 1, 1, 1, "56e2d1857b364a694d0e7d2f77f5424bb57a1d82a1a517a6bde4669dd255f777", "3eec2f7e5cd2c0bcf7e46cc1cefb9b860db20003b5b514905867901119198ce6"},
		{"the second board", 1, 2, 1, "edc397305e93b3d8e3e43e9b46a9f4ce5b3763a05172bad3b6bb8ac628474bca", "3876a411611e2839f465eb86e17e8bc853b3556042d18786e5c1c9cdb9081500"},
		{"a board beyond a byte", 3, 258, 1, "26b76b786b12cd11034f84130ebfc2a87ebf1141f95b8ed1e8d2957d16791b40", "2a86fdf7c7ecaef15a9e39ac13acb696f6a249ad4cec955b00255df457327eb7"},
		{"the second chain of a long match", 1, 1, 2, "df45b101802fa2118039337e15d82e418421cbcb6dbfb98a7791b1e6d6915597", "6da91172fa3a5b029f93f7fd1b28decd1a314022b3099717b9d38cf95632bb51"},
	} {
		t.Run(c.name, func(t *testing.T) {
			chain := EventChain(seed, c.round, c.board, c.number)
			if chain.Seed.String() != c.seed || chain.Commitment().String() != c.commitment || chain.Length != 4096 {
				t.Errorf("seed %v, commitment %v, %d links", chain.Seed, chain.Commitment(), chain.Length)
			}
		})
	}
}

// eventProof is a proof of a roll in the first match of the event, whose
// second chain is announced.
func eventProof(t *testing.T) Proof {
	t.Helper()
	seed := link(t, eventSeed)
	first, second := EventChain(seed, 1, 1, 1), EventChain(seed, 1, 1, 2)
	p := NewProof("17", Commitment{1, first.Commitment(), 4096}, Commitment{4097, second.Commitment(), 4096})
	p.Event = &Event{Commitment: EventCommitment(seed), Round: 1, Board: 1, Seed: &seed}
	r := Proved{
		Game: 1, Number: 1, Opening: true, Link: first.Link(1),
		Opponent: Share{testShare("opponent %d", 1), FromPlayer}, Roller: Share{testShare("roller %d", 1), FromPlayer},
	}
	r.Dice = Throw(Roll{p.Match, 1, 1, r.Opponent.Bytes, r.Roller.Bytes}.Key(r.Link).Dice(), true)
	p.Rolls = append(p.Rolls, r)
	return p
}

func TestVerifyChecksTheSeedOfAnEvent(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(p *Proof)
		says  string
	}{
		{"nothing is wrong", func(*Proof) {}, ""},
		{"the seed is not revealed yet", func(p *Proof) { p.Event.Seed = nil }, ""},
		{"another seed", func(p *Proof) { p.Event.Seed[3] ^= 1 }, "the event's seed has the commitment "},
		{"another commitment", func(p *Proof) { p.Event.Commitment[3] ^= 1 }, "the event's seed has the commitment " + eventCommitment + ", not "},
		{"another round", func(p *Proof) { p.Event.Round = 2 }, "chain 1 has the commitment 3eec"},
		{"another board", func(p *Proof) { p.Event.Board = 2 }, "chain 1 has the commitment 3eec2f7e5cd2c0bcf7e46cc1cefb9b860db20003b5b514905867901119198ce6, but the event's seed gives 3876a411611e2839f465eb86e17e8bc853b3556042d18786e5c1c9cdb9081500"},
		{"a second chain that was drawn", func(p *Proof) { p.Chains[1].Commitment[0] ^= 1 }, "chain 2 has the commitment 6ca9"},
		{"a chain that is cut", func(p *Proof) { p.Chains[1].Length = 8 }, "chain 2 is for 8 rolls, but those of an event are for 4096"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := eventProof(t)
			c.spoil(&p)
			text, err := json.Marshal(p)
			if err != nil {
				t.Fatal(err)
			}
			if p, err = ReadProof(strings.NewReader(string(text))); err != nil {
				t.Fatal(err)
			}
			if again, _ := json.Marshal(p); string(again) != string(text) {
				t.Errorf("read %s of %s", again, text)
			}
			m, wrong := errors.AsType[*Mismatch](Verify(p))
			if wrong != (c.says != "") || wrong && (m.Fault != WrongEvent || m.Roll != 0 || !strings.HasPrefix(m.Error(), c.says)) {
				t.Errorf("%v, want %q", m, c.says)
			}
		})
	}
}

func TestReadingAnEventSaysWhatIsMissing(t *testing.T) {
	const head = `{"event": `
	for _, c := range []struct{ name, event, want string }{
		{"a round 0", `{"round": 0}`, "event.round: a whole number from 1 to 1073741824 expected"},
		{"no board", `{"round": 1, "commitment": "` + eventCommitment + `"}`, `event: the field "board" is missing`},
		{"a seed that is cut", `{"seed": "00"}`, "event.seed: link: 1 bytes, not 32"},
		{"a seed that is null", `{"seed": null}`, "event.seed: a text expected"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ReadProof(strings.NewReader(head + c.event + "}"))
			if at, ok := errors.AsType[*ReadError](err); !ok || at.Problem() != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}
