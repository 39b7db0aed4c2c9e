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

func (s *Service) createAccount(ctx context.Context, in SignUpInput, invited bool) (id int64, err error) {
	name, err := account.ParseName(in.Name)
	if err != nil {
		return 0, err
	}
	email, err := account.ParseEmail(in.Email)
	if err != nil {
		return 0, err
	}
	if err := account.CheckPassword(in.Password, name.Display, email.Address); err != nil {
		return 0, err
	}
	hash, err := s.Hasher.Hash(ctx, in.Password)
	if err != nil {
		return 0, fmt.Errorf("password: %w", err)
	}
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		if invited {
			if _, err := tx.TakeToken(store.InviteToken, account.HashSecret(in.Invitation)); err != nil {
				return ErrClosedRegistration
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
			if errors.Is(err, store.ErrDuplicate) {
				return account.NewInvalid("name", "name-taken", nil)
			}
			return err
		}
		id = a.ID
		if owner != nil {
			if err := s.mail(tx, "email-used", owner, owner.Email, nil); err != nil {
				return err
			}
			secret, hash := account.NewSecret()
			_ = secret // never sent: the address is somebody else's
			return tx.CreateToken(&store.Token{
				Kind: store.VerifyToken, AccountID: a.ID, Hash: hash, Email: email.Address,
				CreatedAt: tx.Now(), ExpiresAt: tx.Now().Add(verifyLifetime),
			})
		}
		return s.askToVerify(tx, a, email.Address)
	})
	return id, err
}

// askToVerify sends a link that proves an address.
func (s *Service) askToVerify(tx *store.Tx, a *store.Account, address string) error {
	secret, hash := account.NewSecret()
	err := tx.CreateToken(&store.Token{
		Kind: store.VerifyToken, AccountID: a.ID, Hash: hash, Email: address,
		CreatedAt: tx.Now(), ExpiresAt: tx.Now().Add(verifyLifetime),
	})
	if err != nil {
		return err
	}
	return s.mail(tx, "verify", a, address, map[string]string{"token": secret})
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
	accountKey := "account:" + account.NameKey(in.Name)
	addressKey := "address:" + account.AddressKey(in.Address)
	var a *store.Account
	err := s.Store.Write(ctx, func(tx *store.Tx) error {
		var err error
		if a, err = findAccount(tx, in.Name); err != nil {
			return err
		}
		if a != nil {
			accountKey = fmt.Sprintf("account:%d", a.ID)
		}
		for _, limit := range []struct {
			key      string
			throttle account.Throttle
		}{{accountKey, account.PerAccount}, {addressKey, account.PerAddress}} {
			failed, err := tx.LoginFailure(limit.key)
			if err != nil {
				return err
			}
			if wait := limit.throttle.Wait(failed.Count, failed.LastAt, tx.Now()); wait > 0 {
				return &SlowDownError{Wait: wait}
			}
		}
		// Counted before the password is looked at, so that many attempts at
		// once are no way around the limit; a success takes it back.
		_, err = tx.BumpLoginFailure(accountKey, account.PerAccount.Forget)
		return err
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
		return Tokens{}, errors.Join(ErrLogIn, err)
	}
	newHash := ""
	if rehash {
		if newHash, err = s.Hasher.Hash(ctx, in.Password); err != nil {
			return Tokens{}, err
		}
	}
	var tokens Tokens
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.ClearLoginFailure(accountKey); err != nil {
			return err
		}
		fresh, err := tx.Account(a.ID)
		if err != nil {
			return err
		}
		if fresh.PasswordHash != stored || !fresh.ClosedAt.IsZero() {
			return ErrLogIn // changed while this was being checked
		}
		if newHash != "" {
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
	key := fmt.Sprintf("account:%d", id)
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		failed, err := tx.LoginFailure(key)
		if err != nil {
			return err
		}
		if wait := account.PerAccount.Wait(failed.Count, failed.LastAt, tx.Now()); wait > 0 {
			return &SlowDownError{Wait: wait}
		}
		_, err = tx.BumpLoginFailure(key, account.PerAccount.Forget)
		return err
	})
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
	return a, s.Store.Write(ctx, func(tx *store.Tx) error { return tx.ClearLoginFailure(key) })
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

// setPassword stores a new hash and makes every token issued so far void.
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
	return a, s.mail(tx, "password-changed", a, a.Email, nil)
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
// Where no mail is configured it takes effect at once.
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
		switch {
		case err == nil && other.ID != id:
			// Answered like any other; the address's owner hears of it.
			return s.mail(tx, "email-used", other, other.Email, nil)
		case err != nil && !isNotFound(err):
			return err
		}
		if !s.MailConfigured {
			a.Email, a.EmailKey, a.EmailVerifiedAt = email.Address, email.Key, time.Time{}
			return tx.UpdateAccount(a)
		}
		return s.askToVerify(tx, a, email.Address)
	})
}

// ResendVerification sends the link to an account's address again.
func (s *Service) ResendVerification(ctx context.Context, id int64) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		a, err := tx.Account(id)
		if err != nil || a.Email == "" || !a.EmailVerifiedAt.IsZero() {
			return err
		}
		return s.askToVerify(tx, a, a.Email)
	})
}

// VerifyEmail takes a link that proves an address. A claim to the address by
// an account that never proved it falls.
func (s *Service) VerifyEmail(ctx context.Context, secret string) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		token, err := tx.TakeToken(store.VerifyToken, account.HashSecret(secret))
		if isNotFound(err) {
			return ErrGone
		}
		if err != nil {
			return err
		}
		a, err := tx.Account(token.AccountID)
		if err != nil {
			return err
		}
		key := account.EmailKey(token.Email)
		if other, err := tx.AccountByEmail(key); err == nil && other.ID != a.ID {
			if !other.EmailVerifiedAt.IsZero() {
				return ErrGone
			}
			other.Email, other.EmailKey = "", ""
			if err := tx.UpdateAccount(other); err != nil {
				return err
			}
		}
		if a.Email != "" && a.EmailKey != key {
			if err := s.mail(tx, "email-changed", a, a.Email, map[string]string{"email": token.Email}); err != nil {
				return err
			}
		}
		a.Email, a.EmailKey, a.EmailVerifiedAt = token.Email, key, tx.Now()
		return tx.UpdateAccount(a)
	})
}

// ForgotPassword sends a link to an address if an account has it. The answer
// is the same if none has.
func (s *Service) ForgotPassword(ctx context.Context, address string) error {
	email, err := account.ParseEmail(address)
	if err != nil {
		return err
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		a, err := tx.AccountByEmail(email.Key)
		if isNotFound(err) {
			return nil
		}
		if err != nil {
			return err
		}
		secret, hash := account.NewSecret()
		err = tx.CreateToken(&store.Token{
			Kind: store.ResetToken, AccountID: a.ID, Hash: hash, Email: a.Email,
			CreatedAt: tx.Now(), ExpiresAt: tx.Now().Add(resetLifetime),
		})
		if err != nil {
			return err
		}
		return s.mail(tx, "reset", a, a.Email, map[string]string{"token": secret, "expires": tx.Now().Add(resetLifetime).Format(time.RFC3339)})
	})
}

// ResetPassword sets a password by a link that was sent, and ends every
// session.
func (s *Service) ResetPassword(ctx context.Context, secret, password string) error {
	hash := account.HashSecret(secret)
	token, err := s.Store.Read(ctx).Token(store.ResetToken, hash, s.Store.Now())
	if isNotFound(err) {
		return ErrGone
	}
	if err != nil {
		return err
	}
	a, err := s.Store.Read(ctx).Account(token.AccountID)
	if err != nil {
		return err
	}
	newHash, err := s.newPassword(ctx, a, password)
	if err != nil {
		return err
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		token, err := tx.TakeToken(store.ResetToken, hash)
		if isNotFound(err) {
			return ErrGone
		}
		if err != nil {
			return err
		}
		fresh, err := s.setPassword(tx, token.AccountID, newHash)
		if err != nil {
			return err
		}
		if token.Email == fresh.Email && fresh.EmailVerifiedAt.IsZero() {
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
		if err := tx.DeleteSessions(id); err != nil {
			return err
		}
		name := fmt.Sprintf("closed-%d", id)
		a.Name, a.NameKey = name, name
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
