package play

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/tournament/archive"
	"crownpost/tournament/generate"
	"crownpost/tournament/ladder"
	"crownpost/tournament/report"
	"crownpost/tournament/swiss"
	"crownpost/tournament/trf"
)

// reportText is a report as its file.
func reportText(t *testing.T, f *trf.File) []byte {
	t.Helper()
	var text bytes.Buffer
	if err := trf.Write(&text, f); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// exported is the report of a tournament, as another program reads it.
func (c *club) exported(id int64, dialect trf.Dialect) *trf.File {
	c.t.Helper()
	read := c.Store.Read(context.Background())
	view, err := read.Tournament(id)
	if err != nil {
		c.t.Fatal(err)
	}
	f, err := EventReport(read, view, dialect)
	if err != nil {
		c.t.Fatal(err)
	}
	again, err := trf.Read(reportText(c.t, f), trf.Options{})
	if err != nil {
		c.t.Fatal(err)
	}
	return again
}

// archived is the archive of a tournament, without files.
func (c *club) archived(id int64) *archive.Event {
	c.t.Helper()
	read := c.Store.Read(context.Background())
	view, err := read.Tournament(id)
	if err != nil {
		c.t.Fatal(err)
	}
	e, err := ArchivedEvent(read, view)
	if err != nil {
		c.t.Fatal(err)
	}
	return e
}

// zipped is an archive as its file.
func zipped(t *testing.T, e *archive.Event, files ...archive.File) []byte {
	t.Helper()
	text, err := archive.Encode(e)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := archive.NewWriter(&out, time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC))
	for _, f := range append([]archive.File{{Name: archive.EventFile, Body: text}}, files...) {
		if err := w.Add(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func randomEvent(t *testing.T, seed uint64, played int) *trf.File {
	t.Helper()
	f, err := generate.Event(generate.Terms{
		Players: 12 + int(seed%7), Rounds: 7, Played: played, Seed: seed, Draws: 0.3, Forfeits: 0.08, Byes: 0.08, Late: 0.1,
	}, swiss.Pair)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// An event that was begun elsewhere goes on here with the round that its file
// has next, and leaves again as one that is paired by the rules.
func TestReportsGoOnHere(t *testing.T) {
	c := newClub(t, "anna")
	for seed := range uint64(6) {
		f := randomEvent(t, seed, 4)
		want, err := report.Pair(f, 5, swiss.Pair)
		if err != nil {
			t.Fatal(err)
		}
		id, err := c.ImportTRF(context.Background(), c.people["anna"], reportText(t, f), ImportInput{Name: "Open", Variant: "international"})
		if err != nil {
			t.Fatal(err)
		}
		before := c.exported(id, trf.TRF26)
		if before.Field.PlayedRounds() != 4 || len(before.Field.Players) != len(f.Field.Players) {
			t.Fatalf("%d rounds of %d players came back", before.Field.PlayedRounds(), len(before.Field.Players))
		}
		if err := c.Proceed(context.Background(), fmt.Sprint(id)); err != nil {
			t.Fatal(err)
		}
		event := c.archived(id)
		var pairs, own [][2]int
		if want.Bye > 0 { // it is stored before the boards
			pairs = append(pairs, [2]int{want.Bye, 0})
		}
		for _, p := range want.Pairings {
			pairs = append(pairs, [2]int{p.White, p.Black})
		}
		for _, p := range event.Pairings {
			if p.Round == 5 && (p.Kind == "game" || p.Kind == "pairing-bye") {
				seat := func(player int) int {
					if player == 0 {
						return 0
					}
					return event.Players[player-1].Seat
				}
				own = append(own, [2]int{seat(p.White), seat(p.Black)})
			}
		}
		if d := cmp.Diff(pairs, own); d != "" {
			t.Errorf("seed %d, round 5 (-file +own):\n%s", seed, d)
		}
		for _, dialect := range []trf.Dialect{trf.TRF16, trf.TRF26} {
			after := c.exported(id, dialect)
			if differences, err := report.Check(after); err != nil || len(differences) > 0 {
				t.Errorf("seed %d: %v, %v", seed, differences, err)
			}
		}
	}
}

func TestAReportOfAnEventThatIsOver(t *testing.T) {
	c := newClub(t, "anna")
	id, err := c.ImportTRF(context.Background(), c.people["anna"], reportText(t, randomEvent(t, 3, 7)), ImportInput{Name: "Open", Variant: "backgammon"})
	if err != nil {
		t.Fatal(err)
	}
	view, err := c.Store.Read(context.Background()).Tournament(id)
	if err != nil || view.Status != store.TournamentFinished || view.EndedAt.IsZero() || !view.OverBoard {
		t.Errorf("%+v, %v", view, err)
	}
}

// What a file gives single players stands in the event, by their new IDs, and in
// the report made of it.
func TestAReportWithAPenalty(t *testing.T) {
	const text = "XXR 2\n299          -0.5   0    1\n" +
		"001    1      Ann                                                                0.5    1     2 w 1\n" +
		"001    2      Bob                                                                0.0    2     1 b 0\n"
	c := newClub(t, "anna")
	id, err := c.ImportTRF(context.Background(), c.people["anna"], []byte(text), ImportInput{Name: "Open", Variant: "table"})
	if err != nil {
		t.Fatal(err)
	}
	for _, dialect := range []trf.Dialect{trf.TRF16, trf.TRF26} {
		p := c.exported(id, dialect).Field.Players[0]
		if p.Adjustment != -5 || p.Score(1) != 5 {
			t.Errorf("%+v", p)
		}
	}
}

func TestReportsThatAreRefused(t *testing.T) {
	const two = "001    1                                                                         1.0    1     2 w 1\n" +
		"001    2                                                                         0.0    2     1 b 0\n"
	c := newClub(t, "anna")
	for _, row := range []struct {
		name, text, code string
		in               ImportInput
	}{
		{"a contradiction", strings.Replace(two, "1.0", "0.5", 1), "trf-unreadable", ImportInput{Name: "Open", Variant: "table"}},
		{"something else", "{}", "players-range", ImportInput{Name: "Open", Variant: "table"}},
		{"no number of rounds", two, "trf-rounds", ImportInput{Name: "Open", Variant: "table"}},
		{"no name", "XXR 3\n" + two, "title-length", ImportInput{Variant: "table"}},
		{"no variant", "XXR 1\n" + two, "unknown-variant", ImportInput{Name: "Open"}},
		{"another system", "XXR 3\n192 FIDE_DUBOV\n" + two, "trf-system", ImportInput{Name: "Open", Variant: "table"}},
		{"points of a single player of a round robin", "XXR 1\n192 BERGER_ROUNDROBIN\n299          -0.5   0    1\n" + strings.Replace(two, "1.0", "0.5", 1), "trf-field", ImportInput{Name: "Open", Variant: "table"}},
		{"a text that is too long", strings.Repeat("#", MaxReport+1), "trf-long", ImportInput{}},
	} {
		_, err := c.ImportTRF(context.Background(), c.people["anna"], []byte(row.text), row.in)
		bad := account.Invalids(err)
		if len(bad) != 1 || bad[0].Code != row.code {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

// What was exported and imported has the same tables, and makes the same archive
// again but for who imported it and when.
func TestAnArchiveComesBackAsItWent(t *testing.T) {
	c := newClub(t, "anna", "bert")
	for seed, played := range []int{7, 7, 5} {
		id, err := c.ImportTRF(context.Background(), c.people["anna"], reportText(t, randomEvent(t, uint64(seed), played)), ImportInput{Name: "Open", Variant: "international"})
		if err != nil {
			t.Fatal(err)
		}
		first := c.archived(id)
		first.Exported, first.Site = c.Now(), "https://crownpost.test/tournaments/1"
		games := archive.File{Name: archive.GamesFile, Body: []byte("1. 32-28 *\n")}
		again, err := c.ImportArchive(context.Background(), c.people["bert"], zipped(t, first, games), "")
		if err != nil {
			t.Fatal(err)
		}
		second := c.archived(again)
		if len(second.Log) != len(first.Log)+1 || second.Log[len(first.Log)].Act != "imported" || second.Organiser != "bert" {
			t.Errorf("log %+v", second.Log)
		}
		second.Log, second.Organiser, second.Exported, second.Site = second.Log[:len(first.Log)], first.Organiser, first.Exported, first.Site
		if d := cmp.Diff(first, second); d != "" {
			t.Errorf("(-first +second):\n%s", d)
		}
		file, err := c.Store.Read(context.Background()).EventFile(again, archive.GamesFile)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := Unpacked(file); err != nil || !bytes.Equal(body, games.Body) {
			t.Errorf("%q, %v", body, err)
		}
	}
}

// A ladder whose players have no accounts cannot go on: it comes back as it
// stood, closed.
func TestALadderComesBackClosed(t *testing.T) {
	c := newClub(t, "anna", "bert", "carl")
	id, on := ladderOf(t, c, ladder.Rules{Reach: 2}, "anna", "bert", "carl")
	if _, err := c.Challenge(t.Context(), c.people["carl"], id, on["anna"]); err != nil {
		t.Fatal(err)
	}
	first := c.archived(id)
	again, err := c.ImportArchive(t.Context(), c.people["bert"], zipped(t, first), "")
	if err != nil {
		t.Fatal(err)
	}
	second := c.archived(again)
	if second.Status != store.TournamentFinished || !cmp.Equal(first.Ladder, second.Ladder) || !cmp.Equal(first.Players, second.Players) || len(first.Ladder) != 4 {
		t.Errorf("%+v", second)
	}
}

func TestArchivesThatAreRefused(t *testing.T) {
	c := newClub(t, "anna")
	id, err := c.ImportTRF(context.Background(), c.people["anna"], reportText(t, randomEvent(t, 1, 7)), ImportInput{Name: "Open", Variant: "international"})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name   string
		change func(*archive.Event)
		part   string
	}{
		{"a variant that there is not", func(e *archive.Event) { e.Settings.Variant = "chess" }, `settings: there is no variant "chess"`},
		{"a clock that there is not", func(e *archive.Event) { e.Settings.Control = "fast" }, "settings: clock"},
		{"a start of something else", func(e *archive.Event) { e.Settings.Start = "x" }, "settings:"},
		{"an opening table that there is not", func(e *archive.Event) { e.Settings.Opening, e.Settings.BallotPer = "x", "round" }, "settings:"},
		{"a ballot without a table", func(e *archive.Event) { e.Settings.BallotPer = "round" }, "settings: ballotPer"},
		{"a rule that there is not", func(e *archive.Event) { e.Settings.Unfinished = "wait" }, "unfinished games"},
		{"a rating that there is not", func(e *archive.Event) { e.Settings.MinRating = -1 }, "settings: a number"},
		{"a time that there is not", func(e *archive.Event) { e.Settings.RoundTime = -1 }, "settings: a time"},
		{"too few players", func(e *archive.Event) { e.Settings.MaxPlayers = 1 }, "settings: "},
		{"a seating that there is not", func(e *archive.Event) { e.Settings.Seating = "" }, "seating"},
		{"a mode that there is not", func(e *archive.Event) { e.Settings.RatingMode = "" }, "ratingMode"},
		{"a player of no seat", func(e *archive.Event) { e.Players[0].Seat = 0 }, "player 1"},
	} {
		e := c.archived(id)
		row.change(e)
		_, err := c.ImportArchive(context.Background(), c.people["anna"], zipped(t, e), "")
		var bad *account.Invalid
		if !errors.As(err, &bad) || bad.Code != "archive-unreadable" || !strings.Contains(err.Error(), row.part) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}
