package play

import (
	"context"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
)

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
