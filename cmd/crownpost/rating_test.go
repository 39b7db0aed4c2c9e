package main

import (
	"strings"
	"testing"
)

func TestRatingChange(t *testing.T) {
	for _, test := range []struct {
		name, args string
		status     int
		want       string
	}{
		{"the logistic formula has no cap", "--formula logistic --own 2800 --opponent 1000 --score 1 --k 40", exitDone,
			`{"expected":0.999968378223,"change":0.001264871,"rating":2800.001264871,"opponentChange":-0.001264871,"opponentRating":999.998735129}`},
		{"with a cap it is that of the pools", "--formula logistic --own 2800 --opponent 1000 --score 1 --k 40 --cap 400", exitDone,
			`{"expected":0.909091,"change":3.636,"rating":2803.636,"opponentChange":-3.636,"opponentRating":996.364}`},
		{"FIDE has a table", "--formula fide --own 2092 --opponent 2000 --score 0.5 --k 15", exitDone,
			`{"expected":0.63,"change":-1.95,"rating":2090.05,"opponentChange":1.95,"opponentRating":2001.95}`},
		{"K is 20 unless given", "--formula fide --own 2000 --opponent 2000 --score 0.5", exitDone,
			`{"expected":0.5,"change":0,"rating":2000,"opponentChange":0,"opponentRating":2000}`},
		{"experience counts with this match", "--formula match --own 1900 --opponent 1400 --score 1 --length 11 --experience 5000,50", exitDone,
			`{"expected":0.87092954`},
		{"a single game is a match to 1", "--formula match --own 1500 --opponent 1500 --score 1", exitDone,
			`{"expected":0.5,"change":9.98,"rating":1509.98,"opponentChange":-9.98,"opponentRating":1490.02}`},
		{"no formula", "--own 1500 --opponent 1500 --score 1", exitUsage, ""},
		{"no rating", "--formula fide --opponent 1500 --score 1", exitUsage, ""},
		{"no opponent", "--formula fide --own 1500 --score 1", exitUsage, ""},
		{"a rating that is no number", "--formula logistic --own NaN --opponent 1500 --score 1", exitUsage, ""},
		{"a score that is none", "--formula fide --own 1500 --opponent 1500 --score 2", exitUsage, ""},
		{"half a point of FIDE", "--formula fide --own 1500.5 --opponent 1500 --score 1", exitUsage, ""},
		{"a drawn match", "--formula match --own 1500 --opponent 1500 --score 0.5", exitUsage, ""},
		{"a match to nothing", "--formula match --own 1500 --opponent 1500 --score 1 --length 0", exitUsage, ""},
		{"one experience", "--formula match --own 1500 --opponent 1500 --score 1 --experience 5", exitUsage, ""},
		{"a K of nothing", "--formula fide --own 1500 --opponent 1500 --score 1 --k 0", exitUsage, ""},
		{"a cap of nothing", "--formula logistic --own 1500 --opponent 1500 --score 1 --cap 0", exitUsage, ""},
		{"a flag of another formula", "--formula match --own 1500 --opponent 1500 --score 1 --k 20", exitUsage, ""},
		{"something behind the flags", "--formula fide --own 1500 --opponent 1500 --score 1 1", exitUsage, ""},
		{"help", "--help", exitDone, ratingUsage},
	} {
		t.Run(test.name, func(t *testing.T) {
			var stdout, stderr strings.Builder
			status := run(append([]string{"rating", "change"}, strings.Fields(test.args)...), nil, &stdout, &stderr)
			if status != test.status || !strings.HasPrefix(stdout.String(), test.want) || test.want == "" && stdout.Len() > 0 {
				t.Errorf("status %d, %q, want %d, %q (%s)", status, stdout.String(), test.status, test.want, stderr.String())
			}
			if (status == exitUsage) != (stderr.Len() > 0) {
				t.Errorf("status %d says %q", status, stderr.String())
			}
		})
	}
}
