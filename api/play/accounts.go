package play

import (
	"context"
	"errors"
	"fmt"
	"time"

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

// SlowDownError says that log-ins have failed too often, and how long to wait.
type SlowDownError struct{ Wait time.Duration }

// Error names the time to wait.
func (e *SlowDownError) Error() string { return "too many attempts, wait " + e.Wait.String() }

// Tokens are what a session is carried on with. Refresh is empty when the one
// that was presented stays in force.
type Tokens struct {
	Account int64
	Session string
	Access  string
	Refresh string
	Expires time.Time // of Access
}

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

// claimEmail notes that an account gives an address as its own. The secret
// that proves it is made when the link is sent.
func (s *Service) claimEmail(tx *store.Tx, id int64, address string) error {
	return voidToken(tx, store.VerifyToken, id, address, tx.Now().Add(verifyLifetime))
}

// voidToken puts a token that nobody can use in the place of those of its kind.
func voidToken(tx *store.Tx, kind string, id int64, address string, expires time.Time) error {
	_, hash := account.NewSecret()
	return tx.CreateToken(&store.Token{
		Kind: kind, AccountID: id, Hash: hash, Email: address, CreatedAt: tx.Now(), ExpiresAt: expires,
	})
}

// LogInInput is a name (or e-mail address) with a password, and from where.
type LogInInput struct {
	Name, Password string
	// Address is the client's network address.
	Address string
	// Agent says in a few words what the client is.
	Agent string
	// Kind is store.PageSession or store.ProgramSession.
	Kind string
}

// LogIn opens a session. Failures slow down further attempts on the account
// and from the address; every failure looks and takes alike.
func (s *Service) LogIn(ctx context.Context, in LogInInput) (Tokens, error) {
	key := "login:" + account.HashSecret(account.NameKey(in.Name)) // where there is no account
	addressKey := "address:" + account.AddressKey(in.Address)
	var a *store.Account
	err := s.Store.Write(ctx, func(tx *store.Tx) error {
		if err := slowDown(tx, addressKey, account.PerAddress); err != nil {
			return err
		}
		var err error
		if a, err = findAccount(tx, in.Name); err != nil {
			return err
		}
		if a == nil {
			return countAttempt(tx, key)
		}
		key = accountKey(a.ID)
		return countAccountAttempt(tx, a.ID)
	})
	if err != nil {
		return Tokens{}, err
	}
	stored := ""
	if a != nil && a.ClosedAt.IsZero() {
		stored = a.PasswordHash
	}
	ok, rehash, err := s.Hasher.Verify(ctx, stored, in.Password)
	if err != nil {
		return Tokens{}, err
	}
	if !ok {
		err := s.Store.Write(ctx, func(tx *store.Tx) error {
			_, err := tx.BumpLoginFailure(addressKey, account.PerAddress.Forget)
			return err
		})
		if err != nil {
			return Tokens{}, err
		}
		return Tokens{}, ErrLogIn
	}
	newHash := ""
	if rehash {
		if newHash, err = s.Hasher.Hash(ctx, in.Password); err != nil {
			return Tokens{}, err
		}
	}
	var tokens Tokens
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.ClearLoginFailure(key); err != nil {
			return err
		}
		fresh, err := tx.Account(a.ID)
		if err != nil {
			return err
		}
		if fresh.Generation != a.Generation {
			return ErrLogIn // changed or closed while this was being checked
		}
		if newHash != "" && fresh.PasswordHash == stored {
			fresh.PasswordHash = newHash
			if err := tx.UpdateAccount(fresh); err != nil {
				return err
			}
		}
		tokens, err = s.openSession(tx, fresh, in.Kind, in.Agent)
		return err
	})
	return tokens, err
}

func accountKey(id int64) string { return fmt.Sprintf("account:%d", id) }

// slowDown refuses an attempt that comes too soon after failures under key.
func slowDown(tx *store.Tx, key string, throttle account.Throttle) error {
	failed, err := tx.LoginFailure(key)
	if err != nil {
		return err
	}
	if wait := throttle.Wait(failed.Count, failed.LastAt, tx.Now()); wait > 0 {
		return &SlowDownError{Wait: wait}
	}
	return nil
}

// countAttempt counts an attempt before its password is looked at, so that
// many at once are no way around the limit; a success takes it back.
func countAttempt(tx *store.Tx, key string) error {
	if err := slowDown(tx, key, account.PerAccount); err != nil {
		return err
	}
	_, err := tx.BumpLoginFailure(key, account.PerAccount.Forget)
	return err
}

// countAccountAttempt is countAttempt for an account that exists, one attempt
// after the other.
func countAccountAttempt(tx *store.Tx, id int64) error {
	if err := tx.LockAccounts(id); err != nil {
		return err
	}
	return countAttempt(tx, accountKey(id))
}

// findAccount looks an account up by name or by e-mail address; nil is none.
func findAccount(tx *store.Tx, name string) (*store.Account, error) {
	a, err := tx.AccountByName(account.NameKey(name))
	if isNotFound(err) {
		a, err = tx.AccountByEmail(account.EmailKey(name))
	}
	if isNotFound(err) {
		return nil, nil
	}
	return a, err
}

func (s *Service) openSession(tx *store.Tx, a *store.Account, kind, agent string) (Tokens, error) {
	secret, hash := account.NewSecret()
	row := &store.Session{
		ID: account.NewSessionID(), AccountID: a.ID, Kind: kind, RefreshHash: hash,
		RotatedAt: tx.Now(), CreatedAt: tx.Now(), UsedAt: tx.Now(), ExpiresAt: tx.Now().Add(lifetime(kind)), Agent: agent,
	}
	if err := tx.CreateSession(row); err != nil {
		return Tokens{}, err
	}
	tokens, err := s.access(a, row.ID, tx.Now())
	tokens.Refresh = account.RefreshToken(row.ID, secret)
	return tokens, err
}

func lifetime(kind string) time.Duration {
	if kind == store.ProgramSession {
		return programLifetime
	}
	return pageLifetime
}

func (s *Service) access(a *store.Account, session string, now time.Time) (Tokens, error) {
	token, err := s.Keys.Sign(account.Access{Account: a.ID, Session: session, Generation: int64(a.Generation)}, now)
	return Tokens{Account: a.ID, Session: session, Access: token, Expires: now.Add(account.AccessLifetime)}, err
}

// judge reads a refresh token and says what to do with it.
func judge(r *store.Reader, token string, now time.Time) (*store.SessionView, string, account.Verdict, error) {
	id, secret, ok := account.ParseRefreshToken(token)
	if !ok {
		return nil, "", account.NotValid, account.ErrToken
	}
	row, err := r.Session(id)
	if isNotFound(err) {
		return nil, "", account.NotValid, account.ErrToken
	}
	if err != nil {
		return nil, "", account.NotValid, err
	}
	if !row.ExpiresAt.After(now) || !row.Account.ClosedAt.IsZero() {
		return nil, "", account.NotValid, account.ErrToken
	}
	verdict := account.Refresh{Current: row.RefreshHash, Previous: row.PreviousHash, Rotated: row.RotatedAt}.Judge(secret, now)
	return row, secret, verdict, nil
}

// Refresh replaces a refresh token by a new one. An old one has been copied:
// presenting it ends the session.
func (s *Service) Refresh(ctx context.Context, token string) (Tokens, error) {
	var tokens Tokens
	reused := false
	err := s.Store.Write(ctx, func(tx *store.Tx) error {
		row, secret, verdict, err := judge(tx.Reader, token, tx.Now())
		if err != nil {
			return err
		}
		switch verdict {
		case account.NotValid:
			return account.ErrToken
		case account.Reuse:
			reused = true
			return tx.DeleteSession(row.AccountID, row.ID)
		}
		if tokens, err = s.access(&row.Account, row.ID, tx.Now()); err != nil || verdict == account.Grace {
			return err
		}
		next, hash := account.NewSecret()
		rotated, err := tx.RotateSession(row.ID, account.HashSecret(secret), hash, tx.Now().Add(lifetime(row.Kind)))
		if rotated {
			tokens.Refresh = account.RefreshToken(row.ID, next)
		}
		return err
	})
	if err == nil && reused {
		err = account.ErrToken
	}
	return tokens, err
}

// Resume gives an access token for a refresh token in force, and writes nothing.
func (s *Service) Resume(ctx context.Context, token string) (string, error) {
	now := s.Store.Now()
	row, _, verdict, err := judge(s.Store.Read(ctx), token, now)
	if err != nil {
		return "", err
	}
	if verdict != account.Rotate && verdict != account.Grace {
		return "", account.ErrToken
	}
	tokens, err := s.access(&row.Account, row.ID, now)
	return tokens.Access, err
}

// EndSession logs one session of an account out.
func (s *Service) EndSession(ctx context.Context, id int64, session string) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error { return tx.DeleteSession(id, session) })
}

// EndOtherSessions logs out every session of an account but one.
func (s *Service) EndOtherSessions(ctx context.Context, id int64, keep string) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error { return tx.DeleteOtherSessions(id, keep) })
}

// checkPassword proves that the person at an open session is its owner.
func (s *Service) checkPassword(ctx context.Context, id int64, password, field string) (*store.Account, error) {
	a, err := s.Store.Read(ctx).Account(id)
	if err != nil {
		return nil, err
	}
	err = s.Store.Write(ctx, func(tx *store.Tx) error { return countAccountAttempt(tx, id) })
	if err != nil {
		return nil, err
	}
	ok, _, err := s.Hasher.Verify(ctx, a.PasswordHash, password)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, account.NewInvalid(field, "password-wrong", nil)
	}
	return a, s.Store.Write(ctx, func(tx *store.Tx) error { return tx.ClearLoginFailure(accountKey(id)) })
}

// ChangePassword sets a new password and ends every session but the one that
// asked, which gets new tokens.
func (s *Service) ChangePassword(ctx context.Context, id int64, session, current, next string) (Tokens, error) {
	a, err := s.checkPassword(ctx, id, current, "current")
	if err != nil {
		return Tokens{}, err
	}
	hash, err := s.newPassword(ctx, a, next)
	if err != nil {
		return Tokens{}, err
	}
	var tokens Tokens
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		if now, err := tx.Account(id); err != nil {
			return err
		} else if now.Generation != a.Generation {
			return store.ErrConflict // changed while this was being checked
		}
		fresh, err := s.setPassword(tx, id, hash)
		if err != nil {
			return err
		}
		if err := tx.DeleteOtherSessions(id, session); err != nil {
			return err
		}
		tokens, err = s.access(fresh, session, tx.Now())
		return err
	})
	return tokens, err
}

func (s *Service) newPassword(ctx context.Context, a *store.Account, password string) (string, error) {
	if err := account.CheckPassword(password, a.Name, a.Email); err != nil {
		return "", err
	}
	return s.Hasher.Hash(ctx, password)
}

// setPassword stores a new hash. Access tokens and links for a new password
// that were given out so far are void.
func (s *Service) setPassword(tx *store.Tx, id int64, hash string) (*store.Account, error) {
	a, err := tx.Account(id)
	if err != nil {
		return nil, err
	}
	a.PasswordHash = hash
	a.Generation++
	if err := tx.UpdateAccount(a); err != nil {
		return nil, err
	}
	if err := voidToken(tx, store.ResetToken, id, a.Email, tx.Now()); err != nil {
		return nil, err
	}
	if err := tx.ClearLoginFailure(accountKey(id)); err != nil {
		return nil, err
	}
	return a, s.mail(tx, mailPasswordChanged, a.ID, a.Email)
}

// SetPassword sets an account's password for those who run the server, and
// ends all its sessions.
func (s *Service) SetPassword(ctx context.Context, id int64, password string) error {
	a, err := s.Store.Read(ctx).Account(id)
	if err != nil {
		return err
	}
	hash, err := s.newPassword(ctx, a, password)
	if err != nil {
		return err
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := s.setPassword(tx, id, hash); err != nil {
			return err
		}
		return tx.DeleteSessions(id)
	})
}

// ChangeEmail asks the new address to be confirmed; it takes effect with that.
// Where no mail is configured it takes effect at once. One that belongs to
// another account is answered alike, as with SignUp.
func (s *Service) ChangeEmail(ctx context.Context, id int64, password, address string) error {
	email, err := account.ParseEmail(address)
	if err != nil {
		return err
	}
	if _, err := s.checkPassword(ctx, id, password, "password"); err != nil {
		return err
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		a, err := tx.Account(id)
		if err != nil {
			return err
		}
		other, err := tx.AccountByEmail(email.Key)
		if err != nil && !isNotFound(err) {
			return err
		}
		used := err == nil && other.ID != id
		if !s.MailConfigured {
			now := email
			if used {
				now = account.Email{}
			}
			if err := s.setEmail(tx, a, now, time.Time{}); err != nil {
				return err
			}
		}
		if err := s.claimEmail(tx, id, email.Address); err != nil {
			return err
		}
		if used {
			return s.mail(tx, mailEmailUsed, other.ID, other.Email)
		}
		return s.mail(tx, mailVerify, id, email.Address)
	})
}

// setEmail stores a new address and tells the old one.
func (s *Service) setEmail(tx *store.Tx, a *store.Account, email account.Email, verified time.Time) error {
	old, oldKey := a.Email, a.EmailKey
	a.Email, a.EmailKey, a.EmailVerifiedAt = email.Address, email.Key, verified
	if err := tx.UpdateAccount(a); err != nil || oldKey == email.Key {
		return err
	}
	return s.mail(tx, mailEmailChanged, a.ID, old)
}

// ResendVerification sends the link to an account's address again.
func (s *Service) ResendVerification(ctx context.Context, id int64) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		a, err := tx.Account(id)
		if err != nil || a.Email == "" || !a.EmailVerifiedAt.IsZero() {
			return err
		}
		if err := s.claimEmail(tx, id, a.Email); err != nil {
			return err
		}
		return s.mail(tx, mailVerify, id, a.Email)
	})
}

// VerifyEmail takes a link that proves an address. A claim to the address by
// an account that never proved it falls.
func (s *Service) VerifyEmail(ctx context.Context, secret string) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		token, err := tx.TakeToken(store.VerifyToken, account.HashSecret(secret))
		if err != nil {
			return instead(err, ErrGone)
		}
		a, err := tx.Account(token.AccountID)
		if err != nil {
			return err
		}
		if !a.ClosedAt.IsZero() {
			return ErrGone
		}
		email, err := account.ParseEmail(token.Email)
		if err != nil {
			return err
		}
		other, err := tx.AccountByEmail(email.Key)
		switch {
		case err == nil && other.ID != a.ID:
			if !other.EmailVerifiedAt.IsZero() {
				return ErrGone
			}
			other.Email, other.EmailKey = "", ""
			if err := tx.UpdateAccount(other); err != nil {
				return err
			}
		case err != nil && !isNotFound(err):
			return err
		}
		return s.setEmail(tx, a, email, tx.Now())
	})
}

// ForgotPassword sends a link to an address if an account has it. Whether one
// has shows neither in the answer nor in the time it takes: that is looked up
// when the mail is sent.
func (s *Service) ForgotPassword(ctx context.Context, address string) error {
	email, err := account.ParseEmail(address)
	if err != nil {
		return err
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error { return s.mail(tx, mailReset, 0, email.Key) })
}

// resettable returns the account of a link for a new password: the newest one,
// in time, that was sent to the address which the account still has.
func resettable(r *store.Reader, hash string, now time.Time) (*store.Account, error) {
	token, err := r.Token(store.ResetToken, hash, now)
	if err != nil {
		return nil, instead(err, ErrGone)
	}
	a, err := r.Account(token.AccountID)
	if err != nil {
		return nil, err
	}
	if !a.ClosedAt.IsZero() || a.Email != token.Email {
		return nil, ErrGone
	}
	return a, nil
}

// ResetPassword sets a password by a link that was sent, and ends every
// session. The link works once.
func (s *Service) ResetPassword(ctx context.Context, secret, password string) error {
	hash := account.HashSecret(secret)
	a, err := resettable(s.Store.Read(ctx), hash, s.Store.Now())
	if err != nil {
		return err
	}
	newHash, err := s.newPassword(ctx, a, password)
	if err != nil {
		return err
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := resettable(tx.Reader, hash, tx.Now()); err != nil {
			return err
		}
		if _, err := tx.TakeToken(store.ResetToken, hash); err != nil {
			return instead(err, ErrGone)
		}
		fresh, err := s.setPassword(tx, a.ID, newHash)
		if err != nil {
			return err
		}
		if fresh.EmailVerifiedAt.IsZero() {
			fresh.EmailVerifiedAt = tx.Now() // the link has proved it
			if err := tx.UpdateAccount(fresh); err != nil {
				return err
			}
		}
		return tx.DeleteSessions(fresh.ID)
	})
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
		a.Name, a.NameKey = name, account.NameKey(name)
		a.Email, a.EmailKey, a.EmailVerifiedAt, a.PasswordHash = "", "", time.Time{}, ""
		a.Role, a.ClosedAt = store.Player, tx.Now()
		a.Generation++
		tx.After(func() { s.ring(LobbyTopic) })
		return tx.UpdateAccount(a)
	})
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

// mayPlay refuses an account whose address must still be confirmed.
func (s *Service) mayPlay(tx *store.Tx, id int64) error {
	if !s.MailConfigured {
		return nil
	}
	a, err := tx.Account(id)
	if err != nil {
		return err
	}
	if a.EmailVerifiedAt.IsZero() {
		return ErrUnverified
	}
	return nil
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
