package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/queens/internal/testkit"
)

func TestWrongArguments(t *testing.T) {
	dir, empty := t.TempDir(), t.TempDir()
	auth := filepath.Join(dir, "auth")
	testkit.NoError(t, os.WriteFile(auth, []byte("a b\nc"), 0o600))
	short, open := filepath.Join(dir, "short"), filepath.Join(dir, "open")
	testkit.NoError(t, errors.Join(os.WriteFile(short, []byte("a:t"), 0o600), os.WriteFile(open, []byte("long enough"), 0o644)))
	mustRun(t, "key alice --keys "+dir)
	file := " --ledger " + filepath.Join(dir, "q.jsonl")
	tests := []struct{ line, want string }{
		{"cuont 8", `unknown command "cuont" for "queensd"; did you mean "count"?`},
		{"8", `unknown command "8" for "queensd"; did you mean "count 8"?`},
		{"verify q22.jsonl", `unknown command "verify" for "queensd"; did you mean "audit"?`},
		{"count", "count wants one argument, the board"},
		{"count 8", "count needs --ledger, the file for the results"},
		{"count 65" + file, `n = 65 out of range 0..64`},
		{"count 8 --workers -1", `invalid argument "-1" for "-w, --workers" flag: want a whole number, at least 0`},
		{"count 8 --copies 0", `invalid argument "0" for "--copies" flag: want a whole number, at least 1`},
		{"count 8 --recount 101", `invalid argument "101" for "--recount" flag: want a percentage, 0 to 100`},
		{"count 8 --recount NaN", `invalid argument "NaN" for "--recount" flag: want a percentage, 0 to 100`},
		{"count 8 --ledger=", `invalid argument "" for "--ledger" flag: the name is empty`},
		{"count 8 --listen 4222" + file, "cannot start the server: address 4222: missing port in address"},
		{"count 8 --listen 127.0.0.1:65536" + file, "cannot start the server: address 65536: invalid port"},
		{"count 8 --listen 127.0.0.1:0 --cert none --key none" + file, "cannot read the certificate and its key: open none: no such file or directory"},
		{"count 8 --listen :4222 --nats nats://a" + file, "--listen runs a server and --nats uses another: want one of them"},
		{"count 8 --listen :4222 --cert c" + file, "TLS needs both a certificate and its key"},
		{"count 8 --cert c --key k" + file, "--cert and --key need --listen"},
		{"count 8 --keys k" + file, "--keys needs --listen or --nats"},
		{"count 8 --nats nats://a" + file, "--auth is missing: the file of a key, such as coordinator.key beside the ledger"},
		{"count 8 --nats nats://a --auth " + dir + "/alice.key" + file, dir + "/alice.key is the key of alice, want coordinator.key"},
		{"count 8 --http 1x" + file, `address "1x", want host:port, or a port of this computer alone`},
		{"count 8 --listen 127.0.0.1:0 --keys /not/there" + file, "cannot read the keys: mkdir /not/there: no such file or directory"},
		{"worker 8", "worker has 1 argument, want none"},
		{"worker", "--auth is missing: the file of a key, such as worker.key beside the ledger"},
		{"worker --patience -1s", `invalid argument "-1s" for "--patience" flag: want a time such as 90s or 10m`},
		{"worker --auth " + dir, dir + " is not a regular file"},
		{"worker --auth " + auth, auth + ": want one line, NAME:KEY"},
		{"worker --auth " + short, short + ": damaged key, want NAME:KEY"},
		{"worker --auth " + open, open + " has mode 0644, which lets others read or change it; want 0600"},
		{"worker --auth " + dir + "/coordinator.key", dir + "/coordinator.key is the key of the count: a worker needs one of its own, such as worker.key"},
		{"worker --auth " + dir + "/alice.key --ca " + open, open + " has no certificate"},
		{"worker --auth " + dir + "/alice.key --ca " + dir, dir + " is not a regular file"},
		{"status", "status wants one argument, the address of a count's --http"},
		{"status x", `address "x", want host:port, or a port of this computer alone`},
		{"audit", "audit wants one argument, the ledger"},
		{"audit " + empty, "no ledger is in the directory " + empty},
		{"audit " + auth, auth + `: line 1 begins with "a b\n": damaged, or not a line of a ledger`},
		{"key", "key wants one argument, the name"},
		{"key alice --keys " + dir, "alice already has a key"},
		{"key ../x --keys " + dir, `name "../x": want 1 to 32 letters, digits, _ or -, with no - in front`},
		{"key lpt9 --keys " + dir, `name "lpt9": Windows has a device of that name, and allows no file`},
		{"key --keys " + dir + " -- -x", `name "-x": want 1 to 32 letters, digits, _ or -, with no - in front`},
		{"key Worker --keys " + dir, "worker already has a key"},
		{"key coordinator --keys " + dir, "coordinator already has a key"},
		{"key --config a --keys " + dir, "key --config has a name, want none"},
		{"key --config --remove a --keys " + dir, "--config prints keys and --remove takes one away: want one of them"},
		{"key --remove --keys " + dir, "key wants one argument, the name"},
		{"key --remove coordinator --keys " + dir, "coordinator has the key of the count itself, which cannot be removed"},
		{"key --remove bob --keys " + dir, "bob has no key in " + dir},
		{"key bob --keys /not/there", "mkdir /not/there: no such file or directory"},
		{"worker --patience 1ms --nats nats://127.0.0.1:1 --auth " + dir + "/alice.key", `cannot connect to nats://127.0.0.1:1: nats: no servers available for connection; gave up after 1ms: is the address right, and is "queensd count --listen" running there?`},
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
	for _, command := range []string{"count", "worker", "key", "status", "audit", "completion", "help"} {
		if !strings.Contains(help, "\n  "+command+" ") {
			t.Errorf("help has no line for %s:\n%s", command, help)
		}
	}
	for _, cmd := range append(newRoot().Commands(), newRoot()) {
		if text := mustRun(t, "help "+strings.TrimPrefix(cmd.CommandPath(), "queensd")); !strings.HasPrefix(text, cmd.Long) {
			t.Errorf("the lines of the help of %q are folded:\n%s", cmd.CommandPath(), text)
		}
	}
	if got := mustRun(t, "--version"); !strings.HasPrefix(got, "queensd ") {
		t.Errorf("got %q", got)
	}
}

// TestCompletionOfValues requests completions as the shell scripts do.
func TestCompletionOfValues(t *testing.T) {
	const noFiles, onlyDirs = ":4\n", ":16\n"
	for line, want := range map[string]string{"count 8": noFiles, "count 8 --blocked=": noFiles, "count 8 --keys=": onlyDirs, "worker --nats=": noFiles} {
		if got := mustRun(t, "__completeNoDesc "+line); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
