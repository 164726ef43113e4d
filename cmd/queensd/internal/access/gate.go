package access

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/procfs"
	"golang.org/x/time/rate"
)

const (
	// maxConnections limits those of all keys and strangers together. With few descriptors there
	// are fewer: each connection takes perConnection of them, and reserved are left for files and
	// the status page.
	maxConnections = 4096
	perConnection  = 3
	reserved       = 192
	// buffered limits what the system and the gate keep of a connection each, in bytes.
	buffered = 64 << 10
	chunk    = 4 << 10
	// perSecond limits what the server reads from a connection, and burst how much at once, in
	// bytes. A worker sends a tenth. The server alone reads all that comes, and throws it away.
	perSecond, burst = 64 << 10, 256 << 10
)

// A gate passes connections on to a server that listens on this computer only. The server limits
// those of a key. As a connection through the gate is open as long as the server's, the gate keeps no more.
type gate struct {
	net.Listener
	server  string // its address
	most    int    // connections
	log     func(string)
	passing sync.WaitGroup

	// clients has the address of the client for each that the server sees. There are as many as
	// this computer has ports: none is forgotten.
	clients sync.Map

	mu   sync.Mutex
	open map[netip.Prefix]int // connections by address
	all  int                  // of them
}

// newGate returns a gate at an address, for as many connections as the descriptors allow.
func newGate(address string, log func(string)) (*gate, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	g := &gate{Listener: l, most: maxConnections, log: log, open: map[netip.Prefix]int{}}
	if self, err := procfs.Self(); err == nil { // other systems than Linux do not say
		limits, err := self.Limits()
		if files := limits.OpenFiles; err == nil && files < perConnection*maxConnections+reserved {
			g.most = max(8, (int(files)-reserved)/perConnection)
			log(fmt.Sprintf("this process may open %d files, so there may be %d connections", files, g.most))
		}
	}
	return g, nil
}

// run lets connections in until the gate is closed.
func (g *gate) run() {
	for {
		in, err := g.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(100 * time.Millisecond) // too many open files
			continue
		}
		from := network(in.RemoteAddr())
		if err := g.admit(from); err != nil {
			g.log(err.Error())
			in.Close()
			continue
		}
		g.passing.Go(func() {
			defer g.leave(from)
			g.pass(in)
		})
	}
}

// admit counts a connection until leave. An address may have half of all.
func (g *gate) admit(from netip.Prefix) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.all == g.most:
		return fmt.Errorf("all %d connections are taken; others are refused", g.most)
	case g.open[from] == g.most/2:
		return fmt.Errorf("connections from %v are refused: it has %d", from, g.most/2)
	}
	g.open[from]++
	g.all++
	return nil
}

func (g *gate) leave(from netip.Prefix) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open[from]--; g.open[from] == 0 {
		delete(g.open, from)
	}
	g.all--
}

// network returns what one client has: an address, or with IPv6 all that share a prefix.
func network(client net.Addr) netip.Prefix {
	address := client.(*net.TCPAddr).AddrPort().Addr().Unmap()
	prefix, _ := address.Prefix(min(address.BitLen(), 64))
	return prefix
}

// pass passes on what client and server send until either hangs up or the client does not read.
func (g *gate) pass(in net.Conn) {
	defer in.Close()
	out, err := net.Dial("tcp", g.server)
	if err != nil {
		return
	}
	defer out.Close()
	g.clients.Store(out.LocalAddr().String(), in.RemoteAddr().String())
	in.(*net.TCPConn).SetWriteBuffer(buffered)
	out.(*net.TCPConn).SetReadBuffer(buffered)
	go func() {
		io.CopyBuffer(timely{out}, throttled{in, rate.NewLimiter(perSecond, burst)}, make([]byte, chunk))
		out.(*net.TCPConn).CloseWrite() // the server hangs up then; what it has sent before comes through
	}()
	// With its method WriteTo out would get a larger buffer.
	io.CopyBuffer(timely{in}, struct{ io.Reader }{out}, make([]byte, chunk))
}

type throttled struct {
	from  io.Reader
	limit *rate.Limiter
}

func (t throttled) Read(b []byte) (int, error) {
	n, err := t.from.Read(b)
	t.limit.WaitN(context.Background(), n) // it does not fail for less than burst
	return n, err
}

// A timely writer fails if what it writes is not read.
type timely struct{ net.Conn }

func (t timely) Write(b []byte) (int, error) {
	t.SetWriteDeadline(time.Now().Add(writing))
	return t.Conn.Write(b)
}

// clientOf returns a line of the server's log with the address of the client that it is about.
func (g *gate) clientOf(line string) string {
	if at, rest, ok := strings.Cut(line, " - cid:"); ok {
		if client, ok := g.clients.Load(at); ok {
			return client.(string) + " - cid:" + rest
		}
	}
	return line
}
