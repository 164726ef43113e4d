package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"example.com/queens"
)

const (
	drawEvery = 200 * time.Millisecond // on a terminal
	tellEvery = 5 * time.Second        // elsewhere, and later less often
)

// A Meter shows the progress of a count.
type Meter struct {
	w    io.Writer
	live bool // w is a terminal that can move its cursor

	mu    sync.Mutex
	begun time.Time
	first *queens.Progress // of this run
	now   queens.Progress
	told  time.Duration // after begun
}

// NewMeter returns a meter that writes to w: one line on a terminal that can move its
// cursor, and elsewhere a line every few seconds.
func NewMeter(w io.Writer) *Meter {
	return &Meter{w: w, live: IsTerminal(w) && !IsDumb()}
}

// Update records the progress of the count.
func (m *Meter) Update(p queens.Progress) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.first == nil {
		m.first = &p
	}
	m.now = p
}

// Start shows the progress until the returned function is called.
func (m *Meter) Start() (stop func()) {
	m.begun = time.Now()
	end := Every(drawEvery, m.show)
	return func() {
		end()
		m.erase()
	}
}

// Every calls a function every so often, until the returned function is called.
func Every(d time.Duration, do func()) (stop func()) {
	ticker := time.NewTicker(d)
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-ticker.C:
				do()
			case <-end:
				return
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(end)
		<-ended
	}
}

func (m *Meter) show() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.first == nil {
		return
	}
	took := time.Since(m.begun)
	switch {
	case m.live:
		status := statusLine(m.figures(took), TerminalWidth(m.w)-1)
		fmt.Fprint(m.w, "\r", status, clearRest)
	case took-m.told >= max(tellEvery, took/10):
		m.told = took
		fmt.Fprintln(m.w, strings.Join(m.figures(took), ", "))
	}
}

// figures returns the share done, the time left if it can be estimated, and the solutions: the
// most important first.
func (m *Meter) figures(took time.Duration) []string {
	digits, percent := 0, 100*m.now.Fraction
	if percent < 9.95 {
		digits = 1
	}
	figures := []string{fmt.Sprintf("%.*f %%", digits, percent)}
	if done := m.now.Fraction - m.first.Fraction; done > 0 {
		left := took.Seconds() * (1 - m.now.Fraction) / done
		figures = append(figures, Duration(left)+" left")
	}
	return append(figures, Plural(m.now.Solutions, "solution"))
}

// statusLine returns as many of the figures as fit.
func statusLine(figures []string, width int) string {
	for len(figures) > 1 && len(strings.Join(figures, ", ")) > width {
		figures = figures[:len(figures)-1]
	}
	return strings.Join(figures, ", ")
}

// Println writes a line above the figures.
func (m *Meter) Println(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.erase()
	fmt.Fprintln(m.w, text)
}

// clearRest clears the line of a terminal from the cursor on.
const clearRest = "\x1b[K"

func (m *Meter) erase() {
	if m.live {
		fmt.Fprint(m.w, "\r", clearRest)
	}
}
