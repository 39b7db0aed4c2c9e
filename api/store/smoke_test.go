package store_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"crownpost/api/store"
	"crownpost/api/store/storetest"
)

func TestSmoke(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		a := store.Account{Name: "Ann", NameKey: "ann", Role: "player", CreatedAt: time.Now()}
		if err := s.Write(context.Background(), func(tx *store.Tx) error { return tx.CreateAccount(&a) }); err != nil {
			t.Fatal(err)
		}
		got, err := s.Read(context.Background()).Account(a.ID)
		t.Logf("%+v %v", got, err)
		got.Theme = "dark"
		if err := s.Write(context.Background(), func(tx *store.Tx) error { return tx.UpdateAccount(got) }); err != nil {
			t.Fatal(err)
		}
		got, err = s.Read(context.Background()).AccountByName("ann")
		t.Logf("%+v %v", got, err)
	})
}

func TestBubble(t *testing.T) {
	for range 2 {
		synctest.Test(t, func(t *testing.T) {
			s := storetest.Open(t)
			time.Sleep(240 * time.Hour)
			if err := s.Write(context.Background(), func(tx *store.Tx) error { t.Log(tx.Now()); return nil }); err != nil {
				t.Fatal(err)
			}
		})
	}
}
