package testkit

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// BenchSizes are sizes up to 16, and those of QUEENS_BENCH, as "17,18".
func BenchSizes(b *testing.B) []int {
	sizes := []int{8, 14, 15, 16}
	more := os.Getenv("QUEENS_BENCH")
	if more == "" {
		return sizes
	}
	for word := range strings.SplitSeq(more, ",") {
		n, err := strconv.Atoi(word)
		if err != nil {
			b.Fatalf("QUEENS_BENCH=%s: %v", more, err)
		}
		sizes = append(sizes, n)
	}
	return sizes
}

// EachSize runs a benchmark on boards of some sizes.
func EachSize(b *testing.B, bench func(b *testing.B, n int), sizes ...int) {
	for _, n := range sizes {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			bench(b, n)
		})
	}
}
