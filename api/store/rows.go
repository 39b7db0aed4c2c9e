package store

import (
	"time"

	"crownpost/rules"
)

// The row types are the tables, field for column. What they have in common:
// times are UTC with millisecond precision and the zero time is NULL;
// durations are whole milliseconds; an id, address or hash that may be absent
// is NULL when it is zero or empty. Version counts the writes of a row that
// two people may touch: an update names the version it read, and one that
// comes second is answered with ErrConflict.

// Roles of an account.
const (
	Player    = "player"
	Moderator = "moderator"
	Admin     = "admin"
)

// Account is a person.
type Account struct {
	ID   int64
	Name string
	// NameKey is the name without case and look-alikes; it is unique.
	NameKey string
	// Email and EmailKey (unique) are empty for a guest or a closed account.
	Email           string    `gorm:"serializer:absent"`
	EmailKey        string    `gorm:"serializer:absent"`
	EmailVerifiedAt time.Time `gorm:"serializer:millis"`
	PasswordHash    string
	Role            string
	// Generation rises when every session must end.
	Generation   int
	Locale       string
	Theme        string
	ConfirmMoves bool
	CreatedAt    time.Time `gorm:"serializer:millis;autoCreateTime:false"`
	ClosedAt     time.Time `gorm:"serializer:millis"`
	Version      int
}

// Kinds of session.
const (
	PageSession    = "page"
	ProgramSession = "program"
)

// Session is one log-in. RefreshHash is the hash of the refresh token in
// force, PreviousHash of the one before it, RotatedAt when it was replaced.
type Session struct {
	ID           string
	AccountID    int64
	Kind         string
	RefreshHash  string
	PreviousHash string
	RotatedAt    time.Time `gorm:"serializer:millis"`
	CreatedAt    time.Time `gorm:"serializer:millis;autoCreateTime:false"`
	UsedAt       time.Time `gorm:"serializer:millis"`
	ExpiresAt    time.Time `gorm:"serializer:millis"`
	Agent        string
}

// Kinds of token.
const (
	VerifyToken = "verify"
	ResetToken  = "reset"
	EmailToken  = "email"
	InviteToken = "invite"
)

// Token is a secret sent by mail that may be used once. Email is the address
// it proves.
type Token struct {
	ID        int64
	Kind      string
	AccountID int64 `gorm:"serializer:absent"`
	Hash      string
	Email     string    `gorm:"serializer:absent"`
	CreatedAt time.Time `gorm:"serializer:millis;autoCreateTime:false"`
	ExpiresAt time.Time `gorm:"serializer:millis"`
	UsedAt    time.Time `gorm:"serializer:millis"`
}

// LoginFailure counts the failed log-ins of an account or an address.
type LoginFailure struct {
	Key    string
	Count  int
	LastAt time.Time `gorm:"serializer:millis"`
}

// Kinds of seek.
const (
	OpenSeek      = "open"
	ChallengeSeek = "challenge"
	LinkSeek      = "link"
	RematchSeek   = "rematch"
)

// States of a seek.
const (
	SeekOpen      = "open"
	SeekAccepted  = "accepted"
	SeekDeclined  = "declined"
	SeekCancelled = "cancelled"
	SeekExpired   = "expired"
)

// Seek is a wish to play: in the lobby, to one opponent, or by a link.
// Colour is what the seeker wants: "random", "white" or "black".
type Seek struct {
	ID         int64
	AccountID  int64
	Kind       string
	OpponentID int64  `gorm:"serializer:absent"`
	LinkHash   string `gorm:"serializer:absent"`
	Variant    string
	Control    string
	Rated      bool
	Colour     string
	RematchOf  int64 `gorm:"serializer:absent"`
	Status     string
	GameID     int64     `gorm:"serializer:absent"`
	CreatedAt  time.Time `gorm:"serializer:millis;autoCreateTime:false"`
	ExpiresAt  time.Time `gorm:"serializer:millis"`
	Version    int
	// Options are the rules that were chosen where they are not the standard
	// ones, "key=value,key=value".
	Options string
	// Opening is the key of the table that a ballot will be drawn from, or
	// empty.
	Opening string
	// Start is the position to begin from in the variant's notation, empty for
	// the standard one or a ballot.
	Start string
	// Pair asks for two games at once with colours swapped.
	Pair bool
	// Length and Money are as in Game.
	Length int
	Money  int
}

// States of a game.
const (
	GameRunning  = "running"
	GameFinished = "finished"
	GameAborted  = "aborted"
)

// Game is one game as it stands. Everything that the next act needs is in it.
type Game struct {
	ID      int64
	Variant string
	Family  string
	Control string
	Rated   bool
	Status  string
	WhiteID int64
	BlackID int64
	// Position is rules.Position.String, Notation the board in the field's notation.
	Position string
	Notation string
	// Ply counts the moves made; it is also the number of rows in moves.
	Ply int
	// ToAct is NoSide once the game is over.
	ToAct rules.Side
	// Dice is the throw that waits to be played, such as "31", or empty.
	Dice       string
	ActedWhite bool
	ActedBlack bool
	// TurnSince is when the running turn opened; LeftWhite and LeftBlack are
	// what each had left then (of the bank, the clock or the budget).
	TurnSince time.Time     `gorm:"serializer:millis"`
	LeftWhite time.Duration `gorm:"serializer:millis"`
	LeftBlack time.Duration `gorm:"serializer:millis"`
	// DeadlineAt is the instant at which the running game ends by itself;
	// zero when it never does.
	DeadlineAt time.Time `gorm:"serializer:millis"`
	// OfferID is the note of the standing draw offer, 0 when there is none;
	// OfferBy is then NoSide.
	OfferID  int64
	OfferBy  rules.Side
	OfferPly int
	// OfferFromWhite is the ply from which White may offer a draw again.
	OfferFromWhite int
	OfferFromBlack int
	// Winner is NoSide for a draw and while the game goes on.
	Winner rules.Side
	Reason string
	Value  int
	// RatedReason says why a rated game was not rated, else it is empty.
	RatedReason  string
	TournamentID int64 `gorm:"serializer:absent"`
	Round        int
	Board        int
	RematchOf    int64 `gorm:"serializer:absent"`
	// ColourDraw records how the colours came about.
	ColourDraw string
	CreatedAt  time.Time `gorm:"serializer:millis;autoCreateTime:false"`
	UpdatedAt  time.Time `gorm:"serializer:millis;autoUpdateTime:false"`
	EndedAt    time.Time `gorm:"serializer:millis"`
	Version    int
	// Options are the rules played by where they are not the standard ones, as
	// in Seek.
	Options string
	// Opening is the key of the table that the ballot was drawn from, Ballot
	// its number and moves, OpeningDraw the draw as a sum that can be repeated.
	// They are empty together.
	Opening     string
	Ballot      string
	OpeningDraw string
	// Start is rules.Position.String of the position that the game began from,
	// empty for the standard one.
	Start string
	// PairOf is the other of two games that began together from one position
	// with colours swapped; 0 for a game by itself.
	PairOf int64 `gorm:"serializer:absent"`
	// Length is the points that a match of the backgammon family is played to,
	// 1 for a single game, 0 in draughts and for money. Money is the number of
	// games of a session for money, else 0.
	Length int
	Money  int
	// OrdersWhite and OrdersBlack are the players' standing orders, a sum of
	// the Order constants. Each is for its owner's eyes alone.
	OrdersWhite int
	OrdersBlack int
	// Held is how much of its turn a side had used that waits for the answer to
	// its offer to resign a game.
	Held time.Duration `gorm:"serializer:millis"`
	// Used is how much of the running turn had passed before TurnSince, Given
	// what an official has added to it.
	Used  time.Duration `gorm:"serializer:millis"`
	Given time.Duration `gorm:"serializer:millis"`
	// NoLeave says that no clock stops for leave. Otherwise the others are the
	// leave of each player that is on or to come, or the last one; zero for none.
	NoLeave        bool
	LeaveWhiteFrom time.Time `gorm:"serializer:millis"`
	LeaveWhiteTo   time.Time `gorm:"serializer:millis"`
	LeaveBlackFrom time.Time `gorm:"serializer:millis"`
	LeaveBlackTo   time.Time `gorm:"serializer:millis"`
}

// Leave is a time for which the clocks of an account stand. One that ended early
// ends there; one that was given up before it began is gone.
type Leave struct {
	ID        int64
	AccountID int64
	FromAt    time.Time `gorm:"serializer:millis"`
	ToAt      time.Time `gorm:"serializer:millis"`
	CreatedAt time.Time `gorm:"serializer:millis;autoCreateTime:false"`
}

// Standing orders of a player.
const (
	OrderRoll    = 1
	OrderForced  = 2
	OrderBearOff = 4
)

// Orders returns the standing orders of side.
func (g *Game) Orders(side rules.Side) int {
	if side == rules.White {
		return g.OrdersWhite
	}
	return g.OrdersBlack
}

// First is the game itself, or of two games that began together the first.
func (g *Game) First() int64 {
	if g.PairOf != 0 && g.PairOf < g.ID {
		return g.PairOf
	}
	return g.ID
}

// Player returns the account that plays side, and 0 for NoSide.
func (g *Game) Player(side rules.Side) int64 {
	switch side {
	case rules.White:
		return g.WhiteID
	case rules.Black:
		return g.BlackID
	}
	return 0
}

// Side returns the side that account plays, NoSide if it does not play here.
func (g *Game) Side(account int64) rules.Side {
	switch account {
	case g.WhiteID:
		return rules.White
	case g.BlackID:
		return rules.Black
	}
	return rules.NoSide
}

// Move is one act of a game. Ply is the number of moves before it.
// Automatic moves were made by the server.
type Move struct {
	GameID    int64
	Ply       int
	Side      rules.Side
	Act       string
	Dice      string
	At        time.Time     `gorm:"serializer:millis"`
	Spent     time.Duration `gorm:"serializer:millis"`
	Automatic bool
}

// Note is what happened in a game beside its moves: offers and their answers,
// claims, warnings. Seq starts at 1 in each game; that of a draw offer is the
// offer's id. Ply is the game's ply at that moment.
type Note struct {
	GameID int64
	Seq    int64
	Ply    int
	Side   rules.Side
	Kind   string
	Detail string
	At     time.Time `gorm:"serializer:millis"`
}

// Rating is an account's standing in one pool, in thousandths of a point.
type Rating struct {
	AccountID int64
	Pool      string
	Rating    int64
	Games     int
	Wins      int
	Draws     int
	Losses    int
	// Experience is the sum of the lengths of all rated matches.
	Experience int
	Peak       int64
	UpdatedAt  time.Time `gorm:"serializer:millis;autoUpdateTime:false"`
	Version    int
	// Listed is the rating from a list with which the account entered the pool,
	// 0 for the usual one.
	Listed int64 `gorm:"serializer:absent"`
}

// RatingChange is what one game did to one rating, with the arithmetic, as
// rating.Change has it. Ratings are in thousandths, K in hundredths, Expected in
// millionths, Score in half points (0, 1, 2).
type RatingChange struct {
	ID             int64
	GameID         int64
	AccountID      int64
	OpponentID     int64
	Pool           string
	Before         int64
	After          int64
	Delta          int64
	OpponentBefore int64
	Expected       int64
	K              int64
	Score          int
	Formula        string
	Length         int
	Experience     int
	At             time.Time `gorm:"serializer:millis"`
	// TournamentID is the tournament that was rated as a whole with this game,
	// from the ratings of its start list; 0 for a game rated by itself.
	TournamentID int64 `gorm:"serializer:absent"`
	// CorrectionID is the last correction that made the change what it is; 0 if
	// it is as it was made first.
	CorrectionID int64 `gorm:"serializer:absent"`
}

// States of a tournament.
const (
	TournamentOpen      = "open"
	TournamentRunning   = "running"
	TournamentFinished  = "finished"
	TournamentCancelled = "cancelled"
)

// Settings of a tournament.
const (
	SeatByRating = "rating"
	SeatRandomly = "random"

	BallotPerRound   = "round"   // one ballot for all boards of a round
	BallotPerPairing = "pairing" // one for each pairing
)

// Tournament is an event. Round is the round being played, 0 before the first;
// in a draw, how far it has come.
type Tournament struct {
	ID          int64
	Name        string
	Description string
	OrganiserID int64
	Variant     string
	Control     string
	Rated       bool
	// Format is a director.Format, Plan a director.Plan as JSON.
	Format     string
	Plan       string
	MaxPlayers int
	MinPlayers int
	Seating    string
	StartsAt   time.Time `gorm:"serializer:millis"`
	Status     string
	Round      int
	Rounds     int
	CreatedAt  time.Time `gorm:"serializer:millis;autoCreateTime:false"`
	StartedAt  time.Time `gorm:"serializer:millis"`
	EndedAt    time.Time `gorm:"serializer:millis"`
	// Version is raised by whatever changes how the event stands, results
	// included.
	Version int
	// Options, Opening and Start are as in Seek. BallotPer says who plays the
	// same ballot, empty without an opening table.
	Options   string
	Opening   string
	BallotPer string
	Start     string
	// Length is as in Game.
	Length int
	// DiceCommitment is that of DiceSeed, from which the dice of all games
	// come. Both are hexadecimal, and empty where the games draw their chains.
	// The seed is written when the tournament is created and not read with its
	// row: see Tx.EventSeed and TournamentView.
	DiceCommitment string
	DiceSeed       string `gorm:"->:false;<-:create"`
	// OverBoard is an event whose games are played elsewhere: it has results
	// only.
	OverBoard bool
	// RatingMode is RateGames or RateEvent.
	RatingMode string
	// MinRating and MaxRating are the ratings in points with which one may enter,
	// 0 for no limit; MinGames is the least number of rated games.
	MinRating int `gorm:"serializer:absent"`
	MaxRating int `gorm:"serializer:absent"`
	MinGames  int
	// WaitingList keeps those who come when the event is full.
	WaitingList   bool
	StartWhenFull bool
	// CheckIn is how long before the start players can, and must, say that they
	// are there; 0 is never.
	CheckIn time.Duration `gorm:"serializer:millis"`
	// RoundTime is how long a game may last, 0 for no end: see Pairing.DueAt.
	// Unfinished says what is then done.
	RoundTime  time.Duration `gorm:"serializer:millis"`
	Unfinished string
	// NoLeave says that its games allow no leave.
	NoLeave bool
	// Allowed are the rules set aside for the next round, a digit for each
	// swiss.Option; Stuck says why there is no next round.
	Allowed string
	Stuck   string
	// SeriesID is the template that made it, 0 for none. Source is the file that
	// it was imported from.
	SeriesID int64 `gorm:"serializer:absent"`
	Source   string
}

// When games of a rated tournament are rated: each as it ends, or all when the
// tournament has ended.
const (
	RateGames = "game"
	RateEvent = "event"
)

// What becomes of a game that is unfinished when the round's time is over: the
// organiser decides; it gets the time once more before he does; the side to move
// loses; it is drawn; or it counts as drawn for pairing only until it ends.
const (
	AskOrganiser  = "organiser"
	Extend        = "extend"
	ForfeitToMove = "forfeit"
	CallDraw      = "draw"
	DrawToPair    = "pairing-draw"
)

// States of an entrant.
const (
	Waiting   = "waiting"
	Entered   = "entered"
	Active    = "active"
	Withdrawn = "withdrawn"
	Expelled  = "expelled"
)

// Entrant is a player of a tournament. Name is that of somebody without an
// account, else empty. Seat is the starting rank from 1, 0 before the start;
// Rating is the rating at the start (at entry before that), in thousandths.
type Entrant struct {
	ID           int64
	TournamentID int64
	AccountID    int64 `gorm:"serializer:absent"`
	Name         string
	Title        string
	Federation   string
	// Number is the player's key in a federation's list.
	Number string
	Seat   int `gorm:"serializer:absent"`
	Status string
	Rating int64
	// FromRound and LeftRound are as in director.Player.
	FromRound   int
	LeftRound   int
	EnteredAt   time.Time `gorm:"serializer:millis"`
	CheckedInAt time.Time `gorm:"serializer:millis"`
	LeftAt      time.Time `gorm:"serializer:millis"`
	// Share is the player's first share of dice, and where it came from: see
	// DiceRoll.
	Share       string
	ShareSource string
}

// Pairing is a game, a bye or a ruling of a tournament; WhiteID and BlackID are
// entrants, and the rest is as in director.Pairing. Result is "1-0", "0-1",
// "½-½", "0-0" or empty. Ruled says that it is the organiser's, which that of
// the game does not replace. GameID is the game played on the site.
type Pairing struct {
	ID           int64
	TournamentID int64
	Stage        string
	Round        int
	Board        int
	WhiteID      int64
	BlackID      int64 `gorm:"serializer:absent"`
	Kind         string
	Result       string
	Forfeit      bool
	ScoreWhite   int
	ScoreBlack   int
	Deferred     bool
	Ruled        bool
	GameID       int64     `gorm:"serializer:absent"`
	CreatedAt    time.Time `gorm:"serializer:millis;autoCreateTime:false"`
	EndedAt      time.Time `gorm:"serializer:millis"`
	// DueAt is when the time of the round is over for the game, zero if it never
	// is; Extended says that it has got time once more.
	DueAt    time.Time `gorm:"serializer:millis"`
	Extended bool
}

// TournamentEntry is a line of a tournament's public log. AccountID is 0
// where the server acted, and where somebody did elsewhere before the event was
// imported: Author is then the name. Reason is the director's. Undo is what the act
// changed, as JSON, empty for what cannot be taken back; Undoes is the entry
// that this one took back.
type TournamentEntry struct {
	ID           int64
	TournamentID int64
	At           time.Time `gorm:"serializer:millis"`
	AccountID    int64     `gorm:"serializer:absent"`
	Act          string
	Detail       string
	Reason       string
	Undo         string
	Undoes       int64 `gorm:"serializer:absent"`
	Author       string
}

// Template is a tournament's form filled in. One with Every is a series: it
// makes a tournament of itself at NextAt and again after each Every. Made counts
// them.
type Template struct {
	ID        int64
	AccountID int64
	Name      string
	Settings  string
	Every     time.Duration `gorm:"serializer:millis"`
	NextAt    time.Time     `gorm:"serializer:millis"`
	Made      int
	CreatedAt time.Time `gorm:"serializer:millis;autoCreateTime:false"`
	Version   int
}

// LadderEvent is an event of a ladder's log: see ladder.Event. Players are
// entrants, a challenge is the pairing of its game.
type LadderEvent struct {
	ID           int64
	TournamentID int64
	At           time.Time `gorm:"serializer:millis"`
	Kind         string
	PlayerID     int64 `gorm:"serializer:absent"`
	OpponentID   int64 `gorm:"serializer:absent"`
	ChallengeID  int64 `gorm:"serializer:absent"`
	WinnerID     int64 `gorm:"serializer:absent"`
}

// Task is work to be done after a transaction, once per Key. A task without
// DueAt has been given up.
type Task struct {
	ID        int64
	Key       string
	Kind      string
	Payload   string
	DueAt     time.Time `gorm:"serializer:millis"`
	Attempts  int
	LastError string
	CreatedAt time.Time `gorm:"serializer:millis;autoCreateTime:false"`
}

// Reply is the answer once given to a request with an idempotency key.
type Reply struct {
	AccountID int64
	Key       string
	At        time.Time `gorm:"serializer:millis"`
	Status    int
	Body      string
}

// DiceChain is the chain of secrets that a match's dice are made from, without
// its seed. It belongs to the seek that it was drawn with, to the game once
// that begins, or to both; Number counts the chains of a match from 1.
// Commitment is hexadecimal, Length the number of rolls that it is good for.
type DiceChain struct {
	ID         int64
	SeekID     int64 `gorm:"serializer:absent"`
	GameID     int64 `gorm:"serializer:absent"`
	Number     int
	Commitment string
	Length     int
	CreatedAt  time.Time `gorm:"serializer:millis;autoCreateTime:false"`
}

// Where a share of dice came from; empty without one.
const (
	PlayerShare = "player" // the player, or his browser or program
	ServerShare = "server" // drawn for him by the server
)

// DiceRoll is one roll with its proof. Shares and links are hexadecimal.
type DiceRoll struct {
	GameID int64
	// Number counts the proved rolls of the match from 1. Chain is the number
	// of its chain, Place that of its link there, from 1.
	Number int
	Chain  int
	Place  int
	// MatchGame is the game within the match, from 1.
	MatchGame int
	Ply       int
	Side      rules.Side
	// Opening says that it is a game's opening throw: White's share stands as
	// the roller's, and Dice contains its ties.
	Opening        bool
	OpponentShare  string
	OpponentSource string
	RollerShare    string
	RollerSource   string
	Link           string
	// Dice are as in Move.
	Dice string
	At   time.Time `gorm:"serializer:millis"`
}

// DiceShare is a share that no roll has used, and where it came from. The zero
// value is none.
type DiceShare struct {
	Share  string
	Source string
}

func (LoginFailure) TableName() string    { return "login_failures" }
func (Note) TableName() string            { return "game_notes" }
func (TournamentEntry) TableName() string { return "tournament_log" }
