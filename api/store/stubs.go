package store

import (
	"context"
	"log/slog"
	"time"
)

type Config struct {
	URL string
	Now func() time.Time
	Log *slog.Logger
}
type Store struct{}
type Reader struct{}
type Tx struct{ *Reader }

func Open(ctx context.Context, c Config) (*Store, error)                { panic("stub") }
func (s *Store) Close() error                                           { panic("stub") }
func (s *Store) Write(ctx context.Context, fn func(tx *Tx) error) error { panic("stub") }
func (s *Store) Read(ctx context.Context) *Reader                       { panic("stub") }
func (s *Store) Ready(ctx context.Context) error                        { panic("stub") }
func (s *Store) Backup(ctx context.Context, path string) error          { panic("stub") }

func (tx *Tx) Now() time.Time  { panic("stub") }
func (tx *Tx) After(fn func()) { panic("stub") }

func (r *Reader) Account(id int64) (*Account, error)                              { panic("stub") }
func (r *Reader) AccountByName(key string) (*Account, error)                      { panic("stub") }
func (r *Reader) AccountByEmail(key string) (*Account, error)                     { panic("stub") }
func (r *Reader) CountAccounts() (int, error)                                     { panic("stub") }
func (r *Reader) Session(id string) (*SessionView, error)                         { panic("stub") }
func (r *Reader) Sessions(account int64) ([]Session, error)                       { panic("stub") }
func (r *Reader) LoginFailure(key string) (LoginFailure, error)                   { panic("stub") }
func (tx *Tx) CreateAccount(a *Account) error                                     { panic("stub") }
func (tx *Tx) UpdateAccount(a *Account) error                                     { panic("stub") }
func (tx *Tx) LockAccounts(ids ...int64) error                                    { panic("stub") }
func (tx *Tx) CreateSession(s *Session) error                                     { panic("stub") }
func (tx *Tx) RotateSession(id, from, to string, expires time.Time) (bool, error) { panic("stub") }
func (tx *Tx) TouchSession(id string) error                                       { panic("stub") }
func (tx *Tx) DeleteSession(account int64, id string) error                       { panic("stub") }
func (tx *Tx) DeleteOtherSessions(account int64, keep string) error               { panic("stub") }
func (tx *Tx) DeleteSessions(account int64) error                                 { panic("stub") }
func (tx *Tx) DeleteExpired() error                                               { panic("stub") }
func (tx *Tx) CreateToken(t *Token) error                                         { panic("stub") }
func (tx *Tx) TakeToken(kind, hash string) (*Token, error)                        { panic("stub") }
func (tx *Tx) BumpLoginFailure(key string, forget time.Duration) (int, error)     { panic("stub") }
func (tx *Tx) ClearLoginFailure(key string) error                                 { panic("stub") }

func (r *Reader) SeekByID(id int64) (*SeekView, error)                     { panic("stub") }
func (r *Reader) SeekByLink(hash string) (*SeekView, error)                { panic("stub") }
func (r *Reader) Lobby(now time.Time, limit int) ([]SeekView, error)       { panic("stub") }
func (r *Reader) SeeksOf(account int64, now time.Time) ([]SeekView, error) { panic("stub") }
func (tx *Tx) CreateSeek(s *Seek) error                                    { panic("stub") }
func (tx *Tx) SeekForUpdate(id int64) (*Seek, error)                       { panic("stub") }
func (tx *Tx) UpdateSeek(s *Seek) error                                    { panic("stub") }
func (tx *Tx) CancelSeeks(account int64) error                             { panic("stub") }

func (r *Reader) Game(id int64) (*GameView, error)        { panic("stub") }
func (r *Reader) Move(game int64, ply int) (*Move, error) { panic("stub") }
func (r *Reader) Moves(game int64) ([]Move, error)        { panic("stub") }
func (r *Reader) Notes(game int64) ([]Note, error)        { panic("stub") }
func (r *Reader) RunningGames(account int64, after AwaitCursor, limit int) ([]GameView, error) {
	panic("stub")
}
func (r *Reader) LiveGames(limit int) ([]GameView, error)                    { panic("stub") }
func (r *Reader) History(account int64, f HistoryFilter) ([]GameView, error) { panic("stub") }
func (r *Reader) HeadToHead(account int64) ([]HeadToHead, error)             { panic("stub") }
func (r *Reader) CountGames(account int64) (GameCounts, error)               { panic("stub") }
func (r *Reader) LastGame(variant string, a, b int64) (*Game, error)         { panic("stub") }
func (r *Reader) DueGames(now time.Time, limit int) ([]int64, error)         { panic("stub") }
func (r *Reader) NextDeadline() (t time.Time, ok bool, err error)            { panic("stub") }
func (r *Reader) TournamentGames(tournament int64) ([]GameView, error)       { panic("stub") }
func (r *Reader) CountRunning(tournament int64, round int) (int, error)      { panic("stub") }
func (tx *Tx) CreateGame(g *Game) error                                      { panic("stub") }
func (tx *Tx) GameForUpdate(id int64) (*Game, error)                         { panic("stub") }
func (tx *Tx) UpdateGame(g *Game) error                                      { panic("stub") }
func (tx *Tx) AppendMove(m *Move) error                                      { panic("stub") }
func (tx *Tx) AppendNote(n *Note) error                                      { panic("stub") }
func (r *Reader) RunningIDs(account int64) ([]int64, error)                  { panic("stub") }

func (r *Reader) Rating(account int64, pool string) (*Rating, error) { panic("stub") }
func (r *Reader) Ratings(account int64) ([]Rating, error)            { panic("stub") }
func (r *Reader) RatingChanges(account int64, pool string, before Cursor, limit int) ([]ChangeView, error) {
	panic("stub")
}
func (r *Reader) GameChanges(game int64) ([]RatingChange, error) { panic("stub") }
func (r *Reader) Leaderboard(pool string, minGames, offset, limit int) ([]LeaderRow, error) {
	panic("stub")
}
func (tx *Tx) RatingsForUpdate(pool string, start int64, a, b int64) (ra, rb *Rating, err error) {
	panic("stub")
}
func (tx *Tx) UpdateRating(r *Rating) error          { panic("stub") }
func (tx *Tx) AddRatingChange(c *RatingChange) error { panic("stub") }

func (r *Reader) Tournament(id int64) (*TournamentView, error) { panic("stub") }
func (r *Reader) Tournaments(status string, offset, limit int) ([]TournamentView, error) {
	panic("stub")
}
func (r *Reader) Entrant(tournament, account int64) (*Entrant, error) { panic("stub") }
func (r *Reader) Entrants(tournament int64) ([]EntrantView, error)    { panic("stub") }
func (r *Reader) EntriesOf(account int64) ([]TournamentView, error)   { panic("stub") }
func (r *Reader) TournamentLog(tournament int64) ([]EntryView, error) { panic("stub") }
func (tx *Tx) CreateTournament(t *Tournament) error                   { panic("stub") }
func (tx *Tx) TournamentForUpdate(id int64) (*Tournament, error)      { panic("stub") }
func (tx *Tx) UpdateTournament(t *Tournament) error                   { panic("stub") }
func (tx *Tx) AddEntrant(e *Entrant) error                            { panic("stub") }
func (tx *Tx) UpdateEntrant(e *Entrant) error                         { panic("stub") }
func (tx *Tx) RemoveEntrant(tournament, account int64) error          { panic("stub") }
func (tx *Tx) LogTournament(e *TournamentEntry) error                 { panic("stub") }

func (r *Reader) DueTasks(now time.Time, limit int) ([]Task, error)     { panic("stub") }
func (r *Reader) NextTask() (t time.Time, ok bool, err error)           { panic("stub") }
func (tx *Tx) AddTask(t *Task) error                                    { panic("stub") }
func (tx *Tx) TaskForUpdate(id int64) (*Task, error)                    { panic("stub") }
func (tx *Tx) DeleteTask(id int64) error                                { panic("stub") }
func (tx *Tx) CancelTask(key string) error                              { panic("stub") }
func (tx *Tx) FailTask(id int64, message string, retry time.Time) error { panic("stub") }

func (r *Reader) Reply(account int64, key string) (*Reply, error) { panic("stub") }
func (tx *Tx) PutReply(p *Reply) error                            { panic("stub") }
