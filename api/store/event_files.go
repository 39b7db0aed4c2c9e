package store

// EventFile is a file that an event was imported with. Body is compressed with
// gzip, Size what it unpacks to in bytes.
type EventFile struct {
	TournamentID int64
	Name         string
	Size         int
	Body         []byte
}

// AddEventFile inserts f. ErrDuplicate: the event has a file of the name.
func (tx *Tx) AddEventFile(f *EventFile) error { return tx.create(f) }

// EventFiles lists the files of an event by name, without their bodies.
func (r *Reader) EventFiles(tournament int64) ([]EventFile, error) {
	return many[EventFile](r, "SELECT tournament_id, name, size FROM event_files WHERE tournament_id = ? ORDER BY name", tournament)
}

// EventFile returns a file of an event.
func (r *Reader) EventFile(tournament int64, name string) (*EventFile, error) {
	return one[EventFile](r, "SELECT * FROM event_files WHERE tournament_id = ? AND name = ?", tournament, name)
}
