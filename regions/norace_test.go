//go:build !race

package regions_test

const raceFactor = 1
