package api

import "strings"

// goodReport is one of a Swiss of two players between its two rounds.
const goodReport = "XXR 2\nXXC white1\n" +
	"001    1      Ann                                                                1.0    1     2 w 1\n" +
	"001    2      Bob                                                                0.0    2     1 b 0\n"

var badReports = []any{
	"", "nonsense", strings.Replace(goodReport, "1.0", "0.5", 1), "XXR x\n" + goodReport, "192 FIDE_DUBOV\n" + goodReport, strings.Repeat("#", 1<<20+1),
}

// eventFileRows are the routes that take files of events.
func eventFileRows() []inputRow {
	return []inputRow{
		{
			route: "POST /api/v1/tournaments/import", who: "Anna", takes: 24 << 20, needed: []string{"trf", "variant"},
			good: fields{"trf": goodReport, "archive": "", "name": "Open", "description": "", "variant": "international", "rounds": 0},
			bad: map[string][]any{
				"trf": badReports, "name": {"ab", strings.Repeat("n", 81)}, "description": {strings.Repeat("x", 2001)}, "variant": badVariants, "rounds": {-1, 1000},
			},
			foreign: []foreign{
				{who: "", status: 401},
				{who: "Anna", status: 422, body: fields{"archive": "AAAA"}, field: "archive"},
				{who: "Anna", status: 422, body: fields{"archive": "?"}, field: "archive"},
				{who: "Anna", status: 422, body: fields{"trf": goodReport, "archive": "AAAA"}, field: "trf"},
			},
		},
		{
			route: "POST /tournaments/import", who: "Anna", takes: 24 << 20, needed: []string{"trf", "variant"},
			good: fields{"trf": goodReport, "name": "Open", "variant": "international", "rounds": "", "do": "create"},
			bad: map[string][]any{
				"trf": badReports, "name": {"ab", strings.Repeat("n", 81)}, "variant": badVariants, "rounds": {"x", "-1", "1000"}, "do": {"look"},
			},
			foreign: []foreign{{who: "", status: 401}, {who: "Anna", status: 422, body: fields{"trf": "PK", "do": "create"}, field: "archive"}},
		},
	}
}
