package notify

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/textproto"
	"net/url"
	"os"
	"path/filepath"
	"slices"
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
	tls     *tls.Config
	sealed  bool // TLS from the start
	options []gomail.Option
	from    mail.Address
}

// NewSMTP returns a mailer for smtp://user:password@host:port or smtps://…
// The first insists on STARTTLS, except that it does without encryption where
// ?tls=off says so and with a server on this machine, whose certificate is
// seldom one for "localhost". The second is encrypted from the start.
func NewSMTP(server *url.URL, from mail.Address) (*SMTP, error) {
	port, err := strconv.Atoi(server.Port())
	if err != nil {
		return nil, fmt.Errorf("%w: port of the SMTP server", ErrMail)
	}
	host := server.Hostname()
	s := &SMTP{
		host:   host,
		tls:    &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12},
		sealed: server.Scheme == "smtps",
		from:   from,
	}
	s.options = []gomail.Option{
		gomail.WithPort(port),
		gomail.WithTimeout(smtpTimeout),
		gomail.WithTLSConfig(s.tls),
		gomail.WithTLSPolicy(tlsPolicy(server)),
	}
	if _, domain, ok := strings.Cut(from.Address, "@"); ok {
		s.options = append(s.options, gomail.WithHELO(domain))
	}
	if s.sealed {
		s.options = append(s.options, gomail.WithSSL())
	}
	if server.User != nil {
		password, _ := server.User.Password()
		s.options = append(s.options, gomail.WithUsername(server.User.Username()), gomail.WithPassword(password),
			// The last two refuse a connection to another machine that is not encrypted.
			gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthSCRAMSHA1,
				gomail.SMTPAuthCramMD5, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin))
	}
	if _, err := gomail.NewClient(host, s.options...); err != nil {
		return nil, fmt.Errorf("%w: SMTP server: %w", ErrMail, err)
	}
	return s, nil
}

func tlsPolicy(server *url.URL) gomail.TLSPolicy {
	host := server.Hostname()
	ip, err := netip.ParseAddr(host)
	if local := host == "localhost" || err == nil && ip.IsLoopback(); local || server.Query().Get("tls") == "off" {
		return gomail.NoTLS
	}
	return gomail.TLSMandatory
}

// Send delivers a message within 30 seconds.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	msg, err := compose(m, s.from, time.Now())
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, smtpTimeout)
	defer stop()
	client, err := gomail.NewClient(s.host, append(slices.Clip(s.options), gomail.WithDialContextFunc(s.dial(ctx)))...)
	if err != nil {
		return fmt.Errorf("%w: SMTP server", ErrMail)
	}
	if err := client.DialAndSendWithContext(ctx, msg); err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return fmt.Errorf("%w: %s", ErrMail, harmless(err))
	}
	return nil
}

// dial returns a dialer whose connections are closed when ctx ends, as the
// mail client heeds its context only while it connects.
func (s *SMTP) dial(ctx context.Context) gomail.DialContextFunc {
	return func(dialing context.Context, network, address string) (net.Conn, error) {
		var conn net.Conn
		var err error
		if s.sealed {
			conn, err = (&tls.Dialer{Config: s.tls}).DialContext(dialing, network, address)
		} else {
			conn, err = (&net.Dialer{}).DialContext(dialing, network, address)
		}
		if err == nil {
			context.AfterFunc(ctx, func() { conn.Close() })
		}
		return conn, err
	}
}

// harmless says why a delivery failed in words that hold nothing personal,
// which a server's answer often does.
func harmless(err error) string {
	var (
		send        *gomail.SendError
		answer      *textproto.Error
		certificate *tls.CertificateVerificationError
		network     *net.OpError
	)
	switch {
	case errors.As(err, &send) && send.ErrorCode() != 0:
		return fmt.Sprintf("SMTP server answered %d %s", send.ErrorCode(), send.EnhancedStatusCode())
	case errors.As(err, &send):
		return "SMTP server did not take the message"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return "SMTP server did not answer in time"
	case errors.Is(err, context.Canceled):
		return "stopped"
	case errors.As(err, &answer):
		return fmt.Sprintf("SMTP server answered %d", answer.Code)
	case errors.As(err, &certificate):
		return "certificate of the SMTP server is not trusted"
	case errors.As(err, &network):
		return "SMTP server cannot be reached: " + network.Err.Error()
	}
	return "SMTP server cannot be used"
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
