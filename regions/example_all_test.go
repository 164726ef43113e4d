package regions_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// Every exported type and function has an example.
func TestExamples(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var exported []string
	examples := make(map[string]bool)
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file.Name(), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range parsed.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if name, ok := strings.CutPrefix(decl.Name.Name, "Example"); ok {
					examples[name] = true
				} else if decl.Recv == nil && decl.Name.IsExported() && !strings.HasSuffix(file.Name(), "_test.go") {
					exported = append(exported, decl.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					if spec, ok := spec.(*ast.TypeSpec); ok && spec.Name.IsExported() && !strings.HasSuffix(file.Name(), "_test.go") {
						exported = append(exported, spec.Name.Name)
					}
				}
			}
		}
	}
	if len(exported) < 10 {
		t.Fatalf("only %v are exported", exported)
	}
	for _, name := range exported {
		if !examples[name] {
			t.Errorf("%s has no example", name)
		}
	}
}
