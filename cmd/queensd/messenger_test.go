package main

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestMessenger says the same, and too much, in a minute, and again in the next. Another messenger to the
// same place is heard all the same.
func TestMessenger(t *testing.T) {
	var text strings.Builder
	m := messengerTo(&text)
	other := &messenger{println: m.println}
	for minute := range 2 {
		text.Reset()
		for i := range 100 {
			m.say(fmt.Sprintf("%d\r\x1b[2K", i%50))
		}
		other.say(fmt.Sprintf("withdrawn in minute %d", minute))
		lines := strings.Split(text.String(), "\n")
		if len(lines) != mostLines+3 || lines[0] != "queensd: 0??[2K" || lines[29] != "queensd: 29??[2K" || lines[30] != "queensd: more than 30 messages in a minute; the rest are left out" ||
			lines[31] != fmt.Sprintf("queensd: withdrawn in minute %d", minute) {
			t.Errorf("minute %d: %q", minute, lines)
		}
		m.begun = m.begun.Add(-time.Minute)
	}
}
