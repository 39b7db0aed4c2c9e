package config

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
)

// env returns a getenv over pairs of name and value.
func env(pairs ...string) func(string) string {
	m := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return func(name string) string { return m[name] }
}

func TestDefaults(t *testing.T) {
	c, err := Parse(nil, env())
	if err != nil {
		t.Fatal(err)
	}
	want := `addr="localhost:8080" data="data" database="" base-url="http://localhost:8080" trusted-proxies="" smtp="" ` +
		`mail-from="\"Crownpost\" <crownpost@localhost>" registration="open" leave="30" log="text"`
	if c.String() != want {
		t.Errorf("got %s", c)
	}
	if c.SQLite() != "data/crownpost.db" || c.Keys() != "data/keys" || c.Mail() != "data/mail" || c.Secure() {
		t.Errorf("got %q, %q, %q, %v", c.SQLite(), c.Keys(), c.Mail(), c.Secure())
	}
}

func TestFlagsComeBeforeTheEnvironment(t *testing.T) {
	c, err := Parse([]string{"--addr", ":80", "-log=json"}, env("CROWNPOST_ADDR", ":81", "CROWNPOST_LOG", "text", "CROWNPOST_REGISTRATION", "closed"))
	if err != nil || c.Addr != ":80" || c.Log != JSON || c.Registration != Closed {
		t.Errorf("got %v, %v", c, err)
	}
}

func TestValues(t *testing.T) {
	for _, c := range []struct {
		name, option, value string
		want                string // what String shows after the option's name, or a part of the error
		fails               bool
	}{
		{"every address of the machine", "addr", ":8080", `":8080"`, false},
		{"IPv6", "addr", "[::1]:8080", `"[::1]:8080"`, false},
		{"an address without a port", "addr", "localhost", "not host:port", true},
		{"a port too high", "addr", "localhost:70000", "not a port", true},
		{"a named port", "addr", "localhost:http", "not a port", true},
		{"PostgreSQL", "database", "postgres://ann:s3cret@db:5432/crownpost?sslmode=disable", `"postgres://ann:xxxxx@db:5432/crownpost?sslmode=disable"`, false},
		{"PostgreSQL with the password behind", "database", "postgres://db/crownpost?password=s3cret", `"postgres://db/crownpost?password=xxxxx"`, false},
		{"another database", "database", "mysql://ann:s3cret@db/crownpost", "postgres://", true},
		{"PostgreSQL without a name", "database", "postgres://ann:s3cret@db", "postgres://", true},
		{"a database that cannot be read", "database", "postgres://ann:s3cret@db:port/x", "postgres://", true},
		{"https", "base-url", "https://Club.example/", `"https://club.example"`, false},
		{"a port", "base-url", "http://192.168.1.7:8080", `"http://192.168.1.7:8080"`, false},
		{"a base URL with a path", "base-url", "https://club.example/games", "without a path", true},
		{"a base URL without a scheme", "base-url", "club.example", "not an address", true},
		{"a base URL of another kind", "base-url", "ftp://club.example", "not an address", true},
		{"networks and addresses", "trusted-proxies", "10.1.2.3/8, 192.0.2.1 ::1", `"10.0.0.0/8,192.0.2.1/32,::1/128"`, false},
		{"a proxy that is a name", "trusted-proxies", "proxy", "neither an address nor a network", true},
		{"everybody as a proxy", "trusted-proxies", "0.0.0.0/0", "everybody", true},
		{"everybody by IPv6", "trusted-proxies", "::/0", "everybody", true},
		{"SMTP", "smtp", "smtp://ann:s3cret@mail.example", `"smtp://ann:xxxxx@mail.example:587"`, false},
		{"SMTP with TLS", "smtp", "smtps://ann:s3cret@mail.example", `"smtps://ann:xxxxx@mail.example:465"`, false},
		{"a plain relay", "smtp", "smtp://mail:25?tls=off", `"smtp://mail:25?tls=off"`, false},
		{"a password in the clear", "smtp", "smtp://ann:s3cret@mail:25?tls=off", "without a password", true},
		{"an unknown setting of SMTP", "smtp", "smtp://mail:25?starttls=no", "only tls=off", true},
		{"a mail server without a scheme", "smtp", "ann:s3cret@mail.example:587", "smtp://", true},
		{"a password that is not escaped", "smtp", "smtp://ann:s3cret%@mail.example", "%XX", true},
		{"a port of 0", "smtp", "smtp://mail:0", "not a port", true},
		{"a sender", "mail-from", "Club <games@club.example>", `"\"Club\" <games@club.example>"`, false},
		{"a sender that is no address", "mail-from", "club", "not an address", true},
		{"by invitation", "registration", "invitation", `"invitation"`, false},
		{"another registration", "registration", "maybe", "one of open, invitation, closed", true},
		{"JSON logs", "log", "json", `"json"`, false},
		{"another log", "log", "xml", "one of text, json", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			name := "CROWNPOST_" + strings.ToUpper(strings.ReplaceAll(c.option, "-", "_"))
			byEnv, errEnv := Parse(nil, env(name, c.value))
			byFlag, errFlag := Parse([]string{"--" + c.option, c.value}, env())
			if byEnv.String() != byFlag.String() {
				t.Errorf("by environment %v, by flag %v", byEnv, byFlag)
			}
			if !c.fails {
				if errEnv != nil || errFlag != nil || !strings.Contains(byEnv.String(), c.option+"="+c.want) {
					t.Errorf("got %v, %v, %v", byEnv, errEnv, errFlag)
				}
				return
			}
			for source, err := range map[string]error{name: errEnv, "--" + c.option: errFlag} {
				if !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), source) || !strings.Contains(err.Error(), c.want) {
					t.Errorf("got %v", err)
				}
				if err != nil && strings.Contains(err.Error(), "s3cret") {
					t.Errorf("the error tells the password: %v", err)
				}
			}
		})
	}
}

func TestAllMistakesAreToldAtOnce(t *testing.T) {
	_, err := Parse(nil, env("CROWNPOST_ADDR", "x", "CROWNPOST_LOG", "xml"))
	if err == nil || !strings.Contains(err.Error(), "CROWNPOST_ADDR") || !strings.Contains(err.Error(), "CROWNPOST_LOG") {
		t.Errorf("got %v", err)
	}
}

func TestSecretsAreNeverPrinted(t *testing.T) {
	c, err := Parse(nil, env("CROWNPOST_DATABASE", "postgres://ann:s3cret@db/x", "CROWNPOST_SMTP", "smtps://ann:s3cret@mail"))
	if err != nil {
		t.Fatal(err)
	}
	if p, _ := c.SMTP.User.Password(); p != "s3cret" || !strings.Contains(c.Database, "s3cret") {
		t.Fatal("the password is lost")
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%v %+v %#v %s %v", c, c, c, c, &c)
	slog.New(slog.NewJSONHandler(&b, nil)).Info("start", "config", c)
	slog.New(slog.NewTextHandler(&b, nil)).Info("start", "config", c)
	if strings.Contains(b.String(), "s3cret") {
		t.Error(b.String())
	}
}

func TestDefaultsFollowOtherOptions(t *testing.T) {
	for _, c := range []struct{ name, addr, base, wantBase, wantFrom string }{
		{"the base URL follows the address", "example.org:90", "", "http://example.org:90", "crownpost@example.org"},
		{"every address becomes localhost", ":90", "", "http://localhost:90", "crownpost@localhost"},
		{"so does its other spelling", "0.0.0.0:90", "", "http://localhost:90", "crownpost@localhost"},
		{"the sender follows the base URL", "", "https://club.example", "https://club.example", "crownpost@club.example"},
		{"also when that is a number", "", "http://192.168.1.7", "http://192.168.1.7", "crownpost@[192.168.1.7]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Parse(nil, env("CROWNPOST_ADDR", c.addr, "CROWNPOST_BASE_URL", c.base))
			if err != nil || got.BaseURL.String() != c.wantBase || got.MailFrom.Address != c.wantFrom {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

func TestArguments(t *testing.T) {
	if _, err := Parse([]string{"--help"}, env()); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("--help: %v", err)
	}
	for _, args := range [][]string{{"--port", "80"}, {"now"}, {"--addr"}} {
		if _, err := Parse(args, env()); !errors.Is(err, ErrConfig) {
			t.Errorf("%v: %v", args, err)
		}
	}
}

func TestBindSomeOptions(t *testing.T) {
	flags := flag.NewFlagSet("user", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	admin := flags.Bool("admin", false, "")
	o := Bind(flags, "data", "database")
	if err := flags.Parse([]string{"--data", "/srv", "--admin", "anna"}); err != nil {
		t.Fatal(err)
	}
	c, err := o.Config(env("CROWNPOST_REGISTRATION", "closed"))
	if err != nil || c.Data != "/srv" || !*admin || flags.Arg(0) != "anna" || c.Registration != Closed {
		t.Errorf("got %v, %v", c, err)
	}
	if flags.Lookup("addr") != nil {
		t.Error("an option that was not named is a flag")
	}
}

func TestUsageListsEveryOption(t *testing.T) {
	for _, name := range []string{"ADDR", "DATA", "DATABASE", "BASE_URL", "TRUSTED_PROXIES", "SMTP", "MAIL_FROM", "REGISTRATION", "LOG"} {
		if !strings.Contains(Usage(), "CROWNPOST_"+name+"\n") {
			t.Errorf("%s is missing", name)
		}
	}
}

func FuzzValues(f *testing.F) {
	f.Add("localhost:8080", "postgres://a:b@c/d", "http://x", "10.0.0.0/8", "smtp://a:b@c:25", "a@b.c")
	f.Fuzz(func(t *testing.T, addr, database, base, proxies, smtp, from string) {
		c, err := Parse(nil, env("CROWNPOST_ADDR", addr, "CROWNPOST_DATABASE", database, "CROWNPOST_BASE_URL", base,
			"CROWNPOST_TRUSTED_PROXIES", proxies, "CROWNPOST_SMTP", smtp, "CROWNPOST_MAIL_FROM", from))
		if err == nil && c.BaseURL == nil {
			t.Error("no base URL")
		}
		_ = c.String()
	})
}
