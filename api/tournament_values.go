package api

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"crownpost/api/play"
	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/catalog"
	"crownpost/rules/correspondence"
	"crownpost/templates"
	"crownpost/tournament/bracket"
	"crownpost/tournament/director"
	"crownpost/tournament/ladder"
)

// tournamentValues fill in the form of a tournament, so that readTournament
// reads it as it was asked for, but for its start. Choices that are the usual ones
// are left out where the form begins with them.
func tournamentValues(in play.TournamentInput) map[string]string {
	v := map[string]string{
		"name": in.Name, "description": in.Description, "variant": in.Variant, "rated": yesOrNo(in.Rated), "ratingMode": in.RatingMode,
		"format": string(in.Format), "seating": in.Seating,
		"limit": someNumber(in.MaxPlayers), "atLeast": someNumber(in.MinPlayers), "waitingList": yes(in.WaitingList), "whenFull": yes(in.StartWhenFull),
		"minRating": someNumber(in.MinRating), "maxRating": someNumber(in.MaxRating), "minGames": someNumber(in.MinGames),
		"checkIn": spanText(in.CheckIn), "roundTime": spanText(in.RoundTime), "unfinished": in.Unfinished,
		"overBoard": yes(in.OverBoard), "opening": in.Opening, "start": in.Start, "ballotPer": in.BallotPer, "pair": yes(in.Pair),
		"scoring": string(in.Plan.Scoring), "withdrawal": string(in.Plan.Law),
		"cycles": someNumber(in.Plan.Cycles), "schedule": "rounds",
	}
	if in.MaxPlayers == usualLimit(&in) {
		v["limit"] = ""
	}
	if in.OverBoard {
		v["rated"] = "yes" // as the form begins, should that be taken back
	} else {
		clockValues(v, in.Control)
	}
	lengthValues(v, in.Length)
	for key, value := range in.Options {
		v[optionField+key] = value
	}
	if in.Plan.AtOnce {
		v["schedule"] = "at-once"
	}
	if in.NoLeave {
		v["leave"] = "none"
	}
	if codes := strings.Join(in.Plan.TieBreaks, " "); slices.Contains(templates.TieBreakSets, codes) {
		v["tieBreakSet"] = codes
	} else if codes != "" {
		v["tieBreakSet"], v["tieBreaks"] = "own", codes
	}
	planValues(v, in)
	for field, value := range v {
		if value == "" {
			delete(v, field)
		}
	}
	return v
}

// planValues are the choices of the format.
func planValues(v map[string]string, in play.TournamentInput) {
	p := in.Plan
	switch in.Format {
	case director.Swiss:
		v["rounds"], v["accelerated"], v["halfByes"] = someNumber(p.Rounds), yes(p.Accelerated), strconv.Itoa(p.HalfByes)
		v["colours"] = yesOrNo(!p.Colourless)
	case director.Groups:
		if g := p.Groups; g != nil {
			v["sectionSize"], v["advance"], v["ties"], v["final"], v["carryOver"] = someNumber(p.SectionSize), someNumber(g.Advance), string(g.Ties), string(g.Final), yes(g.CarryOver)
		}
	case director.Ladder:
		if p.Ladder != nil {
			ladderValues(v, *p.Ladder)
		}
	}
	if p.Drawn {
		v["seating"] = "random"
	}
	if p.Bracket != nil {
		drawValues(v, p.Bracket)
	}
}

func drawValues(v map[string]string, b *bracket.Plan) {
	v["thirdPlace"], v["reset"] = yes(b.ThirdPlace), yesOrNo(b.Reset)
	for stage, field := range map[bracket.Stage]string{
		bracket.Losers: "losersLength", bracket.Consolation: "consolationLength", bracket.LastChance: "lastChanceLength",
	} {
		if all := b.Terms[stage]; len(all) > 0 {
			v[field] = someNumber(all[0].Points)
		}
	}
	all := b.Terms[bracket.Main]
	if len(all) == 0 {
		all = []bracket.Terms{{}}
	}
	terms := all[0]
	v["match"], v["extra"], v["tie"] = strconv.Itoa(max(terms.Games, 1)), strconv.Itoa(terms.Extra), string(terms.Tie)
	if terms.Parallel {
		v["match"] = pairMatch
	}
}

// drawTerms are the matches of a draw, one for all stages where they are the
// same. Where a single game cannot be drawn, only a pair can end level.
func drawTerms(variant string, b *bracket.Plan) []templates.MatchTerms {
	v, known := catalog.Lookup(variant)
	draws := known && v.Family() != rules.Backgammon
	terms := func(t bracket.Terms) templates.MatchTerms {
		shown := templates.MatchTerms{Games: max(t.Games, 1), Parallel: t.Parallel, Points: t.Points}
		if draws || t.Games%2 == 0 && t.Games > 0 {
			shown.Extra, shown.Ties = t.Extra, cmp.Or(string(t.Tie), string(bracket.BySeed))
		}
		return shown
	}
	var shown []templates.MatchTerms
	for _, stage := range []bracket.Stage{bracket.Main, bracket.Losers, bracket.Consolation, bracket.LastChance} {
		all := b.Terms[stage]
		if len(all) == 0 {
			continue
		}
		if own := terms(all[0]); len(shown) == 0 || own != shown[0] {
			shown = append(shown, own)
			shown[len(shown)-1].Stage = string(stage)
		}
	}
	switch len(shown) {
	case 0:
		return []templates.MatchTerms{terms(bracket.Terms{})}
	case 1:
		shown[0].Stage = ""
	}
	return shown
}

func ladderValues(v map[string]string, r ladder.Rules) {
	days := func(millis int64) string { return strconv.FormatInt(millis/correspondence.Day.Milliseconds(), 10) }
	v["challenges"], v["reach"] = "reach", someNumber(r.Reach)
	if r.Pyramid {
		v["challenges"] = "pyramid"
	}
	v["movement"], v["declinable"] = string(r.Movement), yes(r.Declinable)
	v["outgoing"], v["incoming"], v["fall"] = strconv.Itoa(r.Outgoing), strconv.Itoa(r.Incoming), strconv.Itoa(r.Fall)
	v["rematch"], v["answer"], v["grace"], v["idle"] = days(r.Rematch), days(r.Answer), days(r.Grace), days(r.Idle)
}

// clockValues choose a control from the list, or write it.
func clockValues(v map[string]string, control string) {
	v["clock"] = control
	known := slices.ContainsFunc(correspondence.Presets(), func(c correspondence.Control) bool { return c.String() == control })
	if !known {
		v["clock"], v["customClock"] = "custom", control
	}
}

// lengthValues choose the length of a match from the list, or write it.
func lengthValues(v map[string]string, length int) {
	switch {
	case length == 0:
	case slices.Contains(matchLengths, length) && length <= backgammon.MaxLength:
		v["length"] = strconv.Itoa(length)
	default:
		v["length"], v["ownLength"] = ownLength, strconv.Itoa(length)
	}
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return ""
}

func yesOrNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// someNumber is a number, empty for 0.
func someNumber(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
