package bracket

// drawKnockout adds the rounds of a knockout, the match for the third place
// before the final, and what the losers go on to.
func (d *Draw) drawKnockout() error {
	rounds := log2(len(d.Plan.Order))
	played := make([][]int, 0, rounds)
	slots := d.firstRound()
	for round := 1; round <= rounds; round++ {
		depth := rounds - round
		if depth > 0 {
			depth++ // the third place comes between
		}
		if round == rounds && d.Plan.ThirdPlace && rounds > 1 {
			d.add(ThirdPlace, 1, 1, from(LoserOf, played[round-2]))
		}
		ids := d.add(Main, round, depth, slots)
		played = append(played, ids)
		slots = from(WinnerOf, ids)
	}
	if len(d.Plan.Consolation) == 0 {
		return nil
	}
	consoled, err := d.drawConsolation(Consolation, d.Plan.Consolation, played, 0)
	if err != nil || len(d.Plan.LastChance) == 0 {
		return err
	}
	_, err = d.drawConsolation(LastChance, d.Plan.LastChance, consoled, rounds)
	return err
}
