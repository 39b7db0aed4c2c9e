package ladder

// Kind is what happened.
type Kind string

// The kinds. Player is who joins, leaves, goes on or comes back from vacation,
// or challenges; all others name a challenge.
const (
	Joined Kind = "joined"
	// Left closes the gap; open challenges of the player end without effect.
	Left Kind = "left"
	// Frozen is vacation: the player is not challenged, and neither idleness nor
	// the time to answer goes on. Thawed is its end.
	Frozen Kind = "frozen"
	Thawed Kind = "thawed"
	// Challenged opens a challenge of Player against Opponent under a new ID.
	Challenged Kind = "challenged"
	// Started says that its game has begun; from then on it waits for a result.
	Started Kind = "started"
	// Finished ends it with a result.
	Finished Kind = "finished"
	// Cancelled takes it back before the game, without effect.
	Cancelled Kind = "cancelled"
	Declined  Kind = "declined"
	// Claimed ends one that was not answered in time.
	Claimed Kind = "claimed"
	// Voided takes the effect of a challenge that has ended out of the ladder, as
	// if it had been without result; that somebody was active stays.
	Voided Kind = "voided"
)

// Event is one entry of the log.
type Event struct {
	Kind Kind `json:"kind"`
	// At is in milliseconds; it does not go back within a log.
	At       int64 `json:"at"`
	Player   int64 `json:"player,omitempty"`
	Opponent int64 `json:"opponent,omitempty"`
	// Challenge is the caller's key, for instance that of the game.
	Challenge int64 `json:"challenge,omitempty"`
	// Winner is that of Finished, 0 for a draw.
	Winner int64 `json:"winner,omitempty"`
}

// Stage is how far a challenge is.
type Stage string

// The stages.
const (
	Open    Stage = "open"
	Playing Stage = "playing"
	Ended   Stage = "ended"
)

// Challenge is one as it stands.
type Challenge struct {
	ID                   int64
	Challenger, Defender int64
	// At is when it was made, End when it ended.
	At, End int64
	Stage   Stage
	// By is how it ended: Finished, Cancelled, Declined, Claimed or Left.
	By     Kind
	Winner int64
	Voided bool
	// Due is when it can be claimed if the game has not begun, 0 for never; it
	// moves on while the challenged one is frozen.
	Due int64
}

// Reason is why a place changed.
type Reason string

// The reasons.
const (
	ByJoining   Reason = "joined"
	ByLeaving   Reason = "left"
	ByWinning   Reason = "won"
	ByLosing    Reason = "lost" // an exchange of places
	ByDeclining Reason = "declined"
	ByClaim     Reason = "claimed"
	ByIdleness  Reason = "idle"
	ByDanger    Reason = "dropped"
)

// Change is one player's change of place. That others move up or down by one to
// make room is not listed.
type Change struct {
	At     int64
	Player int64
	// From and To are places; 0 is outside of the ladder.
	From, To int
	Reason   Reason
	// Challenge is that which led to it, 0 for none.
	Challenge int64
}
