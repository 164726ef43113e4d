package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// storeResults stores many results, and returns the number of those that were new. The
// server syncs them together, which on most disks is hundreds of times as fast as one by
// one.
func (q *Queue) storeResults(ctx context.Context, results iter.Seq[message]) (added int, err error) {
	var batch []message
	for m := range results {
		if batch = append(batch, m); len(batch) == atomSize {
			n, err := q.storeBatch(ctx, batch)
			if added += n; err != nil {
				return added, err
			}
			batch = batch[:0]
		}
	}
	n, err := q.storeBatch(ctx, batch)
	return added + n, err
}

// atomSize is the number of messages stored at once. The server allows up to a thousand.
const atomSize = 500

func (q *Queue) storeBatch(ctx context.Context, batch []message) (added int, err error) {
	var refused *jetstream.APIError
	err = q.retry(ctx, "cannot store results", func(ctx context.Context) error {
		err := q.storeAtomically(ctx, batch)
		if errors.As(err, &refused) {
			return nil
		}
		return err
	})
	if err == nil && refused != nil { // some of them exist
		return q.store(ctx, batch)
	}
	return len(batch), err
}

// storeAtomically stores all of the messages or none.
func (q *Queue) storeAtomically(ctx context.Context, batch []message) error {
	inbox := q.conn.NewRespInbox()
	id := inbox[len(inbox)-20:] // unique
	var last *nats.Msg
	for i, m := range batch {
		msg := nats.NewMsg(m.subject)
		msg.Data = m.data
		msg.Header.Set("Nats-Batch-Id", id)
		msg.Header.Set("Nats-Batch-Sequence", strconv.Itoa(i+1))
		if i == len(batch)-1 {
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
	case ack.Count != len(batch):
		return fmt.Errorf("the server has stored %d of %d results", ack.Count, len(batch))
	}
	return nil
}

// window is the number of messages published before their acknowledgements are awaited.
const window = 256

// store stores messages one by one, and returns the number of those that were new.
func (q *Queue) store(ctx context.Context, messages []message) (added int, err error) {
	for batch := range slices.Chunk(messages, window) {
		err := q.retry(ctx, "cannot store", func(ctx context.Context) (err error) {
			var n int
			n, batch, err = q.publish(ctx, batch)
			added += n
			return err
		})
		if err != nil {
			return added, err
		}
	}
	return added, nil
}

// publish stores messages, and returns the number of those that were new, and those that
// may not be stored.
func (q *Queue) publish(ctx context.Context, messages []message) (added int, left []message, failed error) {
	acks := make([]jetstream.PubAckFuture, 0, len(messages))
	for _, m := range messages {
		ack, err := q.js.PublishAsync(m.subject, m.data)
		if err != nil {
			failed = err
			break
		}
		acks = append(acks, ack)
	}
	left = slices.Clone(messages[len(acks):])
	for i, ack := range acks {
		select {
		case <-ack.Ok():
			added++
		case err := <-ack.Err():
			if !isDuplicate(err) {
				failed = err
				left = append(left, messages[i])
			}
		case <-ctx.Done():
			return added, messages, ctx.Err()
		}
	}
	return added, left, failed
}

// put stores a message and waits until it is synced.
func (q *Queue) put(ctx context.Context, subject string, data []byte) error {
	_, err := q.js.Publish(ctx, subject, data)
	return err
}

// isDuplicate reports whether err says that the stream has a message of that subject.
func isDuplicate(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Description == "maximum messages per subject exceeded"
}

// remove deletes messages of the stream of results, given by their sequence numbers. Those
// that do not exist are skipped.
func (q *Queue) remove(ctx context.Context, seqs []uint64) error {
	for some := range slices.Chunk(seqs, window) {
		err := q.retry(ctx, "cannot remove messages", func(ctx context.Context) error { return q.requestRemoval(ctx, some) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (q *Queue) requestRemoval(ctx context.Context, seqs []uint64) error {
	inbox := q.conn.NewInbox()
	answers, err := q.conn.SubscribeSync(inbox)
	if err != nil {
		return err
	}
	defer answers.Unsubscribe()
	for _, seq := range seqs {
		request := fmt.Appendf(nil, `{"seq":%d,"no_erase":true}`, seq)
		if err := q.conn.PublishRequest(q.api("STREAM.MSG.DELETE."+wire.ResultStream), inbox, request); err != nil {
			return err
		}
	}
	for range seqs {
		msg, err := answers.NextMsgWithContext(ctx)
		if err != nil {
			return err
		}
		var answer struct {
			Error *jetstream.APIError `json:"error"`
		}
		if err := json.Unmarshal(msg.Data, &answer); err != nil {
			return err
		}
		if e := answer.Error; e != nil && !isGone(e) {
			return e
		}
	}
	return nil
}

// isGone reports whether an error says that there is no such message.
func isGone(err *jetstream.APIError) bool {
	const sequenceNotFound = 10043
	return err.ErrorCode == sequenceNotFound || strings.Contains(err.Description, "no message found") ||
		strings.Contains(err.Description, "deleted message") || strings.Contains(err.Description, "EOF")
}

// purge deletes the messages that match a filter: all, or those before a sequence number.
func (q *Queue) purge(ctx context.Context, stream, filter string, before uint64) error {
	s, err := q.js.Stream(ctx, stream)
	if err != nil {
		return err
	}
	options := []jetstream.StreamPurgeOpt{jetstream.WithPurgeSubject(filter)}
	if before > 0 {
		options = append(options, jetstream.WithPurgeSequence(before))
	}
	return s.Purge(ctx, options...)
}
