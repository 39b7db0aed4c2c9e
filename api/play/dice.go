package play

import (
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/correspondence"
	"crownpost/rules/dice"
)

// rollAct is the text of the act that throws.
const rollAct = "roll"

// DiceChain is the kind of the note that announces a chain of dice to players
// who have begun without it. Its detail is the commitment.
const DiceChain = "dice-chain"

// readShare reads the share that came with an act; without one it is the zero
// value.
func readShare(text string) (store.DiceShare, error) {
	if text == "" {
		return store.DiceShare{}, nil
	}
	share, err := dice.ParseShare(text)
	if err != nil {
		return store.DiceShare{}, account.NewInvalid("share", "share", map[string]any{"min": 2 * dice.MinShare, "max": 2 * dice.MaxShare})
	}
	return store.DiceShare{Share: hex.EncodeToString(share), Source: store.PlayerShare}, nil
}

// drawShare draws a share for a player who has sent none.
func (s *Service) drawShare() store.DiceShare {
	var share [dice.MinShare]byte
	if _, err := io.ReadFull(s.random(), share[:]); err != nil {
		panic("play: random source failed: " + err.Error())
	}
	return store.DiceShare{Share: hex.EncodeToString(share[:]), Source: store.ServerShare}
}

// shareOr is the share that was sent, or one drawn for who has sent none.
func (s *Service) shareOr(sent store.DiceShare) store.DiceShare {
	if sent == (store.DiceShare{}) {
		return s.drawShare()
	}
	return sent
}

// drawSecret draws the seed of a chain, or of an event.
func (s *Service) drawSecret() (seed dice.Link) {
	if _, err := io.ReadFull(s.random(), seed[:]); err != nil {
		panic("play: random source failed: " + err.Error())
	}
	return seed
}

// drawChain draws the secrets of a match.
func (s *Service) drawChain() dice.Chain {
	return dice.Chain{Seed: s.drawSecret(), Length: dice.ChainLength}
}

// chainsOf makes the chains of a game by their number: those of its event, or
// new ones.
func (s *Service) chainsOf(tx *store.Tx, g *store.Game) (func(number int) dice.Chain, error) {
	drawn := func(int) dice.Chain { return s.drawChain() }
	if g.TournamentID == 0 {
		return drawn, nil
	}
	text, err := tx.EventSeed(g.TournamentID)
	if err != nil {
		return nil, fmt.Errorf("seed of tournament %d: %w", g.TournamentID, err)
	}
	if text == "" {
		return drawn, nil // announced before events had seeds
	}
	seed, err := dice.ParseLink(text)
	if err != nil {
		return nil, fmt.Errorf("seed of tournament %d: %w", g.TournamentID, err)
	}
	return func(number int) dice.Chain { return dice.EventChain(seed, g.Round, g.Board, number) }, nil
}

// storeChain stores a chain under the seek, game and number of row.
func storeChain(tx *store.Tx, row store.DiceChain, chain dice.Chain) error {
	row.Commitment, row.Length, row.CreatedAt = chain.Commitment().String(), chain.Length, tx.Now()
	if err := tx.CreateChain(&row, chain.Seed.String()); err != nil {
		return fmt.Errorf("dice chain: %w", err)
	}
	return nil
}

// drawChains draws a seek's chains, one for each of its games: they are
// committed to before anybody contributes a share.
func (s *Service) drawChains(tx *store.Tx, seek *store.Seek) error {
	if seek.Length+seek.Money == 0 {
		return nil
	}
	games := 1
	if seek.Pair {
		games = 2
	}
	for range games {
		if err := storeChain(tx, store.DiceChain{SeekID: seek.ID, Number: 1}, s.drawChain()); err != nil {
			return err
		}
	}
	return nil
}

// throws makes the dice of a game's rolls within one transaction, and keeps
// what proves them until the moves are stored. One that is nil makes none.
type throws struct {
	game int64
	next func(number int) dice.Chain

	// secrets is the chain in use, number its number, place the last link
	// that was used.
	secrets       dice.Chain
	number, place int
	// last is the number of the last roll.
	last int
	// shares are those that no roll has used, stored what the database has.
	shares, stored [2]store.DiceShare
	// asked is the share that comes with a request to roll, which is the first
	// roll of the transaction.
	asked store.DiceShare

	announced []dice.Chain
	rolls     []store.DiceRoll
}

// throwsOf is ready to throw in a game; nil without dice.
func (s *Service) throwsOf(tx *store.Tx, g *store.Game) (*throws, error) {
	if g.Family != string(rules.Backgammon) {
		return nil, nil
	}
	state, err := tx.DiceState(g.ID)
	if err != nil {
		return nil, fmt.Errorf("dice of game %d: %w", g.ID, err)
	}
	next, err := s.chainsOf(tx, g)
	if err != nil {
		return nil, err
	}
	t := &throws{
		game: g.ID, next: next, number: state.Number, place: state.Place, last: state.Rolls,
		shares: state.Shares, stored: state.Shares,
	}
	if state.Number == 0 {
		t.announce() // begun before dice were proved
		return t, nil
	}
	seed, err := dice.ParseLink(state.Seed)
	if err != nil {
		return nil, fmt.Errorf("dice of game %d: %w", g.ID, err)
	}
	t.secrets = dice.Chain{Seed: seed, Length: state.Length}
	return t, nil
}

// announce goes on with a new chain.
func (t *throws) announce() {
	t.number++
	t.secrets, t.place = t.next(t.number), 0
	t.announced = append(t.announced, t.secrets)
}

// thrower throws with a proof.
func (t *throws) thrower() rules.Thrower {
	if t == nil {
		return nil
	}
	return t.throw
}

func (t *throws) throw(r rules.Roll) rules.Dice {
	t.last++
	t.place++
	row := store.DiceRoll{
		GameID: t.game, Number: t.last, Chain: t.number, Place: t.place, MatchGame: r.Game, Side: r.Side, Opening: r.Opening,
	}
	opponent, roller := t.use(r.Side.Other()), t.asked
	t.asked = store.DiceShare{}
	if r.Opening {
		roller = t.use(r.Side)
	}
	row.OpponentShare, row.OpponentSource = opponent.Share, opponent.Source
	row.RollerShare, row.RollerSource = roller.Share, roller.Source
	link := t.secrets.Link(t.place)
	row.Link = link.String()
	t.rolls = append(t.rolls, row)
	if t.place == t.secrets.Length {
		t.announce() // before anybody contributes to the next roll
	}
	return proofRoll(&row).Key(link).Dice()
}

// use takes the unused share of a side: it counts once.
func (t *throws) use(side rules.Side) store.DiceShare {
	share := t.shares[side]
	t.shares[side] = store.DiceShare{}
	return share
}

// contribute takes the share that side has sent with an act: into the roll
// that it asks for, or to be used by the next roll of the opponent.
func (t *throws) contribute(s *Service, side rules.Side, act string, share store.DiceShare) {
	switch {
	case t == nil:
	case strings.EqualFold(strings.TrimSpace(act), rollAct):
		t.asked = s.shareOr(share)
		if t.shares[side].Share == share.Share {
			t.shares[side] = store.DiceShare{}
		}
	case share != (store.DiceShare{}):
		t.shares[side] = share
	case t.shares[side] == (store.DiceShare{}):
		t.shares[side] = s.drawShare()
	}
}

// refuseUsed refuses a share that the match has used, or that the opponent has
// sent: a share counts once.
func (t *throws) refuseUsed(tx *store.Tx, side rules.Side, share store.DiceShare) error {
	if t == nil || share == (store.DiceShare{}) {
		return nil
	}
	used, err := tx.ShareUsed(t.game, share.Share)
	if err != nil {
		return err
	}
	if used || t.stored[side.Other()].Share == share.Share {
		return account.NewInvalid("share", "share-used", nil)
	}
	return nil
}

// store stores the rolls behind their moves, with the shares that are left and
// the chains that were drawn.
func (t *throws) store(tx *store.Tx, ply int, records []correspondence.Record) error {
	if t == nil {
		return nil
	}
	for i, chain := range t.announced {
		number := t.number - len(t.announced) + 1 + i
		if err := storeChain(tx, store.DiceChain{GameID: t.game, Number: number}, chain); err != nil {
			return err
		}
		note := &store.Note{
			GameID: t.game, Ply: ply, Side: rules.NoSide, Kind: DiceChain, Detail: chain.Commitment().String(), At: tx.Now(),
		}
		if err := tx.AppendNote(note); err != nil {
			return err
		}
	}
	made := 0
	for _, r := range records {
		if r.Text != rollAct {
			continue
		}
		if made == len(t.rolls) {
			return fmt.Errorf("game %d: a roll without a throw at ply %d", t.game, r.Ply)
		}
		row := t.rolls[made]
		made++
		row.Ply, row.Dice, row.At = r.Ply, DiceText(r.Dice), r.At
		if err := tx.AddRoll(&row); err != nil {
			return err
		}
	}
	if made != len(t.rolls) {
		return fmt.Errorf("game %d: %d throws, but %d rolls", t.game, len(t.rolls), made)
	}
	for side, share := range t.shares {
		if share == t.stored[side] {
			continue
		}
		if err := tx.SetDiceShare(t.game, rules.Side(side), share); err != nil {
			return err
		}
	}
	return nil
}

// matchName is the name of a match in the messages of its rolls.
func matchName(game int64) string { return strconv.FormatInt(game, 10) }

// proofRoll is a stored roll as the method takes it.
func proofRoll(row *store.DiceRoll) dice.Roll {
	return dice.Roll{
		Match: matchName(row.GameID), Game: row.MatchGame, Number: row.Number,
		Opponent: shareBytes(row.OpponentShare), Roller: shareBytes(row.RollerShare),
	}
}

// shareBytes are the bytes of a stored share, which has an even number of
// hexadecimal digits.
func shareBytes(share string) []byte {
	b, err := hex.DecodeString(share)
	if err != nil {
		panic("play: stored share: " + err.Error())
	}
	return b
}

// Proof is what proves a game's dice so far. A game without dice is
// store.ErrNotFound.
func Proof(read *store.Reader, g *store.Game) (dice.Proof, error) {
	if g.Family != string(rules.Backgammon) {
		return dice.Proof{}, fmt.Errorf("dice: %w", store.ErrNotFound)
	}
	chains, err := read.GameChains(g.ID)
	if err != nil {
		return dice.Proof{}, err
	}
	rolls, err := read.DiceRolls(g.ID)
	if err != nil {
		return dice.Proof{}, err
	}
	proof := dice.NewProof(matchName(g.ID))
	if proof.Event, err = eventOf(read, g); err != nil {
		return dice.Proof{}, err
	}
	first := 1
	for _, c := range chains {
		commitment, err := dice.ParseLink(c.Commitment)
		if err != nil {
			return dice.Proof{}, fmt.Errorf("dice chain %d: %w", c.ID, err)
		}
		proof.Chains = append(proof.Chains, dice.Commitment{FirstRoll: first, Commitment: commitment, Length: c.Length})
		first += c.Length
	}
	for i := range rolls {
		r := &rolls[i]
		link, err := dice.ParseLink(r.Link)
		if err != nil {
			return dice.Proof{}, fmt.Errorf("roll %d of game %d: %w", r.Number, g.ID, err)
		}
		roll := proofRoll(r)
		proof.Rolls = append(proof.Rolls, dice.Proved{
			Game: roll.Game, Number: roll.Number, Opening: r.Opening,
			Opponent: dice.Share{Bytes: roll.Opponent, From: from(r.OpponentSource)},
			Roller:   dice.Share{Bytes: roll.Roller, From: from(r.RollerSource)},
			Link:     link, Dice: ReadDice(r.Dice),
		})
	}
	return proof, nil
}

// eventOf is what a game's proof says of its event, with the seed once that is
// over; nil without one, and where the game has drawn its chains.
func eventOf(read *store.Reader, g *store.Game) (*dice.Event, error) {
	if g.TournamentID == 0 {
		return nil, nil
	}
	t, err := read.Tournament(g.TournamentID)
	if err != nil || t.DiceCommitment == "" {
		return nil, err
	}
	event := &dice.Event{Round: g.Round, Board: g.Board}
	if event.Commitment, err = dice.ParseLink(t.DiceCommitment); err != nil {
		return nil, fmt.Errorf("tournament %d: %w", t.ID, err)
	}
	if t.RevealedSeed != "" {
		seed, err := dice.ParseLink(t.RevealedSeed)
		if err != nil {
			return nil, fmt.Errorf("tournament %d: %w", t.ID, err)
		}
		event.Seed = &seed
	}
	return event, nil
}

// from is where a stored share came from, in the words of a proof.
func from(source string) dice.From {
	switch source {
	case store.PlayerShare:
		return dice.FromPlayer
	case store.ServerShare:
		return dice.FromServer
	}
	return dice.FromNobody
}
