package access

import (
	"crypto/tls"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats-server/v2/server"
)

// Limits for the clients of a server in this process. Those of an account are in its
// configuration.
const (
	maxPending = 2 << 20 // bytes that a connection has not read
	maxLine    = 1 << 10 // bytes of a line of the protocol; the longest one has the key
	// handshake is how long a stranger can take up a connection.
	handshake = 3 * time.Second
)

// A Config is the configuration of a server.
type Config struct {
	Listen    string // host:port
	Cert, Key string // files for TLS
	Keys      string // the directory of the keys

	Log func(line string) // called with warnings and errors, of which clients can cause any number
}

// A Server is a NATS server in this process, without JetStream, behind a proxy.
type Server struct {
	*server.Server
	proxy *proxy
}

// options returns the options of the server, and the accounts in them as text.
func (c Config) options() (o *server.Options, accounts string, err error) {
	o = &server.Options{
		ServerName:       "queensd",
		Host:             "127.0.0.1",
		Port:             server.RANDOM_PORT,
		NoSigs:           true,
		NoSystemAccount:  true,
		MaxSubs:          subscriptions,
		MaxPending:       maxPending,
		MaxPayload:       wire.MostAnswer,
		MaxControlLine:   maxLine,
		MaxClosedClients: 100,
		AuthTimeout:      handshake.Seconds(),
		TLSTimeout:       handshake.Seconds(),
		WriteDeadline:    writing,
	}
	o.Cluster.NoAdvertise = true
	if c.Cert != "" {
		pair, err := tls.LoadX509KeyPair(c.Cert, c.Key)
		if err != nil {
			return nil, "", fmt.Errorf("cannot read the certificate and its key: %w", err)
		}
		o.TLS = true
		o.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	if accounts, err = ServerConfig(c.Keys); err == nil {
		err = o.ProcessConfigString(accounts)
	}
	return o, accounts, err
}

// Start starts a server that lets in whoever has a key.
func Start(c Config) (*Server, error) {
	if strconv.IntSize == 32 {
		return nil, errors.New("the server needs a 64-bit processor; use --nats")
	}
	o, accounts, err := c.options()
	if err != nil {
		return nil, err
	}
	front, err := newProxy(c.Listen, c.Log)
	if err != nil {
		return nil, fmt.Errorf("cannot start the server: %w", err)
	}
	o.MaxConn = front.most + 1 // and the count's
	s := &Server{proxy: front}
	if s.Server, err = server.NewServer(o); err != nil {
		front.Close()
		return nil, fmt.Errorf("cannot start the server: %w", err)
	}
	s.SetLoggerV2(serverLog(func(line string) { c.Log("server: " + front.clientOf(line)) }), false, false, false)
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		s.Stop()
		return nil, errors.New("cannot start the server: it does not answer")
	}
	front.server = s.Addr().String()
	go front.run()
	go s.watchKeys(c, accounts)
	return s, nil
}

// watchKeys reads the list of keys every second. It lets new keys in and cuts removed ones off.
func (s *Server) watchKeys(c Config, accounts string) {
	for time.Sleep(time.Second); s.Running(); time.Sleep(time.Second) {
		o, now, err := c.options()
		if err == nil && now != accounts {
			o.MaxConn = s.proxy.most + 1
			if err = s.ReloadOptions(o); err == nil {
				accounts = now
				c.Log("the list of keys has changed; the new one is in force")
			}
		}
		if err != nil {
			c.Log(fmt.Sprintf("the keys stay as they were: %v", err))
		}
	}
}

// URL returns the address for workers.
func (s *Server) URL() string {
	scheme, _, _ := strings.Cut(s.ClientURL(), ":")
	return scheme + "://" + s.proxy.Addr().String()
}

// Stop stops the server. It waits up to a second for what was sent to be forwarded.
func (s *Server) Stop() {
	s.proxy.Close()
	s.Shutdown()
	passed := make(chan struct{})
	go func() { s.proxy.passing.Wait(); close(passed) }()
	select {
	case <-passed:
	case <-time.After(time.Second):
	}
}

// A serverLog passes on warnings and errors. Clients can influence the content of lines.
type serverLog func(line string)

func (l serverLog) Errorf(format string, v ...any) { l(strings.TrimSpace(fmt.Sprintf(format, v...))) }
func (l serverLog) Fatalf(format string, v ...any) { l.Errorf(format, v...) }
func (l serverLog) Warnf(format string, v ...any)  { l.Errorf(format, v...) }
func (l serverLog) Noticef(string, ...any)         {}
func (l serverLog) Debugf(string, ...any)          {}
func (l serverLog) Tracef(string, ...any)          {}
