package access

import (
	"encoding/json"
	"fmt"
	"strings"

	"example.com/queens/cmd/queensd/internal/wire"
)

const (
	// Connections is how many connections a key may have at a time.
	Connections = 64
	// subscriptions is how many subscriptions a connection may have; a worker has two.
	subscriptions = 4
)

// hostAccount is the account of the count.
const hostAccount = "queensd"

// ServerConfig returns the accounts of the keys of a directory for a NATS server, in its configuration
// language. Each worker's key has an account of its own, in which the server carries nothing but what is imported
// and exported:
//
//	queensd.from.NAME.ask and .result    from the account NAME to the count, and
//	queensd.to.NAME.>                    from the count to the account NAME.
//
// This alone decides which key may send to which subject: the count takes the account of a
// message from its subject.
func ServerConfig(dir string) (string, error) {
	keys, err := openKeys(dir)
	if err != nil {
		return "", fmt.Errorf("cannot open the keys: %w", err)
	}
	type m = map[string]any
	var users, exports, imports []m // of the count
	accounts := m{}
	for _, u := range keys {
		if u.name == wire.Coordinator {
			users = append(users, m{"nkey": u.public})
			continue
		}
		ask, result, inbox := wire.AskSubject(u.name), wire.ResultSubject(u.name), wire.Inbox(u.name)+".>"
		name := hostAccount + "-" + u.name
		accounts[name] = m{
			"limits": m{
				"max_connections":   Connections,
				"max_subscriptions": Connections * subscriptions,
				"max_payload":       wire.MostPayload,
			},
			"users":   []m{{"nkey": u.public, "permissions": m{"publish": []string{ask, result}, "subscribe": []string{inbox}}}},
			"exports": []m{exported(ask, hostAccount), exported(result, hostAccount)},
			"imports": []m{imported(inbox, hostAccount)},
		}
		exports = append(exports, exported(inbox, name))
		imports = append(imports, imported(ask, name), imported(result, name))
	}
	accounts[hostAccount] = m{"users": users, "exports": exports, "imports": imports}
	var text strings.Builder
	e := json.NewEncoder(&text) // JSON is part of that language
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err = e.Encode(m{"accounts": accounts})
	return text.String(), err
}

func exported(subject, to string) map[string]any {
	return map[string]any{"stream": subject, "accounts": []string{to}}
}

func imported(subject, from string) map[string]any {
	return map[string]any{"stream": map[string]any{"account": from, "subject": subject}}
}
