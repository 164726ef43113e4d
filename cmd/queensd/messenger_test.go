package main

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"
)

// TestMessenger says the same thing often, and many different things.
func TestMessenger(t *testing.T) {
	var lines []string
	m := newMessenger(func(line string) { lines = append(lines, line) })
	for range 100 {
		m.warn(errors.New("again"))
	}
	if want := []string{"queensd: again"}; !slices.Equal(lines, want) {
		t.Errorf("the same message: %q, want %q", lines, want)
	}
	for i := range 5000 {
		m.say(fmt.Sprint("client ", i))
	}
	if last := lines[len(lines)-1]; len(lines) != mostLines+1 || last != "queensd: more than 30 messages in a minute; the rest of them is left out" {
		t.Errorf("%d lines, the last %q", len(lines), last)
	}
	if len(m.shown) > 1001 {
		t.Errorf("%d messages are kept", len(m.shown))
	}
	lines, m.begun = nil, m.begun.Add(-time.Minute)
	m.shown["again"] = m.shown["again"].Add(-time.Minute)
	m.say("again")
	m.say("again")
	if want := []string{"queensd: again"}; !slices.Equal(lines, want) {
		t.Errorf("a minute later: %q, want %q", lines, want)
	}
}
