package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"time"

	"crownpost/api"
	"crownpost/api/account"
	"crownpost/api/config"
	"crownpost/api/play"
	"crownpost/api/store"
)

const userUsage = `crownpost user manages accounts, also while the server runs:

  crownpost user create --name NAME --email ADDRESS [--admin]   password from standard input
  crownpost user role NAME player|moderator|admin
  crownpost user password NAME                                  password from standard input
  crownpost user close NAME
  crownpost user invite                                         prints a link with which one account can be made

Each takes --data, --database and --base-url as crownpost serve does.
`

func runUser(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, userUsage)
		return exitUsage
	}
	if args[0] == "--help" || args[0] == "-h" || args[0] == "help" {
		fmt.Fprint(stdout, userUsage)
		return exitDone
	}
	do, ok := map[string]func(context.Context, *play.Service, userArgs, io.Writer) error{
		"create": userCreate, "role": userRole, "password": userPassword, "close": userClose, "invite": userInvite,
	}[args[0]]
	if !ok {
		fmt.Fprintf(stderr, "crownpost user: no action %q\n\n%s", args[0], userUsage)
		return exitUsage
	}
	in := userArgs{action: args[0], stdin: stdin}
	flags := newFlags("crownpost user "+args[0], stderr)
	options := config.Bind(flags, "data", "database", "base-url")
	if args[0] == "create" {
		flags.StringVar(&in.name, "name", "", "the account's name")
		flags.StringVar(&in.email, "email", "", "the account's e-mail address")
		flags.BoolVar(&in.admin, "admin", false, "make it an administrator")
	}
	rest, err := parseMixed(flags, args[1:])
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, userUsage)
		return exitDone
	}
	if err != nil {
		fmt.Fprint(stderr, userUsage)
		return exitUsage
	}
	in.rest = rest
	cfg, err := options.Config(os.Getenv)
	if err != nil {
		fmt.Fprintf(stderr, "crownpost user: %v\n", err)
		return exitUsage
	}
	in.base = cfg.BaseURL
	ctx := context.Background()
	service, err := api.NewService(ctx, cfg, quietLog(stderr), time.Now)
	if err != nil {
		fmt.Fprintf(stderr, "crownpost user: %v\n", err)
		return exitNo
	}
	err = errors.Join(do(ctx, service, in, stdout), service.Store.Close())
	var use usageError
	switch {
	case errors.As(err, &use):
		fmt.Fprintf(stderr, "crownpost user: %v\n\n%s", err, userUsage)
		return exitUsage
	case err != nil:
		fmt.Fprintf(stderr, "crownpost user: %v\n", err)
		return exitNo
	}
	return exitDone
}

// userArgs is what an action was called with.
type userArgs struct {
	action      string
	name, email string
	admin       bool
	base        *url.URL
	rest        []string
	stdin       io.Reader
}

type usageError string

func (e usageError) Error() string { return string(e) }

// parseMixed reads flags that stand before or after the other arguments.
func parseMixed(flags *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		if flags.NArg() == 0 {
			return rest, nil
		}
		rest = append(rest, flags.Arg(0))
		args = flags.Args()[1:]
	}
}

// password reads the first line of standard input.
func (in userArgs) password() (string, error) {
	text, err := io.ReadAll(io.LimitReader(in.stdin, 4096))
	if err != nil {
		return "", fmt.Errorf("password: %w", err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	line = strings.TrimSuffix(line, "\r")
	if line == "" {
		return "", usageError("the password is read from standard input, which is empty")
	}
	return line, nil
}

// named is the account of the first argument.
func (in userArgs) named(ctx context.Context, s *play.Service, count int) (*store.Account, error) {
	if len(in.rest) != count {
		what := "a name"
		if count == 2 {
			what = "a name and a role"
		}
		return nil, usageError(fmt.Sprintf("%s takes %s, not %d arguments", in.action, what, len(in.rest)))
	}
	a, err := s.Store.Read(ctx).AccountByName(account.NameKey(in.rest[0]))
	if errors.Is(err, store.ErrNotFound) {
		return nil, fmt.Errorf("there is no account %q", in.rest[0])
	}
	return a, err
}

func userCreate(ctx context.Context, s *play.Service, in userArgs, stdout io.Writer) error {
	if in.name == "" || in.email == "" || len(in.rest) > 0 {
		return usageError("create needs --name and --email")
	}
	password, err := in.password()
	if err != nil {
		return err
	}
	id, err := s.CreateUser(ctx, play.SignUpInput{Name: in.name, Email: in.email, Password: password})
	if err != nil {
		return err
	}
	if in.admin {
		if err := s.SetRole(ctx, id, store.Admin); err != nil {
			return err
		}
	}
	fmt.Fprintln(stdout, in.name)
	return nil
}

func userRole(ctx context.Context, s *play.Service, in userArgs, _ io.Writer) error {
	a, err := in.named(ctx, s, 2)
	if err != nil {
		return err
	}
	switch role := in.rest[1]; role {
	case store.Player, store.Moderator, store.Admin:
		return s.SetRole(ctx, a.ID, role)
	default:
		return usageError(fmt.Sprintf("there is no role %q; choose %s, %s or %s", role, store.Player, store.Moderator, store.Admin))
	}
}

func userPassword(ctx context.Context, s *play.Service, in userArgs, _ io.Writer) error {
	a, err := in.named(ctx, s, 1)
	if err != nil {
		return err
	}
	password, err := in.password()
	if err != nil {
		return err
	}
	return s.SetPassword(ctx, a.ID, password)
}

func userClose(ctx context.Context, s *play.Service, in userArgs, _ io.Writer) error {
	a, err := in.named(ctx, s, 1)
	if err != nil {
		return err
	}
	return s.CloseUser(ctx, a.ID)
}

func userInvite(ctx context.Context, s *play.Service, in userArgs, stdout io.Writer) error {
	if len(in.rest) > 0 {
		return usageError("invite takes no arguments")
	}
	secret, err := s.CreateInvitation(ctx, 0)
	if err != nil {
		return err
	}
	link := in.base.JoinPath("signup")
	link.RawQuery = url.Values{"invitation": {secret}}.Encode()
	fmt.Fprintln(stdout, link)
	return nil
}
