package templates

// runningDesk is the desk of a Swiss over the board.
func runningDesk() *DeskPage {
	d := &DeskPage{
		Views:  eventHead(events()[2], true).Views,
		Layout: member("Director’s desk", "/tournaments/3/desk"), ID: 3, Name: "Autumn cup", Status: "running", Stuck: true,
		Round: 2, Rounds: []Link{{"Open games", "/tournaments/3/desk"}, {"Round 2", ""}}, Reason: "As played",
		Boards: []DeskBoard{
			{Pairing: 5, Place: "2.1", White: Player{Name: "Anna"}, Black: Player{Name: "Bert", Closed: true}, Results: []Choice{
				{"", "", "no result", true}, {"", "1-0", "1-0", false}, {"", "+/-", "+/- without play", false},
			}},
			{Pairing: 6, Place: "2.2", White: Player{Name: "Carol"}, Black: Player{Name: "A_very-long.name-1234"}, GameID: 9, Scored: true, Score: "7-3", Was: "1-0 7-3", Results: []Choice{
				{"", "", "being played", false}, {"", "1-0", "1-0", true},
			}},
		},
	}
	players := []Choice{{"player", "", "Choose", false}, {"player", "1", "1 Anna", false}, {"player", "2", "2 Bert", true}}
	d.Groups = []DeskGroup{
		{"stuck", []DeskForm{{Act: "set-aside", Means: true, Open: true, Fields: []DeskField{
			d.Control("set-aside", "boxes", "options", "", Choice{Value: "rematch", Label: "let two meet again"}), d.Control("set-aside", "text", "reason", ""),
		}}}},
		{"rounds", []DeskForm{{Act: "pair", Means: true, Fields: []DeskField{
			d.Control("pair", "text", "round", "2"), d.Control("pair", "area", "pairs", "1 - 2\n3"), d.Control("pair", "text", "reason", ""),
		}}}},
		{"players", []DeskForm{{Act: "expel", Danger: true, Fields: []DeskField{d.Control("expel", "list", "player", "", players...)}}}},
	}
	d.Acts = []DeskEntry{{ID: 7, At: sampleNow, Text: "Anna set a result: 2.1 Anna – Bert 1-0.", Reason: d.Control("undo", "text", "reason", "").Field}}
	return d
}

// refusedDesk is one whose forms were refused, each in its turn.
func refusedDesk(act string, fields ...string) *DeskPage {
	d := &DeskPage{
		Layout: member("Director’s desk", "/tournaments/3/desk"), ID: 3, Name: "Autumn cup", Status: "open",
		Refused: act, Form: refusedForm(append(fields, "reason")...), Rounds: []Link{{"Open games", ""}, {"Round 1", "/tournaments/3/desk?round=1"}},
	}
	form := DeskForm{Act: act, Open: true, Fields: []DeskField{d.Control(act, "text", "reason", "")}}
	for _, field := range fields {
		kind := map[string]string{"player": "list", "pairs": "area", "options": "boxes"}[field]
		form.Fields = append(form.Fields, d.Control(act, kind, field, "", Choice{Value: "<wrong>", Label: "Something"}))
	}
	d.Groups = []DeskGroup{{"event", []DeskForm{form}}}
	return d
}

func deskSamples() []sample {
	return []sample{
		{"desk of a round", runningDesk()},
		{"desk, player refused", refusedDesk("remove", "player")},
		{"desk, pairs refused", refusedDesk("pair", "pairs")},
		{"desk, options refused", refusedDesk("set-aside", "options")},
		{"desk before the start", &DeskPage{Layout: member("Director’s desk", "/tournaments/3/desk"), ID: 3, Name: "Autumn cup", Status: "open"}},
	}
}
