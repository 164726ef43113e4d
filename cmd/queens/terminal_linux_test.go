package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/queens/internal/testkit"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/sys/unix"
)

// openTerminal opens a pseudoterminal of a width: what the program writes to its end can be
// read at ours. Nobody answers it.
func openTerminal(t *testing.T, columns int) (ours, its *os.File) {
	t.Helper()
	ours, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there is no pseudoterminal: %v", err)
	}
	t.Cleanup(func() { ours.Close() })
	testkit.NoError(t, unix.IoctlSetPointerInt(int(ours.Fd()), unix.TIOCSPTLCK, 0))
	number := testkit.Must(unix.IoctlGetInt(int(ours.Fd()), unix.TIOCGPTN))
	its = testkit.Must(os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0))
	t.Cleanup(func() { its.Close() })
	testkit.NoError(t, unix.IoctlSetWinsize(int(its.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: uint16(columns)}))
	return ours, its
}

// terminalChild returns the program, to be run on a terminal.
func terminalChild(t *testing.T, line, term string, columns int, env ...string) (cmd *exec.Cmd, ours, its *os.File) {
	t.Helper()
	ours, its = openTerminal(t, columns)
	cmd = child(t, line)
	cmd.Env = append(append(cmd.Env, "TERM="+term, "LC_ALL=C.UTF-8", "COLORTERM="), env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = its, its, its
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	return cmd, ours, its
}

// onTerminal runs the program on a terminal that answers nothing, and returns what it
// wrote.
func onTerminal(t *testing.T, line, term string, columns int, env ...string) string {
	t.Helper()
	cmd, ours, its := terminalChild(t, line, term, columns, env...)
	var shown bytes.Buffer
	read := make(chan struct{})
	go func() {
		defer close(read)
		shown.ReadFrom(ours) // ends with an error when the last writer is gone
	}()
	err := cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatal(err)
	}
	its.Close()
	<-read
	return shown.String()
}

// TestAsksTerminalNothing runs commands on a terminal that does not answer: none may ask it
// for its colours.
func TestAsksTerminalNothing(t *testing.T) {
	for _, term := range []string{"xterm", "xterm-256color", "screen", "dumb", ""} {
		for _, line := range []string{"help", "count 6", "solve 4", "solve 4 --color always", "--version"} {
			shown := onTerminal(t, line, term, 80)
			if strings.Contains(shown, "\x1b]") || strings.Contains(shown, "\x1b[6n") {
				t.Errorf("TERM=%s, %s: it asks the terminal: %q", term, line, shown)
			}
		}
	}
}

// TestSignalOnTerminal ends games and animations by a signal, many as the fault that it looks for is a race.
func TestSignalOnTerminal(t *testing.T) {
	for _, line := range slices.Repeat([]string{"play 8 --seed 1", "trace 8"}, 10) {
		cmd, ours, _ := terminalChild(t, line, "xterm", 80)
		testkit.NoError(t, cmd.Start())
		defer time.AfterFunc(time.Minute, func() { cmd.Process.Kill() }).Stop()
		var shown []byte
		for part := make([]byte, 1<<10); !bytes.Contains(shown, []byte("q quit")); {
			n, err := ours.Read(part)
			testkit.NoError(t, err)
			shown = append(shown, part[:n]...)
		}
		go io.Copy(io.Discard, ours)
		testkit.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
		if cmd.Wait(); cmd.ProcessState.ExitCode() != 130 {
			t.Errorf("%s: %v", line, cmd.ProcessState)
		}
	}
	if shown := onTerminal(t, "play 0", "xterm", 80); !strings.Contains(shown, "the board has no rows") {
		t.Errorf("play 0: %q", shown)
	}
}

// TestNarrowTerminal has everything that is printed fit a terminal of 40 columns, or say
// what does not fit.
func TestNarrowTerminal(t *testing.T) {
	const narrow = 40
	check := func(line, shown string) {
		t.Helper()
		for text := range strings.Lines(shown) {
			if n := len([]rune(ansi.Strip(strings.TrimRight(text, "\r\n")))); n > narrow && !strings.Contains(text, "queens ") && !strings.Contains(text, "{") {
				t.Errorf("%s: a line of %d columns: %q", line, n, text)
			}
		}
	}
	for _, cmd := range append(newRoot().Commands(), newRoot()) {
		line := strings.TrimPrefix(cmd.CommandPath(), "queens") + " --help"
		shown := onTerminal(t, line, "xterm", narrow)
		_, flags, found := strings.Cut(shown, "Flags:\r\n")
		check(line, flags)
		if !found && cmd.Name() != "board" {
			t.Errorf("%s: %q", line, shown)
		}
	}
	shown := onTerminal(t, "complete 12", "xterm", narrow)
	check("complete 12", shown)
	if shown := onTerminal(t, "complete 12", "xterm", 0); strings.Contains(shown, "columns, the terminal has") || !strings.Contains(shown, "a b c d") {
		t.Errorf("on a terminal that does not tell its width: %q", shown)
	}
	for _, line := range []string{"complete 24", "complete 12 --format grid"} {
		shown := onTerminal(t, line, "xterm", narrow)
		if !strings.Contains(shown, "columns, the terminal has 40: here are squares") || !strings.Contains(shown, " c") {
			t.Errorf("%s: %q", line, shown)
		}
	}
}

// TestNoUnicode draws boards on a terminal whose encoding has no chess pieces.
func TestNoUnicode(t *testing.T) {
	for _, line := range []string{
		"complete 8", "complete 8 --format grid", "solve AAABB/AABBB/CADDB/CCEEE/CCCCC", "puzzle 5 --regions --answer --seed 1", "unique 8 --given b4,d5 --blocked c1",
	} {
		for _, color := range []string{"NO_COLOR=1", "NO_COLOR="} {
			shown := onTerminal(t, line, "xterm", 80, "LC_ALL=C", color)
			if strings.Contains(shown, "♛") || !strings.Contains(shown, "Q") {
				t.Errorf("%s, %s: %q", line, color, shown)
			}
		}
	}
}
