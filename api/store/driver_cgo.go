//go:build cgo

package store

import (
	"errors"
	"net/url"

	"github.com/mattn/go-sqlite3"
)

const sqliteDriver = "sqlite3"

// sqliteOptions are the pragmas of every connection. They are per connection,
// so only the data source name reaches all of them.
func sqliteOptions(write bool) url.Values {
	v := url.Values{
		"_journal_mode": {"WAL"}, "_synchronous": {"FULL"}, "_busy_timeout": {"5000"},
		"_foreign_keys": {"1"}, "_stmt_cache_size": {"64"},
	}
	if write {
		v.Set("_txlock", "immediate")
	} else {
		v.Set("mode", "ro")
		v.Set("_query_only", "1")
	}
	return v
}

// sqliteCode returns the extended result code of an SQLite error.
func sqliteCode(err error) (code int, ok bool) {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return 0, false
	}
	return max(int(e.Code), int(e.ExtendedCode)), true
}
