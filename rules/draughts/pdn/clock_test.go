package pdn

import (
	"testing"
	"time"

	"crownpost/rules"
)

func TestCommandsInComments(t *testing.T) {
	c := Comment{Text: "good [%clk 1:55:21] move [%inbook][%eval -0.048] now [% open"}
	if got := c.Commands(); len(got) != 3 || got[0] != (Command{"clk", "1:55:21"}) || got[1] != (Command{Name: "inbook"}) || got[2] != (Command{"eval", "-0.048"}) {
		t.Errorf("%q", got)
	}
	if got := c.Plain(); got != "good move now [% open" {
		t.Errorf("%q", got)
	}
}

func TestTimesBehindMoves(t *testing.T) {
	node := func(text string) *Node { return &Node{After: []Comment{{Text: "first"}, {Text: text}}} }
	n := node("[%clk 1:55:21] [%emt 0:0:9.56]")
	if d, ok := n.Time("clk"); !ok || d != time.Hour+55*time.Minute+21*time.Second {
		t.Error(d, ok)
	}
	if d, ok := n.Time("emt"); !ok || d != 9560*time.Millisecond {
		t.Error(d, ok)
	}
	if _, ok := n.Time("egt"); ok {
		t.Error("a time that is not there")
	}
	for _, test := range []struct {
		text         string
		ok           bool
		white, black time.Duration
		running      rules.Side
	}{
		{"[%clock w0:00:10 B0:00:03]", true, 10 * time.Second, 3 * time.Second, rules.Black},
		{"[%clock W0:02:00]", true, 2 * time.Minute, 0, rules.White},
		{"[%clock b0:00:01]", true, 0, time.Second, rules.NoSide},
		{"[%clock 0:00:01]", false, 0, 0, rules.NoSide},
		{"[%clock w1:x:00]", false, 0, 0, rules.NoSide},
		{"[%clock]", false, 0, 0, rules.NoSide},
		{"no clock", false, 0, 0, rules.NoSide},
	} {
		c, ok := node(test.text).Clocks()
		if ok != test.ok || ok && (c.Times != [2]time.Duration{test.white, test.black} || c.Running != test.running) {
			t.Errorf("%s: %+v %t", test.text, c, ok)
		}
	}
}

func TestTimesAreReadAndWritten(t *testing.T) {
	for _, test := range []struct {
		text string
		want time.Duration
		ok   bool
	}{
		{"1:02:03", time.Hour + 2*time.Minute + 3*time.Second, true},
		{"2:03", 2*time.Minute + 3*time.Second, true},
		{"45", 45 * time.Second, true},
		{"0:00:01.5", 1500 * time.Millisecond, true},
		{"0.5:00", 0, false}, {"", 0, false}, {"1:2:3:4", 0, false}, {"-1", 0, false}, {"1.x", 0, false}, {"99999999999", 0, false},
	} {
		if d, ok := ParseTime(test.text); ok != test.ok || ok && d != test.want {
			t.Errorf("%s: %v %t", test.text, d, ok)
		}
	}
	for want, d := range map[string]time.Duration{
		"0:00:00": -time.Second, "0:09:59": 9*time.Minute + 59*time.Second + 900*time.Millisecond, "26:00:00": 26 * time.Hour,
	} {
		if got := FormatTime(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}
