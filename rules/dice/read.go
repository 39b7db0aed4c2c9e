package dice

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// ReadError says where a proof cannot be read, and why.
type ReadError struct {
	// Line and Column count from 1, columns in bytes.
	Line, Column int
	// Field is the way to the value, such as "rolls[3].link"; it may be empty.
	Field string
	Err   error
}

// Error names the place, the field and what is wrong.
func (e *ReadError) Error() string {
	return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Problem())
}

// Problem is the error without its place.
func (e *ReadError) Problem() string {
	if e.Field == "" {
		return e.Err.Error()
	}
	return e.Field + ": " + e.Err.Error()
}

// Unwrap returns what is wrong.
func (e *ReadError) Unwrap() error { return e.Err }

// ReadProof reads a proof, or a match that holds one as its field "dice" and
// its moves as "acts".
// What it does not know it passes over. The error is a *ReadError unless
// reading itself failed.
func ReadProof(from io.Reader) (Proof, error) {
	data, err := io.ReadAll(from)
	if err != nil {
		return Proof{}, fmt.Errorf("proof: %w", err)
	}
	outer := newReader(data)
	inside, err := outer.isMatch()
	if err != nil {
		return Proof{}, outer.place(data, err)
	}
	var p Proof
	r := newReader(data)
	if inside {
		_, err = r.fields(map[string]func() error{
			"dice": func() error { return r.object(r.proof(&p), "event") },
			"acts": func() error { p.Played = [][]int{}; return r.array(func() error { return r.act(&p) }) },
		})
	} else {
		err = r.object(r.proof(&p), "event")
	}
	if err != nil {
		return Proof{}, r.place(data, err)
	}
	return p, nil
}

// reader reads JSON token by token, so that it knows where it is.
type reader struct {
	dec *json.Decoder
	// path is the way to the value that is read.
	path []string
	// before is where the last token was looked for.
	before int64
}

func newReader(data []byte) *reader { return &reader{dec: json.NewDecoder(bytes.NewReader(data))} }

// isMatch reads the whole text and says whether it is of a match that holds a
// proof, and not a proof itself.
func (r *reader) isMatch() (bool, error) {
	seen, err := r.fields(nil)
	if err != nil {
		return false, err
	}
	if _, err := r.token(); !errors.Is(err, io.EOF) {
		return false, errors.New("something follows behind the proof")
	}
	return seen["dice"], nil
}

// place adds to an error where it is.
func (r *reader) place(data []byte, err error) *ReadError {
	at := int(r.before)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		at, err = len(data), errors.New("the text ends too early")
	}
	at = min(at, len(data))
	at += len(data[at:]) - len(bytes.TrimLeft(data[at:], " \t\r\n,:"))
	read := data[:at]
	return &ReadError{
		Line:   bytes.Count(read, []byte("\n")) + 1,
		Column: at - bytes.LastIndexByte(read, '\n'),
		Field:  strings.TrimPrefix(strings.Join(r.path, ""), "."),
		Err:    err,
	}
}

func (r *reader) token() (json.Token, error) {
	r.before = r.dec.InputOffset()
	return r.dec.Token()
}

// in reads a value with its step on the path.
func (r *reader) in(step string, read func() error) error {
	r.path = append(r.path, step)
	if err := read(); err != nil {
		return err
	}
	r.path = r.path[:len(r.path)-1]
	return nil
}

func (r *reader) open(delim json.Delim, kind string) error {
	t, err := r.token()
	if err != nil {
		return err
	}
	if t != delim {
		return fmt.Errorf("%s expected", kind)
	}
	return nil
}

// object reads an object with these fields, each of which must be there once,
// or may be left out if it is optional. Other fields are passed over.
func (r *reader) object(fields map[string]func() error, optional ...string) error {
	seen, err := r.fields(fields)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !seen[name] && !slices.Contains(optional, name) {
			return fmt.Errorf("the field %q is missing", name)
		}
	}
	return nil
}

func (r *reader) fields(fields map[string]func() error) (seen map[string]bool, err error) {
	if err := r.open('{', "an object"); err != nil {
		return nil, err
	}
	seen = map[string]bool{}
	for r.dec.More() {
		t, err := r.token()
		if err != nil {
			return nil, err
		}
		name := t.(string)
		read, known := fields[name]
		switch {
		case !known:
			read = r.skip
		case seen[name]:
			return nil, fmt.Errorf("the field %q stands here twice", name)
		}
		seen[name] = true
		if err := r.in("."+name, read); err != nil {
			return nil, err
		}
	}
	_, err = r.token()
	return seen, err
}

// array reads an array; element is called for each of its values.
func (r *reader) array(element func() error) error {
	if err := r.open('[', "an array"); err != nil {
		return err
	}
	for i := 0; r.dec.More(); i++ {
		if err := r.in(fmt.Sprintf("[%d]", i), element); err != nil {
			return err
		}
	}
	_, err := r.token()
	return err
}

// skip passes over a value.
func (r *reader) skip() error {
	for depth := 0; ; {
		t, err := r.token()
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// most is the greatest number in a proof, which is far more than any match has.
const most = 1 << 30

// text reads a string and hands it on.
func (r *reader) text(into func(text string) error) func() error {
	return func() error {
		t, err := r.token()
		if err != nil {
			return err
		}
		text, ok := t.(string)
		if !ok {
			return errors.New("a text expected")
		}
		return into(text)
	}
}

func (r *reader) number(into *int, least, most int) func() error {
	return func() error {
		t, err := r.token()
		if err != nil {
			return err
		}
		n, ok := t.(float64)
		if !ok || n < float64(least) || n > float64(most) || n != float64(int(n)) {
			return fmt.Errorf("a whole number from %d to %d expected", least, most)
		}
		*into = int(n)
		return nil
	}
}

func (r *reader) bool(into *bool) func() error {
	return func() error {
		t, err := r.token()
		if err != nil {
			return err
		}
		var ok bool
		if *into, ok = t.(bool); !ok {
			return errors.New("true or false expected")
		}
		return nil
	}
}

func keep(into *string) func(string) error {
	return func(text string) error { *into = text; return nil }
}

func bytesOf(into encoding.TextUnmarshaler) func(string) error {
	return func(text string) error { return into.UnmarshalText([]byte(text)) }
}

func (r *reader) proof(p *Proof) map[string]func() error {
	return map[string]func() error{
		"format": r.text(keep(&p.Format)),
		"match":  r.text(keep(&p.Match)),
		"event": func() error {
			p.Event = &Event{}
			return r.object(r.event(p.Event), "seed")
		},
		"chains": func() error {
			p.Chains = []Commitment{}
			return r.array(func() error {
				var c Commitment
				err := r.object(r.commitment(&c))
				p.Chains = append(p.Chains, c)
				return err
			})
		},
		"rolls": func() error {
			p.Rolls = []Proved{}
			return r.array(func() error {
				var roll Proved
				err := r.object(r.roll(&roll))
				p.Rolls = append(p.Rolls, roll)
				return err
			})
		},
	}
}

func (r *reader) event(e *Event) map[string]func() error {
	return map[string]func() error{
		"commitment": r.text(bytesOf(&e.Commitment)),
		"round":      r.number(&e.Round, 1, most),
		"board":      r.number(&e.Board, 1, most),
		"seed": r.text(func(text string) error {
			e.Seed = &Link{}
			return e.Seed.UnmarshalText([]byte(text))
		}),
	}
}

func (r *reader) commitment(c *Commitment) map[string]func() error {
	return map[string]func() error{
		"firstRoll":  r.number(&c.FirstRoll, 1, most),
		"commitment": r.text(bytesOf(&c.Commitment)),
		"length":     r.number(&c.Length, 1, most),
	}
}

func (r *reader) roll(roll *Proved) map[string]func() error {
	return map[string]func() error{
		"game":     r.number(&roll.Game, 1, most),
		"i":        r.number(&roll.Number, 1, most),
		"opening":  r.bool(&roll.Opening),
		"opponent": func() error { return r.object(r.share(&roll.Opponent)) },
		"roller":   func() error { return r.object(r.share(&roll.Roller)) },
		"link":     r.text(bytesOf(&roll.Link)),
		"dice":     r.dice(&roll.Dice),
	}
}

func (r *reader) dice(into *[]int) func() error {
	return func() error {
		*into = []int{}
		return r.array(func() error {
			var die int
			err := r.number(&die, 1, 6)()
			*into = append(*into, die)
			return err
		})
	}
}

// act reads an act of the match, and keeps the dice of a roll.
func (r *reader) act(p *Proof) error {
	var act string
	var thrown []int
	_, err := r.fields(map[string]func() error{"act": r.text(keep(&act)), "dice": r.dice(&thrown)})
	if act == "roll" {
		p.Played = append(p.Played, thrown)
	}
	return err
}

func (r *reader) share(s *Share) map[string]func() error {
	return map[string]func() error{
		"share": r.text(bytesOf(&s.Bytes)),
		"from":  r.text(func(text string) error { s.From = From(text); return nil }),
	}
}
