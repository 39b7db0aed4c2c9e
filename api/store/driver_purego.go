//go:build !cgo

package store

import (
	"errors"
	"net/url"

	"modernc.org/sqlite"
)

const sqliteDriver = "sqlite"

// sqliteOptions are the pragmas of every connection. They are per connection,
// so only the data source name reaches all of them.
func sqliteOptions(write bool) url.Values {
	v := url.Values{"_pragma": {"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)"}}
	if write {
		v.Set("_txlock", "immediate")
	} else {
		v.Set("mode", "ro")
		v.Add("_pragma", "query_only(1)")
	}
	return v
}

// sqliteCode returns the extended result code of an SQLite error.
func sqliteCode(err error) (code int, ok bool) {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0, false
	}
	return e.Code(), true
}
