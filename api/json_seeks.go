package api

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rating"
)

const lobbySize = 200

// beginningJSON is from where games begin and by which rules; what is left out
// is the standard.
type beginningJSON struct {
	Options map[string]string `json:"options,omitempty"`
	Opening string            `json:"opening,omitempty"`
	Start   string            `json:"start,omitempty"`
	Pair    bool              `json:"pair,omitempty"`
	// Length and Money are for the backgammon family.
	Length int `json:"length,omitempty"`
	Money  int `json:"money,omitempty"`
}

// asked is the beginning that was asked for.
func (b beginningJSON) asked() play.Beginning { return play.Beginning(b) }

type seekJSON struct {
	ID          int64  `json:"id"`
	Kind        string `json:"kind"`
	Variant     string `json:"variant"`
	Clock       string `json:"clock"`
	Rated       bool   `json:"rated"`
	Colour      string `json:"colour"`
	By          string `json:"by"`
	Rating      *int   `json:"rating"`
	Provisional bool   `json:"provisional"`
	To          string `json:"to,omitempty"`
	beginningJSON
	// Commitments are those of the dice of each game, to be compared with the
	// proof.
	Commitments []string  `json:"commitments,omitempty"`
	Created     time.Time `json:"created"`
	Expires     time.Time `json:"expires"`
}

func newSeekJSON(v *store.SeekView) seekJSON {
	s := seekJSON{
		ID: v.ID, Kind: v.Kind, Variant: v.Variant, Clock: v.Control, Rated: v.Rated, Colour: v.Colour,
		By: v.AccountName, To: v.OpponentName, Created: v.CreatedAt.UTC(), Expires: v.ExpiresAt.UTC(),
		Provisional:   provisional(v.Variant, v.RatedGames, v.Experience),
		beginningJSON: beginningJSON{play.ReadOptions(v.Options), v.Opening, v.Start, v.Pair, v.Length, v.Money},
	}
	for _, commitment := range []string{v.Commitment, v.PairCommitment} {
		if commitment != "" {
			s.Commitments = append(s.Commitments, commitment)
		}
	}
	if v.Rating != 0 {
		points := rating.Milli(v.Rating).Points()
		s.Rating = &points
	}
	return s
}

func (s *Server) apiSeeks(c echo.Context) error {
	read := s.Store.Read(c.Request().Context())
	open, err := read.Lobby(s.Now(), lobbySize)
	if err != nil {
		return err
	}
	lists := map[string][]seekJSON{"seeks": {}}
	for i := range open {
		lists["seeks"] = append(lists["seeks"], newSeekJSON(&open[i]))
	}
	if v := visitorOf(c); v != nil {
		lists["incoming"], lists["outgoing"] = []seekJSON{}, []seekJSON{}
		mine, err := read.SeeksOf(v.ID, s.Now())
		if err != nil {
			return err
		}
		for i := range mine {
			list := "incoming"
			if mine[i].AccountID == v.ID {
				list = "outgoing"
			}
			lists[list] = append(lists[list], newSeekJSON(&mine[i]))
		}
	}
	return c.JSON(http.StatusOK, lists)
}

func (s *Server) apiSeek(c echo.Context) error {
	v, err := signedIn(c)
	if err != nil {
		return err
	}
	in := struct {
		Variant  string `json:"variant"`
		Clock    string `json:"clock"`
		Rated    *bool  `json:"rated"`
		Colour   string `json:"colour"`
		Opponent string `json:"opponent"`
		Link     bool   `json:"link"`
		beginningJSON
	}{Colour: "random"}
	if err := decode(c, &in); err != nil {
		return err
	}
	if in.Rated == nil {
		return invalid(map[string]string{"rated": "rated must be true or false."})
	}
	seek, secret, err := s.Play.PostSeek(c.Request().Context(), v.ID, play.SeekInput{
		Variant: in.Variant, Control: in.Clock, Rated: *in.Rated, Colour: in.Colour,
		Opponent: in.Opponent, Link: in.Link, Beginning: in.asked(),
	})
	if err != nil {
		return err
	}
	answer := map[string]any{"id": seek.ID}
	chains, err := s.Store.Read(c.Request().Context()).SeekChains(seek.ID)
	if err != nil {
		return err
	}
	if len(chains) > 0 {
		answer["commitments"] = commitments(chains)
	}
	if secret != "" {
		keepsSecret(c)
		answer["link"] = s.address("/invite/" + secret)
	}
	return c.JSON(http.StatusCreated, answer)
}

func (s *Server) apiAcceptSeek(c echo.Context) error {
	v, id, err := signedInAt(c)
	if err != nil {
		return err
	}
	share, err := shareIn(c)
	if err != nil {
		return err
	}
	seek, err := s.Play.AcceptSeek(c.Request().Context(), v.ID, id, share)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{"game": seek.GameID})
}
