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

// An intake receives the messages of all workers. Messages wait in lines, one for each account and
// kind. A full line drops what arrives. The channel requests takes from the heads of the lines in
// turn, so a flood harms only its own account.
type intake struct {
	ctx      context.Context
	requests chan request
	lines    map[string]chan *nats.Msg // by subject
}

const (
	lineLength = 128 // requests; a worker has one of each kind under way
	// perSecond limits the requests of a line, and burst how many of them come at once. A worker
	// sends about ten a second.
	perSecond, burst = 1000, 200
)

// accountOf returns the account that has sent a message, and whether it asks for tasks. It looks
// only at the subject on which the message was received: the server lets nobody else send there.
func accountOf(subject string) (account string, asks, ok bool) {
	words := strings.Split(subject, ".")
	if len(words) != 4 || wire.CheckAccount(words[2]) != nil || words[2] == wire.Coordinator {
		return "", false, false
	}
	account = words[2]
	asks = subject == wire.AskSubject(account)
	return account, asks, asks || subject == wire.ResultSubject(account)
}

// receive puts a message into its line. Calls do not overlap.
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

// forward passes messages on from a line, one by one.
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
				case i.requests <- r: // in turn, as senders to a channel queue up
				case <-i.ctx.Done():
				}
			}
		case <-i.ctx.Done():
			return
		}
	}
}

// parse reads a message, and reports whether it is valid.
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
