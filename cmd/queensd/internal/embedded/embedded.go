// Package embedded runs a NATS server with JetStream inside the program.
package embedded

import (
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"example.com/queens/cmd/queensd/internal/access"
	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"
)

// A Config is the configuration of a server.
type Config struct {
	Dir  string // the directory of all files; see [LockDir]
	Keys string // the directory of the keys; Dir if empty

	Listen    string // host:port; if empty, no port is open and the fields below do not matter
	Cert, Key string // files for TLS
	Monitor   string // host:port of the monitoring pages, or empty for none

	// Log is called with warnings and errors, unless it is nil. Clients can cause any number.
	Log func(line string)
}

// A Server is a running server.
type Server struct {
	*server.Server
	keys    *access.Keys
	private bool // no port is open
	log     *log
}

// Start starts a server for those with a key from its directory. When it tells a client that
// a message is stored, the message has been synced to the disk, unless the stream says
// otherwise.
func Start(c Config) (*Server, error) {
	options := &server.Options{
		ServerName:        "queens",
		DontListen:        c.Listen == "",
		JetStream:         true,
		JetStreamMaxStore: 1 << 60, // limited by the disk only
		StoreDir:          c.Dir,
		SyncAlways:        true,
		NoSigs:            true,
		NoSystemAccount:   true,
	}
	if c.Listen != "" {
		if err := c.open(options); err != nil {
			return nil, err
		}
	}
	if err := probe(c.Dir); err != nil {
		return nil, fmt.Errorf("cannot write to the data directory: %w", err)
	}
	keys, err := access.OpenKeys(cmp.Or(c.Keys, c.Dir))
	if err != nil {
		return nil, fmt.Errorf("cannot open the keys: %w", err)
	}
	if err := keys.Configure(options); err != nil {
		return nil, err
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, fmt.Errorf("cannot start the server: %w", err)
	}
	l := &log{write: c.Log}
	s.SetLoggerV2(l, false, false, false)
	s.Start()
	if l.fatal() || !s.ReadyForConnections(10*time.Second) {
		s.Shutdown()
		trouble := l.trouble()
		if trouble == nil {
			trouble = errors.New("it does not answer")
		}
		return nil, fmt.Errorf("cannot start the server: %w", trouble)
	}
	return &Server{s, keys, c.Listen == "", l}, nil
}

// probe writes as much as a new store needs, because the server does not say why a write
// failed.
func probe(dir string) error {
	f, err := os.CreateTemp(dir, "probe.*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(make([]byte, 16<<10))
	return errors.Join(err, f.Close())
}

// Host returns the client of this process, which may do anything.
func (s *Server) Host() access.Client { return s.keys.Host() }

// Workers returns the names of the workers that have a key.
func (s *Server) Workers() []string { return s.keys.Workers() }

// Stop stops the server and waits until its files are closed.
func (s *Server) Stop() {
	s.Shutdown()
	s.WaitForShutdown()
}

// Failed returns why the server can no longer store anything, or nil. Without an open port,
// all errors that the server logs are errors of its disk.
func (s *Server) Failed() error {
	trouble := s.log.trouble()
	switch {
	case !s.JetStreamEnabled():
		return errors.Join(errors.New("the server has stopped storing"), trouble)
	case trouble != nil && s.private:
		return fmt.Errorf("the server cannot store: %w", trouble)
	}
	return nil
}

// Check checks the addresses.
func (c Config) Check() error {
	if _, _, err := split(c.Listen); err != nil {
		return err
	}
	if (c.Cert == "") != (c.Key == "") {
		return errors.New("TLS needs both a certificate and its key")
	}
	if c.Monitor == "" {
		return nil
	}
	host, _, err := split(c.Monitor)
	if err != nil {
		return err
	}
	if !loopback(host) {
		return fmt.Errorf("monitoring address %q is open to others, and the pages need no password; want a loopback address, such as 127.0.0.1:8222", c.Monitor)
	}
	return nil
}

// open sets the options of a server with an open port.
func (c Config) open(o *server.Options) error {
	if err := c.Check(); err != nil {
		return err
	}
	o.Host, o.Port, _ = split(c.Listen)
	if c.Cert != "" {
		pair, err := tls.LoadX509KeyPair(c.Cert, c.Key)
		if err != nil {
			return fmt.Errorf("cannot read the certificate and its key: %w", err)
		}
		o.TLS, o.TLSTimeout = true, 5
		o.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	if c.Monitor != "" {
		o.HTTPHost, o.HTTPPort, _ = split(c.Monitor)
	}
	return nil
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

// loopback reports whether only this computer can reach an address of the host.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// LockDir locks a data directory for this process, and creates it if need be. Closing the
// lock unlocks it; so does the end of the process.
func LockDir(dir string) (*flock.Flock, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("cannot create the data directory: %w", err)
	}
	lock := flock.New(filepath.Join(dir, "lock"))
	ok, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("cannot lock the data directory: %w", err)
	}
	if !ok {
		return nil, fmt.Errorf("data directory %s is in use by another process", dir)
	}
	return lock, nil
}

// A log passes on warnings and errors, and keeps the last error.
type log struct {
	write func(string)

	mu    sync.Mutex
	last  string // error
	ended bool   // by a fatal error
}

// pass passes on a line without invisible characters. Clients can influence the content of
// lines.
func (l *log) pass(format string, v []any) string {
	line := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, strings.TrimSpace(fmt.Sprintf(format, v...)))
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.write != nil {
		l.write(line)
	}
	return line
}

func (l *log) Errorf(format string, v ...any) {
	line := l.pass(format, v)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = line
}

func (l *log) Fatalf(format string, v ...any) {
	l.Errorf(format, v...)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
}

func (l *log) Warnf(format string, v ...any) { l.pass(format, v) }

func (l *log) Noticef(string, ...any) {}
func (l *log) Debugf(string, ...any)  {}
func (l *log) Tracef(string, ...any)  {}

func (l *log) fatal() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ended
}

func (l *log) trouble() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == "" {
		return nil
	}
	return errors.New(l.last)
}
