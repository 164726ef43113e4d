package access

import (
	"bytes"
	"encoding/json"
	"fmt"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats-server/v2/server"
)

// Limits of what clients may use of the server.
const (
	maxPayload     = 256 << 10 // of a message; a task has 128 KiB
	maxConnections = 4096

	userPayload   = 8 << 10 // of a worker's message
	subscriptions = 4096    // of a connection; a worker has two for each goroutine
	authTimeout   = 5       // seconds to present a key; until then a stranger takes the place of others

	// Of all streams together.
	maxMemory    = 64 << 20
	maxDisk      = 32 << 30
	maxStreams   = 4
	maxConsumers = 4096 // one for each job
)

// Configure lets only those with a key use a server, even on the same computer: its other
// users can reach a loopback address too.
func (k *Keys) Configure(o *server.Options) error {
	accounts, err := k.accounts()
	if err != nil {
		return err
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text) // which the server's configuration language includes
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

// An account is the configuration of an account on the server.
type account struct {
	JetStream map[string]int64 `json:"jetstream,omitempty"`
	Limits    map[string]int64 `json:"limits,omitempty"`
	Users     []login          `json:"users"`
	Exports   []export         `json:"exports,omitempty"`
	Imports   []imported       `json:"imports,omitempty"`
}

type login struct {
	Key         string       `json:"nkey"`
	Permissions *permissions `json:"permissions,omitempty"` // nil permits everything
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

// ownAccount returns an account for u alone, with all that u may do. Messages to subjects
// that are not imported would reach nobody; because they are not permitted either, the
// server says so.
func (u user) ownAccount(connections int) *account {
	a := &account{Limits: map[string]int64{"max_connections": int64(connections)}}
	if u.name != wire.Coordinator {
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
