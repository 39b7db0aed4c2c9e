package backgammon

import "testing"

const (
	men    = "white 24:2 13:5 8:3 6:5 / black 24:2 13:5 8:3 6:5 / "
	borne  = "white 6:5 5:5 off:5 / black 6:5 5:5 4:5 / "
	toFive = " / match to 5, 0-0, game 1"
)

func TestRefusalsOfTheCubeAndOfResignations(t *testing.T) {
	for _, tt := range []struct{ name, variant, state, text, rule, message string }{
		{"a double after the roll", "backgammon", men + "white to play 6-2" + toFive, "double",
			"double-rolled", "the dice are thrown: a double comes before the roll"},
		{"a double before the opening throw", "backgammon", men + "opening" + toFive, "double",
			"double-opening", "the opening throw comes first: nobody may double before it"},
		{"a roll before the answer to a double", "backgammon", men + "black to take" + toFive, "roll",
			"answer-double", "a double waits for its answer: the cube at 2 must be taken or dropped first"},
		{"a second double before the answer", "backgammon", men + "black to take" + toFive, "double",
			"answer-double", "a double waits for its answer: the cube at 2 must be taken or dropped first"},
		{"a resignation before the answer to a double", "backgammon", men + "black to take" + toFive, "resign 1",
			"answer-double", "a double waits for its answer: the cube at 2 must be taken or dropped first"},
		{"an answer to a resignation while a double stands", "backgammon", men + "black to take" + toFive, "accept",
			"answer-double", "a double waits for its answer: the cube at 2 must be taken or dropped first"},
		{"a take without a double", "backgammon", men + "black to roll" + toFive, "take",
			"no-double", "no double waits for an answer"},
		{"a drop after the roll", "backgammon", men + "black to play 6-2" + toFive, "drop",
			"no-double", "no double waits for an answer"},
		{"a beaver without a double", "backgammon", men + "black to roll" + toFive, "beaver",
			"no-double", "no double waits for an answer"},
		{"a double in the Crawford game", "backgammon", men + "black to roll / match to 5, 4-2, game 4, Crawford", "double",
			"crawford", "this is the Crawford game: neither side may double in it"},
		{"a double in a match to 1 point", "backgammon", men + "black to roll", "double",
			"single-game", "a match to 1 point is played without a cube"},
		{"a double where there is no cube", "table", men + "black to roll" + toFive, "double",
			"no-cube", "this game is played without a cube"},
		{"a double with the opponent's cube", "backgammon", men + "black to roll" + toFive + " / cube 2 of white", "double",
			"not-owner", "the cube at 2 is the opponent's: only he may double"},
		{"a double with a dead cube", "backgammon", men + "white to roll / match to 5, 4-2, game 5, post-Crawford", "double",
			"dead-cube", "the cube is dead: at 1 it is worth all the 1 points that you still need"},
		{"a redouble with a dead cube", "backgammon", men + "black to roll / match to 5, 2-3, game 3 / cube 2 of black", "double",
			"dead-cube", "the cube is dead: at 2 it is worth all the 2 points that you still need"},
		{"a double above the highest cube", "backgammon", men + "black to roll / money, 0-0, game 1 / cube 4096 of black", "double",
			"cube-limit", "the cube stands at 4096: it goes no higher"},
		{"a beaver above the highest cube", "backgammon", men + "black to take / money, 0-0, game 1 / cube 2048 of white / beavers=on", "beaver",
			"cube-limit", "the cube stands at 4096: it goes no higher"},
		{"a beaver in a match", "backgammon", men + "black to take" + toFive, "beaver",
			"beaver-match", "there are no beavers in a match"},
		{"a beaver where there are none", "backgammon", men + "black to take / money, 0-0, game 1", "beaver",
			"no-beavers", "this game is played without beavers"},
		{"a fourth beaver", "backgammon", men + "white to take, beavers 3 / money, 0-0, game 1 / cube 8 of black / beavers=on", "beaver",
			"beaver-limit", "a double can be turned back at once 3 times, and no more"},
		{"a play before the answer to a resignation", "backgammon", men + "white to play 6-2, resigning 1" + toFive, "24/18 13/11",
			"answer-resignation", "a resignation waits for its answer: level 1 must be accepted or refused first"},
		{"a second resignation before the answer", "backgammon", men + "white to play 6-2, resigning 1" + toFive, "resign 2",
			"answer-resignation", "a resignation waits for its answer: level 1 must be accepted or refused first"},
		{"a take while a resignation stands", "backgammon", men + "white to play 6-2, resigning 1" + toFive, "take",
			"answer-resignation", "a resignation waits for its answer: level 1 must be accepted or refused first"},
		{"an answer without a resignation", "backgammon", men + "white to play 6-2" + toFive, "accept",
			"no-resignation", "no resignation waits for an answer"},
		{"a refusal without a resignation", "backgammon", men + "white to roll" + toFive, "refuse",
			"no-resignation", "no resignation waits for an answer"},
		{"a resignation before the opening throw", "backgammon", men + "opening" + toFive, "resign 1",
			"resign-opening", "the opening throw comes first: there is nothing to resign yet"},
		{"a resignation without its level", "backgammon", men + "white to roll" + toFive, "resign",
			"resign-level", "the game is resigned at a level: 1, 2 or 3"},
		{"a level that there is not", "table", men + "white to play 6-2" + toFive, "resign 3",
			"resign-level", "the game is resigned at a level: 1, 2, 4 or 8"},
		{"a gammon after a checker was borne off", "backgammon", borne + "white to roll" + toFive, "resign 2",
			"resign-too-much", "the position can cost no more than 1"},
		{"a level that was refused", "backgammon", men + "white to play 6-2, refused 2" + toFive, "resign 2",
			"resign-declined", "level 2 was refused in this position: only a higher one can be offered"},
		{"refusing all that a position can cost", "backgammon", men + "white to play 6-2, resigning 3" + toFive, "refuse",
			"resign-accepted", "the position can cost no more than this resignation offers: it is accepted"},
		{"a choice where there is none", "backgammon", men + "white to roll" + toFive, "choose 3",
			"nothing-to-choose", "a double is chosen only after 1 and 2 have both been played"},
		{"a throw instead of a choice", "acey-deucey", "white bar:13 24:1 23:1 / black bar:15 / white to choose", "roll",
			"must-choose", "1 and 2 have been played: the double to play next must be chosen, such as choose 3"},
		{"a choice that is no die", "acey-deucey", "white bar:13 24:1 23:1 / black bar:15 / white to choose", "choose 7",
			"must-choose", "1 and 2 have been played: the double to play next must be chosen, such as choose 3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pos := stateOf(t, tt.variant, tt.state)
			r := wantRefusal(t, pos, tt.text, tt.rule)
			if r.Message != tt.message {
				t.Errorf("%q, want %q", r.Message, tt.message)
			}
			checkRefusal(t, pos, r)
		})
	}
}
