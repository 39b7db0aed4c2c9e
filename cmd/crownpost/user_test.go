package main

import (
	"bytes"
	"context"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"crownpost/api"
	"crownpost/api/account"
	"crownpost/api/config"
	"crownpost/api/play"
	"crownpost/api/store"
)

const testPassword = "quiet-corner-7"

// command runs a command on a data folder, with a password to read.
func command(t *testing.T, data string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errors bytes.Buffer
	status = run(append(args, "--data", data), strings.NewReader(testPassword+"\n"), &out, &errors)
	return status, out.String(), errors.String()
}

// service opens the folder that the commands worked on.
func service(t *testing.T, data string) *play.Service {
	t.Helper()
	cfg, err := config.Parse([]string{"--data", data}, os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	s, err := api.NewService(context.Background(), cfg, quietLog(os.Stderr), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Store.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestAccountsAreManagedFromTheCommandLine(t *testing.T) {
	data := t.TempDir()
	for _, step := range []struct {
		args   string
		status int
		stderr string
	}{
		{"user create --name Anna --email anna@example.org --admin", exitDone, ""},
		{"user create --name ANNA --email other@example.org", exitNo, "taken"},
		{"user create --name Bert", exitUsage, "--email"},
		{"user create --name Bert --email nonsense", exitNo, "e-mail address"},
		{"user create --name Bert --email bert@example.org", exitDone, ""},
		{"user role bert moderator", exitDone, ""},
		{"user role bert king", exitUsage, "player, moderator"},
		{"user role nobody admin", exitNo, "no account"},
		{"user password anna", exitDone, ""},
		{"user close bert", exitDone, ""},
		{"user close", exitUsage, "argument"},
		{"user frobnicate", exitUsage, "frobnicate"},
		{"demo", exitNo, "2 accounts"},
		{"migrate", exitDone, ""},
	} {
		status, stdout, stderr := command(t, data, strings.Fields(step.args)...)
		if status != step.status || !strings.Contains(stderr, step.stderr) || (status != exitDone && stdout != "") {
			t.Errorf("%s: status %d, %q, %q", step.args, status, stdout, stderr)
		}
		if strings.Contains(stdout+stderr, testPassword) {
			t.Errorf("%s prints the password", step.args)
		}
	}
	s := service(t, data)
	anna, err := s.Store.Read(t.Context()).AccountByName(account.NameKey("anna"))
	if err != nil || anna.Role != store.Admin {
		t.Errorf("anna: %+v, %v", anna, err)
	}
	if _, err := s.Store.Read(t.Context()).AccountByName(account.NameKey("bert")); err == nil {
		t.Error("the name of a closed account is still there")
	}
	if _, err := s.LogIn(t.Context(), play.LogInInput{Name: "anna", Password: testPassword, Kind: store.PageSession}); err != nil {
		t.Errorf("log-in: %v", err)
	}
}

func TestAnInvitationMakesOneAccount(t *testing.T) {
	data := t.TempDir()
	status, stdout, stderr := command(t, data, "user", "invite", "--base-url", "https://club.example")
	link, err := url.Parse(strings.TrimSpace(stdout))
	if status != exitDone || err != nil || link.Host != "club.example" || link.Path != "/signup" {
		t.Fatalf("status %d, %q, %q", status, stdout, stderr)
	}
	s := service(t, data)
	s.Registration = play.RegistrationByInvitation
	for i, name := range []string{"Anna", "Bert"} {
		_, err := s.SignUp(t.Context(), play.SignUpInput{
			Name: name, Email: name + "@example.org", Password: testPassword, Invitation: link.Query().Get("invitation"),
		})
		if (err == nil) != (i == 0) {
			t.Errorf("account %d with one invitation: %v", i+1, err)
		}
	}
}
