package main

import (
	"fmt"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/internal/cli"
	tea "github.com/charmbracelet/bubbletea"
)

// An animation is a search on the terminal's screen, at a speed that the user controls.
type animation struct {
	search *search
	write  func(queens.Placement) string
	rate   float64 // steps a second
	due    float64 // steps
	paused bool
	window tea.WindowSizeMsg // or zero if it is not known
	ended  bool
}

const (
	frame            = time.Second / 30
	slowest, fastest = 0.5, 1 << 20 // steps a second
	animationKeys    = "space pause, n step, q quit\n+ faster, - slower"
)

// A tick is the message that starts the next frame.
type tick struct{}

func nextFrame() tea.Cmd { return tea.Tick(frame, func(time.Time) tea.Msg { return tick{} }) }

func (a *animation) Init() tea.Cmd { return nextFrame() }

func (a *animation) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.window = msg
	case tea.KeyMsg:
		if msg.Type != tea.KeyRunes {
			return a, a.press(msg.String())
		}
		for _, key := range msg.Runes { // several if they were pressed quickly
			if cmd := a.press(string(key)); cmd != nil {
				return a, cmd
			}
		}
	case tick:
		if !a.paused {
			for a.due += a.rate * frame.Seconds(); a.due >= 1; a.due-- {
				a.step()
			}
		}
		return a, nextFrame()
	}
	return a, nil
}

func (a *animation) press(key string) tea.Cmd {
	switch key {
	case " ", "p":
		a.paused = !a.paused
	case "n", "right", "enter":
		a.paused = true
		a.step()
	case "+", "=", "up":
		a.rate = min(2*a.rate, fastest)
	case "-", "down":
		a.rate = max(a.rate/2, slowest)
	case "q", "esc":
		return tea.Quit
	case "ctrl+c":
		return tea.Interrupt
	}
	return nil
}

func (a *animation) step() { a.ended = !a.search.advance() }

func (a *animation) View() string {
	s := a.search
	state := fmt.Sprintf("%g steps/s", a.rate)
	switch {
	case a.ended:
		state = "finished"
	case a.paused:
		state = "paused"
	}
	last := "start"
	if s.Steps > 0 {
		last = s.lastStep()
	}
	view := fmt.Sprintf("%s\n%s (%s)\n%d placed, %s, %s\n\n%s\n", a.write(s.queens), last, state, s.Placed,
		cli.Plural(s.DeadEnds, "dead end"), cli.Plural(s.Solutions, "solution"), animationKeys)
	return fitted(view, a.window)
}
