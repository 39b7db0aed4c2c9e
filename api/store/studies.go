package store

import "time"

// Who may see a study: everybody in the list, whoever has its address, or its
// owner alone.
const (
	StudyPublic  = "public"
	StudyByLink  = "link"
	StudyPrivate = "private"
)

// Study is a collection of games and positions to click through. Its ID is
// drawn by lot, so that only those to whom it was given know the address.
type Study struct {
	ID         string
	OwnerID    int64
	Title      string
	Visibility string
	// Variant is that of the first game.
	Variant string
	// Games is how many there are, Size the bytes of their texts.
	Games     int
	Size      int
	CreatedAt time.Time `gorm:"serializer:millis;autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"serializer:millis;autoUpdateTime:false"`
	Version   int
}

// StudyGame is one game of a study. Numbers begin at 1; Label is its name in
// a list, which may be empty.
type StudyGame struct {
	StudyID string
	Number  int
	Variant string
	Label   string
	PDN     string `gorm:"column:pdn"`
}

// StudyView is a study with its owner's name.
type StudyView struct {
	Study     `gorm:"embedded"`
	OwnerName string
}

// StudyCursor is a place in a list of studies, the last changed first. The
// zero cursor is its beginning.
type StudyCursor struct {
	At time.Time
	ID string
}

// Cursor is the place of s in a list.
func (s *Study) Cursor() StudyCursor { return StudyCursor{At: s.UpdatedAt, ID: s.ID} }

const studyView = "SELECT s.*, a.name AS owner_name FROM studies s JOIN accounts a ON a.id = s.owner_id "

// Study returns a study with its owner's name.
func (r *Reader) Study(id string) (*StudyView, error) {
	return one[StudyView](r, studyView+"WHERE s.id = ?", id)
}

// PublicStudies lists the studies that everybody may see, of one variant or of
// all if it is empty.
func (r *Reader) PublicStudies(variant string, after StudyCursor, limit int) ([]StudyView, error) {
	return r.studies("s.visibility = 'public' AND (? = '' OR s.variant = ?)", []any{variant, variant}, after, limit)
}

// StudiesOf lists an account's studies.
func (r *Reader) StudiesOf(owner int64, after StudyCursor, limit int) ([]StudyView, error) {
	return r.studies("s.owner_id = ?", []any{owner}, after, limit)
}

func (r *Reader) studies(where string, args []any, after StudyCursor, limit int) ([]StudyView, error) {
	if after != (StudyCursor{}) {
		where += " AND (s.updated_at, s.id) < (?, ?)"
		args = append(args, stamp(after.At), after.ID)
	}
	return many[StudyView](r, studyView+"WHERE "+where+" ORDER BY s.updated_at DESC, s.id DESC LIMIT ?", append(args, limit)...)
}

// StudyTotals are the number of an account's studies and the bytes in them.
func (r *Reader) StudyTotals(owner int64) (studies, size int, err error) {
	err = r.row("SELECT count(*), COALESCE(sum(size), 0) FROM studies WHERE owner_id = ?", owner).scan(&studies, &size)
	return studies, size, err
}

// StudyContents lists the games of a study without their texts.
func (r *Reader) StudyContents(study string) ([]StudyGame, error) {
	return many[StudyGame](r, "SELECT study_id, number, variant, label, '' AS pdn FROM study_games WHERE study_id = ? ORDER BY number", study)
}

// StudyGame returns one game of a study.
func (r *Reader) StudyGame(study string, number int) (*StudyGame, error) {
	return one[StudyGame](r, "SELECT * FROM study_games WHERE study_id = ? AND number = ?", study, number)
}

// StudyGames lists the games of a study whose number is above after.
func (r *Reader) StudyGames(study string, after, limit int) ([]StudyGame, error) {
	return many[StudyGame](r, "SELECT * FROM study_games WHERE study_id = ? AND number > ? ORDER BY number LIMIT ?", study, after, limit)
}

// CreateStudy inserts a study with its games, whose StudyID it sets.
func (tx *Tx) CreateStudy(s *Study, games []StudyGame) error {
	if err := tx.create(s); err != nil {
		return err
	}
	for i := range games {
		g := &games[i]
		g.StudyID = s.ID
		if _, err := tx.exec("INSERT INTO study_games (study_id, number, variant, label, pdn) VALUES (?, ?, ?, ?, ?)",
			g.StudyID, g.Number, g.Variant, g.Label, g.PDN); err != nil {
			return err
		}
	}
	return nil
}

// StudyForUpdate returns a study that no other transaction can change
// meanwhile.
func (tx *Tx) StudyForUpdate(id string) (*Study, error) {
	return one[Study](tx.Reader, "SELECT * FROM studies WHERE id = ?"+tx.lock(), id)
}

// UpdateStudy writes every field but CreatedAt, and raises Version.
func (tx *Tx) UpdateStudy(s *Study) error {
	err := tx.mustChange(`UPDATE studies SET title = ?, visibility = ?, variant = ?, games = ?, size = ?, updated_at = ?, version = ?
		WHERE id = ? AND version = ?`, s.Title, s.Visibility, s.Variant, s.Games, s.Size, stamp(s.UpdatedAt), s.Version+1, s.ID, s.Version)
	if err == nil {
		s.Version++
	}
	return err
}

// UpdateStudyGame writes the label and the text of a game.
func (tx *Tx) UpdateStudyGame(g *StudyGame) error {
	return tx.mustChange("UPDATE study_games SET label = ?, pdn = ? WHERE study_id = ? AND number = ?", g.Label, g.PDN, g.StudyID, g.Number)
}

// DeleteStudy deletes a study with its games.
func (tx *Tx) DeleteStudy(id string) error {
	if _, err := tx.exec("DELETE FROM study_games WHERE study_id = ?", id); err != nil {
		return err
	}
	return tx.mustChange("DELETE FROM studies WHERE id = ?", id)
}

// deleteStudies deletes the studies of an account that are not public.
func (tx *Tx) deleteStudies(owner int64) error {
	const hidden = "owner_id = ? AND visibility <> 'public'"
	if _, err := tx.exec("DELETE FROM study_games WHERE study_id IN (SELECT id FROM studies WHERE "+hidden+")", owner); err != nil {
		return err
	}
	_, err := tx.exec("DELETE FROM studies WHERE "+hidden, owner)
	return err
}
