package jobs

import (
	"context"
	"time"

	"crownpost/api/store"
)

// FromStore returns the store's tables as a Queue.
func FromStore(s *store.Store) Queue { return queue{s} }

type queue struct{ *store.Store }

func (q queue) NextDeadline(ctx context.Context) (time.Time, bool, error) {
	return q.Read(ctx).NextDeadline()
}

func (q queue) DueGames(ctx context.Context, now time.Time, limit int) ([]int64, error) {
	return q.Read(ctx).DueGames(now, limit)
}

func (q queue) NextTask(ctx context.Context) (time.Time, bool, error) {
	return q.Read(ctx).NextTask()
}

func (q queue) DueTasks(ctx context.Context, now time.Time, limit int) ([]store.Task, error) {
	return q.Read(ctx).DueTasks(now, limit)
}

func (q queue) DeleteTask(ctx context.Context, id int64) error {
	return q.Write(ctx, func(tx *store.Tx) error { return tx.DeleteTask(id) })
}

func (q queue) FailTask(ctx context.Context, id int64, message string, retry time.Time) error {
	return q.Write(ctx, func(tx *store.Tx) error { return tx.FailTask(id, message, retry) })
}
