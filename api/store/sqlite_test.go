package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/api/store/storetest"
)

// file opens a database of its own by path.
func file(t *testing.T) (s *store.Store, path string) {
	path = filepath.Join(t.TempDir(), "data #1?", "crown%20post.db")
	s, err := store.Open(background, store.Config{URL: path})
	must(t, err)
	t.Cleanup(func() {
		must(t, s.Close())
		// Nothing was opened by a mangled name.
		entries, err := os.ReadDir(filepath.Dir(filepath.Dir(path)))
		must(t, err)
		equal(t, "folders", len(entries), 1)
	})
	return s, path
}

func TestTwoStartersOpenOneDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crownpost.db")
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			s, err := store.Open(background, store.Config{URL: path})
			if err != nil {
				t.Error(err)
				return
			}
			if err := s.Write(background, func(tx *store.Tx) error { return bump(tx, fmt.Sprint(i)) }); err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// TestLockedByAnotherProcess stands for one: SQLite's locks are between
// connections.
func TestLockedByAnotherProcess(t *testing.T) {
	s, path := file(t)
	other, err := sql.Open(store.Driver, store.WriterURL(path))
	must(t, err)
	defer other.Close()
	lock, err := other.Begin()
	must(t, err)
	var wg sync.WaitGroup
	start := time.Now()
	for i := range 10 {
		wg.Go(func() {
			if err := s.Write(background, func(tx *store.Tx) error { return bump(tx, fmt.Sprint(i)) }); err != nil {
				t.Error(err)
			}
		})
	}
	time.Sleep(time.Second) // the lock is real, so is the wait
	equal(t, "readable meanwhile", got[store.LoginFailure](t)(s.Read(background).LoginFailure("0")).Count, 0)
	must(t, lock.Rollback())
	wg.Wait()
	if took := time.Since(start); took < time.Second {
		t.Errorf("written while locked, after %v", took)
	}
	for i := range 10 {
		equal(t, "written", got[store.LoginFailure](t)(s.Read(background).LoginFailure(fmt.Sprint(i))).Count, 1)
	}
}

func TestDiskFull(t *testing.T) {
	s, _ := file(t)
	var pages int
	must(t, s.WriterPragma("page_count", &pages))
	must(t, s.WriterPragma(fmt.Sprintf("max_page_count = %d", pages+4), &pages))
	var last int
	var err error
	for last = 0; last < 10_000 && err == nil; last++ {
		err = s.Write(background, func(tx *store.Tx) error { return bump(tx, fmt.Sprintf("%0200d", last)) })
	}
	isError(t, err, store.ErrFull)
	isError(t, s.Write(background, func(tx *store.Tx) error {
		for i := range 1000 { // swallow the error: nothing may be written after it
			_ = bump(tx, fmt.Sprintf("swallowed %0200d", i))
		}
		return nil
	}), store.ErrFull)
	must(t, s.Ready(background))
	must(t, s.WriterPragma("max_page_count = 100000", &pages))
	must(t, s.Write(background, func(tx *store.Tx) error { return bump(tx, "room again") }))
	f := got[store.LoginFailure](t)(s.Read(background).LoginFailure(fmt.Sprintf("swallowed %0200d", 0)))
	equal(t, "of the failed write", f.Count, 0)
	equal(t, "problems", len(got[[]string](t)(s.Read(background).Check())), 0)
}

func TestReadersCannotWrite(t *testing.T) {
	s, _ := file(t)
	if err := s.ExecOnReader("DELETE FROM accounts"); err == nil {
		t.Fatal("a reader wrote")
	}
}

func TestBackupIsWholeBesideWrites(t *testing.T) {
	s, path := file(t)
	stop := make(chan bool)
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			if err := s.Write(background, func(tx *store.Tx) error { return bump(tx, fmt.Sprint(i)) }); err != nil {
				t.Error(err)
			}
		}
	})
	copied := path + ".copy"
	must(t, s.Backup(background, copied))
	must(t, s.Backup(background, copied)) // over the last one
	close(stop)
	wg.Wait()
	c, err := store.Open(background, store.Config{URL: copied})
	must(t, err)
	equal(t, "problems", len(got[[]string](t)(c.Read(background).Check())), 0)
	must(t, c.Close())
}

func TestNobodyElseMayReadTheDatabase(t *testing.T) {
	s, path := file(t)
	private := func(names ...string) {
		t.Helper()
		for _, name := range names {
			info, err := os.Stat(path + name)
			must(t, err)
			equal(t, "mode of crownpost.db"+name, info.Mode().Perm(), fs.FileMode(0o600))
		}
	}
	must(t, s.Write(background, func(tx *store.Tx) error { return bump(tx, "one") }))
	must(t, s.Backup(background, path+".copy"))
	private("", "-wal", "-shm", ".migrating", ".copy")

	// Those that were made with other rights lose them.
	for _, name := range []string{"", "-wal", "-shm"} {
		must(t, os.Chmod(path+name, 0o644))
	}
	again, err := store.Open(background, store.Config{URL: path})
	must(t, err)
	private("", "-wal", "-shm")
	must(t, again.Close())
}

func TestBackupIsForSQLite(t *testing.T) {
	isError(t, storetest.OpenPostgres(t).Backup(background, "x"), store.ErrNoBackup)
}

func TestCloseEmptiesTheLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crownpost.db")
	s, err := store.Open(background, store.Config{URL: path})
	must(t, err)
	must(t, s.Write(background, func(tx *store.Tx) error { return bump(tx, "x") }))
	must(t, s.Close())
	if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
		t.Fatalf("%d bytes left", info.Size())
	} else if err != nil {
		isError(t, err, fs.ErrNotExist)
	}
}

func TestOpenFailsWithAReason(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(blocked, []byte("this is no database, whatever its name says"), 0o600))
	for name, url := range map[string]string{
		"not a database":           blocked,
		"a folder that is a file":  blocked + "/crownpost.db",
		"no server at the address": "postgres://127.0.0.1:1/none?connect_timeout=1",
		"a malformed address":      "postgres://%",
	} {
		ctx, cancel := context.WithTimeout(background, 5*time.Second)
		if s, err := store.Open(ctx, store.Config{URL: url}); err == nil {
			must(t, s.Close())
			t.Errorf("%s: opened", name)
		}
		cancel()
	}
}
