package backgammon

import "testing"

func TestPerftAgreesWithGnubg(t *testing.T) {
	want := []Layer{{447, 406}, {183632, 163706}}
	start := Board{standard, standard}
	depth := 0
	for got := range Perft(start) {
		if got != want[depth] {
			t.Errorf("depth %d: %+v, want %+v", depth+1, got, want[depth])
		}
		if depth++; depth == len(want) {
			return
		}
	}
}
