package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

// writeFile writes what was drawn to a file, or to standard output if the name is empty or -.
func writeFile(cmd *cobra.Command, name string, content []byte) error {
	if name != "" && name != "-" {
		return replaceFile(name, content)
	}
	_, err := cmd.OutOrStdout().Write(content)
	return err
}

// replaceFile writes a file completely or not at all: an existing file stays as it is
// until the new content is on the disk. A pipe or a device cannot be replaced, so it is
// written to.
func replaceFile(name string, content []byte) error {
	mode := fs.FileMode(0o666)
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return os.WriteFile(name, content, mode)
		}
		mode = info.Mode().Perm()
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
	}
	temporary := fmt.Sprintf("%s.%d.tmp", name, os.Getpid())
	err := writeNew(temporary, content, mode)
	if err == nil {
		err = os.Rename(temporary, name)
	}
	if err != nil && !os.IsExist(err) {
		os.Remove(temporary)
	}
	if wrong, ok := errors.AsType[*fs.PathError](err); ok { // the user has not named a temporary file
		wrong.Path = name
	}
	return err
}

func writeNew(name string, content []byte, mode fs.FileMode) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
