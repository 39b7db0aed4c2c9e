package api

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
)

// wire is a program with one connection, dialled when it is first needed. It
// takes little from the processors that it shares with the server, and an
// error tells that the connection broke, never what was answered.
type wire struct {
	address string
	conn    net.Conn
	read    *bufio.Reader
}

func (c *wire) close() {
	if c.conn != nil {
		_ = c.conn.Close()
		c.conn = nil
	}
}

// call sends a request with a JSON body, or none, and returns the answer.
func (c *wire) call(method, path, token, body string) (answer, error) {
	if err := c.begin(method, path, token, len(body), ""); err != nil {
		return answer{}, err
	}
	if _, err := io.WriteString(c.conn, body); err != nil {
		return answer{}, err
	}
	return c.receive()
}

// begin sends the head of a request. More is a line for it.
func (c *wire) begin(method, path, token string, length int, more string) (err error) {
	if c.conn == nil {
		if c.conn, err = net.Dial("tcp", c.address); err != nil {
			return err
		}
		c.read = bufio.NewReader(c.conn)
	}
	if token != "" {
		more += "Authorization: Bearer " + token + "\r\n"
	}
	_, err = fmt.Fprintf(c.conn, "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n",
		method, path, length, more)
	return err
}

// receive reads an answer.
func (c *wire) receive() (answer, error) {
	r, err := http.ReadResponse(c.read, nil)
	if err != nil {
		return answer{}, err
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	return answer{r.StatusCode, r.Header, string(body)}, err
}
