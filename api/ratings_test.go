package api

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"crownpost/api/account"
	"crownpost/api/store"
)

// rita makes an administrator, and returns her browser.
func rita(t *testing.T, s *testSite) *client {
	t.Helper()
	c := s.browser("Rita")
	a, err := s.Store.Read(t.Context()).AccountByName(account.NameKey("Rita"))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Play.SetRole(t.Context(), a.ID, store.Admin); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAnAdministratorImportsARatingList(t *testing.T) {
	s := newSite(t)
	admin, anna := rita(t, s), s.browser("Anna")
	if a := anna.get("/settings"); strings.Contains(a.body, "/admin/ratings") {
		t.Error("a player is led to the import")
	}
	if a := admin.get("/settings"); !strings.Contains(a.body, `href="/admin/ratings"`) {
		t.Error("an administrator is not led to the import")
	}
	if a := anna.get("/admin/ratings"); a.status != http.StatusForbidden {
		t.Errorf("a player sees it: %d", a.status)
	}
	if a := admin.get("/admin/ratings"); a.status != http.StatusOK {
		t.Fatalf("%d\n%s", a.status, a.body)
	}
	a := admin.post("/admin/ratings", url.Values{"pool": {"international"}, "list": {"id,name,rating\n1,anna,1850\n2,Nobody,1700"}})
	for _, part := range []string{"2 players are on the list.", "1 account got its starting rating.", "No account has this name", "<bdi>Nobody</bdi>"} {
		if a.status != http.StatusOK || !strings.Contains(a.body, part) {
			t.Errorf("%d, without %q:\n%s", a.status, part, a.body)
		}
	}
	if a := anna.get("/players/Anna"); !strings.Contains(a.body, "1850") {
		t.Errorf("her page does not have the rating:\n%s", a.body)
	}
	wrong := admin.post("/admin/ratings", url.Values{"pool": {"international"}, "list": {"1,anna,1850\n2,Nobody,high"}})
	if wrong.status != http.StatusUnprocessableEntity || !strings.Contains(wrong.body, "Line 2, column 10") || !strings.Contains(wrong.body, "2,Nobody,high") {
		t.Errorf("%d\n%s", wrong.status, wrong.body)
	}
}

func TestARatingListIsUploaded(t *testing.T) {
	s := newSite(t)
	admin := rita(t, s)
	s.browser("Anna")
	const head = "--x\r\nContent-Disposition: form-data; name=\"pool\"\r\n\r\ncheckers\r\n" +
		"--x\r\nContent-Disposition: form-data; name=\"list\"\r\n\r\n\r\n" +
		"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"list.csv\"\r\nContent-Type: text/csv\r\n\r\n"
	a := admin.do("POST", "/admin/ratings", "multipart/form-data; boundary=x", head+"\xef\xbb\xbf1;Anna;1850\r\n--x--\r\n")
	if a.status != http.StatusOK || !strings.Contains(a.body, "1 account got its starting rating.") {
		t.Errorf("%d\n%s", a.status, a.body)
	}
	if a := admin.do("POST", "/admin/ratings", "multipart/form-data; boundary=x", head+"1;Ann\xe4;1850\r\n--x--\r\n"); a.status != http.StatusUnprocessableEntity {
		t.Errorf("Latin-1: %d\n%s", a.status, a.body)
	}
}
