package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"example.com/queens"
	"example.com/queens/regions"
	"example.com/queens/web/page"
	"github.com/andybalholm/brotli"
	"github.com/evanw/esbuild/pkg/api"
)

// A place is where the page will be, such as https://example.org/queens/, or "", and the language
// of previews of its links, which do not say what their readers speak.
type place struct{ address, language string }

// An output is the page while it is being written to a directory.
type output struct {
	dir     string
	quality int               // of compression, up to brotli.BestCompression
	names   map[string]string // of the files whose names depend on their content
	style   []byte
	err     error // the first; nothing is written after it
}

// add writes a file under a name that depends on its content, such as main-0123456789.js. No cache
// has anything else under this name, so nothing needs to be fetched again.
func (o *output) add(name string, data []byte) {
	stem, rest, _ := strings.Cut(name, ".")
	o.names[name] = fmt.Sprintf("%s-%x.%s", stem, digest(data), rest)
	o.write(o.names[name], data)
}

func (o *output) write(name string, data []byte) {
	if o.err == nil {
		o.err = os.WriteFile(filepath.Join(o.dir, name), data, 0o644)
	}
}

func (o *output) read(name string) []byte {
	data, err := os.ReadFile(name)
	o.fail(err)
	return data
}

func (o *output) json(value any) []byte {
	data, err := json.Marshal(value)
	o.fail(err)
	return data
}

func (o *output) fail(err error) {
	if o.err == nil {
		o.err = err
	}
}

func digest(data []byte) []byte {
	sum := sha256.Sum256(data)
	return sum[:5]
}

// build writes the page to a directory: the files in static, the words of each language, the
// puzzles of the days, the scripts in bundles, the library as WebAssembly, and a service worker
// that knows what a player needs. Everything is there in compressed forms too, at a quality of up to
// brotli.BestCompression. The working directory must be that of this module.
func build(ctx context.Context, dir string, at place, quality int) error {
	catalogues, err := readCatalogues()
	if err != nil {
		return err
	}
	if catalogues[at.language] == nil {
		return fmt.Errorf("there is no catalogue for the language %q, only for %q", at.language, slices.Sorted(maps.Keys(catalogues)))
	}
	o := &output{dir: dir, quality: quality, names: make(map[string]string), err: os.MkdirAll(dir, 0o755)}
	o.copy()
	o.addWords(catalogues)
	o.addDays()
	o.addLibrary(ctx)
	o.bundle(catalogues)
	o.writeStart(at, catalogues)
	o.compress()
	return o.err
}

// copy writes the pictures, and the types of the element. Other pages know the icon by its name.
func (o *output) copy() {
	for _, name := range []string{"icon-192.png", "icon-512.png", "preview.png", "queens.d.ts"} {
		o.write(name, o.read(filepath.Join("static", name)))
	}
	o.add("density.svg", o.read("static/density.svg"))
	var icon bytes.Buffer
	o.fail(queens.Placement{0}.WriteSVG(&icon))
	o.write("icon.svg", icon.Bytes())
	o.add("icon.svg", icon.Bytes())
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

// ofViews are the texts, by the first parts of their keys, that a player does not need. The scripts have the
// English ones in the file of the other views.
var ofViews = []string{"course", "density", "editor", "embed", "learn", "plan", "search", "set", "solutions", "symmetry", "teachers", "turn", "ways"}

// bundled has the bundler take en.json for the texts that a player needs, and en.json?more for the others.
func (c catalogue) bundled() api.Plugin {
	load := func(args api.OnLoadArgs) (api.OnLoadResult, error) {
		texts := maps.Clone(c)
		maps.DeleteFunc(texts, func(key string, _ any) bool {
			part, _, _ := strings.Cut(key, ".")
			return slices.Contains(ofViews, part) != (args.Suffix == "?more")
		})
		data, err := json.Marshal(texts)
		contents := string(data)
		return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJSON}, err
	}
	return api.Plugin{Name: "words", Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: `/en\.json$`}, load)
	}}
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
func (o *output) addWords(catalogues map[string]catalogue) {
	manifest := o.read("static/manifest.webmanifest")
	for code, texts := range catalogues {
		var own map[string]any
		o.fail(json.Unmarshal(manifest, &own))
		own["lang"], own["name"], own["short_name"], own["description"] = code, texts["page.title"], texts["page.title"], texts["page.app"]
		o.write(code+".webmanifest", o.json(own))
		if code != "en" {
			o.add(code+".json", o.json(texts))
		}
	}
}

// daysInPart is the number of days in a file of a few.
const daysInPart = 28

// addDays writes the puzzles of the days: all in one file, and a few in each of many, so that a
// first visit need not wait for all.
func (o *output) addDays() {
	data := o.read(daysFile)
	o.add("days.txt", data)
	stem := strings.TrimSuffix(o.names["days.txt"], ".txt")
	lines := slices.Collect(bytes.Lines(data))
	for i := 0; i < len(lines); i += daysInPart {
		o.write(fmt.Sprintf("%s-%d.txt", stem, i/daysInPart), bytes.Join(lines[i:min(i+daysInPart, len(lines))], nil))
	}
}

// bundle writes main.js, which is all that a player needs, and views.js, which imports it and which it
// imports once another view is wanted; queens.js, which has the elements, for other pages that know
// it by its name; and keeps the style for the start.
func (o *output) bundle(catalogues map[string]catalogue) {
	options := api.BuildOptions{
		Outdir: o.dir, Bundle: true, Format: api.FormatESModule, Target: api.ES2022,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		Loader: map[string]api.Loader{".html": api.LoaderText},
		Define: o.defined(catalogues), Plugins: []api.Plugin{catalogues["en"].bundled()},
	}
	options.EntryPoints = []string{"script/queens.ts", "script/style.css"}
	for _, file := range o.built(options) {
		if name := filepath.Base(file.Path); name == "style.css" {
			o.style = file.Contents
		} else {
			o.write(name, file.Contents)
		}
	}
	// All of main.ts is in the chunk that it shares with views.ts; what is left of it only imports that.
	options.EntryPoints = []string{"script/main.ts"}
	options.Splitting, options.EntryNames, options.ChunkNames = true, "start", "[name]-[hash]"
	for _, file := range o.built(options) {
		name := filepath.Base(file.Path)
		stem, _, hashed := strings.Cut(name, "-")
		if !hashed {
			continue
		}
		if stem == "chunk" {
			stem = "main"
		}
		o.names[stem+".js"] = name
		o.write(name, file.Contents)
	}
}

func (o *output) built(options api.BuildOptions) []api.OutputFile {
	result := api.Build(options)
	for _, message := range result.Errors {
		o.fail(fmt.Errorf("%s: %+v", message.Text, message.Location))
	}
	return result.OutputFiles
}

// defined returns what the scripts are told about the page, by the names that they have for it.
func (o *output) defined(catalogues map[string]catalogue) map[string]string {
	board, err := queens.New(1)
	o.fail(err)
	var pieces bytes.Buffer // a picture that has elements with the ids queen, answer, given and blocked
	o.fail(board.WriteSVG(&pieces, nil))
	colours := make([]string, 16)
	for i := range colours {
		colours[i] = regions.RegionColor(i)
	}
	languages := make(map[string]string)
	for code, texts := range catalogues {
		languages[code] = texts.text("language")
	}
	define := make(map[string]string)
	for name, value := range map[string]any{
		"PIECES": pieces.String(), "COLOURS": colours, "LANGUAGES": languages, "FILES": o.names,
		"DAYS": bytes.Count(o.read(daysFile), []byte("\n")), "DAYS_IN_PART": daysInPart,
		"FIRST_DAY": firstDay.UnixMilli(), "WEEK": week, "SIZES": page.Sizes, "MOST_ROWS": page.MaxN,
	} {
		define[name] = string(o.json(value))
	}
	return define
}

// writeStart writes index.html, embed.html, and the service worker, which the browser installs
// again when it changes. All have the version of the page.
func (o *output) writeStart(at place, catalogues map[string]catalogue) {
	pages, err := template.ParseGlob("static/*.html")
	if err != nil {
		o.fail(err)
		return
	}
	values := map[string]any{"Address": at.address, "Preview": catalogues[at.language], "Languages": catalogues, "Files": o.names, "Version": ""}
	hash := sha256.Sum256(o.style)
	values["Style"], values["StyleHash"] = template.CSS(o.style), base64.StdEncoding.EncodeToString(hash[:])
	fill := func(name string) []byte {
		var html bytes.Buffer
		o.fail(pages.ExecuteTemplate(&html, name, values))
		return html.Bytes()
	}
	version := fmt.Sprintf("%x", digest(fill("index.html"))) // it names the scripts, and they name all other files
	values["Version"] = version
	for _, each := range pages.Templates() {
		o.write(each.Name(), fill(each.Name()))
	}
	files := map[string][]string{"needed": nil, "wanted": nil}
	for _, name := range slices.Sorted(maps.Keys(o.names)) {
		which := "wanted"
		if slices.Contains([]string{"main.js", "views.js", "icon.svg", "worker.js", library, "days.txt"}, name) {
			which = "needed"
		}
		files[which] = append(files[which], o.names[name])
	}
	o.write("sw.js", fmt.Appendf(nil, "const version = %q;\nconst files = %s;\n%s", version, o.json(files), o.read("static/sw.js")))
}

// library is the name of the library. The page decompresses it, since many hosts of static files
// send WebAssembly uncompressed.
const library = "queens.wasm.gzip"

// notInlined are packages that search nothing. Without inlining there the library is 4 % smaller, and no slower.
var notInlined = []string{
	"fmt", "encoding/json", "reflect", "strings", "time",
	"example.com/queens/internal/reading", "example.com/queens/web/page",
}

// addLibrary compiles the library. The worker begins with the script of the Go distribution that
// starts it. A host that knows Brotli sends the smaller file beside it instead.
func (o *output) addLibrary(ctx context.Context) {
	root, err := goCommand(ctx, "env", "GOROOT")
	o.fail(err)
	start := o.read(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
	o.add("worker.js", append(start, o.read("static/worker.js")...))
	temporary, err := os.MkdirTemp("", "queens-wasm-")
	if o.fail(err); o.err != nil {
		return
	}
	defer os.RemoveAll(temporary)
	program := filepath.Join(temporary, "queens.wasm")
	args := []string{"build", "-trimpath", "-ldflags=-s -w", "-o", program}
	for _, name := range notInlined {
		args = append(args, "-gcflags="+name+"=-l")
	}
	_, err = goCommand(ctx, append(args, "example.com/queens/web/wasm")...)
	o.fail(err)
	data := o.read(program)
	o.add(library, o.gzipped(data))
	o.write(o.names[library]+".br", o.brotlied(data))
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

// compress writes each text of the page in compressed forms too, under the names by which hosts of
// static files look for them.
func (o *output) compress() {
	entries, err := os.ReadDir(o.dir)
	o.fail(err)
	for _, entry := range entries {
		name := entry.Name()
		if slices.Contains([]string{".css", ".html", ".js", ".json", ".svg", ".txt"}, filepath.Ext(name)) {
			data := o.read(filepath.Join(o.dir, name))
			o.write(name+".br", o.brotlied(data))
			o.write(name+".gz", o.gzipped(data))
		}
	}
}

func (o *output) gzipped(data []byte) []byte {
	var compressed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&compressed, min(max(o.quality, gzip.BestSpeed), gzip.BestCompression)) // a level that there is
	w.Write(data)                                                                                       // to memory, which takes it
	w.Close()
	return compressed.Bytes()
}

func (o *output) brotlied(data []byte) []byte {
	var compressed bytes.Buffer
	w := brotli.NewWriterLevel(&compressed, o.quality)
	w.Write(data)
	w.Close()
	return compressed.Bytes()
}
