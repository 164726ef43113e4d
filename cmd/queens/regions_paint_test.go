package main

import (
	"testing"

	"example.com/queens/regions"
	"github.com/muesli/termenv"
)

// TestRegionColors checks that terminals with 256 colours or more show the sixteen colours
// of regions apart. With fewer, squares have letters.
func TestRegionColors(t *testing.T) {
	for _, profile := range []termenv.Profile{termenv.TrueColor, termenv.ANSI256} {
		seen := map[string]int{}
		for region := range 16 {
			color := profile.Color(regions.RegionColor(region)).Sequence(true)
			if other, ok := seen[color]; ok {
				t.Errorf("%v: regions %d and %d look alike", profile, other, region)
			}
			seen[color] = region
		}
	}
}
