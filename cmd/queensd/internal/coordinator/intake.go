package coordinator

import (
	"context"
	"encoding/json"
	"strings"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
	"golang.org/x/time/rate"
)

// A request is what a worker has sent: an Ask or Results.
type request struct {
	account string
	reply   string // where it wants the answer
	ask     *wire.Ask
	results *wire.Results
}

// An intake receives the messages of all workers. Those of each account, of either kind, wait
// in a line of their own. A full line drops what comes; its head goes to requests, which
// takes from the lines in turn. So a flood floods its own account.
type intake struct {
	ctx      context.Context
	requests chan request
	lines    map[string]chan *nats.Msg // by subject
}

const (
	lineLength = 128 // requests; a worker has one of each kind under way
	// perSecond limits the requests of a line, and burst how many of them at once. A worker
	// sends some ten.
	perSecond, burst = 1000, 200
)

// accountOf returns the account that has sent a message, and whether it asks for tasks. It
// looks at nothing but the subject on which the message was received: by the server's rights,
// only the account itself can send there.
func accountOf(subject string) (account string, asks, ok bool) {
	words := strings.Split(subject, ".")
	if len(words) != 4 || wire.CheckAccount(words[2]) != nil || words[2] == wire.Coordinator {
		return "", false, false
	}
	account = words[2]
	asks = subject == wire.AskSubject(account)
	return account, asks, asks || subject == wire.ResultSubject(account)
}

// receive puts a message into its line. It is called for one message at a time.
func (i *intake) receive(m *nats.Msg) {
	account, asks, ok := accountOf(m.Subject)
	if !ok {
		return
	}
	line := i.lines[m.Subject]
	if line == nil {
		line = make(chan *nats.Msg, lineLength)
		i.lines[m.Subject] = line
		go i.forward(account, asks, line)
	}
	select {
	case line <- m:
	default:
	}
}

// forward takes messages from a line, one by one.
func (i *intake) forward(account string, asks bool, line <-chan *nats.Msg) {
	limit := rate.NewLimiter(perSecond, burst)
	for {
		select {
		case m := <-line:
			if limit.Wait(i.ctx) != nil {
				return
			}
			if r, ok := parse(account, asks, m); ok {
				select {
				case i.requests <- r: // in turn: senders to a channel wait in a queue
				case <-i.ctx.Done():
				}
			}
		case <-i.ctx.Done():
			return
		}
	}
}

// parse reads a message, and reports whether it is one of ours.
func parse(account string, asks bool, m *nats.Msg) (r request, ok bool) {
	if len(m.Data) > wire.MostPayload {
		return request{}, false
	}
	r = request{account: account, reply: m.Reply}
	var machine *wire.Machine
	if asks {
		r.ask = &wire.Ask{}
		machine = &r.ask.Machine
		ok = json.Unmarshal(m.Data, r.ask) == nil && r.ask.Want > 0
	} else {
		r.results = &wire.Results{}
		machine = &r.results.Machine
		ok = json.Unmarshal(m.Data, r.results) == nil && len(r.results.Results) <= wire.MostResults
	}
	machine.Name, machine.Kernel = wire.Clean(machine.Name), wire.Clean(machine.Kernel)
	machine.Goroutines = max(0, min(machine.Goroutines, 1<<16))
	return r, ok
}
