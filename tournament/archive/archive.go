// Package archive is a whole event as one file: a zip with event.json, which
// has everything but the moves, and beside it the games and the report. What is
// written here another server reads. The package is pure.
package archive

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"crownpost/tournament/director"
)

// Format is what event.json calls itself.
const Format = "crownpost-event/1"

// Names of the files of an archive; matches of the backgammon family are each in
// two files, "matches/N.mat" and "matches/N.json", with the number N of their
// pairing.
const (
	EventFile  = "event.json"
	ReportFile = "event.trf"
	GamesFile  = "games.pdn"
	Matches    = "matches/"
)

// Event is event.json. Players, pairings and entries of the log are named by
// their places in the lists, from 1; 0 is nobody and nothing.
type Event struct {
	Format   string    `json:"format"`
	Exported time.Time `json:"exported"`
	// Site is the address of the event where it was exported.
	Site        string `json:"site"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Organiser   string `json:"organiser"`
	// Status is "open", "running", "finished" or "cancelled".
	Status  string     `json:"status"`
	Round   int        `json:"round"`
	Rounds  int        `json:"rounds"`
	Created time.Time  `json:"created"`
	Starts  *time.Time `json:"starts,omitempty"`
	Started *time.Time `json:"started,omitempty"`
	Ended   *time.Time `json:"ended,omitempty"`

	Settings Settings `json:"settings"`
	// SystemOfPlay is the format of Plan, whose players are numbers.
	SystemOfPlay director.Format `json:"system"`
	Plan         director.Plan   `json:"plan"`

	Players  []Player  `json:"players"`
	Pairings []Pairing `json:"pairings"`
	// Ladder is the log of a ladder.
	Ladder []Challenge `json:"ladder,omitempty"`
	Log    []Entry     `json:"log"`
	// Standings are for readers of the file; a server computes its own.
	Standings []Table `json:"standings,omitempty"`
}

// Settings are the terms of the games and the conditions of entry.
type Settings struct {
	Variant    string `json:"variant"`
	Options    string `json:"options,omitempty"`
	Opening    string `json:"opening,omitempty"`
	BallotPer  string `json:"ballotPer,omitempty"`
	Start      string `json:"start,omitempty"`
	Length     int    `json:"length,omitempty"`
	Control    string `json:"clock"`
	Rated      bool   `json:"rated"`
	RatingMode string `json:"ratingMode"`
	OverBoard  bool   `json:"overTheBoard"`
	MinPlayers int    `json:"minPlayers"`
	MaxPlayers int    `json:"maxPlayers"`
	Seating    string `json:"seating"`
	// MinRating and MaxRating are in points, 0 for no limit.
	MinRating     int  `json:"minRating,omitempty"`
	MaxRating     int  `json:"maxRating,omitempty"`
	MinGames      int  `json:"minGames,omitempty"`
	WaitingList   bool `json:"waitingList,omitempty"`
	StartWhenFull bool `json:"startWhenFull,omitempty"`
	// CheckIn and RoundTime are in seconds.
	CheckIn    int64  `json:"checkIn,omitempty"`
	RoundTime  int64  `json:"roundTime,omitempty"`
	Unfinished string `json:"unfinished"`
	// NoLeave says that no clock stops for a player's leave.
	NoLeave bool `json:"noLeave,omitempty"`
}

// Player is one participant, or somebody on the waiting list.
type Player struct {
	Name       string `json:"name"`
	Title      string `json:"title,omitempty"`
	Federation string `json:"federation,omitempty"`
	// Number is the key in a federation's list.
	Number string `json:"number,omitempty"`
	Seat   int    `json:"seat,omitempty"`
	// Status is "waiting", "entered", "active", "withdrawn" or "expelled".
	Status string `json:"status"`
	// Rating is in thousandths of a point.
	Rating  int64      `json:"rating"`
	From    int        `json:"from,omitempty"`
	Left    int        `json:"left,omitempty"`
	Entered time.Time  `json:"entered"`
	LeftAt  *time.Time `json:"leftAt,omitempty"`
}

// Pairing is a game, a bye or a ruling, as in director.Pairing.
type Pairing struct {
	Stage    string        `json:"stage,omitempty"`
	Round    int           `json:"round"`
	Board    int           `json:"board,omitempty"`
	White    int           `json:"white"`
	Black    int           `json:"black,omitempty"`
	Kind     director.Kind `json:"kind"`
	Result   string        `json:"result"` // "1-0", "0-1", "½-½", "0-0" or ""
	Forfeit  bool          `json:"forfeit,omitempty"`
	Score    *[2]int       `json:"score,omitempty"`
	Deferred bool          `json:"deferred,omitempty"`
	// Ruled says that the result is the organiser's.
	Ruled   bool       `json:"ruled,omitempty"`
	Created time.Time  `json:"created"`
	Ended   *time.Time `json:"ended,omitempty"`
}

// Challenge is an entry of the log of a ladder, as in ladder.Event; a challenge
// is a pairing.
type Challenge struct {
	Kind      string    `json:"kind"`
	At        time.Time `json:"at"`
	Player    int       `json:"player,omitempty"`
	Opponent  int       `json:"opponent,omitempty"`
	Challenge int       `json:"challenge,omitempty"`
	Winner    int       `json:"winner,omitempty"`
}

// Entry is a line of the public log. By is the name of who acted, empty for the
// server. Undoes is the entry that this one took back.
type Entry struct {
	At     time.Time `json:"at"`
	By     string    `json:"by,omitempty"`
	Act    string    `json:"act"`
	Detail string    `json:"detail,omitempty"`
	Reason string    `json:"reason,omitempty"`
	Undoes int       `json:"undoes,omitempty"`
}

// Table is how the players of a contest stand, as in director.Table.
type Table struct {
	Stage     string   `json:"stage,omitempty"`
	TieBreaks []string `json:"tieBreaks"`
	Rows      []Row    `json:"rows"`
}

// Row is a line of a Table. Points and values are decimal, "-" for none.
type Row struct {
	Rank   int      `json:"rank"`
	Player int      `json:"player"`
	Points string   `json:"points"`
	Values []string `json:"values"`
}

// Error is what is wrong with an archive.
type Error struct {
	// File is the one of the archive, empty for the archive itself.
	File    string
	Problem string // in English
}

// Error names the file and the problem.
func (e *Error) Error() string {
	if e.File == "" {
		return e.Problem
	}
	return e.File + ": " + e.Problem
}

func wrong(file, problem string, args ...any) error {
	return &Error{file, fmt.Sprintf(problem, args...)}
}

// Encode writes event.json.
func Encode(e *Event) ([]byte, error) {
	var out bytes.Buffer
	j := json.NewEncoder(&out)
	j.SetEscapeHTML(false)
	j.SetIndent("", " ")
	if err := j.Encode(e); err != nil {
		return nil, fmt.Errorf("%s: %w", EventFile, err)
	}
	return out.Bytes(), nil
}

// Decode reads event.json and checks it. It is strict: an unknown field is
// something that would be lost. The error is an Error.
func Decode(data []byte) (*Event, error) {
	j := json.NewDecoder(bytes.NewReader(data))
	j.DisallowUnknownFields()
	var e Event
	if err := j.Decode(&e); err != nil {
		// A file of a later version may well have fields of its own.
		var version struct {
			Format string `json:"format"`
		}
		if json.Unmarshal(data, &version) == nil && version.Format != Format {
			return nil, wrong(EventFile, "the format is %q, not %q", version.Format, Format)
		}
		return nil, wrong(EventFile, "%v", err)
	}
	if _, err := j.Token(); !errors.Is(err, io.EOF) {
		return nil, wrong(EventFile, "there is more behind the event")
	}
	e.Plan.Format = e.SystemOfPlay
	if err := e.check(); err != nil {
		return nil, err
	}
	return &e, nil
}
