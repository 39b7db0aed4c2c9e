package notify

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net/mail"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"

	gomail "github.com/wneessen/go-mail"
)

// ErrMail is returned for a message that was not sent. Its text has no
// address and nothing of the message, so that it can be logged.
var ErrMail = errors.New("mail")

// Message is a mail to one person.
type Message struct {
	// To is a bare address.
	To      string
	Subject string
	// Text is the plain text of the mail.
	Text string
}

// Mailer sends mail. Send returns once the message is safe with the next
// server, or with an ErrMail.
type Mailer interface {
	Send(ctx context.Context, m Message) error
}

// smtpTimeout limits one whole delivery.
const smtpTimeout = 30 * time.Second

// SMTP sends each message over a connection of its own. It is safe for
// concurrent use.
type SMTP struct {
	host    string
	options []gomail.Option
	from    mail.Address
}

// NewSMTP returns a mailer for smtp://user:password@host:port, which insists
// on STARTTLS unless the server is on this machine or ?tls=off stands at the
// end, or for smtps://…, which is encrypted from the start.
func NewSMTP(server *url.URL, from mail.Address) (*SMTP, error) {
	port, err := strconv.Atoi(server.Port())
	if err != nil {
		return nil, fmt.Errorf("%w: port of the SMTP server", ErrMail)
	}
	host := server.Hostname()
	s := &SMTP{host: host, from: from, options: []gomail.Option{
		gomail.WithPort(port),
		gomail.WithTimeout(smtpTimeout),
		gomail.WithTLSConfig(&tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}),
		gomail.WithTLSPolicy(tlsPolicy(server)),
	}}
	if _, domain, ok := strings.Cut(from.Address, "@"); ok {
		s.options = append(s.options, gomail.WithHELO(domain))
	}
	if server.Scheme == "smtps" {
		s.options = append(s.options, gomail.WithSSL())
	}
	if server.User != nil {
		password, _ := server.User.Password()
		s.options = append(s.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(server.User.Username()), gomail.WithPassword(password))
	}
	if _, err := gomail.NewClient(host, s.options...); err != nil {
		return nil, fmt.Errorf("%w: SMTP server: %w", ErrMail, err)
	}
	return s, nil
}

func tlsPolicy(server *url.URL) gomail.TLSPolicy {
	if server.Query().Get("tls") == "off" {
		return gomail.NoTLS
	}
	host := server.Hostname()
	if ip, err := netip.ParseAddr(host); host == "localhost" || err == nil && ip.IsLoopback() {
		return gomail.TLSOpportunistic
	}
	return gomail.TLSMandatory
}

// Send delivers a message within 30 seconds.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	msg, err := compose(m, s.from, time.Now())
	if err != nil {
		return err
	}
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return fmt.Errorf("%w: SMTP server", ErrMail)
	}
	ctx, stop := context.WithTimeout(ctx, smtpTimeout)
	defer stop()
	if err := client.DialAndSendWithContext(ctx, msg); err != nil {
		return fmt.Errorf("%w: %s", ErrMail, harmless(err))
	}
	return nil
}

// harmless says why a delivery failed in words that hold nothing personal,
// which a server's answer often does.
func harmless(err error) string {
	var send *gomail.SendError
	switch {
	case errors.As(err, &send) && send.ErrorCode() != 0:
		return fmt.Sprintf("SMTP server answered %d %s", send.ErrorCode(), send.EnhancedStatusCode())
	case errors.As(err, &send):
		return "SMTP server did not take the message"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return "SMTP server did not answer in time"
	case errors.Is(err, context.Canceled):
		return "stopped"
	}
	return "SMTP server cannot be used: " + fmt.Sprintf("%T", errors.Unwrap(err))
}

// Folder writes each message into a file, for a site without a mail server.
type Folder struct {
	dir  string
	from mail.Address
}

// NewFolder returns a mailer that writes .eml files, readable by their owner
// alone, into a folder, which it makes. They sort by time.
func NewFolder(dir string, from mail.Address) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("%w: folder: %w", ErrMail, err)
	}
	return &Folder{dir: dir, from: from}, nil
}

// Send writes the message.
func (f *Folder) Send(ctx context.Context, m Message) error {
	now := time.Now().UTC()
	msg, err := compose(m, f.from, now)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(f.dir, ".new-*") // mode 0600
	if err != nil {
		return fmt.Errorf("%w: folder: %w", ErrMail, err)
	}
	defer os.Remove(file.Name())
	_, err = msg.WriteTo(file)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		name := now.Format("20060102T150405.000") + "-" + strings.ToLower(rand.Text()[:8]) + ".eml"
		err = os.Rename(file.Name(), filepath.Join(f.dir, name))
	}
	if err != nil {
		return fmt.Errorf("%w: folder: %w", ErrMail, err)
	}
	return nil
}

// compose makes the message. Control characters in the subject, which could
// add headers, become spaces.
func compose(m Message, from mail.Address, now time.Time) (*gomail.Msg, error) {
	to, err := mail.ParseAddress(m.To)
	if err != nil || to.Address != m.To {
		return nil, fmt.Errorf("%w: malformed recipient", ErrMail)
	}
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	msg.FromMailAddress(&from)
	msg.ToMailAddress(to)
	msg.Subject(strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, m.Subject)))
	msg.SetDateWithValue(now)
	_, domain, _ := strings.Cut(from.Address, "@")
	msg.SetMessageIDWithValue(strings.ToLower(rand.Text()) + "@" + domain)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	return msg, nil
}
