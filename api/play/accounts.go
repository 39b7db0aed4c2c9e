package play

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"crownpost/api/account"
	"crownpost/api/store"
)

// How long what is sent by mail stays good.
const (
	verifyLifetime = 7 * 24 * time.Hour
	resetLifetime  = 2 * time.Hour
	inviteLifetime = 30 * 24 * time.Hour
)

// keyAge is the age at which the key that signs access tokens gets a successor.
const keyAge = 30 * 24 * time.Hour

// Lifetimes of sessions from their last use.
const (
	pageLifetime    = 30 * 24 * time.Hour
	programLifetime = 90 * 24 * time.Hour
)

var (
	// ErrLogIn: this name and this password do not belong together.
	ErrLogIn = errors.New("name and password do not belong together")
	// ErrUnverified: the account must first confirm its e-mail address.
	ErrUnverified = errors.New("e-mail address not confirmed")
	// ErrClosedRegistration: no account can be made here, or not without an invitation.
	ErrClosedRegistration = errors.New("registration is not open")
)

// SignUpInput is what someone gives who wants an account.
type SignUpInput struct {
	Name, Email, Password string
	// Invitation is the secret of an invitation, where one is needed.
	Invitation string
	Locale     string
}

// SignUp makes an account. Whether the e-mail address belongs to another
// account cannot be told from the outside: the new account is then without
// one, and the address's owner hears of it by mail.
func (s *Service) SignUp(ctx context.Context, in SignUpInput) (id int64, err error) {
	if s.Registration == RegistrationClosed || s.Registration == RegistrationByInvitation && in.Invitation == "" {
		return 0, ErrClosedRegistration
	}
	return s.createAccount(ctx, in, s.Registration == RegistrationByInvitation)
}

// CreateUser is SignUp for those who run the server, whom no setting stops.
func (s *Service) CreateUser(ctx context.Context, in SignUpInput) (id int64, err error) {
	return s.createAccount(ctx, in, false)
}

// createAccount refuses wrong input with an *account.Invalid for each field,
// joined.
func (s *Service) createAccount(ctx context.Context, in SignUpInput, invited bool) (id int64, err error) {
	name, wrongName := account.ParseName(in.Name)
	email, wrongEmail := account.ParseEmail(in.Email)
	wrongPassword := account.CheckPassword(in.Password, in.Name, in.Email)
	if err := errors.Join(wrongName, wrongEmail, wrongPassword); err != nil {
		return 0, err
	}
	hash, err := s.Hasher.Hash(ctx, in.Password)
	if err != nil {
		return 0, err
	}
	create := func(tx *store.Tx) error {
		if invited {
			if _, err := tx.TakeToken(store.InviteToken, account.HashSecret(in.Invitation)); err != nil {
				return instead(err, ErrClosedRegistration)
			}
		}
		if _, err := tx.AccountByName(name.Key); err == nil {
			return account.NewInvalid("name", "name-taken", nil)
		} else if !isNotFound(err) {
			return err
		}
		a := &store.Account{
			Name: name.Display, NameKey: name.Key, Email: email.Address, EmailKey: email.Key, PasswordHash: hash,
			Role: store.Player, Locale: in.Locale, ConfirmMoves: true, CreatedAt: tx.Now(),
		}
		owner, err := tx.AccountByEmail(email.Key)
		if err == nil {
			a.Email, a.EmailKey = "", ""
		} else if !isNotFound(err) {
			return err
		}
		if err := tx.CreateAccount(a); err != nil {
			return err
		}
		id = a.ID
		if err := s.claimEmail(tx, a.ID, email.Address); err != nil {
			return err
		}
		if owner != nil {
			return s.mail(tx, mailEmailUsed, owner.ID, owner.Email)
		}
		return s.mail(tx, mailVerify, a.ID, email.Address)
	}
	err = s.Store.Write(ctx, create)
	if errors.Is(err, store.ErrDuplicate) {
		err = s.Store.Write(ctx, create) // someone was faster, and is seen now
	}
	return id, err
}

// instead puts another error in place of ErrNotFound.
func instead(err, other error) error {
	if isNotFound(err) {
		return other
	}
	return err
}

// Preferences are an account's settings of the pages.
type Preferences struct {
	Theme, Locale string
	ConfirmMoves  bool
}

// SetPreferences stores them.
func (s *Service) SetPreferences(ctx context.Context, id int64, p Preferences) error {
	switch p.Theme {
	case "", "light", "dark":
	default:
		return account.NewInvalid("theme", "unknown", nil)
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		a, err := tx.Account(id)
		if err != nil {
			return err
		}
		a.Theme, a.Locale, a.ConfirmMoves = p.Theme, p.Locale, p.ConfirmMoves
		return tx.UpdateAccount(a)
	})
}

// CloseAccount closes an account for good at its owner's word.
func (s *Service) CloseAccount(ctx context.Context, id int64, password string) error {
	if _, err := s.checkPassword(ctx, id, password, "password"); err != nil {
		return err
	}
	return s.CloseUser(ctx, id)
}

// CloseUser closes an account: its games end as the law of play has it, its
// name is replaced in what stays public, everything else is removed.
func (s *Service) CloseUser(ctx context.Context, id int64) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		a, err := tx.Account(id)
		if err != nil || !a.ClosedAt.IsZero() {
			return err
		}
		if err := s.endGamesOf(tx, id); err != nil {
			return err
		}
		if err := tx.CancelSeeks(id); err != nil {
			return err
		}
		if err := tx.DeletePrivate(id); err != nil {
			return err
		}
		name := fmt.Sprintf("closed-%d", id)
		if err := renameInLogs(tx, id, a.Name, name); err != nil {
			return err
		}
		a.Name, a.NameKey = name, account.NameKey(name)
		a.Email, a.EmailKey, a.EmailVerifiedAt, a.PasswordHash = "", "", time.Time{}, ""
		a.Role, a.ClosedAt = store.Player, tx.Now()
		a.Generation++
		tx.After(func() { s.ring(LobbyTopic) })
		return tx.UpdateAccount(a)
	})
}

// renameInLogs replaces a player's name in what directors' acts say of him: the
// logs of the tournaments that the account has entered.
func renameInLogs(tx *store.Tx, id int64, name, label string) error {
	entries, err := tx.LogOf(id)
	if err != nil {
		return err
	}
	for i := range entries {
		e := &entries[i]
		detail, reason := replaceName(e.Detail, name, label), replaceName(e.Reason, name, label)
		if detail == e.Detail && reason == e.Reason {
			continue
		}
		if err := tx.RewriteLog(e.ID, detail, reason); err != nil {
			return err
		}
	}
	return nil
}

// replaceName replaces a name where it is not a part of a longer one.
func replaceName(text, name, label string) string {
	const joints = "_-." // within names, never at their ends
	part := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	var b strings.Builder
	for {
		i := strings.Index(text, name)
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(b.String()+text[:i], joints))
		after, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[i+len(name):], joints))
		b.WriteString(text[:i])
		if part(before) || part(after) {
			b.WriteString(name)
		} else {
			b.WriteString(label)
		}
		text = text[i+len(name):]
	}
}

// SetRole makes an account a player, a moderator or an administrator.
func (s *Service) SetRole(ctx context.Context, id int64, role string) error {
	switch role {
	case store.Player, store.Moderator, store.Admin:
	default:
		return account.NewInvalid("role", "unknown", nil)
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		a, err := tx.Account(id)
		if err != nil {
			return err
		}
		a.Role = role
		return tx.UpdateAccount(a)
	})
}

// CreateInvitation makes a secret with which one account can be made where
// registration is by invitation.
func (s *Service) CreateInvitation(ctx context.Context, by int64) (secret string, err error) {
	secret, hash := account.NewSecret()
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		return tx.CreateToken(&store.Token{
			Kind: store.InviteToken, AccountID: by, Hash: hash, CreatedAt: tx.Now(), ExpiresAt: tx.Now().Add(inviteLifetime),
		})
	})
	return secret, err
}

// CleanUp deletes what has expired, and gives an old signing key a successor.
func (s *Service) CleanUp(ctx context.Context) error {
	if now := s.Store.Now(); now.Sub(s.Keys.Newest()) >= keyAge {
		if err := s.Keys.Rotate(now); err != nil {
			return err
		}
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error { return tx.DeleteExpired() })
}
