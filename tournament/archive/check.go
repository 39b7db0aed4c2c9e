package archive

import (
	"fmt"
	"regexp"
	"slices"
	"unicode"
	"unicode/utf8"

	"crownpost/tournament/director"
	"crownpost/tournament/ladder"
)

// The most of each that an event has.
const (
	MaxPlayers  = 2000
	MaxPairings = 200_000
	MaxEntries  = 100_000
)

// check reports the first thing that an event cannot have.
func (e *Event) check() error {
	if e.Format != Format {
		return wrong(EventFile, "the format is %q, not %q", e.Format, Format)
	}
	for _, list := range []struct {
		name      string
		has, most int
	}{
		{"players", len(e.Players), MaxPlayers}, {"pairings", len(e.Pairings), MaxPairings},
		{"log", len(e.Log), MaxEntries}, {"ladder", len(e.Ladder), MaxEntries},
	} {
		if list.has > list.most {
			return wrong(EventFile, "%s: %d are more than %d", list.name, list.has, list.most)
		}
	}
	for _, text := range []struct {
		name, text  string
		least, most int
	}{
		{"name", e.Name, 1, 200}, {"description", e.Description, 0, 20_000}, {"organiser", e.Organiser, 0, 100}, {"site", e.Site, 0, 500},
	} {
		if problem := plain(text.text, text.least, text.most); problem != "" {
			return wrong(EventFile, "%s: %s", text.name, problem)
		}
	}
	if !slices.Contains([]string{"open", "running", "finished", "cancelled"}, e.Status) {
		return wrong(EventFile, "status: there is no %q", e.Status)
	}
	if e.Round < 0 || e.Rounds < 0 {
		return wrong(EventFile, "round: not from 0 on")
	}
	for _, check := range []func() error{e.checkPlayers, e.checkPlan, e.checkPairings, e.checkLadder, e.checkLog, e.checkStandings} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// plain says what is wrong with a text of so many characters, "" if nothing.
func plain(text string, least, most int) string {
	switch n := utf8.RuneCountInString(text); {
	case n < least || n > most:
		return fmt.Sprintf("%d characters, not %d to %d", n, least, most)
	case !utf8.ValidString(text):
		return "not UTF-8"
	}
	for _, c := range text {
		if unicode.IsControl(c) && c != '\n' && c != '\r' && c != '\t' {
			return "a control character"
		}
	}
	return ""
}

func (e *Event) checkPlayers() error {
	seats := map[int]int{} // how many have held it
	for i, p := range e.Players {
		bad := func(problem string, args ...any) error {
			return wrong(EventFile, "player %d: %s", i+1, fmt.Sprintf(problem, args...))
		}
		for _, text := range []struct {
			name, text  string
			least, most int
		}{{"name", p.Name, 1, 100}, {"title", p.Title, 0, 10}, {"federation", p.Federation, 0, 10}, {"number", p.Number, 0, 20}} {
			if problem := plain(text.text, text.least, text.most); problem != "" {
				return bad("%s: %s", text.name, problem)
			}
		}
		left := p.Status == "withdrawn" || p.Status == "expelled"
		switch {
		case !left && !slices.Contains([]string{"waiting", "entered", "active"}, p.Status):
			return bad("there is no status %q", p.Status)
		case left != (p.LeftAt != nil):
			return bad("leftAt is the time at which somebody left")
		case p.Rating < 0 || p.Rating > 10_000_000:
			return bad("rating %d", p.Rating)
		case p.Seat < 0 || p.Seat > len(e.Players):
			return bad("seat %d of %d", p.Seat, len(e.Players))
		case p.From < 0 || p.Left < 0 || p.From > maxRound || p.Left > maxRound:
			return bad("a round that there is not")
		case e.SystemOfPlay == director.Ladder: // it has places in place of seats
		case p.Status == "active" && p.Seat == 0, p.Seat > 0 && !left && p.Status != "active":
			return bad("status %q and seat %d", p.Status, p.Seat)
		}
		if p.Seat > 0 {
			seats[p.Seat]++
		}
	}
	for seat := 1; seat <= len(seats); seat++ {
		if seats[seat] == 0 && e.SystemOfPlay != director.Ladder {
			return wrong(EventFile, "players: nobody has seat %d", seat)
		}
	}
	if e.SystemOfPlay == director.Ladder {
		return nil
	}
	for i, p := range e.Players {
		last := true // of those who held the seat
		for _, later := range e.Players[i+1:] {
			last = last && later.Seat != p.Seat
		}
		if p.Status == "active" && !last {
			return wrong(EventFile, "player %d: seat %d has another player since", i+1, p.Seat)
		}
	}
	return nil
}

// maxRound is the greatest number of a round, or of a match of a draw.
const maxRound = 10_000

func (e *Event) checkPlan() error {
	var extra []int64
	for _, x := range e.Plan.Extra {
		extra = append(extra, x.Player)
	}
	for _, ids := range append(slices.Clone(e.Plan.Forbidden), e.Plan.Virtual, extra) {
		for _, id := range ids {
			if id < 1 || id > int64(len(e.Players)) {
				return wrong(EventFile, "plan: there is no player %d", id)
			}
		}
	}
	if e.Plan.Rounds > maxRound || e.Plan.Length > maxRound || e.Plan.Length < 0 {
		return wrong(EventFile, "plan: a number that is too great")
	}
	seated := 0
	for _, p := range e.Players {
		seated = max(seated, p.Seat)
	}
	if b := e.Plan.Bracket; b != nil && b.Seats > len(e.Players) {
		return wrong(EventFile, "plan: %d seats for %d players", b.Seats, len(e.Players))
	}
	if g := e.Plan.Groups; g != nil && (g.Seats > len(e.Players) || g.Sections > MaxPlayers) {
		return wrong(EventFile, "plan: %d seats for %d players", g.Seats, len(e.Players))
	}
	plan := e.Plan
	if e.SystemOfPlay == director.Swiss {
		seated = 0 // organisers may have played on with rematches
	}
	if err := plan.Check(seated); err != nil {
		return wrong(EventFile, "%v", err)
	}
	return nil
}

// kinds are those of pairings; the byes have one player.
var kinds = []director.Kind{
	director.Game, director.PairingBye, director.FullBye, director.HalfBye, director.ZeroBye,
	director.Walkover, director.Absence, director.Lot, director.Decision,
}

func (e *Event) checkPairings() error {
	type place struct {
		stage string
		round int
		board int // -1 for rulings, -2 for byes
		white int
	}
	taken := map[place]bool{}
	seat := func(player int) int { return e.Players[player-1].Seat }
	for i, p := range e.Pairings {
		bad := func(problem string, args ...any) error {
			return wrong(EventFile, "pairing %d: %s", i+1, fmt.Sprintf(problem, args...))
		}
		most := len(e.Players)
		game, bye := p.Kind == director.Game, p.Kind.Bye()
		at := place{p.Stage, p.Round, p.Board, 0}
		switch {
		case !game && bye:
			at = place{"", p.Round, -2, p.White}
		case !game:
			at.board = -1
		}
		switch {
		case !slices.Contains(kinds, p.Kind):
			return bad("there is no kind %q", p.Kind)
		case p.White < 1 || p.White > most || p.Black < 0 || p.Black > most:
			return bad("players %d and %d of %d", p.White, p.Black, most)
		case bye != (p.Black == 0):
			return bad("a bye has one player, everything else two")
		case p.White == p.Black:
			return bad("player %d meets himself", p.White)
		case e.SystemOfPlay == director.Ladder: // it has places in place of seats
		case seat(p.White) == 0 || p.Black > 0 && seat(p.Black) == 0:
			return bad("a player without a seat")
		case p.Black > 0 && seat(p.White) == seat(p.Black):
			return bad("two players of one seat")
		}
		switch {
		case p.Round < 1 || p.Round > maxRound || p.Board < 0 || p.Board > MaxPairings || game != (p.Board > 0):
			return bad("round %d, board %d", p.Round, p.Board)
		case !slices.Contains([]string{"", "1-0", "0-1", "½-½", "0-0"}, p.Result):
			return bad("there is no result %q", p.Result)
		case p.Forfeit && p.Result == "":
			return bad("a forfeit without a result")
		case p.Score != nil && (min(p.Score[0], p.Score[1]) < 0 || max(p.Score[0], p.Score[1]) > maxRound):
			return bad("score %d-%d", p.Score[0], p.Score[1])
		case plain(p.Stage, 0, 20) != "":
			return bad("stage: %s", plain(p.Stage, 0, 20))
		case taken[at]:
			return bad("its place is taken by an earlier one")
		}
		taken[at] = true
	}
	return nil
}

func (e *Event) checkLadder() error {
	if len(e.Ladder) > 0 && e.SystemOfPlay != director.Ladder {
		return wrong(EventFile, "ladder: the event is none")
	}
	var events []ladder.Event
	for i, c := range e.Ladder {
		for _, player := range []int{c.Player, c.Opponent, c.Winner} {
			if player < 0 || player > len(e.Players) {
				return wrong(EventFile, "ladder %d: there is no player %d", i+1, player)
			}
		}
		if c.Challenge < 0 || c.Challenge > len(e.Pairings) {
			return wrong(EventFile, "ladder %d: there is no pairing %d", i+1, c.Challenge)
		}
		events = append(events, ladder.Event{
			Kind: ladder.Kind(c.Kind), At: c.At.UnixMilli(), Player: int64(c.Player), Opponent: int64(c.Opponent),
			Challenge: int64(c.Challenge), Winner: int64(c.Winner),
		})
	}
	if len(events) > 0 {
		if _, err := ladder.Fold(*e.Plan.Ladder, events, events[len(events)-1].At); err != nil {
			return wrong(EventFile, "ladder: %v", err)
		}
	}
	return nil
}

// isAct is what acts of the log are called.
var isAct = regexp.MustCompile(`^[a-z][a-z-]{0,39}$`)

func (e *Event) checkLog() error {
	undone := map[int]bool{}
	for i, l := range e.Log {
		bad := func(problem string, args ...any) error {
			return wrong(EventFile, "log %d: %s", i+1, fmt.Sprintf(problem, args...))
		}
		if !isAct.MatchString(l.Act) {
			return bad("%q is no act", l.Act)
		}
		for _, text := range []struct {
			name, text string
			most       int
		}{{"by", l.By, 100}, {"detail", l.Detail, 1000}, {"reason", l.Reason, 1000}} {
			if problem := plain(text.text, 0, text.most); problem != "" {
				return bad("%s: %s", text.name, problem)
			}
		}
		if l.Undoes < 0 || l.Undoes > i || undone[l.Undoes] {
			return bad("there is no entry %d to be undone", l.Undoes)
		}
		if l.Undoes > 0 {
			undone[l.Undoes] = true
		}
	}
	return nil
}

// checkStandings reports pairings that contradict each other in a draw.
func (e *Event) checkStandings() error {
	_, err := e.Tables()
	if err != nil {
		return wrong(EventFile, "%v", err)
	}
	return nil
}
