package archive_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"crownpost/tournament/archive"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
	"crownpost/tournament/groups"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// cup is a Swiss of four after one of two rounds; Dora has left.
func cup() *archive.Event {
	later := noon.Add(time.Hour)
	return &archive.Event{
		Format: archive.Format, Exported: later, Site: "https://crownpost.test/tournaments/3", Name: "Autumn cup", Organiser: "Anna",
		Status: "running", Round: 1, Rounds: 2, Created: noon, Started: &noon,
		Settings: archive.Settings{
			Variant: "international", Control: "none", RatingMode: "game", OverBoard: true,
			MinPlayers: 2, MaxPlayers: 8, Seating: "rating", Unfinished: "organiser",
		},
		SystemOfPlay: director.Swiss,
		Plan:         director.Plan{Format: director.Swiss, Rounds: 2, Initial: 1, Forbidden: [][]int64{{1, 2}}, TieBreaks: []string{"BH", "DE"}},
		Players: []archive.Player{
			{Name: "Anna", Seat: 1, Status: "active", Rating: 1_700_000, Entered: noon},
			{Name: "Bert", Title: "GM", Federation: "NED", Number: "17", Seat: 2, Status: "active", Rating: 1_600_000, Entered: noon},
			{Name: "Carl", Seat: 3, Status: "active", Entered: noon},
			{Name: "Dora", Seat: 4, Status: "withdrawn", Left: 2, Entered: noon, LeftAt: &later},
			{Name: "Emil", Status: "waiting", Entered: noon},
		},
		Pairings: []archive.Pairing{
			{Round: 1, Board: 1, White: 1, Black: 3, Kind: director.Game, Result: "1-0", Created: noon, Ended: &later},
			{Round: 1, Board: 2, White: 4, Black: 2, Kind: director.Game, Result: "0-1", Forfeit: true, Ruled: true, Score: &[2]int{0, 7}, Created: noon, Ended: &later},
			{Round: 2, White: 3, Kind: director.HalfBye, Created: noon},
		},
		Log: []archive.Entry{
			{At: noon, By: "Anna", Act: "created"},
			{At: later, By: "Anna", Act: "result", Detail: "Dora – Bert", Reason: "did not come"},
			{At: later, By: "Anna", Act: "undone", Undoes: 2},
		},
	}
}

func packed(t *testing.T, files ...archive.File) []byte {
	t.Helper()
	var out bytes.Buffer
	w := archive.NewWriter(&out, noon)
	for _, f := range files {
		if err := w.Add(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func encoded(t testing.TB, e *archive.Event) []byte {
	t.Helper()
	text, err := archive.Encode(e)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestAnArchiveIsReadAsItWasWritten(t *testing.T) {
	files := []archive.File{
		{Name: archive.EventFile, Body: encoded(t, cup())},
		{Name: archive.ReportFile, Body: []byte("012 Autumn cup\n")},
		{Name: archive.GamesFile, Body: []byte("1. 32-28 *\n")},
		{Name: "matches/2.mat", Body: []byte(" 7 point match\n")},
	}
	var read []archive.File
	e, err := archive.Read(packed(t, files...), func(f archive.File) error {
		read = append(read, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(cup(), e); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(files[1:], read); d != "" {
		t.Error(d)
	}
	tables, err := e.Tables()
	if err != nil || len(tables) != 1 || tables[0].Rows[0].Player != 1 || tables[0].Rows[0].Points != "1" || len(tables[0].Rows) != 4 {
		t.Errorf("%+v, %v", tables, err)
	}
}

func TestWhatAnEventCannotHave(t *testing.T) {
	for _, c := range []struct {
		name    string
		change  func(*archive.Event)
		problem string
	}{
		{"another format", func(e *archive.Event) { e.Format = "crownpost-event/2" }, `event.json: the format is "crownpost-event/2", not "crownpost-event/1"`},
		{"no name", func(e *archive.Event) { e.Name = "" }, "event.json: name: 0 characters, not 1 to 200"},
		{"a control character", func(e *archive.Event) { e.Description = "a\x00" }, "event.json: description: a control character"},
		{"a status that there is not", func(e *archive.Event) { e.Status = "lost" }, `event.json: status: there is no "lost"`},
		{"a system that there is not", func(e *archive.Event) { e.SystemOfPlay = "arena" }, `event.json: plan does not fit: format: there is no "arena"`},
		{"a player without a name", func(e *archive.Event) { e.Players[1].Name = "" }, "event.json: player 2: name: 0 characters, not 1 to 100"},
		{"a seat that nobody has", func(e *archive.Event) { e.Players[2].Seat = 5 }, "event.json: players: nobody has seat 3"},
		{"two players on a seat", func(e *archive.Event) { e.Players[0].Seat = 2; e.Players[3].Seat = 1 }, "event.json: player 1: seat 2 has another player since"},
		{"one who left and is there", func(e *archive.Event) { e.Players[3].Status = "active" }, "event.json: player 4: leftAt is the time at which somebody left"},
		{"a prohibition for nobody", func(e *archive.Event) { e.Plan.Forbidden[0][1] = 9 }, "event.json: plan: there is no player 9"},
		{"a tie-break that there is not", func(e *archive.Event) { e.Plan.TieBreaks = []string{"XY"} }, "tieBreaks"},
		{"a game of one", func(e *archive.Event) { e.Pairings[0].Black = 0 }, "event.json: pairing 1: a bye has one player, everything else two"},
		{"a game against oneself", func(e *archive.Event) { e.Pairings[0].Black = 1 }, "event.json: pairing 1: player 1 meets himself"},
		{"a game of somebody who waits", func(e *archive.Event) { e.Pairings[0].Black = 5 }, "event.json: pairing 1: a player without a seat"},
		{"a game of nobody", func(e *archive.Event) { e.Pairings[0].Black = 6 }, "event.json: pairing 1: players 1 and 6 of 5"},
		{"a game without a board", func(e *archive.Event) { e.Pairings[0].Board = 0 }, "event.json: pairing 1: round 1, board 0"},
		{"a board with two games", func(e *archive.Event) { e.Pairings[1].Board = 1 }, "event.json: pairing 2: its place is taken by an earlier one"},
		{"a result that there is not", func(e *archive.Event) { e.Pairings[0].Result = "2-0" }, `event.json: pairing 1: there is no result "2-0"`},
		{"a forfeit without a result", func(e *archive.Event) { e.Pairings[1].Result = "" }, "event.json: pairing 2: a forfeit without a result"},
		{"a log of something else", func(e *archive.Event) { e.Log[0].Act = "Created!" }, `event.json: log 1: "Created!" is no act`},
		{"an undoing of what was done later", func(e *archive.Event) { e.Log[2].Undoes = 3 }, "event.json: log 3: there is no entry 3 to be undone"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := cup()
			c.change(e)
			_, err := archive.Decode(encoded(t, e))
			var wrong *archive.Error
			if !errors.As(err, &wrong) || !strings.Contains(err.Error(), c.problem) {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestWhatIsNoArchive(t *testing.T) {
	event := archive.File{Name: archive.EventFile, Body: encoded(t, cup())}
	bomb := archive.File{Name: archive.GamesFile, Body: make([]byte, 17<<20)}
	damaged := packed(t, archive.File{Name: archive.EventFile, Body: bytes.Repeat([]byte("x"), 40)})
	damaged[45] ^= 0xff
	var stored bytes.Buffer
	w := zip.NewWriter(&stored)
	for range 2 {
		f, err := w.CreateHeader(&zip.FileHeader{Name: archive.ReportFile})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	for _, c := range []struct {
		name    string
		data    []byte
		problem string
	}{
		{"another file", []byte("012 Autumn cup\n"), "this is no zip file"},
		{"nothing", nil, "this is no zip file"},
		{"a zip of something else", packed(t, archive.File{Name: "../etc/passwd"}), "../etc/passwd: an archive has no such file"},
		{"a zip without the event", packed(t, archive.File{Name: archive.ReportFile}), "event.json: the archive has no such file"},
		{"a file twice", stored.Bytes(), "event.trf: the file is there twice"},
		{"a small file that becomes a great one", packed(t, event, bomb), "games.pdn: the file is too big"},
		{"a damaged file", damaged, "event.json: "},
		{"an unknown field", packed(t, archive.File{Name: archive.EventFile, Body: bytes.Replace(event.Body, []byte(`"site"`), []byte(`"place"`), 1)}), `unknown field "place"`},
		{"a later version", packed(t, archive.File{Name: archive.EventFile, Body: []byte(`{"format": "crownpost-event/2", "teams": []}`)}), `the format is "crownpost-event/2"`},
		{"two events", packed(t, archive.File{Name: archive.EventFile, Body: append(event.Body, '1')}), "there is more behind the event"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := archive.Read(c.data, func(archive.File) error { return nil })
			var wrong *archive.Error
			if !errors.As(err, &wrong) || !strings.Contains(err.Error(), c.problem) {
				t.Errorf("%v", err)
			}
		})
	}
}

// begun is an event of four whose first games have been won by White.
func begun(t testing.TB, plan director.Plan) *archive.Event {
	t.Helper()
	e := cup()
	e.Players, e.Pairings, e.Log = e.Players[:4], nil, nil
	e.Players[3].Status, e.Players[3].Left, e.Players[3].LeftAt = "active", 0, nil
	d := director.Event{Plan: plan}
	for i := range e.Players {
		d.Players = append(d.Players, director.Player{ID: int64(i + 1), Status: "entered"})
	}
	d, err := d.Start([]int{0, 1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	step, err := d.Next()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range step.Pairings {
		e.Pairings = append(e.Pairings, archive.Pairing{
			Stage: p.Stage, Round: p.Round, Board: p.Board, White: int(p.White), Black: int(p.Black), Kind: p.Kind, Result: "1-0", Created: noon,
		})
	}
	e.SystemOfPlay, e.Plan = plan.Format, d.Plan
	return e
}

// Whatever is taken for an event has standings and a next step, or an error.
func FuzzDecode(f *testing.F) {
	f.Add(encoded(f, cup()))
	for _, plan := range []director.Plan{
		{Format: director.RoundRobin},
		{Format: director.Knockout, Bracket: &bracket.Plan{ThirdPlace: true}},
		{Format: director.DoubleElimination, Bracket: &bracket.Plan{Reset: true}},
		{Format: director.Groups, Groups: &groups.Plan{Sections: 2, Advance: 1, Final: groups.Knockout}},
	} {
		f.Add(encoded(f, begun(f, plan)))
	}
	f.Add([]byte(`{"format":"crownpost-event/1"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := archive.Decode(data)
		if err != nil {
			return
		}
		if _, err := e.Director().Next(); err != nil {
			return
		}
		again, err := archive.Decode(encoded(t, e))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(e, again); d != "" {
			t.Error(d)
		}
	})
}
