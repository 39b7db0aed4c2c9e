package templates

// eventFileSamples are pages of files of events.
func eventFileSamples() []sample {
	files := EventFilesPage{
		Views:  eventHead(events()[2], true).Views,
		Layout: visitor("Files", "/tournaments/3/files"), ID: 3, Name: "Autumn cup", Report: true, Tables: true, Games: true, Playing: true,
		Rounds: 3, Stages: []string{""},
	}
	bare := files
	bare.Views = nil
	bare.Report, bare.Tables, bare.Games, bare.Rounds, bare.Stages = false, false, false, 0, nil
	imported := files
	imported.Playing, imported.Games, imported.Matches = false, false, true
	imported.Stages, imported.Imported = []string{"1", "2", "final"}, []string{"event.trf", "matches/1.mat"}

	form := ImportPage{Layout: member("Import", "/tournaments/import"), Variants: allVariants(), MaxReport: 1, MaxArchive: 16}
	refused := form
	refused.Form = Form{
		Values: map[string]string{"trf": "012 Open\n001 x", "name": "Open", "variant": "russian", "rounds": "x"},
		Errors: map[string]string{"archive": "This archive cannot be read.", "trf": "This report cannot be read:\nline 2, column 5: number of the player \"x\" is not a number", "variant": "Unknown.", "rounds": "Which?"},
	}
	preview := form
	preview.Form = Form{Values: map[string]string{"trf": "012 Open", "name": "Open"}}
	preview.Preview = &ImportPreview{
		Name: "Open", Format: "swiss", Players: 40, Played: 4, Rounds: 9, TieBreaks: []string{"BH/C1", "DE"},
		Notes: []string{"The tie-break XY is not known here and is left out."},
	}
	over := form
	over.Preview = &ImportPreview{Name: "Club", Format: "round-robin", Players: 6, Played: 5, Rounds: 5, Games: 15, Over: true}
	open := form
	open.Preview = &ImportPreview{Name: "Ladder", Format: "ladder", Players: 1, Open: true, Archive: true}

	boards := []PrintBoard{
		{Board: 1, White: PrintPlayer{1, "Anna", 1684, "2"}, Black: PrintPlayer{4, "Bert_the-Long.Name", 0, "1½"}, Kind: "game", Result: "1–0"},
		{Stage: "2", Board: 2, White: PrintPlayer{3, "Chiyo", 1590, "1"}, Black: PrintPlayer{2, "Dora", 1600, "1"}, Kind: "game"},
		{White: PrintPlayer{5, "Emil", 1200, "0"}, Kind: "pairing-bye"},
	}
	pairings := PrintPage{
		Layout: visitor("Autumn cup", "/tournaments/3/print"), ID: 3, Name: "Autumn cup", Variant: "international", What: "pairings",
		Round: 2, Choices: []int{1, 2}, Boards: boards, Example: "32-28",
	}
	sheets := pairings
	sheets.What, sheets.Boards = "sheets", boards[:2]
	none := sheets
	none.Boards, none.Choices, none.Variant = nil, nil, "backgammon"
	table := pairings
	table.What = "table"
	table.Tables = []PrintTable{
		{TieBreaks: []string{"BH", "DE"}, Rows: []PrintRow{{1, boards[0].White, []string{"4½", ""}}, {0, boards[0].Black, []string{"4", "1"}}}},
		{Stage: "final", Rows: []PrintRow{{1, boards[0].White, nil}}},
	}
	draw, drawSheets := pairings, sheets
	draw.Round, draw.Choices, drawSheets.Round, drawSheets.Choices = 0, nil, 0, nil
	before := table
	before.Round = 0
	return []sample{
		{"files of an event that runs", files}, {"files of an event that has not begun", bare}, {"files of an event that was imported", imported},
		{"import of an event", form}, {"import, refused", refused}, {"import, looked at", preview}, {"import of an event that is over", over},
		{"import of an archive of an event that has not begun", open},
		{"pairings for paper", pairings}, {"matches of a draw for paper", draw}, {"score sheets of a draw", drawSheets}, {"score sheets", sheets}, {"no score sheets", none}, {"tables for paper", table}, {"tables for paper before round 1", before},
	}
}
