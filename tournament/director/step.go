package director

// Step is what is to be done with an event.
type Step struct {
	// Round is the one that it opens, as Event.Round counts; 0 where it opens
	// none.
	Round int
	// Pairings are the games and byes to be created, with the result where one is
	// decided without play.
	Pairings []Pairing
	// Drops are the IDs of pairings that these replace.
	Drops []int64
	// Lots are to be drawn, one a match: rulings of kind Lot without a result.
	Lots []Pairing
	// Warnings are sentences on what is against the rules of a round that was
	// paired by hand.
	Warnings []string
	// Over says that the event has come to its end, with every result; Deserted
	// that it did for want of players.
	Over, Deserted bool
}
