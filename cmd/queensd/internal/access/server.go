package access

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Limits for the clients of a server in this process. Those of an account are in its
// configuration.
const (
	maxConnections = 4096     // of all keys and strangers together
	maxPending     = 80 << 10 // bytes that a connection has not read: 16 keys may have 1024 connections
	maxLine        = 1 << 10  // bytes of a line of the protocol; the longest one has the key
	// handshake is how long a stranger can take up a connection, and writing how long a client that
	// does not read can.
	handshake = 3 * time.Second
	writing   = 3 * time.Second
	// countPending is how many bytes may wait for the count, and countWriting how long: its connection must
	// not be closed because workers send more at a time than it reads.
	countPending = 32 << 20
	countWriting = time.Minute
)

// A Config is the configuration of a server.
type Config struct {
	Listen    string // host:port
	Cert, Key string // files for TLS
	Keys      []Key

	Log func(line string) // called with warnings and errors, of which clients can cause any number
}

// A Server is a NATS server in this process, without JetStream.
type Server struct {
	*server.Server
	Conn *nats.Conn // the count's own connection

	config Config
}

// options returns the options of the server.
func (c Config) options() (*server.Options, error) {
	o := &server.Options{
		ServerName:       "queensd",
		NoSigs:           true,
		NoSystemAccount:  true,
		MaxConn:          maxConnections,
		MaxPending:       maxPending,
		MaxPayload:       wire.MostAnswer,
		MaxControlLine:   maxLine,
		MaxClosedClients: 100,
		AuthTimeout:      handshake.Seconds(),
		TLSTimeout:       handshake.Seconds(),
		WriteDeadline:    writing,
	}
	o.Cluster.NoAdvertise = true
	var err error
	if o.Host, o.Port, err = parseAddress(c.Listen); err != nil {
		return nil, fmt.Errorf("cannot start the server: %w", err)
	}
	if c.Cert != "" {
		pair, err := tls.LoadX509KeyPair(c.Cert, c.Key)
		if err != nil {
			return nil, fmt.Errorf("cannot read the certificate and its key: %w", err)
		}
		o.TLS = true
		o.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	return o, o.ProcessConfigString(ServerConfig(c.Keys))
}

// parseAddress reads an address. Without a host it is all of this computer.
func parseAddress(address string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(address)
	if err == nil {
		port, err = net.LookupPort("tcp", text)
	}
	if err != nil {
		return "", 0, err
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	if host == "" {
		host = "::"
		l, err := net.Listen("tcp", "[::]:0")
		if err != nil { // there is no IPv6
			return "0.0.0.0", port, nil
		}
		l.Close()
	}
	return host, port, nil
}

// Start starts a server that lets in whoever has a key, and connects the count to it. It adds more
// options to those of that connection.
func Start(c Config, more ...nats.Option) (*Server, error) {
	if strconv.IntSize == 32 {
		return nil, errors.New("the server needs a 64-bit processor; use --nats")
	}
	o, err := c.options()
	if err != nil {
		return nil, err
	}
	s := &Server{config: c}
	// The server gives each connection the limits that are in its options when it comes. That of the
	// count comes first.
	o.DontListen, o.MaxPending, o.WriteDeadline = true, countPending, countWriting
	if s.Server, err = server.NewServer(o); err != nil {
		return nil, fmt.Errorf("cannot start the server: %w", err)
	}
	failure := make(chan string, 1)
	s.SetLoggerV2(&serverLog{c.Log, failure}, false, false, false)
	s.Server.Start()
	for _, k := range c.Keys {
		if k.Name == wire.Coordinator {
			s.Conn, err = nats.Connect("", append(append(k.Options(), more...), nats.InProcessServer(s.Server))...)
		}
	}
	if s.Conn == nil {
		s.Shutdown()
		return nil, fmt.Errorf("cannot connect to the server in this process: %w", err)
	}
	o.DontListen, o.MaxPending, o.WriteDeadline = false, maxPending, writing
	s.AcceptLoop(make(chan struct{}))
	if s.Addr() == nil {
		s.Stop()
		return nil, fmt.Errorf("cannot start the server: %s", <-failure)
	}
	return s, nil
}

// Use lets in whoever has one of the keys, and cuts all others off.
func (s *Server) Use(keys []Key) error {
	s.config.Keys = keys
	o, err := s.config.options()
	if err != nil {
		return err
	}
	return s.ReloadOptions(o)
}

// URL returns the address for workers.
func (s *Server) URL() string {
	scheme, _, _ := strings.Cut(s.ClientURL(), ":")
	return scheme + "://" + s.Addr().String()
}

// Stop stops the server, once what the count has sent is on its way.
func (s *Server) Stop() {
	s.Conn.Close()
	s.Shutdown()
}

// A serverLog passes on warnings and errors. Clients can influence the content of lines.
type serverLog struct {
	log     func(line string)
	failure chan string // the first error that keeps the server from starting
}

func (l *serverLog) Errorf(format string, v ...any) {
	l.log("server: " + strings.TrimSpace(fmt.Sprintf(format, v...)))
}

func (l *serverLog) Fatalf(format string, v ...any) {
	select {
	case l.failure <- fmt.Sprintf(format, v...):
	default:
	}
}

func (l *serverLog) Warnf(format string, v ...any) { l.Errorf(format, v...) }
func (l *serverLog) Noticef(string, ...any)        {}
func (l *serverLog) Debugf(string, ...any)         {}
func (l *serverLog) Tracef(string, ...any)         {}
