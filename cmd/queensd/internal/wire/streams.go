package wire

import (
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// The streams.
const (
	JobStream    = "queens-jobs"    // the head of each job's ledger; empty once the job was purged
	TaskStream   = "queens-tasks"   // tasks that wait or are under way, with a consumer for each job
	ResultStream = "queens-results" // results, reports of tasks that cannot be counted, and withdrawals
	WorkerStream = "queens-workers" // workers seen lately
)

// The longest messages, in bytes.
const (
	MaxHead   = 128 << 10 // of a job
	MaxTask   = 128 << 10 // of a task
	MaxResult = 1 << 10   // of a result, a report, or a worker
)

// seenFor is how long a worker is listed after its last announcement.
const seenFor = 35 * time.Second

// maxWorkers is the number of announcements that are kept, so that they are read fast, however
// many somebody makes up. New ones replace the oldest; workers announce themselves again.
const maxWorkers = 1000

// Streams returns the configurations of all streams, each kept by a number of servers. The
// tasks and the results may take storeBytes each.
func Streams(replicas int, storeBytes int64) []jetstream.StreamConfig {
	// Tasks can be queued again, and workers announce themselves again: to sync them would
	// only take time. A cluster knows no other way.
	unsynced := jetstream.AsyncPersistMode
	if replicas > 1 {
		unsynced = jetstream.DefaultPersistMode
	}
	return []jetstream.StreamConfig{{
		Name:              JobStream,
		Description:       "Boards being counted",
		Subjects:          []string{JobPrefix + "*"},
		MaxMsgsPerSubject: 1,
		MaxMsgSize:        MaxHead,
		MaxBytes:          64 << 20,
		AllowDirect:       true,
		Replicas:          replicas,
	}, {
		Name:        TaskStream,
		Description: "Tasks that wait or are under way",
		Subjects:    []string{TaskPrefix + "*.*"},
		Retention:   jetstream.WorkQueuePolicy,
		// No task is queued twice. Message IDs would not do for this: within their window
		// they also swallow a task that is queued again because its result is lost.
		MaxMsgsPerSubject:    1,
		Discard:              jetstream.DiscardNew,
		DiscardNewPerSubject: true,
		MaxMsgSize:           MaxTask,
		MaxBytes:             storeBytes,
		AllowDirect:          true,
		PersistMode:          unsynced,
		Replicas:             replicas,
	}, {
		Name:        ResultStream,
		Description: "Results by task and account, reports, withdrawals",
		Subjects:    []string{ResultPrefix + "*.*.*", ReportPrefix + "*.*.*", WithdrawPrefix + "*.*.*"},
		// Whatever a client sends, it cannot overwrite a message.
		MaxMsgsPerSubject:    1,
		Discard:              jetstream.DiscardNew,
		DiscardNewPerSubject: true,
		MaxMsgSize:           MaxResult,
		MaxBytes:             storeBytes,
		AllowDirect:          true,
		AllowAtomicPublish:   true, // one sync for many messages
		Replicas:             replicas,
	}, {
		Name:              WorkerStream,
		Description:       "Workers seen lately",
		Subjects:          []string{WorkerPrefix + "*.*"},
		MaxMsgsPerSubject: 1,
		MaxAge:            seenFor,
		MaxMsgSize:        MaxResult,
		MaxBytes:          8 << 20,
		MaxMsgs:           maxWorkers,
		AllowDirect:       true,
		PersistMode:       unsynced,
		Replicas:          replicas,
	}}
}
