package store

import (
	"time"

	"crownpost/rules"
)

// The views are what list pages show: one select each, flat.

// SeekView is a seek with the people in it. Ratings are those of the seek's
// pool in thousandths, 0 for someone who has none.
type SeekView struct {
	Seek         `gorm:"embedded"`
	AccountName  string
	OpponentName string
	Rating       int64
	RatedGames   int
	// Experience is that of the rating, for games of the backgammon family.
	Experience int
	// Commitment is that of the dice chain drawn with the seek, PairCommitment
	// that of the second of two games; empty where there is none.
	Commitment     string
	PairCommitment string
}

// GameView is a game with the names of its players and their ratings in its
// pool (thousandths, 0 for someone who has none).
type GameView struct {
	Game        `gorm:"embedded"`
	WhiteName   string
	BlackName   string
	WhiteRating int64
	BlackRating int64
	WhiteGames  int
	BlackGames  int
	// WhiteExperience and BlackExperience are those of the ratings.
	WhiteExperience int
	BlackExperience int
	TournamentName  string
}

// SessionView is a session with what every request must know of its account.
type SessionView struct {
	Session
	Account Account
}

// HistoryFilter selects finished games of a player. Zero values select
// everything.
type HistoryFilter struct {
	Variant    string
	OpponentID int64
	// Result is "won", "drawn" or "lost" from the player's side, or empty.
	Result string
	// From and To bound EndedAt: From <= EndedAt < To.
	From, To time.Time
	// Before continues after the last game of the page before.
	Before Cursor
	// Limit is the length of a page; 0 is 50.
	Limit int
}

// Results for HistoryFilter.
const (
	Won   = "won"
	Drawn = "drawn"
	Lost  = "lost"
)

// Cursor is a place in a list ordered from new to old by time and id. The
// zero cursor is its beginning.
type Cursor struct {
	At time.Time
	ID int64
}

// AwaitCursor is a place in a player's running games. The zero cursor is its
// beginning.
type AwaitCursor struct {
	// Waiting is 0 for games that wait for the player, 1 for the others.
	Waiting  int
	Deadline time.Time
	ID       int64
}

// Score counts results from one player's side.
type Score struct {
	Wins, Draws, Losses int
}

// HeadToHead is one player's score against one opponent.
type HeadToHead struct {
	OpponentID   int64
	OpponentName string
	Wins         int
	Draws        int
	Losses       int
}

// VariantScore is one player's score against one opponent in a variant.
type VariantScore struct {
	Variant                      string
	Wins, Draws, Losses, Running int
}

// GameCounts are the numbers of a player's games.
type GameCounts struct {
	Running, Awaiting, Finished int
}

// LeaderRow is a line of a leaderboard.
type LeaderRow struct {
	Rating `gorm:"embedded"`
	Name   string
}

// ChangeView is a rating change with the opponent's name.
type ChangeView struct {
	RatingChange `gorm:"embedded"`
	OpponentName string
	// Side is the colour the account had in the game.
	Side rules.Side
}

// EntrantView is an entrant with the name to show, that of the account or their
// own, and the present rating in the tournament's pool (thousandths, 0 without
// one).
type EntrantView struct {
	Entrant `gorm:"embedded"`
	Shown   string
	Current int64
}

// TournamentView is a tournament with its organiser and size.
type TournamentView struct {
	Tournament    `gorm:"embedded"`
	OrganiserName string
	// Entrants counts those who have a place and have not left, Queue those on the
	// waiting list.
	Entrants int
	Queue    int
	// RevealedSeed is the seed of its dice, empty until it has ended.
	RevealedSeed string
}

// EntryView is a line of a tournament's log with the name of who acted, its
// Undo left empty.
type EntryView struct {
	TournamentEntry `gorm:"embedded"`
	AccountName     string
	// CanUndo says that what it changed is known, and has not been taken back.
	CanUndo bool
}
