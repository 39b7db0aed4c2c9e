package rating

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRatingListsAreRead(t *testing.T) {
	want := []Listed{{1, "17", "Anna de Vries", 1_850_000}, {2, "18", "Bert", 1_500_500}}
	shifted := []Listed{{2, "17", "Anna de Vries", 1_850_000}, {3, "18", "Bert", 1_500_500}}
	for _, c := range []struct {
		name, text string
		want       []Listed
	}{
		{"commas", "17,Anna de Vries,1850\n18,Bert,1500.5\n", want},
		{"semicolons and no last line end", "17;Anna de Vries;1850\r\n18;Bert;1500.50", want},
		{"spaces around fields", "17, Anna de Vries , 1850.000\n 18,Bert\t,1500.5", want},
		{"a header", "id,name,rating\n17,Anna de Vries,1850\n18,Bert,1500.5", shifted},
		{"a header behind a byte order mark", "\uFEFFID; Name ;Rating\n17;Anna de Vries;1850\n18;Bert;1500.5", shifted},
		{"quoted names with a comma", "id,name,rating\n\"17\",\"Vries, Anna de\",1850\n", []Listed{{2, "17", "Vries, Anna de", 1_850_000}}},
		{"empty lines", "\n17,Anna de Vries,1850\n\n18,Bert,1500.5\n\n",
			[]Listed{{2, "17", "Anna de Vries", 1_850_000}, {4, "18", "Bert", 1_500_500}}},
		{"names beside each other in two scripts", "1,Борис,1900\n2,Ωμέγα,1\n", []Listed{{1, "1", "Борис", 1_900_000}, {2, "2", "Ωμέγα", 1_000}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ReadList([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

func TestWrongRatingListsSayWhere(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
	}{
		{"nothing", "", "line 1, column 1: the list is empty; a line is expected for each player: id, name, rating"},
		{"a header alone", "id,name,rating\n", "line 1, column 1: the list is empty; a line is expected for each player: id, name, rating"},
		{"two fields", "1,Anna,1850\n2,Bert\n", "line 2, column 1: 2 fields instead of three: id, name, rating"},
		{"a header in another order", "name,id,rating\nAnna,1,1850\n", `line 1, column 9: "rating" is not a rating from 1 to 5000, such as 1850 or 1850.5`},
		{"a rating in words", "1,Anna,unrated\n", `line 1, column 8: "unrated" is not a rating from 1 to 5000, such as 1850 or 1850.5`},
		{"a rating of 0", "1,Anna,0\n", `line 1, column 8: "0" is not a rating from 1 to 5000, such as 1850 or 1850.5`},
		{"a rating that is too high", "1,Anna,5000.001\n", `line 1, column 8: "5000.001" is not a rating from 1 to 5000, such as 1850 or 1850.5`},
		{"a decimal comma", "1;Anna;1850,5\n", `line 1, column 8: "1850,5" is not a rating from 1 to 5000, such as 1850 or 1850.5`},
		{"no id", "1,Anna,1850\n ,Bert,1500\n", "line 2, column 1: the id is missing"},
		{"no name", "1,,1850\n", "line 1, column 3: the name is missing"},
		{"a name that is too long", "1," + strings.Repeat("é", 101) + ",1850\n", "line 1, column 3: the name has 101 characters, and at most 100 are allowed"},
		{"a name over two lines", "1,\"Anna\nBert\",1850\n", "line 1, column 3: the name goes over a line end"},
		{"an id twice", "1,Anna,1850\n2,Bert,1500\n1,Carl,1600\n", `line 3, column 1: the id "1" stands in line 1 already`},
		{"a quotation mark that is not closed", "1,\"Anna,1850\n2,Bert,1500\n", "line 1, column 1: a quotation mark is missing or stands within a text; it is written twice there"},
		{"Latin-1", "1,Ren\xe9,1850\n", "line 1, column 6: this is not UTF-8; save the list with that encoding"},
		{"a zero byte", "1,Anna,1850\n2,B\x00,1500\n", "line 2, column 4: the character U+0000 stands in no text"},
		{"two errors", "1,Anna,x\n2,Bert,1500\n3,,1500\n",
			"line 1, column 8: \"x\" is not a rating from 1 to 5000, such as 1850 or 1850.5\nline 3, column 3: the name is missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			list, err := ReadList([]byte(c.text))
			if _, ok := errors.AsType[ListErrors](err); !ok || list != nil {
				t.Fatalf("%v, %v", list, err)
			}
			if err.Error() != c.want {
				t.Errorf("%s, want %s", err, c.want)
			}
		})
	}
	if _, err := ReadList([]byte(strings.Repeat("x\n", 100))); len(err.(ListErrors)) != maxListErrors {
		t.Errorf("%d errors", len(err.(ListErrors)))
	}
	if _, err := ReadList(make([]byte, MaxList+1)); err == nil {
		t.Error("a file of more than a megabyte is read")
	}
}

func FuzzReadList(f *testing.F) {
	for _, seed := range []string{
		"17,Anna,1850\n18,Bert,1500.5\n", "\uFEFFid;name;rating\n1;A;1\n", "1,\"A, \"\"B\"\"\",1850\n", "1,\"A\n,2", "id,name,rating", ";;\n,,", "1,\xff,3",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := ReadList(data)
		if err != nil {
			if wrong, ok := errors.AsType[ListErrors](err); !ok || len(wrong) == 0 || wrong[0].Line < 1 || wrong[0].Column < 1 || list != nil {
				t.Fatalf("%v, %#v", list, err)
			}
			return
		}
		ids := map[string]bool{}
		for _, l := range list {
			if l.ID == "" || l.Name == "" || l.Rating < MinListed || l.Rating > MaxListed || ids[l.ID] || l.Line < 1 {
				t.Fatalf("%+v", l)
			}
			ids[l.ID] = true
		}
		if len(list) == 0 {
			t.Fatal("an empty list without an error")
		}
	})
}
