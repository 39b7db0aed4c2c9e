//go:build !cgo

package migrations

import _ "modernc.org/sqlite"

const sqliteDriver = "sqlite"
