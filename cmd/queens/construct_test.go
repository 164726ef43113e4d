package main

import (
	"context"
	"io"
	"strings"
	"testing"

	"example.com/queens/cmd/internal/cli"
)

// TestConstructInterrupted cancels the commands before they begin, and when they have printed a part.
func TestConstructInterrupted(t *testing.T) {
	for _, line := range []string{"construct 500000", "random 500000 --seed 1"} {
		ctx, stop := context.WithCancel(t.Context())
		out := &stopAtWrite{stop: stop}
		if status := cli.Run(ctx, newRoot(), fields(line), out, io.Discard); status != 130 || out.Len() == 0 || out.Len() > 1<<20 {
			t.Errorf("%s: status %d after %d bytes", line, status, out.Len())
		}
		checkResult(t, line, result{130, "", "queens: interrupted\n"}, queensRun(ctx, line))
	}
}

// A stopAtWrite calls stop when something is written.
type stopAtWrite struct {
	strings.Builder
	stop func()
}

func (s *stopAtWrite) Write(b []byte) (int, error) {
	s.stop()
	return s.Builder.Write(b)
}
