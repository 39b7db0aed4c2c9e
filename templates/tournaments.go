package templates

import "time"

// TournamentCard is a tournament in a list and the head of its own pages.
type TournamentCard struct {
	ID        int64
	Name      string
	Variant   string
	Clock     string
	Rated     bool
	Organiser Player
	// Status is "open", "running", "finished" or "cancelled".
	Status string
	From   Beginning
	System System
	// OverBoard is an event whose games are played elsewhere.
	OverBoard bool
	// Entrants of at most Limit players, Queue on the waiting list; a Limit of 0
	// is none.
	Entrants, Limit, Queue int
	// Round of Rounds is being played; 0 when all games are at once.
	Round, Rounds int
	// Starts is when it starts by itself; zero when the organiser starts it.
	Starts time.Time
	// LatestEnd is the last possible moment of its end, ProjectedEnd when it will
	// end as play goes at present; zero where nobody can say.
	LatestEnd, ProjectedEnd time.Time
	Ended                   time.Time
	Winners                 []Player
}

// System is the form of an event.
type System struct {
	// Format is a format's name, such as "swiss".
	Format string
	// Rounds are those of a Swiss, Cycles how often everybody meets everybody in
	// a round robin or in a section.
	Rounds, Cycles int
	// Sections are those of groups, or 0 before the start where there are as many
	// as sections of at most SectionSize players need. Final is "knockout" or
	// "round-robin".
	Sections, SectionSize int
	Final                 string
	// AtOnce begins all games of a round robin together; Pairs lets opponents
	// play two games at once.
	AtOnce, Pairs bool
}

// SystemText is the form of an event in words.
func (p *Printer) SystemText(s System) string {
	switch key := "system." + s.Format; s.Format {
	case "swiss":
		return p.T(key, "count", s.Rounds)
	case "round-robin":
		if s.Cycles <= 2 {
			return p.T([]string{"tournament.single", "tournament.double"}[max(s.Cycles, 1)-1])
		}
		return p.T(key, "count", s.Cycles)
	case "groups":
		if s.Sections == 0 {
			return p.T("system.sections-of", "count", s.SectionSize) + ", " + p.T("system.final."+s.Final)
		}
		return p.T(key, "count", s.Sections) + ", " + p.T("system.final."+s.Final)
	default:
		return p.T(key)
	}
}

// TournamentHead is what all pages of a tournament begin with.
type TournamentHead struct {
	TournamentCard
	// Views are the pages of the tournament.
	Views []Link
	// Desk is the address of the director's desk, for those who may sit there.
	Desk string
}

// TournamentFilter narrows the list of tournaments; empty fields do not.
type TournamentFilter struct{ Status, Format string }

// TournamentsPage is "/tournaments". With a filter it has Found, else the three
// lists.
type TournamentsPage struct {
	Layout
	Filter                  TournamentFilter
	Formats                 []string
	Open, Running, Finished []TournamentCard
	Found                   []TournamentCard
	CanCreate               bool
	Pager                   Pager
}

// Filtered says that the list is narrowed.
func (t TournamentsPage) Filtered() bool { return t.Filter != TournamentFilter{} }

// States are the statuses that the list can be narrowed to.
func (TournamentsPage) States() []string {
	return []string{"open", "running", "finished", "cancelled"}
}

// Pairing is one game of a round, or a bye.
type Pairing struct {
	// ID is that of the pairing, 0 for one that is not stored.
	ID int64
	// Board numbers from 1, 0 for a bye.
	Board        int
	White, Black Player
	// WhiteNumber and BlackNumber are their starting ranks.
	WhiteNumber, BlackNumber int
	GameID                   int64
	// Score is "1–0", "" while the game runs.
	Score   string
	Forfeit bool
	// Bye is why White has no opponent, empty where he has: "pairing-bye",
	// "full-bye", "half-bye", "zero-bye", or "rest" in a round robin.
	Bye string
	// Sum is the score of both games, "1½–½", on the second of two that began
	// together; as in Score, White's part of this one is first.
	Sum string
	// Deferred says that the round went on without it, Ruled that the result is
	// the organiser's.
	Deferred, Ruled bool
	// Due is when its time in the round is over, zero for never.
	Due time.Time
}

// TournamentRound is one round's games, in groups those of a section.
type TournamentRound struct {
	Number int
	// Section is the number of a section, 0 outside of groups; Final says that
	// it is a round of their final.
	Section int
	Final   bool
	// Ballot is the one that all its games began from, if there is one.
	Ballot string
	Closed bool
	// Due is the latest moment at which the time of an open game is over.
	Due      time.Time
	Pairings []Pairing
}

// LogEntry is one line of a tournament's public log.
type LogEntry struct {
	At time.Time
	By string
	// Text is a whole sentence.
	Text   string
	Reason string
}

// TournamentActions says what the reader may do.
type TournamentActions struct {
	Enter, Withdraw, Start, Cancel bool
	// Queue says that who enters comes on the waiting list.
	Queue bool
	// CheckIn says that the reader can, and must, say that he is there until the
	// start.
	CheckIn bool
	// Byes are the rounds for which he can ask for a bye.
	Byes []int
	// WhyNot is a sentence that says why he cannot enter, or empty.
	WhyNot string
}

// Entry is how the reader stands in a tournament.
type Entry struct {
	// In says that he has a place, Waiting that he is on the waiting list.
	In, Waiting bool
	// CheckedIn says that he has said that he is there.
	CheckedIn bool
	// Number is his starting rank, 0 before the start.
	Number int
}

// OwnGame is one of the reader's games in a tournament that goes on.
type OwnGame struct {
	ID       int64
	Opponent string
	YourTurn bool
}

// TournamentTerms is what the organiser has decided, besides what is on the
// card.
type TournamentTerms struct {
	Scoring string
	// TieBreaks are codes in their order.
	TieBreaks []string
	// Withdrawal is "half", "forfeit-all" or "annul-all", empty where nothing of
	// that kind is to be decided.
	Withdrawal string
	// Least is the least number of players to start with.
	Least                int
	StartWhenFull        bool
	WaitingList          bool
	CheckIn              time.Duration
	MinRating, MaxRating int
	MinGames             int
	RoundTime            time.Duration
	Unfinished           string
	RatedAsWhole         bool
	// Leave is "allowed" or "none", empty where no clock could stop for it.
	Leave                   string
	HalfByes                int
	Accelerated, Colourless bool
	DrawnByLot, SeatedByLot bool
	Advance, Best           int
	CarryOver, ThirdPlace   bool
	Officials               []Player
	// Matches are those of a draw, by stages where they differ.
	Matches []MatchTerms
}

// MatchTerms are what a match of a draw is.
type MatchTerms struct {
	// Stage is empty where all matches are the same.
	Stage string
	// Games is what it is the best of, Parallel that they begin at once.
	Games    int
	Parallel bool
	// Points is the length of each game, 0 for that of the event.
	Points int
	// Extra is how many pairs of games follow while it is level, Ties what decides
	// then, "seed" or "lot"; empty where no match can be level.
	Extra int
	Ties  string
}

// AnybodyEnters says that there are no conditions.
func (t TournamentTerms) AnybodyEnters() bool { return t.MinRating+t.MaxRating+t.MinGames == 0 }

// TournamentPage is "/tournaments/{id}".
type TournamentPage struct {
	Layout
	TournamentHead
	Description string
	Terms       TournamentTerms
	// DiceCommitment is that of the seed of all dice, empty where there is
	// none; DiceSeed is the seed, once the tournament has ended.
	DiceCommitment, DiceSeed string
	// Stuck says why the next round cannot be paired, empty when nothing is in
	// the way.
	Stuck string
	// Series are the other tournaments of the series that made it, the newest
	// first.
	Series []Link
	// Players are the entrants before the start, Queued those who wait for a
	// place.
	Players, Queued []Player
	Entry           Entry
	Mine            []OwnGame
	Can             TournamentActions
	Tables          []TournamentTable
	// Current are the rounds being played, Matches what is being played of a draw.
	Current []TournamentRound
	Matches []Fixture
	// Past are the numbers of rounds with pages of their own.
	Past []int
	// OpenEnd is why there is no LatestEnd, "start", "leave" or "moves"; empty where
	// there is one or nothing to say of it.
	OpenEnd string
	// HasGames says that there are games to export.
	HasGames bool
	Log      []LogEntry
}

// shortLog is how many lines of a log are not folded away.
const shortLog = 10

// LogInSight says that the log is not folded away: it is short, and grows.
func (t TournamentPage) LogInSight() bool { return t.Ended.IsZero() && len(t.Log) <= shortLog }

func (TournamentsPage) file() string { return "tournaments" }
func (TournamentPage) file() string  { return "tournament" }
