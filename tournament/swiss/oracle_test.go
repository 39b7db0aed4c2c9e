package swiss

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"crownpost/tournament"
)

// The oracle pairs by trying everything: all legal pairings of the field are
// listed, the criteria of C.04.3 are computed as they are worded, and the
// candidates of each bracket are generated in the order of the rules. It shares
// no code with the engine and is good for eight players.

// person is a player as the oracle sees him.
type person struct {
	id, seed      int
	points, total int // total with virtual points
	games         string
	want          byte // 'w', 'b' or 0
	force         int  // 0 none, 1 mild, 2 strong, 3 absolute
	floats        [2]byte
	noBye         bool
	idle          int
	leader        bool
}

type oracle struct {
	f      tournament.Field
	round  int
	people []person // in the order of the rules
	met    map[[2]int]bool
	full   [][]int // all legal pairings: the partner of each, itself for the bye
}

func newOracle(f tournament.Field, round int) *oracle {
	o := &oracle{f: f, round: round, met: map[[2]int]bool{}}
	players := slices.Clone(f.Players)
	sort.Slice(players, func(i, j int) bool { return players[i].ID < players[j].ID })
	seed := 0
	for _, p := range players {
		everPaired := false
		for r := 1; r < round; r++ {
			k := p.Record(r).Kind
			if k != tournament.Unrecorded && k != tournament.FullBye && k != tournament.HalfBye && k != tournament.ZeroBye {
				everPaired = true
			}
			if k == tournament.Win || k == tournament.Draw || k == tournament.Loss {
				o.met[[2]int{p.ID, p.Record(r).Opponent}] = true
			}
		}
		away := p.Record(round).Kind != tournament.Unrecorded
		if away && !everPaired {
			continue
		}
		seed++
		if !away {
			o.people = append(o.people, o.person(p, seed))
		}
	}
	for _, x := range f.Forbidden {
		for _, a := range x.Players {
			for _, b := range x.Players {
				if x.In(round) {
					o.met[[2]int{a, b}] = true
				}
			}
		}
	}
	sort.SliceStable(o.people, func(i, j int) bool { return o.people[i].total > o.people[j].total })
	o.list(make([]int, len(o.people)), 0)
	return o
}

func (o *oracle) person(p tournament.Player, seed int) person {
	x := person{id: p.ID, seed: seed}
	for r := 1; r < o.round; r++ {
		rec := p.Record(r)
		switch rec.Kind {
		case tournament.Win, tournament.Draw, tournament.Loss:
			if rec.Colour == tournament.White {
				x.games += "w"
			} else {
				x.games += "b"
			}
			for _, q := range o.f.Players {
				if q.ID == rec.Opponent && r >= o.round-2 {
					mine, his := o.totalBefore(p, r), o.totalBefore(q, r)
					if mine > his {
						x.floats[o.round-1-r] = 'd'
					} else if mine < his {
						x.floats[o.round-1-r] = 'u'
					}
				}
			}
		default:
			x.idle++
			if rec.Kind == tournament.PairingBye || rec.Points >= o.f.Points.Win {
				x.noBye = true
			}
			if r >= o.round-2 && (rec.Kind == tournament.PairingBye || rec.Points > o.f.Points.Loss) {
				x.floats[o.round-1-r] = 'd'
			}
		}
		x.points += int(rec.Points)
	}
	x.total = o.totalBefore(p, o.round)
	x.leader = o.round == o.f.Rounds && 2*x.total > (o.round-1)*int(max(o.f.Points.Win, o.f.Points.Draw))
	if o.f.Colourless {
		x.games = ""
	}
	white, black := strings.Count(x.games, "w"), strings.Count(x.games, "b")
	switch {
	case x.games == "":
	case white-black > 1:
		x.want, x.force = 'b', 3
	case black-white > 1:
		x.want, x.force = 'w', 3
	case strings.HasSuffix(x.games, "ww"):
		x.want, x.force = 'b', 3
	case strings.HasSuffix(x.games, "bb"):
		x.want, x.force = 'w', 3
	case white > black:
		x.want, x.force = 'b', 2
	case black > white:
		x.want, x.force = 'w', 2
	case strings.HasSuffix(x.games, "w"):
		x.want, x.force = 'b', 1
	default:
		x.want, x.force = 'w', 1
	}
	return x
}

func (o *oracle) totalBefore(p tournament.Player, round int) int {
	sum := 0
	for r := 1; r < round; r++ {
		sum += int(p.Record(r).Points)
	}
	if round <= len(p.Virtual) {
		sum += int(p.Virtual[round-1])
	}
	return sum
}

func (o *oracle) mayMeet(i, j int) bool {
	a, b := o.people[i], o.people[j]
	if o.met[[2]int{a.id, b.id}] || o.met[[2]int{b.id, a.id}] {
		return false
	}
	return a.force < 3 || b.force < 3 || a.want != b.want || a.leader || b.leader
}

// list finds all legal pairings; partner holds one more than the index.
func (o *oracle) list(partner []int, byes int) {
	i := slices.Index(partner, 0)
	if i < 0 {
		o.full = append(o.full, slices.Clone(partner))
		return
	}
	if byes < len(partner)%2 && !o.people[i].noBye {
		partner[i] = i + 1
		o.list(partner, byes+1)
		partner[i] = 0
	}
	for j := i + 1; j < len(partner); j++ {
		if partner[j] == 0 && o.mayMeet(i, j) {
			partner[i], partner[j] = j+1, i+1
			o.list(partner, byes)
			partner[i], partner[j] = 0, 0
		}
	}
}

// colours are those of a, who is ranked above b.
func (o *oracle) colours(a, b person) (own, other byte) {
	swap := map[byte]byte{'w': 'b', 'b': 'w'}
	give := func(c byte) (byte, byte) { return c, swap[c] }
	if a.want == 0 && b.want == 0 {
		first := byte('w')
		if o.f.Initial == tournament.Black {
			first = 'b'
		}
		if a.seed%2 == 0 {
			first = swap[first]
		}
		return give(first)
	}
	if a.want != b.want {
		if a.want != 0 {
			return give(a.want)
		}
		return give(swap[b.want])
	}
	gap := func(p person) int {
		d := strings.Count(p.games, "w") - strings.Count(p.games, "b")
		return max(d, -d)
	}
	switch {
	case a.force > b.force, a.force == 3 && b.force == 3 && gap(a) > gap(b):
		return give(a.want)
	case a.force < b.force, a.force == 3 && b.force == 3 && gap(a) < gap(b):
		return give(swap[b.want])
	}
	for i, j := len(a.games)-1, len(b.games)-1; i >= 0 && j >= 0; i, j = i-1, j-1 {
		if a.games[i] != b.games[j] {
			return give(b.games[j])
		}
	}
	return give(a.want)
}

// pair answers as text does.
func (o *oracle) pair() string {
	if len(o.full) == 0 {
		return "none"
	}
	// C5
	byeScore := func(full []int) int {
		for i, j := range full {
			if j == i+1 {
				return o.people[i].total
			}
		}
		return 0
	}
	lowest := byeScore(slices.MinFunc(o.full, func(x, y []int) int { return cmp.Compare(byeScore(x), byeScore(y)) }))
	open := slices.DeleteFunc(o.full, func(x []int) bool { return byeScore(x) != lowest })
	done := make([]bool, len(o.people))
	var pairs [][2]int
	for i := range o.people {
		if i > 0 && o.people[i].total == o.people[i-1].total {
			continue
		}
		open, pairs = o.bracket(open, done, o.people[i].total, pairs)
	}
	return o.boards(pairs, done)
}

// bracket chooses among the pairings that are still open.
func (o *oracle) bracket(open [][]int, done []bool, score int, pairs [][2]int) ([][]int, [][2]int) {
	var own, next []int
	for i, p := range o.people {
		if done[i] {
			continue
		}
		switch {
		case p.total >= score:
			own = append(own, i)
		case len(next) == 0 || p.total == o.people[next[0]].total:
			next = append(next, i)
		}
	}
	inside := func(full []int) [][2]int {
		var games [][2]int
		for _, i := range own {
			if j := full[i] - 1; j > i && slices.Contains(own, j) {
				games = append(games, [2]int{i, j})
			}
		}
		return games
	}
	best := map[string][]int{}
	values := map[string][][]int{}
	for _, full := range open {
		key := fmt.Sprint(inside(full))
		value := o.value(full, own, next, score)
		if old, ok := values[key]; !ok || compareValues(value, old) < 0 {
			values[key], best[key] = value, full
		}
	}
	var least [][]int
	for _, v := range values {
		if least == nil || compareValues(v, least) < 0 {
			least = v
		}
	}
	for key, v := range values {
		if compareValues(v, least) != 0 {
			delete(best, key)
		}
	}
	chosen := ""
	for _, full := range best {
		moved := 0
		for _, i := range own {
			if o.people[i].total > score {
				moved++
			}
		}
		o.candidates(own[:moved], own[moved:], inside(full), score, func(games [][2]int) bool {
			if _, ok := best[fmt.Sprint(games)]; ok {
				chosen = fmt.Sprint(games)
			}
			return chosen != ""
		})
		break
	}
	open = slices.DeleteFunc(open, func(full []int) bool { return fmt.Sprint(inside(full)) != chosen })
	for _, g := range inside(open[0]) {
		done[g[0]], done[g[1]] = true, true
		pairs = append(pairs, g)
	}
	return open, pairs
}

func compareValues(x, y [][]int) int {
	return slices.CompareFunc(x, y, func(a, b []int) int { return slices.Compare(a, b) })
}

// value is C6 to C21, each to be as small as possible.
func (o *oracle) value(full, own, next []int, score int) [][]int {
	downfloaters := func(set []int) []int {
		var scores []int
		for _, i := range set {
			if j := full[i] - 1; j == i || !slices.Contains(set, j) {
				scores = append(scores, o.people[i].total)
			}
		}
		sort.Sort(sort.Reverse(sort.IntSlice(scores)))
		return scores
	}
	floats := downfloaters(own)
	count := map[int]int{}
	lists := map[int][]int{}
	later := slices.Clone(next)
	var floaters []int
	for _, i := range own {
		if j := full[i] - 1; j == i || !slices.Contains(own, j) {
			later = append(later, i)
			floaters = append(floaters, i)
		}
	}
	if len(floaters) == 1 && full[floaters[0]]-1 == floaters[0] {
		count[9] = o.people[floaters[0]].idle
	}
	for _, i := range own {
		p := o.people[i]
		j := full[i] - 1
		out := slices.Contains(floaters, i)
		for ago := range 2 {
			if out && p.total == score && p.floats[ago] == 'd' {
				count[14+2*ago]++
			}
			if p.total > score && p.floats[ago] == 'd' {
				difference := p.total - score
				if out {
					difference += 1000
				}
				lists[18+2*ago] = append(lists[18+2*ago], difference)
			}
			if !out && p.total > score && o.people[j].floats[ago] == 'u' {
				count[15+2*ago]++
				lists[19+2*ago] = append(lists[19+2*ago], p.total-score)
			}
		}
		if out || j < i {
			continue
		}
		a, b := p, o.people[j]
		x, y := o.colours(a, b)
		for _, side := range []struct {
			p person
			c byte
		}{{a, x}, {b, y}} {
			games := side.p.games + string(side.c)
			// Who gets nearer to balance is not counted, however far he is from
			// it by pairings of the arbiter.
			if d := strings.Count(games, "w") - strings.Count(games, "b"); side.c != side.p.want && (a.leader || b.leader) && (d > 2 || d < -2) {
				count[10]++
			}
			if n := len(games); (a.leader || b.leader) && n > 2 && games[n-1] == games[n-2] && games[n-1] == games[n-3] {
				count[11]++
			}
			if side.p.want != 0 && side.p.want != side.c {
				count[12]++
				if side.p.force == 2 {
					count[13]++
				}
			}
		}
	}
	later2 := downfloaters(later)
	if o.f.Colourless {
		count[10], count[11] = 0, 0
	}
	value := [][]int{{len(floats)}, floats, {len(later2)}, later2}
	for c := 9; c <= 17; c++ {
		value = append(value, []int{count[c]})
	}
	for c := 18; c <= 21; c++ {
		sort.Sort(sort.Reverse(sort.IntSlice(lists[c])))
		value = append(value, lists[c])
	}
	return value
}

// candidates generates the pairings of a bracket with as many pairs as the
// model, in the order of the rules, until stop says so.
func (o *oracle) candidates(moved, residents []int, model [][2]int, score int, stop func([][2]int) bool) {
	paired := 0
	for _, g := range model {
		if o.people[g[0]].total > score {
			paired++
		}
	}
	rest := len(model) - paired
	stopped := false
	subsets(len(moved), paired, func(set []int) bool {
		arrangements(len(residents), paired, func(opponents []int) bool {
			var games [][2]int
			for k, s := range set {
				games = append(games, [2]int{moved[s], residents[opponents[k]]})
			}
			var remainder []int
			for k, r := range residents {
				if !slices.Contains(opponents, k) {
					remainder = append(remainder, r)
				}
			}
			for _, half := range exchanges(len(remainder), rest) {
				var lower []int
				for k := range remainder {
					if !slices.Contains(half, k) {
						lower = append(lower, k)
					}
				}
				arrangements(len(lower), rest, func(order []int) bool {
					all := slices.Clone(games)
					for k, h := range half {
						x, y := remainder[h], remainder[lower[order[k]]]
						all = append(all, [2]int{min(x, y), max(x, y)})
					}
					slices.SortFunc(all, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
					stopped = stop(all)
					return stopped
				})
				if stopped {
					break
				}
			}
			return stopped
		})
		return stopped
	})
}

// subsets are the sets of k of n, in lexicographic order.
func subsets(n, k int, stop func([]int) bool) {
	var grow func(set []int, from int) bool
	grow = func(set []int, from int) bool {
		if len(set) == k {
			return stop(set)
		}
		for i := from; i < n; i++ {
			if grow(append(slices.Clone(set), i), i+1) {
				return true
			}
		}
		return false
	}
	grow(nil, 0)
}

// arrangements are the sequences of k of n, in lexicographic order.
func arrangements(n, k int, stop func([]int) bool) {
	var grow func(list []int) bool
	grow = func(list []int) bool {
		if len(list) == k {
			return stop(list)
		}
		for i := range n {
			if !slices.Contains(list, i) && grow(append(slices.Clone(list), i)) {
				return true
			}
		}
		return false
	}
	grow(nil)
}

// exchanges are the first halves, of k out of n, in the order of art. 4.3.
func exchanges(n, k int) [][]int {
	type exchange struct {
		half, down, up []int
		sum            int
	}
	var all []exchange
	subsets(n, k, func(half []int) bool {
		x := exchange{half: half}
		for i := range n {
			in := slices.Contains(half, i)
			if i < k && !in {
				x.down = append([]int{i}, x.down...)
				x.sum -= i
			}
			if i >= k && in {
				x.up = append(x.up, i)
				x.sum += i
			}
		}
		all = append(all, x)
		return false
	})
	slices.SortStableFunc(all, func(a, b exchange) int {
		return cmp.Or(cmp.Compare(len(a.down), len(b.down)), cmp.Compare(a.sum, b.sum),
			-slices.Compare(a.down, b.down), slices.Compare(a.up, b.up))
	})
	var halves [][]int
	for _, x := range all {
		halves = append(halves, x.half)
	}
	return halves
}

// boards gives colours and the order of the boards.
func (o *oracle) boards(pairs [][2]int, done []bool) string {
	key := func(g [2]int) []int {
		a, b := o.people[g[0]], o.people[g[1]]
		if b.points > a.points || b.points == a.points && b.seed < a.seed {
			a, b = b, a
		}
		return []int{-a.points, -b.points, a.seed}
	}
	slices.SortFunc(pairs, func(x, y [2]int) int { return slices.Compare(key(x), key(y)) })
	var words []string
	for _, g := range pairs {
		a, b := o.people[g[0]], o.people[g[1]]
		if c, _ := o.colours(a, b); c == 'b' && !o.f.Colourless {
			a, b = b, a
		}
		words = append(words, fmt.Sprintf("%d-%d", a.id, b.id))
	}
	if i := slices.Index(done, false); i >= 0 {
		words = append(words, fmt.Sprintf("%d-0", o.people[i].id))
	}
	return strings.Join(words, " ")
}

func TestTheOracleAgreesOnSmallFields(t *testing.T) {
	fields := 4000
	switch {
	case os.Getenv("CROWNPOST_LONG") != "":
		fields = 40_000
	case testing.Short():
		fields = 2000
	}
	random := rand.New(rand.NewPCG(5, 1))
	compared, none := 0, 0
	for compared < fields {
		f := randomField(random, 2+random.IntN(7))
		unruly := random.IntN(3) == 0
		for round := 1; round <= f.Rounds; round++ {
			absences(random, &f, round)
			got, err := Pair(f, round)
			want := newOracle(f, round).pair()
			compared++
			if text(got, err) != want {
				t.Fatalf("field %d round %d:\n got %s\nwant %s\n%+v", compared, round, text(got, err), want, newOracle(f, round).people)
			}
			if want == "none" {
				none++
				break
			}
			if unruly {
				got = anyPairs(random, got)
			}
			play(random, &f, round, got)
		}
	}
	t.Logf("%d fields, %d without a legal pairing", compared, none)
}
