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
	// maxConnections is the limit for all keys and strangers together. It is lower if the process
	// may open few files: a connection takes perConnection descriptors, and reserved ones are kept
	// for files and the status page.
	maxConnections = 4096
	perConnection  = 3
	reserved       = 192
	// buffered is how many bytes of a connection the system may keep, and chunk the proxy.
	buffered = 64 << 10
	chunk    = 4 << 10
	// perSecond limits how many bytes the server reads from a connection, and burst how many at
	// once. A worker sends a tenth of that. Without a limit the server would read a flood as fast as
	// it comes, only to throw it away.
	perSecond, burst = 64 << 10, 256 << 10
	// writing is how long a client that never reads can take up a connection.
	writing = 3 * time.Second
)

// A proxy forwards connections to a server that listens on this computer only. The server limits
// the connections of a key. Both ends of a forwarded connection close together, so the limit
// holds at the proxy too.
type proxy struct {
	net.Listener
	server  string // its address
	most    int    // connections
	log     func(string)
	passing sync.WaitGroup

	// clients maps each address that the server sees to the client's. There are no more of them
	// than this computer has ports, so none is removed.
	clients sync.Map

	mu   sync.Mutex
	open map[netip.Prefix]int // connections by address
	all  int                  // of them
}

// newProxy returns a proxy at an address that lets in as many connections as this process may open.
func newProxy(address string, log func(string)) (*proxy, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	p := &proxy{Listener: l, most: maxConnections, log: log, open: map[netip.Prefix]int{}}
	if self, err := procfs.Self(); err == nil { // only Linux says
		limits, err := self.Limits()
		if files := limits.OpenFiles; err == nil && files < perConnection*maxConnections+reserved {
			p.most = max(8, (int(files)-reserved)/perConnection)
			log(fmt.Sprintf("this process may open %d files, so there may be %d connections", files, p.most))
		}
	}
	return p, nil
}

// run lets connections in until the proxy is closed.
func (p *proxy) run() {
	for {
		in, err := p.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(100 * time.Millisecond) // too many open files
			continue
		}
		from := network(in.RemoteAddr())
		if err := p.admit(from); err != nil {
			p.log(err.Error())
			in.Close()
			continue
		}
		p.passing.Go(func() {
			defer p.leave(from)
			p.pass(in)
		})
	}
}

// admit counts a connection, until leave is called. An address may have half of all connections.
func (p *proxy) admit(from netip.Prefix) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.all == p.most:
		return fmt.Errorf("all %d connections are taken; others are refused", p.most)
	case p.open[from] == p.most/2:
		return fmt.Errorf("connections from %v are refused: it has %d", from, p.most/2)
	}
	p.open[from]++
	p.all++
	return nil
}

func (p *proxy) leave(from netip.Prefix) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open[from]--; p.open[from] == 0 {
		delete(p.open, from)
	}
	p.all--
}

// network returns the addresses that one client may control: a single one, or a /64 of IPv6.
func network(client net.Addr) netip.Prefix {
	address := client.(*net.TCPAddr).AddrPort().Addr().Unmap()
	prefix, _ := address.Prefix(min(address.BitLen(), 64))
	return prefix
}

// pass forwards what client and server send, until either hangs up or the client stops reading.
func (p *proxy) pass(in net.Conn) {
	defer in.Close()
	out, err := net.Dial("tcp", p.server)
	if err != nil {
		return
	}
	defer out.Close()
	p.clients.Store(out.LocalAddr().String(), in.RemoteAddr().String())
	in.(*net.TCPConn).SetWriteBuffer(buffered)
	out.(*net.TCPConn).SetReadBuffer(buffered)
	go func() {
		io.CopyBuffer(timely{out}, throttled{in, rate.NewLimiter(perSecond, burst)}, make([]byte, chunk))
		out.(*net.TCPConn).CloseWrite() // then the server hangs up too; what it has sent still gets through
	}()
	// CopyBuffer would not use our small buffer if it saw the method WriteTo of out.
	io.CopyBuffer(timely{in}, struct{ io.Reader }{out}, make([]byte, chunk))
}

type throttled struct {
	from  io.Reader
	limit *rate.Limiter
}

func (t throttled) Read(b []byte) (int, error) {
	n, err := t.from.Read(b)
	t.limit.WaitN(context.Background(), n) // it cannot fail: n is below burst
	return n, err
}

// A timely writer fails if nobody reads what it writes.
type timely struct{ net.Conn }

func (t timely) Write(b []byte) (int, error) {
	t.SetWriteDeadline(time.Now().Add(writing))
	return t.Conn.Write(b)
}

// clientOf puts the client's address into a line of the server's log.
func (p *proxy) clientOf(line string) string {
	if at, rest, ok := strings.Cut(line, " - cid:"); ok {
		if client, ok := p.clients.Load(at); ok {
			return client.(string) + " - cid:" + rest
		}
	}
	return line
}
