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
	streamed bool // a request may have several answers
}

// local returns the subject in the account of the user.
func (g grant) local() string {
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
// name, reads its own results, and announces itself. It can still lie: about a count,
// about its host, and by acknowledging a task that it has not counted, or that another
// worker has. Only a recount detects the first; the last only costs time, because the
// coordinator queues tasks without a result again. Workers with the same key count as one.
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
		{subject: wire.WorkerPrefix + wire.Coordinator + ".*"},
	}
}

func workerGrants(name string) []grant {
	return []grant{
		{subject: serverAPI + "STREAM.INFO." + wire.TaskStream},
		{subject: serverAPI + "CONSUMER.NAMES." + wire.TaskStream},
		{subject: serverAPI + "CONSUMER.INFO." + wire.TaskStream + ".*"},
		{subject: serverAPI + "CONSUMER.MSG.NEXT." + wire.TaskStream + ".*", streamed: true},
		{subject: "$JS.ACK." + wire.TaskStream + ".>"},
		{subject: wire.ResultPrefix + "*.*." + name},
		getOwnResults(name),
		{subject: wire.ReportPrefix + "*.*." + name},
		{subject: wire.WorkerPrefix + name + ".*"},
	}
}

func getOwnResults(name string) grant {
	return grant{subject: serverAPI + "DIRECT.GET." + wire.ResultStream + "." + wire.ResultPrefix + "*.*." + name}
}
