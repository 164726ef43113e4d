package access

import (
	"bufio"
	"crypto/ed25519"
	"crypto/tls"
	"crypto/x509"
	"io"
	"math/big"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/queens/internal/testkit"
	"github.com/nats-io/nats.go"
)

// A guarded dialer has a server that a test plays at the other end.
type guarded struct {
	Dialer
	client net.Conn
}

func (g *guarded) Dial(string, string) (net.Conn, error) {
	return newProtocolReader(g.client, &g.Dialer), nil
}

// FuzzProtocol has a server send anything after the handshake. The client of nats.go, which panics
// at some of it, ends, and what the protocolReader keeps has a limit.
func FuzzProtocol(f *testing.F) {
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
			return // the text came before the handshake was over
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

// pieces reads at most size bytes at a time.
type pieces struct {
	io.Reader
	size int
}

func (p pieces) Read(b []byte) (int, error) { return p.Reader.Read(b[:min(len(b), p.size)]) }

// TestPieces has servers send text whole, and in pieces of any size. Either way the protocolReader passes it on
// unchanged, or refuses it.
func TestPieces(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{
		"MSG x 1 5\r\nhello\r\nPING\r\n":                               true,
		"hmsg\tx 1  2 4\r\n\r\n\r\n\r\n-ERR 'x'\r\n+OK\r\nINFO {}\r\n": true,
		"MSG x 1 524288\r\n" + strings.Repeat("\r\n", 262144) + "\r\n": true,
		"MSG x 1 1000000\r\n":                                          false,
		"MSG x 1 5\r\nhello!\r\n":                                      false,
		"INFO " + strings.Repeat("x", 32762) + "\r\n":                  true,
		"INFO " + strings.Repeat("x", 32763) + "\r\n":                  false,
	} {
		for _, size := range []int{1, 2, 3, 7, 4096, 1 << 20} {
			d := &Dialer{}
			g := newProtocolReader(nil, d)
			g.in.Reset(pieces{strings.NewReader(text), size})
			passed, _ := io.ReadAll(struct{ io.Reader }{g})
			got := d.Violation() == nil
			if got && string(passed) != text {
				t.Errorf("%.40q in pieces of %d: %.40q is passed on", text, size, passed)
			}
			if got != ok {
				t.Errorf("%.40q in pieces of %d: %t", text, size, got)
			}
		}
	}
}

// certificate returns a certificate for 127.0.0.1, and a pool that trusts it.
func certificate(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	testkit.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true,
	}
	text := testkit.Must(x509.CreateCertificate(nil, template, template, public, private))
	parsed := testkit.Must(x509.ParseCertificate(text))
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{text}, PrivateKey: private}, pool
}

// TestProtocolReaderWithTLS has servers whose certificates are trusted, and that are hostile, do not begin
// TLS, or have another certificate when the client comes again.
func TestProtocolReaderWithTLS(t *testing.T) {
	t.Parallel()
	good, pool := certificate(t)
	other, _ := certificate(t)
	for name, test := range map[string]struct {
		info  string
		certs []tls.Certificate // of one connection after the other
		text  string
		want  string
	}{
		"hostile":             {`{"tls_required":true}`, []tls.Certificate{good}, "MSG x 1 99999999999999999999\r\n", `does not keep to the protocol: it sends "MSG x 1 99999999999999999999\r"`},
		"hostile, if wanted":  {`{"tls_available":true}`, []tls.Certificate{good}, "\r\n", "does not keep to the protocol"},
		"without":             {`{}`, []tls.Certificate{good}, "", "secure connection not available"},
		"another certificate": {`{"tls_required":true}`, []tls.Certificate{other}, "", "certificate signed by unknown authority"},
		"another one later":   {`{"tls_required":true}`, []tls.Certificate{good, other}, "hang up", "certificate signed by unknown authority"},
	} {
		var came atomic.Int64
		address := serve(t, func(conn net.Conn) {
			io.WriteString(conn, "INFO "+test.info+"\r\n")
			i := min(int(came.Add(1)), len(test.certs)) - 1
			secure := tls.Server(conn, &tls.Config{Certificates: test.certs[i:]})
			for lines := bufio.NewScanner(secure); lines.Scan(); {
				if lines.Text() == "PING" {
					io.WriteString(secure, "PONG\r\n")
					time.Sleep(50 * time.Millisecond)
					if test.text == "hang up" {
						break
					}
					io.WriteString(secure, test.text)
				}
			}
			secure.Close()
		})
		failed := make(chan error, 100)
		d := &Dialer{TLS: &tls.Config{RootCAs: pool}}
		conn, err := nats.Connect("nats://"+address, append(d.Options(), nats.MaxReconnects(3), nats.ReconnectWait(time.Millisecond),
			nats.ClosedHandler(func(c *nats.Conn) { failed <- WhyClosed(c) }), nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { failed <- err }))...)
		if err == nil {
			defer conn.Close()
			err = <-failed
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
