package play

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"crownpost/api/store"
	"crownpost/rules/dice"
)

// rollBatch is how many rolls are read at once.
const rollBatch = 5000

// ErrDiceAlarm says that a test of the dice has failed beyond chance.
var ErrDiceAlarm = errors.New("the dice are not those of chance: see /dice")

// CountDice publishes the statistics of all rolls, once for each day by UTC.
// It returns ErrDiceAlarm when those that it publishes alarm.
func (s *Service) CountDice(ctx context.Context) error {
	day := s.Store.Now().UTC().Format(time.DateOnly)
	read := s.Store.Read(ctx)
	if _, _, err := read.DiceStatistics(day); !errors.Is(err, store.ErrNotFound) {
		return err
	}
	var statistics dice.Statistics
	for game, number := int64(0), 0; ; {
		rolls, err := read.DiceRollsAfter(game, number, rollBatch)
		if err != nil {
			return err
		}
		for _, roll := range rolls {
			if err := countRoll(&statistics, &roll); err != nil {
				return err
			}
			game, number = roll.GameID, roll.Number
		}
		if len(rolls) < rollBatch {
			break
		}
	}
	report := statistics.Report()
	body, err := json.Marshal(report)
	if err != nil {
		return fmt.Errorf("dice statistics: %w", err)
	}
	err = s.Store.Write(ctx, func(tx *store.Tx) error { return tx.PutDiceStatistics(day, string(body)) })
	switch {
	case errors.Is(err, store.ErrDuplicate):
		return nil // another process was first
	case err == nil && report.Alarms():
		return ErrDiceAlarm
	}
	return err
}

func countRoll(statistics *dice.Statistics, roll *store.DiceRoll) error {
	thrown := ReadDice(roll.Dice)
	if len(thrown) < 2 {
		return fmt.Errorf("dice statistics: game %d, roll %d: dice %q", roll.GameID, roll.Number, roll.Dice)
	}
	if roll.Opening {
		statistics.Opening(thrown)
	} else {
		statistics.Roll(roll.Side, thrown[0], thrown[1])
	}
	return nil
}
