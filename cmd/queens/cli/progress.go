package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"example.com/queens"
	"github.com/cheggaaa/pb/v3"
)

const (
	drawEvery = 200 * time.Millisecond // on a terminal
	tellEvery = 5 * time.Second        // elsewhere, and later less often
	// longCount is how long a count is if the user should be told beforehand, and
	// knownAfter when that can be known.
	longCount  = time.Minute
	knownAfter = 2 * time.Second
)

// A Meter shows people how far a count is.
type Meter struct {
	Long func(seconds float64) string // what to say of a count that will take so long

	w   io.Writer
	bar *pb.ProgressBar // or nil, if w is no terminal

	mu     sync.Mutex
	begun  time.Time
	first  *queens.Progress // of this run
	now    queens.Progress
	warned bool
	told   time.Duration // after begun
}

// NewMeter returns a meter that writes to w. A bar is shown on a terminal that can
// move its cursor, and elsewhere a line now and then.
func NewMeter(w io.Writer) *Meter {
	m := &Meter{w: w}
	if IsTerminal(w) && !IsDumb() {
		m.bar = pb.ProgressBarTemplate(`{{string . "figures"}}{{with string . "room"}} {{bar $ "[" "=" ">" " " "]"}}{{end}}`).New(1000)
		m.bar.SetWriter(w).Set(pb.Terminal, true).Set(pb.Static, true)
	}
	return m
}

// Update notes how far the count is.
func (m *Meter) Update(p queens.Progress) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.first == nil {
		m.first = &p
	}
	m.now = p
}

// Start shows how far the count is, until the function that it returns is called.
func (m *Meter) Start() (stop func()) {
	m.begun = time.Now()
	ticker := time.NewTicker(drawEvery)
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-ticker.C:
				m.show()
			case <-end:
				return
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(end)
		<-ended
		m.erase()
	}
}

func (m *Meter) show() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.first == nil {
		return
	}
	took := time.Since(m.begun)
	left, known := m.left(took)
	if known && !m.warned && took > knownAfter {
		m.warned = true
		if all := took.Seconds() + left; all > longCount.Seconds() && m.Long != nil {
			m.erase()
			fmt.Fprintln(m.w, m.Long(all))
		}
	}
	switch {
	case m.bar != nil:
		m.draw(m.figures(left, known))
	case took-m.told >= max(tellEvery, took/10):
		m.told = took
		fmt.Fprintln(m.w, strings.Join(m.figures(left, known), ", "))
	}
}

// left returns how many seconds the count will go on, if that can be known.
func (m *Meter) left(took time.Duration) (seconds float64, known bool) {
	done := m.now.Fraction - m.first.Fraction
	if done <= 0 {
		return 0, false
	}
	return took.Seconds() * (1 - m.now.Fraction) / done, true
}

// figures returns the share done, the time left, and the solutions, as they matter.
func (m *Meter) figures(left float64, known bool) []string {
	share := fmt.Sprintf("%.0f %%", 100*m.now.Fraction)
	if m.now.Fraction < 0.1 {
		share = fmt.Sprintf("%.1f %%", 100*m.now.Fraction)
	}
	figures := []string{share}
	if known {
		figures = append(figures, Duration(left)+" left")
	}
	return append(figures, Plural(m.now.Solutions, "solution"))
}

// draw draws as many of the figures as the terminal has room for, and the bar if it has
// more.
func (m *Meter) draw(figures []string) {
	const shortest = 10
	columns, room := width(m.w)-1, ""
	for len(figures) > 1 && len(strings.Join(figures, ", ")) > columns {
		figures = figures[:len(figures)-1]
	}
	text := strings.Join(figures, ", ")
	if columns >= len(text)+shortest {
		room = "yes"
	}
	m.bar.SetWidth(columns).Set("figures", text).Set("room", room).SetCurrent(int64(1000 * m.now.Fraction))
	m.bar.Write()
}

// Println writes a line of its own.
func (m *Meter) Println(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.erase()
	fmt.Fprintln(m.w, text)
}

// erase clears the terminal's line.
func (m *Meter) erase() {
	if m.bar != nil {
		fmt.Fprint(m.w, "\r\x1b[K")
	}
}
