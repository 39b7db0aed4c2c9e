package pdn

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// dump writes a tree in one line: tags as Name=value, then the moves, with
// comments in braces, setups in slashes and variations in brackets.
func dump(g *Game) string {
	var words []string
	for _, t := range g.Tags {
		words = append(words, t.Name+"="+t.Value)
	}
	return strings.Join(append(dumpLine(words, &g.Main), g.Result), " ")
}

func dumpLine(words []string, line *Line) []string {
	comments := func(list []Comment) {
		for _, c := range list {
			words = append(words, "{"+c.Text+"}")
		}
	}
	for i := range line.Nodes {
		n := &line.Nodes[i]
		comments(n.Before)
		word := n.Move + n.Strength
		if n.Setup != "" {
			word = "/" + n.Setup + "/" + n.Strength
		}
		if n.Number > 0 {
			word = fmt.Sprintf("%d%s%s", n.Number, map[bool]string{false: ".", true: "..."}[n.Dots], word)
		}
		words = append(words, word)
		for _, nag := range n.NAGs {
			words = append(words, fmt.Sprintf("$%d", nag))
		}
		comments(n.After)
		for v := range n.Variations {
			words = append(words, "(")
			words = append(dumpLine(words, &n.Variations[v]), ")")
		}
	}
	comments(line.Tail)
	return words
}

// dialects are texts that a liberal reader takes, and what it makes of them.
var dialects = []struct {
	name, text string
	want       []string
}{
	{"a game as the standard has it", "[Event \"Cup\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n",
		[]string{"Event=Cup Result=2-0 GameType=20 1.32-28 19-23 2.28x19 14x23 *"}},
	{"results of both styles end games", "1. 32-28 2-0 1. 32-28 1-1 1. 32-28 0-2 1. 32-28 1-0 1. 32-28 1/2-1/2 1. 32-28 0-1 1. 32-28 0-0",
		[]string{"1.32-28 2-0", "1.32-28 1-1", "1.32-28 0-2", "1.32-28 1-0", "1.32-28 1/2-1/2", "1.32-28 0-1", "1.32-28 0-0"}},
	{"results with colons and halves", "1. 32-28 1:0\n1. 32-28 1/2:1/2\n1. 32-28 ½-½\n1. 32-28 0 : 1\n",
		[]string{"1.32-28 1:0", "1.32-28 1/2:1/2", "1.32-28 ½-½", "1.32-28 0:1"}},
	{"a result with something behind it", "1. 32-28 2-0F\n1. 32-28 *\n", []string{"1.32-28 2-0F", "1.32-28 *"}},
	{"a result and an asterisk", "1. c3-d4 1/2-1/2 *\n\n1. c3-d4 0-1\n*\n", []string{"1.c3-d4 1/2-1/2", "1.c3-d4 0-1"}},
	{"moves that begin like results", "1. 1-18 2-10 2. 1-10 0-1", []string{"1.1-18 2-10 2.1-10 0-1"}},
	{"a tournament's own points", "[Result \"4-6\"]\n1. 38-32 13-19 4-6\n\n[Result \"1-9\"]\n1. 15-10 4x24 1-9\n",
		[]string{"Result=4-6 1.38-32 13-19 4-6", "Result=1-9 1.15-10 4x24 1-9"}},
	{"spaces around separators", "1. 32 - 28 19-23 2. 1- 7 20x 9 13 x 4 3. 9- 3 42-48\n",
		[]string{"1.32-28 19-23 2.1-7 20x9 13x4 3.9-3 42-48 "}},
	{"leading zeros", "01. 34-29 06-11 02. 07x02\n", []string{"1.34-29 6-11 2.7x2 "}},
	{"moves without separator", "1. 3228 1823 2. a3b4 c5:e3:g1\n", []string{"1.32-28 18-23 2.a3-b4 c5:e3:g1 "}},
	{"the short form", "1. cd4 fg5 2. e:d4 AB6 1:0\n", []string{"1.cd4 fg5 2.ed4 ab6 1:0"}},
	{"capitals and other signs", "1.E3-D4 F6-G5 2.E3:G5 H4XF6 3.32\u201328 19\u00d723\n", []string{"1.e3-d4 f6-g5 2.e3:g5 h4xf6 3.32-28 19x23 "}},
	{"boards beyond h8", "1. i3-j4 l12-k11\n", []string{"1.i3-j4 l12-k11 "}},
	{"captures in full", "1. 47x38x24x13x36 4x15x28 2. 62-46-59-70 c7xe5xc3\n", []string{"1.47x38x24x13x36 4x15x28 2.62-46-59-70 c7xe5xc3 "}},
	{"no numbers and no tags", "9-13 22-18 11-16\n", []string{"9-13 22-18 11-16 "}},
	{"numbers of all kinds", "1.32-28 1...19-23 2 37-32 3.. 14-19 9n 32x41 . 19-23\n",
		[]string{"1.32-28 1...19-23 2.37-32 3...14-19 9.32x41 19-23 "}},
	{"moves that are not known", "1. ... 7-12 2. - - 3. -- 4. …\n", []string{"1.... 7-12 2.... ... 3.... 4.... "}},
	{"a game that is empty", "1. 2-0\n\n1. 32-28 2-0\n", []string{"2-0", "1.32-28 2-0"}},
	{"strengths", "1. 32-28!? 19-23(!?!!!) 2. 28x19 ? (37-32)\n", []string{"1.32-28!? 19-23(!?!!!) 2.28x19? ( 37-32 ) "}},
	{"annotations", "1. 32-28 $1 $22 19-23 3-8* 4-9*\n", []string{"1.32-28 $1 $22 19-23 3-8 $7 4-9 *"}},
	{"comments before and after", "{first} 1. {second} 32-28 {third} (1. 33-28) {fourth} 19-23 {fifth\nline} *\n",
		[]string{"{first} {second} 1.32-28 {third} ( 1.33-28 ) {fourth} 19-23 {fifth line} *"}},
	{"comments without moves", "[Event \"x\"]\n{only a comment} *\n", []string{"Event=x {only a comment} *"}},
	{"comments in brackets and to the end of the line", "1. 9-13 (16-20 is (now) avoided by all.) 22-18 ; good\n 11-16 (??) 18-14 () *\n",
		[]string{"1.9-13 {16-20 is (now) avoided by all.} 22-18 {good} 11-16(??) 18-14 *"}},
	{"results and signs in a comment in brackets", "1. 9-13 (White leads 2-0, \"even\" +76!) 22-18 1-0\n",
		[]string{"1.9-13 {White leads 2-0, \"even\" +76!} 22-18 1-0"}},
	{"a remark without a space", "8-11Red's time was up. 0-1\n", nil},
	{"variations", "32-28 19-23 (18-23 38-32 (37-32? 23-29! { Black wins }) 12-18) 28x19 14x23\n",
		[]string{"32-28 19-23 ( 18-23 38-32 ( 37-32? 23-29! {Black wins} ) 12-18 ) 28x19 14x23 "}},
	{"a variation in front of all moves", "(1. 33-28) 1. 32-28 *\n", []string{"... ( 1.33-28 ) 1.32-28 *"}},
	{"positions set up", "1. 31-26 17-21 /FEN \"B:B1-16,18-21:W26,28,33-50\"/ {not 26x17} 20-25 /FEN \"W::\"/ *\n",
		[]string{"1.31-26 17-21 /B:B1-16,18-21:W26,28,33-50/ {not 26x17} 20-25 /W::/ *"}},
	{"clocks", "1. 32-28 {[%clk 0:09:58] [%egt 0:0:9.56] sharp} 19-23 {[%clock w0:00:10 B0:00:03]} *\n",
		[]string{"1.32-28 {[%clk 0:09:58] [%egt 0:0:9.56] sharp} 19-23 {[%clock w0:00:10 B0:00:03]} *"}},
	{"line comments", "% a file\n[Event \"x\"] % tag\n1. 32-28 % move 1. 33-28\n19-23 *\n", []string{"Event=x 1.32-28 19-23 *"}},
	{"tags without quotes, and with too many or too few", "[Round 17]\n[Game # 612]\n[Event \"the \"great\" game\"]\n[Round \"2.1]\n1. c3-d4 *\n",
		[]string{"Round=17 Game=# 612 Event=the \"great\" game Round=2.1 1.c3-d4 *"}},
	{"escapes", "[Site \"\\\"64\\\", 1974\"]\n[Comment \"C:\\games\\b \\\\ c\"] *\n", []string{"Site=\"64\", 1974 Comment=C:\\games\\b \\ c *"}},
	{"tags in Italian", "[Dati \"1° turno\"]\n[Bianco \"A\"]\n[Nero \"B\"]\n[Risultato \"1-0\"]\n1. 21-17 1-0", []string{"Dati=1° turno Bianco=A Nero=B Risultato=1-0 1.21-17 1-0"}},
	{"tags on one line, broken by characters that are no line ends", "[Event \"a\"]\\n[Round \"-\"]\\n\\n1. 32-28 1-1\\n\\n[Event \"b\"]\\n1. 33-28 *",
		[]string{"Event=a Round=- 1.32-28 1-1", "Event=b 1.33-28 *"}},
	{"headers alone", "[Event \"a\"]\n[Round \"1\"]\n\n[Event \"b\"]\n\n[Event \"c\"]\n*\n", []string{"Event=a Round=1 ", "Event=b ", "Event=c *"}},
	{"a tag twice in one header", "[Event \"a\"]\n[Event \"b\"]\n1. 32-28 *\n", []string{"Event=a Event=b 1.32-28 *"}},
	{"tags end the game before", "[Event \"a\"]\n1. 32-28\n[Event \"b\"]\n1. 33-28\n", []string{"Event=a 1.32-28 ", "Event=b 1.33-28 "}},
	{"positions alone", "[FEN \"W:W29,13,11:B22,4,2.\"] *\n[FEN \"?:W31,29,K15:B14\"]\n*\n", []string{"FEN=W:W29,13,11:B22,4,2. *", "FEN=?:W31,29,K15:B14 *"}},
	{"positions one a line", "W:W26,32:B1,2\nB:W26,32:B1,2\n", []string{"FEN=W:W26,32:B1,2 ", "FEN=B:W26,32:B1,2 "}},
	{"moves behind the result of a game with tags", "[Event \"a\"]\n1. 22-18 13x22 1-0\n\n36x27 1-0\n\n[Event \"b\"]\n*\n",
		[]string{"Event=a 1.22-18 13x22 1-0", "Event=b *"}},
	{"Latin-1, a byte order mark and other line ends", "\xef\xbb\xbf[Event \"40\xb0 Champ.\"]\r\n[White \"M\xfcller\"]\r1. 21-17 9-13\r\n\r\n*",
		[]string{"Event=40° Champ. White=Müller 1.21-17 9-13 *"}},
	{"other alphabets", "[White \"Иван\"]\n1.32-28 {хорошо} *\n", []string{"White=Иван 1.32-28 {хорошо} *"}},
	{"a number in front of a variation", "1. 32-28 1... (1... 18-23) 19-23 *\n", nil},
	{"spaces that do not break", "1.\u00a032-28\u00a019-23 *\n", []string{"1.32-28 19-23 *"}},
	{"nothing", " \n\n% nothing\n", []string{}},
}

func TestDialectsAreRead(t *testing.T) {
	for _, test := range dialects {
		if test.want == nil {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			games, err := Parse(test.text, Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := []string{}
			for i, g := range games {
				if g.Number != i+1 {
					t.Errorf("game %d has number %d", i+1, g.Number)
				}
				got = append(got, dump(g))
				checkWritten(t, g)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got\n%q\nwant\n%q", got, test.want)
			}
		})
	}
}

// unreadable are texts with an error, and its place.
var unreadable = []struct {
	name, text string
	strict     bool
	at         Pos
	problem    string
}{
	{"a comment within a comment", "1. 33-29 19-23\n2. 35-30 { a { b } c }\n", false, Pos{2, 14}, "a comment begins within a comment"},
	{"a comment within a comment, strictly", "1. 33-29 { a { b } c } *\n", true, Pos{1, 14}, "a comment begins within a comment"},
	{"a comment that ends twice", "1. 33-29 { a } } *\n", false, Pos{1, 16}, "a comment ends that has not begun"},
	{"a comment that is not closed", "1. 33-29 { a\n", false, Pos{1, 10}, "the comment is not closed"},
	{"a bracket that is not closed", "1. 33-29 (1. 34-29 *\n", false, Pos{1, 10}, "a ( is not closed"},
	{"a bracket that is not open", "1. 33-29 ) *\n", false, Pos{1, 10}, "a ) stands without its ("},
	{"a tag that is not closed", "[Event \"x\n1. 32-28 *\n", false, Pos{1, 1}, "the tag is not closed"},
	{"a tag without a name", "[\"x\"]\n", false, Pos{1, 1}, "a tag has no name"},
	{"words among the moves", "1. 32-28 white wins\n", false, Pos{1, 10}, `"white" is not understood`},
	{"a mark without a move", "1. !? 32-28\n", false, Pos{1, 4}, `a move is missing in front of "!?"`},
	{"a setup without a position", "//\n", false, Pos{1, 1}, "the position set up is missing"},
	{"a large move number", "10000. 32-28\n", false, Pos{1, 1}, "the move number is over 9999"},
	{"a large annotation", "1. 32-28 $10000\n", false, Pos{1, 10}, "the annotation is over $9999"},
	{"columns count characters", "{ü} 1. 32-28 {éé} white\n", false, Pos{1, 19}, `"white" is not understood`},
	{"no game", "% nothing\n", true, Pos{2, 1}, "there is no game"},
	{"a result without a game", "1-0\n", true, Pos{1, 1}, `there is no game in front of "1-0"`},
	{"a second separator", "1. 32-28 1-0 *\n", true, Pos{1, 14}, `there is no game in front of "*"`},
	{"no result between games", "[Event \"a\"] 1. 32-28\n[Event \"b\"] *\n", true, Pos{2, 1}, "a result or * is missing between the games"},
	{"a number without a move", "1. 2-0\n", true, Pos{1, 1}, "a move is missing behind its number"},
	{"no separator, strictly", "3228\n", true, Pos{1, 1}, `"3228" is not in the grammar of PDN 3.0`},
	{"the short form, strictly", "1. ed4\n", true, Pos{1, 4}, `"ed4" is not in the grammar of PDN 3.0`},
	{"a result with a colon, strictly", "1. 32-28 1:0\n", true, Pos{1, 10}, `"1:0" is not in the grammar of PDN 3.0`},
	{"a dash for a move, strictly", "1. - -\n", true, Pos{1, 4}, `"-" is not in the grammar of PDN 3.0`},
	{"a small tag, strictly", "[event \"x\"] *\n", true, Pos{1, 1}, `"[event \"x\"]" is not in the grammar of PDN 3.0`},
	{"a variation without moves, strictly", "1. 32-28 ({none}) *\n", true, Pos{1, 10}, "a variation without moves"},
	{"a mark apart from its move, strictly", "1. 32-28 {a} ! *\n", true, Pos{1, 14}, `a move is missing in front of "!"`},
	{"Latin-1, strictly", "[Event \"\xe9\"] *\n", true, Pos{1, 1}, "the file is not UTF-8"},
}

func TestWhatCannotBeReadIsPlaced(t *testing.T) {
	for _, test := range unreadable {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse(test.text, Options{Strict: test.strict})
			var bad *Error
			if !errors.As(err, &bad) {
				t.Fatalf("error %v", err)
			}
			if bad.Pos != test.at || bad.Problem != test.problem {
				t.Errorf("%v %q, want %v %q", bad.Pos, bad.Problem, test.at, test.problem)
			}
		})
	}
}

func TestStrictReadingTakesTheGrammar(t *testing.T) {
	for _, text := range []string{
		"1. a3b4\n",
		"[Event \"x\"]\n*\n[Event \"y\"]",
		"1.32-28!? 19-23(!?!!!) 2.28x19 *",
		"01-07 1/2-1/2 32 - 28",
		"32-28 19-23 (18-23 38-32 (37-32? 23-29! { Black wins }) 12-18) 28x19 14x23",
		"1. ... 7-12 $1 $902 /FEN \"W:W31:B2\"/ c3:e5:g7 0-0\n",
		"{a comment} [Event \"x\"] *",
	} {
		_, err := Parse(text, Options{Strict: true})
		if fails := strings.HasPrefix(text, "{a"); (err != nil) != fails {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestReadingGoesOnBehindAGameThatCannotBeRead(t *testing.T) {
	text := "[Event \"1\"]\n1. 32-28 {open\n\n[Event \"2\"]\n1. nonsense *\n\n[Event \"3\"]\n1. 32-28 ( *\n\n[Event \"4\"]\n1. 33-28 *\n" +
		"[Event \"5\"]\n{" + strings.Repeat("long ", MaxGame/5) + "} *\n[Event \"6\"]\n1. 34-29 *\n"
	r := NewReader(strings.NewReader(text), Options{})
	var read, failed []int
	for {
		g, err := r.Next()
		var bad *Error
		switch {
		case errors.Is(err, io.EOF):
			if !slices.Equal(read, []int{4, 6}) || !slices.Equal(failed, []int{1, 2, 3, 5}) {
				t.Errorf("read %v, not %v", read, failed)
			}
			return
		case errors.As(err, &bad):
			failed = append(failed, bad.Game)
		default:
			if event := g.Tag("Event"); event != fmt.Sprint(g.Number) {
				t.Errorf("game %d is %s", g.Number, event)
			}
			read = append(read, g.Number)
		}
	}
}

func TestLimits(t *testing.T) {
	nested := func(n int) string {
		return "1. 32-28 " + strings.Repeat("(1. 33-28 ", n) + strings.Repeat(")", n) + " *"
	}
	for _, test := range []struct {
		name, text, problem string
	}{
		{"variations as deep as allowed", nested(MaxDepth), ""},
		{"variations that are too deep", nested(MaxDepth + 1), "variations are nested more than 64 deep"},
		{"as many tags as allowed", strings.Repeat("[A \"b\"]\n", MaxTags), ""},
		{"too many tags", strings.Repeat("[A \"b\"]\n", MaxTags+1), "there are more than 256 tags"},
		{"a long game", strings.Repeat("32-28 ", MaxGame/6), ""},
		{"a game that is too long", strings.Repeat("32-28 ", MaxGame/6+chunk), "the game is longer than 1048576 bytes"},
		{"a long way to the first game", strings.Repeat("\n", 2*MaxGame) + "1. 32-28 *", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			games, err := Parse(test.text, Options{})
			var bad *Error
			switch {
			case test.problem == "" && (err != nil || len(games) != 1):
				t.Errorf("%d games, %v", len(games), err)
			case test.problem != "" && (!errors.As(err, &bad) || bad.Problem != test.problem):
				t.Errorf("error %v", err)
			}
		})
	}
}

// failing is a file that cannot be read to its end.
type failing struct{ text io.Reader }

var errDisk = errors.New("disk")

func (f failing) Read(p []byte) (int, error) {
	if n, err := f.text.Read(p); err == nil {
		return n, nil
	}
	return 0, errDisk
}

func TestAFileThatFailsIsNotItsGamesFault(t *testing.T) {
	r := NewReader(failing{strings.NewReader("1. 32-28 *")}, Options{})
	_, err := r.Next()
	if err == nil {
		_, err = r.Next()
	}
	var bad *Error
	if !errors.Is(err, errDisk) || errors.As(err, &bad) {
		t.Errorf("error %v", err)
	}
}

// slow reads one byte at a time.
type slow struct{ text io.Reader }

func (s slow) Read(p []byte) (int, error) { return s.text.Read(p[:min(1, len(p))]) }

func TestReadingDoesNotDependOnTheFilesPieces(t *testing.T) {
	for _, d := range dialects {
		whole, _ := Parse(d.text, Options{})
		r := NewReader(slow{strings.NewReader(d.text)}, Options{})
		for i := range whole {
			g, err := r.Next()
			if err != nil || dump(g) != dump(whole[i]) || g.Pos != whole[i].Pos {
				t.Errorf("%s: game %d: %v", d.name, i+1, err)
			}
		}
	}
}

// TestReadingTakesLinearTime counts the bytes looked at, for texts that make
// a reader look ahead or back, and doubles them.
func TestReadingTakesLinearTime(t *testing.T) {
	for _, unit := range []string{
		"(", ")", "{", "}", "[", "[A \"", "[A \"x\"]\n\n", "\"", "1", "1 ", "12-", "1-1 ", "1/2-", "32 x ", "a1", "a1-", "ed4 ",
		"* ", "*", "3-8* ", "- ", "...", "$1", "!", "(!", "/", "/FEN ", "%", ";", "\\n", "W:W", "W:W1\n", "\r", "\xff", "\xc3", " ", "\n",
		"x", "½", "½-", "{[A \"x\"]\n", "{\n[A \"", "32-28 ", "1. 32-28 (", "1.", "[A 1]\n\n", "1-0 ", "(word ", "{ { }", "1     ",
	} {
		work := func(n int) int {
			r := NewReader(strings.NewReader(strings.Repeat(unit, n)), Options{})
			for games := 0; games <= n+1; games++ {
				if _, err := r.Next(); errors.Is(err, io.EOF) {
					return r.work
				}
			}
			t.Fatalf("%q: no end", unit)
			return 0
		}
		n := 40_000 / len(unit)
		once, twice := work(n), work(2*n)
		if twice > 2*once+once/4+1000 || twice > maxWork*2*n*len(unit) {
			t.Errorf("%q: %d steps for %d times, %d for twice as many", unit, once, n, twice)
		}
	}
}
