package play

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/api/store/storetest"
	"crownpost/rating"
	"crownpost/rules"
)

// summary is a report in short.
func summary(r *ListReport) string {
	text := fmt.Sprintf("%d lines, %d stored; given", r.Lines, r.Stored)
	for _, l := range r.Given {
		text += " " + l.Name
	}
	text += "; same"
	for _, l := range r.Same {
		text += " " + l.Name
	}
	text += "; left"
	for _, l := range r.Left {
		text += fmt.Sprintf(" %d:%s:%s", l.Line, l.Name, l.Why)
	}
	return text
}

func TestARatingListIsImported(t *testing.T) {
	c := newClub(t, "anna", "bert", "carl", "dora")
	anna, bert, carl := c.people["anna"], c.people["bert"], c.people["carl"]
	c.write(func(tx *store.Tx) error { c.rated(tx, "international", bert, carl, rules.White); return nil })
	ctx := t.Context()
	list := []byte("id;name;rating\n1;ANNÀ;1850.5\n2;Bert;1700\n3;Nobody, At All;1600\n4;dora;1500\n5;Dora;1501\n")
	for _, step := range []struct{ name, want string }{
		{"for the first time", "5 lines, 5 stored; given ANNÀ; same; left 3:Bert:rated 4:Nobody, At All:unknown 5:dora:twice 6:Dora:twice"},
		{"and again", "5 lines, 0 stored; given; same ANNÀ; left 3:Bert:rated 4:Nobody, At All:unknown 5:dora:twice 6:Dora:twice"},
	} {
		report, err := c.ImportRatingList(ctx, 0, "international", list)
		if err != nil {
			t.Fatal(err)
		}
		if got := summary(report); got != step.want {
			t.Errorf("%s: %s, want %s", step.name, got, step.want)
		}
	}
	if got := c.rating("international", anna); got != 1_850_500 {
		t.Errorf("anna has %d", got)
	}
	listed, err := c.Store.Read(ctx).ListedRating("international", account.NameKey("nobody, at all"))
	if err != nil || listed.Rating != 1_600_000 || listed.ListID != "3" {
		t.Errorf("%+v, %v", listed, err)
	}
	// What she has from the list is where her first game begins.
	var game int64
	c.write(func(tx *store.Tx) error { game = c.rated(tx, "international", anna, bert, rules.Black); return nil })
	rows, err := c.Store.Read(ctx).GameChanges(game)
	if err != nil || rows[0].Before != 1_850_500 || rows[1].OpponentBefore != 1_850_500 {
		t.Errorf("%+v, %v", rows, err)
	}
	report, err := c.ImportRatingList(ctx, 0, "international", []byte("1,anna,1900"))
	if err != nil || summary(report) != "1 lines, 1 stored; given; same; left 1:anna:rated" {
		t.Errorf("%+v, %v", report, err)
	}
}

func TestTheSameListTwiceChangesNothing(t *testing.T) {
	if os.Getenv(storetest.PostgresVariable) != "" {
		t.Skip("dumps are of SQLite")
	}
	c := newClub(t, "anna", "bert")
	list := []byte("1,anna,1850\n2,bert,1700\n3,somebody,1600\n")
	do := func() map[string]string {
		if _, err := c.ImportRatingList(t.Context(), 0, "backgammon", list); err != nil {
			t.Fatal(err)
		}
		return storetest.Dump(t, c.Store)
	}
	before := do()
	c.pass(1000)
	if d := cmp.Diff(before, do()); d != "" {
		t.Errorf("-before +after:\n%s", d)
	}
}

func TestWhatIsNoRatingListIsRefused(t *testing.T) {
	c := newClub(t, "anna", "bert")
	anna := c.people["anna"]
	for name, step := range map[string]struct {
		by         int64
		pool, list string
		field      string
		want       error
	}{
		"a player's":              {anna, "international", "1,anna,1850", "", ErrForbidden},
		"of no pool":              {0, "chess", "1,anna,1850", "pool", nil},
		"with a wrong line":       {0, "international", "1,anna,1850\n2,bert,x", "list", nil},
		"with two wrong lines":    {0, "international", "1,anna,1850\n2,bert,x\n3,,1", "list", nil},
		"that is no text but has": {0, "international", "1,anna,1850\n\x00", "list", nil},
	} {
		_, err := c.ImportRatingList(t.Context(), step.by, step.pool, []byte(step.list))
		bad := account.Invalids(err)
		if step.want != nil && !errors.Is(err, step.want) || step.field != "" && (len(bad) != 1 || bad[0].Field != step.field || bad[0].Message == "") {
			t.Errorf("%s: %v", name, err)
		}
		if _, is := errors.AsType[rating.ListErrors](err); is != (step.field == "list") {
			t.Errorf("%s: its errors are not told: %v", name, err)
		}
	}
	if _, err := c.Store.Read(t.Context()).Rating(anna, "international"); !isNotFound(err) {
		t.Errorf("something was imported: %v", err)
	}
	c.write(func(tx *store.Tx) error {
		a, err := tx.Account(anna)
		if err != nil {
			return err
		}
		a.Role = store.Admin
		return tx.UpdateAccount(a)
	})
	if report, err := c.ImportRatingList(t.Context(), anna, "international", []byte("1,bert,1850")); err != nil || len(report.Given) != 1 {
		t.Errorf("an administrator: %+v, %v", report, err)
	}
}
