package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"example.com/queens"
	"golang.org/x/term"
)

const (
	drawEvery = 200 * time.Millisecond // on a terminal
	tellEvery = 5 * time.Second        // elsewhere
	barWidth  = 24
)

// A display tells people how far a count is.
type display struct {
	w        io.Writer
	terminal *os.File // or nil
	quiet    bool

	mu    sync.Mutex
	begun time.Time
	known bool
	first queens.Progress // of this run
	now   queens.Progress
	drawn bool // the terminal's line has the bar
}

func newDisplay(w io.Writer, quiet bool) *display {
	d := &display{w: w, quiet: quiet}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		d.terminal = f
	}
	return d
}

// start shows how far the count is, until the function that it returns is called.
func (d *display) start() (stop func()) {
	d.mu.Lock()
	d.begun = time.Now()
	d.mu.Unlock()
	if d.quiet {
		return func() {}
	}
	every := tellEvery
	if d.terminal != nil {
		every = drawEvery
	}
	ticker := time.NewTicker(every)
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-ticker.C:
				d.show()
			case <-end:
				return
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(end)
		<-ended
		d.mu.Lock()
		defer d.mu.Unlock()
		d.erase()
	}
}

// update notes how far the count is.
func (d *display) update(p queens.Progress) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.known {
		d.known, d.first, d.begun = true, p, time.Now()
	}
	d.now = p
}

func (d *display) show() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.known {
		return
	}
	line := d.line()
	if d.terminal == nil {
		fmt.Fprintln(d.w, line)
		return
	}
	line = bar(d.now) + " " + line
	if width, _, err := term.GetSize(int(d.terminal.Fd())); err == nil && width > 0 {
		if runes := []rune(line); len(runes) >= width {
			line = string(runes[:width-1])
		}
	}
	d.erase()
	fmt.Fprint(d.w, line)
	d.drawn = true
}

// erase clears the terminal's line.
func (d *display) erase() {
	if d.drawn {
		fmt.Fprint(d.w, "\r\x1b[K")
		d.drawn = false
	}
}

// bar draws how many of the tasks are done.
func bar(p queens.Progress) string {
	full := barWidth
	if p.Total > 0 {
		full = barWidth * p.Done / p.Total
	}
	return strings.Repeat("█", full) + strings.Repeat("░", barWidth-full)
}

func tasksDone(p queens.Progress) string { return fmt.Sprintf("%d of %d tasks", p.Done, p.Total) }

// line returns tasks done, solutions, rate and time left.
func (d *display) line() string {
	text := fmt.Sprintf("%s, %s", tasksDone(d.now), plural(d.now.Solutions, "solution"))
	rate := float64(d.now.Done-d.first.Done) / time.Since(d.begun).Seconds()
	return text + pace(d.now.Total-d.now.Done, rate)
}

// pace returns the rate in tasks per second, and the time for those left.
func pace(left int, rate float64) string {
	if rate <= 0 || left == 0 {
		return ""
	}
	return fmt.Sprintf(", %.3g tasks/s, %v left", rate, timeFor(left, rate))
}

// timeFor returns how long tasks will take, as people would say it.
func timeFor(tasks int, rate float64) time.Duration {
	seconds := float64(tasks) / rate
	if most := float64(1<<63-1) / float64(time.Second); seconds > most/2 {
		seconds = most / 2
	}
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d > 10*time.Hour:
		return d.Round(time.Hour)
	case d > 10*time.Minute:
		return d.Round(time.Minute)
	}
	return d.Round(time.Second)
}
