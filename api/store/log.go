package store

import (
	"context"
	"log/slog"
	"time"

	"gorm.io/gorm/logger"
)

const slow = 100 * time.Millisecond

// slowLog tells of slow statements and of nothing else: what fails is told by
// the error. Values are personal data and never logged.
type slowLog struct{ log *slog.Logger }

// GORM scans through a recorder of its own, which asks this filter instead of
// the logger's.
func init() { logger.RecorderParamsFilter = slowLog{}.ParamsFilter }

// LogMode keeps the logger as it is.
func (l slowLog) LogMode(logger.LogLevel) logger.Interface { return l }

// Info, Warn and Error say nothing.
func (slowLog) Info(context.Context, string, ...any)  {}
func (slowLog) Warn(context.Context, string, ...any)  {}
func (slowLog) Error(context.Context, string, ...any) {}

// Trace logs a statement that took longer than slow.
func (l slowLog) Trace(ctx context.Context, begin time.Time, statement func() (string, int64), _ error) {
	if took := time.Since(begin); took >= slow {
		sql, rows := statement()
		l.log.WarnContext(ctx, "slow statement", "sql", sql, "rows", rows, "took", took)
	}
}

// ParamsFilter keeps the values out of the statement.
func (slowLog) ParamsFilter(_ context.Context, sql string, _ ...any) (string, []any) { return sql, nil }
