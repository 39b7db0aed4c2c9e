package correspondence

import (
	"testing"
	"time"
)

func day(year, yearDay int) time.Time { return time.Date(year, 1, yearDay, 0, 0, 0, 0, time.UTC) }

func TestLeaveTaken(t *testing.T) {
	leaves := []Leave{
		{day(2026, 10), day(2026, 15)},
		{day(2026, 100).Add(6 * h), day(2026, 100).Add(9 * h)},
		{day(2026, 360), day(2027, 8)},   // 6 days of 2026
		{day(2028, 360), day(2028, 364)}, // a leap year
	}
	for year, want := range map[int]time.Duration{
		2025: 0, 2026: 11*Day + 3*h, 2027: 7 * Day, 2028: 4 * Day, 2029: 0,
	} {
		if got := LeaveTaken(leaves, year); got != want {
			t.Errorf("%d: %v, want %v", year, got, want)
		}
	}
	if got := LeaveTaken(nil, 2026); got != 0 {
		t.Errorf("without leave: %v", got)
	}
	zone := time.FixedZone("east", 5*3600)
	if got := LeaveTaken([]Leave{{day(2027, 1).Add(-2 * h).In(zone), day(2027, 1).Add(h).In(zone)}}, 2027); got != h {
		t.Errorf("years are those of UTC: %v", got)
	}
}

func TestLongestLeave(t *testing.T) {
	for _, tc := range []struct {
		name   string
		leaves []Leave
		from   time.Time
		days   int
		to     time.Time
	}{
		{"all of the year's days", nil, day(2026, 100), 30, day(2026, 130)},
		{"to the hour", nil, day(2026, 100).Add(7 * h), 30, day(2026, 130).Add(7 * h)},
		{"what earlier ones left", []Leave{{day(2026, 10), day(2026, 30)}}, day(2026, 100), 30, day(2026, 110)},
		{"of which a part was taken only", []Leave{{day(2026, 10), day(2026, 10).Add(5 * h)}}, day(2026, 100), 30, day(2026, 130).Add(-5 * h)},
		{"days of the year before have lapsed", nil, day(2027, 1), 30, day(2027, 31)},
		{"nothing left", []Leave{{day(2026, 10), day(2026, 40)}}, day(2026, 100), 30, day(2026, 100)},
		{"nothing given", nil, day(2026, 100), 0, day(2026, 100)},
		{"fewer given than were taken", []Leave{{day(2026, 10), day(2026, 40)}}, day(2026, 100), 20, day(2026, 100)},
		{"goes on with the next year's where it gets there", nil, day(2026, 361), 30, day(2027, 31)},
		{"and not where it does not", nil, day(2026, 330), 30, day(2026, 360)},
		{"gets there exactly", nil, day(2026, 336), 30, day(2027, 31)},
		{"the next year's are left whole by this year's", []Leave{{day(2026, 10), day(2026, 35)}}, day(2026, 361), 30, day(2027, 31)},
		{"a part of the last year's leave lies in this", []Leave{{day(2025, 360), day(2026, 6)}}, day(2026, 100), 30, day(2026, 125)},
		{"over the 29th of February", nil, day(2028, 31+20), 30, time.Date(2028, 3, 21, 0, 0, 0, 0, time.UTC)},
		{"a leap year ends a day later", nil, day(2028, 361), 30, day(2029, 31)},
		{"more days than years have: two years", nil, day(2027, 1), 366, day(2029, 1)},
		{"the same from the middle of one", nil, day(2027, 200), 366, day(2029, 1)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := LongestLeave(tc.leaves, tc.from, time.Duration(tc.days)*Day); !got.Equal(tc.to) {
				t.Errorf("until %v, want %v", got, tc.to)
			}
		})
	}
}
