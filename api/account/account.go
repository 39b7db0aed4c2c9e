// Package account knows names, e-mail addresses, passwords, tokens and the
// slow-down of wrong log-ins. Values go in and come out; it stores nothing but
// the signing keys of a Keyring, which live in a folder of their own.
//
// Where time matters the caller passes now.
package account

import (
	"fmt"
	"strings"
)

// Invalid says what is wrong with one field of a form.
type Invalid struct {
	// Field is the form field: "name", "email" or "password".
	Field string
	// Code is a key of Sentences; translations have it as "invalid.<Code>".
	Code string
	// Message is the sentence in English.
	Message string
	// Args fill the placeholders of the sentence.
	Args map[string]any
}

// Error returns the English sentence.
func (i *Invalid) Error() string { return i.Message }

// Sentences has the English sentence of every Invalid.Code, with placeholders
// written as in the locale files.
var Sentences = map[string]string{
	"name-length":       "A name has {{.min}} to {{.max}} characters.",
	"name-invisible":    "This name contains an invisible character. Please type it anew.",
	"name-character":    "A name consists of letters and digits; _ - . may stand between them. “{{.character}}” cannot be used.",
	"name-edge":         "A name begins and ends with a letter or a digit, and has no two of _ - . in a row.",
	"name-letter":       "A name needs at least one letter.",
	"name-scripts":      "A name is written in one alphabet; this one mixes {{.first}} and {{.second}} letters.",
	"name-reserved":     "This name is reserved. Please choose another.",
	"name-taken":        "This name, or one that looks like it, is taken. Please choose another.",
	"email-missing":     "Please give an e-mail address.",
	"email-length":      "An e-mail address has at most {{.max}} characters.",
	"email-malformed":   "This is not an e-mail address. It should look like anna@example.org.",
	"password-short":    "A password has at least {{.min}} characters.",
	"password-long":     "A password has at most {{.max}} bytes.",
	"password-personal": "The password must not be your name or your e-mail address.",
	"password-common":   "This password is among the first that anyone would try. Please choose another.",
	"password-wrong":    "This is not your present password.",

	"ballot-per":             "Choose a ballot for each round or for each pairing.",
	"length-draughts":        "Draughts is not played to a number of points.",
	"length-or-money":        "Choose a length or games for money, not both.",
	"length-range":           "A match is played to 1 to {{.max}} points.",
	"list-line":              "Line {{.line}}, column {{.column}}: {{.problem}}. Nothing was imported.",
	"list-lines":             "Line {{.line}}, column {{.column}}: {{.problem}}. {{.more}} more lines are wrong. Nothing was imported.",
	"match-start-unreadable": "This position cannot be read: {{.problem}}.",
	"money-cube":             "This game is not played for money: it has no doubling cube.",
	"money-range":            "A session for money has 1 to {{.max}} games.",
	"money-tournament":       "A tournament is not played for money.",
	"option-idle":            "The rule “{{.option}}” makes no difference in a match or session of this length.",
	"rated-money":            "Games for money are not rated.",
	"share":                  "A share of the dice has {{.min}} to {{.max}} hexadecimal digits, an even number of them.",
	"share-used":             "This share of the dice was sent before in this match. Please send another.",
	"start-other-match":      "This position is of another match: its length and rules must be the ones chosen.",
	"opening-or-start":       "Choose an opening table or a position, not both.",
	"pair-cycles":            "With two games at a time everybody plays both colours against everybody already. Choose one game with each opponent.",
	"rated-options":          "A rated game is played by the standard rules.",
	"rated-start":            "A rated game begins in the standard position or from an official opening.",
	"start-games":            "No match has come so far: at this score it is at most in game {{.max}}.",
	"start-offered":          "A resignation is offered in this position. A game begins where nothing but a double waits for an answer.",
	"start-points":           "No session has come so far: a side has at most {{.max}} points where a game begins from a position.",
	"start-over":             "In this position the game would be over at once.",
	"start-unreadable":       "This position cannot be read. At character {{.at}}: {{.problem}}.",
	"unknown-opening":        "There is no such opening table in this game.",
	"unknown-option":         "There is no such rule to choose in this game.",
	"unknown-option-value":   "This is not one of the choices for “{{.option}}”.",

	"reason":             "A reason has {{.min}} to {{.max}} characters.",
	"desk-account":       "Give the name of an account: games on this site need one.",
	"desk-begun":         "Somebody has moved in games that would be lost by this: {{.games}}.",
	"desk-begun-matches": "Matches have begun with the players that the result before brought there: {{.matches}}. Take back their results first, or decide them by a ruling.",
	"desk-bye":           "Choose a bye that is worth a win, half a win or nothing.",
	"desk-doubled":       "More than one place in the round: {{.players}}.",
	"desk-drawless":      "There are no draws in this game.",
	"desk-entered":       "This player is in the event already.",
	"desk-extension":     "Give 1 hour to {{.max}} days.",
	"desk-format":        "This cannot be done in an event of this format.",
	"desk-impossible":    "The round cannot be paired by the rules like this. Pair it by hand, or set a rule aside once it is due.",
	"desk-kind":          "Choose a walkover, an absence of both, a lot or a decision.",
	"desk-ladder":        "Places have been changed on this result, and others have played from there: it stays.",
	"desk-late-begun":    "Games of the round have begun, so it is not paired again.",
	"desk-left":          "This player has left.",
	"desk-line":          "This line has no name, or something that is no rating: {{.line}}. Write name; rating; federation; title.",
	"desk-match":         "There is no such match, or its players are not known yet.",
	"desk-message":       "A message has {{.min}} to {{.max}} characters.",
	"desk-messages":      "That were {{.max}} messages within a day: please wait.",
	"desk-missing":       "Without a place in the round: {{.players}}.",
	"desk-name":          "Give a name or an account.",
	"desk-no-deadline":   "The rounds of this event have no deadline.",
	"desk-no-ruling":     "The game is being played: there is no result to take back.",
	"desk-not-free":      "Not to be paired, as their game has begun or they are not there: {{.players}}.",
	"desk-not-stuck":     "The next round can be paired by the rules, or is not due.",
	"desk-nothing-open":  "No game is unfinished.",
	"desk-open":          "This can be done only before the start.",
	"desk-options":       "Choose which rules to set aside.",
	"desk-pairing":       "There is no such game in this event.",
	"desk-places":        "Everybody who plays needs exactly one place in the round: once in a pair, or once among the byes.",
	"desk-result":        "Choose 1-0, 0-1, ½-½, 0-0 where both lose, or nothing.",
	"desk-round":         "This round cannot be changed like this: it is over, has begun for these players, or is not due.",
	"desk-ruled":         "Match {{.match}} is decided by a ruling. Take the ruling back before you set results in it.",
	"desk-running":       "This can be done only while the event is being played.",
	"desk-same":          "The round comes out as it is.",
	"desk-score":         "In a match the winner has more points than the loser, at most {{.max}}.",
	"desk-seat":          "Nobody can take this seat over.",
	"desk-time":          "Give 1 minute to {{.max}} days.",
	"desk-time-over":     "This game is over, or its time is.",
	"desk-time-player":   "Choose a player of a game that is played here.",
	"desk-time-turn":     "Each turn of this game has its own time: it can be given to the player whose turn it is.",
	"desk-too-late":      "It is too late for this: later matches have begun, or nothing is left to play.",
	"desk-winner":        "Choose one of the two players.",
	"undo-done":          "This has been taken back already.",
	"undo-none":          "This cannot be taken back.",
	"undo-over":          "The event has ended since. Set the result instead.",
	"undo-played":        "A game that depends on this was played on since.",
	"undo-round":         "Round {{.round}} has been paired since. Set the result instead.",
	"undo-since":         "Something that depends on this was changed since. Take that back first.",

	"clock-needed":        "A tournament needs a clock.",
	"confirm":             "Please tick the box.",
	"at-least":            "The least number of players is at most {{.max}}, the greatest.",
	"players-robin":       "In a round robin everybody meets everybody: it takes up to {{.max}} players. Choose a Swiss or groups for more.",
	"players-section":     "A section has up to {{.max}} players.",
	"players-final":       "{{.players}} players would come into the final; a round robin takes up to {{.max}}. Let fewer go on, or make it a knockout.",
	"games-at-once":       "{{.games}} games would begin at once. With so many players choose rounds one after another: at most {{.max}} can begin together.",
	"check-in-full":       "A tournament that starts when it is full has no hour to check in for.",
	"start-lengths":       "Matches of different lengths cannot begin from one position.",
	"check-in":            "Players can check in up to 14 days before a start that has an hour.",
	"check-in-early":      "It is too early to check in.",
	"entry-games":         "One needs {{.min}} rated games of this kind to enter. You have {{.games}}.",
	"entry-rating-high":   "This tournament is for ratings up to {{.max}}. Yours is {{.rating}}.",
	"entry-rating-low":    "This tournament is for ratings from {{.min}}. Yours is {{.rating}}.",
	"games-range":         "Give a number of games up to 10,000.",
	"ladder-again":        "You two have a challenge open, or have just played.",
	"ladder-decline":      "On this ladder a challenge cannot be declined.",
	"ladder-early":        "There is still time to answer this challenge.",
	"ladder-frozen":       "One of the two is on vacation from this ladder.",
	"ladder-limit":        "One of the two has as many open challenges as this ladder allows.",
	"ladder-not-frozen":   "This player is not on vacation.",
	"ladder-not-on":       "Enter the ladder first.",
	"ladder-rated":        "The games of a ladder are rated one by one: it has no end.",
	"ladder-reach":        "This place is out of reach: challenge a player who is not so far above.",
	"ladder-terms":        "A ladder is played on the site, begins at once and has no rounds.",
	"leave-past":          "This moment has passed: leave empty what shall begin now.",
	"leave-open":          "You have leave already. End it or give it up first.",
	"leave-none":          "This site gives no leave.",
	"leave-far":           "Leave can begin within the next {{.max}} days.",
	"leave-used":          "Nothing is left of the {{.days}} days of leave of that year.",
	"leave-last-day":      "Less than a day is left: leave the number of days empty to take it.",
	"leave-days":          "The most that you can take from then on, in whole days, is {{.max}}.",
	"leave-last-hour":     "Leave cannot begin while a turn of yours is in its last hour, as in {{.games}} of your games. Move there first.",
	"over-board":          "Games over the board have no clock here: what is unfinished is left to the organiser.",
	"plan":                "This does not fit: {{.problem}}.",
	"pool":                "Choose the game that the list is for.",
	"rating-range":        "Give ratings from 0 to 4000, the lower one first.",
	"round-time":          "A round has at most {{.max}} days.",
	"round-time-needed":   "Say how long a round may last.",
	"unfinished-drawless": "There are no draws in this game.",
	"unfinished-swiss":    "Only a Swiss goes on while games are unfinished.",
	"oneself":             "You cannot play yourself.",
	"number-range":        "Write a whole number from {{.min}} to {{.max}}.",
	"moment":              "Write the moment like 2027-03-28 18:00.",
	"series-check-in":     "Players check in before a start: say how many days after its announcement a tournament starts.",
	"series-every":        "A series has a tournament every 1 to {{.max}} days.",
	"series-ladder":       "A ladder goes on by itself and needs no series.",
	"series-lead":         "A tournament starts up to {{.max}} days after its announcement.",
	"series-next":         "Choose a moment within the next {{.max}} days.",
	"span":                "Write a time with its unit, such as 14d, 36h or 90m, of at most {{.max}} days.",
	"template-name":       "You have another template of this name.",
	"players-range":       "A tournament has {{.min}} to {{.max}} players.",
	"rated-without-clock": "A rated game needs a clock.",
	"repeat":              "The two passwords differ.",
	"no-such-game":        "There is no such game.",
	"pdn-character":       "Line {{.line}}, column {{.column}} has a character that stands in no text. Is this a PDN file?",
	"pdn-game":            "Line {{.line}}, column {{.column}}: {{.problem}}.",
	"pdn-games":           "There are more than {{.max}} games in this text.",
	"pdn-long":            "This text is longer than {{.max}} MiB.",
	"pdn-unreadable":      "Game {{.game}}, line {{.line}}, column {{.column}}: {{.problem}}. Of {{.games}} games {{.readable}} can be read.",
	"archive-unreadable":  "This archive cannot be read: {{.problem}}.",
	"trf-field":           "This report cannot be continued here: {{.problem}}.",
	"trf-long":            "A report has at most {{.megabytes}} MiB.",
	"trf-rounds":          "The report does not say how many rounds there are. Please give their number.",
	"trf-system":          "The pairing system {{.system}} is not known here. An event by it can be imported when it is over.",
	"trf-unreadable":      "This report cannot be read:\n{{.problems}}",
	"required":            "Please fill this in.",
	"study-draughts":      "Only games of draughts can be studied.",
	"study-running":       "This game is still being played. It can be studied when it is over.",
	"study-title":         "A title has 1 to {{.max}} characters.",
	"seating":             "Choose one of the ways to number the players.",
	"starts-far":          "Choose a start within the next five years.",
	"starts-past":         "This moment has passed.",
	"text-length":         "This text has more than {{.max}} characters.",
	"title-length":        "A name has {{.min}} to {{.max}} characters.",
	"tournament-full":     "The tournament is full: it takes {{.max}} players.",
	"tournament-small":    "It needs at least {{.min}} players to start.",
	"unknown":             "This is not one of the choices.",
	"unknown-colour":      "There is no colour “{{.colour}}”.",
	"unknown-player":      "There is no player “{{.name}}”.",
	"unknown-variant":     "There is no game “{{.variant}}”.",
}

// Invalids returns every Invalid in an error, which may join several.
func Invalids(err error) []*Invalid {
	switch e := err.(type) {
	case *Invalid:
		return []*Invalid{e}
	case interface{ Unwrap() []error }:
		var all []*Invalid
		for _, one := range e.Unwrap() {
			all = append(all, Invalids(one)...)
		}
		return all
	case interface{ Unwrap() error }:
		return Invalids(e.Unwrap())
	}
	return nil
}

// NewInvalid makes an Invalid from a code of Sentences.
func NewInvalid(field, code string, args map[string]any) *Invalid {
	message := Sentences[code]
	for name, value := range args {
		message = strings.ReplaceAll(message, "{{."+name+"}}", fmt.Sprint(value))
	}
	return &Invalid{Field: field, Code: code, Message: message, Args: args}
}
