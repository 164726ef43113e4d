package queue

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// someRecords returns a job and its results.
func someRecords(t testing.TB) []Record {
	t.Helper()
	job := Job{N: 8, Given: "b4", Tasks: 3}
	s, err := job.solver()
	if err != nil {
		t.Fatal(err)
	}
	plan, err := NewPlan(t.Context(), job, s)
	if err != nil {
		t.Fatal(err)
	}
	records := []Record{{Job: &plan.Job}}
	for _, task := range plan.tasks {
		count, err := task.Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		r := newResult(task, count)
		records = append(records, Record{Result: &r})
	}
	return records
}

func TestLedger(t *testing.T) {
	dir := t.TempDir()
	if records, damage, err := ReadLedger(dir); len(records)+len(damage) > 0 || err != nil {
		t.Fatalf("there is none, but it has %v, %v, %v", records, damage, err)
	}
	records := someRecords(t)
	for run := range 2 {
		l, damage, err := OpenLedger(dir)
		if err != nil || len(damage) > 0 {
			t.Fatal(damage, err)
		}
		want := (1 - run) * len(records)
		if added, err := l.Add(records...); added != want || err != nil {
			t.Errorf("run %d: %d added, want %d, %v", run, added, want, err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		got, damage, err := ReadLedger(dir)
		if err != nil || len(damage) > 0 {
			t.Fatal(damage, err)
		}
		for i := range got {
			if got[i].Result != nil {
				if got[i].Time == nil || time.Since(*got[i].Time) > time.Minute {
					t.Errorf("record %d has time %v", i, got[i].Time)
				}
				got[i].Time = nil
			}
		}
		if diff := cmp.Diff(records, got); diff != "" {
			t.Errorf("run %d: %s", run, diff)
		}
	}
}

func TestLedgerDamage(t *testing.T) {
	records := someRecords(t)
	whole := records[1].Line()
	damages := map[string]string{
		"cut off":          string(whole[:len(whole)-1]),
		"checksum":         strings.Replace(string(whole), `"count":`, `"count":1`, 1),
		"id":               strings.Replace(string(whole), "placed=", "placed=a", 1),
		"unknown field":    "{\"x\":1}\n",
		"neither a job":    "{}\n",
		"both a job":       `{"job":{"n":1,"tasks":1,"digest":""},` + string(whole[1:]),
		"not the JSON":     "garbage\n",
		"more than one":    "{} {}\n",
		"out of range":     `{"job":{"n":65,"tasks":1,"digest":""}}` + "\n",
		"cannot unmarshal": `{"id":"a","task":["b"],"count":-1,"checksum":"c"}` + "\n",
	}
	for what, line := range damages {
		dir := t.TempDir()
		path := filepath.Join(dir, LedgerName)
		text := string(records[0].Line()) + string(records[2].Line()) + line
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		l, damage, err := OpenLedger(dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(damage) != 1 || damage[0].Line != 3 || !strings.Contains(damage[0].Err.Error(), what) {
			t.Errorf("%s: damage %v", what, damage)
		}
		if added, err := l.Add(records...); added != len(records)-2 || err != nil {
			t.Errorf("%s: %d added, %v", what, added, err)
		}
		l.Close()
		if got, damage, err := ReadLedger(dir); len(got) != len(records) || len(damage) > 0 || err != nil {
			t.Errorf("%s: then it has %d records, %v, %v", what, len(got), damage, err)
		}
		if files, err := os.ReadDir(dir); len(files) != 1 || err != nil {
			t.Errorf("%s: files %v, %v", what, files, err)
		}
	}
}

func TestLedgerConflict(t *testing.T) {
	dir := t.TempDir()
	records := someRecords(t)
	l, _, err := OpenLedger(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Add(records...); err != nil {
		t.Fatal(err)
	}
	r := records[1].Result
	other := Result{ID: r.ID, Task: r.Task, Count: r.Count + 1, Checksum: checksum(r.ID, r.Count+1)}
	_, err = l.Add(Record{Result: &other})
	if conflict, ok := errors.AsType[*ConflictError](err); !ok || *conflict != (ConflictError{r.ID, r.Count, r.Count + 1}) {
		t.Errorf("got %v", err)
	}
	l.Close()
	f, err := os.OpenFile(filepath.Join(dir, LedgerName), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.Write(Record{Result: &other}.Line())
	f.Close()
	if _, _, err := OpenLedger(dir); err == nil || !strings.Contains(err.Error(), "counted as") {
		t.Errorf("opened with %v", err)
	}
}

// TestLedgerCannotWrite has things in the way of the file.
func TestLedgerCannotWrite(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, LedgerName), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, _, err := OpenLedger(dir); err == nil {
		t.Error("a directory is a ledger")
	}
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip(err)
	}
	dir = t.TempDir()
	if err := os.Symlink("/dev/full", filepath.Join(dir, LedgerName)); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(filepath.Join(dir, LedgerName), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	l := &Ledger{file: file, jobs: map[string]Job{}, results: map[string]Result{}}
	defer l.Close()
	if added, err := l.Add(someRecords(t)...); added != 0 || err == nil {
		t.Errorf("%d added, %v", added, err)
	}
}

func TestVerify(t *testing.T) {
	for _, r := range someRecords(t) {
		if err := r.Verify(); err != nil {
			t.Error(err)
		}
	}
	lines := []string{"no task"}
	id := taskID(lines)
	r := Record{Result: &Result{ID: id, Task: lines, Count: 3, Checksum: checksum(id, 3)}}
	if read, err := parseRecord(r.Line()); err != nil || read.Verify() == nil {
		t.Errorf("%v, and it is verified", err)
	}
}

func FuzzReadRecords(f *testing.F) {
	var text []byte
	for _, r := range someRecords(f) {
		text = append(text, r.Line()...)
	}
	f.Add(text)
	f.Add([]byte("{}\n{\"job\":{\"n\":4,\"tasks\":1,\"digest\":\"\"}}\n\n{\"id\":\"\"}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		records, damage, err := ReadRecords(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if lines := bytes.Count(text, []byte("\n")); len(records)+len(damage) < lines || len(records)+len(damage) > lines+1 {
			t.Fatalf("%d lines are %d records and %d damages", lines, len(records), len(damage))
		}
		for _, r := range records {
			again, err := parseRecord(r.Line())
			if err != nil {
				t.Fatalf("%s: %v", r.Line(), err)
			}
			if !bytes.Equal(again.Line(), r.Line()) {
				t.Fatalf("%s is read as %s", r.Line(), again.Line())
			}
		}
	})
}

func TestStatus(t *testing.T) {
	now := time.Now()
	records := someRecords(t)
	job := records[0].Job
	other := Job{N: 4}
	cutOther, _ := cut(t, other)
	records = append(records, Record{Job: &cutOther})
	var want uint64
	for i, r := range records {
		if r.Result != nil {
			want += r.Count
			at := now.Add(time.Duration(-10*i) * time.Second)
			r.Time = &at
		}
	}
	got, err := Status(t.Context(), records, now)
	if err != nil || len(got) != 2 || got[0].Board != "n=4" || got[1].Board != job.Board() {
		t.Fatalf("got %+v, %v", got, err)
	}
	if s := got[0]; s.Done != 0 || s.Total == 0 || s.Rate != 0 || s.Left != 0 {
		t.Errorf("got %+v", s)
	}
	if s := got[1]; s.Progress() != (Progress{3, 3, want}) || fmt.Sprintf("%.2f", s.Rate) != "0.07" || s.Left != 0 {
		t.Errorf("got %+v, want %d solutions", s, want)
	}
	if got, _ := Status(t.Context(), records, now.Add(time.Hour)); got[1].Rate != 0 {
		t.Errorf("rate %v an hour later", got[1].Rate)
	}
	got, err = Status(t.Context(), records[:3], now)
	if s := got[0]; err != nil || s.Done != 2 || s.Left <= 0 {
		t.Errorf("got %+v, %v", s, err)
	}
	job.Digest = "other"
	if _, err := Status(t.Context(), records, now); err == nil {
		t.Error("a job cut otherwise has a state")
	}
}
