package play

import (
	"errors"
	"fmt"

	"crownpost/api/store"
	"crownpost/rules/backgammon"
	"crownpost/rules/correspondence"
)

// ErrSetUp: a match that began from a position of its own, which the formats
// of matches do not tell.
var ErrSetUp = errors.New("a match begun from a position")

// Transcript is a match of the backgammon family as its formats write it, as
// far as it has been played. Site is its address. A match that did not end on
// the board stops where it ended; the tags Result and Termination tell how.
// One that did not begin as its variant does is an ErrSetUp.
func (r *Recorded) Transcript(site string) (*backgammon.Transcript, error) {
	start, err := startOf(&r.Game)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", r.ID, err)
	}
	state, ok := backgammon.StateOf(start)
	if !ok {
		return nil, fmt.Errorf("game %d: %w", r.ID, ErrNoNotation)
	}
	if start.String() != state.Variant().Start().String() {
		return nil, fmt.Errorf("game %d: %w", r.ID, ErrSetUp)
	}
	acts := make([]backgammon.Thrown, len(r.Moves))
	for i, m := range r.Moves {
		acts[i] = backgammon.Thrown{Act: m.Act, Dice: ReadDice(m.Dice)}
	}
	t, err := backgammon.Transcribe(state.Variant(), acts)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", r.ID, err)
	}
	t.Players = [2]string{r.WhiteName, r.BlackName}
	t.Tags, err = r.matchTags(site)
	return t, err
}

// matchTags are the tags that do not follow from the acts.
func (r *Recorded) matchTags(site string) ([]backgammon.Tag, error) {
	control, err := correspondence.ParseControl(r.Control)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", r.ID, err)
	}
	keys := map[string]string{
		"Event": "Event", "Site": "Site", "Date": "EventDate", "Round": "Round",
		"WhiteRating": "Player 1 Elo", "BlackRating": "Player 2 Elo",
		"TimeControl": "TimeControl", "Clock": "Clock", "Termination": "Termination",
	}
	var tags []backgammon.Tag
	for _, t := range r.tags(control, site) {
		if key, ok := keys[t.Name]; ok {
			tags = append(tags, backgammon.Tag{Key: key, Value: t.Value})
		}
	}
	unrated := "On"
	if r.Rated {
		unrated = "Off"
	}
	tags = append(tags,
		backgammon.Tag{Key: "EventTime", Value: r.CreatedAt.UTC().Format("15.04")},
		backgammon.Tag{Key: "Unrated", Value: unrated},
		backgammon.Tag{Key: "Match ID", Value: matchName(r.ID)})
	if r.Status == store.GameFinished {
		tags = append(tags, backgammon.Tag{Key: "Result", Value: r.pdnResult()})
	}
	return tags, nil
}
