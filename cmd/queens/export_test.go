package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/queens"
	"example.com/queens/internal/testkit"
)

// exported are boards, the number of their solutions and how a command line names them.
var exported = []struct {
	board     string
	solutions int
}{
	{"1", 1}, {"3", 0}, {"4", 2}, {"8", 92}, {"8 --given b4,d5", 2}, {"8 --given b4,d5 --blocked c1", 1}, {"6 --blocked b1", 3},
	{"7 --torus", 28}, {"8 --torus", 0}, {"7 --torus --given a1 --blocked c2", 3}, {"9 --given c4", 38},
}

var exportedRegions = []struct {
	lines     string
	solutions int
}{
	{"AABB\nAABB\nCCDD\nCCDD", 2}, {"ABCD\nABCD\nABCD\nABCD", 2}, {"AAB\nABB\nCCC", 0},
	{"AAAAA\nABBBA\nABCBA\nDDDDE\nDDEEE", -1},
}

// A solver is a program that reads one of the formats.
type solver struct {
	name, format string
	args         []string // FILE is the exported file, OUT one for the answer
	all          bool     // it prints all solutions, not only one
}

var solvers = []solver{
	{"cadical", "dimacs", []string{"-q", "FILE"}, false},
	{"minisat", "dimacs", []string{"-verb=0", "FILE", "OUT"}, false},
	{"clasp", "dimacs", []string{"-n", "0", "FILE"}, true},
	{"clasp", "opb", []string{"-n", "0", "FILE"}, false},
	{"minisat+", "opb", []string{"FILE"}, false},
	{"minizinc", "minizinc", []string{"--solver", "gecode", "-a", "FILE"}, true},
}

// TestSolvers has real solvers read what export writes, and import what they print: right
// solutions, and all of them if the solver goes through all.
func TestSolvers(t *testing.T) {
	testkit.Sequential(t)
	for _, s := range solvers {
		t.Run(s.name+" "+s.format, func(t *testing.T) {
			if _, err := exec.LookPath(s.name); err != nil {
				t.Skipf("there is no %s", s.name)
			}
			for _, test := range exported {
				board, flags, _ := strings.Cut(test.board, " ")
				s.check(t, "export "+test.board, fmt.Sprintf("import %s %s", board, flags), test.solutions)
			}
			for _, test := range exportedRegions {
				name := writeText(t, test.lines+"\n")
				got := strings.TrimSpace(mustRun(t, "count "+name))
				if test.solutions >= 0 && got != fmt.Sprint(test.solutions) {
					t.Fatalf("%s: %s solutions, want %d", test.lines, got, test.solutions)
				}
				var solutions int
				fmt.Sscan(got, &solutions)
				s.check(t, "export "+name, "import --format vector "+name, solutions)
			}
		})
	}
}

// check exports a board, solves it and imports the answer.
func (s solver) check(t *testing.T, export, read string, solutions int) {
	t.Helper()
	dir := t.TempDir()
	file, out := filepath.Join(dir, "board."+map[string]string{"dimacs": "cnf", "opb": "opb", "minizinc": "mzn"}[s.format]), filepath.Join(dir, "out")
	text := mustRun(t, export+" --to "+s.format)
	if want := fmt.Sprintf("it has %d solution", solutions); !strings.Contains(text, want) {
		t.Errorf("%s: it does not say %q", export, want)
	}
	testkit.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	args := strings.Fields(strings.NewReplacer("FILE", file, "OUT", out).Replace(strings.Join(s.args, " ")))
	answer, stderr := run(t.Context(), s.name, args...) // the exit status says whether there is a solution
	if counted := regexp.MustCompile(`c Models +: (\d+)\n`).FindSubmatch(answer); s.name == "clasp" && (counted == nil || string(counted[1]) != fmt.Sprint(solutions)) {
		t.Errorf("%s: clasp counts %s models, want %d", export, counted, solutions)
	}
	if slices.Contains(s.args, "OUT") {
		answer = testkit.Must(os.ReadFile(out))
	}
	got := runWith(t, string(answer), read)
	lines := strings.Fields(strings.ReplaceAll(strings.TrimSpace(got.stdout), " ", ","))
	slices.Sort(lines)
	want := min(solutions, 1)
	if s.all {
		want = solutions
	}
	if got.status != 1-min(solutions, 1) || len(slices.Compact(lines)) != want {
		t.Errorf("%s: %s answers\n%s%s and import %+v, want %d solutions", export, s.name, answer, stderr, got, want)
	}
}

func run(ctx context.Context, name string, args ...string) (stdout, stderr []byte) {
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.Run()
	return out.Bytes(), errs.Bytes()
}

// TestExactCover covers the items itself, which no program of Debian does.
func TestExactCover(t *testing.T) {
	count := func(export string, solutions int) {
		t.Helper()
		text := mustRun(t, export+" --to exact-cover")
		if got := covers(text); got != solutions {
			t.Errorf("%s: %d exact covers, want %d", export, got, solutions)
		}
		if strings.HasPrefix(text, "|") {
			t.Errorf("%s: a comment in\n%s", export, text)
		}
	}
	for _, test := range exported {
		count("export "+test.board, test.solutions)
	}
	for _, test := range exportedRegions {
		if test.solutions >= 0 {
			count("export "+writeText(t, test.lines+"\n"), test.solutions)
		}
	}
}

// covers counts the sets of options that cover each item before the bar once, and each after it
// at most once.
func covers(text string) int {
	var primary []string
	var options [][]string
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		switch {
		case primary == nil:
			primary = words[:slices.Index(words, "|")]
		default:
			options = append(options, words)
		}
	}
	covered := map[string]bool{}
	var search func() int
	search = func() int {
		next := slices.IndexFunc(primary, func(item string) bool { return !covered[item] })
		if next < 0 {
			return 1
		}
		found := 0
		for _, option := range options {
			if !slices.Contains(option, primary[next]) || slices.ContainsFunc(option, func(item string) bool { return covered[item] }) {
				continue
			}
			for _, item := range option {
				covered[item] = true
			}
			found += search()
			for _, item := range option {
				delete(covered, item)
			}
		}
		return found
	}
	return search()
}

func FuzzImport(f *testing.F) {
	for _, text := range []string{"v 2 8 9 15 0", "SAT\n-1 2 0", "v x1 -x2", "2 4 1 3\n----------\n==========", "r1 c2 d1 (1 of 3)", "s UNSATISFIABLE", "v", "r c", "(r1 c1", "q = [2, 4, 1, 3];", "[-1, 2, 3]", "2: r1 c2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		board := testkit.Must(queens.New(4))
		found, err := readAnswers(4, strings.NewReader(text), board.Check)
		for _, p := range found {
			if board.Check(p) != nil || err != nil {
				t.Errorf("%q: %v, %v", text, p, err)
			}
		}
	})
}
