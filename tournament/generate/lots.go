package generate

// lots are numbers that look random and depend on the seed alone, on every
// machine and in every version (SplitMix64).
type lots uint64

func (l *lots) next() uint64 {
	*l += 0x9E3779B97F4A7C15
	z := uint64(*l)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// below is a number from 0 to n-1.
func (l *lots) below(n int) int { return int(l.next() >> 33 % uint64(n)) }

// chance is true in a share of all cases.
func (l *lots) chance(share float64) bool { return float64(l.next()>>11) < share*(1<<53) }
