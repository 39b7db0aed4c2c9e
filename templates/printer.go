package templates

import (
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"path"
	"sort"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	plain "github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

//go:embed locales
var locales embed.FS

// The fallback language comes first.
var (
	bundle    = loadLocales()
	languages = bundle.LanguageTags()
	matcher   = language.NewMatcher(languages)
)

func loadLocales() *i18n.Bundle {
	b := i18n.NewBundle(language.English)
	b.RegisterUnmarshalFunc("json", json.Unmarshal)
	files, err := locales.ReadDir("locales")
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		if path.Ext(f.Name()) != ".json" {
			continue
		}
		text, err := locales.ReadFile("locales/" + f.Name())
		if err != nil {
			panic(err)
		}
		b.MustParseMessageFileBytes(text, f.Name())
	}
	return b
}

// Languages lists the languages there are locale files for, as BCP 47 tags,
// the fallback first.
func Languages() []string {
	tags := make([]string, len(languages))
	for i, tag := range languages {
		tags[i] = tag.String()
	}
	return tags
}

// Printer writes texts, numbers and times in one language. It travels in the
// page's struct, is immutable and safe for concurrent use.
type Printer struct {
	lang      language.Tag
	localizer *i18n.Localizer
	numbers   *message.Printer
}

// NewPrinter returns the printer for the first preference that there is a
// locale file for; a preference is a language tag or an Accept-Language
// header, and empty ones are skipped.
func NewPrinter(preferences ...string) *Printer {
	_, i := language.MatchStrings(matcher, preferences...)
	tag := languages[i]
	return &Printer{
		lang:      tag,
		localizer: i18n.NewLocalizer(bundle, tag.String()),
		numbers:   message.NewPrinter(tag),
	}
}

// Lang is the language's tag, for <html lang>.
func (p *Printer) Lang() string { return p.lang.String() }

// Dir is the direction of the script, "ltr" or "rtl".
func (p *Printer) Dir() string {
	switch script, _ := p.lang.Script(); script.String() {
	case "Arab", "Hebr":
		return "rtl"
	}
	return "ltr"
}

// T is the message with the given key. Arguments come in pairs, name and
// value, and replace {name} in the message; integers are written in the
// language's way, and the one named "count" chooses the plural form. An
// unknown key is returned as it is.
func (p *Printer) T(key string, args ...any) string {
	config := i18n.LocalizeConfig{MessageID: key, TemplateParser: plain.IdentityParser{}}
	var pairs []string
	for i := 0; i+1 < len(args); i += 2 {
		name := fmt.Sprint(args[i])
		if name == "count" {
			config.PluralCount = args[i+1]
		}
		pairs = append(pairs, "{"+name+"}", p.value(args[i+1]))
	}
	text, err := p.localizer.Localize(&config)
	if err != nil && config.PluralCount != nil {
		config.PluralCount = nil // a message without plural forms
		text, err = p.localizer.Localize(&config)
	}
	if err != nil {
		return key
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Has says whether there is a message with the given key.
func (p *Printer) Has(key string) bool {
	_, err := p.localizer.Localize(&i18n.LocalizeConfig{
		MessageID: key, PluralCount: 2, TemplateParser: plain.IdentityParser{},
	})
	return err == nil
}

func (p *Printer) value(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64:
		return p.numbers.Sprintf("%d", v)
	}
	return fmt.Sprint(v)
}

// Number writes an integer with the language's digit groups.
func (p *Printer) Number(n any) string { return p.value(n) }

// TimeText writes a moment as UTC text, for mails and titles.
func (p *Printer) TimeText(t time.Time) string {
	t = t.UTC()
	return p.T("time.moment", "day", t.Day(), "month", p.month(t), "year", t.Format("2006"), "time", t.Format("15:04"))
}

// DayText writes a day, by UTC.
func (p *Printer) DayText(t time.Time) string {
	t = t.UTC()
	return p.T("time.day", "day", t.Day(), "month", p.month(t), "year", t.Format("2006"))
}

func (p *Printer) month(t time.Time) string {
	return p.T("month." + t.Format("01"))
}

// Time writes a moment as a <time> element holding UTC text, which the page's
// script rewrites in the reader's own zone. The zero time gives nothing.
func (p *Printer) Time(t time.Time) template.HTML {
	return timeElement("moment", t, p.TimeText)
}

// Day is like Time, without the time of day.
func (p *Printer) Day(t time.Time) template.HTML {
	return timeElement("day", t, p.DayText)
}

func timeElement(format string, t time.Time, text func(time.Time) string) template.HTML {
	if t.IsZero() {
		return ""
	}
	return template.HTML(fmt.Sprintf(`<time datetime="%s" data-format="%s">%s</time>`,
		t.UTC().Format(time.RFC3339), format, template.HTMLEscapeString(text(t))))
}

var units = []struct {
	key  string
	size time.Duration
}{
	{"duration.days", 24 * time.Hour},
	{"duration.hours", time.Hour},
	{"duration.minutes", time.Minute},
	{"duration.seconds", time.Second},
}

// Duration writes a time that is left or was used, rounded down to its two
// largest units: "2 days 3 hours". Less than a second, and anything negative,
// is "0 seconds".
func (p *Printer) Duration(d time.Duration) string { return p.duration(d, 2) }

// Brief is Duration with the largest unit alone: "2 days".
func (p *Printer) Brief(d time.Duration) string { return p.duration(d, 1) }

func (p *Printer) duration(d time.Duration, most int) string {
	d = max(d, 0)
	var words []string
	for i, u := range units {
		n := int64(d / u.size)
		d %= u.size
		if n > 0 || len(words) == 0 && i == len(units)-1 {
			words = append(words, p.T(u.key, "count", n))
		}
		// The second unit is the one next to the first: "2 days", not "2 days 5 seconds".
		if len(words) > 0 {
			if most--; most == 0 {
				break
			}
		}
	}
	return strings.Join(words, " ")
}

// VariantName is the variant's name.
func (p *Printer) VariantName(key string) string { return p.T("variant." + key) }

// SideName is the name of a side, "white" or "black", in a variant: black is the
// red side in American checkers.
func (p *Printer) SideName(variant, side string) string {
	return p.T(p.SideKey(variant, side))
}

// SideKey is the locale key of SideName.
func (p *Printer) SideKey(variant, side string) string {
	if variant == "checkers" && side == "black" {
		side = "red"
	}
	return "side." + side
}

// Reason says in one sentence how a game ended. Winner and loser are names,
// empty when nobody won.
func (p *Printer) Reason(reason, winner, loser string) string {
	key := "reason." + reason
	if winner == "" && p.Has(key+".nobody") {
		key += ".nobody"
	}
	return p.T(key, "winner", winner, "loser", loser)
}

// Refusal says in a sentence why an act was refused, from a rules.Refusal's
// rule and arguments; for a rule without a translation, from the given message.
func (p *Printer) Refusal(rule string, args map[string]any, message string) string {
	key := "refusal." + rule
	if !p.Has(key) {
		return stopped(upper(message))
	}
	names := make([]string, 0, len(args))
	for name := range args {
		names = append(names, name)
	}
	sort.Strings(names)
	var pairs []any
	for _, name := range names {
		pairs = append(pairs, name, args[name])
	}
	return stopped(p.T(key, pairs...))
}

// upper begins a sentence with a capital.
func upper(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// stopped ends a sentence with a full stop unless it has an end.
func stopped(text string) string {
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") || strings.HasSuffix(text, "…") {
		return text
	}
	return text + "."
}

// Act names an act on a button or in a list: "Roll the dice" for "roll". A
// move's own text stays as it is.
func (p *Printer) Act(text string) string { return p.named("act.", text) }

// Played names an act in the list of moves.
func (p *Printer) Played(text string) string { return p.named("played.", text) }

func (p *Printer) named(prefix, text string) string {
	if p.Has(prefix + text) {
		return p.T(prefix + text)
	}
	return text
}

// Thousandths writes thousandths of a point with the given number of
// decimals, 0 to 3, halves away from zero.
func (p *Printer) Thousandths(v int64, decimals int) string {
	return p.numbers.Sprint(number.Decimal(roundTo(v, decimals),
		number.Scale(decimals), number.NoSeparator()))
}

// Signed is like Thousandths with a sign before it: "+12.4", "−3.0", "±0.0".
func (p *Printer) Signed(v int64, decimals int) string {
	sign := "±"
	rounded := roundTo(v, decimals)
	if rounded > 0 {
		sign = "+"
	} else if rounded < 0 {
		sign, v = "−", -v
	}
	return sign + p.Thousandths(v, decimals)
}

func roundTo(v int64, decimals int) float64 {
	step := math.Pow10(3 - decimals)
	return math.Round(float64(v)/step) * step / 1000
}

// BoardWords are the words that the board's scripts need, by their keys.
func (p *Printer) BoardWords() map[string]string {
	words := make(map[string]string, len(BoardWords))
	for _, key := range BoardWords {
		words[key] = p.T(key)
	}
	return words
}

// SideNames are what the two sides of a variant are called inside a sentence,
// White's first.
func (p *Printer) SideNames(variant string) [2]string {
	black := "black"
	if variant == "checkers" {
		black = "red"
	}
	return [2]string{p.T("side-inline.white"), p.T("side-inline." + black)}
}

// Halves writes half points: 7 is "3½".
func (p *Printer) Halves(n int) string { return p.Quarters(2 * n) }

// Quarters writes quarter points: 49 is "12¼".
func (p *Printer) Quarters(n int) string {
	part := []string{"", "¼", "½", "¾"}[n%4]
	if n < 4 && part != "" {
		return part
	}
	return p.Number(n/4) + part
}
