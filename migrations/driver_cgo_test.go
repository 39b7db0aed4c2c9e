//go:build cgo

package migrations

import _ "github.com/mattn/go-sqlite3"

const sqliteDriver = "sqlite3"
