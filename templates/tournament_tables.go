package templates

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/number"
)

// TournamentTable is how the players of a contest stand.
type TournamentTable struct {
	// Stage is empty for a whole Swiss or round robin, else the number of a
	// section, "final", "main", "consolation" or "last-chance".
	Stage string
	// Codes are the tie-breaks of the rows' values.
	Codes []string
	Rows  []Standing
	// Provisional says that there is more to be played.
	Provisional bool
	// Cross says that rows have cells, Performance that they have performances,
	// Draw that they have places alone.
	Cross, Performance, Draw bool
}

// ID tells the table from others on its page.
func (t TournamentTable) ID() string {
	if t.Stage == "" {
		return "standings"
	}
	return "standings-" + t.Stage
}

// AnyGoesOn says that a row is marked as one that goes on to the final.
func (t TournamentTable) AnyGoesOn() bool {
	return slices.ContainsFunc(t.Rows, func(s Standing) bool { return s.GoesOn != "" })
}

// TableOf is a table with the tournament that it is of.
type TableOf struct {
	Tournament int64
	Table      TournamentTable
}

// Of hands the table to the part that shows it.
func (t TournamentTable) Of(tournament int64) TableOf { return TableOf{tournament, t} }

// Anchor is where the sum of the value of a column stands on a player's page.
func (t TournamentTable) Anchor(column int) string { return anchor(t.Stage, t.Codes[column]) }

func anchor(stage, code string) string {
	return strings.Trim(stage+"-"+strings.NewReplacer("/", "-", "+", "-plus").Replace(code), "-")
}

// Standing is one line of the table.
type Standing struct {
	// Rank is 0 for those taken out and, in a draw, still in.
	Rank int
	// Number is the starting rank.
	Number int
	Player Player
	// Status is "active", "withdrawn" or "expelled".
	Status string
	// Annulled results do not count; the player is out of the standings.
	Annulled bool
	// Played are the games that were played to an end, without forfeits and byes;
	// Won those won, by forfeit too.
	Played, Won int
	Points      string
	// Values are by TournamentTable.Codes, empty where there is none.
	Values []string
	// Performance is 0 where there is none.
	Performance int
	// GoesOn is why a player of a section goes on to the final as things stand,
	// "ahead", "level", "seed" or "best", else empty.
	GoesOn string
	// In says that he is still in the contest of a draw; Match is the last match
	// that he came to.
	In    bool
	Match int
	// Cells has one cell for each line, in the same order.
	Cells []Cell
	You   bool
}

// Cell is a player's games against one opponent in the cross-table.
type Cell struct {
	// Self is the diagonal.
	Self  bool
	Games []CellGame
}

// CellGame is one game in a cross-table cell.
type CellGame struct {
	// ID is that of the game on the site, 0 without one.
	ID int64
	// Text is "1", "½", "0", "+" or "–" (forfeits), or "" while it runs.
	Text string
	// Annulled games do not count.
	Annulled bool
}

// ProgressTable is the way of everybody through the rounds of a Swiss.
type ProgressTable struct {
	Rounds []int
	Rows   []ProgressRow
	// Provisional says that there is more to be played.
	Provisional bool
}

// ProgressRow is the way of one player.
type ProgressRow struct {
	Rank, Number int
	Player       Player
	Status       string
	Annulled     bool
	Points       string
	// Rounds are by ProgressTable.Rounds.
	Rounds []ProgressRound
	You    bool
}

// ProgressRound is what a player did in a round, and the points after it.
type ProgressRound struct {
	Games []ProgressGame
	Sum   string
}

// ProgressGame is a game of a round, or what came in place of one.
type ProgressGame struct {
	CellGame
	// Opponent is the opponent's starting rank, 0 without one.
	Opponent int
	// Colour is "white", "black" or empty.
	Colour string
	// Kind is "game", "rest" or a kind of bye, as in Pairing.Bye.
	Kind string
}

// TournamentTablePage is "/tournaments/{id}/table" and, with Wall,
// "/tournaments/{id}/wall": the cross tables of round robins and sections, the
// progress of a Swiss; the wall chart has it by starting rank.
type TournamentTablePage struct {
	Layout
	TournamentHead
	Wall     bool
	Cross    []TournamentTable
	Progress *ProgressTable
}

// TournamentSumsPage is "/tournaments/{id}/standings/{number}": what a player's
// values are made of.
type TournamentSumsPage struct {
	Layout
	TournamentHead
	// Seat is the starting rank.
	Seat   int
	Player Player
	Tables []SumTable
}

// SumTable are the values of a player in one table.
type SumTable struct {
	Stage       string
	Rank        int
	Annulled    bool
	Provisional bool
	Sums        []Sum
}

// ID tells a value from others on its page.
func (s SumTable) ID(sum Sum) string { return anchor(s.Stage, sum.Code) }

// Sum is a value with the terms that it is made of.
type Sum struct {
	// Code is that of the tie-break, "PTS" for the points.
	Code string
	// Value is empty where there is none.
	Value string
	Terms []Term
	// Mean says that it is the mean of the terms, Line how it is worked out.
	Mean bool
	Line string
	// Scores says that opponents bring something in that differs from what the
	// round adds.
	Scores bool
	// Ratings are the points made against the ratings that are the terms, empty
	// for values of another kind.
	Ratings string
}

// Term is one round of a value.
type Term struct {
	Round int
	// Opponent is nil in a round without one.
	Opponent *Player
	Number   int
	// Points are those that were made in the round, Score what the opponent
	// brings in, Value what the round adds.
	Points, Score, Value string
	// Rule is the key below "dummy." of what stands for the opponent of a round
	// that was not played, empty for games.
	Rule string
	// Adjusted says that the opponent's rounds without play at the end count as
	// draws.
	Adjusted bool
	// Cut terms do not count; Voluntary ones are cut before others.
	Cut, Voluntary bool
}

func (TournamentTablePage) file() string { return "tournament-table" }
func (TournamentSumsPage) file() string  { return "tournament-sums" }

// StageText names a part of a tournament, empty for the whole of it.
func (p *Printer) StageText(stage string) string {
	if stage == "" {
		return ""
	}
	if section, err := strconv.Atoi(stage); err == nil {
		return p.T("stage.section", "number", section)
	}
	return p.T("stage." + stage)
}

// TieBreak is the name of a tie-break's code: "Buchholz, without the lowest" for
// BH/C1.
func (p *Printer) TieBreak(code string) string {
	parts := strings.Split(code, "/")
	text := p.T("tiebreak." + parts[0])
	for _, modifier := range parts[1:] {
		n, err := strconv.Atoi(strings.TrimLeft(modifier, "CMLUK"))
		key := "tiebreak.modifier." + strings.TrimRight(modifier, "0123456789+-")
		switch {
		case err == nil && strings.HasPrefix(modifier, "U"): // a rating
			text += ", " + p.T(key, "rating", strconv.Itoa(n))
		case err == nil:
			text += ", " + p.T(key, "count", n)
		default:
			text += ", " + p.T(key)
		}
	}
	return text
}

// TieBreakHow says how a tie-break is worked out.
func (p *Printer) TieBreakHow(code string) string {
	name, _, _ := strings.Cut(code, "/")
	return p.T("tiebreak." + name + ".how")
}

// Hundredths writes a value in hundredths, quarters as such and all else with as
// many decimals as it needs: 41¾, 7.2, 46.
func (p *Printer) Hundredths(v int64) string {
	if part := v % 100; v > 0 && part > 0 && part%25 == 0 {
		if v < 100 {
			return p.Quarters(int(part / 25))
		}
		return p.Hundredths(v-part) + p.Quarters(int(part/25))
	}
	decimals := 2
	for ; decimals > 0 && v%10 == 0; decimals-- {
		v /= 10
	}
	scaled := float64(v)
	for range decimals {
		scaled /= 10
	}
	return p.numbers.Sprint(number.Decimal(scaled, number.Scale(decimals), number.NoSeparator()))
}

// Tenths writes points in tenths: 35 is "3½".
func (p *Printer) Tenths(v int) string {
	if v%5 != 0 || v < 0 {
		return p.Hundredths(int64(v) * 10)
	}
	return p.Halves(v / 5)
}
