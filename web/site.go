package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"example.com/queens"
	"github.com/evanw/esbuild/pkg/api"
)

// An output is the page while it is written to a directory.
type output struct {
	dir   string
	names map[string]string // of the files that add has written
}

// add writes a file under a name that has a part for its content, such as main-0123456789.js.
// So no cache has anything else under this name, and nothing needs to be fetched again.
func (o output) add(name string, data []byte) error {
	stem, rest, _ := strings.Cut(name, ".")
	o.names[name] = fmt.Sprintf("%s-%x.%s", stem, digest(data), rest)
	return o.write(o.names[name], data)
}

func (o output) write(name string, data []byte) error {
	return os.WriteFile(filepath.Join(o.dir, name), data, 0o644)
}

func digest(data []byte) []byte {
	sum := sha256.Sum256(data)
	return sum[:5]
}

// build writes the page to a directory: the files in static, the words of each language, the
// puzzles of the days, the scripts in bundles, the library as WebAssembly, and a service worker
// that knows what a player needs. All is there in compressed forms as well, of a quality up to
// brotli.BestCompression. The working directory must be that of this module. An address is
// where the page will be, for previews of links, or "".
func build(ctx context.Context, dir, address string, quality int) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	catalogues, err := readCatalogues()
	if err != nil {
		return err
	}
	o := output{dir, make(map[string]string)}
	for _, step := range []func() error{
		o.copy,
		func() error { return o.addWords(catalogues) },
		o.addDays,
		func() error { return o.addLibrary(ctx, quality) },
		func() error { return o.bundle(catalogues) },
		func() error { return o.writeStart(address, catalogues) },
		func() error { return o.compress(quality) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// copy writes the files in static that are no templates.
func (o output) copy() error {
	static, err := os.ReadDir("static")
	if err != nil {
		return err
	}
	for _, file := range static {
		name := file.Name()
		data, err := os.ReadFile(filepath.Join("static", name))
		if err != nil {
			return err
		}
		switch name {
		case "index.html", "embed.html", "sw.js", "worker.js", "manifest.webmanifest":
			continue
		case "density.svg":
			err = o.add(name, data)
		default:
			err = o.write(name, data)
		}
		if err != nil {
			return err
		}
	}
	var icon bytes.Buffer
	if err := (queens.Placement{0}).WriteSVG(&icon); err != nil {
		return err
	}
	return errors.Join(o.write("icon.svg", icon.Bytes()), o.add("icon.svg", icon.Bytes())) // other pages know it by its name
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

// addWords writes the catalogues and a manifest for each. The scripts have the English one.
func (o output) addWords(catalogues map[string]catalogue) error {
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
		data, err := json.Marshal(own)
		if err != nil {
			return err
		}
		words, err := json.Marshal(texts)
		if err != nil {
			return err
		}
		if err := o.write(code+".webmanifest", data); err != nil {
			return err
		}
		if code == "en" {
			continue
		}
		if err := o.add(code+".json", words); err != nil {
			return err
		}
	}
	return nil
}

// daysInPart is the number of days in a file of a few.
const daysInPart = 28

// addDays writes the puzzles of the days: all in one file, and a few in each of many, so that a
// first visit needs not wait for all.
func (o output) addDays() error {
	data, err := os.ReadFile(daysFile)
	if err != nil {
		return err
	}
	if err := o.add("days.txt", data); err != nil {
		return err
	}
	stem := strings.TrimSuffix(o.names["days.txt"], ".txt")
	lines := slices.Collect(bytes.Lines(data))
	for i := 0; i < len(lines); i += daysInPart {
		part := bytes.Join(lines[i:min(i+daysInPart, len(lines))], nil)
		if err := o.write(fmt.Sprintf("%s-%d.txt", stem, i/daysInPart), part); err != nil {
			return err
		}
	}
	return nil
}

// bundle writes main.js, queens-puzzle.js and style.css, each with all that it imports. Other
// pages know queens-puzzle.js by its name.
func (o output) bundle(catalogues map[string]catalogue) error {
	define, err := o.defined(catalogues)
	if err != nil {
		return err
	}
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{"script/main.js", "script/queens-puzzle.js", "script/style.css"},
		Outdir:      o.dir, Bundle: true, Format: api.FormatESModule, Target: api.ES2022,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		Loader: map[string]api.Loader{".txt": api.LoaderText},
		Define: define,
	})
	for _, message := range result.Errors {
		err = errors.Join(err, fmt.Errorf("%s: %+v", message.Text, message.Location))
	}
	for _, file := range result.OutputFiles {
		write := o.add
		if name := filepath.Base(file.Path); name == "queens-puzzle.js" {
			write = o.write
		}
		err = errors.Join(err, write(filepath.Base(file.Path), file.Contents))
	}
	return err
}

// defined returns what the scripts know of the page as it was written, by the names that they
// have for it.
func (o output) defined(catalogues map[string]catalogue) (map[string]string, error) {
	board, err := queens.New(1)
	if err != nil {
		return nil, err
	}
	var pieces bytes.Buffer // a picture that has elements with the ids queen, answer, given and blocked
	if err := board.WriteSVG(&pieces, nil); err != nil {
		return nil, err
	}
	days, err := os.ReadFile(daysFile)
	if err != nil {
		return nil, err
	}
	languages := make(map[string]string)
	for code, texts := range catalogues {
		languages[code] = texts.text("language")
	}
	define := make(map[string]string)
	for name, value := range map[string]any{"PIECES": pieces.String(), "LANGUAGES": languages, "FILES": o.names, "DAYS": bytes.Count(days, []byte("\n")), "DAYS_IN_PART": daysInPart} {
		literal, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		define[name] = string(literal)
	}
	return define, nil
}

// writeStart writes embed.html, index.html, whose preview is in all languages, since a link does
// not carry one, and the service worker, which the browser installs again when it changes. Both have the
// version of the page.
func (o output) writeStart(address string, catalogues map[string]catalogue) error {
	pages, err := template.ParseGlob("static/*.html")
	if err != nil {
		return err
	}
	values := map[string]any{"Address": address, "Languages": catalogues, "Files": o.names, "Version": ""}
	write := func(name string) ([]byte, error) {
		var html bytes.Buffer
		err := pages.ExecuteTemplate(&html, name, values)
		return html.Bytes(), errors.Join(err, o.write(name, html.Bytes()))
	}
	html, err := write("index.html")
	if err != nil {
		return err
	}
	version := fmt.Sprintf("%x", digest(html)) // it has the names of the scripts, and they those of all other files
	values["Version"] = version
	for _, page := range pages.Templates() {
		if _, err := write(page.Name()); err != nil {
			return err
		}
	}
	worker, err := os.ReadFile("static/sw.js")
	if err != nil {
		return err
	}
	var needed, wanted []string
	for _, name := range slices.Sorted(maps.Keys(o.names)) {
		switch name {
		case "main.js", "style.css", "icon.svg", "worker.js", library, "days.txt":
			needed = append(needed, o.names[name])
		default:
			wanted = append(wanted, o.names[name])
		}
	}
	list, err := json.Marshal(map[string][]string{"needed": needed, "wanted": wanted})
	if err != nil {
		return err
	}
	return o.write("sw.js", fmt.Appendf(nil, "const version = %q;\nconst files = %s;\n%s", version, list, worker))
}

// library is the name of the library, which the page decompresses, since many hosts of static
// files send WebAssembly as it is.
const library = "queens.wasm.gzip"

// addLibrary runs the Go command. The worker begins with the script of the Go distribution that
// starts the library. A host that knows Brotli sends what stands beside the library instead.
func (o output) addLibrary(ctx context.Context, quality int) error {
	root, err := goCommand(ctx, "env", "GOROOT")
	if err != nil {
		return err
	}
	start, err := os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	worker, err := os.ReadFile("static/worker.js")
	if err != nil {
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
	return errors.Join(o.add("worker.js", append(start, worker...)), o.add(library, gzipped(data)),
		o.write(o.names[library]+".br", brotlied(data, quality)))
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
