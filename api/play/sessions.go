package play

import (
	"context"
	"fmt"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
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
