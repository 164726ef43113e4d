package queens_test

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	. "example.com/queens/internal/testkit"
)

// The plan of the house is the map in CONTRIBUTING.md: a file uses only files on lower
// floors, or to its left on its own floor; a package under internal uses only those in lines
// below its own. No file is longer than a reader takes in, and the map names each.

const (
	longestFile = 450 // lines
	internal    = "example.com/queens/internal/"
)

// A place is where the map has a file. Each package under internal has a floor of its own, with a number below 0.
type place struct{ floor, column int }

// mapOfFiles reads the map. Files of packages are named by their path, as "internal/join/join.go".
func mapOfFiles(t *testing.T) (places map[string]place, packages []string) {
	guide := Must(os.ReadFile("CONTRIBUTING.md"))
	places = make(map[string]place)
	line := regexp.MustCompile("(?m)^\\| (\\d+|`\\w+`) \\| ([^|]*) \\|")
	name := regexp.MustCompile("`([^`]*\\.[^`]*)`")
	for _, row := range line.FindAllSubmatch(guide, -1) {
		dir := ""
		floor, err := strconv.Atoi(string(row[1]))
		if err != nil {
			packages = append(packages, strings.Trim(string(row[1]), "`"))
			dir, floor = "internal/"+packages[len(packages)-1], -len(packages)
		}
		for _, found := range name.FindAllSubmatch(row[2], -1) {
			file := path.Join(dir, string(found[1]))
			if _, twice := places[file]; twice {
				t.Errorf("the map names %s twice", file)
			}
			places[file] = place{floor, len(places)}
		}
	}
	return places, packages
}

func TestLayoutFloors(t *testing.T) {
	places, packages := mapOfFiles(t)
	for _, arch := range []string{"amd64", "arm64", "386"} {
		uses := fileUses(t, arch, ".")
		if !uses["count.go"]["run.go"] || uses["run.go"]["count.go"] {
			t.Fatalf("%s: the test does not see which files use each other", arch)
		}
		for _, pkg := range packages {
			maps.Copy(uses, fileUses(t, arch, "internal/"+pkg))
		}
		for _, from := range slices.Sorted(maps.Keys(uses)) {
			for _, to := range slices.Sorted(maps.Keys(uses[from])) {
				user, used := places[from], places[to]
				if used.floor > user.floor || used.floor == user.floor && used.column > user.column {
					t.Errorf("%s: %s uses %s, which the map has on its right or on a higher floor", arch, from, to)
				}
			}
		}
	}
	for i, pkg := range packages {
		for _, imported := range Must(build.ImportDir("internal/"+pkg, 0)).Imports {
			if other, ours := strings.CutPrefix(imported, internal); ours && !slices.Contains(packages[i+1:], other) {
				t.Errorf("package %s uses %s, which the map does not have below it", pkg, other)
			}
		}
	}
}

// fileUses returns, for each Go file that a package has on a processor, the other ones that
// it uses.
func fileUses(t *testing.T, arch, dir string) map[string]map[string]bool {
	on := build.Default
	on.GOARCH = arch
	pkg := Must(on.ImportDir(dir, 0))
	set := token.NewFileSet()
	var files []*ast.File
	uses := make(map[string]map[string]bool)
	for _, name := range pkg.GoFiles {
		name = path.Join(dir, name)
		files = append(files, Must(parser.ParseFile(set, name, nil, 0)))
		uses[name] = make(map[string]bool)
	}
	// Other packages are not read. What comes from them has no type, and the errors that
	// follow do not matter.
	config := types.Config{Importer: noPackages{}, Error: func(error) {}}
	info := &types.Info{Uses: make(map[*ast.Ident]types.Object)}
	checked, _ := config.Check(pkg.Name, set, files, info)
	for user, used := range info.Uses {
		if used.Pkg() != checked {
			continue
		}
		from, to := set.Position(user.Pos()).Filename, set.Position(used.Pos()).Filename
		if from != to {
			uses[from][to] = true
		}
	}
	return uses
}

type noPackages struct{}

func (noPackages) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, path[strings.LastIndex(path, "/")+1:])
	p.MarkComplete()
	return p, nil
}

func TestLayoutMap(t *testing.T) {
	places, packages := mapOfFiles(t)
	dirs := []string{"."}
	for _, pkg := range packages {
		dirs = append(dirs, "internal/"+pkg)
	}
	for _, dir := range dirs {
		for _, entry := range Must(os.ReadDir(dir)) {
			name := path.Join(dir, entry.Name())
			if !strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, ".s") {
				continue
			}
			text := Must(os.ReadFile(name))
			generated := bytes.HasPrefix(text, []byte("// Code generated"))
			if lines := bytes.Count(text, []byte("\n")); lines > longestFile && !generated {
				t.Errorf("%s has %d lines, want at most %d", name, lines, longestFile)
			}
			_, named := places[name]
			if !named && !strings.HasSuffix(name, "_test.go") && name != "doc.go" {
				t.Errorf("the map in CONTRIBUTING.md does not name %s", name)
			}
			delete(places, name)
		}
	}
	for name := range places {
		t.Errorf("the map in CONTRIBUTING.md names %s, which is not there", name)
	}
}
