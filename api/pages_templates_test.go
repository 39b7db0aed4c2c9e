package api

import (
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestTemplatesOnThePages(t *testing.T) {
	s := newSite(t)
	anna, bert := s.browser("Anna"), s.browser("Bert")
	const list = "/tournaments/templates"
	anna.get(list).want(t, 200).shows(t, "None yet", "FIDE Swiss, 7 rounds", "Club round robin")
	s.visitor().get(list).want(t, 303)

	swiss := newEvent("format", "swiss", "rounds", "5", "halfByes", "2", "tieBreakSet", "own", "tieBreaks", "SB WIN", "template", "Mondays", "starts", "2027-01-01T10:00")
	anna.post(list, swiss).want(t, 303, list)
	anna.post(list, newEvent("name", "ab", "template", "Bad")).want(t, 422).shows(t, "A name has 3 to 80 characters.", `value="Bad"`)
	anna.get(list).want(t, 200).shows(t, "Mondays", "Swiss", "The template is saved.")
	bert.get(list).want(t, 200).shows(t, "None yet")

	page := anna.get("/tournaments/new?use=1").want(t, 200)
	form := untouched(t, page.body)
	for field, want := range map[string]string{"name": "Spring open", "format": "swiss", "rounds": "5", "halfByes": "2", "tieBreakSet": "own", "tieBreaks": "SB WIN", "starts": "", "template": "Mondays"} {
		if got := form.Get(field); got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
	bert.get("/tournaments/new?use=1").want(t, 404)
	event := anna.post("/tournaments", form).want(t, 303).header.Get("Location")

	// Another one like it, by anybody.
	form = untouched(t, bert.get("/tournaments/new?from="+strings.TrimPrefix(event, "/tournaments/")).want(t, 200).body)
	if form.Get("rounds") != "5" || form.Get("tieBreaks") != "SB WIN" || form.Get("format") != "swiss" {
		t.Errorf("another one is %v", form)
	}
	bert.post("/tournaments", form).want(t, 303)
	bert.get("/tournaments/new?from=99").want(t, 404)

	anna.post(list+"/1/rename", url.Values{"template": {"Tuesdays"}}).want(t, 303, list)
	anna.get(list).want(t, 200).shows(t, "Tuesdays", "The template has a new name.")
	anna.post(list+"/1/rename", url.Values{"template": {""}}).want(t, 422).shows(t, "A name has 1 to 80 characters.")
	anna.post(list+"/1/series", url.Values{"every": {"7d"}, "next": {"never"}, "lead": {"2"}}).want(t, 422).shows(t, "Write the moment like 2027-03-28 18:00.", `value="2"`)
	next := s.Now().Add(24 * time.Hour)
	anna.post(list+"/1/series", url.Values{"every": {"7d"}, "next": {next.Format(momentLayout)}, "lead": {"2"}}).want(t, 303, list)
	anna.get(list).want(t, 200).shows(t, "A series, every 7 days.", "and starts 2 days later")
	s.clock.pass(25 * time.Hour)
	s.runTasks()
	anna.get("/session?next="+url.QueryEscape(list)).want(t, 303, list)
	anna.get(list).want(t, 200).shows(t, "Spring open 1")
	s.visitor().get("/tournaments").want(t, 200).shows(t, "Spring open 1")
	s.clock.pass(7 * 24 * time.Hour)
	s.runTasks()
	anna.get("/session?next="+url.QueryEscape(list)).want(t, 303, list)
	made, err := s.Store.Read(t.Context()).SeriesTournaments(1)
	if err != nil || len(made) != 2 {
		t.Fatal(err, made)
	}
	s.visitor().get("/tournaments/"+itoa(made[0].ID)).want(t, 200).shows(t, "Others of this series:", "Spring open 1", "/tournaments/new?from=")
	anna.post(list+"/1/series", url.Values{"every": {""}}).want(t, 303, list)
	if page := anna.get(list).want(t, 200); strings.Contains(page.body, "A series, every") {
		t.Error("the series goes on")
	}
	anna.get(list+"/1/delete").want(t, 303, list)
	anna.post(list+"/1/delete", nil).want(t, 303, list)
	anna.post(list+"/1/delete", nil).want(t, 404)
	anna.get(list).want(t, 200).shows(t, "None yet")
}

func TestTheFormTellsHowLongAnEventCanLast(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	for _, c := range []struct{ name, query, want string }{
		{"everybody at once", "format=round-robin&expected=10", "<dd>9</dd>"},
		{"a round with a time", "format=swiss&rounds=5&roundTime=30d&unfinished=forfeit", "<dd>150 days</dd>"},
		{"budgets, which leave can stop", "format=swiss&rounds=5&clock=custom&customClock=total+20d", "leave can stop the clocks"},
		{"budgets without leave", "format=swiss&rounds=5&clock=custom&customClock=total+20d&leave=none", "<dd>200 days</dd>"},
		{"a time for each move, without leave", "format=swiss&rounds=5&leave=none", "choose a budget for all moves"},
		{"more players", "format=swiss&expected=64", `placeholder="7"`},
		{"too few for what is asked", "format=groups&sectionSize=8&advance=1&final=knockout&expected=4", "With this number of players it cannot be played"},
	} {
		t.Run(c.name, func(t *testing.T) { anna.get("/tournaments/new?"+c.query).want(t, 200).shows(t, c.want) })
	}
	if page := anna.get("/tournaments/new?format=swiss&rounds=many").want(t, 200); strings.Contains(page.body, "At the latest") {
		t.Error("a number that cannot be read lasts some time")
	}
	if page := anna.get("/tournaments/new?format=ladder").want(t, 200); strings.Contains(page.body, "At the latest") {
		t.Error("a ladder ends")
	}
}
