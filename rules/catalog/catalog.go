// Package catalog lists every variant that can be played.
package catalog

import (
	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/draughts"
)

var all = append(draughts.Variants(), backgammon.Variants()...)

// All returns every variant, in the order in which they are offered.
func All() []rules.Variant { return all }

// Lookup returns the variant with the given key; ok is false if there is none.
func Lookup(key string) (v rules.Variant, ok bool) {
	for _, v := range all {
		if v.Key() == key {
			return v, true
		}
	}
	return nil, false
}
