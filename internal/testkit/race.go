//go:build race

package testkit

func init() { RaceEnabled = true }
