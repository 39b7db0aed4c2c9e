package trf

import (
	"strings"

	"crownpost/tournament"
)

// points reads what results are worth: 162, BB… and XXS. What a file leaves
// open is worth what the result that it stands for is.
func (r *reader) points() {
	given := map[string]tournament.Tenths{}
	for _, l := range r.records["162"] {
		for column := 6; column <= len(l.text); column += 9 {
			if c := upper(l.at(column)); !blank(c) {
				r.pointsOf(given, "162"+string(c), l, column, l.field(column+1, column+4))
			}
		}
	}
	for _, code := range strings.Fields("BBW BBD BBL BBZ BBF BBU") {
		for _, l := range r.records[code] {
			r.pointsOf(given, code, l, 5, l.field(5, len(l.text)))
		}
	}
	for _, l := range r.records["XXS"] {
		for _, w := range l.words(5) {
			name, value, _ := strings.Cut(w.text, "=")
			r.pointsOf(given, strings.ToUpper(name), l, w.column, value)
		}
	}
	for _, l := range r.records["299"] {
		if words := l.words(18); len(words) == 0 || len(words) == 1 && strings.Trim(words[0].text, "0") == "" {
			r.pointsOf(given, "299"+string(upper(l.at(5))), l, 14, l.field(14, 17))
		}
	}

	// first is the value of the first of the codes that is given.
	first := func(otherwise tournament.Tenths, codes string) tournament.Tenths {
		for _, code := range strings.Fields(codes) {
			if points, ok := given[code]; ok {
				return points
			}
		}
		return otherwise
	}
	p := tournament.PointsOf(
		first(10, "299W WW W BBW 162W"), first(5, "299D WD D BBD 162D"), first(0, "299L WL L BBL 162L"))
	p.PairingBye = first(p.Win, "299U PAB BBU 162P")
	p.ForfeitWin = first(p.Win, "299+ FW")
	p.ForfeitLoss = first(0, "299- FL BBF 162X 162A")
	p.FullBye = first(p.Win, "299F FPB")
	p.HalfBye = first(p.Draw, "299H HPB")
	p.ZeroBye = first(0, "299Z ZPB BBZ 162A 162Z")
	r.file.Field.Points = p
	r.black = map[tournament.Kind]tournament.Tenths{
		tournament.Win:  first(p.Win, "BW"),
		tournament.Draw: first(p.Draw, "BD"),
		tournament.Loss: first(p.Loss, "BL"),
	}
}

// pointsOf notes the points of a code that is known.
func (r *reader) pointsOf(given map[string]tournament.Tenths, code string, l line, column int, value string) {
	const known = "162W 162D 162L 162P 162A 162X 162Z BBW BBD BBL BBZ BBF BBU" +
		" WW BW WD BD WL BL ZPB HPB FPB PAB FW FL W D L" +
		" 299W 299D 299L 299+ 299- 299U 299F 299H 299Z"
	points := r.tenths(l, column, value, "points")
	earlier, again := given[code]
	switch {
	case !oneOf(known, code):
		r.wrong(l, column, "no result is called %q", strings.TrimPrefix(strings.TrimPrefix(code, "162"), "299"))
	case value == "":
		r.wrong(l, column, "no points")
	case again && earlier != points:
		r.contradicts(l, column, "%s points, elsewhere %s", decimal(points), decimal(earlier))
	default:
		given[code] = points
	}
}

// award gives a record the points of its result.
func (r *reader) award(record *tournament.Record) {
	record.Points = r.file.Field.Points.For(record.Kind)
	if record.Kind.Played() && record.Colour == tournament.Black {
		record.Points = r.black[record.Kind]
	}
}
