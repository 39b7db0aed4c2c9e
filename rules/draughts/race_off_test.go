//go:build !race

package draughts

// raceDetector says that everything takes ten times as long.
const raceDetector = false
