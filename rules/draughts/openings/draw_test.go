package openings

import (
	"encoding/binary"
	"encoding/hex"
	"testing"
)

func seedOf(t *testing.T, text string) Seed {
	t.Helper()
	var s Seed
	if _, err := hex.Decode(s[:], []byte(text)); err != nil {
		t.Fatal(err)
	}
	return s
}

// The ballots were computed with another program (hashlib).
func TestDrawIsTheSumThatEverybodyCanDo(t *testing.T) {
	const zero, count, ones = "00000000000000000000000000000000", "000102030405060708090a0b0c0d0e0f", "ffffffffffffffffffffffffffffffff"
	for _, c := range []struct{ variant, table, seed, want string }{
		{"checkers", "3-move", zero, "115: 11-15 21-17 15-19"},
		{"checkers", "3-move", count, "162: 12-16 21-17 16-19"},
		{"checkers", "3-move", ones, "134: 11-16 21-17 8-11"},
		{"checkers", "2-move", zero, "24: 10-15 22-18"},
		{"checkers", "2-move", count, "23: 10-15 22-17"},
		{"checkers", "2-move", ones, "7: 9-13 24-20"},
		{"checkers", "11-man", zero, "1652: Remove 10 and 23; 7-10 24-19"},
		{"checkers", "11-man", count, "8: Remove 8 and 28; 9-13 24-19"},
		{"italian", "11-man", zero, "1818"},
		{"italian", "11-man", ones, "2173"},
		{"russian", "fmjd-64", zero, "III-7: ab4 bc5 ba5 cb4 gh4"},
		{"brazilian", "fmjd-64", zero, "XXIII-7: ef4 fe5 cd4 ec3 bd4"},
		{"russian", "fmjd-64", count, "XXII-19: e3-f4 d6-a5"},
		{"brazilian", "fmjd-64", count, "XXVI-12: --- f6-h4"},
		{"russian", "150", ones, "8-III: cb4 fg5 dc3"},
		{"brazilian", "150", count, "13-II: ef4 bc5 cb4"},
	} {
		table, ok := Lookup(c.variant, c.table)
		if !ok {
			t.Fatalf("%s has no table %s", c.variant, c.table)
		}
		if b, _ := Draw(table, seedOf(t, c.seed)); b.String() != c.want {
			t.Errorf("%s %s from %s: %s, want %s", c.variant, c.table, c.seed, b, c.want)
		}
	}
}

func TestTheProofIsTheSum(t *testing.T) {
	table, _ := Lookup("checkers", "3-move")
	_, proof := Draw(table, seedOf(t, "000102030405060708090a0b0c0d0e0f"))
	const want = "drawn 000102030405060708090a0b0c0d0e0f: SHA-256 of 000102030405060708090a0b0c0d0e0f/0 begins 9c326b21 = 2620549921; " +
		"2620549921 mod 156 = 145, place 146 of 156 in the table"
	if proof != want {
		t.Errorf("%s\nwant %s", proof, want)
	}
}

func TestANumberThatWouldFavourTheFirstIsDrawnAgain(t *testing.T) {
	for seed, want := range map[string]uint64{
		"00000000000000000000000000000005": 438528819,
		"00000000000000000000000000000006": 702914657,
	} {
		if text, v := number(seedOf(t, seed), 3<<30); text != seed+"/1" || v != want {
			t.Errorf("%s: %d from %s, want %d from the second attempt", seed, v, text, want)
		}
	}
}

func TestAllBallotsAreEquallyLikely(t *testing.T) {
	table, _ := Lookup("checkers", "3-move")
	counts := map[string]int{}
	const draws = 156 * 200
	var seed Seed
	for i := range draws {
		binary.BigEndian.PutUint64(seed[:], uint64(i))
		b, _ := Draw(table, seed)
		counts[b.ID]++
	}
	chi := 0.0
	for _, b := range table.Ballots {
		d := float64(counts[b.ID]) - 200
		chi += d * d / 200
	}
	// 155 degrees of freedom: 214 is exceeded once in a thousand samples.
	if len(counts) != 156 || chi > 214 {
		t.Errorf("%d ballots drawn, chi-square %.1f", len(counts), chi)
	}
}
