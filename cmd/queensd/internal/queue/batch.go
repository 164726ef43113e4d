package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// atomSize is how many messages are stored at once. The server takes up to a thousand.
const atomSize = 500

// postResults stores many results, and returns how many of them were not there. The
// server syncs them together, which on most disks is hundreds of times as fast as one by
// one.
func (q *Queue) postResults(ctx context.Context, posts iter.Seq[post]) (added int, err error) {
	var some []post
	for p := range posts {
		if some = append(some, p); len(some) == atomSize {
			n, err := q.postSome(ctx, some)
			if added += n; err != nil {
				return added, err
			}
			some = some[:0]
		}
	}
	n, err := q.postSome(ctx, some)
	return added + n, err
}

func (q *Queue) postSome(ctx context.Context, some []post) (added int, err error) {
	var refused *jetstream.APIError
	err = q.retry(ctx, "cannot store results", func(ctx context.Context) error {
		err := q.atomic(ctx, some)
		if errors.As(err, &refused) {
			return nil
		}
		return err
	})
	if err == nil && refused != nil { // some are there
		return q.post(ctx, some)
	}
	return len(some), err
}

// atomic stores all of the messages or none.
func (q *Queue) atomic(ctx context.Context, posts []post) error {
	batch := q.conn.NewRespInbox() // as good a name as any
	var last *nats.Msg
	for i, p := range posts {
		msg := nats.NewMsg(p.subject)
		msg.Data = p.data
		msg.Header.Set("Nats-Batch-Id", batch[len(batch)-20:])
		msg.Header.Set("Nats-Batch-Sequence", strconv.Itoa(i+1))
		if i == len(posts)-1 {
			msg.Header.Set("Nats-Batch-Commit", "1")
			last = msg
		} else if err := q.conn.PublishMsg(msg); err != nil {
			return err
		}
	}
	if last == nil {
		return nil
	}
	answer, err := q.conn.RequestMsgWithContext(ctx, last)
	if err != nil {
		return err
	}
	var ack struct {
		Error *jetstream.APIError `json:"error"`
		Count int                 `json:"count"`
	}
	switch err := json.Unmarshal(answer.Data, &ack); {
	case err != nil:
		return err
	case ack.Error != nil:
		return ack.Error
	case ack.Count != len(posts):
		return fmt.Errorf("the server has stored %d of %d results", ack.Count, len(posts))
	}
	return nil
}
