package main

import (
	"bytes"
	gofmt "go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// readmes are the texts whose commands are run.
var readmes = []string{"../../README.md", "README.md"}

// blocks returns the fenced blocks of code of a kind.
func blocks(t *testing.T, file, kind string) []string {
	t.Helper()
	text := must(os.ReadFile(file))
	var found []string
	for _, match := range regexp.MustCompile("(?ms)^```"+kind+"\n(.*?)^```$").FindAllStringSubmatch(string(text), -1) {
		found = append(found, match[1])
	}
	return found
}

// TestReadmeCommands runs every command in the READMEs and compares what it prints. The
// line "…" stands for any lines.
func TestReadmeCommands(t *testing.T) {
	for _, file := range readmes {
		consoles := blocks(t, file, "console")
		if len(consoles) == 0 {
			t.Errorf("%s has no commands", file)
		}
		for _, console := range consoles {
			for _, example := range strings.Split("\n"+console, "\n$ ")[1:] {
				line, want, _ := strings.Cut(example, "\n")
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
		args := quotedWords(stage)
		if args[0] == "echo" {
			output = strings.Join(args[1:], " ") + "\n"
			continue
		}
		args, ok := programArgs(args)
		if !ok {
			t.Fatalf("%s: want a command of queens", stage)
		}
		withInput(t, output)
		got := quotedRun(t, args...)
		output = got.stdout
		if strings.HasSuffix(line, stage) {
			output += got.stderr
		}
	}
	return output
}

// programArgs cuts the name of the program from a command, or the words that run it in a
// checkout.
func programArgs(args []string) ([]string, bool) {
	for _, name := range []string{"queens", "go run ./cmd/queens"} {
		if rest, ok := strings.CutPrefix(strings.Join(args, "\x00"), strings.ReplaceAll(name, " ", "\x00")+"\x00"); ok {
			return strings.Split(rest, "\x00"), true
		}
	}
	return nil, false
}

// quotedWords splits a line into words, of which those in quotes may have spaces.
func quotedWords(line string) (words []string) {
	for _, match := range regexp.MustCompile(`"([^"]*)"|'([^']*)'|(\S+)`).FindAllStringSubmatch(line, -1) {
		words = append(words, match[1]+match[2]+match[3])
	}
	return words
}

// TestReadmeProgram installs the library as the README says, in an empty module, and runs
// its first program.
func TestReadmeProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	root := must(filepath.Abs("../.."))
	programs := blocks(t, "../../README.md", "go")
	if len(programs) != 1 {
		t.Fatalf("%d programs", len(programs))
	}
	if formatted, err := gofmt.Source([]byte(programs[0])); err != nil || string(formatted) != programs[0] {
		t.Errorf("the program is not formatted: %v", err)
	}
	parent := t.TempDir()
	if err := os.Symlink(root, filepath.Join(parent, "queens")); err != nil {
		t.Skipf("no symbolic links: %v", err)
	}
	dir := filepath.Join(parent, "mine")
	noError(t, os.Mkdir(dir, 0o777))
	noError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(programs[0]), 0o666))
	commands := []string{"go mod init mine"}
	for _, block := range blocks(t, "../../README.md", "sh") {
		if strings.HasPrefix(block, "go mod ") {
			commands = append(commands, strings.Split(strings.TrimSpace(block), "\n")...)
		}
	}
	if len(commands) != 3 {
		t.Fatalf("commands %q", commands)
	}
	var out []byte
	var err error
	for _, command := range append(commands, "go run .") {
		args := strings.Fields(command)
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if out, err = cmd.Output(); err != nil {
			t.Fatalf("%s: %v\n%s", command, err, &stderr)
		}
	}
	if want := "2 4 1 3\n3 1 4 2\n14772512 <nil>\n"; string(out) != want {
		t.Errorf("it prints %q, want %q", out, want)
	}
	mod := must(os.ReadFile(filepath.Join(dir, "go.mod")))
	for line := range strings.Lines(string(mod)) {
		if strings.Contains(line, " v") && !strings.Contains(line, "example.com/queens") && !strings.Contains(line, "golang.org/x/exp") {
			t.Errorf("another dependency: %s", line)
		}
	}
}

// TestReadmeInline runs the commands of Go in the running text of the README, but for the
// page, which has tests of its own.
func TestReadmeInline(t *testing.T) {
	if testing.Short() {
		t.Skip("installs the program")
	}
	text := must(os.ReadFile("../../README.md"))
	for _, match := range regexp.MustCompile("`(go [^`]*)`").FindAllStringSubmatch(string(text), -1) {
		if match[1] == "go run -C web ." {
			continue
		}
		args := strings.Fields(match[1])
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Dir = "../.."
		bin := t.TempDir()
		cmd.Env = append(os.Environ(), "GOBIN="+bin)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", match[1], err, out)
		}
		if strings.HasPrefix(match[1], "go install") {
			if programs, err := os.ReadDir(bin); err != nil || len(programs) != 1 {
				t.Errorf("%s installs %v, %v", match[1], programs, err)
			}
		}
	}
}

// TestReadmeFigures finds each row of the README's table of times in BENCHMARKS.md.
func TestReadmeFigures(t *testing.T) {
	read := func(name string) string {
		return string(must(os.ReadFile("../../" + name)))
	}
	_, table, _ := strings.Cut(read("README.md"), "## How fast\n")
	table, _, _ = strings.Cut(table, "\n## ")
	rows := regexp.MustCompile(`(?m)^\| (\d+) \| (\d+) \| ([\d.]+) (\S+) \|$`).FindAllStringSubmatch(table, -1)
	if len(rows) != 3 {
		t.Fatalf("%d rows in\n%s", len(rows), table)
	}
	benchmarks := read("BENCHMARKS.md")
	known := must(os.ReadFile("../../internal/testkit/reference.go"))
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
		text := must(os.ReadFile(file))
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
