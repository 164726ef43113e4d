package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"example.com/queens/cmd/internal/cli"
	"github.com/spf13/cobra"
)

// pictureFile returns the value of a flag that names a file for a picture, which is SVG.
func pictureFile() cli.Value[string] {
	value := cli.File()
	read := value.Read
	value.Read = func(name string) (string, error) {
		switch extension := strings.ToLower(filepath.Ext(name)); extension {
		case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".pdf", ".ps", ".eps":
			return "", fmt.Errorf("pictures are SVG, not %s: want a name that ends in .svg", strings.ToUpper(extension[1:]))
		}
		return read(name)
	}
	return value
}

// A target is where a picture goes: a file, or standard output if its name is empty or -.
type target struct {
	io.Writer
	file  *os.File // or nil
	isNew bool
	begun bool // something is written
}

// openTarget opens a file and leaves it as it is.
func openTarget(cmd *cobra.Command, name string) (*target, error) {
	if name == "" || name == "-" {
		return &target{Writer: cmd.OutOrStdout()}, nil
	}
	_, err := os.Stat(name)
	isNew := errors.Is(err, os.ErrNotExist)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
	return &target{Writer: f, file: f, isNew: isNew}, err
}

// Write replaces what the file had, when it begins.
func (t *target) Write(text []byte) (int, error) {
	if t.file != nil && !t.begun {
		_ = t.file.Truncate(0) // which a device does not know
	}
	t.begun = true
	return t.Writer.Write(text)
}

// close removes a new file in which nothing is written.
func (t *target) close() error {
	if t.file == nil {
		return nil
	}
	err := t.file.Close()
	if t.isNew && !t.begun {
		err = cmp.Or(err, os.Remove(t.file.Name()))
	}
	return err
}
