package page

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// TestCountWays compares with known numbers: OEIS A000170, and A007705 for the torus.
func TestCountWays(t *testing.T) {
	for text, want := range map[string]string{
		"n=1":                         "1: There is exactly one way to complete the board.",
		"n=3":                         "0: There is no way to complete the board.",
		"n=4":                         "2: There are 2 ways to complete the board.",
		"n=8":                         "92: There are 92 ways to complete the board.",
		"n=13":                        "73 712: There are 73 712 ways to complete the board.",
		"n=14":                        "365 596: There are 365 596 ways to complete the board.",
		"n=13 torus":                  "4524: There are 4524 ways to complete the board.",
		"n=8 given=b4,d5":             "2: There are 2 ways to complete the board.",
		"n=8 given=b4,d5 blocked=c1":  "1: There is exactly one way to complete the board.",
		"n=4 given=b1,d2,a3,c4":       "1: The board is complete.",
		"n=4 given=b1,d2 blocked=c4":  "0: There is no way to complete the board.",
		"n=2 blocked=a1,b1,a2,b2":     "0: There is no way to complete the board.",
		"n=5 torus given=a1,c2,e3,b4": "1: There is exactly one way to complete the board.",
	} {
		done := 0.0
		ways, err := CountWays(t.Context(), mustParse(t, text), func(w Ways) {
			if w.Done < done || w.Done > 1 {
				t.Errorf("%s: %v after %v", text, w.Done, done)
			}
			done = w.Done
		})
		if got := strings.ReplaceAll(ways.Number+": "+ways.Says, "\u2009", " "); err != nil || got != want || ways.Done != 1 {
			t.Errorf("%s: %s, %v, %v, want %s", text, got, ways.Done, err, want)
		}
	}
}

func TestCountWaysOfAttack(t *testing.T) {
	p := Position{N: 8, Queens: Squares{{Row: 0, Col: 0}, {Row: 1, Col: 0}}}
	if ways, err := CountWays(t.Context(), p, func(Ways) {}); err != nil || ways.Number != "0" || !strings.Contains(ways.Says, "while queens attack each other") {
		t.Errorf("%+v, %v", ways, err)
	}
}

// TestCountWaysCancelled cancels a count of about an hour after its estimate.
func TestCountWaysCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var about string
	_, err := CountWays(ctx, Position{N: 20}, func(w Ways) {
		if strings.HasPrefix(w.Number, "about") {
			about = w.Number
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || !strings.HasSuffix(about, "\u2009000\u2009000\u2009000") {
		t.Errorf("%v after %q", err, about) // 39,029,188,884 ways
	}
}

func TestGrouped(t *testing.T) {
	for digits, want := range map[string]string{"1": "1", "1234": "1234", "12345": "12 345", "123456": "123 456", "1234567": "1 234 567"} {
		if got := strings.ReplaceAll(grouped(digits), "\u2009", " "); got != want {
			t.Errorf("%s is %s, not %s", digits, got, want)
		}
	}
}
