package play

import (
	"context"
	"errors"

	"crownpost/api/store"
)

// ErrRepeated: a request was carried out under this idempotency key before, or
// is being carried out.
var ErrRepeated = errors.New("request already carried out")

type keyKey struct{}

// WithKey marks a request with the idempotency key that its sender gave it.
// The first use case that runs under the key stores it in its own transaction,
// so that no second request with it can do the same again.
func WithKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, keyKey{}, key)
}

// write is Store.Write for an account's request, under its idempotency key if
// it has one. A key that was used is ErrRepeated.
func (s *Service) write(ctx context.Context, account int64, fn func(tx *store.Tx) error) error {
	key, _ := ctx.Value(keyKey{}).(string)
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		if key != "" {
			if err := tx.PutReply(&store.Reply{AccountID: account, Key: key, At: tx.Now()}); err != nil {
				if errors.Is(err, store.ErrDuplicate) {
					return ErrRepeated
				}
				return err
			}
		}
		return fn(tx)
	})
}

// Replied returns the answer once given under a key; Status 0 means that the
// request was carried out and its answer was lost.
func (s *Service) Replied(ctx context.Context, account int64, key string) (*store.Reply, error) {
	return s.Store.Read(ctx).Reply(account, key)
}

// Reply stores the answer given under a key, if a use case has run under it.
func (s *Service) Reply(ctx context.Context, account int64, key string, status int, body string) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		return tx.SetReply(&store.Reply{AccountID: account, Key: key, Status: status, Body: body})
	})
}
