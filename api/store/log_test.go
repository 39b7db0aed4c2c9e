package store_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"crownpost/api/store"
	"crownpost/api/store/storetest"
)

func TestSlowStatementsAreLoggedWithoutTheirValues(t *testing.T) {
	for name, open := range map[string]func(testing.TB, store.Config) *store.Store{
		"sqlite": storetest.OpenConfig, "postgres": storetest.OpenPostgresConfig,
	} {
		t.Run(name, func(t *testing.T) {
			var logged bytes.Buffer
			slow := ""
			b := &bench{T: t, now: noon}
			b.Store = open(t, store.Config{
				Now: func() time.Time { return b.now }, Log: slog.New(slog.NewTextHandler(&logged, nil)),
				Statement: func(sql string) error {
					if slow != "" && strings.Contains(sql, slow) {
						time.Sleep(120 * time.Millisecond)
					}
					return nil
				},
			})
			for _, tt := range []struct {
				name, slow, want string
				do               func()
			}{
				{"a row that is read", "email_key", "email_key = ",
					func() { _, _ = b.read().AccountByEmail("secret-9@example.org") }},
				{"rows that are read", "FROM sessions", "account_id = ",
					func() { _, _ = b.read().Sessions(987654321) }},
				{"a row that is inserted", "INSERT INTO", "accounts",
					func() { b.account("secret-9") }},
			} {
				logged.Reset()
				slow = tt.slow
				tt.do()
				slow = ""
				line := logged.String()
				if !strings.Contains(line, "slow statement") || !strings.Contains(line, tt.want) {
					t.Errorf("%s: logged %q", tt.name, line)
				}
				for _, value := range []string{"secret-9", "987654321"} {
					if strings.Contains(line, value) {
						t.Errorf("%s: logged %q", tt.name, line)
					}
				}
			}
		})
	}
}
