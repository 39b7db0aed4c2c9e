package api

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"crownpost/api/store"
	"crownpost/rules"
	"crownpost/rules/catalog"
	"crownpost/rules/draughts"
	"crownpost/templates"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

func (s *Server) rulesPage(c echo.Context) error {
	return s.render(c, http.StatusOK, &templates.RulesIndexPage{Layout: s.layout(c, "rules.title"), Variants: variantKeys()})
}

// variantPage explains a variant. Its diagrams are drawn from positions that
// the engine reads, so none can show what the rules do not allow.
func (s *Server) variantPage(c echo.Context) error {
	v, ok := catalog.Lookup(c.Param("variant"))
	if !ok {
		return store.ErrNotFound
	}
	page := &templates.RulesPage{Layout: s.layout(c, "rules.of", "variant", s.printer(c).VariantName(v.Key())), Variant: v.Key()}
	boards, err := diagrams(page.Printer, v)
	if err != nil {
		return err
	}
	page.Diagrams = boards
	for _, option := range v.Options() {
		page.Options = append(page.Options, templates.Option(option))
	}
	if v, ok := draughts.Lookup(v.Key()); ok {
		page.Draws = drawRules(v)
	}
	return s.render(c, http.StatusOK, page)
}

func drawRules(v *draughts.Variant) []templates.DrawRule {
	var list []templates.DrawRule
	for _, limit := range v.Law() {
		list = append(list, templates.DrawRule{
			Reason: string(limit.Reason), Moves: limit.Moves, Unclaimed: limit.Unclaimed,
			Endings: templates.ReadEndings(limit.Endings), Pieces: limit.Pieces, OffRoad: limit.OffRoad, Spared: limit.Spared,
		})
	}
	return list
}

func diagrams(p *templates.Printer, v rules.Variant) (map[string]templates.Board, error) {
	boards := map[string]templates.Board{}
	for name, example := range templates.Diagrams(v.Key()) {
		position := v.Start()
		if example.Text != "" {
			var err error
			if position, err = v.Parse(example.Text); err != nil {
				return nil, fmt.Errorf("diagram %s of %s: %w", name, v.Key(), err)
			}
		}
		board := newBoard(p, v, position, rules.White)
		board.Description = board.Describe(p)
		boards[name] = board
	}
	return boards, nil
}

func (s *Server) helpIndexPage(c echo.Context) error {
	return s.render(c, http.StatusOK, &templates.HelpIndexPage{Layout: s.layout(c, "help.title"), Topics: templates.HelpTopics})
}

func (s *Server) helpPage(c echo.Context) error {
	topic := c.Param("topic")
	if !templates.HasHelp(topic) {
		return store.ErrNotFound
	}
	return s.render(c, http.StatusOK, &templates.HelpPage{Layout: s.layout(c, "help."+topic), Topic: topic})
}
