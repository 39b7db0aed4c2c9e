package draughts_test

import (
	"fmt"

	"crownpost/rules"
	"crownpost/rules/draughts"
)

func ExampleVariant_Parse() {
	v, _ := draughts.Lookup("international")
	pos, err := v.Parse("W:WK4:B13,20,32,37")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, act := range pos.Legal() {
		fmt.Println(act.Text, "takes", act.Captured)
	}
	_, err = pos.Play("4x15", nil)
	fmt.Println(err.(*rules.Refusal).Rule+":", err)
	// Output:
	// 4x27x38x15 takes [13 32 20]
	// 4x31x42x15 takes [13 37 20]
	// ambiguous-capture: 4x15 is ambiguous: 4x27x38x15 or 4x31x42x15
}

func ExampleVariant_Perft() {
	v, _ := draughts.Lookup("checkers")
	fmt.Println(v.Perft(v.StartBoard(), 6, draughts.Count{}))
	// Output: 36768
}
