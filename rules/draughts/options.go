package draughts

import (
	"fmt"

	"crownpost/rules"
)

// Options are the rules that the players of a game may choose.
func (v *Variant) Options() []rules.Option { return nil }

// With is the variant played with the values chosen.
func (v *Variant) With(choices map[string]string) (rules.Variant, error) {
	for key := range choices {
		return nil, fmt.Errorf("%s has no option %q", v.key, key)
	}
	return v, nil
}
