package page

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// endFor is how long pages that are being read may go on at the end.
const endFor = time.Second

// A Server shows pages.
type Server struct {
	http     *http.Server
	listener net.Listener
	ended    chan error
}

// Listen shows pages at an address until the server is closed: at host:port, or at a port
// of this computer alone.
func Listen(address string, pages http.Handler) (*Server, error) {
	address, err := parse(address)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("cannot show the page: %w", err)
	}
	s := &Server{
		http: &http.Server{
			Handler:           pages,
			ReadHeaderTimeout: 5 * time.Second,
			ReadTimeout:       10 * time.Second,
			WriteTimeout:      30 * time.Second,
			IdleTimeout:       time.Minute,
			MaxHeaderBytes:    16 << 10,
			ErrorLog:          log.New(io.Discard, "", 0), // clients make errors
		},
		listener: listener,
		ended:    make(chan error, 1),
	}
	go func() { s.ended <- s.http.Serve(listener) }()
	return s, nil
}

// parse reads an address: host:port, or a port of this computer alone.
func parse(text string) (string, error) {
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		host, port = "", text
	}
	if number, err := strconv.ParseUint(port, 10, 16); err != nil || strings.TrimLeft(port, "0") != strconv.FormatUint(number, 10) && number != 0 {
		return "", fmt.Errorf("address %q, want host:port, or a port of this computer alone", text)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}

// URL returns where the page is.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() + "/" }

// Close ends the server.
func (s *Server) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), endFor)
	defer cancel()
	err := s.http.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.http.Close()
	}
	if ended := <-s.ended; !errors.Is(ended, http.ErrServerClosed) {
		err = errors.Join(err, ended)
	}
	return err
}
