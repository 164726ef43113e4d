//go:build !unix

package queens

import "time"

var processStart = time.Now()

// processTime returns the time that has passed, where processor time is not at hand.
func processTime() time.Duration { return time.Since(processStart) }
