package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"example.com/queens/cmd/queens/cli"
)

// repeatAfter is how long the same message is not repeated.
const repeatAfter = time.Minute

// A messenger shows messages to the user, but not the same one over and over, and nothing
// that moves the cursor.
type messenger struct {
	println func(string)

	mu    sync.Mutex
	shown map[string]time.Time
	begun time.Time // of the current minute
	lines int       // in the current minute
}

// mostLines is the number of messages shown in a minute: others can cause any number of them.
const mostLines = 30

func messengerTo(stderr io.Writer) *messenger {
	return &messenger{println: func(text string) { fmt.Fprintln(stderr, text) }}
}

// messengerAbove returns a messenger that keeps clear of the line of a meter.
func messengerAbove(meter *cli.Meter) *messenger { return &messenger{println: meter.Println} }

func (m *messenger) warn(err error) { m.say(cli.Message(err)) }

func (m *messenger) say(text string) {
	text = cli.Visible(text)
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	if m.shown == nil || len(m.shown) > 1000 {
		m.shown = map[string]time.Time{}
	}
	if now.Sub(m.shown[text]) >= repeatAfter {
		m.shown[text] = now
		m.limit(now, text)
	}
}

// limit shows a message unless there were too many in this minute.
func (m *messenger) limit(now time.Time, text string) {
	if now.Sub(m.begun) >= time.Minute {
		m.begun, m.lines = now, 0
	}
	switch m.lines++; {
	case m.lines <= mostLines:
		m.println("queensd: " + text)
	case m.lines == mostLines+1:
		m.println(fmt.Sprintf("queensd: more than %d messages in a minute; the rest of them is left out", mostLines))
	}
}
