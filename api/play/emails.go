package play

import (
	"context"
	"time"

	"crownpost/api/account"
	"crownpost/api/store"
)

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
