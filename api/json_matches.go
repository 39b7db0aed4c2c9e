package api

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"crownpost/api/play"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/backgammon"
)

// matchJSON is where a match of the backgammon family stands.
type matchJSON struct {
	// Game is the number of the game within the match.
	Game         int       `json:"game"`
	Score        scoreJSON `json:"score"`
	Crawford     bool      `json:"crawford"`
	PostCrawford bool      `json:"postCrawford"`
	// Cube is null where it is not in use.
	Cube  *cubeJSON `json:"cube"`
	Phase string    `json:"phase"`
	// MayDouble and MayResign are for the side to act, Offered is the level of
	// the resignation that it has to answer.
	MayDouble  bool   `json:"mayDouble"`
	MayResign  []int  `json:"mayResign"`
	Offered    int    `json:"offered,omitempty"`
	PositionID string `json:"positionId,omitempty"`
	MatchID    string `json:"matchId,omitempty"`
	XGID       string `json:"xgid,omitempty"`
}

type scoreJSON struct {
	White int `json:"white"`
	Black int `json:"black"`
}

type cubeJSON struct {
	Value int `json:"value"`
	// Owner is null while the cube lies in the middle.
	Owner *string `json:"owner"`
}

// phaseNames are the phases of a match in JSON.
var phaseNames = map[backgammon.Phase]string{
	backgammon.Opening: "opening", backgammon.Rolling: "rolling", backgammon.Playing: "playing", backgammon.Choosing: "choosing",
	backgammon.Doubled: "doubled", backgammon.Resigning: "resigning", backgammon.Over: "over",
}

// newMatchJSON shows the state of a match, nil in other games.
func newMatchJSON(position rules.Position) *matchJSON {
	state, ok := backgammon.StateOf(position)
	if !ok {
		return nil
	}
	score := state.Score()
	m := &matchJSON{
		Game: state.Game(), Score: scoreJSON{score[rules.White], score[rules.Black]},
		Crawford: state.Crawford(), PostCrawford: state.PostCrawford(), Phase: phaseNames[state.Phase()],
		MayDouble: state.MayDouble(), MayResign: state.MayResign(), Offered: state.Offered(),
		PositionID: state.ID(), MatchID: state.MatchID(), XGID: state.XGID(),
	}
	if state.CubeInUse() {
		value, owner := state.Cube()
		m.Cube = &cubeJSON{value, sideName(owner)}
	}
	if m.MayResign == nil {
		m.MayResign = []int{}
	}
	return m
}

// ordersJSON are standing orders, in a request and to their owner.
type ordersJSON struct {
	Roll    *bool `json:"roll"`
	Forced  *bool `json:"forced"`
	BearOff *bool `json:"bearOff"`
}

func newOrdersJSON(o rules.Orders) *ordersJSON { return &ordersJSON{&o.Roll, &o.Forced, &o.BearOff} }

// orders checks that every order is given or not.
func (in ordersJSON) orders() (o rules.Orders, err error) {
	wrong := map[string]string{}
	for _, one := range []struct {
		name  string
		given *bool
		order *bool
	}{{"roll", in.Roll, &o.Roll}, {"forced", in.Forced, &o.Forced}, {"bearOff", in.BearOff, &o.BearOff}} {
		if one.given == nil {
			wrong[one.name] = one.name + " must be true or false."
			continue
		}
		*one.order = *one.given
	}
	if len(wrong) > 0 {
		return o, invalid(wrong)
	}
	return o, nil
}

func (s *Server) apiOrders(c echo.Context) error {
	v, id, err := signedInAt(c)
	if err != nil {
		return err
	}
	var in ordersJSON
	if err := decode(c, &in); err != nil {
		return err
	}
	orders, err := in.orders()
	if err != nil {
		return err
	}
	table, err := s.Play.PostOrders(c.Request().Context(), v.ID, id, orders)
	if err != nil {
		return err
	}
	g, err := s.newWholeGameJSON(table, v.ID)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, g)
}

// postOrders is the form of standing orders. A box that is not ticked sends
// nothing, so that a hidden field behind each says "no".
func (s *Server) postOrders(c echo.Context) error {
	v, id, err := signedInAt(c)
	if err != nil {
		return err
	}
	values, err := form(c, "roll", "forced", "bearOff")
	if err != nil {
		return err
	}
	ticked := func(name string) *bool {
		given := values[name] == "yes"
		if !given && values[name] != "no" {
			return nil
		}
		return &given
	}
	orders, err := ordersJSON{ticked("roll"), ticked("forced"), ticked("bearOff")}.orders()
	if err != nil {
		return err
	}
	if _, err := s.Play.PostOrders(c.Request().Context(), v.ID, id, orders); err != nil {
		return err
	}
	s.flash(c, "saved")
	return c.Redirect(http.StatusSeeOther, "/games/"+itoa(id))
}

// gameDice is the proof of a game's dice so far: as public as the game.
func (s *Server) gameDice(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	read := s.Store.Read(c.Request().Context())
	view, err := read.Game(id)
	if err != nil {
		return err
	}
	proof, err := play.Proof(read, &view.Game)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, proof)
}

// commitments are those of the chains of a seek's games, in order.
func commitments(chains []store.DiceChain) []string {
	list := make([]string, len(chains))
	for i, c := range chains {
		list[i] = c.Commitment
	}
	return list
}

// shareIn reads the share of dice that may come with a request which needs no
// body.
func shareIn(c echo.Context) (string, error) {
	if c.Request().ContentLength == 0 {
		return "", nil
	}
	if strings.HasPrefix(c.Path(), "/api/") {
		var in struct {
			Share string `json:"share"`
		}
		err := decode(c, &in)
		return in.Share, err
	}
	values, err := form(c, "share")
	return values["share"], err
}
