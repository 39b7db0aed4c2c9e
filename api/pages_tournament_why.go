package api

import (
	"errors"
	"net/http"
	"strconv"
	"sync"

	"github.com/labstack/echo/v4"

	"crownpost/api/store"
	"crownpost/templates"
	"crownpost/tournament/director"
	"crownpost/tournament/swiss"
)

// explainable is the largest field that a page explains: it takes about as many
// pairings as there are pairs.
const explainable = 200

// explanations keeps the latest explained rounds, and explains one at a time.
type explanations struct {
	mutex sync.Mutex
	known map[explained]swiss.Round
}

// explained is a round as the event stood in a version.
type explained struct {
	tournament     int64
	version, round int
}

// of explains a round, or answers as before.
func (x *explanations) of(key explained, event director.Event) (swiss.Round, error) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	if round, ok := x.known[key]; ok {
		return round, nil
	}
	round, err := event.Explain(key.round)
	if err != nil {
		return round, err
	}
	if x.known == nil || len(x.known) >= 100 {
		x.known = map[explained]swiss.Round{}
	}
	x.known[key] = round
	return round, nil
}

// tournamentWhyPage explains the pairing of a round of a Swiss.
func (s *Server) tournamentWhyPage(c echo.Context) error {
	v, number, err := s.roundAt(c)
	if err != nil {
		return err
	}
	if v.event.Plan.Format != director.Swiss {
		return store.ErrNotFound
	}
	page := &templates.TournamentWhyPage{
		Layout: s.layout(c, "why.title", "round", number, "name", v.Name), TournamentHead: v.head(), RoundNumber: number,
		TooLarge: len(v.entrants) > explainable,
	}
	if page.TooLarge {
		return s.render(c, http.StatusOK, page)
	}
	round, err := s.explanations.of(explained{v.ID, v.Version, number}, v.event)
	switch {
	case err == nil:
		v.fillWhy(page, round)
	case errors.Is(err, swiss.ErrNoPairing):
		page.Differs = true
	default:
		return err
	}
	return s.render(c, http.StatusOK, page)
}

// fillWhy has the steps of the pairing, with the pairs that were played.
func (v *shownEvent) fillWhy(page *templates.TournamentWhyPage, round swiss.Round) {
	played := map[[2]int]bool{}
	bye := 0
	for i := range v.pairings {
		p := &v.pairings[i]
		switch {
		case p.Round != round.Number:
		case p.Kind == string(director.Game):
			played[[2]int{v.number(p.WhiteID), v.number(p.BlackID)}] = true
		case p.Kind == string(director.PairingBye):
			bye = v.number(p.WhiteID)
		}
	}
	for _, b := range round.Brackets {
		page.Brackets = append(page.Brackets, templates.WhyBracket{
			Score: v.Tenths(int(b.Score)), Residents: len(b.Residents), MovedDown: v.numbered(b.MovedDown), Floaters: v.numbered(b.Floaters),
		})
	}
	for i, p := range round.Pairings {
		pair := templates.WhyPair{
			Board: i + 1, White: v.numbered([]int{p.White})[0], Black: v.numbered([]int{p.Black})[0],
			Criterion: strconv.Itoa(int(p.Reason.Criterion)), Colour: strconv.Itoa(int(p.Reason.Colour)),
			Played: played[[2]int{p.White, p.Black}],
		}
		page.Differs = page.Differs || !pair.Played
		if p.Reason.Down > 0 {
			floats := v.numbered([]int{p.Reason.Down, p.Reason.Up})
			pair.Down, pair.Up = &floats[0], &floats[1]
		}
		if p.Reason.Instead > 0 {
			first := v.numbered([]int{p.Reason.Instead})[0]
			of := pair.White // the higher ranked of the two
			if p.Reason.Down == p.Black || p.Reason.Down == 0 && p.Black < p.White {
				of = pair.Black
			}
			pair.First, pair.Of = &first, &of
		}
		bracket := &page.Brackets[p.Bracket]
		bracket.Pairs = append(bracket.Pairs, pair)
	}
	page.Differs = page.Differs || bye != round.Bye
	if round.Bye > 0 {
		who := v.numbered([]int{round.Bye})[0]
		page.Bye, page.ByeNumber = &who.Player, who.Number
	}
}

// numbered are the players on seats.
func (v *shownEvent) numbered(seats []int) []templates.Numbered {
	var all []templates.Numbered
	for _, seat := range seats {
		one := templates.Numbered{Number: seat}
		if holder, err := v.holder(seat); err == nil {
			one.Player = v.player(holder.ID)
		}
		all = append(all, one)
	}
	return all
}
