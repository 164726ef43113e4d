package regions_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"

	"example.com/queens/internal/testkit"
)

// Every exported type and function has an example.
func TestExamples(t *testing.T) {
	set, files := token.NewFileSet(), []*ast.File(nil)
	for _, name := range testkit.Must(filepath.Glob("*.go")) {
		files = append(files, testkit.Must(parser.ParseFile(set, name, nil, parser.ParseComments)))
	}
	documented := testkit.Must(doc.NewFromFiles(set, files, "example.com/queens/regions"))
	functions := documented.Funcs
	for _, kind := range documented.Types {
		functions = append(functions, kind.Funcs...)
		if len(kind.Examples) == 0 {
			t.Errorf("%s has no example", kind.Name)
		}
	}
	if len(functions) < 6 || len(documented.Types) < 6 {
		t.Fatalf("only %d functions and %d types are exported", len(functions), len(documented.Types))
	}
	for _, function := range functions {
		if len(function.Examples) == 0 {
			t.Errorf("%s has no example", function.Name)
		}
	}
}
