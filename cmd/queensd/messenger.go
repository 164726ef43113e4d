package main

import (
	"fmt"
	"io"
	"maps"
	"sync"
	"time"

	"example.com/queens/cmd/queens/cli"
)

// repeatAfter is how long the same message is not repeated.
const repeatAfter = time.Minute

// A messenger shows messages to the user, but not the same one over and over.
type messenger struct {
	println func(string)

	mu    sync.Mutex
	shown map[string]time.Time
}

func messengerTo(stderr io.Writer) *messenger {
	return newMessenger(func(text string) { fmt.Fprintln(stderr, text) })
}

// messengerAbove returns a messenger that keeps clear of the line of a meter.
func messengerAbove(meter *cli.Meter) *messenger { return newMessenger(meter.Println) }

func newMessenger(println func(string)) *messenger {
	return &messenger{println: println, shown: map[string]time.Time{}}
}

func (m *messenger) warn(err error) { m.say(cli.Message(err)) }

func (m *messenger) say(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if now := time.Now(); now.Sub(m.shown[text]) >= repeatAfter {
		maps.DeleteFunc(m.shown, func(_ string, at time.Time) bool { return now.Sub(at) >= repeatAfter })
		m.shown[text] = now
		m.println("queensd: " + text)
	}
}
