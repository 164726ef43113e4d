//go:build !unix

package testkit

import "time"

var processStart = time.Now()

// ProcessTime returns the time that has passed, where processor time is not at hand.
func ProcessTime() time.Duration { return time.Since(processStart) }
