package api

import (
	"net/http"
	"strings"
	"testing"

	"crownpost/rules/correspondence"
)

// leaveOf is what the terms of an event say of leave, empty for nothing.
func leaveOf(page string) string {
	_, text, found := strings.Cut(page, "<dt>Leave</dt><dd>")
	if !found {
		return ""
	}
	text, _, _ = strings.Cut(text, "</dd>")
	return text
}

func TestAnEventSaysItsRuleOfLeaveBeforeOneEnters(t *testing.T) {
	const (
		allowed = "allowed: it stops a player’s clock"
		none    = "none: the clocks run on"
	)
	s := newSite(t)
	anna := s.browser("Anna")
	for _, c := range []struct {
		name, want string
		changes    []string
	}{
		{"nothing was chosen", allowed, nil},
		{"leave is forbidden", none, []string{"leave", "none"}},
		{"the time of a round, which leave does not move", allowed + "; it never moves the deadline of a round", []string{"roundTime", "30d"}},
		{"no leave and the time of a round", none, []string{"leave", "none", "roundTime", "30d"}},
		{"turns of less than a day know no leave", none, []string{"clock", "custom", "customClock", "fischer 8h+1h"}},
		{"a ladder", allowed, []string{"format", "ladder"}},
		{"a ladder without leave", none, []string{"format", "ladder", "leave", "none"}},
		{"over the board there are no clocks", "", []string{"overBoard", "yes", "leave", "none"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := anna.post("/tournaments", newEvent(c.changes...)).want(t, http.StatusSeeOther).header.Get("Location")
			page := s.visitor().get(path).want(t, http.StatusOK)
			if got := leaveOf(page.body); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			_, id, _ := strings.Cut(path, "/tournaments/")
			chosen := strings.Contains(anna.get("/tournaments/new?from="+id).want(t, http.StatusOK).body, `<option value="none" selected>none: the clocks run on`)
			if forbidden := s.event(path)["noLeave"]; forbidden != chosen {
				t.Errorf("as JSON leave is forbidden: %v; in the form of another one: %v", forbidden, chosen)
			}
		})
	}
}

func TestWhyTheEndOfAnEventIsOpen(t *testing.T) {
	s := newSite(t)
	anna := s.browser("Anna")
	budget := []string{"clock", "custom", "customClock", "total 20d", "starts", s.Now().Add(correspondence.Day).Format(momentLayout)}
	for _, c := range []struct {
		name, want string
		changes    []string
	}{
		{"leave can stop the budgets", "not fixed: leave can stop the clocks", budget},
		{"it is not known when it starts", "told once it starts", []string{"clock", "custom", "customClock", "total 20d", "roundTime", "30d", "unfinished", "forfeit"}},
		{"budgets without leave, and no start", "told once it starts", []string{"clock", "custom", "customClock", "total 20d", "leave", "none"}},
		{"each move has its time", "not fixed: each move has its time", nil},
		{"each move has its time, without leave", "not fixed: each move has its time", []string{"leave", "none"}},
		{"budgets without leave have an end", "<dt>Ends at the latest</dt><dd><time", append(budget[:6:6], "leave", "none")},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := anna.post("/tournaments", newEvent(c.changes...)).want(t, http.StatusSeeOther).header.Get("Location")
			s.visitor().get(path).want(t, http.StatusOK).shows(t, c.want)
		})
	}
}

func TestASiteWithoutLeaveSaysNothingOfIt(t *testing.T) {
	s := newSite(t)
	s.Play.LeaveDays = 0
	anna := s.browser("Anna")
	path := anna.post("/tournaments", newEvent("clock", "custom", "customClock", "total 20d", "starts", s.Now().Add(correspondence.Day).Format(momentLayout))).want(t, http.StatusSeeOther).header.Get("Location")
	page := s.visitor().get(path).want(t, http.StatusOK).shows(t, "<dt>Ends at the latest</dt><dd><time")
	if got := leaveOf(page.body); got != "" {
		t.Errorf("its terms say %q", got)
	}
	if s.event(path)["latestEnd"] == nil {
		t.Error("programs are told no latest end")
	}
}

func TestAGameSaysThatItsEventForbidsLeave(t *testing.T) {
	s := newSite(t)
	people := s.crowd("Anna", "Bert")
	for rule, says := range map[string]bool{"allowed": false, "none": true} {
		path := people["Anna"].post("/tournaments", newEvent("leave", rule)).want(t, http.StatusSeeOther).header.Get("Location")
		for _, c := range people {
			c.post(path+"/enter", nil).want(t, http.StatusSeeOther)
		}
		people["Anna"].post(path+"/start", nil).want(t, http.StatusSeeOther)
		game := s.visitor().get("/games/"+number(gamesOf(s.event(path))[0]["id"])).want(t, http.StatusOK)
		if strings.Contains(game.body, ">no leave</a>") != says {
			t.Errorf("leave is %s; the game says that there is none: %v", rule, !says)
		}
	}
}
