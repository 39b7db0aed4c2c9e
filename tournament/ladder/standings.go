package ladder

// Row is one place of the ladder.
type Row struct {
	Place  int
	Player int64
	Frozen bool
	// Out and In are the open challenges made and received.
	Out, In int
	// Falls is when the player falls if nothing happens, 0 if he does not.
	Falls int64
}

// Standings are the places from the top.
func (s *State) Standings() []Row {
	rows := make([]Row, len(s.order))
	for i, m := range s.order {
		rows[i] = Row{Place: m.place, Player: m.player, Frozen: m.frozen, Out: m.out, In: m.in}
		if s.Rules.Idle > 0 && !m.frozen && m.out+m.in == 0 {
			rows[i].Falls = m.idle + s.Rules.Idle
		}
	}
	return rows
}

// Place is that of a player, 0 for none.
func (s *State) Place(player int64) int {
	if m := s.members[player]; m != nil {
		return m.place
	}
	return 0
}

// Targets are those whom a player may challenge now, from the top.
func (s *State) Targets(player int64) []int64 {
	a := s.members[player]
	if a == nil || a.place == 0 {
		return nil
	}
	var targets []int64
	for _, b := range s.order[:a.place-1] {
		if s.checkPair(a, b) == nil {
			targets = append(targets, b.player)
		}
	}
	return targets
}

// Challenge is that of an ID.
func (s *State) Challenge(id int64) (Challenge, bool) {
	if c := s.challenges[id]; c != nil {
		return c.Challenge, true
	}
	return Challenge{}, false
}

// OpenOf are the challenges of a player that have not ended, by age.
func (s *State) OpenOf(player int64) []Challenge {
	m := s.members[player]
	if m == nil {
		return nil
	}
	var open []Challenge
	for _, c := range m.open() {
		open = append(open, c.Challenge)
	}
	return open
}

// Explain are the changes of a player's place, in the order of time.
func (s *State) Explain(player int64) []Change {
	var changes []Change
	for _, c := range s.Changes {
		if c.Player == player {
			changes = append(changes, c)
		}
	}
	return changes
}
