package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"crownpost/rules/dice"
)

const diceUsage = `Dice that can be checked.

  crownpost dice roll --seed-link HEX --match M --game G --number I
                      [--opponent HEX] [--roller HEX] [--opening]
        the key and the dice of one roll: "KEY 3-1"; --seed-link is the secret
        that the roll revealed, --opponent and --roller are the shares;
        --opening throws equal dice again: "KEY 3-3, 5-2"
  crownpost dice verify FILE…
        checks every roll of proofs of dice (dice.json), or of matches that
        hold one, and prints a line for each file: "FILE: verified: N rolls",
        or the first thing that is wrong; for the game of a tournament the
        line ends with "; the event's seed is verified", or before the end of
        the event with "; the event's seed is not yet revealed"

FILE - is standard input. Exit status: 0; 1 when a proof is wrong; 2 when a
file cannot be read.
`

// runDice is the command "crownpost dice".
func runDice(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, diceUsage)
		return exitUsage
	}
	switch args[0] {
	case "roll":
		return rollDice(args[1:], stdout, stderr)
	case "verify":
		return verifyDice(args[1:], stdin, stdout, stderr)
	case "help", "--help", "-h":
		fmt.Fprint(stdout, diceUsage)
		return exitDone
	}
	fmt.Fprintf(stderr, "crownpost dice: no command %q\n\n%s", args[0], diceUsage)
	return exitUsage
}

// rollDice prints the key and the dice of one roll.
func rollDice(args []string, stdout, stderr io.Writer) int {
	flags := newFlags("crownpost dice roll", stderr)
	secret := flags.String("seed-link", "", "")
	match := flags.String("match", "", "")
	game := flags.Uint("game", 0, "")
	number := flags.Uint("number", 0, "")
	opponent := flags.String("opponent", "", "")
	roller := flags.String("roller", "", "")
	opening := flags.Bool("opening", false, "")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, diceUsage)
		return exitDone
	case err != nil:
		return exitUsage
	}
	roll, link, err := readRoll(*secret, *match, *game, *number, *opponent, *roller)
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("%q follows behind the flags", flags.Arg(0))
	}
	if err != nil {
		fmt.Fprintf(stderr, "crownpost dice roll: %v\n", err)
		return exitUsage
	}
	key := roll.Key(link)
	fmt.Fprintf(stdout, "%v %s\n", key, dice.Text(dice.Throw(key.Dice(), *opening)))
	return exitDone
}

// readRoll reads what decides a roll from the values of its flags.
func readRoll(secret, match string, game, number uint, opponent, roller string) (dice.Roll, dice.Link, error) {
	const most = 1<<32 - 1
	fail := func(err error) (dice.Roll, dice.Link, error) { return dice.Roll{}, dice.Link{}, err }
	link, err := dice.ParseLink(secret)
	if err != nil {
		return fail(fmt.Errorf("--seed-link: %w", err))
	}
	if match == "" {
		return fail(errors.New("--match: the name of the match is needed"))
	}
	if len(match) > 1<<16-1 {
		return fail(errors.New("--match: longer than 65535 bytes"))
	}
	if game < 1 || game > most {
		return fail(errors.New("--game: a number from 1 on is needed"))
	}
	if number < 1 || number > most {
		return fail(errors.New("--number: a number from 1 on is needed"))
	}
	r := dice.Roll{Match: match, Game: int(game), Number: int(number)}
	if r.Opponent, err = optionalShare(opponent); err != nil {
		return fail(fmt.Errorf("--opponent: %w", err))
	}
	if r.Roller, err = optionalShare(roller); err != nil {
		return fail(fmt.Errorf("--roller: %w", err))
	}
	return r, link, nil
}

func optionalShare(text string) ([]byte, error) {
	if text == "" {
		return nil, nil
	}
	return dice.ParseShare(text)
}

// verifyDice checks the proofs in files. A file that cannot be read counts
// more than a proof that is wrong.
func verifyDice(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := newFlags("crownpost dice verify", stderr)
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, diceUsage)
		return exitDone
	case err != nil:
		return exitUsage
	case flags.NArg() == 0:
		fmt.Fprintf(stderr, "crownpost dice verify: no file is named\n\n%s", diceUsage)
		return exitUsage
	}
	status := exitDone
	for _, name := range flags.Args() {
		proof, err := readProof(name, stdin)
		if err != nil {
			fmt.Fprintln(stderr, err)
			status = exitUsage
			continue
		}
		if err := dice.Verify(proof); err != nil {
			fmt.Fprintf(stdout, "%s: %v\n", name, err)
			status = max(status, exitNo)
			continue
		}
		fmt.Fprintf(stdout, "%s: verified: %d rolls%s\n", name, len(proof.Rolls), aboutEvent(proof.Event))
	}
	return status
}

// aboutEvent is what a line says of the event of a proof that is right.
func aboutEvent(e *dice.Event) string {
	switch {
	case e == nil:
		return ""
	case e.Seed == nil:
		return "; the event's seed is not yet revealed"
	}
	return "; the event's seed is verified"
}

// readProof reads a file; the error begins with its name and the place.
func readProof(name string, stdin io.Reader) (dice.Proof, error) {
	from := stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return dice.Proof{}, fmt.Errorf("%s:1:1: %w", name, err)
		}
		defer file.Close()
		from = file
	}
	proof, err := dice.ReadProof(from)
	if at, ok := errors.AsType[*dice.ReadError](err); ok {
		return dice.Proof{}, fmt.Errorf("%s:%w", name, at)
	}
	if err != nil {
		return dice.Proof{}, fmt.Errorf("%s:1:1: %w", name, err)
	}
	return proof, nil
}
