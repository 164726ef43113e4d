package access

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Limits of what clients may use of a server in this process. Those of an account are in its
// configuration.
const (
	maxConnections = 4096      // of all keys and strangers together
	maxPending     = 2 << 20   // bytes that a connection has not read
	maxPayload     = 512 << 10 // of an answer
	maxLine        = 1 << 10   // of the protocol; the longest is that with the key
	// A stranger takes the place of others until handshake is over, and so does a
	// connection that never reads until writing.
	handshake = 3 * time.Second
	writing   = 3 * time.Second
)

// A Config is the configuration of a server.
type Config struct {
	Listen    string // host:port
	Cert, Key string // files for TLS
	Keys      string // the directory of the keys

	// Log is called with warnings and errors. Clients can cause any number.
	Log func(line string)
}

// A Server is a NATS server in this process, without JetStream.
type Server struct{ *server.Server }

// Start starts a server for those who have a key.
func Start(c Config) (*Server, error) {
	if strconv.IntSize == 32 {
		return nil, errors.New("the server needs a 64-bit processor; use --nats")
	}
	o := &server.Options{
		ServerName:       "queensd",
		NoSigs:           true,
		NoSystemAccount:  true,
		MaxConn:          maxConnections,
		MaxSubs:          subscriptions,
		MaxPending:       maxPending,
		MaxPayload:       maxPayload,
		MaxControlLine:   maxLine,
		MaxClosedClients: 100,
		AuthTimeout:      handshake.Seconds(),
		TLSTimeout:       handshake.Seconds(),
		WriteDeadline:    writing,
	}
	var err error
	if o.Host, o.Port, err = split(c.Listen); err != nil {
		return nil, err
	}
	if c.Cert != "" {
		pair, err := tls.LoadX509KeyPair(c.Cert, c.Key)
		if err != nil {
			return nil, fmt.Errorf("cannot read the certificate and its key: %w", err)
		}
		o.TLS = true
		o.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	keys, err := OpenKeys(c.Keys)
	if err != nil {
		return nil, fmt.Errorf("cannot open the keys: %w", err)
	}
	text, err := keys.Config()
	if err != nil {
		return nil, err
	}
	if err := o.ProcessConfigString(string(text)); err != nil {
		return nil, fmt.Errorf("cannot set up the accounts: %w", err)
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, fmt.Errorf("cannot start the server: %w", err)
	}
	l := &serverLog{write: c.Log, fatal: make(chan string, 2)}
	s.SetLoggerV2(l, false, false, false)
	s.Start()
	if len(l.fatal) > 0 || !s.ReadyForConnections(10*time.Second) {
		s.Shutdown()
		l.fatal <- "it does not answer" // if there is no other reason
		return nil, fmt.Errorf("cannot start the server: %s", <-l.fatal)
	}
	return &Server{s}, nil
}

// Options returns the options of a connection in this process.
func (s *Server) Options() []nats.Option { return []nats.Option{nats.InProcessServer(s.Server)} }

// Stop stops the server.
func (s *Server) Stop() {
	s.Shutdown()
	s.WaitForShutdown()
}

// Check checks the address and the files' names.
func (c Config) Check() error {
	if (c.Cert == "") != (c.Key == "") {
		return errors.New("TLS needs both a certificate and its key")
	}
	_, _, err := split(c.Listen)
	return err
}

// split reads an address. Port 0 stands for any free one.
func split(address string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, fmt.Errorf("address %q is not host:port", address)
	}
	port, err = strconv.Atoi(text)
	if err != nil || port < 0 || port > 65535 {
		return "", 0, fmt.Errorf("address %q has port %q, want 0..65535", address, text)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	return host, port, nil
}

// A serverLog passes on warnings and errors.
type serverLog struct {
	write func(string)
	fatal chan string // the first fatal error
}

// pass passes on a line without invisible characters. Clients can influence the content of
// lines.
func (l *serverLog) pass(format string, v []any) string {
	line := Visible(strings.TrimSpace(fmt.Sprintf(format, v...)))
	l.write("server: " + line)
	return line
}

// Visible replaces characters that are invisible or move the cursor.
func Visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, text)
}

func (l *serverLog) Fatalf(format string, v ...any) {
	if text := l.pass(format, v); len(l.fatal) == 0 {
		l.fatal <- text
	}
}

func (l *serverLog) Errorf(format string, v ...any) { l.pass(format, v) }
func (l *serverLog) Warnf(format string, v ...any)  { l.pass(format, v) }
func (l *serverLog) Noticef(string, ...any)         {}
func (l *serverLog) Debugf(string, ...any)          {}
func (l *serverLog) Tracef(string, ...any)          {}
