package access

import (
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// Limits for the clients of a server in this process, beside those of their accounts.
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

// A Server is a NATS server in this process, without JetStream. Its accounts are those of [ServerConfig].
type Server struct {
	*server.Server
	Conn *nats.Conn // the count's own connection

	mu    sync.Mutex
	users map[string]*server.User // who is let in, by public key
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

		AlwaysEnableNonce: true, // for clients to sign
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
	return o, nil
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
	s := &Server{}
	o.CustomClientAuthentication = s
	// The server gives each connection the limits that are in its options when it comes. That of the
	// count comes first.
	o.DontListen, o.MaxPending, o.WriteDeadline = true, countPending, countWriting
	if s.Server, err = server.NewServer(o); err != nil {
		return nil, fmt.Errorf("cannot start the server: %w", err)
	}
	failure := make(chan string, 1)
	s.SetLoggerV2(&serverLog{c.Log, failure}, false, false, false)
	s.Server.Start()
	err = s.Use(c.Keys)
	for _, k := range c.Keys {
		if k.Name == wire.Coordinator && err == nil {
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

// Use lets in whoever has one of the keys, and cuts off whoever has another one. Nobody else notices. (If the server
// read a new configuration instead, it would race with clients that are just connecting.)
func (s *Server) Use(keys []Key) error {
	users := make(map[string]*server.User)
	for _, k := range keys {
		account, err := s.account(k.Name)
		if err != nil {
			return err
		}
		user := &server.User{Username: k.Name, Account: account}
		if k.Name != wire.Coordinator {
			user.Permissions = &server.Permissions{
				Publish:   &server.SubjectPermission{Allow: []string{wire.Subject(k.Name)}},
				Subscribe: &server.SubjectPermission{Allow: []string{wire.Inbox(k.Name) + ".>"}},
			}
		}
		users[k.Public] = user
	}
	s.mu.Lock()
	before := s.users
	s.users = users
	s.mu.Unlock()
	for public, user := range before {
		if users[public] != nil {
			continue
		}
		open, err := s.Connz(&server.ConnzOptions{Account: user.Account.Name, Limit: maxConnections})
		if err != nil {
			return err
		}
		for _, c := range open.Conns {
			s.DisconnectClientByID(c.Cid) // unless it has hung up itself
		}
	}
	return nil
}

// account returns the account of a key, which it makes if there is none yet.
func (s *Server) account(name string) (*server.Account, error) {
	count, _ := s.LookupOrRegisterAccount("queensd")
	if name == wire.Coordinator {
		return count, nil
	}
	account, isNew := s.LookupOrRegisterAccount("queensd-" + name)
	if !isNew {
		return account, nil
	}
	claims := jwt.NewAccountClaims(account.Name)
	claims.Limits.Conn, claims.Limits.Subs, claims.Limits.Payload = Connections, subscriptions, wire.MostPayload
	s.UpdateAccountClaims(account, claims)
	from, to := wire.Subject(name), wire.Inbox(name)+".>"
	return account, errors.Join(
		account.AddStreamExport(from, []*server.Account{count}), count.AddStreamImport(account, from, ""),
		count.AddStreamExport(to, []*server.Account{account}), account.AddStreamImport(count, to, ""))
}

// Check lets in whoever proves to have one of the keys. The server calls it for each connection.
func (s *Server) Check(c server.ClientAuthentication) bool {
	shown := c.GetOpts()
	s.mu.Lock() // until the connection is one of its account, where Use finds it
	defer s.mu.Unlock()
	user := s.users[shown.Nkey]
	if user == nil || !signed(c.GetNonce(), shown.Sig, shown.Nkey) {
		return false
	}
	full := user.Account.MaxTotalConnectionsReached()
	c.RegisterUser(user) // who is told if the account is full
	return !full
}

// signed reports whether the holder of a public key has signed a text.
func signed(text []byte, signature, public string) bool {
	bytes, err := base64.RawURLEncoding.DecodeString(signature)
	if err != nil {
		return false
	}
	key, err := nkeys.FromPublicKey(public)
	return err == nil && key.Verify(text, bytes) == nil
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
