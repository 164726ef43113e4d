package access

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
	"golang.org/x/crypto/bcrypt"
)

// write writes a file with a mode and returns its name.
func write(t *testing.T, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

// seed returns the seed of a new key.
func seed(t *testing.T, create func() (nkeys.KeyPair, error)) string {
	t.Helper()
	pair, err := create()
	if err != nil {
		t.Fatal(err)
	}
	text, err := pair.Seed()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestReadClient(t *testing.T) {
	key := seed(t, nkeys.CreateUser)
	damaged := key[:20] + "AAAA" + key[24:]
	for text, want := range map[string]string{ // name, or the end of an error
		"alice:" + key + "\n":               "alice",
		"alice:long enough":                 "alice",
		"alice:$2a$10$abcdefghij\r\n":       "alice",
		"ledger:long enough":                `: name "ledger": want 1 to 32 letters, digits, _ or -, and not "ledger"`,
		"B-1_b:with:colons":                 "B-1_b",
		"alice:password":                    "alice",
		"a token of letters":                "anonymous",
		"":                                  ": want one line, NAME:SECRET or a token",
		"\n":                                ": want one line, NAME:SECRET or a token",
		" alice:long enough":                ": want one line, NAME:SECRET or a token",
		"alice:long enough \n":              ": want one line, NAME:SECRET or a token",
		"alice:long enough\nbob:too much":   ": want one line, NAME:SECRET or a token",
		"alice:long\x00enough":              ": want one line, NAME:SECRET or a token",
		"t":                                 ": the secret has 1 bytes, want at least 8",
		"seven77":                           ": the secret has 7 bytes, want at least 8",
		"alice:":                            ": the secret has 0 bytes, want at least 8",
		":long enough":                      `: name "": want 1 to 32 letters, digits, _ or -, and not "ledger"`,
		"al ice:long enough":                `: name "al ice": want 1 to 32 letters, digits, _ or -, and not "ledger"`,
		"al.ice:long enough":                `: name "al.ice": want 1 to 32 letters, digits, _ or -, and not "ledger"`,
		"*:long enough":                     `: name "*": want 1 to 32 letters, digits, _ or -, and not "ledger"`,
		strings.Repeat("a", 33) + ":secret": `: want 1 to 32 letters, digits, _ or -, and not "ledger"`,
		key:                                 ": a key without a name, want NAME:KEY",
		"alice:" + damaged:                  ": damaged key",
		"alice:" + seed(t, nkeys.CreateUser)[:57] + "1": ": damaged key",
		"alice:x" + strings.Repeat("x", mostText):       "has more than 1048576 bytes",
		"alice:" + strings.Replace(key, "SU", "SA", 1):  "alice", // no key, so a password
	} {
		c, err := ReadClient(write(t, text, 0o600))
		switch {
		case err == nil && c.Name() != want:
			t.Errorf("%.60q: got name %q, want %q", text, c.Name(), want)
		case err != nil && !strings.HasSuffix(err.Error(), want):
			t.Errorf("%.60q: got %v, want %q", text, err, want)
		case err != nil && strings.Contains(err.Error(), "enough"):
			t.Errorf("%.60q: the error tells the secret: %v", text, err)
		}
	}
	if _, err := ReadClient(filepath.Join(t.TempDir(), "none")); !os.IsNotExist(err) {
		t.Errorf("got %v", err)
	}
	if _, err := ReadClient(t.TempDir()); err == nil {
		t.Error("read a directory")
	}
	if c := (Client{}); c.Name() != "anonymous" || c.Options() != nil {
		t.Errorf("the zero client has name %q and options %v", c.Name(), c.Options())
	}
}

func TestModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	for mode, ok := range map[os.FileMode]bool{0o600: true, 0o400: true, 0o640: true, 0o644: false, 0o604: false, 0o602: false, 0o666: false, 0o601: false} {
		_, err := ReadClient(write(t, "alice:long enough", mode))
		want := fmt.Sprintf("has mode %04o, which lets others read or change it; want 0600", mode)
		if (err == nil) != ok || err != nil && !strings.HasSuffix(err.Error(), want) {
			t.Errorf("mode %04o: %v", mode, err)
		}
	}
}

// TestForeignServer presents passwords and tokens to a server that is not of this program,
// which has them in the clear or as bcrypt hashes.
func TestForeignServer(t *testing.T) {
	const strange = "$2a$10$not:a:hash"
	hash, err := bcrypt.GenerateFromPassword([]byte(strange), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	for what, o := range map[string]*server.Options{
		"alice:" + strange:     {Users: []*server.User{{Username: "alice", Password: string(hash)}}},
		"alice:plain password": {Username: "alice", Password: "plain password"},
		"a plain token":        {Authorization: "a plain token"},
	} {
		o.DontListen, o.NoSigs = true, true
		s, err := server.NewServer(o)
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		c, err := ReadClient(write(t, what, 0o600))
		if err != nil {
			t.Fatal(err)
		}
		conn, err := nats.Connect("", append(c.Options(), nats.InProcessServer(s))...)
		if err != nil {
			t.Errorf("%s: %v", what, err)
		} else {
			conn.Close()
		}
		s.Shutdown()
		s.WaitForShutdown()
	}
}
