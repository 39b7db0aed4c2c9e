package migrations

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"path/filepath"
	"strings"
)

// escape keeps what has a meaning in a file: address from having one in a path.
var escape = strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23")

// connector opens another file with the driver of db.
type connector struct {
	db   *sql.DB
	path string
}

// Connect opens the file.
func (c connector) Connect(context.Context) (driver.Conn, error) {
	return c.Driver().Open("file:" + escape.Replace(filepath.ToSlash(c.path)))
}

// Driver returns the driver of db.
func (c connector) Driver() driver.Driver { return c.db.Driver() }
