package play

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
)

// TaskMail is the kind of task that sends a mail; WriteLetter turns its
// payload into the Letter to be sent.
const TaskMail = "mail"

// Kinds of mail, as Service.Mail is asked for them. Each has "name", the
// reader's.
const (
	// mailVerify has "token": the address is to be confirmed.
	mailVerify = "verify"
	// mailReset has "token" and "expires" (RFC 3339): a forgotten password.
	mailReset = "reset"
	// mailEmailUsed tells that somebody else has given the reader's address.
	mailEmailUsed = "email-used"
	// mailEmailChanged has "email", the new address, and goes to the old one.
	mailEmailChanged = "email-changed"
	// mailPasswordChanged tells that the password was changed.
	mailPasswordChanged = "password-changed"
	// mailMessage has what a director wrote to everybody in an event: "text", "from",
	// "event" and its "tournament".
	mailMessage = "message"
)

// Letter is a mail to be sent.
type Letter struct {
	To, Subject, Text string
}

// mailTask is the payload of a mail's task. The text, and the secret of a link
// in it, are made when it is sent, so that no secret is stored.
type mailTask struct {
	Kind string `json:"kind"`
	// Account is whom the mail is for; 0 is whoever has the address by then.
	Account int64  `json:"account,omitempty"`
	Email   string `json:"email"`
	// Entry is the line of a tournament's log that is a message.
	Entry int64 `json:"entry,omitempty"`
}

// mail has a mail sent after the commit, so that a slow or broken mail server
// holds nothing up. One that waits already is not sent twice, and an account
// without an address gets none.
func (s *Service) mail(tx *store.Tx, kind string, account int64, address string) error {
	return s.send(tx, mailTask{Kind: kind, Account: account, Email: address})
}

func (s *Service) send(tx *store.Tx, m mailTask) error {
	if m.Email == "" || s.Mail == nil {
		return nil
	}
	payload, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	return s.addTask(tx, "mail:"+string(payload), TaskMail, string(payload), tx.Now())
}

// WriteLetter writes the mail of a task of kind TaskMail; it is nil where
// there is nobody to write to any longer.
func (s *Service) WriteLetter(ctx context.Context, payload string) (*Letter, error) {
	var m mailTask
	if err := json.Unmarshal([]byte(payload), &m); err != nil {
		return nil, fmt.Errorf("mail payload: %w", err)
	}
	var a *store.Account
	var err error
	if r := s.Store.Read(ctx); m.Account != 0 {
		a, err = r.Account(m.Account)
	} else {
		a, err = r.AccountByEmail(m.Email)
	}
	switch {
	case isNotFound(err):
		return nil, nil
	case err != nil:
		return nil, err
	case !a.ClosedAt.IsZero():
		return nil, nil
	}
	to := m.Email
	if m.Account == 0 {
		to = a.Email
	}
	data := map[string]string{"name": a.Name, "email": a.Email}
	switch m.Kind {
	case mailVerify:
		err = s.addLink(ctx, store.VerifyToken, a.ID, to, verifyLifetime, data)
	case mailReset:
		err = s.addLink(ctx, store.ResetToken, a.ID, to, resetLifetime, data)
	case mailMessage:
		err = s.addMessage(ctx, m.Entry, data)
	case mailEmailChanged:
		if a.Email == "" {
			data["email"], err = s.Store.Read(ctx).PendingEmail(a.ID, s.Store.Now())
		}
	}
	if isNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	subject, text := s.Mail(m.Kind, a.Locale, data)
	return &Letter{To: to, Subject: subject, Text: text}, nil
}

// addMessage reads a message to everybody in an event.
func (s *Service) addMessage(ctx context.Context, entry int64, data map[string]string) error {
	read := s.Store.Read(ctx)
	e, err := read.TournamentEntry(entry)
	if err != nil {
		return err
	}
	t, err := read.Tournament(e.TournamentID)
	if err != nil {
		return err
	}
	from, err := read.Account(e.AccountID)
	if err != nil {
		return err
	}
	data["text"], data["from"], data["event"], data["tournament"] = e.Reason, from.Name, t.Name, strconv.FormatInt(t.ID, 10)
	return nil
}

// addLink makes the secret of a link, which takes the place of those sent
// before. ErrNotFound: another address waits to be confirmed, or none.
func (s *Service) addLink(ctx context.Context, kind string, id int64, address string, lifetime time.Duration, data map[string]string) error {
	secret, hash := account.NewSecret()
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		if kind == store.VerifyToken {
			pending, err := tx.PendingEmail(id, tx.Now())
			if err != nil {
				return err
			}
			if pending != address {
				return store.ErrNotFound
			}
		}
		expires := tx.Now().Add(lifetime)
		data["token"], data["expires"] = secret, expires.Format(time.RFC3339)
		return tx.CreateToken(&store.Token{
			Kind: kind, AccountID: id, Hash: hash, Email: address, CreatedAt: tx.Now(), ExpiresAt: expires,
		})
	})
}
