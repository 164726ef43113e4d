package access

import (
	"bufio"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// A guarded dialer has a server that a test plays at the other end.
type guarded struct {
	Dialer
	client net.Conn
}

func (g *guarded) Dial(string, string) (net.Conn, error) {
	return &guard{Conn: g.client, dialer: &g.Dialer}, nil
}

// FuzzGuard has a server send anything after the handshake. The client of nats.go, which panics
// at some of it, ends, and what the guard keeps has a limit.
func FuzzGuard(f *testing.F) {
	for _, text := range []string{
		"MSG x 1 5\r\nhello\r\nPING\r\n+OK\r\n", "MSG x 1 99999999999999999999\r\n", "MSG x 1 9223372036854775807\r\nx", "HMSG x 1 r 12 14\r\nNATS/1.0\r\n\r\nab\r\n",
		"HMSG x 1 5 18446744073709551615\r\n", "MSG x 1 0\r\n\nMSG x 1 8000000000\r\n", "MSG x\r 1 1234\n", "-ERR 'x'\r\n", "INFO {}\r\n", "MSG x 1 3\r\nab", "MSG\t1 1 1\r\n\r\r\n", "PING\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		client, server := net.Pipe()
		go func() {
			defer server.Close()
			io.WriteString(server, `INFO {"headers":true,"max_payload":1000}`+"\r\n")
			for lines := bufio.NewScanner(server); lines.Scan(); {
				if lines.Text() == "PING" {
					break
				}
			}
			go io.Copy(io.Discard, server)
			io.WriteString(server, "PONG\r\n"+text)
		}()
		closed := make(chan bool)
		d := &guarded{client: client}
		_, err := nats.Connect("nats://x", nats.SetCustomDialer(d), nats.SkipHostLookup(), nats.NoReconnect(), nats.Timeout(time.Minute),
			nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), nats.ClosedHandler(func(*nats.Conn) { close(closed) }))
		if err != nil {
			return // it has come before the handshake was over
		}
		select {
		case <-closed:
		case <-time.After(time.Minute):
			t.Error("it does not end")
		}
		if v := d.Violation(); v != nil && strings.ContainsAny(v.Error(), "\r\n\x1b") {
			t.Errorf("%q", v)
		}
	})
}

// TestPieces reads what servers send whole, and in pieces of any size: it is passed on as it is, or
// refused, in the same way.
func TestPieces(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{
		"MSG x 1 5\r\nhello\r\nPING\r\n":                               true,
		"hmsg\tx 1  2 4\r\n\r\n\r\n\r\n-ERR 'x'\r\n+OK\r\nINFO {}\r\n": true,
		"MSG x 1 524288\r\n" + strings.Repeat("\r\n", 262144) + "\r\n": true,
		"MSG x 1 524289\r\n":                                           false,
		"MSG x 1 5\r\nhello!\r\n":                                      false,
		"INFO " + strings.Repeat("x", 32762) + "\r\n":                  true,
		"INFO " + strings.Repeat("x", 32763) + "\r\n":                  false,
	} {
		for _, size := range []int{1, 2, 3, 7, 4096, 1 << 20} {
			g := &guard{}
			got := true
			for rest := []byte(text); len(rest) > 0 && got; {
				n := min(size, len(rest))
				got = g.check(rest[:n]) == nil
				rest = rest[n:]
			}
			if got != ok {
				t.Errorf("%.40q in pieces of %d: %t", text, size, got)
			}
		}
	}
}
