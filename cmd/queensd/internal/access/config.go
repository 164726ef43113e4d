package access

import (
	_ "embed"
	"fmt"
	"strings"
	"text/template"

	"example.com/queens/cmd/queensd/internal/wire"
)

const (
	// Connections is how many connections a key may have at a time.
	Connections = 64
	// subscriptions is how many subscriptions a connection may have; a worker has two.
	subscriptions = 4
)

var (
	//go:embed accounts.conf
	accountsText string

	accountsTemplate = template.Must(template.New("accounts").Funcs(template.FuncMap{
		"ask": wire.AskSubject, "result": wire.ResultSubject, "inbox": wire.Inbox,
	}).Parse(accountsText))
)

// ServerConfig returns the accounts for the keys in a directory, in the configuration language of NATS
// servers. Each worker's key has an account of its own. Nothing passes between accounts but what they
// export and import:
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
	accounts := struct {
		Count                               string // the count's public key
		Workers                             []user
		Connections, Subscriptions, Payload int
	}{Connections: Connections, Subscriptions: Connections * subscriptions, Payload: wire.MostPayload}
	for _, u := range keys {
		if u.Name == wire.Coordinator {
			accounts.Count = u.Public
		} else {
			accounts.Workers = append(accounts.Workers, u)
		}
	}
	var text strings.Builder
	err = accountsTemplate.Execute(&text, accounts)
	return text.String(), err
}
