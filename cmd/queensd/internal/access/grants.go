package access

import (
	"strings"

	"example.com/queens/cmd/queensd/internal/wire"
)

// A user is somebody with a key.
type user struct{ name, public string }

// hostAccount has the streams. Only the process of the server uses it.
const hostAccount = "queens"

// In the account of a user, the server answers requests to its own prefix of JetStream's
// API, and says that the account has no streams. The API of the host account has another.
const (
	serverAPI = "$JS.API."
	apiPrefix = "queens.api."
)

// A grant is a subject of the host account to which a user may send.
type grant struct {
	subject  string
	streamed bool   // a request may have several answers
	as       string // the subject in the account of the user, unless local derives it
}

// local returns the subject in the account of the user.
func (g grant) local() string {
	if g.as != "" {
		return g.as
	}
	if call, ok := strings.CutPrefix(g.subject, serverAPI); ok {
		return apiPrefix + call
	}
	return g.subject
}

// account returns the name of u's account.
func (u user) account() string { return "queens-" + u.name }

// grants returns all that u may do.
//
// A worker takes tasks and acknowledges them, stores results and reports under its own
// name, reads its own results, and announces itself. It asks JetStream for tasks, as it
// thinks, but what it sends goes to the desk of package queue, under subjects with its name:
// so tasks that it takes and does not return cost little time. It can still lie about
// a count, which only a recount detects, and about its host. Workers with the same key count
// as one.
//
// A coordinator queues tasks, reads everything, and withdraws what it does not believe.
// As it adds up the total, its key belongs to whoever wants the total.
func (u user) grants() []grant {
	if u.name == wire.Coordinator {
		return coordinatorGrants()
	}
	return workerGrants(u.name)
}

func coordinatorGrants() []grant {
	return []grant{
		{subject: serverAPI + "STREAM.INFO." + wire.JobStream},
		{subject: serverAPI + "STREAM.INFO." + wire.TaskStream},
		{subject: serverAPI + "STREAM.INFO." + wire.ResultStream},
		{subject: serverAPI + "STREAM.INFO." + wire.WorkerStream},
		{subject: serverAPI + "DIRECT.GET." + wire.JobStream, streamed: true},
		{subject: serverAPI + "DIRECT.GET." + wire.TaskStream, streamed: true},
		{subject: serverAPI + "DIRECT.GET." + wire.ResultStream, streamed: true},
		{subject: serverAPI + "DIRECT.GET." + wire.WorkerStream, streamed: true},
		getOwnResults(wire.Coordinator),
		{subject: serverAPI + "STREAM.PURGE." + wire.TaskStream},
		{subject: serverAPI + "STREAM.PURGE." + wire.ResultStream},
		{subject: serverAPI + "STREAM.MSG.DELETE." + wire.ResultStream},
		{subject: serverAPI + "CONSUMER.CREATE." + wire.TaskStream + ".*." + wire.TaskPrefix + "*.*"},
		{subject: serverAPI + "CONSUMER.DELETE." + wire.TaskStream + ".*"},
		{subject: serverAPI + "CONSUMER.INFO." + wire.TaskStream + ".*"},
		{subject: serverAPI + "CONSUMER.LIST." + wire.TaskStream},
		{subject: serverAPI + "CONSUMER.NAMES." + wire.TaskStream},
		{subject: serverAPI + "CONSUMER.MSG.NEXT." + wire.TaskStream + ".*", streamed: true},
		{subject: "$JS.ACK." + wire.TaskStream + ".>"},
		{subject: wire.JobPrefix + "*"},
		{subject: wire.TaskPrefix + "*.*"},
		{subject: wire.ResultPrefix + "*.*.*"},
		{subject: wire.ReportPrefix + "*.*.*"},
		{subject: wire.WithdrawPrefix + "*.*.*"},
		{subject: wire.Holders},
		{subject: wire.WorkerPrefix + wire.Coordinator + ".*"},
	}
}

func workerGrants(name string) []grant {
	return []grant{
		{subject: serverAPI + "STREAM.INFO." + wire.TaskStream},
		{subject: serverAPI + "CONSUMER.NAMES." + wire.TaskStream},
		{subject: serverAPI + "CONSUMER.INFO." + wire.TaskStream + ".*"},
		{subject: wire.DeskPrefix + name + ".next.*", as: apiPrefix + "CONSUMER.MSG.NEXT." + wire.TaskStream + ".*"},
		{subject: wire.DeskPrefix + name + ".ack.>", as: "$JS.ACK." + wire.TaskStream + ".>"},
		{subject: wire.ResultPrefix + "*.*." + name},
		getOwnResults(name),
		{subject: wire.ReportPrefix + "*.*." + name},
		{subject: wire.WorkerPrefix + name + ".*"},
	}
}

func getOwnResults(name string) grant {
	return grant{subject: serverAPI + "DIRECT.GET." + wire.ResultStream + "." + wire.ResultPrefix + "*.*." + name}
}
