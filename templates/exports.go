package templates

import (
	"fmt"
	"net/url"
)

// PDN is the address of the player's games as a file: those of the filter's
// variant, or of all. It is empty where none is known that PDN can write.
func (p PlayerPage) PDN() string {
	address := fmt.Sprintf("/players/%s/pdn", url.PathEscape(p.Name))
	if p.Filter.Variant != "" {
		if _, ok := TraitsOf(p.Filter.Variant); !ok {
			return ""
		}
		return address + "?variant=" + p.Filter.Variant
	}
	for _, g := range p.Games {
		if _, ok := TraitsOf(g.Variant); ok {
			return address
		}
	}
	for _, r := range p.Ratings {
		if _, ok := TraitsOf(r.Variant); ok {
			return address
		}
	}
	return ""
}

// PDN is the address of the tournament's games as a file, empty before there
// are any and where PDN cannot write them.
func (t TournamentPage) PDN() string {
	if _, ok := TraitsOf(t.Variant); !ok || len(t.Pairings) == 0 {
		return ""
	}
	return fmt.Sprintf("/tournaments/%d/pdn", t.ID)
}
