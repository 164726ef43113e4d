package main

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
)

// codings are how a file may be compressed, the best first, and what is added to its name. Hosts
// of static files that look for such files call them so.
var codings = []struct{ name, suffix string }{{"br", ".br"}, {"gzip", ".gz"}}

// compress writes each text of the page in compressed forms beside it.
func (o *output) compress(quality int) {
	entries, err := os.ReadDir(o.dir)
	o.fail(err)
	for _, entry := range entries {
		name := entry.Name()
		if slices.Contains([]string{".css", ".html", ".js", ".json", ".svg", ".txt"}, path.Ext(name)) {
			data := o.read(filepath.Join(o.dir, name))
			o.write(name+".br", brotlied(data, quality))
			o.write(name+".gz", gzipped(data))
		}
	}
}

func gzipped(data []byte) []byte {
	var compressed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&compressed, gzip.BestCompression) // a level that there is
	w.Write(data)                                                  // to memory, which takes it
	w.Close()
	return compressed.Bytes()
}

func brotlied(data []byte, quality int) []byte {
	var compressed bytes.Buffer
	w := brotli.NewWriterLevel(&compressed, quality)
	w.Write(data)
	w.Close()
	return compressed.Bytes()
}

// serveFiles serves the files of a directory, in the best form that there is and the client
// takes. Pages of other hosts may use them, so that they can embed the puzzle.
func serveFiles(dir string) http.Handler {
	plain := http.FileServer(http.Dir(dir))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Vary", "Accept-Encoding")
		name := path.Clean("/" + r.URL.Path)
		if strings.HasSuffix("/"+r.URL.Path, "/") {
			name = path.Join(name, "index.html")
		}
		for _, coding := range codings {
			if !accepts(r, coding.name) {
				continue
			}
			if file, err := http.Dir(dir).Open(name + coding.suffix); err == nil {
				defer file.Close()
				if info, err := file.Stat(); err == nil {
					w.Header().Set("Content-Encoding", coding.name)
					http.ServeContent(w, r, name, info.ModTime(), file)
					return
				}
			}
		}
		plain.ServeHTTP(w, r)
	})
}

// accepts reports whether a client takes a coding.
func accepts(r *http.Request, coding string) bool {
	for each := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, weight, _ := strings.Cut(strings.ReplaceAll(each, " ", ""), ";")
		if name == coding {
			return strings.Trim(weight, "q=0.") != "" || weight == ""
		}
	}
	return false
}
