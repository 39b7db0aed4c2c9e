package store

import "context"

// Driver is the name of the SQLite driver in use.
const Driver = sqliteDriver

// WriterPragma runs a pragma on the writer's connection.
func (s *Store) WriterPragma(pragma string, value *int) error {
	return s.writeDB.QueryRowContext(context.Background(), "PRAGMA "+pragma).Scan(value)
}

// ExecOnReader runs a statement on a reader's connection.
func (s *Store) ExecOnReader(query string) error {
	_, err := s.readDB.ExecContext(context.Background(), query)
	return err
}

// WriterURL is the data source name of the writer.
func WriterURL(path string) string { return sqliteURL(path, true) }
