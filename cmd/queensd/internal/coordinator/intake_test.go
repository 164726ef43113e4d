package coordinator

import (
	"strings"
	"testing"
	"unicode"

	"example.com/queens/cmd/queensd/internal/wire"
	"github.com/nats-io/nats.go"
)

// TestAccountOf reads the account from subjects, and from nothing else.
func TestAccountOf(t *testing.T) {
	for subject, want := range map[string]string{
		"queensd.from.eve.ask": "eve", "queensd.from.eve.result": "eve", "queensd.from.e-v_E9.ask": "e-v_E9",
		"queensd.from.eve.status": "", "queensd.from.eve.ask.x": "", "queensd.from.eve": "", "queensd.from..ask": "", "queensd.from.*.ask": "",
		"queensd.from.>": "", "queensd.to.eve.ask": "", "x.from.eve.ask": "", "": "", "queensd.from.e ve.ask": "", "queensd.from.coordinator.ask": "",
		"queensd.from." + strings.Repeat("x", 33) + ".ask": "",
	} {
		account, asks, ok := accountOf(subject)
		if ok != (want != "") || ok && account != want || ok && asks != strings.HasSuffix(subject, ".ask") {
			t.Errorf("%q: %q, %t, %t", subject, account, asks, ok)
		}
	}
}

// TestMayAnswer has subjects to which a worker may ask to be answered, and others.
func TestMayAnswer(t *testing.T) {
	for subject, want := range map[string]bool{
		"queensd.to.eve.x": true, "queensd.to.eve.x.y": true, "queensd.to.eve": false, "queensd.to.eve.end": false, "queensd.to.eve.x.y.z": false, "queensd.to.evelyn.x": false, "queensd.to.alice.x": false,
		"queensd.from.alice.result": false, "queensd.status": false, "": false, ">": false, "queensd.to.*.x": false, "queensd.to.eve.*": false, "queensd.to.eve.x.>": false, "queensd.to.eve..end": false, "queensd.to.eve.end ": false, "queensd.to.eve." + strings.Repeat("x", 200): false,
	} {
		if got := wire.MayAnswer("eve", subject); got != want {
			t.Errorf("%q: %t", subject, got)
		}
	}
}

// FuzzParse reads what workers may send. What they say of themselves is clean.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		`{"machine":"m","kernel":"k","goroutines":3,"want":5}`, `{"machine":"\r\u001b[2K<b>","job":"x","results":[{"task":1,"count":18446744073709551615}]}`,
		`{"want":-1}`, `[`, `null`, `{"results":[{"task":1e9}]}`, `{"goroutines":9223372036854775807}`,
	} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, asks bool) {
		r, ok := parse("eve", asks, &nats.Msg{Data: []byte(text), Header: nats.Header{"Nats-Subject": {"queensd.from.alice.result"}}})
		if !ok {
			return
		}
		if r.account != "eve" || asks != (r.ask != nil) || asks == (r.results != nil) {
			t.Fatalf("%+v", r)
		}
		var m wire.Machine
		if asks {
			m = r.ask.Machine
			if r.ask.Want < 1 {
				t.Errorf("wants %d", r.ask.Want)
			}
		} else if m = r.results.Machine; len(r.results.Results) > wire.MostResults {
			t.Errorf("%d results", len(r.results.Results))
		}
		for _, text := range []string{m.Name, m.Kernel} {
			if len(text) > 40 || strings.ContainsFunc(text, func(r rune) bool {
				return r > unicode.MaxASCII || !unicode.IsPrint(r) || strings.ContainsRune("<>&\"' @", r)
			}) {
				t.Errorf("%q", text)
			}
		}
		if m.Goroutines < 0 || m.Goroutines > 1<<16 {
			t.Errorf("%d goroutines", m.Goroutines)
		}
	})
}
