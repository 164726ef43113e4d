package main

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
)

func TestConstruct(t *testing.T) {
	for _, line := range []string{"construct 1", "construct 8", "construct 100000", "random 8 --seed 1", "random 100000 --seed 1"} {
		var p queens.Placement
		if err := json.Unmarshal([]byte(mustRun(t, line+" --json")), &p); err != nil || !p.Solved() {
			t.Errorf("%s: %.40v, %v", line, p, err)
		}
	}
}

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
