package templates

import "time"

// LadderPlace is one place of a ladder.
type LadderPlace struct {
	Place  int
	Player Player
	// Entrant is the player's number in the ladder, for the form that challenges.
	Entrant  int64
	Vacation bool
	// Falls is when the player falls if nothing happens, zero if he does not.
	Falls time.Time
	You   bool
	// Challenge says that the reader may challenge the player now.
	Challenge bool
}

// LadderChallenge is a challenge that has not ended.
type LadderChallenge struct {
	ID                   int64
	Challenger, Defender Player
	Made                 time.Time
	// Due is when it can be claimed, zero for never or when it is being played.
	Due time.Time
	// GameID is that of its game, 0 before.
	GameID int64
	// What the reader may do about it.
	Accept, Decline, Cancel, Claim bool
}

// LadderChange is a change of place. A place of 0 is outside of the ladder.
type LadderChange struct {
	At       time.Time
	Player   Player
	From, To int
	// Reason is a ladder.Reason.
	Reason string
	GameID int64
}

// LadderTerms are the rules of a ladder; 0 is no limit, and no rule.
type LadderTerms struct {
	Reach              int
	Pyramid, Exchange  bool
	Outgoing, Incoming int
	Declinable         bool
	Rematch, Answer    time.Duration
	Grace, Idle        time.Duration
	Fall, Danger       int
	// Leave is as in TournamentTerms.
	Leave string
}

// LadderPage is "/tournaments/{id}" of a ladder. Its forms post to
// /tournaments/{id}/challenge (entrant), …/challenges/{challenge}/accept,
// decline, cancel, claim, and to …/freeze and …/thaw.
type LadderPage struct {
	Layout
	TournamentCard
	Description string
	Terms       LadderTerms
	Places      []LadderPlace
	Challenges  []LadderChallenge
	Changes     []LadderChange
	Log         []LogEntry
	// Entered says that the reader is on the ladder, Vacation that he is on
	// vacation from it.
	Entered, Vacation bool
	Can               TournamentActions
	// Desk is the address of the director's desk, for those who may use it.
	Desk           string
	DiceCommitment string
}

// LogInSight says that the log is not folded away.
func (l LadderPage) LogInSight() bool { return len(l.Log) <= shortLog }

func (LadderPage) file() string { return "ladder" }
