package access

import (
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/queens/internal/testkit"
)

// TestAdmit has addresses, and networks of IPv6, that open as many connections as they can.
func TestAdmit(t *testing.T) {
	t.Parallel()
	p := &proxy{most: 8, open: map[netip.Prefix]int{}}
	var open []netip.Prefix
	for _, test := range []struct {
		client string
		want   string
	}{
		{"192.0.2.1:1", ""}, {"192.0.2.1:2", ""}, {"[::ffff:192.0.2.1]:3", ""}, {"192.0.2.1:4", ""},
		{"192.0.2.1:5", "connections from 192.0.2.1/32 are refused: it has 4"},
		{"[2001:db8::1]:1", ""}, {"[2001:db8::2%eth0]:1", ""}, {"[2001:db8::3:4]:1", ""},
		{"192.0.2.2:1", ""}, {"192.0.2.3:1", "all 8 connections are taken; others are refused"},
	} {
		from := network(net.TCPAddrFromAddrPort(netip.MustParseAddrPort(test.client)))
		err := p.admit(from)
		switch {
		case err == nil && test.want == "":
			open = append(open, from)
		case err == nil || err.Error() != test.want:
			t.Errorf("%s: %v, want %q", test.client, err, test.want)
		}
	}
	for _, from := range open {
		p.leave(from)
	}
	if p.all != 0 || len(p.open) != 0 {
		t.Errorf("%d open, %v", p.all, p.open)
	}
}

// serve plays a server for each connection to an address.
func serve(t *testing.T, play func(net.Conn)) (address string) {
	t.Helper()
	l := testkit.Must(net.Listen("tcp", "127.0.0.1:0"))
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() { defer conn.Close(); play(conn) }()
		}
	}()
	return l.Addr().String()
}

// proxyTo starts a proxy in front of a server that a test plays.
func proxyTo(t *testing.T, play func(net.Conn)) (p *proxy, dial func() net.Conn) {
	t.Helper()
	p = testkit.Must(newProxy("127.0.0.1:0", func(string) {}))
	p.server = serve(t, play)
	go p.run()
	t.Cleanup(func() { p.Close() })
	return p, func() net.Conn {
		conn := testkit.Must(net.Dial("tcp", p.Addr().String()))
		t.Cleanup(func() { conn.Close() })
		return conn
	}
}

// isEmpty waits until all connections through a proxy have ended.
func (p *proxy) isEmpty() bool {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		p.mu.Lock()
		open := p.all
		p.mu.Unlock()
		if open == 0 {
			return true
		}
	}
	return false
}

// TestBothEnd ends connections at either end, and has clients that never read: the proxy closes
// them at both.
func TestBothEnd(t *testing.T) {
	t.Parallel()
	endless := func(conn net.Conn) { io.Copy(conn, strings.NewReader(strings.Repeat("x", 64<<20))) }
	for name, test := range map[string]struct {
		server func(net.Conn)
		client func(net.Conn)
	}{
		"the server hangs up": {func(net.Conn) {}, func(c net.Conn) { io.Copy(io.Discard, c) }},
		"the client hangs up": {func(c net.Conn) { io.Copy(io.Discard, c) }, func(c net.Conn) { c.Close() }},
		"the client is deaf":  {endless, func(net.Conn) {}},
		"the client is deaf and sends": {endless, func(c net.Conn) {
			go io.Copy(c, strings.NewReader(strings.Repeat("x", 64<<20)))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ended := make(chan bool, 1)
			p, dial := proxyTo(t, func(c net.Conn) { test.server(c); ended <- true })
			test.client(dial())
			select {
			case <-ended:
			case <-time.After(time.Minute):
				t.Error("the server's connection stays open")
			}
			if !p.isEmpty() {
				t.Error("the proxy's connection stays open")
			}
		})
	}
}

// TestWhole has a server send much and hang up at once. All of it comes through.
func TestWhole(t *testing.T) {
	t.Parallel()
	const size = 3 << 20
	_, dial := proxyTo(t, func(c net.Conn) { io.WriteString(c, strings.Repeat("x", size)) })
	if n, err := io.Copy(io.Discard, dial()); n != size || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// TestClientAddress looks for a client's address in the log.
func TestClientAddress(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var lines []string
	s := testkit.Must(Start(Config{Listen: "127.0.0.1:0", Keys: t.TempDir(), Log: func(line string) {
		mu.Lock()
		defer mu.Unlock()
		lines = append(lines, line)
	}}))
	defer s.Stop()
	conn := testkit.Must(net.Dial("tcp", s.proxy.Addr().String()))
	defer conn.Close()
	io.WriteString(conn, "CONNECT {}\r\nPING\r\n")
	io.Copy(io.Discard, conn) // until it is hung up
	mu.Lock()
	defer mu.Unlock()
	if text := strings.Join(lines, "\n"); !strings.Contains(text, "server: "+conn.LocalAddr().String()+" - cid:") || !strings.Contains(text, "authentication error") {
		t.Errorf("%s: %s", conn.LocalAddr(), text)
	}
}
