package templates

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// entry is a locale file's entry: one text, or one a plural form.
type entry map[string]string

func (m *entry) UnmarshalJSON(text []byte) error {
	if text[0] == '"' {
		*m = entry{"other": ""}
		var one string
		err := json.Unmarshal(text, &one)
		(*m)["other"] = one
		return err
	}
	return json.Unmarshal(text, (*map[string]string)(m))
}

func readLocale(t *testing.T, lang string) map[string]entry {
	t.Helper()
	text, err := os.ReadFile("locales/" + lang + ".json")
	if err != nil {
		t.Fatal(err)
	}
	messages := map[string]entry{}
	if err := json.Unmarshal(text, &messages); err != nil {
		t.Fatal(err)
	}
	return messages
}

// keysOfTheServer are the families of keys that the server completes with a
// code of its own.
var keysOfTheServer = []string{"flash.", "invalid."}

var (
	literal = regexp.MustCompile(`"((?:[^"\\\n]|\\.)*)"`)
	calledT = regexp.MustCompile(`\bT[ (]"([^"]+)"`)
	asKey   = regexp.MustCompile(`^(?:help=)?((?:field|board)\.[a-z0-9.-]+)$`)
	braces  = regexp.MustCompile(`\{\w+\}`)
	family  = regexp.MustCompile(`^[a-z-]+(\.[a-z-]+)*\.$`) // a prefix that a value completes
)

// sources are all templates and all code but the tests, of this package and of
// the server's pages.
func sources(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"*.go", "*.html", "pages/*.html", "parts/*.html", "locales/*/*/*", "../api/*.go", "../api/*/*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			texts[name] = string(text)
		}
	}
	return texts
}

func TestKeys(t *testing.T) {
	english := readLocale(t, "en")
	used, prefixes := map[string]bool{}, slices.Clone(keysOfTheServer)
	for name, text := range sources(t) {
		for _, found := range calledT.FindAllStringSubmatch(text, -1) {
			if _, ok := english[found[1]]; !ok && !strings.HasSuffix(found[1], ".") {
				t.Errorf("%s uses the key %q, which does not exist", name, found[1])
			}
			used[found[1]] = true
		}
		for _, found := range literal.FindAllStringSubmatch(text, -1) {
			word := strings.TrimPrefix(found[1], "help=")
			if key := asKey.FindStringSubmatch(word); key != nil {
				if _, ok := english[key[1]]; !ok {
					t.Errorf("%s uses the key %q, which does not exist", name, key[1])
				}
			}
			used[word] = true
			if before, _, ok := strings.Cut(word, "%"); ok {
				word = before
			}
			if family.MatchString(word) {
				prefixes = append(prefixes, word)
			}
		}
	}
	for key := range english {
		if !used[key] && !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(key, p) }) {
			t.Errorf("nothing uses the key %q", key)
		}
	}
}

// TestDynamicKeys checks the keys that are put together from a prefix and a
// value, for all values there are.
func TestDynamicKeys(t *testing.T) {
	p := NewPrinter("en")
	families := map[string][]string{
		"variant.":     allVariants(),
		"rules.about.": allVariants(),
		"status.":      {"open", "running", "finished", "cancelled"},
		"outcome.":     {"won", "drawn", "lost", "void", "running"},
		"entrant.":     {"withdrawn", "expelled"},
		"withdrawal.":  {"half", "forfeit-all", "annul-all"},
		"count.":       {"repetition", "no-progress", "few-pieces", "no-capture", "balance", "main-road", "lone-man"},
		"list.":        {"unknown", "twice", "rated"},
		"unrated.":     {"void", "no-act", "event"},
		"group.":       {"hundred", "sixty-four", "large", "backgammon"},
		"reason.": {"no-pieces", "blocked", "borne-off", "repetition", "no-progress", "few-pieces", "resignation", "agreement",
			"dropped", "mother", "mothers", "session", "session.nobody", "timeout", "forfeit", "adjudicated", "account-closed", "aborted", "not-started", "annulled"},
	}
	for _, t := range traits {
		families["rules.king."] = append(families["rules.king."], t.King)
		families["rules.captures."] = append(families["rules.captures."], t.Captures)
		families["rules.priority."] = append(families["rules.priority."], t.Priority)
	}
	for _, t := range tableTraits {
		families["rules.start."] = append(families["rules.start."], t.Start)
		families["rules.way."] = append(families["rules.way."], t.Way)
		families["rules.blot."] = append(families["rules.blot."], t.Blot)
		families["rules.values."] = append(families["rules.values."], t.Values)
	}
	for _, topic := range HelpTopics {
		families["help."] = append(families["help."], topic, topic+".about")
	}
	for prefix, values := range families {
		for _, value := range values {
			if !p.Has(prefix + value) {
				t.Errorf("there is no key %q", prefix+value)
			}
		}
	}
}

// TestLanguages demands of every language what English has: all keys, all the
// plural forms of the language, the same placeholders.
func TestLanguages(t *testing.T) {
	english := readLocale(t, "en")
	forms := map[string][]string{"en": {"one", "other"}, "ms": {"other"}, "id": {"other"}, "ro": {"few", "one", "other"}}
	for _, lang := range Languages() {
		messages := readLocale(t, lang)
		for key, m := range english {
			translated, ok := messages[key]
			if !ok {
				t.Errorf("%s: no key %q", lang, key)
				continue
			}
			if got := slices.Sorted(maps.Keys(translated)); len(m) > 1 && !slices.Equal(got, forms[lang]) {
				t.Errorf("%s: %q has the plural forms %v, want %v", lang, key, got, forms[lang])
			}
			if got, want := placeholders(translated["other"]), placeholders(m["other"]); !slices.Equal(got, want) {
				t.Errorf("%s: %q has the placeholders %v, want %v", lang, key, got, want)
			}
		}
		for key := range messages {
			if _, ok := english[key]; !ok {
				t.Errorf("%s: %q is no key of the English file", lang, key)
			}
		}
	}
}

func placeholders(text string) []string {
	found := braces.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}
