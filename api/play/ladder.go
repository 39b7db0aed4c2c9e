package play

import (
	"crownpost/api/store"
	"crownpost/tournament"
)

// leaveLadder takes a player off a ladder.
func (s *Service) leaveLadder(tx *store.Tx, t *store.Tournament, e *store.Entrant, status tournament.Status) error {
	return nil
}
