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
	"slices"
	"strings"
	"testing"
)

// The plan of the house, which CONTRIBUTING.md explains: files use only files on lower
// floors, none is longer than a reader takes in, and the map names each.

const longestFile = 450 // lines

func TestLayoutFloors(t *testing.T) {
	uses := fileUses(t)
	names := slices.Sorted(maps.Keys(uses))
	if len(names) < 30 || !uses["count.go"]["join.go"] || uses["join.go"]["count.go"] {
		t.Fatal("the test does not see which files use each other")
	}
	left := len(names) + 1
	for len(names) < left { // take away one floor
		left = len(names)
		floor := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			return slices.ContainsFunc(names, func(other string) bool { return uses[name][other] })
		})
		names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(floor, name) })
	}
	for _, name := range names {
		t.Errorf("%s uses files in a circle: %v", name, slices.Sorted(maps.Keys(uses[name])))
	}
}

// fileUses returns, for each Go file of the package, the other ones that it uses.
func fileUses(t *testing.T) map[string]map[string]bool {
	pkg, err := build.ImportDir(".", 0)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var files []*ast.File
	uses := make(map[string]map[string]bool)
	for _, name := range pkg.GoFiles {
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
		uses[name] = make(map[string]bool)
	}
	// Other packages are not read. What comes from them has no type, and the errors that
	// follow do not matter.
	config := types.Config{Importer: noPackages{}, Error: func(error) {}}
	info := &types.Info{Uses: make(map[*ast.Ident]types.Object)}
	checked, _ := config.Check("queens", set, files, info)
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
	guide, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, ".s") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		generated := bytes.HasPrefix(text, []byte("// Code generated"))
		if lines := bytes.Count(text, []byte("\n")); lines > longestFile && !generated {
			t.Errorf("%s has %d lines, want at most %d", name, lines, longestFile)
		}
		if !strings.HasSuffix(name, "_test.go") && !bytes.Contains(guide, []byte("`"+name+"`")) {
			t.Errorf("the map in CONTRIBUTING.md does not name %s", name)
		}
	}
}
