package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/queens"
	"example.com/queens/cmd/internal/ledger"
	"example.com/queens/internal/find"
	"example.com/queens/internal/testkit"
)

// TestFirst compares with solve.
func TestFirst(t *testing.T) {
	for _, board := range []string{"8 --blocked a1", "9 --given c4", "7 --torus --blocked a1"} {
		solved := queensRun(t.Context(), "solve "+board+" --limit 1 --format vector")
		check(t, "first "+board, solved.stdout, "")
	}
	line := "first 3 --ledger " + filepath.Join(t.TempDir(), "none")
	for range 2 {
		check(t, line, "", "no solution\n")
	}
}

// TestFirstLarge finds the first solution of a board that is too large for others, keeps its proof,
// and proves it again.
func TestFirstLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("finds the first solution for n = 68, twice")
	}
	line := "first 68 --quiet --ledger " + filepath.Join(t.TempDir(), "ledger")
	got := mustRun(t, line)
	if !strings.HasPrefix(got, "1 3 5 2 4 9 11 ") || !testkit.Must(queens.ParsePlacement(got)).Solved() {
		t.Errorf("%q", got)
	}
	check(t, line, got, "")
	if checked := mustRun(t, line+" --check"); !strings.HasSuffix(checked, strings.TrimSpace(got)+" is a solution, and none comes before it\n") {
		t.Errorf("--check: %q", checked)
	}
	for text, want := range map[string]string{
		line + " --claims":      "--claims prints boards of up to 64 rows",
		"first 68 --blocked a1": "a board of 68 rows must be empty; --given, --blocked and --torus go up to 64",
	} {
		if got := queensRun(t.Context(), text); got.status != 2 || got.stderr != "queens: "+want+"\n" {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

const first22 = "1 3 5 2 4 10 14 17 20 13 19 22 18 8 21 12 9 6 16 7 11 15\n"

// TestFirstLedger cuts a ledger anywhere, and damages it. The same command goes on from what
// is left, and what it writes proves the answer again.
func TestFirstLedger(t *testing.T) {
	name := filepath.Join(t.TempDir(), "ledger")
	line := "first 22 --quiet --ledger " + name
	check(t, line, first22, "")
	whole := testkit.Must(os.ReadFile(name))
	proved := " is a solution, and none comes before it\n"
	if got := mustRun(t, line+" --check"); !strings.HasSuffix(got, proved) {
		t.Errorf("--check: %q", got)
	}
	lines := bytes.SplitAfter(whole, []byte("\n"))
	for cut := 0; cut < len(whole); cut += 1 + len(whole)/12 {
		write(t, name, whole[:cut])
		check(t, line, first22, "")
		if got := mustRun(t, line+" --check"); !strings.HasSuffix(got, proved) {
			t.Errorf("after %d bytes, --check: %q", cut, got)
		}
	}
	// Without one of the claims, the rows from there on are proved again.
	without := slices.Delete(slices.Clone(lines), 3, 4)
	write(t, name, bytes.Join(without, nil))
	if got := queensRun(t.Context(), line+" --check"); got.status != 1 || strings.HasSuffix(got.stdout, proved) {
		t.Errorf("--check without a claim: %+v", got)
	}
	check(t, line, first22, "")
	damaged := bytes.Replace(whole, []byte(`"columns":[`), []byte(`"columns":[1,`), 1)
	write(t, name, damaged)
	if got := queensRun(t.Context(), line); got.stdout != first22 || got.stderr != "line 2 of "+name+" is damaged and ignored\n" {
		t.Errorf("with a damaged line: %+v", got)
	}
	write(t, name, whole)
	for _, claim := range strings.Split(strings.TrimSpace(mustRun(t, line+" --claims")), "\n") {
		if got := quotedRun(t, "complete", claim); got.status != 1 {
			t.Errorf("claim %s: %+v", claim, got)
		}
	}
	for text, want := range map[string]string{
		"first 21 --ledger ":              `it is for the board "n=22", not for "n=21"`,
		"first 22 --blocked a1 --ledger ": `it is for the board "n=22", not for "n=22 blocked=a1"`,
	} {
		checkResult(t, text, result{2, "", "queens: ledger " + name + ": " + want + "\n"}, queensRun(t.Context(), text+name))
	}
	for _, text := range []string{"notes\n", "notes", `{"ledger":"queens-ledger/1"}` + "\n"} {
		write(t, name, []byte(text))
		if got := queensRun(t.Context(), line); got.status != 2 || got.stdout != "" {
			t.Errorf("%q: %+v", text, got)
		}
		if after, _ := os.ReadFile(name); string(after) != text {
			t.Errorf("%q was changed to %q", text, after)
		}
	}
}

// TestFirstLedgerFile keeps claims in files that cannot hold them, or that disappear.
func TestFirstLedgerFile(t *testing.T) {
	dir := t.TempDir()
	counted, proof := filepath.Join(dir, "counted"), filepath.Join(dir, "proof")
	mustRun(t, "count 8 --ledger "+counted)
	mustRun(t, "first 8 --ledger "+proof)
	for line, want := range map[string]string{
		"first 8 --ledger " + counted: "ledger " + counted + `: it is the ledger of a count, of "queens count"; choose another name`,
		"count 8 --ledger " + proof:   "ledger " + proof + `: it is the ledger of a proof, of "queens first"; count in another file`,
	} {
		checkResult(t, line, result{2, "", "queens: " + want + "\n"}, queensRun(t.Context(), line))
	}
	if runtime.GOOS == "windows" {
		return // where a file in use stays
	}
	problem := ledger.ProblemOf(testkit.Must(queens.New(12)))
	gone := testkit.Must(ledger.OpenProof(filepath.Join(dir, "gone"), problem))
	defer gone.Close()
	testkit.NoError(t, os.Remove(filepath.Join(dir, "gone")))
	if err := gone.Add(find.Claim{Prefix: []int{0}, Columns: []int{1}}, 0); err == nil || !strings.Contains(err.Error(), "was deleted or replaced") {
		t.Errorf("a deleted ledger: %v", err)
	}
}

// TestFirstFalseClaim checks a ledger that has a false claim with the right checksum.
func TestFirstFalseClaim(t *testing.T) {
	name := filepath.Join(t.TempDir(), "ledger")
	mustRun(t, "first 12 --ledger "+name)
	problem := ledger.ProblemOf(testkit.Must(queens.New(12)))
	proof := testkit.Must(ledger.OpenProof(name, problem))
	if _, err := ledger.OpenProof(name, problem); err == nil || !strings.HasSuffix(err.Error(), "is in use by another process") {
		t.Errorf("the ledger is open twice: %v", err)
	}
	testkit.NoError(t, proof.Add(find.Claim{Prefix: []int{0, 2}, Columns: []int{4}}, 0))
	proof.Close()
	got := queensRun(t.Context(), "first 12 --check --ledger "+name)
	if got.status != 1 || !strings.Contains(got.stdout, " is false: 1 3 5 ") {
		t.Errorf("%+v", got)
	}
}

// TestFirstInterrupted interrupts a search, which keeps what it has proved.
func TestFirstInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	name := filepath.Join(t.TempDir(), "ledger")
	cmd, stdout, stderr := start(t, "first 64 --workers 1 --ledger "+name)
	for lines := 0; lines < 3; time.Sleep(10 * time.Millisecond) {
		text, _ := os.ReadFile(name)
		lines = bytes.Count(text, []byte("\n"))
		if cmd.ProcessState != nil {
			t.Fatalf("it ended: %s", stderr)
		}
	}
	testkit.NoError(t, cmd.Process.Signal(os.Interrupt))
	cmd.Wait()
	if cmd.ProcessState.ExitCode() != 130 || stdout.Len() > 0 || !strings.Contains(stderr.String(), "the same command resumes the search") {
		t.Errorf("status %d, %q, %q", cmd.ProcessState.ExitCode(), stdout, stderr)
	}
	if got := queensRun(t.Context(), "first 64 --claims --ledger "+name); strings.Count(got.stdout, "\n") < 2 {
		t.Errorf("%+v", got)
	}
}

func write(t *testing.T, name string, text []byte) {
	t.Helper()
	testkit.NoError(t, os.WriteFile(name, text, 0o600))
}
