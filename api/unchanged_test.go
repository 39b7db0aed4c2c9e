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

// compare fails if any table but those named is not as it was before, and
// returns the tables as they are now.
func (s *testSite) compare(t testing.TB, before map[string]string, except ...string) map[string]string {
	t.Helper()
	after := s.dump()
	for _, table := range slices.Sorted(maps.Keys(after)) {
		if before[table] != after[table] && !slices.Contains(except, table) {
			t.Errorf("%s has changed\nbefore:\n%s\nafter:\n%s", table, before[table], after[table])
		}
	}
	return after
}
