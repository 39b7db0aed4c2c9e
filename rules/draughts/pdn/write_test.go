package pdn

import (
	"errors"
	"strings"
	"testing"
)

func TestWriting(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"the roster's tags come first", "[GameType \"20\"]\n[Black \"B\"]\n[Annotator \"C\"]\n[Event \"E\"]\n[Result \"*\"]\n1. 32-28 *",
			"[Event \"E\"]\n[Black \"B\"]\n[Result \"*\"]\n[GameType \"20\"]\n[Annotator \"C\"]\n\n1. 32-28 *\n\n"},
		{"a game without tags needs none", "32-28 19-23 28x19 14x23", "1. 32-28 19-23 2. 28x19 14x23 *\n\n"},
		{"the result at the end becomes a tag", "1. 32-28 1/2:1/2", "[Result \"1/2:1/2\"]\n\n1. 32-28 *\n\n"},
		{"international draughts counts 2-0", "[GameType \"20\"]\n1. 32-28 1-0", "[Result \"2-0\"]\n[GameType \"20\"]\n\n1. 32-28 *\n\n"},
		{"Canadian draughts counts 2-0", "[GameType \"27,W,12,12,N2,0\"]\n[Result \"1/2-1/2\"] *", "[Result \"1-1\"]\n[GameType \"27,W,12,12,N2,0\"]\n\n*\n\n"},
		{"Frisian draughts counts 1-0", "[GameType \"40\"]\n[Result \"0-2\"] *", "[Result \"0-1\"]\n[GameType \"40\"]\n\n*\n\n"},
		{"a format of its own is kept", "[GameType \"20\"]\n[ResultFormat \"Plus draw\"]\n[Result \"1-0\"] *",
			"[Result \"1-0\"]\n[GameType \"20\"]\n[ResultFormat \"Plus draw\"]\n\n*\n\n"},
		{"other points are kept", "[GameType \"20\"]\n[Result \"1+ - 1-\"] *", "[Result \"1+ - 1-\"]\n[GameType \"20\"]\n\n*\n\n"},
		{"Black begins English games", "[GameType \"21\"]\n11-15 22-18", "[Result \"*\"]\n[GameType \"21\"]\n\n1. 11-15 22-18 *\n\n"},
		{"Black begins a position of a game that White begins", "[GameType \"20\"]\n[FEN \"B:W31:B1\"]\n1-7 31-26",
			"[Result \"*\"]\n[GameType \"20\"]\n[FEN \"B:W31:B1\"]\n\n1... 1-7 2. 31-26 *\n\n"},
		{"White begins a position of a game that Black begins", "[GameType \"21\"]\n[FEN \"W:W31:B1\"]\n31-26 1-6",
			"[Result \"*\"]\n[GameType \"21\"]\n[FEN \"W:W31:B1\"]\n\n1... 31-26 2. 1-6 *\n\n"},
		{"a number at the start is kept", "[FEN \"B:W31:B1\"]\n34... 1-7 31-26 7-11",
			"[Result \"*\"]\n[FEN \"B:W31:B1\"]\n\n34... 1-7 35. 31-26 7-11 *\n\n"},
		{"numbers stand behind comments and variations", "32-28 {a} 19-23 (18-23 37-32) 28x19",
			"1. 32-28 {a} 1... 19-23 (1... 18-23 2. 37-32) 2. 28x19 *\n\n"},
		{"comments that do not belong to the move before", "32-28 19-23 (18-23) {b} 28x19 2... {c} 14x23 ({d} 13x24 {e})",
			"1. 32-28 19-23 (1... 18-23) {b} 2. 28x19 {c} 2... 14x23 ({d} 2... 13x24 {e}) *\n\n"},
		{"marks and annotations", "32-28!? $1 19-23(?) $2 $902", "1. 32-28!? $1 19-23(?) $2 $902 *\n\n"},
		{"positions set up", "1. 31-26 /FEN \"B:B1:W26\"/ {x} 1-6 /FEN \"B::\"/ 26-21",
			"1. 31-26 /FEN \"B:B1:W26\"/ {x} 1... 1-6 /FEN \"B::\"/ 2... 26-21 *\n\n"},
		{"quotes and backslashes in tags", "[Event \"a \\\"b\\\" c:\\d\\\\\"]\n*", "[Event \"a \\\"b\\\" c:\\d\\\\\"]\n[Result \"*\"]\n\n*\n\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			games, err := Parse(test.text, Options{})
			if err != nil || len(games) != 1 {
				t.Fatal(len(games), err)
			}
			if got := games[0].String(); got != test.want {
				t.Errorf("got\n%q\nwant\n%q", got, test.want)
			}
			if _, err := Parse(test.want, Options{Strict: true}); err != nil {
				t.Errorf("not in the standard: %v", err)
			}
		})
	}
}

func TestTheStyleOfResultsCanBeChosen(t *testing.T) {
	g := &Game{Tags: []Tag{{Name: "GameType", Value: "20"}, {Name: "Result", Value: "0-1"}}}
	for _, test := range []struct {
		style ResultStyle
		want  string
	}{
		{StyleByGame, "0-2"}, {StyleDefault, "0-1"}, {StyleInternational, "0-2"}, {StyleAsWritten, "0-1"},
	} {
		var text strings.Builder
		if err := Write(&text, g, WriteOptions{Results: test.style}); err != nil || !strings.HasPrefix(text.String(), "[Result \""+test.want+"\"]") {
			t.Errorf("style %d: %v\n%s", test.style, err, text.String())
		}
	}
	g.SetTag("Result", "0-0")
	if !strings.HasPrefix(g.String(), "[Result \"0-0\"]") {
		t.Errorf("lost for both:\n%s", g)
	}
}

func TestLinesAreWrapped(t *testing.T) {
	g := &Game{}
	for range 100 {
		g.Main.Nodes = append(g.Main.Nodes, Node{Move: "32-28", After: []Comment{{Text: "[%clk 0:00:01] a few words über [Event \"x\"] and a } brace"}}})
	}
	text := g.String()
	for line := range strings.Lines(text) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > lineWidth+len(" [Event") || strings.HasPrefix(line, "[E") {
			t.Errorf("%d characters: %s", n, line)
		}
	}
	if again, err := Parse(text, Options{}); err != nil || again[0].Main.Nodes[99].After[0].Text != "[%clk 0:00:01] a few words über [Event \"x\"] and a ) brace" {
		t.Errorf("%v\n%s", err, text)
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errDisk }

func TestWritingReportsWhatTheWriterReports(t *testing.T) {
	if err := Write(full{}, &Game{}, WriteOptions{}); !errors.Is(err, errDisk) {
		t.Errorf("error %v", err)
	}
}

func TestTags(t *testing.T) {
	g := &Game{}
	g.SetTag("Event", "a")
	g.SetTag("Site", "b")
	g.SetTag("Event", "c")
	g.SetTag("Site", "")
	g.SetTag("Round", "")
	if len(g.Tags) != 1 || g.Tag("Event") != "c" || g.Tag("Site") != "" {
		t.Errorf("%v", g.Tags)
	}
}

func TestGamesAreComparedByWhatTheySay(t *testing.T) {
	base := "[Event \"a\"] [Site \"b\"] 1. 32-28 {c} (1. 33-28!) 19-23 $2 {d} 2-0"
	for _, test := range []struct {
		name, text string
		want       bool
	}{
		{"tags in another order", "[Site \"b\"] [Event \"a\"] 32-28 {c} (33-28!) 19-23 $2 {d} *", false},
		{"the result in the other style", "[Site \"b\"] [Event \"a\"] [Result \"1-0\"] 32-28 {c} (33-28!) 19-23 $2 {d} *", true},
		{"another move", strings.Replace(base, "19-23", "18-23", 1), false},
		{"another comment", strings.Replace(base, "{d}", "{e}", 1), false},
		{"another mark", strings.Replace(base, "!", "?", 1), false},
		{"another annotation", strings.Replace(base, "$2", "$3", 1), false},
		{"another variation", strings.Replace(base, "33-28!", "33-29!", 1), false},
		{"another tag", strings.Replace(base, "\"a\"", "\"x\"", 1), false},
	} {
		a, _ := Parse(base, Options{})
		b, err := Parse(test.text, Options{})
		if err != nil || a[0].Equal(b[0]) != test.want {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}
