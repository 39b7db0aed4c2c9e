// Package config reads the server's configuration: a flag comes before its
// environment variable, and that before the default.
package config

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Values of Config.Registration and Config.Log.
const (
	Open         = "open"
	ByInvitation = "invitation"
	Closed       = "closed"

	Text = "text"
	JSON = "json"
)

// ErrConfig is returned for an option that cannot be used. Its text names the
// option and never repeats a secret.
var ErrConfig = errors.New("configuration")

// Config is everything that can be set from outside. Printing one shows no
// password.
type Config struct {
	// Addr is the host and port to listen on; without a host, all of them.
	Addr string
	// Data is the folder of the database, keys, mail and backups.
	Data string
	// Database is a postgres:// address, or empty for SQLite in Data.
	Database string
	// BaseURL is where people reach the site, without a slash at the end.
	BaseURL *url.URL
	// TrustedProxies are the networks whose X-Forwarded-For is believed.
	TrustedProxies []netip.Prefix
	// SMTP is the mail server with its port, smtp:// or smtps://; nil sends
	// no mail but writes it into a folder.
	SMTP *url.URL
	// MailFrom is the sender of all mail.
	MailFrom mail.Address
	// Registration is Open, ByInvitation or Closed.
	Registration string
	// LeaveDays are the days of leave of each account in a calendar year, 0 to
	// 366.
	LeaveDays int
	// Log is Text or JSON.
	Log string
}

// SQLite returns the path of the SQLite database; it is not used when
// Database is set.
func (c Config) SQLite() string { return filepath.Join(c.Data, "crownpost.db") }

// Keys returns the folder of the signing keys.
func (c Config) Keys() string { return filepath.Join(c.Data, "keys") }

// Mail returns the folder that mail is written to without an SMTP server.
func (c Config) Mail() string { return filepath.Join(c.Data, "mail") }

// Secure reports whether people reach the site by https, so that cookies can
// be kept to it.
func (c Config) Secure() bool { return c.BaseURL != nil && c.BaseURL.Scheme == "https" }

// String returns the configuration on one line, without passwords.
func (c Config) String() string {
	var b strings.Builder
	for i, o := range options {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%s=%q", o.name, o.show(c))
	}
	return b.String()
}

// GoString is String.
func (c Config) GoString() string { return c.String() }

// LogValue returns the configuration as a group, without passwords.
func (c Config) LogValue() slog.Value {
	attrs := make([]slog.Attr, len(options))
	for i, o := range options {
		attrs[i] = slog.String(o.name, o.show(c))
	}
	return slog.GroupValue(attrs...)
}

// option is one thing that can be set.
type option struct {
	name, usage string
	// fallback is the default as the usage text tells it.
	fallback string
	// set reads a value, which is empty where none was given.
	set func(c *Config, value string) error
	// show returns the value without secrets.
	show func(c Config) string
}

func (o option) env() string {
	return "CROWNPOST_" + strings.ToUpper(strings.ReplaceAll(o.name, "-", "_"))
}

// options are set in this order; later ones may use what earlier ones set.
var options = []option{
	{"addr", "host and port to listen on", "localhost:8080", setAddr, func(c Config) string { return c.Addr }},
	{"data", "folder of the database, keys, mail and backups", "./data", setData, func(c Config) string { return c.Data }},
	{"database", "postgres://user:password@host/name", "SQLite in the data folder", setDatabase, func(c Config) string { return redact(c.Database) }},
	{"base-url", "where people reach the site", "http://ADDR", setBaseURL, func(c Config) string { return text(c.BaseURL) }},
	{"trusted-proxies", "addresses or networks of reverse proxies, with commas", "none", setProxies, func(c Config) string { return join(c.TrustedProxies) }},
	{"smtp", "mail server, smtp://user:password@host:587 or smtps://…:465; ?tls=off for a plain relay", "mail goes into a folder", setSMTP, func(c Config) string { return text(c.SMTP) }},
	{"mail-from", "sender of mail", "Crownpost <crownpost@HOST of the base URL>", setMailFrom, func(c Config) string { return c.MailFrom.String() }},
	{"registration", "who may sign up: open, invitation or closed", Open, setRegistration, func(c Config) string { return c.Registration }},
	{"leave", "days of leave in a calendar year, 0 for none", "30", setLeave, func(c Config) string { return strconv.Itoa(c.LeaveDays) }},
	{"log", "format of the log: text or json", Text, setLog, func(c Config) string { return c.Log }},
}

// Options are the options bound to a flag set.
type Options struct {
	flags  *flag.FlagSet
	values map[string]*string
}

// Bind defines a flag for every option, or for the named ones, on a flag set
// that may have others.
func Bind(flags *flag.FlagSet, names ...string) *Options {
	o := &Options{flags: flags, values: map[string]*string{}}
	for _, opt := range options {
		if len(names) == 0 || slices.Contains(names, opt.name) {
			o.values[opt.name] = flags.String(opt.name, "", fmt.Sprintf("%s (%s; default %s)", opt.usage, opt.env(), opt.fallback))
		}
	}
	return o
}

// Config returns the configuration once the flags have been parsed. The
// error is an ErrConfig that tells of every option that is wrong.
func (o *Options) Config(getenv func(string) string) (Config, error) {
	given := map[string]bool{}
	o.flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	var c Config
	var wrong []error
	for _, opt := range options {
		value, source := strings.TrimSpace(getenv(opt.env())), opt.env()
		if given[opt.name] && o.values[opt.name] != nil {
			value, source = strings.TrimSpace(*o.values[opt.name]), "--"+opt.name
		}
		if err := opt.set(&c, value); err != nil {
			wrong = append(wrong, fmt.Errorf("%w: %s: %w", ErrConfig, source, err))
		}
	}
	return c, errors.Join(wrong...)
}

// Parse reads the configuration from the arguments of a command that has no
// other flags and takes no further arguments. It returns flag.ErrHelp when
// help is asked for; Usage has the text.
func Parse(args []string, getenv func(string) string) (Config, error) {
	flags := flag.NewFlagSet("crownpost", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	o := Bind(flags)
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return Config{}, err
		}
		return Config{}, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	if flags.NArg() > 0 {
		return Config{}, fmt.Errorf("%w: unexpected argument %q", ErrConfig, flags.Arg(0))
	}
	return o.Config(getenv)
}

// Usage lists every option with its environment variable and default.
func Usage() string {
	var b strings.Builder
	b.WriteString("Options, each a flag or an environment variable (the flag comes first):\n")
	for _, o := range options {
		fmt.Fprintf(&b, "\n  --%s VALUE, %s\n        %s\n        default: %s\n", o.name, o.env(), o.usage, o.fallback)
	}
	return b.String()
}

func setAddr(c *Config, value string) error {
	if value == "" {
		value = "localhost:8080"
	}
	_, port, err := net.SplitHostPort(value)
	if err != nil {
		return fmt.Errorf("%q is not host:port, such as localhost:8080 or :80", value)
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return fmt.Errorf("%q is not a port from 0 to 65535", port)
	}
	c.Addr = value
	return nil
}

func setData(c *Config, value string) error {
	if value == "" {
		value = "./data"
	}
	c.Data = filepath.Clean(value)
	return nil
}

func setDatabase(c *Config, value string) error {
	if value == "" {
		return nil
	}
	u, err := url.Parse(value)
	if err != nil || (u.Scheme != "postgres" && u.Scheme != "postgresql") || strings.Trim(u.Path, "/") == "" {
		return errors.New("not an address like postgres://user:password@host/name; leave it out for SQLite")
	}
	c.Database = value
	return nil
}

func setBaseURL(c *Config, value string) error {
	if value == "" {
		host, port, err := net.SplitHostPort(c.Addr)
		if err != nil {
			return nil // told for addr
		}
		if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
			host = "localhost"
		}
		value = "http://" + net.JoinHostPort(host, port)
	}
	u, err := url.Parse(value)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.User != nil {
		return fmt.Errorf("%q is not an address like https://crownpost.example.org", redact(value))
	}
	if strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("%q must be the address of a host alone, without a path", value)
	}
	c.BaseURL = &url.URL{Scheme: u.Scheme, Host: strings.ToLower(u.Host)}
	return nil
}

func setProxies(c *Config, value string) error {
	for _, field := range strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' }) {
		p, err := netip.ParsePrefix(field)
		if err != nil {
			a, err := netip.ParseAddr(field)
			if err != nil {
				return fmt.Errorf("%q is neither an address nor a network like 10.0.0.0/8", field)
			}
			p = netip.PrefixFrom(a, a.BitLen())
		}
		if p.Bits() == 0 {
			return fmt.Errorf("%q would let everybody choose the address he seems to come from", field)
		}
		c.TrustedProxies = append(c.TrustedProxies, p.Masked())
	}
	return nil
}

func setSMTP(c *Config, value string) error {
	if value == "" {
		return nil
	}
	u, err := url.Parse(value)
	if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" {
		return errors.New("not an address like smtp://user:password@host:587 or smtps://user:password@host:465 (write special characters as %XX)")
	}
	for name, values := range u.Query() {
		if name != "tls" || len(values) != 1 || values[0] != "off" {
			return errors.New("only tls=off may follow the host")
		}
		if u.Scheme == "smtps" || u.User != nil {
			return errors.New("tls=off is for smtp:// without a password")
		}
	}
	if p := u.Port(); p == "" {
		u.Host = net.JoinHostPort(u.Hostname(), map[string]string{"smtp": "587", "smtps": "465"}[u.Scheme])
	} else if n, err := strconv.Atoi(p); err != nil || n < 1 || n > 65535 {
		return fmt.Errorf("%q is not a port from 1 to 65535", p)
	}
	c.SMTP = u
	return nil
}

func setMailFrom(c *Config, value string) error {
	if value == "" {
		host := "localhost"
		if c.BaseURL != nil {
			host = c.BaseURL.Hostname()
		}
		if ip, err := netip.ParseAddr(host); err == nil {
			host = "[" + ip.String() + "]"
			if ip.Is6() {
				host = "[IPv6:" + ip.String() + "]"
			}
		}
		c.MailFrom = mail.Address{Name: "Crownpost", Address: "crownpost@" + host}
		return nil
	}
	a, err := mail.ParseAddress(value)
	if err != nil {
		return fmt.Errorf("%q is not an address like Crownpost <crownpost@example.org>", value)
	}
	c.MailFrom = *a
	return nil
}

func setRegistration(c *Config, value string) error {
	return choose(&c.Registration, value, Open, ByInvitation, Closed)
}

func setLeave(c *Config, value string) error {
	if value == "" {
		value = "30"
	}
	days, err := strconv.Atoi(value)
	if err != nil || days < 0 || days > 366 {
		return fmt.Errorf("%q is not a number of days from 0 to 366", value)
	}
	c.LeaveDays = days
	return nil
}

func setLog(c *Config, value string) error { return choose(&c.Log, value, Text, JSON) }

// choose sets to to one of the choices, the first where value is empty.
func choose(to *string, value string, choices ...string) error {
	if value == "" {
		value = choices[0]
	}
	if !slices.Contains(choices, value) {
		return fmt.Errorf("%q is not one of %s", value, strings.Join(choices, ", "))
	}
	*to = value
	return nil
}

// redact returns an address without its password.
func redact(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "(unreadable)"
	}
	return text(u)
}

func text(u *url.URL) string {
	if u == nil {
		return ""
	}
	shown := *u
	if q := shown.Query(); q.Has("password") {
		q.Set("password", "xxxxx")
		shown.RawQuery = q.Encode()
	}
	return shown.Redacted()
}

func join(prefixes []netip.Prefix) string {
	words := make([]string, len(prefixes))
	for i, p := range prefixes {
		words[i] = p.String()
	}
	return strings.Join(words, ",")
}
