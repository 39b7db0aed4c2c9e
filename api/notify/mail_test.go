package notify

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	gomail "github.com/wneessen/go-mail"
)

var sender = mail.Address{Name: "Crownpost", Address: "crownpost@club.example"}

// server is an SMTP server that keeps what it is sent.
type server struct {
	net.Listener
	tls *tls.Config
	// starttls offers STARTTLS; implicit speaks TLS from the start.
	starttls, implicit bool
	// password, when set, must be given by AUTH PLAIN.
	password string
	// answers replace the answer to a command, such as "RCPT"; "hang" never
	// answers.
	answers map[string]string

	mu       sync.Mutex
	messages []string
	commands []string
	secure   bool
	all      sync.WaitGroup
}

// serve starts s; it is stopped at the end of the test.
func serve(t *testing.T, s *server) *server {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Listener = listener
	done := make(chan struct{})
	s.all.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.all.Go(func() { s.talk(conn, done) })
		}
	})
	t.Cleanup(func() { close(done); listener.Close(); s.all.Wait() })
	return s
}

func (s *server) talk(conn net.Conn, done chan struct{}) {
	defer func() { conn.Close() }()
	stop := make(chan struct{})
	defer close(stop)
	s.all.Go(func() {
		select {
		case <-done:
			conn.Close()
		case <-stop:
		}
	})
	if s.implicit {
		conn = tls.Server(conn, s.tls)
	}
	in := bufio.NewReader(conn)
	say := func(line string) { fmt.Fprintf(conn, "%s\r\n", line) }
	say("220 fake")
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		verb, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		s.mu.Lock()
		s.commands = append(s.commands, strings.TrimSpace(line))
		s.mu.Unlock()
		if answer, ok := s.answers[verb]; ok {
			if answer == "hang" {
				<-done
				return
			}
			say(answer)
			continue
		}
		switch verb {
		case "EHLO":
			say("250-fake")
			if s.starttls {
				say("250-STARTTLS")
			}
			if s.password != "" {
				say("250-AUTH PLAIN")
			}
			say("250 8BITMIME")
		case "STARTTLS":
			say("220 go on")
			conn = tls.Server(conn, s.tls)
			in = bufio.NewReader(conn)
		case "AUTH":
			text, _ := base64.StdEncoding.DecodeString(strings.TrimSpace(strings.TrimPrefix(line, "AUTH PLAIN ")))
			if string(text) == "\x00ann\x00"+s.password {
				say("235 welcome")
			} else {
				say("535 5.7.8 no")
			}
		case "DATA":
			say("354 go on")
			var b strings.Builder
			for {
				line, err := in.ReadString('\n')
				if err != nil {
					return
				}
				if line == ".\r\n" {
					break
				}
				b.WriteString(line)
			}
			_, secure := conn.(*tls.Conn)
			s.mu.Lock()
			s.messages, s.secure = append(s.messages, b.String()), secure
			s.mu.Unlock()
			say("250 kept")
		case "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}

// certificate is one for 127.0.0.1, and what trusts it.
func certificate(t *testing.T) (*tls.Config, *x509.CertPool) {
	t.Helper()
	s := httptest.NewTLSServer(nil)
	defer s.Close()
	pool := x509.NewCertPool()
	pool.AddCert(s.Certificate())
	return &tls.Config{Certificates: s.TLS.Certificates}, pool
}

func mailer(t *testing.T, address string) *SMTP {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewSMTP(u, sender)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var letter = Message{To: "anna@example.org", Subject: "Your move – grüße", Text: "Dear Anna,\n\nit is your move.\n.\n"}

func TestSMTP(t *testing.T) {
	s := serve(t, &server{})
	if err := mailer(t, "smtp://"+s.Addr().String()).Send(t.Context(), letter); err != nil {
		t.Fatal(err)
	}
	if len(s.messages) != 1 {
		t.Fatalf("%d messages", len(s.messages))
	}
	got, err := mail.ReadMessage(strings.NewReader(s.messages[0]))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"To": "<anna@example.org>", "From": `"Crownpost" <crownpost@club.example>`, "Auto-Submitted": "auto-generated",
	} {
		if got.Header.Get(name) != want {
			t.Errorf("%s: %q; want %q", name, got.Header.Get(name), want)
		}
	}
	for _, name := range []string{"Date", "Message-Id", "Subject"} {
		if got.Header.Get(name) == "" {
			t.Errorf("no %s", name)
		}
	}
	for _, name := range []string{"User-Agent", "X-Mailer"} {
		if got.Header.Get(name) != "" {
			t.Errorf("%s: %q", name, got.Header.Get(name))
		}
	}
	if !strings.HasSuffix(got.Header.Get("Message-Id"), "@club.example>") {
		t.Errorf("message id %q", got.Header.Get("Message-Id"))
	}
	body, _ := io.ReadAll(got.Body)
	if !strings.Contains(string(body), "Dear Anna,\r\n\r\nit is your move.") {
		t.Errorf("body %q", body)
	}
}

func TestSMTPWithPassword(t *testing.T) {
	s := serve(t, &server{password: "s3cret"})
	if err := mailer(t, "smtp://ann:s3cret@"+s.Addr().String()).Send(t.Context(), letter); err != nil {
		t.Error(err)
	}
	err := mailer(t, "smtp://ann:s3kret@"+s.Addr().String()).Send(t.Context(), letter)
	if !errors.Is(err, ErrMail) || strings.Contains(err.Error(), "s3kret") || !strings.Contains(err.Error(), "535") {
		t.Errorf("with a wrong password: %v", err)
	}
	if len(s.messages) != 1 {
		t.Errorf("%d messages", len(s.messages))
	}
}

func TestSMTPEncrypted(t *testing.T) {
	config, pool := certificate(t)
	for _, c := range []struct {
		name   string
		server *server
		scheme string
		policy gomail.TLSPolicy
		trust  bool
		fails  bool
	}{
		{"STARTTLS", &server{starttls: true}, "smtp", gomail.TLSMandatory, true, false},
		{"STARTTLS with a certificate that nobody vouches for", &server{starttls: true}, "smtp", gomail.TLSMandatory, false, true},
		{"STARTTLS that is not offered", &server{}, "smtp", gomail.TLSMandatory, true, true},
		{"TLS from the start", &server{implicit: true}, "smtps", gomail.NoTLS, true, false},
		{"TLS from the start with a certificate that nobody vouches for", &server{implicit: true}, "smtps", gomail.NoTLS, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.server.tls = config
			s := serve(t, c.server)
			m := mailer(t, c.scheme+"://"+s.Addr().String())
			// The server is on this machine, so what another one gets is set here.
			m.options = append(m.options, gomail.WithTLSPolicy(c.policy))
			if c.trust {
				m.tls.RootCAs = pool
			}
			err := m.Send(t.Context(), letter)
			if c.fails {
				if !errors.Is(err, ErrMail) || len(s.messages) != 0 {
					t.Errorf("got %v, %d messages", err, len(s.messages))
				}
				return
			}
			if err != nil || !s.secure {
				t.Errorf("got %v, secure %v", err, s.secure)
			}
		})
	}
}

func TestTLSPolicy(t *testing.T) {
	for address, want := range map[string]gomail.TLSPolicy{
		"smtp://mail.example:587":        gomail.TLSMandatory,
		"smtp://a:b@mail.example:587":    gomail.TLSMandatory,
		"smtp://mail.example:25?tls=off": gomail.NoTLS,
		"smtp://localhost:25":            gomail.NoTLS,
		"smtp://127.0.0.1:25":            gomail.NoTLS,
		"smtp://[::1]:25":                gomail.NoTLS,
		"smtp://localhost.example:25":    gomail.TLSMandatory,
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := tlsPolicy(u); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}

func TestSMTPFailuresSayNothingPersonal(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers map[string]string
		want    string
	}{
		{"an unknown recipient", map[string]string{"RCPT": "550 5.1.1 <anna@example.org> user unknown"}, "550"},
		{"a busy server", map[string]string{"MAIL": "451 4.3.0 anna@example.org later"}, "451"},
		{"a message that is not taken", map[string]string{"DATA": "554 5.6.0 anna@example.org no"}, "554"},
		{"a server that does not speak SMTP", map[string]string{"EHLO": "500 anna@example.org", "HELO": "500 anna@example.org"}, "mail"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, &server{answers: c.answers})
			err := mailer(t, "smtp://"+s.Addr().String()).Send(t.Context(), letter)
			if !errors.Is(err, ErrMail) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v", err)
			}
			if err != nil && (strings.Contains(err.Error(), "anna") || strings.Contains(err.Error(), "move")) {
				t.Errorf("personal: %v", err)
			}
			if len(s.messages) != 0 {
				t.Error("the message went out")
			}
		})
	}
	t.Run("no server", func(t *testing.T) {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		address := listener.Addr().String()
		listener.Close()
		if err := mailer(t, "smtp://"+address).Send(t.Context(), letter); !errors.Is(err, ErrMail) || !strings.Contains(err.Error(), "reached") {
			t.Errorf("got %v", err)
		}
	})
}

func TestSMTPStopsWithTheContext(t *testing.T) {
	s := serve(t, &server{answers: map[string]string{"MAIL": "hang"}})
	ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	if err := mailer(t, "smtp://"+s.Addr().String()).Send(ctx, letter); !errors.Is(err, ErrMail) {
		t.Errorf("got %v", err)
	}
}

func TestMessagesCannotAddHeaders(t *testing.T) {
	s := serve(t, &server{})
	m := mailer(t, "smtp://"+s.Addr().String())
	for _, to := range []string{
		"", "anna", "anna@example.org\r\nRCPT TO:<ben@example.org>", "anna@example.org, ben@example.org",
		"Anna <anna@example.org>", "<anna@example.org>",
	} {
		if err := m.Send(t.Context(), Message{To: to, Subject: "x", Text: "x"}); !errors.Is(err, ErrMail) || to != "" && strings.Contains(err.Error(), to) {
			t.Errorf("%q: %v", to, err)
		}
	}
	if len(s.commands) != 0 {
		t.Errorf("the server was told %q", s.commands)
	}
	err := m.Send(t.Context(), Message{To: "anna@example.org", Subject: "Hello\r\nBcc: ben@example.org\r\n\r\nBuy", Text: "x"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := mail.ReadMessage(strings.NewReader(s.messages[0]))
	if err != nil {
		t.Fatal(err)
	}
	if got.Header.Get("Bcc") != "" || got.Header.Get("Subject") != "Hello  Bcc: ben@example.org    Buy" {
		t.Errorf("headers %v", got.Header)
	}
}

func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data", "mail")
	f, err := NewFolder(dir, sender)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if err := f.Send(t.Context(), letter); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if err := f.Send(t.Context(), Message{To: "anna", Text: "x"}); !errors.Is(err, ErrMail) {
		t.Errorf("a malformed recipient: %v", err)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 20 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	if info, _ := os.Stat(dir); info.Mode().Perm() != 0o700 {
		t.Errorf("folder %v", info.Mode())
	}
	for _, e := range files {
		info, _ := e.Info()
		if info.Mode().Perm() != 0o600 || filepath.Ext(e.Name()) != ".eml" || strings.Contains(e.Name(), "anna") {
			t.Errorf("%s %v", e.Name(), info.Mode())
		}
	}
	file, err := os.Open(filepath.Join(dir, files[0].Name()))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if got, err := mail.ReadMessage(file); err != nil || got.Header.Get("To") != "<anna@example.org>" {
		t.Errorf("got %v, %v", got, err)
	}
	t.Run("a folder that is a file", func(t *testing.T) {
		if _, err := NewFolder(file.Name(), sender); !errors.Is(err, ErrMail) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a folder that has gone", func(t *testing.T) {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := f.Send(t.Context(), letter); !errors.Is(err, ErrMail) {
			t.Errorf("got %v", err)
		}
	})
}
