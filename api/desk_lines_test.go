package api

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"crownpost/api/account"
)

// Players are brought in by lines: name; rating; federation; title.
func TestListsOfPlayers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, text string
		want       []person
		wrong      string // the line that is refused
	}{
		{"nobody stands on empty lines", "\n  \r\n;;;\n ; ; \n", nil, ""},
		{"a name is enough", "Anna Berg", []person{{Name: "Anna Berg"}}, ""},
		{"lines end as any system ends them", "Anna\r\nBert\nCarol", []person{{Name: "Anna"}, {Name: "Bert"}, {Name: "Carol"}}, ""},
		{"all four fields, with spaces around", " Anna ; 1850 ; NED ; MF ", []person{{Name: "Anna", Rating: 1850, Federation: "NED", Title: "MF"}}, ""},
		{"fields between can be left out", "Anna;;;GM\nBert;1500", []person{{Name: "Anna", Title: "GM"}, {Name: "Bert", Rating: 1500}}, ""},
		{"a comma belongs to the name", "Berg, Anna; 1700", []person{{Name: "Berg, Anna", Rating: 1700}}, ""},
		{"a rating is a number", "Anna; 1850\n Bert; strong ", nil, "Bert; strong"},
		{"a rating has no decimals", "Anna; 1850.5", nil, "Anna; 1850.5"},
		{"a rating is not of any size", "Anna; 99999999999999999999", nil, "Anna; 99999999999999999999"},
		{"nobody is without a name", "; 1850", nil, "; 1850"},
		{"there are four fields", "Anna; 1850; NED; MF; 1990", nil, "Anna; 1850; NED; MF; 1990"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var a deskAddList
			err := a.fill(url.Values{"people": {test.text}, "reason": {"by letter"}})
			if test.wrong != "" {
				bad := account.Invalids(err)
				if len(bad) != 1 || bad[0].Field != "people" || bad[0].Args["line"] != test.wrong {
					t.Errorf("%v, %+v", err, bad)
				}
				return
			}
			if err != nil || a.Reason != "by letter" || !slices.Equal(a.People, test.want) {
				t.Errorf("%v, %+v", err, a)
			}
		})
	}
}

// Whatever is written in the form, everybody who is read has a name, and nobody is
// read twice or lost: the list written out again reads the same.
func FuzzListsOfPlayers(f *testing.F) {
	for _, seed := range []string{
		"", "Anna", "Anna; 1850; NED; MF\r\nBert;;;GM", ";;;\n", "Anna;;;;", "A;-1", "A;+1", "A; 0x10", "\x00;1", "\u2028A\u2028;1", "é;1;\xff;x", strings.Repeat("A;1\n", 100),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var read deskAddList
		if err := read.fill(url.Values{"people": {text}}); err != nil {
			if bad := account.Invalids(err); len(bad) != 1 || bad[0].Field != "people" {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		var lines []string
		for _, p := range read.People {
			if p.Name == "" || p.Name != strings.TrimSpace(p.Name) {
				t.Fatalf("%q has a player called %q", text, p.Name)
			}
			lines = append(lines, strings.Join([]string{p.Name, itoa(int64(p.Rating)), p.Federation, p.Title}, ";"))
		}
		var again deskAddList
		if err := again.fill(url.Values{"people": {strings.Join(lines, "\n")}}); err != nil || !slices.Equal(again.People, read.People) {
			t.Fatalf("%q: %v, %+v and %+v", text, err, read.People, again.People)
		}
	})
}
