package play

import (
	"context"
	"errors"

	"crownpost/api/account"
	"crownpost/api/store"
	"crownpost/rating"
	"crownpost/rules/catalog"
)

// Why a line of a rating list gave nobody a rating; the locale files have them
// as "list.<key>".
const (
	ListUnknown = "unknown" // no account has the name
	ListTwice   = "twice"   // other lines have the same name
	ListRated   = "rated"   // the account has rated games in the pool
)

// ListReport says what the import of a rating list has done.
type ListReport struct {
	Pool string
	// Lines is the number of players on the list, Stored how many of them are
	// new or other than they were.
	Lines, Stored int
	// Given are the lines that gave an account its starting rating, Same those
	// that found it there already.
	Given, Same []rating.Listed
	// Left are the other lines, each with the reason.
	Left []LeftLine
}

// LeftLine is a line of a list that gave nobody a rating. Why is one of the
// constants above.
type LeftLine struct {
	rating.Listed
	Why string
}

// ImportRatingList keeps a rating list for a pool and gives the accounts whose
// names are on it their starting ratings there, if they have no rated game in
// the pool; names are compared as account.NameKey does. Imported again it
// changes nothing, and players whom a newer list leaves out stay. What cannot be
// read is an *account.Invalid with the first error and its place; nothing is
// imported then. By is an administrator, or 0 for the command line.
func (s *Service) ImportRatingList(ctx context.Context, by int64, pool string, data []byte) (*ListReport, error) {
	if _, ok := catalog.Lookup(pool); !ok {
		return nil, account.NewInvalid("pool", "pool", nil)
	}
	list, err := rating.ReadList(data)
	if err != nil {
		return nil, errors.Join(err, unreadableList(err))
	}
	var report *ListReport
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		if by != 0 {
			a, err := tx.Account(by)
			if err != nil {
				return err
			}
			if a.Role != store.Admin {
				return ErrForbidden
			}
		}
		report, err = importList(tx, pool, list)
		return err
	})
	return report, err
}

// unreadableList tells a form of the first error of a list.
func unreadableList(err error) error {
	wrong, ok := errors.AsType[rating.ListErrors](err)
	if !ok {
		return err
	}
	code := "list-line"
	if len(wrong) > 1 {
		code = "list-lines"
	}
	return account.NewInvalid("list", code, map[string]any{
		"line": wrong[0].Line, "column": wrong[0].Column, "problem": wrong[0].Problem, "more": len(wrong) - 1,
	})
}

func importList(tx *store.Tx, pool string, list []rating.Listed) (*ListReport, error) {
	report := &ListReport{Pool: pool, Lines: len(list)}
	keys := make([]string, len(list))
	rows := make([]store.ListedRating, len(list))
	times := map[string]int{}
	for i, l := range list {
		keys[i] = account.NameKey(l.Name)
		times[keys[i]]++
		rows[i] = store.ListedRating{
			Pool: pool, ListID: l.ID, Name: l.Name, NameKey: keys[i], Rating: int64(l.Rating), ImportedAt: tx.Now(),
		}
	}
	var err error
	if report.Stored, err = tx.SaveList(rows); err != nil {
		return nil, err
	}
	accounts, err := tx.AccountsByKeys(keys)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, 0, len(accounts))
	for _, id := range accounts {
		ids = append(ids, id)
	}
	ratings, err := tx.RatingsForUpdateOf(pool, ids)
	if err != nil {
		return nil, err
	}
	for i, l := range list {
		id, known := accounts[keys[i]]
		r := ratings[id]
		switch {
		case !known:
			report.Left = append(report.Left, LeftLine{l, ListUnknown})
		case times[keys[i]] > 1:
			report.Left = append(report.Left, LeftLine{l, ListTwice})
		case r != nil && r.Games > 0:
			report.Left = append(report.Left, LeftLine{l, ListRated})
		case r != nil && r.Listed == int64(l.Rating):
			report.Same = append(report.Same, l)
		default:
			if err := tx.SetListed(id, pool, int64(l.Rating)); err != nil {
				return nil, err
			}
			report.Given = append(report.Given, l)
		}
	}
	return report, nil
}
