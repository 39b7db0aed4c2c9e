package templates

// Diagrams are the examples of a variant's rules page by the names of their
// diagrams. It is nil for a variant without a page.
func Diagrams(variant string) map[string]Example { return diagrams[variant] }

var diagrams = map[string]map[string]Example{
	"international": {
		"start": {},
		"forced": {
			Text: "W:W27,45:B8,31,32", Moves: []string{"27x36", "27x38"},
			Refused: map[string]string{"45-40": "capture-compulsory"},
		},
		"most": {
			Text: "W:W36,42:B20,29,31,38", Moves: []string{"42x15"},
			Refused: map[string]string{"36x27": "more-than-one-piece"},
		},
		"king":    {Text: "W:WK46:B28", Moves: []string{"46x23", "46x19", "46x14", "46x10", "46x5"}},
		"passing": {Text: "W:W13:B7,8,40", Moves: []string{"13x11"}, After: map[string]string{"13x11": "B:W11:B40"}},
	},
	"checkers": {
		"start":  {},
		"choice": {Text: "B:W15,16,22:B11", Moves: []string{"11x20", "11x25"}, Refused: map[string]string{"11x18": "incomplete-capture"}},
		"crown": {
			Text: "B:W25,26:B21", Moves: []string{"21x30"}, After: map[string]string{"21x30": "W:W26:BK30"},
			Refused: map[string]string{"21x30x23": "crowned-stops"},
		},
	},
	"canadian": {
		"start": {},
		"most": {
			Text: "W:W52,55:B34,46,49", Moves: []string{"52x28"},
			Refused: map[string]string{"55x44": "more-than-one-piece"},
		},
		"king": {Text: "W:WK67:B45", Moves: []string{"67x39", "67x34", "67x28", "67x23", "67x17", "67x12", "67x6"}},
	},
	"malaysian": {
		"start": {},
		"forward": {
			Text: "W:W52:B58", Moves: []string{"52-46", "52-47"},
			Refused: map[string]string{"52x63": "man-captures-forward"},
		},
		"most": {
			Text: "W:W52,55:B34,46,49", Moves: []string{"52x28"},
			Refused: map[string]string{"55x44": "more-than-one-piece"},
		},
	},
	"russian": {
		"start": {},
		"choice": {
			Text: "W:Wa3,f2:Bb4,g3,g5", Moves: []string{"a3:c5", "f2:f6"},
			Refused: map[string]string{"f2:h4": "incomplete-capture"},
		},
		"crown": {Text: "W:Wf6:Bb6,e7,h4", Moves: []string{"f6:a5"}, After: map[string]string{"f6:a5": "B:WKa5:Bh4"}},
	},
	"brazilian": {
		"start": {},
		"most": {
			Text: "W:Wa3,f2:Bb4,g3,g5", Moves: []string{"f2xf6"},
			Refused: map[string]string{"a3xc5": "more-than-one-piece"},
		},
		"passing": {Text: "W:Wf6:Bc7,e7,h2", Moves: []string{"f6xb6"}, After: map[string]string{"f6xb6": "B:Wb6:Bh2"}},
	},
	"pool": {
		"start": {},
		"choice": {
			Text: "W:W21,27:B16,17,24", Moves: []string{"21x14", "27x11"},
			Refused: map[string]string{"27x20": "incomplete-capture"},
		},
		"passing": {Text: "W:W11:B6,7,28", Moves: []string{"11x9"}, After: map[string]string{"11x9": "B:W9:B28"}},
	},
	"jamaican": {
		"start": {},
		"choice": {
			Text: "W:Wc7,h6:Bb4,b6,g5", Moves: []string{"h6xf4", "c7xc3"},
			Refused: map[string]string{"c7xa5": "incomplete-capture"},
		},
		"passing": {Text: "W:Wc3:Ba7,d2,f2", Moves: []string{"c3xg3"}, After: map[string]string{"c3xg3": "B:Wg3:Ba7"}},
	},
	"italian": {
		"start":      {},
		"no-king":    {Text: "W:W23:BK19", Moves: []string{"23-20"}, Refused: map[string]string{"23x14": "man-captures-king"}},
		"by-king":    {Text: "W:W22,K24:B18,20", Moves: []string{"24x15"}, Refused: map[string]string{"22x13": "king-before-man"}},
		"most-kings": {Text: "W:WK23:B19,K28", Moves: []string{"23x32"}, Refused: map[string]string{"23x14": "most-kings"}},
		"king-first": {
			Text: "W:WK30:B10,12,18,K20,K26,27", Moves: []string{"30x5"},
			Refused: map[string]string{"30x7": "kings-first"},
		},
	},
	"spanish":    iberian,
	"portuguese": iberian,
	"czech": {
		"start":      {},
		"king-first": {Text: "W:WKa3,h2:Bb2,e5,g3", Moves: []string{"a3xc1"}, Refused: map[string]string{"h2xd6": "king-must-capture"}},
	},
	"turkish": {
		"start":   {},
		"man":     {Text: "W:Wd4:Bg7,h7", Moves: []string{"d4-c4", "d4-d5", "d4-e4"}},
		"lifted":  {Text: "W:WKa4:Bc4,c5,d7,f6", Moves: []string{"a4xc4", "a4xc3", "a4xc2", "a4xc1"}},
		"passing": {Text: "W:Wb6:Bb7,c8,h5", Moves: []string{"b6xd8"}, After: map[string]string{"b6xd8": "B:WKd8:Bh5"}},
	},
	"thai": {
		"start":  {},
		"lifted": {Text: "W:WK22:B18,25", Moves: []string{"22-15", "22-29"}, After: map[string]string{"22-29": "B:WK29:B", "22-15": "B:WK15:B"}},
		"behind": {Text: "W:WK29:B18,1", Moves: []string{"29-15"}, Refused: map[string]string{"29-11": "king-lands-behind"}},
	},
	"frisian": frisian,
	"frysk":   frisian,
	"killer": {
		"start": {},
		"halt":  {Text: "W:WK46:BK28", Moves: []string{"46x23"}, Refused: map[string]string{"46x19": "king-stops-behind"}},
		"man":   {Text: "W:WK46:B28", Moves: []string{"46x23", "46x19", "46x14", "46x10", "46x5"}},
	},
	"antidraughts": {
		"start": {},
		"most": {
			Text: "W:W36,42:B20,29,31,38", Moves: []string{"42x15"},
			Refused: map[string]string{"36x27": "more-than-one-piece"},
		},
		"blocked": {Text: "W:W50:B39,44,45", Winner: "white"},
	},
	"breakthrough": {
		"start":   {},
		"passing": {Text: "W:W13:B7,8,40", Moves: []string{"13x11"}, After: map[string]string{"13x11": "B:W11:B40"}},
		"king":    {Text: "W:W7:B40", Moves: []string{"7-1", "7-2"}, Wins: []string{"7-1", "7-2"}},
	},
	"spantsiretti": {
		"start":  {},
		"choice": {Text: "W:Wa3,f2:Bb4,g3,g5", Moves: []string{"a3:c5", "f2:f6"}},
		"crown":  {Text: "W:Wf6:Bb6,e7,h4", Moves: []string{"f6:a5"}, After: map[string]string{"f6:a5": "B:WKa5:Bh4"}},
	},
	"backgammon": {
		"start": {},
		"bar":   enterFirst,
		"both":  {Text: "white 24:1 8:1 6:13 / black 21:3 9:3 7:3 6:3 5:3 / white to play 6-2", Moves: []string{"24/22 8/2"}},
		"exact": exactNumber,
		"cube": {
			Text:  "white 24:2 13:3 8:3 6:5 4:2 / black 24:1 18:1 13:5 8:3 6:5 / white to take / match to 7, 2-4, game 5 / cube 2 of black",
			Moves: []string{"take", "drop"},
		},
	},
	"table": {
		"start": {},
		"bar":   enterFirst,
		"exact": exactNumber,
		"eight": {Text: "white off:15 / black bar:1 6:5 5:4 4:3 3:2 / white won", Winner: "white", Value: 8},
	},
	"nackgammon": {
		"start": {},
		"opening": {
			Text:  "white 24:2 23:2 13:4 8:3 6:4 / black 24:2 23:2 13:4 8:3 6:4 / white to play 6-5",
			Among: []string{"24/13"}, Refused: map[string]string{"23/17 13/8": "point-closed"},
		},
	},
	"hypergammon": {
		"start":  {},
		"bar":    {Text: "white bar:2 5:1 / black 24:1 10:1 4:1 / white to play 4-1", Moves: []string{"bar/24 bar/21*"}},
		"double": {Text: "white 6:1 3:1 off:1 / black 24:1 9:1 3:1 / white to play 3-3", Moves: []string{"6/off 3/off"}, Wins: []string{"6/off 3/off"}},
	},
	"longgammon": {
		"start": {},
		"hit":   {Text: "white 24:15 / black 24:14 11:1 / white to play 6-4", Among: []string{"24/14*"}},
	},
	"tavla": {
		"start": {},
		"home":  {Text: hitAtHome, Among: []string{"7/4* 6/5"}, Refused: map[string]string{"7/4*/3": "hit-and-run"}},
	},
	"portes": {
		"start": {},
		"home":  {Text: hitAtHome, Among: []string{"7/4*/3"}},
	},
	"plakoto": {
		"start": {},
		"pin": {
			Text:  "white 24:12 18:2 13:1 / black 24:13 9:1 8:1 / white to play 5-2",
			Among: []string{"18/16* 18/13"},
		},
		"mother": {
			Text: "white 10:3 8:3 7:4 5:2 3:3 / black 24:1 13:4 8:5 6:5 / white to play 4-2", Among: []string{"10/8 5/1*"},
			Wins: []string{"10/8 5/1*"}, Value: 2,
		},
	},
	"fevga": {
		"start": {},
		"first": {Text: "white 24:14 16:1 / black 24:15 / white to play 3-2", Moves: []string{"16/11"}, Refused: map[string]string{"24/21 16/14": "first-checker"}},
		"wall": {
			Text:  "white 24:9 23:1 22:1 21:1 20:1 10:1 7:1 / black 24:14 6:1 / white to play 5-3",
			Among: []string{"24/19 20/17"}, Refused: map[string]string{"24/19 10/7": "start-quarter"},
		},
	},
	"narde": {
		"start": {},
		"first": {Text: "white 24:15 / black 24:15 / white to play 6-6", Moves: []string{"24/18(2)"}},
		"head": {
			Text:    "white 24:13 18:2 / black 24:14 13:1 / white to play 5-4 / turns 1-1",
			Refused: map[string]string{"24/20 24/19": "head"}, Among: []string{"24/15"},
		},
		"block": {
			Text:  "white 24:9 18:1 17:1 16:1 15:1 14:1 5:1 / black 24:15 / white to play 5-1 / turns 1-1",
			Among: []string{"24/19 14/13"}, Refused: map[string]string{"24/19 5/4": "block"},
		},
	},
	"gulbara": {
		"start": {},
		"chain": {
			Text:  "white 24:8 23:4 2:3 / black 24:8 3:7 / white to play 5-5 / turns 2-2",
			Among: []string{"23/18(4)"}, Leads: map[string]string{"23/18(4)": "white to play 6-6"},
		},
	},
	"acey-deucey": {
		"start":   {},
		"enter":   {Text: "white bar:10 24:2 20:3 / black bar:9 24:2 21:3 18:1 / white to play 3-1", Among: []string{"bar/22 24/23"}},
		"ace-two": {Text: "white bar:12 20:3 / black bar:13 24:2 / white to play 1-2", Leads: map[string]string{"bar/24 bar/23": "white to choose"}},
	},
}

const hitAtHome = "white 13:5 8:3 7:1 6:6 / black 24:1 21:1 13:5 8:3 6:5 / white to play 3-1"

var (
	iberian = map[string]Example{
		"start":   {},
		"forward": {Text: "W:W10:B6", Moves: []string{"10-13", "10-14"}, Refused: map[string]string{"10x3": "man-captures-forward"}},
		"quality": {Text: "W:W10:BK13,14", Moves: []string{"10x17"}, Refused: map[string]string{"10x19": "most-kings"}},
	}
	frisian = map[string]Example{
		"limit": {
			Text: "W:W33,K46:B2,3:H6:+346+0", Moves: []string{"33-28", "33-29"},
			Refused: map[string]string{"46-41": "king-rests"},
		},
		"start":    {},
		"straight": {Text: "W:W33:B23,32", Moves: []string{"33x13", "33x31"}},
		"value":    {Text: "W:W26,48:BK21,34,43", Moves: []string{"48x30"}, Refused: map[string]string{"26x17": "most-value"}},
	}
	enterFirst = Example{
		Text:  "white bar:1 24:1 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:4 5:1 / white to play 5-3",
		Among: []string{"bar/20* 13/10", "bar/22 13/8"}, Refused: map[string]string{"13/8 13/10": "bar-first"},
	}
	exactNumber = Example{
		Text: "white 6:1 3:1 off:13 / black 4:2 3:2 2:3 off:8 / white to play 5-1", Moves: []string{"6/off", "6/1 3/2"},
		Refused: map[string]string{"6/5 3/off": "exact-number"},
	}
)
