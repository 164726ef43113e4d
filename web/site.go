package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"example.com/queens"
)

//go:embed static
var static embed.FS

// build writes the page to a directory: the files in static, the library as WebAssembly
// with the script of the Go distribution that starts it, and drawings by the library.
func build(ctx context.Context, dir string) error {
	files, err := fs.Sub(static, "static")
	if err != nil {
		return err
	}
	names, err := fs.Glob(files, "*")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if err := write(dir, name, data); err != nil {
			return err
		}
	}
	if err := draw(dir); err != nil {
		return err
	}
	return compile(ctx, dir)
}

func write(dir, name string, data []byte) error {
	return os.WriteFile(filepath.Join(dir, name), data, 0o644)
}

// draw writes the icon, and the pieces of the board: a picture by the library that has
// elements with the ids queen, answer, given and blocked.
func draw(dir string) error {
	var icon, pieces bytes.Buffer
	if err := (queens.Placement{0}).WriteSVG(&icon); err != nil {
		return err
	}
	board, err := queens.New(1)
	if err != nil {
		return err
	}
	if err := board.WriteSVG(&pieces, nil); err != nil {
		return err
	}
	if err := write(dir, "icon.svg", icon.Bytes()); err != nil {
		return err
	}
	return write(dir, "pieces.svg", pieces.Bytes())
}

// compile runs the Go command, so the working directory must be inside this module.
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
	return writeCompressed(dir, "queens.wasm.gzip", data)
}

// writeCompressed compresses a file that the page decompresses itself, since many hosts of
// static files send WebAssembly as it is.
func writeCompressed(dir, name string, data []byte) error {
	var compressed bytes.Buffer
	w, err := gzip.NewWriterLevel(&compressed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return write(dir, name, compressed.Bytes())
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
