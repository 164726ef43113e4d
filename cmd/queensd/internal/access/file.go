package access

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
)

// mostText is the greatest size of a file of a key or of certificates in bytes.
const mostText = 1 << 20

// ReadFile returns the text of a small file. It is an error if the file's mode has any
// of the bits. The mode is that of the open file, so nobody can swap the file after the check.
func ReadFile(path string, bits os.FileMode) (string, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // opening a pipe would wait for a writer
		return "", fmt.Errorf("%s is not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	// Windows has no such modes.
	if mode := info.Mode().Perm(); mode&bits != 0 && runtime.GOOS != "windows" {
		return "", fmt.Errorf("%s has mode %04o, which lets others read or change it; want 0600", path, mode)
	}
	text, err := io.ReadAll(io.LimitReader(f, mostText+1))
	if err == nil && len(text) > mostText {
		err = fmt.Errorf("%s has more than %d bytes", path, mostText)
	}
	return string(text), err
}

// writeNew creates a file that only its owner may read, and syncs it. The file must not exist.
func writeNew(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil && !errors.Is(err, fs.ErrExist) {
		os.Remove(path) // half a key is useless
	}
	return err
}
