package templates

import "testing"

// Results stand in sentences as they stand in tables.
func TestResultsInTexts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "1-0": "1–0", "½-½": "½–½", "-/-": "–/–", "*": "*",
		"1.1 Jean-Luc – P-2 0-1 (3–7); 1.2 Anna – Bert +/-": "1.1 Jean-Luc – P-2 0–1 (3–7); 1.2 Anna – Bert +/–",
		"a name such as X1-0 stays":                         "a name such as X1-0 stays",
	} {
		if got := ResultText(text); got != want {
			t.Errorf("%q is written %q, not %q", text, got, want)
		}
	}
	p := NewPrinter("en")
	for value, want := range map[int64]string{0: "0", 25: "¼", 50: "½", 350: "3½", 4175: "41¾", 4133: "41.33", 720: "7.2", 4600: "46", 152350: "1523½", -50: "-0.5"} {
		if got := p.Hundredths(value); got != want {
			t.Errorf("%d hundredths are %q, not %q", value, got, want)
		}
	}
}
