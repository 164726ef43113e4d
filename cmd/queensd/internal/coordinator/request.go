package coordinator

import (
	"encoding/json"

	"example.com/queens/cmd/internal/ledger"
	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
	"golang.org/x/time/rate"
)

// A request is a worker's, and who sent it.
type request struct {
	wire.Request
	account string
	reply   string // where it wants the answer
}

// Limits of an account, so that it does not take more than a share of the time and of the memory.
const (
	// queuedRequests and queuedBytes limit what waits: nats.go drops what arrives while its queue is full.
	queuedRequests = 4096
	queuedBytes    = 2 << 20
	// perSecond limits the requests that are read, and burst how many of them come at once. A worker
	// sends at most five a second and goroutine.
	perSecond, burst = 2000, 500
)

// follow receives requests of accounts, and no longer those of others. Each account has a subscription,
// and so a queue, of its own.
func (r *run) follow(accounts []string) {
	former := r.subscriptions
	r.subscriptions = map[string]*nats.Subscription{}
	for _, account := range accounts {
		subscription := former[account]
		delete(former, account)
		if subscription == nil {
			var err error
			if subscription, err = r.Conn.Subscribe(wire.Subject(account), r.receive(account)); err != nil {
				r.end(err)
				return
			}
			subscription.SetPendingLimits(queuedRequests, queuedBytes)
		}
		r.subscriptions[account] = subscription
	}
	for _, subscription := range former {
		subscription.Unsubscribe()
	}
}

// receive returns what is done with each message on the subject of an account. It looks only there
// for who has sent a message: the server lets nobody else send to it. The goroutines of all accounts
// take turns to have a request handled.
func (r *run) receive(account string) nats.MsgHandler {
	limit := rate.NewLimiter(perSecond, burst)
	return func(m *nats.Msg) {
		if limit.Wait(r.ctx) != nil {
			return
		}
		if q, ok := parse(m.Data); ok {
			r.do(func() { r.handle(request{q, account, m.Reply}) })
		}
	}
}

// parse reads a request, and reports whether it is valid.
func parse(text []byte) (q wire.Request, ok bool) {
	ok = len(text) <= wire.MostPayload && json.Unmarshal(text, &q) == nil && len(q.Results) <= wire.MostTasks
	q.Name, q.Kernel = wire.Clean(q.Name), wire.Clean(q.Kernel)
	q.Goroutines = max(0, min(q.Goroutines, 1<<16))
	return q, ok
}

// handle answers a request: at once, or when its results have been synced. Results for another count
// are dropped.
func (r *run) handle(q request) {
	r.goroutines += r.helpers.see(q.account, q.Machine, len(q.Results))
	if len(q.Results) == 0 || q.Job != r.Cut.Digest {
		r.answer(q)
		return
	}
	by := q.account + "@" + q.Name
	for _, result := range q.Results {
		r.others = append(r.others, ledger.Result{Task: result.Number, Count: result.Count, By: by, At: now()})
	}
	r.unanswered = append(r.unanswered, q)
}
