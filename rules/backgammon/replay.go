package backgammon

import (
	"fmt"
	"slices"

	"crownpost/rules"
)

// Replay is a transcript played through.
type Replay struct {
	// Variant is the transcript's, without the Crawford rule where the match
	// shows that it was played without.
	Variant *Variant
	// Acts are all acts of the match, those that no file writes included:
	// rolls, and the resignations that a result stands for. A resignation that
	// could not be offered here, by the side that is not to act or of more
	// than the game can cost, is a single act. An act without a text sets the
	// score that the file tells.
	Acts []rules.Played
	// Plies is how many entries were played.
	Plies int
	// Problem is where and why the record stops being legal, nil if it does
	// not.
	Problem *TranscriptError
	// Remarks are what the file tells otherwise than the rules without being
	// illegal: scores, and points that a win cannot have counted.
	Remarks []*TranscriptError
	// End is the state at the end, or where the record stops being legal.
	End State
}

// Replay plays the match through.
//
// Of what programs write differently, it takes points capped at what the
// winner needed or not, plays in any spelling, a take left out behind a
// beaver, games ended by their result alone (a resignation, or a double not
// taken), the last throw of a game without its play, doubles of a dead cube,
// and games that stop. It goes on with the score that the file tells.
func (t *Transcript) Replay() *Replay {
	r := t.replay(t.Variant)
	if r.inCrawford && t.Tag("Crawford") == "" {
		if v, err := t.Variant.With(map[string]string{crawfordRule: "off"}); err == nil {
			if without := t.replay(v.(*Variant)); without.Problem == nil || r.before(without.Problem) {
				return &without.Replay
			}
		}
	}
	return &r.Replay
}

// before says whether the record stops being legal sooner than at other.
func (r *replayer) before(other *TranscriptError) bool {
	return r.Problem != nil && (r.Problem.Line < other.Line || r.Problem.Line == other.Line && r.Problem.Column < other.Column)
}

// replayer is a Replay on its way.
type replayer struct {
	Replay
	match *Transcript
	game  *GameRecord
	next  *GameRecord // the game behind it, nil if there is none
	ply   int         // of the game, from 0
	// begun is the state at the game's beginning, winner that of the game
	// before.
	begun  State
	winner rules.Side
	tied   bool // the opening throw was a tie that turned the cube
	// inCrawford says that the problem is a double in the Crawford game.
	inCrawford bool
}

func (t *Transcript) replay(v *Variant) *replayer {
	start, _ := StateOf(v.Start())
	r := &replayer{Replay: Replay{Variant: v, End: start}, match: t, winner: rules.NoSide}
	for i := range t.Games {
		r.game, r.next = &t.Games[i], nil
		if i+1 < len(t.Games) {
			r.next = &t.Games[i+1]
		}
		if len(r.game.Entries) == 0 && r.game.Result.Winner == rules.NoSide {
			continue
		}
		if !r.playGame(i == 0) {
			break
		}
	}
	return r
}

// playGame plays a game, and reports whether it was legal. Where ties of the
// opening throw turn the cube and the file does not tell, the game is taken to
// have begun with one if it fits what is written only so.
func (r *replayer) playGame(first bool) bool {
	if r.End.phase == Over {
		return r.fail(r.game.Place, "the match is over", nil)
	}
	// Before the first game, begun is of no game.
	if (r.game.Score != r.End.score || !r.over()) && !r.setScore(first) {
		return false
	}
	if r.game.Tied || r.Variant.chosen(automaticDoubles) != "on" {
		return r.tryGame(r.game.Tied)
	}
	at := *r
	clean := func(legal bool) bool { return legal && len(r.Remarks) == len(at.Remarks) }
	if clean(r.tryGame(false)) {
		return true
	}
	untied := *r
	untied.Acts = slices.Clone(r.Acts[len(at.Acts):])
	untied.Remarks = slices.Clone(r.Remarks[len(at.Remarks):])
	*r = at
	if clean(r.tryGame(true)) {
		return true
	}
	untied.Acts = append(at.Acts, untied.Acts...)
	untied.Remarks = append(at.Remarks, untied.Remarks...)
	*r = untied
	return r.Problem == nil
}

// setScore begins the game with the score that the file tells. It reports
// whether there is a game to begin.
func (r *replayer) setScore(first bool) bool {
	if n := r.Variant.length; n > 0 && max(r.game.Score[0], r.game.Score[1]) >= n {
		return r.fail(r.game.Place, "the match is over", nil)
	}
	p := State{variant: r.End.variant, score: r.game.Score, game: r.End.game, rule: r.begun.rule}
	switch {
	case first:
	case !r.over():
		r.remark(r.game.Place, "the game before has not ended")
		p.game++
	default:
		r.remark(r.game.Place, "the score is %d to %d by the games before, not %d to %d",
			r.End.score[0], r.End.score[1], r.game.Score[0], r.game.Score[1])
	}
	r.did(rules.Played{Position: p.nextGame(r.winner), Side: rules.NoSide, NewTurn: true})
	return true
}

func (r *replayer) tryGame(tied bool) bool {
	r.begun, r.tied = r.End, tied
	for r.ply = range r.game.Entries {
		if !r.entry(&r.game.Entries[r.ply]) {
			return false
		}
		r.Plies++
	}
	r.ply = -1
	if !r.over() {
		r.conclude()
	}
	if r.over() {
		r.compare()
	}
	return true
}

// over reports whether the game has ended.
func (r *replayer) over() bool { return r.End.game != r.begun.game || r.End.phase == Over }

func (r *replayer) did(played rules.Played) {
	r.Acts = append(r.Acts, played)
	r.End = played.Position.(State)
}

// act makes an act of an entry.
func (r *replayer) act(e *Entry, text string, dice ...int) bool {
	played, err := r.End.Play(text, func(rules.Roll) rules.Dice {
		return func() (die int) {
			if len(dice) > 0 {
				die, dice = dice[0], dice[1:]
			}
			return die
		}
	})
	if err != nil {
		return r.fail(e.Place, entryText(e)+err.Error(), err)
	}
	r.did(played)
	return true
}

// entryText names an entry in front of what is wrong with it.
func entryText(e *Entry) string {
	switch {
	case e.Cube != "":
		return e.Cube + ": "
	case e.Play == "":
		return fmt.Sprintf("%d%d: ", e.Dice[0], e.Dice[1])
	}
	return fmt.Sprintf("%d%d: %s: ", e.Dice[0], e.Dice[1], shorten(e.Play))
}

func (r *replayer) entry(e *Entry) bool {
	if r.over() {
		return r.fail(e.Place, entryText(e)+"the game is over", nil)
	}
	if e.Cube == "" {
		return r.throw(e)
	}
	act := e.Cube
	if act == double && r.End.phase == Doubled { // as SGF writes it
		act = beaver
	}
	if r.End.phase == Opening || r.End.ToAct() != e.Side {
		return r.fail(e.Place, entryText(e)+turnText(r.End), nil)
	}
	before := r.End
	if act == double && before.Phase() == Rolling && before.CubeInUse() && before.cube.owner != e.Side.Other() && before.dead(e.Side) {
		r.remark(e.Place, "the cube is dead: a double is worth nothing")
		doubled := before
		doubled.phase, doubled.declined = Doubled, 0
		r.did(rules.Played{Position: doubled, Side: e.Side, Text: double})
	} else if !r.act(e, act) {
		r.inCrawford = act == double && before.Crawford()
		return false
	}
	if turned := 2 * r.End.cube.value; e.Value != 0 && (act == double || act == beaver) && e.Value != turned {
		r.remark(e.Place, "the cube is turned to %d, not to %d", turned, e.Value)
	}
	return true
}

// turnText says whose turn it is.
func turnText(p State) string {
	if p.phase == Opening {
		return "the game begins with a throw"
	}
	return fmt.Sprintf("it is %v's turn", p.ToAct())
}

// throw makes a throw, unless it lies, and plays it.
func (r *replayer) throw(e *Entry) bool {
	if r.End.phase == Doubled && r.End.cube.redoubles > 0 && !r.act(e, take) {
		return false
	}
	if e.Dice == [2]int{} { // somebody left before throwing
		return true
	}
	if r.End.phase == Opening && !r.opening(e) {
		return false
	}
	if r.End.ToAct() != e.Side {
		return r.fail(e.Place, entryText(e)+turnText(r.End), nil)
	}
	switch {
	case r.End.phase == Playing && r.End.dice != e.Dice && r.End.dice != [2]int{e.Dice[1], e.Dice[0]}:
		return r.fail(e.Place, entryText(e)+"the dice lie already: "+diceText(r.End.dice), nil)
	case r.End.phase == Playing:
	case r.End.phase == Choosing:
		if !r.act(e, fmt.Sprintf("%s %d", choose, e.Dice[0])) {
			return false
		}
	case !r.act(e, roll, e.Dice[0], e.Dice[1]):
		return false
	}
	if e.Left {
		return true
	}
	if e.Play != "" {
		return r.act(e, e.Play)
	}
	if r.ply == len(r.game.Entries)-1 && r.End.Automatic() != pass {
		return true // nobody played it
	}
	return r.act(e, pass)
}

// opening makes the opening throw that the entry's side wins. Where the winner
// throws anew, no file tells with what it was won.
func (r *replayer) opening(e *Entry) bool {
	higher, lower := max(e.Dice[0], e.Dice[1]), min(e.Dice[0], e.Dice[1])
	switch {
	case r.Variant.throwsAnew || r.Variant.chosen(openingThrow) == "again":
		higher, lower = 2, 1
	case higher == lower:
		return r.fail(e.Place, entryText(e)+"the first throw of a game is no double", nil)
	}
	dice := []int{higher, lower}
	if e.Side == rules.Black {
		dice = []int{lower, higher}
	}
	if r.tied {
		dice = append([]int{1, 1}, dice...)
	}
	return r.act(e, roll, dice...)
}

// conclude ends a game of which the file tells the result, or the next game's
// score, and not how it came to it.
func (r *replayer) conclude() {
	winner, points := r.game.Result.Winner, r.game.Result.Points
	if r.next != nil {
		if won, by := difference(r.game.Score, r.next.Score); by > 0 && (winner == won || winner == rules.NoSide) {
			winner, points = won, by
		}
	}
	if winner == rules.NoSide {
		return
	}
	none := &Entry{Place: r.game.Result.Place}
	if r.End.phase == Doubled && r.End.ToAct() != winner {
		r.act(none, drop)
		return
	}
	level := r.level(winner, points)
	if level > 0 && r.End.ToAct() != winner && slices.Contains(r.End.MayResign(), level) {
		r.act(none, fmt.Sprintf("%s %d", resign, level))
		r.act(none, accept)
		return
	}
	if level > 0 {
		points = level * r.End.cube.value
	}
	p := r.End
	p.cube.value, p.offered = 1, 0
	played := p.won(winner, rules.Resigned, points)
	played.Side, played.Text = winner.Other(), resign
	r.did(played)
}

// difference is who won how much between two scores; nobody if both did.
func difference(before, after [2]int) (winner rules.Side, points int) {
	white, black := after[rules.White]-before[rules.White], after[rules.Black]-before[rules.Black]
	switch {
	case white > 0 && black == 0:
		return rules.White, white
	case black > 0 && white == 0:
		return rules.Black, black
	}
	return rules.NoSide, 0
}

// level is the lowest level of a resignation that gives so many points, in
// full or capped at what the winner needs. It is 0 for a whole match given up,
// of which the points are what was missing, and the lowest one for points that
// mean nothing.
func (r *replayer) level(winner rules.Side, points int) int {
	for _, level := range r.Variant.levels {
		if won := level * r.End.cube.value; points == won || points == r.capped(winner, won) {
			return level
		}
	}
	if points > 0 && points == r.Variant.length-r.begun.score[winner] {
		return 0
	}
	return r.Variant.levels[0]
}

// capped is what a win counts at most, given the score before the game.
func (r *replayer) capped(winner rules.Side, points int) int {
	if r.Variant.length == 0 {
		return points
	}
	return min(points, r.Variant.length-r.begun.score[winner])
}

// compare remarks where the result written is not the one of the rules.
func (r *replayer) compare() {
	r.winner = rules.NoSide
	winner, points := difference(r.begun.score, r.End.score)
	r.winner = winner
	switch written := r.game.Result; {
	case written.Winner == rules.NoSide:
	case winner != written.Winner:
		r.remark(written.Place, "%v has won this game, not %v", sideText(winner), written.Winner)
	case written.Points != points && written.Points != r.capped(winner, points):
		r.remark(written.Place, "the win counts %d, not %d", points, written.Points)
	}
}

func sideText(s rules.Side) string {
	if s == rules.NoSide {
		return "nobody"
	}
	return s.String()
}

// fail ends the replay; it returns false.
func (r *replayer) fail(at Place, problem string, cause error) bool {
	r.Problem = r.errorAt(at, problem)
	r.Problem.Err = cause
	return false
}

func (r *replayer) remark(at Place, format string, values ...any) {
	r.Remarks = append(r.Remarks, r.errorAt(at, fmt.Sprintf(format, values...)))
}

func (r *replayer) errorAt(at Place, problem string) *TranscriptError {
	e := &TranscriptError{Game: r.game.Number, Place: at, Problem: problem}
	if r.ply >= 0 && r.ply < len(r.game.Entries) && r.game.Entries[r.ply].Place == at {
		e.Ply, e.Row = r.ply+1, r.game.Entries[r.ply].Row
	}
	return e
}
