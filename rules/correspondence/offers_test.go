package correspondence

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"crownpost/rules"
)

// events lists the events noted, in order.
func events(notes []Note) (all []Event) {
	for _, n := range notes {
		all = append(all, n.Event)
	}
	return all
}

// stored gives the standing offer the ID that its storage would.
func (p *play) stored(id int64) {
	p.t.Helper()
	if p.g.Offer == nil || p.g.Offer.ID != 0 {
		p.t.Fatalf("offer %+v, want a new one", p.g.Offer)
	}
	p.g.Offer.ID = id
}

func TestDrawOffer(t *testing.T) {
	type step struct {
		side   rules.Side
		act    Act
		err    error
		events []Event
	}
	agreed := Result{Winner: rules.NoSide, Reason: Agreement}
	const id = 41
	offer := step{w, now(OfferDraw), nil, []Event{OfferDraw}}
	for _, tc := range []struct {
		name     string
		steps    []step
		stands   bool
		result   *Result
		from     [2]int
		recorded int
	}{
		{"stands when made on one's own turn", []step{offer}, true, nil, [2]int{}, 0},
		{"stands when made on the opponent's turn", []step{{b, now(OfferDraw), nil, []Event{OfferDraw}}}, true, nil, [2]int{}, 0},
		{"made again while it stands changes nothing", []step{offer, {w, now(OfferDraw), nil, nil}}, true, nil, [2]int{}, 0},
		{"stands while its maker moves", []step{offer, {w, Act{Text: "move", Ply: 2}, nil, nil}}, true, nil, [2]int{}, 1},
		{"with a move stands after the move", []step{{w, Act{Text: "move", Ply: 2, OfferDraw: true}, nil, []Event{OfferDraw}}}, true, nil, [2]int{}, 1},
		{"with a move changes nothing while one's own stands", []step{offer, {w, Act{Text: "move", Ply: 2, OfferDraw: true}, nil, nil}}, true, nil, [2]int{}, 1},
		{"is accepted by its id", []step{offer, {b, Act{Text: AcceptDraw, Offer: id}, nil, []Event{AcceptDraw}}}, false, &agreed, [2]int{}, 0},
		{"is accepted without an id at the current ply", []step{offer, {b, Act{Text: AcceptDraw, Ply: 2}, nil, []Event{AcceptDraw}}}, false, &agreed, [2]int{}, 0},
		{"is not accepted without an id at another ply", []step{offer, {b, Act{Text: AcceptDraw, Ply: 1}, ErrNoOffer, nil}}, true, nil, [2]int{}, 0},
		{"is not accepted by another id", []step{offer, {b, Act{Text: AcceptDraw, Ply: 2, Offer: id + 1}, ErrNoOffer, nil}}, true, nil, [2]int{}, 0},
		{"is not accepted by its maker", []step{offer, {w, Act{Text: AcceptDraw, Offer: id}, ErrNoOffer, nil}}, true, nil, [2]int{}, 0},
		{"is accepted by an offer", []step{offer, {b, now(OfferDraw), nil, []Event{AcceptDraw}}}, false, &agreed, [2]int{}, 0},
		{"is declined", []step{offer, {b, Act{Text: DeclineDraw, Offer: id}, nil, []Event{DeclineDraw}}}, false, nil, [2]int{12, 0}, 0},
		{"is not declined by its maker", []step{offer, {w, Act{Text: DeclineDraw, Offer: id}, ErrNoOffer, nil}}, true, nil, [2]int{}, 0},
		{"is withdrawn", []step{offer, {w, Act{Text: WithdrawDraw, Offer: id}, nil, []Event{WithdrawDraw}}}, false, nil, [2]int{}, 0},
		{"is not withdrawn by the opponent", []step{offer, {b, Act{Text: WithdrawDraw, Offer: id}, ErrNoOffer, nil}}, true, nil, [2]int{}, 0},
		{"is declined by the opponent's move", []step{
			{b, now(OfferDraw), nil, []Event{OfferDraw}},
			{w, Act{Text: "move", Ply: 2}, nil, []Event{DeclineDraw}},
		}, false, nil, [2]int{0, 13}, 1},
		{"is accepted by a move with an offer", []step{
			{b, now(OfferDraw), nil, []Event{OfferDraw}},
			{w, Act{Text: "move", Ply: 2, OfferDraw: true}, nil, []Event{AcceptDraw}},
		}, false, &agreed, [2]int{}, 1},
		{"falls to a move that wins", []step{
			{b, now(OfferDraw), nil, []Event{OfferDraw}},
			{w, Act{Text: "win", Ply: 2, OfferDraw: true}, nil, nil},
		}, false, &Result{w, rules.Blocked, 1}, [2]int{}, 1},
		{"with an illegal move is not made", []step{
			{w, Act{Text: "fly", Ply: 2, OfferDraw: true}, &rules.Refusal{}, nil},
		}, false, nil, [2]int{}, 0},
		{"once declined cannot be accepted", []step{
			offer,
			{b, Act{Text: DeclineDraw, Offer: id}, nil, []Event{DeclineDraw}},
			{b, Act{Text: AcceptDraw, Offer: id}, ErrNoOffer, nil},
		}, false, nil, [2]int{12, 0}, 0},
		{"once withdrawn cannot be accepted, and once accepted not withdrawn", []step{
			offer,
			{w, Act{Text: WithdrawDraw, Offer: id}, nil, []Event{WithdrawDraw}},
			{b, Act{Text: AcceptDraw, Offer: id}, ErrNoOffer, nil},
			offer,
			{b, Act{Text: AcceptDraw, Offer: id}, nil, []Event{AcceptDraw}},
			{w, Act{Text: WithdrawDraw, Offer: id}, ErrOver, nil},
		}, false, &agreed, [2]int{}, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := begin(t, "per-move 3d", toy{}, Options{Rated: true}, nil)
			p.moves(2)
			recorded, deadline := 0, p.g.Deadline
			for i, s := range tc.steps {
				ch, err := p.try(0, s.side, s.act)
				_, refused := errors.AsType[*rules.Refusal](s.err)
				if refused && err == nil || !refused && !errors.Is(err, s.err) {
					t.Fatalf("step %d: %v, want %v", i+1, err, s.err)
				}
				if diff := cmp.Diff(s.events, events(ch.Notes)); diff != "" {
					t.Fatalf("step %d: %s", i+1, diff)
				}
				recorded += len(ch.Records)
				if p.g.Offer != nil && p.g.Offer.ID == 0 {
					p.stored(id)
				}
			}
			if got := p.g.Offer != nil; got != tc.stands {
				t.Errorf("stands: %v", got)
			}
			if diff := cmp.Diff(tc.result, p.g.Result); diff != "" {
				t.Error(diff)
			}
			if p.g.OfferFrom != tc.from || recorded != tc.recorded || p.g.Ply != 2+recorded {
				t.Errorf("may offer from %v, %d moves, ply %d", p.g.OfferFrom, recorded, p.g.Ply)
			}
			if tc.recorded == 0 && tc.result == nil && p.g.Deadline != deadline {
				t.Error("an offer touched the clock")
			}
		})
	}
}

func TestNotesNameTheOffer(t *testing.T) {
	p := begin(t, "per-move 3d", toy{}, Options{}, nil)
	ch := p.do(0, w, OfferDraw)
	if diff := cmp.Diff([]Note{{Event: OfferDraw, Side: w, At: start}}, ch.Notes); diff != "" {
		t.Error(diff)
	}
	p.stored(9)
	ch = p.do(Day, b, DeclineDraw)
	if diff := cmp.Diff([]Note{{Event: DeclineDraw, Side: b, Offer: 9, At: p.now}}, ch.Notes); diff != "" {
		t.Error(diff)
	}
}

func TestAnOfferSentToTwoGamesIsAcceptedInOne(t *testing.T) {
	first, second := begin(t, "per-move 3d", toy{}, Options{}, nil), begin(t, "per-move 3d", toy{}, Options{}, nil)
	first.do(0, w, OfferDraw)
	first.stored(1)
	if _, err := second.try(0, b, Act{Text: AcceptDraw, Offer: 1}); err != ErrNoOffer {
		t.Errorf("no offer stands: %v", err)
	}
	second.do(0, w, OfferDraw)
	second.stored(2)
	if _, err := second.try(0, b, Act{Text: AcceptDraw, Offer: 1}); err != ErrNoOffer {
		t.Errorf("another offer stands: %v", err)
	}
	if first.g.Status != Running || second.g.Status != Running {
		t.Error("a game ended")
	}
}

func TestOffersAreSpacedAfterADecline(t *testing.T) {
	declined := func(t *testing.T) *play {
		p := begin(t, "per-move 3d", toy{}, Options{}, nil)
		p.moves(20)
		p.do(0, w, OfferDraw)
		p.do(0, b, DeclineDraw)
		return p
	}
	t.Run("not at once", func(t *testing.T) {
		p := declined(t)
		before := p.g
		_, err := p.try(0, w, now(OfferDraw))
		wantRefusal(t, err, "draw-too-soon")
		if !same(p.g, before) {
			t.Error("a refused offer changed the game")
		}
	})
	t.Run("not 9 plies later, but 10 plies later", func(t *testing.T) {
		p := declined(t)
		p.moves(9)
		_, err := p.try(0, w, now(OfferDraw))
		wantRefusal(t, err, "draw-too-soon")
		p.moves(1)
		p.do(0, w, OfferDraw)
	})
	t.Run("with the move that makes it 10 plies", func(t *testing.T) {
		p := begin(t, "per-move 3d", toy{}, Options{}, nil)
		p.moves(22)
		p.do(0, b, OfferDraw)
		p.do(0, w, DeclineDraw)
		p.moves(7)
		_, err := p.try(0, b, Act{Text: "move", Ply: 29, OfferDraw: true})
		wantRefusal(t, err, "draw-too-soon")
		if p.g.Ply != 29 {
			t.Fatal("the move was made without its offer")
		}
		p.moves(2)
		if _, err := p.try(0, b, Act{Text: "move", Ply: 31, OfferDraw: true}); err != nil || p.g.Offer == nil {
			t.Errorf("%v", err)
		}
	})
	t.Run("counted from the move that declines", func(t *testing.T) {
		p := begin(t, "per-move 3d", toy{}, Options{}, nil)
		p.moves(21)
		p.do(0, w, OfferDraw)
		p.do(0, b, "move")
		p.moves(9)
		_, err := p.try(0, w, now(OfferDraw))
		wantRefusal(t, err, "draw-too-soon")
		p.moves(1)
		p.do(0, w, OfferDraw)
	})
	t.Run("the opponent is free to offer", func(t *testing.T) {
		declined(t).do(0, b, OfferDraw)
	})
	t.Run("again once the opponent has offered", func(t *testing.T) {
		p := declined(t)
		p.do(0, b, OfferDraw)
		p.do(0, w, DeclineDraw)
		p.do(0, w, OfferDraw)
		p.do(0, b, AcceptDraw)
		if p.g.Result.Reason != Agreement {
			t.Errorf("%+v", p.g.Result)
		}
	})
	t.Run("the limit never forbids to accept", func(t *testing.T) {
		p := declined(t)
		p.do(0, b, OfferDraw)
		p.do(0, w, OfferDraw)
		if p.g.Result.Reason != Agreement {
			t.Errorf("%+v", p.g.Result)
		}
	})
	t.Run("a withdrawn offer is not a declined one", func(t *testing.T) {
		p := begin(t, "per-move 3d", toy{}, Options{}, nil)
		p.do(0, w, OfferDraw)
		p.do(0, w, WithdrawDraw)
		p.do(0, w, OfferDraw)
	})
}

func TestDrawsAreForDraughtsOnly(t *testing.T) {
	p := begin(t, "per-move 3d", toy{}, Options{Family: rules.Backgammon}, nil)
	_, err := p.try(0, w, now(OfferDraw))
	wantRefusal(t, err, "draw-draughts-only")
	_, err = p.try(0, w, Act{Text: "move", OfferDraw: true})
	wantRefusal(t, err, "draw-draughts-only")
	if p.g.Ply != 0 {
		t.Error("the move was made without its offer")
	}
}

func TestAnEventMayForbidAgreedDrawsBeforeAMove(t *testing.T) {
	p := begin(t, "per-move 3d", toy{}, Options{DrawFrom: 3}, nil)
	p.moves(3)
	_, err := p.try(0, b, now(OfferDraw))
	wantRefusal(t, err, "draw-before-move")
	p.moves(1)
	p.do(0, w, OfferDraw)
}

func TestClaimDraw(t *testing.T) {
	p := begin(t, "per-move 3d", toy{}, Options{}, nil)
	p.do(0, w, "claimable")
	if _, err := p.try(0, w, Act{Text: ClaimDraw, Ply: 1}); err != ErrNotYourTurn {
		t.Fatalf("by the player not on turn: %v", err)
	}
	ch := p.do(0, b, ClaimDraw)
	if *p.g.Result != (Result{rules.NoSide, rules.NoProgress, 0}) || p.g.Ply != 1 {
		t.Errorf("%+v at ply %d", p.g.Result, p.g.Ply)
	}
	if diff := cmp.Diff([]Note{{Event: ClaimDraw, Side: b, Ply: 1, At: start}}, ch.Notes); diff != "" {
		t.Error(diff)
	}
}

func TestAClaimWithoutACauseIsRefused(t *testing.T) {
	p := begin(t, "per-move 3d", toy{}, Options{}, nil)
	_, err := p.try(0, w, Act{Text: ClaimDraw})
	wantRefusal(t, err, "no-claim")
}
