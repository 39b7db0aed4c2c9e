package api

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// The desk and the log of a draw name its rounds as its own page does.
func TestRoundsOfDrawsHaveNames(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	anna := s.browser("Anna")
	cup, _ := s.boardEvent("Anna", 4, knockoutPlan())
	at := fmt.Sprintf("/tournaments/%d", cup)
	body := anna.get(at+"/desk").want(t, http.StatusOK).body
	if !strings.Contains(body, `<a href="`+at+`/desk?round=1">Semi-finals</a>`) || strings.Contains(body, ">Final<") || strings.Contains(body, "Round 1") {
		t.Errorf("the first round:\n%s", body)
	}
	results := url.Values{"act": {"results"}, "round": {"0"}, "reason": {"as played"}}
	for match := 1; match <= 2; match++ {
		for _, p := range s.pairingsIn(cup, match) {
			results.Set(fmt.Sprintf("result-%d", p.ID), "1-0")
			results.Set(fmt.Sprintf("was-%d", p.ID), "")
		}
	}
	anna.post(at+"/desk", results).want(t, http.StatusSeeOther)
	s.clock.pass(time.Minute)
	s.proceed(cup)
	body = anna.get(at+"/desk?round=2").want(t, http.StatusOK).body
	if !strings.Contains(body, "<strong>Final</strong>") || strings.Count(body, `class="visually-hidden" for="result-`) != 1 {
		t.Errorf("the second round:\n%s", body)
	}
	if body := anna.get(at).want(t, http.StatusOK).body; !strings.Contains(body, "Began: Final.") {
		t.Errorf("the log:\n%s", body)
	}
	if body := anna.get("/api/v1"+at+"/log").want(t, http.StatusOK).body; !strings.Contains(body, "Began: Final.") {
		t.Errorf("the log for programs:\n%s", body)
	}
}
