package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestFirefox plays in Firefox with QUEENS_LONG=1: with clicks, keys, undo and a reload.
func TestFirefox(t *testing.T) {
	if os.Getenv(long) == "" {
		t.Skip("only with " + long)
	}
	f := newFirefox(t)
	f.call("WebDriver:Navigate", map[string]any{"url": host(t).URL + folder + "#puzzle%20" + small})
	f.until(`return ` + inPuzzle + `.querySelector(".says").textContent.includes("5 queens to find")`)
	f.click("[data-square=a1]")
	f.click("[data-square=a1]")
	f.until(`return ` + inPuzzle + `.querySelector("[data-square=a1]").ariaLabel === "a1, the blue region, queen"`)
	f.click("button.undo")
	f.until(`return ` + inPuzzle + `.querySelector("[data-square=a1]").ariaLabel === "a1, the blue region, crossed out"`)
	f.call("WebDriver:Refresh", map[string]any{})
	f.until(`return ` + inPuzzle + `?.querySelector("[data-square=a1]")?.ariaLabel === "a1, the blue region, crossed out"`)
	f.click("button.hint")
	f.until(`return ` + inPuzzle + `.querySelector(".says").textContent.startsWith("Look at")`)
	for _, square := range smallAnswer {
		f.keys("[data-square="+square+"]", "q")
	}
	f.until(`return ` + inPuzzle + `.querySelector(".says").textContent.startsWith("Solved in 0:")`)
}

// A firefox is a Firefox that Marionette drives, its protocol for tests: messages are JSON
// lists, each after its length and a colon.
type firefox struct {
	*testing.T
	conn  net.Conn
	input *bufio.Reader
	id    int
}

func newFirefox(t *testing.T) *firefox {
	program, err := exec.LookPath("firefox-esr")
	if err != nil {
		if program, err = exec.LookPath("firefox"); err != nil {
			t.Skip("there is no Firefox on this machine")
		}
	}
	listener := must(net.Listen("tcp", "127.0.0.1:0")) // for a free port
	address := listener.Addr().(*net.TCPAddr)
	listener.Close()
	profile := t.TempDir()
	prefs := fmt.Sprintf("user_pref(\"marionette.port\", %d);\nuser_pref(\"app.update.enabled\", false);\nuser_pref(\"datareporting.policy.dataSubmissionEnabled\", false);\n", address.Port)
	noError(t, os.WriteFile(filepath.Join(profile, "user.js"), []byte(prefs), 0o600))
	cmd := exec.CommandContext(t.Context(), program, "--headless", "--marionette", "--no-remote", "--profile", profile)
	cmd.Env = append(os.Environ(), "HOME="+profile)
	noError(t, cmd.Start())
	t.Cleanup(func() { cmd.Wait() }) // the end of the test's context kills it
	f := &firefox{T: t}
	for deadline := time.Now().Add(patience); f.conn == nil; time.Sleep(100 * time.Millisecond) {
		if f.conn, err = net.Dial("tcp", address.String()); err != nil && time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { f.conn.Close() })
	f.input = bufio.NewReader(f.conn)
	f.read() // its greeting
	f.call("WebDriver:NewSession", map[string]any{})
	return f
}

// call calls a command and returns its result.
func (f *firefox) call(command string, parameters map[string]any) json.RawMessage {
	f.Helper()
	f.id++
	message := must(json.Marshal([]any{0, f.id, command, parameters}))
	must(fmt.Fprintf(f.conn, "%d:%s", len(message), message))
	var answer []json.RawMessage
	if err := json.Unmarshal(f.read(), &answer); err != nil || len(answer) != 4 {
		f.Fatalf("%s: %s, %v", command, answer, err)
	}
	if string(answer[2]) != "null" {
		f.Fatalf("%s: %s", command, answer[2])
	}
	return answer[3]
}

func (f *firefox) read() []byte {
	f.Helper()
	f.conn.SetReadDeadline(time.Now().Add(patience))
	length := must(f.input.ReadString(':'))
	message := make([]byte, must(strconv.Atoi(strings.TrimSuffix(length, ":"))))
	must(io.ReadFull(f.input, message))
	return message
}

// until waits for a script to return true.
func (f *firefox) until(script string) {
	f.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		result := f.call("WebDriver:ExecuteScript", map[string]any{"script": script, "args": []any{}})
		if string(result) == `{"value":true}` {
			return
		}
		if time.Now().After(deadline) {
			f.Fatalf("not true within %s: %s: %s", patience, script, result)
		}
	}
}

// element returns the identifier of the element that a selector selects in the puzzle.
func (f *firefox) element(selector string) string {
	f.Helper()
	var found struct{ Value map[string]string }
	script := "return " + inPuzzle + ".querySelector(arguments[0])"
	noError(f, json.Unmarshal(f.call("WebDriver:ExecuteScript", map[string]any{"script": script, "args": []any{selector}}), &found))
	for _, id := range found.Value {
		return id
	}
	f.Fatalf("no element %s", selector)
	return ""
}

func (f *firefox) click(selector string) {
	f.Helper()
	f.call("WebDriver:ElementClick", map[string]any{"id": f.element(selector)})
}

func (f *firefox) keys(selector, text string) {
	f.Helper()
	f.call("WebDriver:ElementSendKeys", map[string]any{"id": f.element(selector), "text": text})
}
