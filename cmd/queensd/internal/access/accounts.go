package access

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/nats-io/nats-server/v2/server"
)

// What clients may use of the server at most.
const (
	maxPayload     = 256 << 10 // of a message; a task has 128 KiB
	maxConnections = 4096

	userPayload   = 8 << 10 // of a worker's message
	subscriptions = 4096    // of a connection; a worker has two a core
	authTimeout   = 20      // seconds to show a key; a busy machine takes some

	// Of all streams together.
	maxMemory    = 64 << 20
	maxDisk      = 32 << 30
	maxStreams   = 4
	maxConsumers = 4096 // one a job, and one a reader
)

// Configure lets those with a key use a server, and nobody else, not even on the same
// computer: its other users can reach a loopback address too.
func (k *Keys) Configure(o *server.Options) error {
	accounts, err := k.accounts()
	if err != nil {
		return err
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text) // the server's own language has JSON in it
	e.SetEscapeHTML(false)
	if err := e.Encode(map[string]any{"accounts": accounts}); err != nil {
		return err
	}
	if err := o.ProcessConfigString(text.String()); err != nil {
		return fmt.Errorf("cannot set up the accounts: %w", err)
	}
	o.MaxPayload = maxPayload
	o.MaxConn = maxConnections
	o.MaxSubs = subscriptions
	o.AuthTimeout = authTimeout
	return nil
}

// An account is the server's configuration of one.
type account struct {
	JetStream map[string]int64 `json:"jetstream,omitempty"`
	Limits    map[string]int64 `json:"limits,omitempty"`
	Users     []login          `json:"users"`
	Exports   []export         `json:"exports,omitempty"`
	Imports   []imported       `json:"imports,omitempty"`
}

type login struct {
	Key         string       `json:"nkey"`
	Permissions *permissions `json:"permissions,omitempty"` // all, if there are none
}

type permissions struct {
	Publish   []string `json:"publish"`
	Subscribe []string `json:"subscribe"`
}

type export struct {
	Subject  string   `json:"service"`
	Answers  string   `json:"response_type"`
	Accounts []string `json:"accounts"`
}

type imported struct {
	Service source `json:"service"`
	To      string `json:"to"`
}

type source struct {
	Account string `json:"account"`
	Subject string `json:"subject"`
}

// accounts returns the host's account and one for each user.
func (k *Keys) accounts() (map[string]*account, error) {
	public, err := k.host.PublicKey()
	if err != nil {
		return nil, err
	}
	host := &account{
		JetStream: map[string]int64{
			"max_memory":    maxMemory,
			"max_file":      maxDisk,
			"max_streams":   maxStreams,
			"max_consumers": maxConsumers,
		},
		Users: []login{{Key: public}},
	}
	accounts := map[string]*account{hostAccount: host}
	exported := map[grant]int{}
	for _, u := range k.users {
		for _, g := range u.grants() {
			i, ok := exported[g]
			if !ok {
				i = len(host.Exports)
				exported[g] = i
				host.Exports = append(host.Exports, g.export())
			}
			host.Exports[i].Accounts = append(host.Exports[i].Accounts, u.account())
		}
		accounts[u.account()] = u.ownAccount(k.connections)
	}
	return accounts, nil
}

func (g grant) export() export {
	if g.streamed {
		return export{Subject: g.subject, Answers: "stream"}
	}
	return export{Subject: g.subject, Answers: "singleton"}
}

// ownAccount returns an account that has only what u may do. What is not imported would
// reach nobody; that it is not permitted either makes the server say so.
func (u user) ownAccount(connections int) *account {
	a := &account{Limits: map[string]int64{"max_connections": int64(connections)}}
	if u.name != Coordinator {
		a.Limits["max_payload"] = userPayload
	}
	allow := permissions{Subscribe: []string{"_INBOX.>"}}
	for _, g := range u.grants() {
		allow.Publish = append(allow.Publish, g.local())
		a.Imports = append(a.Imports, imported{source{hostAccount, g.subject}, g.local()})
	}
	a.Users = []login{{u.public, &allow}}
	return a
}
