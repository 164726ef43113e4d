package access

import (
	"bytes"
	"cmp"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	// mostLine limits the length of a line of the protocol that a server sends, in bytes. The
	// longest is that in which a cluster names its servers.
	mostLine = 32 << 10
	// connectFor limits the time to connect, and that for TLS.
	connectFor = 5 * time.Second
)

// A Dialer connects to servers that are not trusted. What they send is looked at before the
// client of nats.go sees it: that has no limit for a line, keeps a message of whatever size is
// announced, and panics in a goroutine of its own if a size is not an int. As what is encrypted
// cannot be looked at, TLS begins here, too.
type Dialer struct {
	TLS *tls.Config // nil to use TLS only with servers that want it

	violation atomic.Pointer[error]
}

// Violation returns what a server has sent that none of NATS sends to us, or nil.
func (d *Dialer) Violation() error {
	if err := d.violation.Load(); err != nil {
		return *err
	}
	return nil
}

// Options returns the options of connections that d opens. Once a server has violated the
// protocol they stay closed.
func (d *Dialer) Options() []nats.Option {
	options := []nats.Option{
		nats.SetCustomDialer(d),
		nats.SkipHostLookup(),          // TLS needs the name of the host
		nats.IgnoreDiscoveredServers(), // a server is not to send the key's signatures elsewhere
		nats.FlusherTimeout(2 * connectFor),
		nats.Timeout(connectFor),
		nats.DisconnectErrHandler(func(c *nats.Conn, _ error) {
			if d.Violation() != nil {
				c.Close()
			}
		}),
	}
	if d.TLS != nil {
		options = append(options, nats.Secure())
	}
	return options
}

// WhyClosed returns why a connection was closed.
func WhyClosed(c *nats.Conn) error {
	if d, ok := c.Opts.CustomDialer.(*Dialer); ok && d.Violation() != nil {
		return d.Violation()
	}
	return fmt.Errorf("the connection to the server was closed: %w", cmp.Or(c.LastError(), nats.ErrConnectionClosed))
}

// SkipTLSHandshake tells nats.go that Dial makes it.
func (d *Dialer) SkipTLSHandshake() bool { return true }

// Dial connects to a server, reads its first line, which says whether it uses TLS, and begins that.
func (d *Dialer) Dial(network, address string) (net.Conn, error) {
	if err := d.Violation(); err != nil {
		return nil, err
	}
	conn, err := net.DialTimeout(network, address, connectFor)
	if err != nil {
		return nil, err
	}
	conn.SetDeadline(time.Now().Add(connectFor))
	if conn, err = d.begin(conn, address); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, conn.SetDeadline(time.Time{})
}

// begin returns the connection from which nats.go reads. The first line comes in clear, and is
// returned once more.
func (d *Dialer) begin(conn net.Conn, address string) (net.Conn, error) {
	g := &guard{Conn: conn, dialer: d}
	var first []byte
	for b := make([]byte, 1); !bytes.HasSuffix(first, []byte("\n")); first = append(first, b...) {
		if _, err := io.ReadFull(g, b); err != nil {
			return conn, err
		}
	}
	var info nats.ServerInfo
	json.Unmarshal(bytes.TrimPrefix(first, []byte("INFO ")), &info) // nats.go says what is wrong with it
	if info.TLSRequired || info.TLSAvailable && d.TLS != nil {
		config := cmp.Or(d.TLS, &tls.Config{}).Clone()
		config.ServerName, _, _ = net.SplitHostPort(address)
		secure := tls.Client(conn, config)
		if err := secure.Handshake(); err != nil {
			return conn, err
		}
		g.Conn = secure
	}
	g.again = first
	return g, nil
}

// A guard reads from a server.
type guard struct {
	net.Conn
	dialer *Dialer
	again  []byte // to be read once more
	line   []byte // so far
	rest   int    // of a message, with the end of its line, in bytes
}

func (g *guard) Read(b []byte) (int, error) {
	if len(g.again) > 0 {
		n := copy(b, g.again)
		g.again = g.again[n:]
		return n, nil
	}
	n, err := g.Conn.Read(b)
	if wrong := g.check(b[:n]); wrong != nil {
		wrong = fmt.Errorf("the server does not keep to the protocol: %w", wrong)
		g.dialer.violation.Store(&wrong)
		return 0, wrong
	}
	return n, err
}

// check goes through what the server has sent. It is strict enough to divide it into lines and
// messages in no other way than nats.go.
func (g *guard) check(text []byte) error {
	for len(text) > 0 {
		if n := min(g.rest-2, len(text)); n > 0 {
			text, g.rest = text[n:], g.rest-n
			continue
		}
		c := text[0]
		text = text[1:]
		switch {
		case g.rest > 0:
			if g.rest--; c != "\n\r"[g.rest] {
				return errors.New("a message does not end where it should")
			}
		case c == '\n':
			found := protocolLines.FindSubmatch(g.line)
			if found == nil {
				return fmt.Errorf("it sends %.80q", g.line)
			}
			if len(found[1]) > 0 {
				size, _ := strconv.Atoi(string(found[1]))
				g.rest = size + len("\r\n")
			}
			g.line = g.line[:0]
		case len(g.line) == mostLine:
			return fmt.Errorf("a line of more than %d bytes", mostLine)
		default:
			g.line = append(g.line, c)
		}
	}
	return nil
}

// protocolLines are those of the protocol without the \n, with the size of the message that follows, which is
// less than 1 MB.
var protocolLines = regexp.MustCompile(`(?i)^(?:(?:INFO|PING|PONG|\+OK|-ERR)(?:[ \t][^\r]*)?|H?MSG[ \t][^\r]*[ \t](\d{1,6}))\r$`)
