package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"sync"
	"time"

	"example.com/queens/cmd/queens/cli"
	"example.com/queens/cmd/queensd/internal/access"
	"example.com/queens/cmd/queensd/internal/queue"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/spf13/cobra"
)

// A place is the flags that name a server.
type place struct {
	nats, auth, ca string
	patience       cli.Value[time.Duration]
}

// duration returns the value of a flag that says how long: more than nothing.
func duration(standard time.Duration) cli.Value[time.Duration] {
	read := func(text string) (time.Duration, error) {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			return 0, errors.New(`want a time such as 90s or 10m`)
		}
		return d, nil
	}
	text := standard.String()
	if standard == 0 {
		text = ""
	}
	return cli.Value[time.Duration]{V: standard, Name: "TIME", Read: read, Text: text}
}

func (p *place) addFlags(cmd *cobra.Command) {
	p.patience = duration(30 * time.Second)
	flags := cmd.Flags()
	flags.StringVar(&p.nats, "nats", "nats://127.0.0.1:4222", "the server's `URL`, or those of a cluster, with commas")
	flags.StringVar(&p.auth, "auth", "", "show the server the key in this `FILE`, such as DIR/worker.key of \"serve --data DIR\"; or USER:PASSWORD or a token")
	flags.StringVar(&p.ca, "ca", "", "trust the certificates in this `FILE` for TLS")
	flags.Var(&p.patience, "patience", "give up if the server does not answer for so long")
	cli.MustComplete(cmd, "nats", cobra.NoFileCompletions)
	cli.MustComplete(cmd, "patience", cobra.NoFileCompletions)
}

// open connects to the server, under the name of the credentials or the one that is
// wanted. Servers of others do not say which name a client has.
func (p *place) open(ctx context.Context, name string, tell *teller) (*queue.Queue, error) {
	server := queue.Server{URL: p.nats, CA: p.ca}
	if p.auth != "" {
		var err error
		if server.Client, err = access.ReadClient(p.auth); err != nil {
			return nil, err
		}
	}
	has := server.Client.Name()
	if name == "" {
		name = has
	} else if server.Client.HasKey() && has != name {
		return nil, fmt.Errorf("%s is the key of %s, want that of %s", p.auth, has, name)
	}
	js, err := p.connect(ctx, server, tell)
	if err != nil {
		return nil, err
	}
	return queue.New(js, queue.Options{Account: name, Patience: p.patience.V, Trouble: tell.trouble})
}

const (
	// connectEvery is how often a server is tried that is not there, and sayAfter when
	// that is said.
	connectEvery = 250 * time.Millisecond
	sayAfter     = 3 * time.Second
)

// connect connects to the server as soon as it is there.
func (p *place) connect(ctx context.Context, server queue.Server, tell *teller) (jetstream.JetStream, error) {
	for begun := time.Now(); ; {
		js, err := queue.Connect(server)
		switch took := time.Since(begun); {
		case err == nil || queue.Refused(err):
			return js, err
		case took > p.patience.V:
			return nil, fmt.Errorf("%w; gave up after %v: is the address right, and does \"queensd serve\" run there?", err, p.patience.V)
		case took > sayAfter:
			tell.trouble(fmt.Errorf("%w; trying again", err))
		}
		select {
		case <-time.After(connectEvery):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// sameEvery is how often the same trouble is told again.
const sameEvery = time.Minute

// A teller tells people what is wrong, but not the same again and again.
type teller struct {
	println func(string)

	mu   sync.Mutex
	told map[string]time.Time
}

func newTeller(stderr io.Writer) *teller {
	return &teller{println: func(text string) { fmt.Fprintln(stderr, text) }, told: map[string]time.Time{}}
}

// tellOn returns a teller that does not disturb a meter.
func tellOn(meter *cli.Meter) *teller {
	return &teller{println: meter.Println, told: map[string]time.Time{}}
}

func (t *teller) trouble(err error) { t.say(cli.Message(err)) }

func (t *teller) say(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if now := time.Now(); now.Sub(t.told[text]) >= sameEvery {
		maps.DeleteFunc(t.told, func(_ string, at time.Time) bool { return now.Sub(at) >= sameEvery })
		t.told[text] = now
		t.println("queensd: " + text)
	}
}

// noArguments checks that a command has flags only.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s has %s, want none", cmd.Name(), cli.Plural(len(args), "argument"))
	}
	return nil
}

func onlyDirectories(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}
