package play

import (
	"context"
	"crypto/rand"
	"strings"
	"unicode/utf8"

	"crownpost/api/account"
	"crownpost/api/store"
)

// Limits of studies.
const (
	maxStudyTitle = 80
	maxStudies    = 200      // of one account
	maxStudyBytes = 16 << 20 // of one account, in all its studies
)

// StudyInput is what a study is to be made of: a text of games, a position, or
// a finished game of the site.
type StudyInput struct {
	// Title may be empty: then the games' name is taken, or what Unnamed makes.
	Title string
	// Unnamed makes the title of games without a name, from the variant of the
	// first.
	Unnamed func(variant string) string
	// Visibility is store.StudyPublic, StudyByLink or StudyPrivate.
	Visibility string
	// Variant is that of the position, and of games that do not name theirs.
	Variant string
	// PDN is the text or the file, in any encoding that package pdn reads.
	PDN []byte
	// SkipUnreadable leaves games out that cannot be read, instead of refusing
	// all of them.
	SkipUnreadable bool
	// FEN is the position.
	FEN string
	// Game is the id of the finished game.
	Game int64
	// Site makes the address of a game.
	Site func(game int64) string
}

// CreateStudy stores a study and returns its id, and the lines of the text
// where variations stop being legal: what follows there is a comment now.
func (s *Service) CreateStudy(ctx context.Context, owner int64, in StudyInput) (id string, cut []int, err error) {
	if err := checkVisibility(in.Visibility); err != nil {
		return "", nil, err
	}
	games, err := s.studyGames(ctx, in)
	if err != nil {
		return "", nil, err
	}
	title := strings.Join(strings.Fields(in.Title), " ")
	if title == "" {
		title = clip(games.title, maxStudyTitle)
	}
	if title == "" && in.Unnamed != nil {
		title = clip(in.Unnamed(games.list[0].Variant), maxStudyTitle)
	}
	if err := checkStudyTitle(title); err != nil {
		return "", nil, err
	}
	id = strings.ToLower(rand.Text()[:13])
	err = s.write(ctx, owner, func(tx *store.Tx) error {
		if err := s.mayPlay(tx, owner); err != nil {
			return err
		}
		if err := tx.LockAccounts(owner); err != nil {
			return err
		}
		studies, size, err := tx.StudyTotals(owner)
		if err != nil {
			return err
		}
		if studies >= maxStudies || size+games.size > maxStudyBytes {
			return ErrTooMany
		}
		return tx.CreateStudy(&store.Study{
			ID: id, OwnerID: owner, Title: title, Visibility: in.Visibility,
			Variant: games.list[0].Variant, Games: len(games.list), Size: games.size,
			CreatedAt: tx.Now(), UpdatedAt: tx.Now(),
		}, games.list)
	})
	return id, games.cut, err
}

// SeeStudy returns a study that the viewer may see; to everybody else it does
// not exist.
func SeeStudy(read *store.Reader, viewer int64, id string) (*store.StudyView, error) {
	study, err := read.Study(id)
	if err == nil && study.Visibility == store.StudyPrivate && study.OwnerID != viewer {
		return nil, store.ErrNotFound
	}
	return study, err
}

// UpdateStudy gives a study another title and visibility.
func (s *Service) UpdateStudy(ctx context.Context, by int64, id, title, visibility string) error {
	title = strings.Join(strings.Fields(title), " ")
	if err := checkStudyTitle(title); err != nil {
		return err
	}
	if err := checkVisibility(visibility); err != nil {
		return err
	}
	return s.write(ctx, by, func(tx *store.Tx) error {
		study, err := ownStudy(tx, by, id)
		if err != nil {
			return err
		}
		study.Title, study.Visibility, study.UpdatedAt = title, visibility, tx.Now()
		return tx.UpdateStudy(study)
	})
}

// DeleteStudy deletes a study at its owner's word. A moderator may delete one
// that others can see.
func (s *Service) DeleteStudy(ctx context.Context, by int64, id string) error {
	return s.write(ctx, by, func(tx *store.Tx) error {
		study, err := tx.StudyForUpdate(id)
		if err != nil {
			return err
		}
		if study.OwnerID != by {
			a, err := tx.Account(by)
			switch {
			case err != nil:
				return err
			case study.Visibility == store.StudyPrivate:
				return store.ErrNotFound
			case a.Role == store.Player:
				return ErrForbidden
			}
		}
		return tx.DeleteStudy(id)
	})
}

// ownStudy loads a study for its owner to change.
func ownStudy(tx *store.Tx, by int64, id string) (*store.Study, error) {
	study, err := tx.StudyForUpdate(id)
	switch {
	case err != nil:
		return nil, err
	case study.OwnerID == by:
		return study, nil
	case study.Visibility == store.StudyPrivate:
		return nil, store.ErrNotFound
	}
	return nil, ErrForbidden
}

func checkStudyTitle(title string) error {
	if n := utf8.RuneCountInString(title); n < 1 || n > maxStudyTitle {
		return account.NewInvalid("title", "study-title", map[string]any{"max": maxStudyTitle})
	}
	return nil
}

func checkVisibility(visibility string) error {
	switch visibility {
	case store.StudyPublic, store.StudyByLink, store.StudyPrivate:
		return nil
	}
	return account.NewInvalid("visibility", "unknown", nil)
}

// clip shortens a text to so many characters.
func clip(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}
