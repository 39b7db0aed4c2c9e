package tournament

import "slices"

// Tenths are points in tenths: a win of one point is 10.
type Tenths int

// Colour is the side that a player has in a pairing.
type Colour int8

// The colours. NoColour is that of byes, and of forfeits without one.
const (
	NoColour Colour = iota
	White
	Black
)

// Other is the opposite colour; NoColour has none.
func (c Colour) Other() Colour {
	switch c {
	case White:
		return Black
	case Black:
		return White
	}
	return NoColour
}

// Kind is what happened to a player in a round.
type Kind int8

// The kinds. Win, Draw and Loss are played; all others are not.
const (
	// Unrecorded is a round of which nothing is known: not paired yet, not
	// entered yet, or gone.
	Unrecorded Kind = iota
	Win
	Draw
	Loss
	// ForfeitWin and ForfeitLoss are pairings that were not played. In a double
	// forfeit both players have a ForfeitLoss.
	ForfeitWin
	ForfeitLoss
	// PairingBye is the bye that the pairing gives to the one left over.
	PairingBye
	// FullBye, HalfBye and ZeroBye are granted, requested or noted before the
	// pairing: the player is absent.
	FullBye
	HalfBye
	ZeroBye
	// Pending is a game that is being played: nothing counts of it until it is
	// finished. Fields that are paired or written to files have none.
	Pending
)

// Played reports whether a game took place.
func (k Kind) Played() bool { return k == Win || k == Draw || k == Loss }

// Paired reports whether the player took part in the pairing of the round.
func (k Kind) Paired() bool { return k >= Win && k <= PairingBye }

// Absent reports whether the player was left out of the pairing on purpose.
func (k Kind) Absent() bool { return k == FullBye || k == HalfBye || k == ZeroBye }

// Record is one round of one player, as he sees it. The two sides of a game
// may differ by an arbiter's decision: neither is derived from the other.
type Record struct {
	Kind Kind
	// Opponent is the ID of the other player, in a forfeit of the scheduled one;
	// 0 is nobody.
	Opponent int
	// Colour is that of the game, in a forfeit the scheduled one.
	Colour Colour
	// Points are those awarded for the round.
	Points Tenths
	// Short is a game that lasted less than a move: it was played, but is not
	// rated.
	Short bool
}

// Player is one participant of a Field.
type Player struct {
	// ID is the starting rank number: positive, unique, in the order of the
	// initial ranking. Gaps are allowed.
	ID   int
	Name string
	// Title is GM, IM, WGM … or empty.
	Title string
	// Rating is 0 for an unrated player.
	Rating int
	// Sex is "m", "w" or empty.
	Sex string
	// Federation is a code of three letters or empty.
	Federation string
	// Number is the player's key in his federation's list, Birth his date of
	// birth as YYYY/MM/DD; both may be empty.
	Number, Birth string
	// Rank is the place in the standings that came with the player, 0 if none.
	Rank int
	// Adjustment is what was added to the score outside of the rounds: bonus or
	// penalty.
	Adjustment Tenths
	// Records are the rounds: the first is round 1. There may be fewer than
	// there were rounds; the missing ones are Unrecorded.
	Records []Record
	// Virtual are points that count in the pairing of a round only, the first
	// for round 1; missing ones are 0 (FIDE C.04.7).
	Virtual []Tenths
}

// Record is what happened in a round, numbered from 1.
func (p Player) Record(round int) Record {
	if round < 1 || round > len(p.Records) {
		return Record{}
	}
	return p.Records[round-1]
}

// VirtualIn are the virtual points for the pairing of a round.
func (p Player) VirtualIn(round int) Tenths {
	if round < 1 || round > len(p.Virtual) {
		return 0
	}
	return p.Virtual[round-1]
}

// Score is the sum of the points awarded in rounds 1 to round, and of the
// adjustment; virtual points are no part of it.
func (p Player) Score(round int) Tenths {
	score := p.Adjustment
	for _, r := range p.Records[:max(0, min(round, len(p.Records)))] {
		score += r.Points
	}
	return score
}

// Points is what results and byes are worth.
type Points struct {
	Win         Tenths `json:"win"`
	Draw        Tenths `json:"draw"`
	Loss        Tenths `json:"loss"`
	ForfeitWin  Tenths `json:"forfeitWin"`
	ForfeitLoss Tenths `json:"forfeitLoss"`
	// PairingBye is for whom the pairing leaves over.
	PairingBye Tenths `json:"pairingBye"`
	FullBye    Tenths `json:"fullBye"`
	HalfBye    Tenths `json:"halfBye"`
	ZeroBye    Tenths `json:"zeroBye"`
}

// DefaultPoints are 1 for a win, ½ for a draw and 0 for a loss.
func DefaultPoints() Points { return PointsOf(10, 5, 0) }

// PointsOf are those of a win, a draw and a loss, with byes worth the result
// that they stand for and absence and forfeit worth nothing.
func PointsOf(win, draw, loss Tenths) Points {
	return Points{
		Win: win, Draw: draw, Loss: loss,
		ForfeitWin: win, PairingBye: win, FullBye: win, HalfBye: draw,
	}
}

// For is what a kind of record is worth.
func (p Points) For(k Kind) Tenths {
	return [...]Tenths{
		Win: p.Win, Draw: p.Draw, Loss: p.Loss,
		ForfeitWin: p.ForfeitWin, ForfeitLoss: p.ForfeitLoss,
		PairingBye: p.PairingBye, FullBye: p.FullBye, HalfBye: p.HalfBye, ZeroBye: p.ZeroBye,
		Pending: 0,
	}[k]
}

// Forbidden are players who must not meet each other.
type Forbidden struct {
	// Players are IDs.
	Players []int
	// First and Last are the rounds in which it holds; Last 0 is no end.
	First, Last int
}

// In reports whether the prohibition holds in a round.
func (f Forbidden) In(round int) bool { return round >= f.First && (f.Last == 0 || round <= f.Last) }

// Edition is the year of the pairing rules.
type Edition int

// The editions. The zero value is Edition2026.
const (
	Edition2017 Edition = 2017
	Edition2026 Edition = 2026
)

// Field is a tournament between rounds: who takes part, what happened so far,
// and by which terms it is paired. It is the common input of pairing, of
// tie-breaks and of files.
type Field struct {
	// Players are in any order; nothing depends on it.
	Players []Player
	// Rounds is the announced number of rounds, 0 when it is not known.
	Rounds int
	Points Points
	// Initial is the colour of the first player in round 1; NoColour before it
	// is drawn.
	Initial Colour
	// Forbidden are the prohibitions besides that of a rematch.
	Forbidden []Forbidden
	Edition   Edition
	// ByRank orders players by Rank in place of the starting rank number.
	ByRank bool
	// Colourless is a game in which colours do not matter: they decide nothing
	// and are given in the order of the players.
	Colourless bool
	// RoundRobin says that the pairings were fixed before the start.
	RoundRobin bool
}

// Player is the index in Players of an ID, -1 when there is none.
func (f Field) Player(id int) int {
	return slices.IndexFunc(f.Players, func(p Player) bool { return p.ID == id })
}

// PlayedRounds is the number of rounds that have been paired: the last one in
// which anybody has an opponent, a forfeit or a bye of the pairing. Absences
// noted ahead do not make a round.
func (f Field) PlayedRounds() int {
	last := 0
	for _, p := range f.Players {
		for i := len(p.Records) - 1; i >= last; i-- {
			if p.Records[i].Kind.Paired() {
				last = i + 1
			}
		}
	}
	return last
}

// Before is the field as it stood when a round was paired. Of the round itself
// it has only who was absent: those with a bye granted ahead and, when the
// round has been paired, those of whom it has nothing. Later rounds are cut.
// The players are copies.
func (f Field) Before(round int) Field {
	paired := round <= f.PlayedRounds()
	f.Players = slices.Clone(f.Players)
	for i, p := range f.Players {
		records := slices.Clone(p.Records[:min(len(p.Records), round-1)])
		r := p.Record(round)
		if paired && r.Kind == Unrecorded {
			r = Record{Kind: ZeroBye, Points: f.Points.ZeroBye}
		}
		if r.Kind.Absent() {
			for len(records) < round-1 {
				records = append(records, Record{})
			}
			records = append(records, r)
		}
		f.Players[i].Records = records
	}
	return f
}

// Baku gives the players virtual points by the Baku method (FIDE C.04.7): the
// first half of the list, rounded up to an even number, has the points of a win
// in the first half of the accelerated rounds and those of a draw in the
// others; accelerated is the first half of all rounds. Where there is an odd
// number of rounds, the first half is the longer one. It is for fields whose
// Rounds are known.
func (f *Field) Baku() {
	ids := make([]int, len(f.Players))
	for i, p := range f.Players {
		ids[i] = p.ID
	}
	slices.Sort(ids)
	group := (len(ids) + 3) / 4 * 2
	accelerated := (f.Rounds + 1) / 2
	for i := range f.Players {
		p := &f.Players[i]
		p.Virtual = nil
		if place, _ := slices.BinarySearch(ids, p.ID); place >= group {
			continue
		}
		for round := range accelerated {
			points := f.Points.Draw
			if round < (accelerated+1)/2 {
				points = f.Points.Win
			}
			p.Virtual = append(p.Virtual, points)
		}
	}
}

// FirstColour is the initial colour: the one that was drawn or, when it is not
// known, the one that the pairings of round 1 tell of. NoColour is no answer.
func (f Field) FirstColour() Colour {
	if f.Initial != NoColour {
		return f.Initial
	}
	players := slices.Clone(f.Players)
	slices.SortFunc(players, func(a, b Player) int {
		if f.ByRank && a.Rank != b.Rank {
			return a.Rank - b.Rank
		}
		return a.ID - b.ID
	})
	number := 0 // counts those who took part
	for _, p := range players {
		r := p.Record(1)
		if !r.Kind.Paired() {
			continue
		}
		number++
		if r.Colour == NoColour {
			continue
		}
		if number%2 == 0 {
			return r.Colour.Other()
		}
		return r.Colour
	}
	return NoColour
}
