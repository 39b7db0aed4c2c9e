package pdn

import (
	"strconv"
	"strings"
	"time"

	"crownpost/rules"
)

// Command is a command embedded in a comment: [%name value].
type Command struct {
	Name, Value string
}

// Commands returns the commands embedded in a comment.
func (c Comment) Commands() []Command {
	list, _ := c.split()
	return list
}

// Plain is the comment's text without its commands.
func (c Comment) Plain() string {
	_, text := c.split()
	return text
}

func (c Comment) split() (list []Command, plain string) {
	var rest []string
	text := c.Text
	for {
		before, from, found := strings.Cut(text, "[%")
		inside, after, closed := strings.Cut(from, "]")
		if !found || !closed {
			return list, strings.Join(strings.Fields(strings.Join(append(rest, text), " ")), " ")
		}
		name, value, _ := strings.Cut(strings.TrimSpace(inside), " ")
		list = append(list, Command{name, strings.TrimSpace(value)})
		rest = append(rest, before)
		text = after
	}
}

// Commands returns the commands in the comments behind a move.
func (n *Node) Commands() []Command {
	var list []Command
	for _, c := range n.After {
		list = append(list, c.Commands()...)
	}
	return list
}

// Time is the time that a command of the given name behind the move tells:
// "clk" the time left on the mover's clock, "mct" the time on a mechanical
// one, "egt" the time of the game so far, "emt" that of the move. ok is false
// if there is none that can be read.
func (n *Node) Time(name string) (d time.Duration, ok bool) {
	for _, c := range n.Commands() {
		if c.Name == name {
			return ParseTime(c.Value)
		}
	}
	return 0, false
}

// Clocks is what both clocks show.
type Clocks struct {
	// Times are by side; Known says which of them are given.
	Times [2]time.Duration
	Known [2]bool
	// Running is the side whose clock runs, NoSide if none is said to.
	Running rules.Side
}

// Clocks reads the command "clock" behind the move: [%clock w0:00:10 B0:00:03],
// where the capital letter marks the clock that runs. ok is false if there is
// none that can be read.
func (n *Node) Clocks() (c Clocks, ok bool) {
	c.Running = rules.NoSide
	for _, command := range n.Commands() {
		if command.Name != "clock" {
			continue
		}
		for _, field := range strings.Fields(command.Value) {
			side := strings.IndexByte("wb", field[0]|0x20)
			if side < 0 {
				return c, false
			}
			d, read := ParseTime(field[1:])
			if !read {
				return c, false
			}
			c.Times[side], c.Known[side] = d, true
			if field[0] == 'W' || field[0] == 'B' {
				c.Running = rules.Side(side)
			}
		}
		return c, c.Known[0] || c.Known[1]
	}
	return c, false
}

// ParseTime reads h:mm:ss, m:ss or s, the seconds with a fraction or without.
func ParseTime(text string) (d time.Duration, ok bool) {
	parts := strings.Split(text, ":")
	if len(parts) > 3 {
		return 0, false
	}
	for i, part := range parts {
		whole, fraction, _ := strings.Cut(part, ".")
		n, err := strconv.ParseUint(whole, 10, 24)
		if err != nil || fraction != "" && i < len(parts)-1 {
			return 0, false
		}
		d = d*60 + time.Duration(n)*time.Second
		if fraction != "" {
			fraction = (fraction + "000000000")[:9]
			f, err := strconv.ParseUint(fraction, 10, 32)
			if err != nil {
				return 0, false
			}
			d += time.Duration(f)
		}
	}
	return d, true
}

// FormatTime writes a time as h:mm:ss, the whole seconds of it; a negative one
// as 0:00:00.
func FormatTime(d time.Duration) string {
	s := max(int64(d/time.Second), 0)
	pad := func(n int64) string {
		return string([]byte{':', byte('0' + n/10), byte('0' + n%10)})
	}
	return strconv.FormatInt(s/3600, 10) + pad(s/60%60) + pad(s%60)
}
