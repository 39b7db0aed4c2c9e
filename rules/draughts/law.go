package draughts

import (
	"strings"

	"crownpost/rules"
)

// Limit is one draw rule of a variant: a row of its law.
type Limit struct {
	// Reason names the rule, and says what it counts: see counter.
	Reason rules.Reason
	// Moves, by each side, bring the draw; for rules.Repetition it is how
	// often the position has stood there, the first time included. At 0 the
	// draw comes as soon as the material is there.
	Moves int
	// Unclaimed is 0 for a draw that comes by itself. Otherwise a player may
	// claim the draw at Moves, and at Unclaimed it comes by itself.
	Unclaimed int
	// Endings is the material for which the rule holds, such as "KKMvK" for
	// two kings and a man against a king, whichever side has them; several
	// are divided by spaces, and + is any further pieces. Empty: any material.
	Endings string
	// Pieces says between which numbers of pieces, of both sides together,
	// the rule holds; {0, 0}: any.
	Pieces [2]int
	// OffRoad says that it holds while the lone king does not hold the main road.
	OffRoad bool
	// Spared is how many plies ahead a capture by force is looked for, which
	// keeps the game going; 0: it ends in any case.
	Spared int
	// Wins says that it is no draw: the side named first in Endings wins.
	Wins bool
	// Article is where the rule is written: "secondary" where only secondary
	// sources have it, "site" for a rule that is ours, made where the variant
	// has none that ends every game.
	Article string
}

// law is all draw rules of a variant. When several are met, the first one
// names the reason.
type law []Limit

// A lone king holds the main road when it stands on the long diagonal from
// corner to corner, and no other piece does.
var (
	fmjd = law{ // FMJD annex 1
		{Reason: rules.Repetition, Moves: 3, Article: "FMJD 6.1"},
		{Reason: rules.FewPieces, Moves: 16, Endings: "KKKvK KKMvK KMMvK", Article: "FMJD 6.3"},
		{Reason: rules.FewPieces, Moves: 5, Endings: "KKvK KMvK KvK", Article: "FMJD 6.4"},
		{Reason: rules.NoProgress, Moves: 25, Article: "FMJD 6.2"},
	}
	wcdf = law{
		{Reason: rules.Repetition, Moves: 3, Unclaimed: 5, Article: "WCDF 1.32.1"},
		{Reason: rules.NoProgress, Moves: 40, Unclaimed: 80, Article: "WCDF 1.32.2"},
	}
	fmjd64 = law{ // FMJD-64, Russian and Brazilian
		{Reason: rules.Repetition, Moves: 3, Article: "FMJD-64 7.2.3"},
		{Reason: rules.MainRoad, Moves: 5, Endings: "KKKvK KKMvK KMMvK", Article: "FMJD-64 7.2.7"},
		{Reason: rules.FewPieces, Moves: 5, Endings: "KKvK KMvK KvK", Article: "FMJD-64 7.2.8"},
		{Reason: rules.FewPieces, Moves: 15, Endings: "KKK+vK", Article: "FMJD-64 7.2.4"},
		{Reason: rules.NoProgress, Moves: 15, Article: "FMJD-64 7.2.5"},
		{Reason: rules.Balance, Moves: 30, Endings: "K+vK+", Pieces: [2]int{4, 5}, Article: "FMJD-64 7.2.6"},
		{Reason: rules.Balance, Moves: 60, Endings: "K+vK+", Pieces: [2]int{6, 7}, Article: "FMJD-64 7.2.6"},
	}
	cbd = law{ // Brazilian confederation
		{Reason: rules.Repetition, Moves: 3, Article: "site"},
		{Reason: rules.FewPieces, Moves: 5, Endings: "KKvKK KKvK KKvKM KvK KvKM", Article: "CBD"},
		{Reason: rules.NoProgress, Moves: 20, Article: "CBD"},
	}
	apca = law{
		{Reason: rules.Repetition, Moves: 3, Article: "secondary"},
		{Reason: rules.FewPieces, Moves: 13, Endings: "KKKvK", Article: "APCA"},
		{Reason: rules.NoProgress, Moves: 15, Article: "secondary"},
	}
	fid = law{
		{Reason: rules.Repetition, Moves: 4, Unclaimed: 5, Article: "FID 9.3"},
		{Reason: rules.NoProgress, Moves: 40, Unclaimed: 80, Article: "FID 10.4"},
	}
	fpd = law{
		{Reason: rules.Repetition, Moves: 3, Article: "site"},
		{Reason: rules.FewPieces, Moves: 12, Endings: "KKKvK", OffRoad: true, Article: "FPD 3.2"},
		{Reason: rules.NoProgress, Moves: 20, Article: "FPD 3.2"},
	}
	cfd = law{
		{Reason: rules.Repetition, Moves: 3, Unclaimed: 5, Article: "FMJD Czech"},
		{Reason: rules.NoProgress, Moves: 15, Article: "FMJD Czech"},
	}
	dama = law{ // Turkish
		{Reason: rules.Repetition, Moves: 3, Article: "Turkish"},
		{Reason: rules.FewPieces, Endings: "KvK MvM", Spared: 1, Article: "Turkish"},
		{Reason: rules.FewPieces, Endings: "KvM", Spared: 1, Article: "Turkish"},
		{Reason: rules.NoProgress, Moves: 50, Article: "site"},
	}
	frisian = law{ // rules of 2011
		{Reason: rules.FewPieces, Moves: 7, Endings: "KKvK", Article: "Frisian"},
		{Reason: rules.FewPieces, Endings: "KvK", Spared: 3, Article: "Frisian"},
		{Reason: rules.NoProgress, Moves: 50, Article: "site"},
	}
	repetition = law{
		{Reason: rules.Repetition, Moves: 3, Article: "site"},
		{Reason: rules.NoProgress, Moves: 50, Article: "site"},
	}
	noDraws = law{} // without kings no move can be taken back
)

// Law lists the draw rules of the variant.
func (v *Variant) Law() []Limit { return append(law(nil), v.draws...) }

// KingRuns is how many moves in a row, without a capture, a player may make
// with the same king while he has men; 0 if there is no such limit.
func (v *Variant) KingRuns() int { return v.kingRuns }

// counter is what the count of a limit is kept in.
type counter int8

const (
	occurrences counter = iota // how often the position has stood there
	progress                   // plies since a capture or a man's move forward
	captures                   // plies since a capture
	material                   // plies since the material of the limit arose
	balance                    // likewise, and since the last capture or promotion
	road                       // likewise, and since the lone king came to hold the main road
)

var counterOf = map[rules.Reason]counter{
	rules.Repetition: occurrences,
	rules.NoProgress: progress,
	rules.NoCapture:  captures,
	rules.FewPieces:  material,
	rules.LoneMan:    material,
	rules.Balance:    balance,
	rules.MainRoad:   road,
}

// term is a Limit made ready for play. Its numbers are plies, or occurrences.
type term struct {
	*Limit
	counter counter
	at, end int // a claim from the first, by itself at the second
	endings []ending
}

// ending is the material of the two sides; more means that a side may have
// further pieces.
type ending struct {
	strong, weak         force
	moreStrong, moreWeak bool
}

// force is the pieces of one side.
type force struct{ kings, men int }

// terms makes a law ready for play.
func (l law) terms() []term {
	list := make([]term, len(l))
	for i := range l {
		t := term{Limit: &l[i], counter: counterOf[l[i].Reason], at: l[i].Moves, end: l[i].Unclaimed}
		if t.end == 0 {
			t.end = t.at
		}
		if t.counter != occurrences {
			t.at, t.end = 2*t.at, 2*t.end
		}
		for _, text := range strings.Fields(l[i].Endings) {
			strong, weak, _ := strings.Cut(text, "v")
			var e ending
			e.strong, e.moreStrong = forceOf(strong)
			e.weak, e.moreWeak = forceOf(weak)
			t.endings = append(t.endings, e)
		}
		list[i] = t
	}
	return list
}

func forceOf(text string) (f force, more bool) {
	return force{strings.Count(text, "K"), strings.Count(text, "M")}, strings.HasSuffix(text, "+")
}

// fits says whether a side that has pieces has what the ending asks for.
func (f force) fits(has force, more bool) bool {
	return has == f || more && has.kings >= f.kings && has.men >= f.men
}

// strongest returns the side that has the material named first, NoSide if the
// material is another.
func (t *term) strongest(white, black force) rules.Side {
	if t.Pieces[1] > 0 {
		n := white.kings + white.men + black.kings + black.men
		if n < t.Pieces[0] || n > t.Pieces[1] {
			return rules.NoSide
		}
	}
	for _, e := range t.endings {
		switch {
		case e.strong.fits(white, e.moreStrong) && e.weak.fits(black, e.moreWeak):
			return rules.White
		case e.strong.fits(black, e.moreStrong) && e.weak.fits(white, e.moreWeak):
			return rules.Black
		}
	}
	return rules.NoSide
}

func (b *Board) force(side rules.Side) force {
	pieces := b.pieces(side)
	kings := pieces.and(b.kings()).count()
	return force{kings, pieces.count() - kings}
}

// holdsRoad says whether a side's pieces hold a main road, alone on it.
func (v *Variant) holdsRoad(b *Board, side rules.Side) bool {
	for _, r := range v.roads {
		if on := b.occupied().and(r); !on.empty() && on.andNot(b.pieces(side)).empty() {
			return true
		}
	}
	return false
}

// mainRoads are the diagonals that start in a corner; where there are two
// they are two roads.
func (g *geometry) mainRoads() (list []set) {
	for _, c := range g.cell[1:] {
		ways := 0
		var only direction
		for d := range north {
			if g.next[d][c] != noCell {
				ways, only = ways+1, d
			}
		}
		if ways != 1 {
			continue
		}
		r := cellSet(c)
		for at := g.next[only][c]; at != noCell; at = g.next[only][at] {
			r = r.with(at)
		}
		known := false
		for _, other := range list {
			known = known || other == r
		}
		if !known {
			list = append(list, r)
		}
	}
	return list
}
