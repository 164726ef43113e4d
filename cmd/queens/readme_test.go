package main

import (
	"bytes"
	"fmt"
	gofmt "go/format"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/queens/internal/testkit"
)

// readmes are the texts whose commands are run.
var readmes = []string{"../../README.md", "README.md"}

// blocks returns the fenced blocks of code of a kind, each with what it prints if a block of text follows.
func blocks(t *testing.T, file, kind string) (found [][2]string) {
	t.Helper()
	pattern := regexp.MustCompile("(?ms)^```" + kind + "\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?")
	for _, match := range pattern.FindAllStringSubmatch(string(testkit.Must(os.ReadFile(file))), -1) {
		found = append(found, [2]string{match[1], match[2]})
	}
	return found
}

// TestReadmeCommands runs every command in the READMEs and compares what it prints. The
// line "…" stands for any lines.
func TestReadmeCommands(t *testing.T) {
	long := regexp.MustCompile(`random 1000000|estimate 40|first 48`)
	for _, file := range readmes {
		consoles := blocks(t, file, "console")
		if len(consoles) == 0 {
			t.Errorf("%s has no commands", file)
		}
		for _, console := range consoles {
			for _, example := range strings.Split("\n"+console[0], "\n$ ")[1:] {
				line, want, _ := strings.Cut(example, "\n")
				if testing.Short() && long.MatchString(line) {
					continue
				}
				if got := shell(t, line); !matches(strings.TrimRight(want, "\n"), strings.TrimRight(got, "\n")) {
					t.Errorf("%s: %s prints\n%s\nwant\n%s", file, line, got, want)
				}
			}
		}
	}
}

// shell runs a pipe of commands and returns what the last one prints to standard output and then to
// standard error.
func shell(t *testing.T, line string) string {
	t.Helper()
	line, _, _ = strings.Cut(line, "  #")
	output := ""
	for stage := range strings.SplitSeq(line, " | ") {
		args := quotedWords(strings.TrimPrefix(stage, "go run ./cmd/")) // as in a checkout
		if args[0] == "echo" {
			output = strings.Join(args[1:], " ") + "\n"
			continue
		}
		if args[0] != "queens" {
			t.Fatalf("%s: want a command of queens", stage)
		}
		withInput(t, output)
		got := quotedRun(t, args[1:]...)
		output = got.stdout
		if strings.HasSuffix(line, stage) {
			output += got.stderr
		}
	}
	return output
}

// quotedWords splits a line into words, of which those in quotes may have spaces.
func quotedWords(line string) (words []string) {
	for _, match := range regexp.MustCompile(`"([^"]*)"|'([^']*)'|(\S+)`).FindAllStringSubmatch(line, -1) {
		words = append(words, match[1]+match[2]+match[3])
	}
	return words
}

// TestReadmePrograms installs the library in an empty module as the README says, and runs the code
// of the READMEs there: programs, and bodies of functions.
func TestReadmePrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	dir := newModule(t)
	setups := slices.DeleteFunc(blocks(t, "../../README.md", "sh"), func(block [2]string) bool {
		return !strings.HasPrefix(block[0], "go mod edit ")
	})
	if len(setups) != 1 {
		t.Fatalf("the README has %d ways to install, want 1", len(setups))
	}
	for line := range strings.Lines(setups[0][0]) {
		goIn(t, dir, strings.Fields(line)...)
	}
	for _, readme := range []string{"../../README.md", "../../regions/README.md"} {
		samples := blocks(t, readme, "go")
		if len(samples) == 0 {
			t.Fatalf("%s has no code", readme)
		}
		for _, sample := range samples {
			code, prints := sample[0], sample[1]
			if formatted, err := gofmt.Source([]byte(code)); err != nil || string(formatted) != code {
				t.Errorf("%s: not formatted, %v:\n%s", readme, err, code)
			}
			program := code
			if !strings.HasPrefix(program, "package ") {
				program = function(program)
			}
			if got := runIn(t, dir, program); got == "" || prints != "" && !matches(prints, got) {
				t.Errorf("%s:\n%sprints\n%swant\n%s", readme, code, got, prints)
			}
		}
	}
	for line := range strings.Lines(string(testkit.Must(os.ReadFile(filepath.Join(dir, "go.mod"))))) {
		if strings.Contains(line, " v") && !strings.Contains(line, "example.com/queens") {
			t.Errorf("another dependency: %s", line)
		}
	}
}

// function returns a program that runs code as the body of a function with a context.
func function(code string) string {
	text := "package main\n"
	for _, path := range []string{"cmp", "context", "fmt", "math/rand/v2", "strings",
		"example.com/queens", "example.com/queens/puzzle", "example.com/queens/regions"} {
		name := strings.TrimSuffix(path, "/v2")
		if path == "context" || strings.Contains(code, name[strings.LastIndex(name, "/")+1:]+".") {
			text += fmt.Sprintf("import %q\n", path)
		}
	}
	return text + "func main() {\nctx := context.Background()\n_ = ctx\n" + code + "}\n"
}

// newModule returns the directory of an empty module beside a link to the checkout, named queens.
func newModule(t *testing.T) string {
	t.Helper()
	parent := t.TempDir()
	if err := os.Symlink(testkit.Must(filepath.Abs("../..")), filepath.Join(parent, "queens")); err != nil {
		t.Skipf("no symbolic links: %v", err)
	}
	dir := filepath.Join(parent, "mine")
	testkit.NoError(t, os.Mkdir(dir, 0o777))
	goIn(t, dir, "go", "mod", "init", "mine")
	return dir
}

// runIn runs a program in a module and returns what it prints.
func runIn(t *testing.T, dir, program string) string {
	t.Helper()
	testkit.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o666))
	return goIn(t, dir, "go", "run", ".")
}

// goIn runs a command outside the workspace and returns what it prints.
func goIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%q: %v\n%s", args, err, &stderr)
	}
	return string(out)
}

// TestReadmeInline installs the program as the running text of the README says.
func TestReadmeInline(t *testing.T) {
	if testing.Short() {
		t.Skip("installs the program")
	}
	const command = "go install ./cmd/queens"
	if !strings.Contains(string(testkit.Must(os.ReadFile("../../README.md"))), "`"+command+"`") {
		t.Errorf("the README does not say %s", command)
	}
	bin := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "go", strings.Fields(command)[1:]...)
	cmd.Dir, cmd.Env = "../..", append(os.Environ(), "GOBIN="+bin)
	out, err := cmd.CombinedOutput()
	if programs, _ := os.ReadDir(bin); err != nil || len(programs) != 1 {
		t.Errorf("%v: %s; it installs %v", err, out, programs)
	}
}

// TestReadmeFigures finds each row of the README's table of times in BENCHMARKS.md.
func TestReadmeFigures(t *testing.T) {
	read := func(name string) string {
		return string(testkit.Must(os.ReadFile("../../" + name)))
	}
	_, table, _ := strings.Cut(read("README.md"), "## How fast\n")
	table, _, _ = strings.Cut(table, "\n## ")
	rows := regexp.MustCompile(`(?m)^\| (\d+) \| (\d+) \| ([\d.]+) (\S+) \|$`).FindAllStringSubmatch(table, -1)
	if len(rows) != 3 {
		t.Fatalf("%d rows in\n%s", len(rows), table)
	}
	benchmarks := read("BENCHMARKS.md")
	known := testkit.Must(os.ReadFile("../../internal/testkit/reference.go"))
	for _, row := range rows {
		n, solutions, number, unit := row[1], row[2], row[3], row[4]
		pattern := `(?m)^\| ` + n + ` \| ` + solutions + ` \| ` + regexp.QuoteMeta(number+" "+unit) + ` \|`
		if unit == "ms" { // the column of n = 18, the last
			pattern = "(?m)^\\| `Count`, AVX-512 \\|.*\\| " + number + ` \|$`
		}
		if !regexp.MustCompile(pattern).MatchString(benchmarks) {
			t.Errorf("BENCHMARKS.md has no row %q", row[0])
		}
		if n <= "20" && !bytes.Contains(known, []byte(solutions)) { // the reference ends there
			t.Errorf("the reference has no %s", solutions)
		}
	}
}

// TestReadmeLinks follows the links of the READMEs to files.
func TestReadmeLinks(t *testing.T) {
	for _, file := range append(readmes, "../../BENCHMARKS.md") {
		text := testkit.Must(os.ReadFile(file))
		for _, match := range regexp.MustCompile(`\]\(([^)]*)\)|src="([^"]*)"`).FindAllStringSubmatch(string(text), -1) {
			target, _, _ := strings.Cut(match[1]+match[2], "#")
			if strings.Contains(target, "://") || target == "" {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), target)); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}

// TestMap compares the map of CONTRIBUTING with the files of the root and the packages beside it: each
// is named, and what is named exists.
func TestMap(t *testing.T) {
	text := string(testkit.Must(os.ReadFile("../../CONTRIBUTING.md")))
	_, tables, _ := strings.Cut(text, "\n## Where things are\n")
	tables, _, _ = strings.Cut(tables, "\n## ")
	named := make(map[string]bool)
	for _, match := range regexp.MustCompile("`([a-z]+\\.go|[a-z/]+)`").FindAllStringSubmatch(tables, -1) {
		named[strings.TrimSuffix(match[1], "/")] = true
	}
	var there []string
	for _, pattern := range []string{"*.go", "*/*.go", "internal/*/*.go"} {
		for _, file := range testkit.Must(filepath.Glob("../../" + pattern)) {
			name := filepath.ToSlash(testkit.Must(filepath.Rel("../..", file)))
			if strings.HasSuffix(name, "_test.go") || name == "doc.go" {
				continue
			}
			if dir := path.Dir(name); dir != "." {
				name = dir
			}
			if !slices.Contains(there, name) {
				there = append(there, name)
			}
		}
	}
	for _, name := range there {
		if !named[name] {
			t.Errorf("CONTRIBUTING.md does not name %s", name)
		}
	}
	for name := range named {
		if strings.ContainsAny(name, "./") && !slices.Contains(there, name) {
			t.Errorf("CONTRIBUTING.md names %s", name)
		}
	}
}
