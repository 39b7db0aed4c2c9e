package trf_test

import (
	"fmt"
	"os"

	"crownpost/tournament/trf"
)

const club = `012 Club evening
XXR 3
XXC white1
001    1      Ann                                                                1.0    1     2 w 1
001    2      Bob                                                                0.0    2     1 b 0  0000 - Z
`

// A report becomes a field, and is written again in the format of 2026.
func Example() {
	file, err := trf.Read([]byte(club), trf.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(file.Text(trf.Name), "has played", file.Field.PlayedRounds(), "of", file.Field.Rounds)
	file.Dialect = trf.TRF26
	if err := trf.Write(os.Stdout, file); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Club evening has played 1 of 3
	// 012 Club evening
	// 142 3
	// 152 W
	// 162  W 1.0    D 0.5    L 0.0    P 1.0
	// 001    1      Ann                                                                1.0    1     2 w 1
	// 001    2      Bob                                                                0.0    2     1 b 0  0000 - Z
}

// What contradicts itself is refused with its place.
func ExampleRead() {
	_, err := trf.Read([]byte(club+"XXP 1 7\n"), trf.Options{})
	fmt.Println(err)
	// Output: line 6, column 7: there is no player 7
}
