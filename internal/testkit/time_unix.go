//go:build unix

package testkit

import (
	"syscall"
	"time"
)

// ProcessTime returns the processor time that this process has taken.
func ProcessTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
