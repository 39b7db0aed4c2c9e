package dice

import "math"

// chiSquareTail is the probability that chi-square with these degrees of
// freedom is at least x.
func chiSquareTail(x float64, freedom int) float64 {
	return gammaTail(float64(freedom)/2, x/2)
}

// gammaTail is the regularised upper incomplete gamma function Q(a, x), a > 0:
// below a + 1 by the series of P = 1 − Q, above by the continued fraction of Q
// (Abramowitz and Stegun, 6.5.29 and 6.5.31).
func gammaTail(a, x float64) float64 {
	const precision = 1e-14
	if x <= 0 {
		return 1
	}
	logGamma, _ := math.Lgamma(a)
	factor := math.Exp(a*math.Log(x) - x - logGamma)
	if x < a+1 {
		term := 1 / a
		total := term
		for n := a + 1; term > precision*total; n++ {
			term *= x / n
			total += term
		}
		return 1 - factor*total
	}
	// The even part of the fraction, 1/(x+1−a− 1(1−a)/(x+3−a− 2(2−a)/(x+5−a− …))),
	// from the front, by the modified algorithm of Lentz.
	const tiny = 1e-300
	b := x + 1 - a
	c, d := 1/tiny, 1/b
	value := d
	for n := 1.0; ; n++ {
		numerator := n * (a - n)
		b += 2
		if d = numerator*d + b; math.Abs(d) < tiny {
			d = tiny
		}
		if c = b + numerator/c; math.Abs(c) < tiny {
			c = tiny
		}
		d = 1 / d
		value *= c * d
		if math.Abs(c*d-1) < precision {
			return factor * value
		}
	}
}
