package store

import "errors"

// What a statement or a transaction can fail with. Everything else is a fault.
var (
	// ErrNotFound: there is no such row.
	ErrNotFound = errors.New("not found")
	// ErrDuplicate: a row with this unique key exists.
	ErrDuplicate = errors.New("duplicate key")
	// ErrReference: the row names another that does not exist.
	ErrReference = errors.New("no such reference")
	// ErrConflict: the row was written since it was read.
	ErrConflict = errors.New("version conflict")
	// ErrInvalid: a CHECK of the schema forbids the row.
	ErrInvalid = errors.New("invalid row")
	// ErrFull: the disk is full. Nothing was written; reads go on.
	ErrFull = errors.New("disk full")
	// ErrBusy: the database could not be had in time. Nothing was written.
	ErrBusy = errors.New("database busy")
	// ErrClosed: the store has been closed.
	ErrClosed = errors.New("store closed")
)
