package store

// TournamentFilter narrows a list of tournaments; empty fields do not.
type TournamentFilter struct{ Status, Format string }

func (f TournamentFilter) where() (clause string, args []any) {
	clause = "WHERE 1 = 1"
	if f.Status != "" {
		clause, args = clause+" AND t.status = ?", append(args, f.Status)
	}
	if f.Format != "" {
		clause, args = clause+" AND t.format = ?", append(args, f.Format)
	}
	return clause, args
}

// FindTournaments lists tournaments, the newest first.
func (r *Reader) FindTournaments(f TournamentFilter, offset, limit int) ([]TournamentView, error) {
	where, args := f.where()
	return many[TournamentView](r, tournamentView+where+" ORDER BY t.id DESC LIMIT ? OFFSET ?", append(args, limit, offset)...)
}

// CountTournaments is how many tournaments a filter finds.
func (r *Reader) CountTournaments(f TournamentFilter) (n int, err error) {
	where, args := f.where()
	err = r.row("SELECT count(*) FROM tournaments t "+where, args...).scan(&n)
	return n, err
}
