package templates

// Cube is the doubling cube as it lies at the board.
type Cube struct {
	Value int
	// Owner is "white" or "black", and "" while the cube is in the middle.
	Owner string
	// Offered says that the side to act is offered the cube with this value.
	Offered bool
	// Crawford says that nobody may double in this game.
	Crawford bool
}

// cube draws the cube: in the middle, at its owner's side, or beside the
// player who is offered it.
func (b Board) cube(s *svg) {
	if b.Cube == nil {
		return
	}
	x, y := b.ground().bar+barWidth/2, tableMid
	switch {
	case b.Cube.Offered:
		x = b.thrower()
	case b.Cube.Owner != "" && (b.Cube.Owner == "black") == b.flipped():
		y += cubeAside
	case b.Cube.Owner != "":
		y -= cubeAside
	}
	class := "cube"
	if b.Cube.Crawford {
		class = "cube crawford"
	} else if b.Cube.Offered {
		class = "cube offered"
	}
	s.f(`<g class="%s" transform="translate(%d %d)"><rect x="%d" y="%d" width="%d" height="%d" rx="4"/>`,
		class, x, y, -cubeSize/2, -cubeSize/2, cubeSize, cubeSize)
	if b.Cube.Crawford {
		s.f(`<text y="-1">Craw</text><text y="9">ford</text></g>`)
		return
	}
	s.f(`<text y="6">%d</text></g>`, b.Cube.Value)
}

// describe says where the cube lies.
func (c Cube) describe(p *Printer, names [2]string) string {
	switch {
	case c.Crawford:
		return p.T("cube.crawford")
	case c.Offered:
		return p.T("cube.offered", "value", c.Value)
	case c.Owner == "white":
		return p.T("cube.owned", "value", c.Value, "side", names[0])
	case c.Owner == "black":
		return p.T("cube.owned", "value", c.Value, "side", names[1])
	}
	return p.T("cube.middle", "value", c.Value)
}
