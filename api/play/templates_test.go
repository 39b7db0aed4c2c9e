package play

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rules/correspondence"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
	"crownpost/tournament/groups"
	"crownpost/tournament/ladder"
)

// cup is a form of a tournament.
func cup(name string) TournamentInput {
	return TournamentInput{
		Name: name, Description: "Every week.", Variant: "international", Control: "per-move 3d", Rated: true,
		Format: director.RoundRobin, Plan: director.Plan{Cycles: 1, AtOnce: true}, MaxPlayers: 8,
	}
}

func (c *club) template(owner, name string, in TournamentInput) int64 {
	c.t.Helper()
	id, err := c.SaveTemplate(context.Background(), c.people[owner], name, in)
	if err != nil {
		c.t.Fatal(err)
	}
	return id
}

// series lists what a template has made, the oldest first, with the days from
// the beginning to the start.
func (c *club) series(id int64, from time.Time) string {
	c.t.Helper()
	made, err := c.Store.Read(context.Background()).SeriesTournaments(id)
	if err != nil {
		c.t.Fatal(err)
	}
	var texts []string
	for _, t := range made {
		text := t.Name
		if !t.StartsAt.IsZero() {
			text += fmt.Sprintf(" on day %g", t.StartsAt.Sub(from).Hours()/24)
		}
		texts = append(texts, text)
	}
	slices.Reverse(texts)
	return strings.Join(texts, ", ")
}

// runSeries does the tasks of series that are due, each twice, as a server does
// that stops between a task and its mark.
func (c *club) runSeries() {
	c.t.Helper()
	ctx := context.Background()
	tasks, err := c.Store.Read(ctx).DueTasks(c.Now(), 100)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, task := range tasks {
		if task.Kind != TaskSeries {
			continue
		}
		for range 2 {
			if err := c.Tasks()[task.Kind](ctx, task.Payload); err != nil {
				c.t.Fatal(err)
			}
		}
		if err := c.Store.Write(ctx, func(tx *store.Tx) error { return tx.DeleteTask(task.ID) }); err != nil {
			c.t.Fatal(err)
		}
	}
}

func TestATemplateKeepsAForm(t *testing.T) {
	c := newClub(t, "Anna", "Bert")
	ctx, anna, bert := context.Background(), c.people["Anna"], c.people["Bert"]
	in := cup("Club cup")
	in.CheckIn, in.StartsAt, in.NoLeave = time.Hour, c.Now().Add(time.Hour), true
	id := c.template("Anna", " Mondays ", in)
	read := c.Store.Read(ctx)
	kept := func() TemplateSettings {
		t.Helper()
		row, err := read.Template(id)
		if err != nil || row.Name != "Mondays" && row.Name != "Tuesdays" {
			t.Fatal(err, row)
		}
		kept, err := ReadTemplate(row)
		if err != nil {
			t.Fatal(err)
		}
		return kept
	}
	if k := kept(); k.Name != "Club cup" || k.CheckIn != time.Hour || !k.NoLeave || !k.StartsAt.IsZero() || !k.Plan.AtOnce || k.Format != director.RoundRobin {
		t.Errorf("kept %+v", k)
	}
	in.Description = "Every fortnight."
	if again := c.template("Anna", "Mondays", in); again != id || kept().Description != "Every fortnight." {
		t.Errorf("saved once more under its name it is %d with %q", again, kept().Description)
	}
	other := c.template("Anna", "Fridays", in)
	if err := c.RenameTemplate(ctx, anna, other, "Mondays"); len(account.Invalids(err)) != 1 {
		t.Errorf("two templates of one name: %v", err)
	}
	if err := c.RenameTemplate(ctx, anna, id, "Tuesdays"); err != nil || kept().Name != "Club cup" {
		t.Error(err)
	}
	for what, err := range map[string]error{
		"renamed": c.RenameTemplate(ctx, bert, id, "Mine"), "deleted": c.RemoveTemplate(ctx, bert, id),
		"a series": c.SetSeries(ctx, bert, id, SeriesInput{Every: MinEvery, Next: c.Now().Add(time.Hour)}),
	} {
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a template of somebody else is %s: %v", what, err)
		}
	}
	if err := c.RemoveTemplate(ctx, anna, id); err != nil {
		t.Error(err)
	}
	if own, err := read.Templates(anna); err != nil || len(own) != 1 {
		t.Errorf("%d templates are left, %v", len(own), err)
	}
	bad := cup("x")
	if _, err := c.SaveTemplate(ctx, anna, "Bad", bad); len(account.Invalids(err)) != 1 {
		t.Errorf("a form that would be refused is kept: %v", err)
	}
	if _, err := c.SaveTemplate(ctx, anna, " ", in); len(account.Invalids(err)) != 1 {
		t.Errorf("a template without a name: %v", err)
	}
	for i := 1; i < MaxTemplates; i++ {
		c.template("Anna", fmt.Sprint("Number ", i), in)
	}
	if _, err := c.SaveTemplate(ctx, anna, "One more", in); !errors.Is(err, ErrTooMany) {
		t.Errorf("template %d: %v", MaxTemplates+1, err)
	}
}

func TestASeriesMakesItsTournaments(t *testing.T) {
	const week = 7 * correspondence.Day
	for _, c := range []struct {
		name string
		lead time.Duration
		// days are those after the first announcement on which somebody looks.
		days []float64
		want string
	}{
		{"each at its time, once", 2 * correspondence.Day, []float64{0, 0, 1, 7, 8, 14}, "Cup 1 on day 2, Cup 2 on day 9, Cup 3 on day 16"},
		{"without an hour to start at", 0, []float64{0, 7}, "Cup 1, Cup 2"},
		{"not before its time", week, []float64{-0.1, 6.9}, "Cup 1 on day 7"},
		{"one for all that were missed", 3 * correspondence.Day, []float64{0, 29, 34, 35}, "Cup 1 on day 3, Cup 2 on day 31, Cup 3 on day 38"},
		{"the next one when the last that was missed has begun", 1 * correspondence.Day, []float64{0, 30, 35, 42}, "Cup 1 on day 1, Cup 2 on day 36, Cup 3 on day 43"},
	} {
		t.Run(c.name, func(t *testing.T) {
			club := newClub(t, "Anna")
			id := club.template("Anna", "Cup", cup("Cup"))
			first := club.Now().Add(correspondence.Day)
			if err := club.SetSeries(context.Background(), club.people["Anna"], id, SeriesInput{Every: week, Next: first, Lead: c.lead}); err != nil {
				t.Fatal(err)
			}
			for _, day := range c.days {
				club.pass(first.Add(time.Duration(day * float64(correspondence.Day))).Sub(club.Now()))
				club.runSeries()
			}
			if got := club.series(id, first); got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}

func TestASeriesEnds(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(c *club, id int64) error
	}{
		{"when its owner says so", func(c *club, id int64) error {
			return c.SetSeries(context.Background(), c.people["Anna"], id, SeriesInput{})
		}},
		{"with its template", func(c *club, id int64) error {
			return c.RemoveTemplate(context.Background(), c.people["Anna"], id)
		}},
		{"with its owner's account", func(c *club, id int64) error { return c.CloseUser(context.Background(), c.people["Anna"]) }},
		{"when it cannot be made any more", func(c *club, id int64) error {
			return c.Store.Write(context.Background(), func(tx *store.Tx) error {
				t, err := tx.TemplateForUpdate(id)
				if err != nil {
					return err
				}
				t.Settings = strings.ReplaceAll(t.Settings, "international", "forgotten")
				return tx.UpdateTemplate(t)
			})
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			club := newClub(t, "Anna")
			id := club.template("Anna", "Cup", cup("Cup"))
			first := club.Now().Add(time.Hour)
			if err := club.SetSeries(context.Background(), club.people["Anna"], id, SeriesInput{Every: MinEvery, Next: first, Lead: MinEvery}); err != nil {
				t.Fatal(err)
			}
			club.pass(time.Hour)
			club.runSeries()
			if err := c.end(club, id); err != nil {
				t.Fatal(err)
			}
			for range 3 {
				club.pass(MinEvery)
				club.runSeries()
			}
			if got := club.series(id, first); got != "Cup 1 on day 1" {
				t.Errorf("made %s", got)
			}
			if row, err := club.Store.Read(context.Background()).Template(id); err == nil && row.Every != 0 {
				t.Error("the series goes on")
			}
		})
	}
}

func TestASeriesMovesToAnotherTime(t *testing.T) {
	c := newClub(t, "Anna")
	ctx, anna := context.Background(), c.people["Anna"]
	id := c.template("Anna", "Cup", cup("Cup"))
	first := c.Now().Add(time.Hour)
	for _, next := range []time.Time{first, first.Add(2 * time.Hour)} {
		if err := c.SetSeries(ctx, anna, id, SeriesInput{Every: MinEvery, Next: next, Lead: MinEvery}); err != nil {
			t.Fatal(err)
		}
	}
	c.pass(time.Hour)
	c.runSeries()
	if got := c.series(id, first); got != "" {
		t.Errorf("made at the old time: %s", got)
	}
	// A new form keeps the times.
	in := cup("Great cup")
	c.template("Anna", "Cup", in)
	c.pass(2 * time.Hour)
	c.runSeries()
	if got := c.series(id, first.Add(2*time.Hour)); got != "Great cup 1 on day 1" {
		t.Errorf("made %s", got)
	}
}

func TestASeriesThatIsRefused(t *testing.T) {
	c := newClub(t, "Anna")
	ctx, anna := context.Background(), c.people["Anna"]
	checked := cup("Cup")
	checked.CheckIn = time.Hour
	endless := cup("Ladder")
	endless.Format, endless.Plan = director.Ladder, director.Plan{Ladder: &ladder.Rules{Reach: 3}}
	plain, early, ladder := c.template("Anna", "Plain", cup("Cup")), c.template("Anna", "Checked", checked), c.template("Anna", "Ladder", endless)
	soon := c.Now().Add(time.Hour)
	for _, r := range []struct {
		name  string
		id    int64
		in    SeriesInput
		field string
	}{
		{"twice a day", plain, SeriesInput{Every: 12 * time.Hour, Next: soon}, "every"},
		{"once in two years", plain, SeriesInput{Every: 2 * MaxEvery, Next: soon}, "every"},
		{"begun in the past", plain, SeriesInput{Every: MinEvery, Next: c.Now()}, "next"},
		{"begun after years", plain, SeriesInput{Every: MinEvery, Next: soon.Add(MaxEvery)}, "next"},
		{"announced too early", plain, SeriesInput{Every: MinEvery, Next: soon, Lead: 2 * MaxLead}, "lead"},
		{"a check-in before no hour", early, SeriesInput{Every: MinEvery, Next: soon}, "lead"},
		{"a ladder", ladder, SeriesInput{Every: MinEvery, Next: soon}, "every"},
	} {
		bad := account.Invalids(c.SetSeries(ctx, anna, r.id, r.in))
		if len(bad) != 1 || bad[0].Field != r.field || bad[0].Message == "" {
			t.Errorf("%s: %v, want %s", r.name, bad, r.field)
		}
	}
}

func TestNamesOfASeriesAreNumbered(t *testing.T) {
	long := strings.Repeat("ö", maxTitle)
	for _, c := range []struct {
		name string
		n    int
		want string
	}{
		{"Club cup", 12, "Club cup 12"},
		{long, 3, strings.Repeat("ö", maxTitle-2) + " 3"},
	} {
		if got := numbered(c.name, c.n); got != c.want {
			t.Errorf("%q", got)
		}
	}
}

func TestAnotherOneLikeIt(t *testing.T) {
	c := newClub(t, "Anna", "Bert", "Carl", "Dora", "Emil")
	ctx := context.Background()
	terms := map[bracket.Stage][]bracket.Terms{bracket.Main: {{Games: 2, Parallel: true, Extra: 1}}}
	for _, in := range []TournamentInput{
		cup("Round robin"),
		{Name: "Swiss", Variant: "checkers", Control: "per-move 1d", Format: director.Swiss, Plan: director.Plan{Rounds: 3, HalfByes: 1, TieBreaks: []string{"SB"}},
			MaxPlayers: 30, Seating: store.SeatRandomly, WaitingList: true, StartWhenFull: true, MinGames: 0, RoundTime: 20 * correspondence.Day,
			Unfinished: store.DrawToPair, NoLeave: true, RatingMode: store.RateEvent, Rated: true, Beginning: Beginning{Opening: "3-move"}, BallotPer: store.BallotPerPairing},
		{Name: "Knockout", Variant: "international", Control: "per-move 1d", Format: director.Knockout, MaxPlayers: 30,
			Plan: director.Plan{Drawn: true, Bracket: &bracket.Plan{Terms: terms}}},
		{Name: "Progressive", Variant: "backgammon", Control: "per-move 1d", Format: director.Progressive, MaxPlayers: 30, Beginning: Beginning{Length: 7},
			Plan: director.Plan{Bracket: &bracket.Plan{Terms: map[bracket.Stage][]bracket.Terms{bracket.Consolation: {{Points: 5}}}}}},
		{Name: "Groups", Variant: "international", Control: "per-move 1d", Format: director.Groups, MaxPlayers: 30, Beginning: Beginning{Pair: true},
			Plan: director.Plan{SectionSize: 3, Groups: &groups.Plan{Advance: 1, Final: groups.Knockout}, Bracket: &bracket.Plan{Terms: terms}}},
		{Name: "Over the board", Variant: "international", Format: director.Swiss, Plan: director.Plan{Rounds: 3}, MaxPlayers: 30, OverBoard: true},
	} {
		t.Run(in.Name, func(t *testing.T) {
			id, err := c.CreateTournament(ctx, c.people["Anna"], in)
			if err != nil {
				t.Fatal(err)
			}
			before := c.input(id)
			for _, name := range []string{"Anna", "Bert", "Carl", "Dora", "Emil"} {
				if err := c.EnterTournament(ctx, c.people[name], id, ""); err != nil {
					t.Fatal(err)
				}
			}
			if err := c.StartTournament(ctx, c.people["Anna"], id); err != nil {
				t.Fatal(err)
			}
			after := c.input(id)
			if !reflect.DeepEqual(after, before) {
				t.Errorf("after the start it is like\n%+v\nwant\n%+v", after, before)
			}
			if _, err := c.CreateTournament(ctx, c.people["Anna"], c.input(id)); err != nil {
				t.Errorf("another one: %v", err)
			}
		})
	}
}

// input is what the organiser of a tournament asked for.
func (c *club) input(id int64) TournamentInput {
	c.t.Helper()
	t, err := c.Store.Read(context.Background()).Tournament(id)
	if err != nil {
		c.t.Fatal(err)
	}
	in, err := InputOf(&t.Tournament)
	if err != nil {
		c.t.Fatal(err)
	}
	return in
}
