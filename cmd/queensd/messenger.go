package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"example.com/queens/cmd/internal/cli"
)

// A messenger shows messages to the user, none of them twice in a minute and without characters
// that move the cursor.
type messenger struct {
	println func(string)

	mu    sync.Mutex
	begun time.Time       // of the current minute
	shown map[string]bool // in the current minute
}

// mostLines is the number of messages that a messenger shows in a minute: strangers can cause any
// number of them.
const mostLines = 30

func messengerTo(stderr io.Writer) *messenger {
	return &messenger{println: func(text string) { fmt.Fprintln(stderr, text) }}
}

func (m *messenger) say(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if now := time.Now(); now.Sub(m.begun) >= time.Minute {
		m.begun, m.shown = now, map[string]bool{}
	}
	if text = cli.Visible(text); m.shown[text] || len(m.shown) > mostLines {
		return
	}
	if m.shown[text] = true; len(m.shown) > mostLines {
		text = fmt.Sprintf("more than %d messages in a minute; the rest are left out", mostLines)
	}
	m.println("queensd: " + text)
}
