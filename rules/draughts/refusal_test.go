package draughts

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"crownpost/rules"
)

// What the rules of each variant, as its federation words them, forbid.
var forbidden = []struct{ name, variant, fen, move, rule, message string }{
	// International
	{"a quiet move past a capture", "international", "W:W28,50:B22,23", "50-45", refusedCapture, "capture is compulsory: 28x17 or 28x19"},
	{"a quiet move of the piece that must capture", "international", "W:W28:B22", "28-23", refusedCapture, "capture is compulsory: 28x17"},
	{"a king that stops before the piece", "international", "W:WK46:B14", "46-32", refusedCapture, ""},
	{"one piece where two can be taken", "international", "W:W28,48:B22,12,23,42,32", "28x19", refusedMoreThanOne, "this capture takes 1 piece, 2 are possible: 28x8"},
	{"two pieces where three can be taken", "international", "W:W48:B24,K31,34,K42,43", "48x26", refusedMostPieces, "this capture takes 2 pieces, 3 are possible: 48x19"},
	{"one leg of a capture", "international", "W:W37:B12,21,31", "37x26", refusedIncomplete, "37x26 is not the whole capture: 37x8"},
	{"two captures with the same ends", "international", "W:WK4:B13,20,32,37", "4x15", refusedAmbiguous, "4x15 is ambiguous: 4x27x38x15 or 4x31x42x15"},
	{"a capture that turns where it cannot", "russian", "W:Wh6:Bg7,c5,d2", "h6:f8:c5", refusedRoute, "no capture runs h6:f8:c5: h6:e1"},
	{"squares that a capture does not pass", "international", "W:W37:B12,21,31", "37x27x8", refusedRoute, "no capture runs 37x27x8: 37x8"},
	{"back over a piece that was jumped", "international", "W:WK28:B23,37", "28x19x41", refusedTwice, "captured pieces stay until the move is over, and none is jumped twice"},
	{"on as a king after passing the last row", "international", "W:W15:B9,10,41", "15x4x18", refusedPassingLastRow, "a man that only passes the last row goes on as a man"},
	{"a man over a distance", "international", "W:W46:B28", "46x23", refusedManTakesNext, "a man captures only a piece beside it, and lands right behind that"},
	{"a man backward", "international", "W:W33:B1", "33-39", refusedManForward, "a man moves forward only"},
	{"a man two squares", "international", "W:W33:B1", "33-24", refusedManOneSquare, "a man moves one square"},
	{"a king over a piece of its own", "international", "W:WK28,44:B1", "28-50", refusedBlocked, "the way from 28 to 50 is blocked on 44"},
	{"a king over two pieces", "international", "W:WK28:B22,17", "28-6", refusedBlocked, "the way from 28 to 6 is blocked on 22"},
	{"an occupied square", "international", "W:WK28,44:B1", "28-44", refusedOccupied, "square 44 is occupied"},
	{"off the diagonals", "international", "W:W33:B1", "33-23", refusedNotDiagonal, "33 and 23 are not on one diagonal"},
	{"to the square it stands on", "international", "W:WK28:B1", "28-28", refusedSameSquare, "the piece on 28 must move to another square"},
	{"several squares without a capture", "international", "W:W33:B1", "33-28-22", refusedNothingToTake, "33x28x22 captures nothing; a move without a capture has a start and an end"},
	{"a square that does not exist", "international", "W:W33:B1", "33-51", refusedNoSquare, "there is no square 51; they are 1 to 50"},
	{"a piece that is not there", "international", "W:W33:B1", "34-29", refusedEmpty, "square 34 is empty"},
	{"the other side's piece", "international", "W:W33:B1", "1-6", refusedNotYours, "the piece on 1 is not yours"},
	{"words", "international", "W:W33:B1", "resign", refusedText, "“resign” is not a move; write it like 33-28"},
	{"without a move left", "international", "W:W36:B27,31", "36-31", refusedGameOver, "the game is over"},

	// English draughts
	{"a man captures backward", "checkers", "W:W18:B23", "18x27", refusedManTakes, "a man captures forward only"},
	{"a king far away", "checkers", "W:WK18:B1", "18-9", refusedKingOneSquare, "a king moves one square"},
	{"a king captures from afar", "checkers", "W:WK29:B22", "29x18", refusedKingTakesNext, "a king captures only a piece beside it, and lands right behind that"},
	{"a crowned man goes on", "checkers", "W:W11:B7,6,20", "11x2x9", refusedCrownedStops, "a man that reaches the last row becomes a king, and its move is over"},
	{"any capture may be chosen, but to its end", "checkers", "W:W22,31:B18,26,10,17,1", "22x15", refusedIncomplete, "22x15 is not the whole capture: 22x6"},

	// Italian (FID 5.3 and 6.6 to 6.9)
	{"a man takes a king", "italian", "W:W22:BK18", "22x13", refusedManTakesKing, "a man may not capture a king"},
	{"a man takes a king where he can take a man", "italian", "W:W22:BK18,19", "22x13", refusedManTakesKing, ""},
	{"a man captures backward", "italian", "W:W22:B27", "22x31", refusedManTakes, ""},
	{"fewer pieces", "italian", "W:WK9,K10,K14:B5,K6,K19,21,K23,K24,K25,K31", "10x1", refusedMoreThanOne, ""},
	{"with a man what a king can do", "italian", "B:W10:B1,4,6,8,K12,K14,K17,21,27,28,K30,K31,K32", "6x13", refusedKingBefore, "of equal captures, one by a king must be chosen: 14x5"},
	{"fewer kings", "italian", "W:WK3,K18,K21,23:B1,K4,10,12,K13,K15,22,K25,K26,K28,K29", "18x27", refusedMostKings, "of captures of as many pieces, one with the most kings must be chosen, 1 and not 0: 18x9 or 21x30"},
	{"a king met later", "italian", "B:WK3,K6,12,K20:BK1,2,K5,K7,K10,11,K22,K24,K25,K29", "7x23", refusedKingsFirst, "of equal captures, the one that meets a king first must be chosen: 24x8"},

	// Spanish and Portuguese: most pieces, then most kings

	// Spanish and Portuguese: most pieces, then most kings
	{"fewer kings", "portuguese", "W:W11:B14,K15", "11x18", refusedMostKings, "of captures of as many pieces, one with the most kings must be chosen, 1 and not 0: 11x20"},

	// Czech: a king captures before a man
	{"a man although a king can", "czech", "W:WKd8,h4,Kd2,g1:Bb8,a7,g5,d4,b2,f2,Ka1,Kc1", "h4xf6", refusedKingCaptures, "when a king can capture, a man may not: d2xh6"},

	// Russian: a man is crowned on the way, and goes on
	{"stopping where the man is crowned", "russian", "W:Wf6:Bb4,c7,e7", "f6:d8", refusedCrownedGoesOn, "the man becomes a king on d8 and must go on capturing: f6:c3, f6:d2 or f6:e1"},
	{"landing where the capture cannot go on", "russian", "B:Wa5,a3,g3,d2,a1:Bb8,c3,Kc1,Kg1", "c1:g5", refusedIncomplete, "c1:g5 is not the whole capture: c1:h2"},
	{"a light square", "russian", "W:Wc3:Bh8", "c3-c4", refusedLight, "c4 is a light square; only the dark ones are played on"},
	{"a square off the board", "russian", "W:Wc3:Bh8", "c3-k9", refusedNoSquare, "there is no square k9; they are a1 to h8"},
	{"a number off the board", "russian", "W:Wc3:Bh8", "22-33", refusedNoSquare, "there is no square 33; they are 1 to 32"},
	{"a short text that fits two moves", "russian", "W:Wc3,Kc5:Bh2", "cd4", refusedAmbiguous, "cd4 is ambiguous: c3-d4 or c5-d4"},
	{"a short text that fits none", "russian", "W:Wc3:Bh2", "ed4", refusedText, "“ed4” is not a move; write it like c3-b4"},
	{"off the board of ten columns", "spantsiretti", "W:Wc3:Bb8", "c3-k5", refusedNoSquare, "there is no square k5; they are a1 to j8"},

	// Turkish
	{"a man backward", "turkish", "W:Wd4:Ba8", "d4-d3", refusedManAhead, "a man moves forward and sideways, never backward"},
	{"a man captures backward", "turkish", "W:Wd4:Bd3,a8", "d4xd2", refusedManTakesAhead, "a man captures forward and sideways, never backward"},
	{"diagonally", "turkish", "W:Wd4:Ba8", "d4-e5", refusedNotStraight, "d4 and e5 are not in one row or column"},
	{"straight back", "turkish", "W:WKd3:Bd5,Kd2,h8", "d3xd6xd1", refusedTurn, "a capture does not turn straight back"},
	{"a man two squares", "turkish", "W:Wd4:Ba8", "d4-d6", refusedManOneSquare, ""},

	// Thai
	{"landing farther away", "thai", "W:WK32:B23,2", "32-14", refusedKingLands, "a king lands right behind the piece that it captures"},
	{"a man captures backward", "thai", "W:W22:B26,2", "22-31", refusedManTakes, ""},

	// Frisian
	{"a capture of less worth", "frisian", "W:WK4,24,26,27,K28:B2,K14,K41", "4x1", refusedValue, "this capture is worth 1 and one of 1.99 is possible, a man counting 1 and a king 1.99: 28x5, 28x10 or 28x46"},
	{"a man although a king can do as much", "frisian", "B:W9:B4,5,K7,22,30,33,43,K50", "4x13", refusedKingBefore, "of equal captures, one by a king must be chosen: 7x10"},
	{"a quiet move along a row", "frisian", "W:W33:B12", "33-32", refusedNotDiagonal, ""},

	// Killer
	{"flying past a king taken last", "killer", "W:WK46:BK28,1", "46x19", refusedKingHalts, "when the last piece captured is a king, the capturing king stops right behind it"},
}

func TestWhatTheRulesForbid(t *testing.T) {
	seen := map[string]bool{}
	for _, test := range forbidden {
		t.Run(test.variant+": "+test.name, func(t *testing.T) {
			v := mustVariant(t, test.variant)
			b := mustBoard(t, v, test.fen)
			_, r := read(t, v, &b, v.AppendMoves(nil, &b), test.move)
			switch {
			case r == nil:
				t.Fatalf("%s is legal", test.move)
			case r.Rule != test.rule || test.message != "" && r.Message != test.message:
				t.Errorf("refused by %s, %q; want %s, %q", r.Rule, r.Message, test.rule, test.message)
			}
			seen[r.Rule] = true
		})
	}
	for rule := range Refusals {
		if !seen[rule] && rule != refusedKingRests {
			t.Errorf("no case is refused by %s", rule)
		}
	}
}

// read reads a move, and checks what a refusal of it says.
func read(t testing.TB, v *Variant, b *Board, legal []Move, text string) (Move, *rules.Refusal) {
	t.Helper()
	m, err := v.ReadMove(b, legal, text)
	if err == nil {
		if !slices.Contains(legal, m) {
			t.Fatalf("%s %s: %q read as %+v", v.key, v.FEN(*b), text, m)
		}
		return m, nil
	}
	r := err.(*rules.Refusal)
	unfilled := strings.ContainsAny(r.Message, "{}") && !strings.ContainsAny(text, "{}")
	if Refusals[r.Rule] == "" || unfilled || !utf8.ValidString(r.Message) {
		t.Fatalf("%s %s: %q refused by %s, %q", v.key, v.FEN(*b), text, r.Rule, r.Message)
	}
	for _, n := range r.Squares {
		if n < 1 || n > v.Squares() {
			t.Fatalf("%s %s: %q refused by %s, shows %v", v.key, v.FEN(*b), text, r.Rule, r.Squares)
		}
	}
	if len(legal) > 0 && len(r.Legal) == 0 {
		t.Fatalf("%s %s: %q refused by %s without a move that is legal", v.key, v.FEN(*b), text, r.Rule)
	}
	return Move{}, r
}

// sampleBoards are boards of a variant reached by random play, and a few with
// random pieces, by a fixed seed.
func sampleBoards(v *Variant, n int) []Board {
	random := rand.New(rand.NewPCG(uint64(len(v.key)), uint64(v.key[0])))
	var boards []Board
	b := v.start
	for len(boards) < n {
		boards = append(boards, b)
		moves := v.AppendMoves(nil, &b)
		switch {
		case len(moves) == 0 || len(boards)%80 == 0:
			b = v.start
		default:
			b = v.Play(b, moves[random.IntN(len(moves))])
		}
		if len(boards)%2 == 0 {
			continue
		}
		var scattered Board
		scattered.Turn = rules.Side(random.IntN(2))
		for range 4 + random.IntN(10) {
			c, side, king := v.cell[1+random.IntN(v.Squares())], rules.Side(random.IntN(2)), random.IntN(3) == 0
			if !scattered.occupied().has(c) && (king || !v.crown[side].has(c)) {
				scattered.put(c, side, king)
			}
		}
		boards = append(boards, scattered)
	}
	return boards
}

// Any two squares are a legal move, or refused by a rule that there is, with
// moves that are legal indeed and squares that exist.
func TestTwoSquaresAreAMoveOrRefusedByARule(t *testing.T) {
	for _, v := range variants {
		random := rand.New(rand.NewPCG(7, uint64(len(v.key))))
		for _, b := range sampleBoards(v, 60) {
			legal := v.AppendMoves(nil, &b)
			texts := map[string]Move{}
			for _, m := range legal {
				texts[v.Text(&b, m, legal)] = m
			}
			if len(texts) != len(legal) {
				t.Errorf("%s %s: two of %v are written alike", v.key, v.FEN(b), legal)
			}
			for text, m := range texts {
				if got, r := read(t, v, &b, legal, text); r != nil || got != m {
					t.Errorf("%s %s: %s read as %+v, %v", v.key, v.FEN(b), text, got, r)
				}
			}
			own, _ := b.sides()
			squares := v.numbers(own)
			for range 60 {
				from, to := 1+random.IntN(v.Squares()), 1+random.IntN(v.Squares())
				if len(squares) > 0 && random.IntN(4) > 0 {
					from = squares[random.IntN(len(squares))]
				}
				text := v.Name(from) + "-" + v.Name(to)
				fits := 0
				for _, m := range legal {
					if v.Square(m.From) == from && v.Square(m.To) == to {
						fits++
					}
				}
				m, r := read(t, v, &b, legal, text)
				switch {
				case r == nil && (v.Square(m.From) != from || v.Square(m.To) != to):
					t.Errorf("%s %s: %s read as %s", v.key, v.FEN(b), text, v.Text(&b, m, legal))
				case fits == 1 && r != nil, fits == 0 && r == nil:
					t.Errorf("%s %s: %d moves are %s, %v", v.key, v.FEN(b), fits, text, r)
				case fits == 0 && r.Rule == refusedKingRests:
					t.Errorf("%s %s: %s refused by %s", v.key, v.FEN(b), text, r.Rule)
				}
				if r == nil {
					continue
				}
				for _, offered := range r.Legal {
					if _, ok := texts[offered]; !ok {
						t.Errorf("%s %s: %s offers %s", v.key, v.FEN(b), text, offered)
					}
				}
			}
		}
	}
}

func FuzzMoveText(f *testing.F) {
	for i := range variants {
		for _, text := range []string{
			"32-28", "4x15", "c3:e5:g7", "C3 - d4", "a3b4", "3228", "ed4", "37 : 26 : 17 : 8", "036x36", "32–28", "1-", "x", "a0", "k9-a1",
			"99999999999999999999-1", strings.Repeat("c3:e5:", 200),
		} {
			f.Add(uint8(i), uint8(i*7), text)
		}
	}
	boards := map[string][]Board{}
	for _, v := range variants {
		boards[v.key] = sampleBoards(v, 40)
	}
	f.Fuzz(func(t *testing.T, i, n uint8, text string) {
		v := variants[int(i)%len(variants)]
		b := boards[v.key][int(n)%len(boards[v.key])]
		legal := v.AppendMoves(nil, &b)
		m, r := read(t, v, &b, legal, text)
		if r != nil {
			return
		}
		written := v.Text(&b, m, legal)
		if again, err := v.ReadMove(&b, legal, written); err != nil || again != m {
			t.Fatalf("%s %s: %q read as %s, and that as %+v, %v", v.key, v.FEN(b), text, written, again, err)
		}
	})
}
