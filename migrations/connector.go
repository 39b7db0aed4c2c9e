package migrations

import (
	"context"
	"database/sql"
	"database/sql/driver"
)

// connector opens another file with the driver of db.
type connector struct {
	db   *sql.DB
	path string
}

// Connect opens the file.
func (c connector) Connect(context.Context) (driver.Conn, error) { return c.Driver().Open(c.path) }

// Driver returns the driver of db.
func (c connector) Driver() driver.Driver { return c.db.Driver() }
