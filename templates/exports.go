package templates

import (
	"fmt"
	"net/url"
)

// Formats of files of games, as the addresses end.
const (
	pdnFile  = "pdn"
	matsFile = "mat.zip"
)

// written says whether games of a variant are written in a format.
func written(variant, format string) (ok bool) {
	if format == pdnFile {
		_, ok = TraitsOf(variant)
	} else {
		_, ok = TableTraitsOf(variant)
	}
	return ok
}

// PDN is the address of the player's games of draughts as a file: those of the
// filter's variant, or of all. It is empty where none is known.
func (p PlayerPage) PDN() string { return p.gamesFile(pdnFile) }

// Mats is the address of the player's matches of the backgammon family as an
// archive of .mat files, like PDN.
func (p PlayerPage) Mats() string { return p.gamesFile(matsFile) }

func (p PlayerPage) gamesFile(format string) string {
	address := fmt.Sprintf("/players/%s/%s", url.PathEscape(p.Name), format)
	if p.Filter.Variant != "" {
		if !written(p.Filter.Variant, format) {
			return ""
		}
		return address + "?variant=" + p.Filter.Variant
	}
	for _, g := range p.Games {
		if written(g.Variant, format) {
			return address
		}
	}
	for _, r := range p.Ratings {
		if written(r.Variant, format) {
			return address
		}
	}
	return ""
}

// PDN is the address of the tournament's games of draughts as a file, empty
// before there are any and in other tournaments.
func (t TournamentPage) PDN() string { return t.gamesFile(pdnFile) }

// Mats is the address of the tournament's matches of the backgammon family as
// an archive of .mat files, like PDN.
func (t TournamentPage) Mats() string { return t.gamesFile(matsFile) }

func (t TournamentPage) gamesFile(format string) string {
	if !written(t.Variant, format) || !t.HasGames {
		return ""
	}
	return fmt.Sprintf("/tournaments/%d/%s", t.ID, format)
}
