package api

import (
	"maps"
	"slices"
	"testing"

	"crownpost/api/store/storetest"
)

// dump is every row of every table.
func (s *testSite) dump() map[string]string {
	s.t.Helper()
	return storetest.Dump(s.t, s.Store)
}

// unchanged runs act and fails if any table but those named is not as it was
// before.
func (s *testSite) unchanged(t testing.TB, act func(), except ...string) {
	t.Helper()
	before := s.dump()
	act()
	after := s.dump()
	for _, table := range slices.Sorted(maps.Keys(after)) {
		if before[table] != after[table] && !slices.Contains(except, table) {
			t.Errorf("%s has changed\nbefore:\n%s\nafter:\n%s", table, before[table], after[table])
		}
	}
}
