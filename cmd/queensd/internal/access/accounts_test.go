package access

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// TestDiskIsBounded stores as much as a worker may.
func TestDiskIsBounded(t *testing.T) {
	h := newHouse(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	alice := h.clients["alice"]
	if err := alice.conn.Flush(); err != nil { // the server tells an account's limit after the first PONG
		t.Fatal(err)
	}
	if got := alice.conn.MaxPayload(); got != userPayload {
		t.Errorf("a message may have %d bytes, want %d", got, userPayload)
	}
	if _, err := alice.js.Publish(ctx, "queens.result.j1.big.alice", make([]byte, 2<<10)); err == nil {
		t.Error("stored a result of 2 KiB")
	}
	stored := 0
	var err error
	for ; err == nil; stored++ {
		_, err = alice.js.Publish(ctx, fmt.Sprintf("queens.result.j1.%d.alice", stored), make([]byte, 1000))
	}
	var api *jetstream.APIError
	if !errors.As(err, &api) || !strings.Contains(api.Description, "maximum bytes exceeded") || stored > 70 {
		t.Errorf("after %d results: %v", stored, err)
	}
	for i := range 50 {
		if _, err := alice.js.Publish(ctx, fmt.Sprintf("queens.worker.alice.%d", i), make([]byte, 900)); err != nil {
			t.Fatal(err)
		}
	}
	for info := range h.host.ListStreams(ctx).Info() {
		if info.State.Bytes > uint64(info.Config.MaxBytes) {
			t.Errorf("%s has %d bytes, want at most %d", info.Config.Name, info.State.Bytes, info.Config.MaxBytes)
		}
	}
	// There is a limit for the program itself too.
	if _, err := h.host.CreateStream(ctx, jetstream.StreamConfig{Name: "fifth"}); err == nil {
		t.Error("the account has a fifth stream")
	}
	info, err := h.host.AccountInfo(ctx)
	if err != nil {
		t.Fatal(err)
	}
	want := jetstream.AccountLimits{MaxMemory: 64 << 20, MaxStore: 32 << 30, MaxStreams: 4, MaxConsumers: 4096, MaxAckPending: -1, MemoryMaxStreamBytes: -1, StoreMaxStreamBytes: -1}
	if info.Limits != want {
		t.Errorf("limits %+v, want %+v", info.Limits, want)
	}
	if got := h.clients["coordinator"].conn.MaxPayload(); got != 256<<10 {
		t.Errorf("a coordinator's message may have %d bytes, want %d", got, 256<<10)
	}
	if got := h.options.MaxConn; got != 4096 {
		t.Errorf("%d connections, want 4096", got)
	}
}

// TestKeyIsBounded opens more connections and subscriptions than a key may have.
func TestKeyIsBounded(t *testing.T) {
	h := newHouse(t)
	alice := h.clients["alice"]
	for range testConnections - 1 {
		h.join(t, alice.Client)
	}
	conn, err := nats.Connect(h.server.ClientURL(), alice.Options()...)
	if err == nil {
		conn.Close()
	}
	if !errors.Is(err, nats.ErrMaxAccountConnectionsExceeded) {
		t.Errorf("one more connection: %v", err)
	}
	h.join(t, h.clients["bob"].Client)
	for i := range subscriptions + 1 {
		if _, err := alice.conn.SubscribeSync(fmt.Sprintf("_INBOX.%d", i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := alice.refusal(t); !errors.Is(err, nats.ErrMaxSubscriptionsExceeded) {
		t.Errorf("got %v", err)
	}
}

// TestStrangers tries to connect without a key of the server.
func TestStrangers(t *testing.T) {
	h := newHouse(t)
	stranger, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	public := func(pair nkeys.KeyPair) string {
		key, err := pair.PublicKey()
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	users, err := readUsers(h.dir)
	if err != nil {
		t.Fatal(err)
	}
	for what, options := range map[string][]nats.Option{
		"nobody":            nil,
		"a password":        {nats.UserInfo("coordinator", "coordinator")},
		"a public key":      {nats.UserInfo(users[0].name, users[0].public)},
		"a token":           {nats.Token(users[0].public)},
		"a stranger":        {nats.Nkey(public(stranger), stranger.Sign)},
		"a false signature": {nats.Nkey(users[0].public, stranger.Sign)},
		"an old signature": {nats.Nkey(users[0].public, func([]byte) ([]byte, error) {
			c, err := ReadClient(filepath.Join(h.dir, "coordinator.key"))
			if err != nil {
				return nil, err
			}
			return c.pair.Sign(bytes.Repeat([]byte("n"), 11))
		})},
	} {
		conn, err := nats.Connect(h.server.ClientURL(), options...)
		if err == nil {
			conn.Close()
		}
		if !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("%s: got %v", what, err)
		}
	}
}
