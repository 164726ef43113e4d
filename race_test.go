//go:build race

package queens

func init() { raceEnabled = true }
