// Package queue spreads a count over computers. The tasks are in a stream of NATS
// JetStream, from which workers take them; the results are in another, where the
// coordinator finds them.
//
// What makes the total right, whatever dies and whenever, and what keeps liars from it:
//
//   - A task is in the queue at most once, by its subject.
//   - A result is written once, under the number of its task and the account that counted
//     it; the server sees to both. A second result, of another account, is compared.
//   - A worker acknowledges a task after its result is stored. So each task is in the
//     queue or has a result, except those that the coordinator finds missing and queues
//     again.
//   - The coordinator adds up the results of the tasks that it expects, and no others.
//   - It recounts some of them, drawn at random after all have come. What that is worth
//     stands, with its proof, in coordinator_audit.go.
//
// What keeps those from stopping a count who take tasks and do not return them stands in
// desk_credit.go. That is a part of the server.
package queue

import (
	"cmp"
	"os"
	"regexp"
	"strings"
	"time"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Queue is a connection to the queue of a server or cluster.
type Queue struct {
	conn    *nats.Conn
	js      jetstream.JetStream
	options Options
}

// Options say how a queue is created and used. The zero values are defaults.
type Options struct {
	// Account is the name by which the server knows this client.
	Account string
	// AckWait is how long a worker may be silent before another gets its task: 30 seconds
	// by default.
	AckWait time.Duration
	// Patience is how long to try again if the server does not answer, or cannot do what
	// it is asked: 30 seconds by default.
	Patience time.Duration
	// Desk says that the server has a desk, which can be asked for accounts.
	Desk bool
	// Warn is called with errors that do not end what is being done, unless it is nil.
	Warn func(error)
}

// New returns a queue on a server. It does not ask the server anything yet.
func New(js jetstream.JetStream, options Options) (*Queue, error) {
	if options.Account == "" {
		options.Account = "anonymous"
	}
	if err := wire.CheckAccount(options.Account); err != nil {
		return nil, err
	}
	setDefault(&options.AckWait, 30*time.Second)
	setDefault(&options.Patience, 30*time.Second)
	if options.Warn == nil {
		options.Warn = func(error) {}
	}
	return &Queue{conn: js.Conn(), js: js, options: options}, nil
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// direct returns the subject to request messages of a stream from, without a consumer.
func (q *Queue) direct(stream string) string { return q.api("DIRECT.GET." + stream) }

// api returns the subject of a call of JetStream's API.
func (q *Queue) api(call string) string {
	prefix := cmp.Or(q.js.Options().APIPrefix, jetstream.DefaultAPIPrefix)
	return strings.TrimSuffix(prefix, ".") + "." + call
}

// Account returns the name by which the server knows this client.
func (q *Queue) Account() string { return q.options.Account }

// by returns ACCOUNT@HOST, which stands on results that are counted here.
func (q *Queue) by() string { return q.options.Account + "@" + Hostname() }

var unusual = regexp.MustCompile(`[^A-Za-z0-9._-]`)

// Hostname returns the name of this computer, in letters, digits, dots, - and _.
func Hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	name = unusual.ReplaceAllString(name, "_")
	return name[:min(len(name), 64)]
}

// Close closes the connection.
func (q *Queue) Close() { q.conn.Close() }
