package store_test

import (
	"fmt"
	"testing"
	"time"

	"crownpost/api/store"
)

// study stores a study with games whose texts are their numbers.
func (b *bench) study(owner *store.Account, id, visibility string, games int) *store.Study {
	b.Helper()
	s := &store.Study{ID: id, OwnerID: owner.ID, Title: "Study " + id, Visibility: visibility, Variant: "international",
		Games: games, Size: games, CreatedAt: b.now, UpdatedAt: b.now}
	list := make([]store.StudyGame, games)
	for i := range list {
		list[i] = store.StudyGame{Number: i + 1, Variant: "international", Label: "a – b", PDN: fmt.Sprint(i + 1)}
	}
	b.do(func(tx *store.Tx) error { return tx.CreateStudy(s, list) })
	return s
}

func studyIDs(list []store.StudyView) (ids string) {
	for _, s := range list {
		ids += s.ID + " "
	}
	return ids
}

func TestStudies(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		first := b.study(ann, "p1", store.StudyPublic, 3)
		b.now = b.now.Add(time.Minute)
		b.study(ann, "p2", store.StudyPrivate, 1)
		b.study(bob, "p3", store.StudyByLink, 1)
		b.study(bob, "p4", store.StudyPublic, 1)

		equal(b, "by id", got[*store.StudyView](b)(b.read().Study("p1")), &store.StudyView{Study: *first, OwnerName: "ann"})
		list := func(variant string, after store.StudyCursor, limit int) string {
			return studyIDs(got[[]store.StudyView](b)(b.read().PublicStudies(variant, after, limit)))
		}
		equal(b, "public ones, the last changed first", list("", store.StudyCursor{}, 9), "p4 p1 ")
		equal(b, "of a variant", list("international", store.StudyCursor{}, 1), "p4 ")
		equal(b, "of another variant", list("russian", store.StudyCursor{}, 9), "")
		last := got[*store.StudyView](b)(b.read().Study("p4"))
		equal(b, "the next page", list("", last.Cursor(), 9), "p1 ")
		equal(b, "of an account", studyIDs(got[[]store.StudyView](b)(b.read().StudiesOf(ann.ID, store.StudyCursor{}, 9))), "p2 p1 ")
		studies, size, err := b.read().StudyTotals(ann.ID)
		must(b, err)
		equal(b, "totals", []int{studies, size}, []int{2, 4})

		contents := got[[]store.StudyGame](b)(b.read().StudyContents("p1"))
		equal(b, "contents", contents[2], store.StudyGame{StudyID: "p1", Number: 3, Variant: "international", Label: "a – b"})
		equal(b, "a game", got[*store.StudyGame](b)(b.read().StudyGame("p1", 2)).PDN, "2")
		equal(b, "games in pieces", len(got[[]store.StudyGame](b)(b.read().StudyGames("p1", 1, 9))), 2)
		_, err = b.read().StudyGame("p1", 4)
		equal(b, "no such game", err != nil, true)
	})
}

func TestChangingAStudy(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann := b.account("ann")
		s := b.study(ann, "p1", store.StudyPrivate, 2)
		b.now = b.now.Add(time.Hour)
		b.do(func(tx *store.Tx) error {
			s, err := tx.StudyForUpdate("p1")
			must(b, err)
			s.Title, s.Visibility, s.UpdatedAt, s.Size = "Other", store.StudyPublic, tx.Now(), 9
			must(b, tx.UpdateStudyGame(&store.StudyGame{StudyID: "p1", Number: 2, Label: "c", PDN: "two"}))
			return tx.UpdateStudy(s)
		})
		now := got[*store.StudyView](b)(b.read().Study("p1"))
		equal(b, "changed", now.Study, store.Study{ID: "p1", OwnerID: ann.ID, Title: "Other", Visibility: store.StudyPublic, Variant: "international",
			Games: 2, Size: 9, CreatedAt: s.CreatedAt, UpdatedAt: b.now, Version: 1})
		equal(b, "text", got[*store.StudyGame](b)(b.read().StudyGame("p1", 2)).PDN, "two")
		b.refuse(store.ErrConflict, func(tx *store.Tx) error { return tx.UpdateStudy(s) }) // an old version
		b.refuse(store.ErrInvalid, func(tx *store.Tx) error {
			wrong := now.Study
			wrong.Visibility = "friends"
			return tx.UpdateStudy(&wrong)
		})
		b.do(func(tx *store.Tx) error { return tx.DeleteStudy("p1") })
		_, err := b.read().Study("p1")
		isError(b, err, store.ErrNotFound)
		equal(b, "its games too", len(got[[]store.StudyGame](b)(b.read().StudyContents("p1"))), 0)
	})
}

func TestAClosedAccountLeavesItsPublicStudies(t *testing.T) {
	onBoth(t, func(b *bench) {
		ann, bob := b.account("ann"), b.account("bob")
		b.study(ann, "p1", store.StudyPublic, 1)
		b.study(ann, "p2", store.StudyByLink, 1)
		b.study(ann, "p3", store.StudyPrivate, 1)
		b.study(bob, "p4", store.StudyPrivate, 1)
		b.do(func(tx *store.Tx) error { return tx.DeletePrivate(ann.ID) })
		equal(b, "hers", studyIDs(got[[]store.StudyView](b)(b.read().StudiesOf(ann.ID, store.StudyCursor{}, 9))), "p1 ")
		equal(b, "his", studyIDs(got[[]store.StudyView](b)(b.read().StudiesOf(bob.ID, store.StudyCursor{}, 9))), "p4 ")
	})
}
