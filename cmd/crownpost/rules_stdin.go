package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxLine is the longest line that --stdin takes, in bytes.
const maxLine = 1 << 20

var errLongLine = fmt.Errorf("the line is longer than %d bytes", maxLine)

// questions are the lines of --stdin. A line that is too long is skipped, so
// that it has an answer of its own and the others theirs.
type questions struct {
	*bufio.Reader
	line string
	long bool
	err  error
}

// next reads a line; it returns false at the end of the input.
func (q *questions) next() bool {
	var line strings.Builder
	q.long = false
	for read := false; ; read = true {
		part, err := q.ReadSlice('\n')
		if q.long = q.long || line.Len()+len(part) > maxLine; !q.long {
			line.Write(part)
		}
		switch {
		case err == nil:
			q.line = strings.TrimRight(line.String(), "\r\n")
			return true
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			q.line = line.String()
			return read || len(part) > 0
		default:
			q.err = err
			return false
		}
	}
}
