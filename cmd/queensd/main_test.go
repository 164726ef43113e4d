package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/queens/cmd/queens/cli"
	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
)

func TestWrongArguments(t *testing.T) {
	dir := t.TempDir()
	auth := filepath.Join(dir, "auth")
	if err := os.WriteFile(auth, []byte("a b\nc"), 0o600); err != nil {
		t.Fatal(err)
	}
	short, open := filepath.Join(dir, "short"), filepath.Join(dir, "open")
	if err := errors.Join(os.WriteFile(short, []byte("t"), 0o600), os.WriteFile(open, []byte("long enough"), 0o644)); err != nil {
		t.Fatal(err)
	}
	var many []string
	for range 2000 {
		many = append(many, "a1", "b9")
	}
	tests := []struct{ line, want string }{
		{"cuont 8", `unknown command "cuont" for "queensd"; did you mean "count"?`},
		{"8", `unknown command "8" for "queensd"; did you mean "count 8"?`},
		{"help cuont", `unknown command "cuont" for "queensd"; did you mean "count"?`},
		{"count", "count has 0 arguments, want one, the board"},
		{"count 65", "n = 65 out of range 0..64"},
		{"count 8 --given " + strings.Join(many, ","), "given queen b9 is off the 8×8 board"},
		{"count 8 --workers -1", `invalid argument "-1" for "-w, --workers" flag: want a whole number, at least 0`},
		{"count 8 --copies 0", `invalid argument "0" for "--copies" flag: want a whole number, at least 1`},
		{"count 8 --recount 101", `invalid argument "101" for "--recount" flag: want a percentage, 0 to 100`},
		{"count 8 --recount NaN", `invalid argument "NaN" for "--recount" flag: want a percentage, 0 to 100`},
		{"count 8 --ledger=", `invalid argument "" for "--ledger" flag: the name is empty`},
		{"worker 8", "worker has 1 argument, want none"},
		{"worker --idle -1s", `invalid argument "-1s" for "--idle" flag: want a time such as 90s or 10m`},
		{"worker --auth /not/there", "open /not/there: no such file or directory"},
		{"worker --auth " + auth, auth + ": want one line, NAME:SECRET or a token"},
		{"worker --auth " + short, short + ": the secret has 1 bytes, want at least 8"},
		{"worker --auth " + open, open + " has mode 0644, which lets others read or change it; want 0600"},
		{"status 8", "status has 1 argument, want none"},
		{"jobs purge", "purge has 0 arguments, want one, the board"},
		{"verify", "verify has 0 arguments, want one, the ledger"},
		{"verify /not/there", "open /not/there: no such file or directory"},
		{"verify " + dir, dir + " is not a regular file"},
		{"verify " + auth, auth + `: line 1 begins with "a b\n": damaged, or not a line of a ledger`},
		{"import", "import has 0 arguments, want one, the file"},
		{"serve", "serve needs --data"},
		{"serve --data d --listen 4222", `address "4222" is not host:port`},
		{"key --data d", "key has 0 arguments, want one, the name"},
		{"key alice", "key needs --data"},
		{"key a.b --data " + dir, `name "a.b": want 1 to 32 letters, digits, _ or -, and not "ledger"`},
		{"key alice --data /not/there", "open /not/there/coordinator.key: no such file or directory"},
		{"serve --data d --cert c", "TLS needs both a certificate and its key"},
		{"serve --data " + auth, "cannot create the data directory: mkdir " + auth + ": not a directory"},
		{"worker --patience 1ms --nats nats://127.0.0.1:1", `cannot connect to nats://127.0.0.1:1: nats: no servers available for connection; gave up after 1ms: is the address right, and is "queensd serve" running there?`},
	}
	for _, test := range tests {
		got := queensRun(t.Context(), test.line)
		if want := (result{2, "", "queensd: " + test.want + "\n"}); got != want {
			t.Errorf("%.60s: got %+v, want %+v", test.line, got, want)
		}
	}
}

func TestHelp(t *testing.T) {
	help := mustRun(t, "")
	for _, command := range []string{"count", "serve", "worker", "key", "status", "jobs", "verify", "export", "import", "completion", "help"} {
		if !strings.Contains(help, "\n  "+command+" ") {
			t.Errorf("help has no line for %s:\n%s", command, help)
		}
	}
	for _, cmd := range commands(newRoot()) {
		if text := mustRun(t, "help "+strings.TrimPrefix(cmd.CommandPath(), "queensd")); !strings.HasPrefix(text, cmd.Long) {
			t.Errorf("the lines of the help of %q are folded:\n%s", cmd.CommandPath(), text)
		}
	}
	if got := mustRun(t, "--version"); !strings.HasPrefix(got, "queensd ") {
		t.Errorf("got %q", got)
	}
}

// commands returns a command and all below it.
func commands(cmd *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{cmd}
	for _, sub := range cmd.Commands() {
		all = append(all, commands(sub)...)
	}
	return all
}

// TestCompletionOfValues requests completions as the shell scripts do.
func TestCompletionOfValues(t *testing.T) {
	const noFiles, onlyDirs = ":4\n", ":16\n"
	tests := []struct {
		line []string
		want string
	}{
		{[]string{"count", "8", "--block", ""}, noFiles},
		{[]string{"count", ""}, noFiles},
		{[]string{"serve", "--data", ""}, onlyDirs},
		{[]string{"worker", "--nats", ""}, noFiles},
	}
	for _, test := range tests {
		var stdout strings.Builder
		cli.Run(t.Context(), newRoot(), append([]string{"__completeNoDesc"}, test.line...), &stdout, io.Discard)
		if diff := cmp.Diff(test.want, stdout.String()); diff != "" {
			t.Errorf("%q (-want +got)\n%s", test.line, diff)
		}
	}
}

// A failing writer fails on every write.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestWriteError(t *testing.T) {
	var stderr strings.Builder
	status := cli.Run(t.Context(), newRoot(), words("help count"), failing{errors.New("disk full")}, &stderr)
	if status != 2 || stderr.String() != "queensd: disk full\n" {
		t.Errorf("status %d, stderr %q", status, stderr.String())
	}
}
