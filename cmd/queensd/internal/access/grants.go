package access

import "strings"

// Coordinator is the name of who gives out tasks and adds up results. All others are
// workers.
const Coordinator = "coordinator"

// A user is who has a key.
type user struct{ name, public string }

// hostAccount has the streams. Nobody but the process of the server is in it.
const hostAccount = "queens"

// In a user's account the subjects of JetStream's API belong to the server, which says
// there that the account has no streams. So those of the host have another prefix.
const (
	serverAPI = "$JS.API."
	apiPrefix = "queens.api."
)

// A grant is a subject of the host account that a user may send to.
type grant struct {
	subject string
	// streamed says that there may be more than one answer.
	streamed bool
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
// A worker takes tasks, tells what became of them, stores results and reports under its
// own name, reads those, and announces itself. It can still lie: about a count, about
// the host it is on, and by acknowledging a task that it or another worker has not
// counted. Only counting again finds the first; the last only costs time, because a
// coordinator queues again what has no result. Workers with the same key are one worker.
//
// A coordinator queues tasks, reads everything and takes back what it does not believe.
// It adds up the total, so that its key is to be kept by whom the total is for.
func (u user) grants() []grant {
	if u.name == Coordinator {
		return coordinatorGrants()
	}
	return workerGrants(u.name)
}

func coordinatorGrants() []grant {
	return []grant{
		{subject: serverAPI + "STREAM.INFO.queens-jobs"},
		{subject: serverAPI + "STREAM.INFO.queens-tasks"},
		{subject: serverAPI + "STREAM.INFO.queens-results"},
		{subject: serverAPI + "STREAM.INFO.queens-workers"},
		{subject: serverAPI + "DIRECT.GET.queens-jobs", streamed: true},
		{subject: serverAPI + "DIRECT.GET.queens-tasks", streamed: true},
		{subject: serverAPI + "DIRECT.GET.queens-results", streamed: true},
		{subject: serverAPI + "DIRECT.GET.queens-workers", streamed: true},
		{subject: serverAPI + "DIRECT.GET.queens-results.queens.result.*.*." + Coordinator},
		{subject: serverAPI + "STREAM.PURGE.queens-tasks"},
		{subject: serverAPI + "STREAM.PURGE.queens-results"},
		{subject: serverAPI + "STREAM.MSG.DELETE.queens-results"},
		{subject: serverAPI + "CONSUMER.CREATE.queens-tasks.*.queens.task.*.*"},
		{subject: serverAPI + "CONSUMER.DELETE.queens-tasks.*"},
		{subject: serverAPI + "CONSUMER.INFO.queens-tasks.*"},
		{subject: serverAPI + "CONSUMER.LIST.queens-tasks"},
		{subject: serverAPI + "CONSUMER.NAMES.queens-tasks"},
		{subject: serverAPI + "CONSUMER.MSG.NEXT.queens-tasks.*", streamed: true},
		{subject: "$JS.ACK.queens-tasks.>"},
		{subject: "queens.job.*"},
		{subject: "queens.task.*.*"},
		{subject: "queens.result.*.*.*"},
		{subject: "queens.report.*.*.*"},
		{subject: "queens.withdraw.*.*.*"},
		{subject: "queens.worker." + Coordinator + ".*"},
	}
}

func workerGrants(name string) []grant {
	return []grant{
		{subject: serverAPI + "STREAM.INFO.queens-tasks"},
		{subject: serverAPI + "CONSUMER.NAMES.queens-tasks"},
		{subject: serverAPI + "CONSUMER.INFO.queens-tasks.*"},
		{subject: serverAPI + "CONSUMER.MSG.NEXT.queens-tasks.*", streamed: true},
		{subject: "$JS.ACK.queens-tasks.>"},
		{subject: "queens.result.*.*." + name},
		{subject: serverAPI + "DIRECT.GET.queens-results.queens.result.*.*." + name},
		{subject: "queens.report.*.*." + name},
		{subject: "queens.worker." + name + ".*"},
	}
}
