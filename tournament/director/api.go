package director

import (
	"crownpost/tournament"
	"crownpost/tournament/bracket"
	"crownpost/tournament/groups"
	"crownpost/tournament/swiss"
)

func (p Plan) Check(players int) error           { return nil }
func (p Plan) MaxRounds(players int) int         { return 0 }
func ByRating(players []Player) []int            { return nil }
func (e Event) Candidates() []Player             { return nil }
func (e Event) Start(order []int) (Event, error) { return e, ErrFormat }
func (e Event) Rounds() int                      { return 0 }
func (e Event) Round() int                       { return 0 }
func (e Event) RoundsLeft() int                  { return 0 }
func (e Event) Next() (Step, error)              { return Step{}, ErrFormat }
func (e Event) Repair(round int) (Step, error)   { return Step{}, ErrFormat }
func (e Event) Leave(player int64, s tournament.Status) (Event, []Pairing, error) {
	return e, nil, ErrFormat
}
func (e Event) Drops() []int64                                          { return nil }
func (e Event) Join(p Player) (Event, error)                            { return e, ErrFormat }
func (e Event) Substitute(seat int, p Player) (Event, []Pairing, error) { return e, nil, ErrFormat }
func (e Event) Bye(player int64, round int, k Kind) (Event, Pairing, error) {
	return e, Pairing{}, ErrFormat
}
func (e Event) Correct(pairing int64, r tournament.Result, forfeit bool, score [2]int) (Event, error) {
	return e, ErrFormat
}
func (e Event) Swap(a, b int64) (Event, []Pairing, error) { return e, nil, ErrFormat }
func (e Event) PairByHand(round int, pairs [][2]int64, byes []int64) (Step, error) {
	return Step{}, ErrFormat
}
func (e Event) Rule(p Pairing) (Event, error)                    { return e, ErrFormat }
func (e Event) Standings() ([]Table, error)                      { return nil, ErrFormat }
func (e Event) CrossTable(stage string) (CrossTable, error)      { return CrossTable{}, ErrFormat }
func (e Event) Progress(stage string) (Progress, error)          { return Progress{}, ErrFormat }
func (e Event) Field() tournament.Field                          { return tournament.Field{} }
func FromField(f tournament.Field, format Format) (Event, error) { return Event{}, ErrFormat }
func (e Event) Draw() (*bracket.State, error)                    { return nil, ErrFormat }
func (e Event) Sections() (*groups.State, error)                 { return nil, ErrFormat }
func (e Event) Explain(round int) (swiss.Round, error)           { return swiss.Round{}, ErrFormat }
func (e Event) Holders(stage string) ([]Player, error)           { return nil, ErrFormat }
