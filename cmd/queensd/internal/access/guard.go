package access

import (
	"bufio"
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
// not sent again under TLS.
func (d *Dialer) begin(conn net.Conn, address string) (net.Conn, error) {
	g := newGuard(conn, d)
	first, err := g.next()
	if err != nil {
		return conn, err
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
		g = newGuard(secure, d)
	}
	g.text = first
	return g, nil
}

// A guard reads from a server.
type guard struct {
	net.Conn
	dialer *Dialer
	in     *bufio.Reader
	text   []byte // to be passed on
}

func newGuard(conn net.Conn, d *Dialer) *guard {
	return &guard{Conn: conn, dialer: d, in: bufio.NewReaderSize(conn, mostLine+len("\n"))}
}

func (g *guard) Read(b []byte) (n int, err error) {
	if len(g.text) == 0 {
		if g.text, err = g.next(); err != nil {
			return 0, err
		}
	}
	n = copy(b, g.text)
	g.text = g.text[n:]
	return n, nil
}

// next returns the next line, with the message that follows it, until it is called again. It is strict
// enough to divide what a server sends in no other way than nats.go.
func (g *guard) next() ([]byte, error) {
	line, err := g.in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		return nil, g.violated("a line of more than %d bytes", mostLine)
	}
	if err != nil {
		return nil, err
	}
	found := protocolLines.FindSubmatch(line)
	if found == nil {
		return nil, g.violated("it sends %.80q", bytes.TrimSuffix(line, []byte("\n")))
	}
	if len(found[1]) == 0 {
		return line, nil
	}
	size, _ := strconv.Atoi(string(found[1]))
	text := append(bytes.Clone(line), make([]byte, size+len("\r\n"))...)
	if _, err := io.ReadFull(g.in, text[len(line):]); err != nil {
		return nil, err
	}
	if !bytes.HasSuffix(text, []byte("\r\n")) {
		return nil, g.violated("a message does not end where it should")
	}
	return text, nil
}

// violated notes what a server has sent.
func (g *guard) violated(format string, v ...any) error {
	err := fmt.Errorf("the server does not keep to the protocol: "+format, v...)
	g.dialer.violation.Store(&err)
	return err
}

// protocolLines are those of the protocol with the size of the message that follows, which is
// less than 1 MB.
var protocolLines = regexp.MustCompile(`(?i)^(?:(?:INFO|PING|PONG|\+OK|-ERR)(?:[ \t][^\r]*)?|H?MSG[ \t][^\r]*[ \t](\d{1,6}))\r\n$`)
