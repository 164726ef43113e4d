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

// A Dialer connects to servers that are not trusted. It inspects what they send before nats.go
// sees it: that client does not limit the length of a line, allocates whatever size a message
// announces, and panics in a goroutine of its own if a size does not fit an int. Encrypted text
// cannot be inspected, so TLS starts here too.
type Dialer struct {
	TLS *tls.Config // nil to use TLS only with servers that want it

	violation atomic.Pointer[error]
}

// Violation says how a server has broken the protocol of NATS, or returns nil.
func (d *Dialer) Violation() error {
	if err := d.violation.Load(); err != nil {
		return *err
	}
	return nil
}

// Options returns the options for connections that d opens. Once a server has broken the
// protocol, they stay closed.
func (d *Dialer) Options() []nats.Option {
	options := []nats.Option{
		nats.SetCustomDialer(d),
		nats.SkipHostLookup(),          // TLS needs the name of the host
		nats.IgnoreDiscoveredServers(), // a server must not send us, and our signatures, elsewhere
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

// SkipTLSHandshake tells nats.go that Dial has done it.
func (d *Dialer) SkipTLSHandshake() bool { return true }

// Dial connects to a server and reads its first line. If that asks for TLS, Dial does the handshake.
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

// begin returns the connection from which nats.go reads. The server sends its first line
// unencrypted, and does not repeat it under TLS.
func (d *Dialer) begin(conn net.Conn, address string) (net.Conn, error) {
	g := newProtocolReader(conn, d)
	first, err := g.next()
	if err != nil {
		return conn, err
	}
	var info nats.ServerInfo
	json.Unmarshal(bytes.TrimPrefix(first, []byte("INFO ")), &info) // nats.go reports any error
	if info.TLSRequired || info.TLSAvailable && d.TLS != nil {
		config := cmp.Or(d.TLS, &tls.Config{}).Clone()
		config.ServerName, _, _ = net.SplitHostPort(address)
		secure := tls.Client(conn, config)
		if err := secure.Handshake(); err != nil {
			return conn, err
		}
		g = newProtocolReader(secure, d)
	}
	g.text = first
	return g, nil
}

// A protocolReader reads what a server sends, and stops at anything that breaks the protocol.
type protocolReader struct {
	net.Conn
	dialer *Dialer
	in     *bufio.Reader
	text   []byte // read, but not yet passed on
}

func newProtocolReader(conn net.Conn, d *Dialer) *protocolReader {
	return &protocolReader{Conn: conn, dialer: d, in: bufio.NewReaderSize(conn, mostLine+len("\n"))}
}

func (g *protocolReader) Read(b []byte) (n int, err error) {
	if len(g.text) == 0 {
		if g.text, err = g.next(); err != nil {
			return 0, err
		}
	}
	n = copy(b, g.text)
	g.text = g.text[n:]
	return n, nil
}

// next returns the next line and the message that follows it, valid until the next call. It is
// strict, so that it and nats.go never disagree about where a line or a message ends.
func (g *protocolReader) next() ([]byte, error) {
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

// violated records how a server has broken the protocol.
func (g *protocolReader) violated(format string, v ...any) error {
	err := fmt.Errorf("the server does not keep to the protocol: "+format, v...)
	g.dialer.violation.Store(&err)
	return err
}

// protocolLines matches the lines of the protocol. The group is the size of the message that
// follows, which is below 1 MB.
var protocolLines = regexp.MustCompile(`(?i)^(?:(?:INFO|PING|PONG|\+OK|-ERR)(?:[ \t][^\r]*)?|H?MSG[ \t][^\r]*[ \t](\d{1,6}))\r\n$`)
