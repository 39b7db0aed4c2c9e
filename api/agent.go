package api

import "strings"

// agentName says in a few words which browser or program sent a request, for
// the list of sessions. The header itself, which can tell people apart, is
// not kept.
func agentName(header string) string {
	browser := ""
	for _, known := range []struct{ mark, name string }{
		{"Edg/", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"},
		{"HeadlessChrome/", "Chrome"}, {"Chrome/", "Chrome"}, {"CriOS/", "Chrome"}, {"Safari/", "Safari"},
	} {
		if strings.Contains(header, known.mark) {
			browser = known.name
			break
		}
	}
	if browser == "" {
		name, _, _ := strings.Cut(header, "/")
		return clean(name[:min(len(name), 40)])
	}
	for _, known := range []struct{ mark, name string }{
		{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"},
		{"Macintosh", "macOS"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"},
	} {
		if strings.Contains(header, known.mark) {
			return browser + ", " + known.name
		}
	}
	return browser
}
