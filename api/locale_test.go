package api

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"crownpost/api/account"
	"crownpost/rules"
	"crownpost/rules/backgammon"
	"crownpost/rules/catalog"
	"crownpost/rules/correspondence"
	"crownpost/rules/draughts"
	"crownpost/rules/draughts/openings"
	"crownpost/templates"
)

// englishTexts are the messages of the English locale file that have no
// plural forms.
func englishTexts(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("../templates/locales/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var messages map[string]any
	if err := json.Unmarshal(data, &messages); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for key, message := range messages {
		if text, ok := message.(string); ok {
			texts[key] = text
		}
	}
	return texts
}

var placeholder = regexp.MustCompile(`\{\{?\.?(\w+)\}?\}`)

func placeholdersOf(text string) []string {
	names := map[string]bool{}
	for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
		names[m[1]] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// onPage is a sentence of the rules as the locale file has it: placeholders in
// single braces, and a capital at the beginning.
func onPage(sentence string) string {
	sentence = placeholder.ReplaceAllString(sentence, "{$1}")
	first, size := utf8.DecodeRuneInString(sentence)
	return string(unicode.ToUpper(first)) + sentence[size:]
}

func TestTheLocaleHasEverySentenceThatTheRulesAndFormsSay(t *testing.T) {
	english := englishTexts(t)
	for _, said := range []struct {
		prefix    string
		sentences map[string]string
	}{{"refusal.", draughts.Refusals}, {"refusal.", backgammon.Refusals}, {"invalid.", account.Sentences}} {
		for code, sentence := range said.sentences {
			got, ok := english[said.prefix+code]
			switch {
			case !ok:
				t.Errorf("%s%s is missing: %s", said.prefix, code, sentence)
			case !slices.Equal(placeholdersOf(got), placeholdersOf(sentence)):
				t.Errorf("%s%s has %v, the sentence %v", said.prefix, code, placeholdersOf(got), placeholdersOf(sentence))
			case got != onPage(sentence):
				t.Errorf("%s%s is %q, the sentence %q", said.prefix, code, got, onPage(sentence))
			}
		}
	}
}

var (
	refuseCall = regexp.MustCompile("rules\\.Refuse\\(\\s*\"([\\w-]+)\",\\s*(\"[^\"]*\"|`[^`]*`),\\s*(nil|\\[\\]string\\{[^}]*\\})")
	verb       = regexp.MustCompile(`%[a-z]`)
	quoted     = regexp.MustCompile(`"([^"]*)"`)
)

// Package correspondence has its sentences where it refuses.
func TestTheLocaleHasTheRefusalsOfTheLawOfPlay(t *testing.T) {
	english := englishTexts(t)
	for _, path := range []string{"offers.go", "endings.go", "control.go", "time.go"} {
		source, err := os.ReadFile("../rules/correspondence/" + path)
		if err != nil {
			t.Fatal(err)
		}
		calls := refuseCall.FindAllStringSubmatch(string(source), -1)
		if len(calls) == 0 || len(calls) != strings.Count(string(source), "rules.Refuse(") {
			t.Errorf("%s: %d refusals were understood", path, len(calls))
		}
		for _, call := range calls {
			sentence := strings.ReplaceAll(call[2][1:len(call[2])-1], "%q", `"%s"`)
			for _, name := range quoted.FindAllStringSubmatch(call[3], -1) {
				sentence = strings.Replace(sentence, verb.FindString(sentence), "{"+name[1]+"}", 1)
			}
			sentence = quoted.ReplaceAllString(sentence, "“$1”")
			if key := "refusal." + call[1]; english[key] != onPage(sentence) {
				t.Errorf("%s is %q, the sentence %q", key, english[key], onPage(sentence))
			}
		}
	}
}

func TestTheLocaleHasEveryReason(t *testing.T) {
	english := englishTexts(t)
	for _, reason := range []rules.Reason{
		rules.NoPieces, rules.Blocked, rules.BorneOff, rules.Repetition, rules.NoProgress, rules.FewPieces,
		rules.NoCapture, rules.Balance, rules.MainRoad, rules.LoneMan, rules.FirstKing, rules.AllGiven, rules.NoMoveLeft,
		rules.Dropped, rules.Mother, rules.Mothers, rules.Session,
		correspondence.Resignation, correspondence.Agreement, correspondence.Timeout, correspondence.Forfeit, correspondence.Adjudicated,
		correspondence.AccountClosed, correspondence.ByPlayer, correspondence.NotStarted, correspondence.Annulled,
	} {
		text, ok := english["reason."+string(reason)]
		if !ok {
			t.Errorf("reason.%s is missing", reason)
		}
		for _, name := range placeholdersOf(text) {
			if name != "winner" && name != "loser" {
				t.Errorf("reason.%s has {%s}", reason, name)
			}
		}
	}
	for _, reason := range []rules.Reason{
		rules.Repetition, rules.NoProgress, rules.FewPieces, rules.NoCapture, rules.Balance, rules.MainRoad, rules.LoneMan,
	} {
		if _, ok := english["count."+string(reason)]; !ok {
			t.Errorf("count.%s is missing", reason)
		}
	}
	// An account that is closed before a game has begun ends it without a winner.
	if got := templates.NewPrinter("en").Reason(string(correspondence.AccountClosed), "", ""); strings.Contains(got, "  ") || strings.HasPrefix(got, " ") {
		t.Errorf("without a winner: %q", got)
	}
}

func TestTheLocaleHasEveryOptionAndOpeningTable(t *testing.T) {
	english := englishTexts(t)
	for _, v := range catalog.All() {
		for _, o := range v.Options() {
			for _, key := range append([]string{""}, o.Values...) {
				name := strings.TrimSuffix("option."+o.Key+"."+key, ".")
				if english[name] == "" {
					t.Errorf("%s is missing, for %s", name, v.Key())
				}
			}
		}
		for _, table := range openings.For(v.Key()) {
			if got := english["opening."+table.Key]; got != table.Name {
				t.Errorf("opening.%s is %q, the table %q", table.Key, got, table.Name)
			}
		}
	}
}
