package backgammon

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"crownpost/rules"
)

// Thrown is an act with the dice that it took, as they were thrown.
type Thrown struct {
	Act  string
	Dice []int
}

// Transcribe plays acts from the start of a match and writes them down:
// plays by single steps from the highest point down, the bar being 25 and off
// 0, as GNU Backgammon has them. A throw that is not yet played stands without
// a play. Offers to resign that were refused are not written. The error is
// that of the act that is not legal.
func Transcribe(v *Variant, acts []Thrown) (*Transcript, error) {
	state, _ := StateOf(v.Start())
	w := transcriber{Transcript: Transcript{Variant: v}}
	for i, a := range acts {
		dice := a.Dice
		played, err := state.Play(a.Act, func(rules.Roll) rules.Dice {
			return func() (die int) {
				if len(dice) > 0 {
					die, dice = dice[0], dice[1:]
				}
				return die
			}
		})
		if err != nil {
			return nil, fmt.Errorf("act %d: %w", i+1, err)
		}
		w.write(state, played)
		state, _ = StateOf(played.Position)
	}
	w.flush()
	return &w.Transcript, nil
}

// Canonical is the match as Transcribe writes it, as far as it is legal, with
// the players and tags of t.
func (r *Replay) Canonical(t *Transcript) *Transcript {
	w := transcriber{Transcript: Transcript{Variant: r.Variant, Players: t.Players, Tags: t.Tags}}
	state, _ := StateOf(r.Variant.Start())
	for _, played := range r.Acts {
		w.write(state, played)
		state, _ = StateOf(played.Position)
	}
	w.flush()
	return &w.Transcript
}

// transcriber writes a match down act by act.
type transcriber struct {
	Transcript
	open  bool  // the last game goes on
	throw Entry // that is not yet played, if it has dice
}

// write writes what an act has made of a state.
func (w *transcriber) write(before State, played rules.Played) {
	after, _ := StateOf(played.Position)
	if played.Text == "" { // the score was set: another game begins
		w.flush()
		w.open = false
		return
	}
	if !w.open {
		w.Games = append(w.Games, GameRecord{
			Number: before.game, Score: before.score, Result: Result{Winner: rules.NoSide},
		})
		w.open = true
	}
	e := Entry{Side: played.Side}
	word, _, _ := strings.Cut(played.Text, " ")
	switch word {
	case roll:
		if before.phase == Opening {
			w.game().Tied = after.cube.value > before.cube.value
		}
	case choose:
	case double, beaver:
		e.Cube, e.Value = word, 2*after.cube.value
		w.entry(e)
	case take, drop:
		e.Cube = word
		w.entry(e)
	case resign, accept, refusing:
	default:
		e.Dice = before.dice
		if word != pass {
			e.Play = before.singleSteps(played.Text)
		}
		w.throw = Entry{}
		w.entry(e)
	}
	if after.phase == Playing {
		w.throw = Entry{Side: after.side, Dice: after.dice}
	}
	if after.game != before.game || after.phase == Over {
		w.flush()
		r := &w.game().Result
		r.Winner, r.Points = difference(before.score, after.score)
		r.Resigned = word == accept || word == resign
		w.open = false
	}
}

func (w *transcriber) game() *GameRecord { return &w.Games[len(w.Games)-1] }

func (w *transcriber) entry(e Entry) { w.game().Entries = append(w.game().Entries, e) }

// flush writes a throw that nobody has played.
func (w *transcriber) flush() {
	if w.throw.Dice != [2]int{} {
		w.entry(w.throw)
	}
	w.throw = Entry{}
}

// singleSteps writes a legal play with its canonical text by its steps.
func (p State) singleSteps(text string) string {
	all := p.Legal()
	i := slices.IndexFunc(all, func(a rules.Act) bool { return a.Text == text })
	if i < 0 {
		return text
	}
	steps := slices.Clone(all[i].Steps)
	slices.SortStableFunc(steps, func(a, b rules.Step) int { return cmp.Or(b.From-a.From, b.To-a.To) })
	tokens := make([]string, len(steps))
	for i, s := range steps {
		tokens[i] = fmt.Sprintf("%d/%d", s.From, s.To)
		if s.Hit {
			tokens[i] += "*"
		}
	}
	return strings.Join(tokens, " ")
}
