package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"example.com/queens"
	"github.com/evanw/esbuild/pkg/api"
)

// build writes the page to a directory: the files in static, the words of each language, the
// scripts in two bundles, the library as WebAssembly with the script of the Go distribution
// that starts it, and a service worker that knows them all. The working directory must be
// that of this module. An address is where the page will be, for previews of links, or "".
func build(ctx context.Context, dir, address string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	static, err := os.ReadDir("static")
	if err != nil {
		return err
	}
	for _, file := range static {
		data, err := os.ReadFile(filepath.Join("static", file.Name()))
		if err != nil {
			return err
		}
		if err := write(dir, file.Name(), data); err != nil {
			return err
		}
	}
	var icon bytes.Buffer
	if err := (queens.Placement{0}).WriteSVG(&icon); err != nil {
		return err
	}
	if err := write(dir, "icon.svg", icon.Bytes()); err != nil {
		return err
	}
	catalogues, err := readCatalogues()
	if err != nil {
		return err
	}
	if err := errors.Join(writeWords(dir, address, catalogues), bundle(dir, catalogues)); err != nil {
		return err
	}
	if err := compile(ctx, dir); err != nil {
		return err
	}
	return listFiles(dir)
}

// wordsDir has a catalogue for each language of the page, such as en.json.
const wordsDir = "script/words"

// A catalogue has the texts of a language by their keys: a string each, or the forms of a
// plural by their categories.
type catalogue map[string]any

func (c catalogue) text(key string) string {
	text, _ := c[key].(string)
	return text
}

// readCatalogues returns the catalogues by the codes of their languages.
func readCatalogues() (map[string]catalogue, error) {
	names, err := filepath.Glob(filepath.Join(wordsDir, "*.json"))
	if err != nil {
		return nil, err
	}
	catalogues := make(map[string]catalogue)
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var texts catalogue
		if err := json.Unmarshal(data, &texts); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		catalogues[strings.TrimSuffix(filepath.Base(name), ".json")] = texts
	}
	return catalogues, nil
}

// writeWords writes the catalogues, a manifest for each, embed.html, and index.html, whose preview
// is in all languages, since a link does not carry one.
func writeWords(dir, address string, catalogues map[string]catalogue) error {
	manifest, err := os.ReadFile("static/manifest.webmanifest")
	if err != nil {
		return err
	}
	for code, texts := range catalogues {
		var own map[string]any
		if err := json.Unmarshal(manifest, &own); err != nil {
			return err
		}
		own["lang"], own["name"], own["short_name"], own["description"] = code, texts["page.title"], texts["page.title"], texts["page.app"]
		for name, content := range map[string]any{code + ".json": texts, code + ".webmanifest": own} {
			data, err := json.Marshal(content)
			if err != nil {
				return err
			}
			if err := write(dir, name, data); err != nil {
				return err
			}
		}
	}
	pages, err := template.ParseGlob("static/*.html")
	if err != nil {
		return err
	}
	for _, page := range pages.Templates() {
		var html bytes.Buffer
		err := page.Execute(&html, map[string]any{"Address": address, "Languages": catalogues})
		if err := errors.Join(err, write(dir, page.Name(), html.Bytes())); err != nil {
			return err
		}
	}
	return nil
}

func write(dir, name string, data []byte) error {
	return os.WriteFile(filepath.Join(dir, name), data, 0o644)
}

// bundle writes main.js, queens-puzzle.js and style.css, each with all that it imports.
func bundle(dir string, catalogues map[string]catalogue) error {
	board, err := queens.New(1)
	if err != nil {
		return err
	}
	var pieces bytes.Buffer // a picture that has elements with the ids queen, answer, given and blocked
	if err := board.WriteSVG(&pieces, nil); err != nil {
		return err
	}
	literal, err := json.Marshal(pieces.String())
	if err != nil {
		return err
	}
	languages := make(map[string]string)
	for code, texts := range catalogues {
		languages[code] = texts.text("language")
	}
	names, err := json.Marshal(languages)
	if err != nil {
		return err
	}
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{"script/main.js", "script/queens-puzzle.js", "script/style.css"},
		Outdir:      dir, Bundle: true, Write: true, Format: api.FormatESModule, Target: api.ES2022,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		Loader: map[string]api.Loader{".txt": api.LoaderText},
		Define: map[string]string{"PIECES": string(literal), "LANGUAGES": string(names)},
	})
	for _, message := range result.Errors {
		err = errors.Join(err, fmt.Errorf("%s: %+v", message.Text, message.Location))
	}
	return err
}

// listFiles writes the version and the names of all files into the service worker, which the
// browser installs again when they change.
func listFiles(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	hash := sha256.New()
	files := []string{"./"}
	for _, entry := range entries {
		name := entry.Name()
		if name == "sw.js" {
			continue // the browser caches it
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(hash, "%s %d\n%s", name, len(data), data)
		if name != "index.html" {
			files = append(files, name)
		}
	}
	list, err := json.Marshal(files)
	if err != nil {
		return err
	}
	worker, err := os.ReadFile("static/sw.js")
	if err != nil {
		return err
	}
	return write(dir, "sw.js", fmt.Appendf(nil, "const version = \"%x\";\nconst files = %s;\n%s", hash.Sum(nil)[:8], list, worker))
}

// compile runs the Go command.
func compile(ctx context.Context, dir string) error {
	root, err := goCommand(ctx, "env", "GOROOT")
	if err != nil {
		return err
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	if err := write(dir, "wasm_exec.js", script); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp("", "queens-wasm-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	program := filepath.Join(temporary, "queens.wasm")
	if _, err := goCommand(ctx, "build", "-trimpath", "-ldflags=-s -w", "-o", program, "example.com/queens/web/wasm"); err != nil {
		return err
	}
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	// The page decompresses it, since many hosts of static files send WebAssembly as it is.
	var compressed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&compressed, gzip.BestCompression)
	_, err = w.Write(data)
	return errors.Join(err, w.Close(), write(dir, "queens.wasm.gzip", compressed.Bytes()))
}

func goCommand(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", args[0], err, stderr.Bytes())
	}
	return stdout.String(), nil
}
