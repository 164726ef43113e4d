package main

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestMessenger says the same, and too much, in a minute, and again in the next.
func TestMessenger(t *testing.T) {
	var text strings.Builder
	m := messengerTo(&text)
	for minute := range 2 {
		text.Reset()
		for i := range 100 {
			m.say(fmt.Sprintf("%d\r\x1b[2K", i%50))
		}
		lines := strings.Split(text.String(), "\n")
		if len(lines) != mostLines+2 || lines[0] != "queensd: 0??[2K" || lines[29] != "queensd: 29??[2K" || lines[30] != "queensd: more than 30 messages in a minute; the rest are left out" {
			t.Errorf("minute %d: %q", minute, lines)
		}
		m.begun = m.begun.Add(-time.Minute)
	}
}
