package access

import (
	_ "embed"
	"strings"
	"text/template"

	"example.com/queens/cmd/queensd/internal/wire"
)

const (
	// Connections is how many connections a key may have at a time.
	Connections = 64
	// subscriptions is how many subscriptions a connection may have. A worker has two. A server that reads
	// its configuration again cuts off whoever has as many as allowed.
	subscriptions = 3
)

var (
	//go:embed accounts.conf
	accountsText string

	accountsTemplate = template.Must(template.New("accounts").Funcs(template.FuncMap{
		"subject": wire.Subject, "inbox": wire.Inbox,
	}).Parse(accountsText))
)

// ServerConfig returns the accounts for keys, in the configuration language of NATS servers. Each
// worker's key has an account of its own. Nothing passes between accounts but what they export and
// import:
//
//	queensd.from.NAME    from the account NAME to the count, and
//	queensd.to.NAME.>    from the count to the account NAME.
//
// This alone decides which key may send to which subject: the count takes the account of a
// message from its subject.
func ServerConfig(keys []Key) string {
	accounts := struct {
		Count                               string // the count's public key
		Workers                             []Key
		Connections, Subscriptions, Payload int
	}{Connections: Connections, Subscriptions: subscriptions, Payload: wire.MostPayload}
	for _, k := range keys {
		if k.Name == wire.Coordinator {
			accounts.Count = k.Public
		} else {
			accounts.Workers = append(accounts.Workers, k)
		}
	}
	var text strings.Builder
	if err := accountsTemplate.Execute(&text, accounts); err != nil {
		panic(err) // the template is ours, and a Builder never fails
	}
	return text.String()
}
