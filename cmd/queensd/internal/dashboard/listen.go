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

// connections limits how many are open at a time, so that enough descriptors are left for workers.
// Further ones wait.
const connections = 64

// Listen serves pages at an address, host:port or a port of this computer alone, until they are
// closed. It returns their URL.
func Listen(address string, pages http.Handler) (url string, closing func() error, err error) {
	if address, err = parse(address); err != nil {
		return "", nil, err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return "", nil, fmt.Errorf("cannot serve the page: %w", err)
	}
	s := &http.Server{
		Handler:           pages,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          log.New(io.Discard, "", 0), // errors that clients cause
	}
	go s.Serve(netutil.LimitListener(listener, connections))
	return "http://" + listener.Addr().String() + "/", s.Close, nil
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
