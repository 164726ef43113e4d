package dashboard

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"time"

	"golang.org/x/net/netutil"
)

// A Server shows pages.
type Server struct {
	http     http.Server
	listener net.Listener
}

// connections limits those that are open at a time, so that readers of the page leave
// descriptors to workers. Others wait.
const connections = 64

// Listen serves pages at an address until the server is closed: at host:port, or at a port
// of this computer alone.
func Listen(address string, pages http.Handler) (*Server, error) {
	address, err := parse(address)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("cannot serve the page: %w", err)
	}
	s := &Server{listener: listener, http: http.Server{
		Handler:           pages,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          log.New(io.Discard, "", 0), // errors that clients cause
	}}
	go s.http.Serve(netutil.LimitListener(listener, connections))
	return s, nil
}

// parse reads an address: host:port, or a port of this computer alone.
func parse(text string) (string, error) {
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		host, port = "", text
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return "", fmt.Errorf("address %q, want host:port, or a port of this computer alone", text)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}

// URL returns the address of the page.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() + "/" }

// Close stops the server at once.
func (s *Server) Close() error { return s.http.Close() }
