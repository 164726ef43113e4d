//go:build race

package regions_test

const raceFactor = 10 // how much slower all is with the race detector
