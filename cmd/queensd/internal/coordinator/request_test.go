package coordinator

import (
	"strings"
	"testing"
	"unicode"

	"example.com/queens/cmd/queensd/internal/wire"
)

// TestMayAnswer has subjects to which a worker may ask to be answered, and others.
func TestMayAnswer(t *testing.T) {
	for subject, want := range map[string]bool{
		"queensd.to.eve.x": true, "queensd.to.eve.x.y": true, "queensd.to.eve": false, "queensd.to.eve.end": false, "queensd.to.eve.x.y.z": false, "queensd.to.evelyn.x": false, "queensd.to.alice.x": false,
		"queensd.from.alice": false, "queensd.status": false, "": false, ">": false, "queensd.to.*.x": false, "queensd.to.eve.*": false, "queensd.to.eve.x.>": false, "queensd.to.eve..end": false, "queensd.to.eve.end ": false, "queensd.to.eve." + strings.Repeat("x", 200): false,
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
		`{"want":-1}`, `[`, `{`, `[]`, `{"job":7}`, "\x00", `{"results":[{"task":1,"count":-1}]}`, `{"results":[{"task":1,"count":18446744073709551616}]}`, `null`, `{"results":[{"task":1e9}]}`, `{"goroutines":9223372036854775807}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		q, ok := parse(text)
		if !ok {
			return
		}
		if len(q.Results) > wire.MostTasks {
			t.Errorf("%d results", len(q.Results))
		}
		for _, text := range []string{q.Name, q.Kernel} {
			if len(text) > 40 || strings.ContainsFunc(text, func(r rune) bool {
				return r > unicode.MaxASCII || !unicode.IsPrint(r) || strings.ContainsRune("<>&\"' @", r)
			}) {
				t.Errorf("%q", text)
			}
		}
		if q.Goroutines < 0 || q.Goroutines > 1<<16 {
			t.Errorf("%d goroutines", q.Goroutines)
		}
	})
}
