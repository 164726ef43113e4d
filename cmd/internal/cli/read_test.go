package cli

import "testing"

// TestSize tells sizes from placements in digits, and from texts.
func TestSize(t *testing.T) {
	for text, want := range map[string]int{
		"0": 0, "8": 8, "12": 12, "100": 100, "-1": -1, "1000": 1000, "2410": 2410, "1234567890": 1234567890,
	} {
		if n, ok := Size(text); n != want || !ok {
			t.Errorf("%s: %d, %t", text, n, ok)
		}
	}
	for _, text := range []string{"", "2413", "1111", "36824175", "123456789", "8x8", "8.5", "1e3", "99999999999999999999", "a"} {
		if n, ok := Size(text); ok {
			t.Errorf("%q is the size %d", text, n)
		}
	}
}
