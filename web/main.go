// Command web builds the web page of the library, which consists of static files. It serves
// the page on this machine or writes it to a directory:
//
//	go run -C web .
//	go run -C web . -out DIR
//
// With -days it adds puzzles of the days, and writes no page.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"time"

	"github.com/andybalholm/brotli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("web", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints the error
	out := flags.String("out", "", "write the page to this directory instead of serving it")
	var at place
	flags.StringVar(&at.address, "url", "", "with -out: the address where the page will be, such as https://example.org/queens/, for previews of links")
	flags.StringVar(&at.language, "lang", "en", "with -out: the language of previews of links")
	days := flags.Int("days", 0, "make the puzzles of days that are missing, up to this number of days, instead of the page")
	addr := flags.String("addr", "127.0.0.1:1848", "serve the page at this address; port 0 means any free port")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		flags.SetOutput(stdout)
		flags.Usage()
		return nil
	case err != nil:
		return err
	case flags.NArg() > 0:
		return fmt.Errorf("unexpected argument %q, want only flags", flags.Arg(0))
	}
	if *days > 0 {
		return moreDays(ctx, *days)
	}
	if *out != "" {
		return build(ctx, *out, at, brotli.BestCompression)
	}
	return buildAndServe(ctx, *addr, stdout)
}

func buildAndServe(ctx context.Context, addr string, stdout io.Writer) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("%w (-addr 127.0.0.1:0 takes any free port)", err)
	}
	defer listener.Close()
	dir, err := os.MkdirTemp("", "queens-web-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := build(ctx, dir, place{language: "en"}, brotli.BestSpeed); err != nil {
		return err
	}
	return serve(ctx, listener, dir, stdout)
}

// serve prints the address and serves a directory there until the context ends.
func serve(ctx context.Context, listener net.Listener, dir string, stdout io.Writer) error {
	server := &http.Server{Handler: serveFiles(dir), ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { server.Close() })()
	fmt.Fprintf(stdout, "http://%s/\n", listener.Addr())
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// serveFiles serves the files of a directory. Pages of other hosts may use them too, to embed the puzzle.
func serveFiles(dir string) http.Handler {
	files := http.FileServer(http.Dir(dir))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		files.ServeHTTP(w, r)
	})
}
