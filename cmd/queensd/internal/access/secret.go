package access

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
)

const (
	// leastSecret is how many bytes a secret must have.
	leastSecret = 8
	// mostText is how many bytes a file of secrets or keys may have.
	mostText = 1 << 20
)

// readLine returns the only line of a file that not everybody may read.
func readLine(path string) (string, error) {
	text, err := readPrivate(path, 0o007)
	if err != nil {
		return "", err
	}
	line := strings.TrimRight(text, "\r\n")
	if line == "" || strings.TrimSpace(line) != line || strings.ContainsAny(line, "\r\n\x00") {
		return "", fmt.Errorf("%s: want one line, NAME:SECRET or a token", path)
	}
	return line, nil
}

// readPrivate returns the text of a small file, unless its mode has one of the bits.
// The file that is looked at is the one that is read.
func readPrivate(path string, bits os.FileMode) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	// Windows has no such bits.
	if mode := info.Mode().Perm(); mode&bits != 0 && runtime.GOOS != "windows" {
		return "", fmt.Errorf("%s has mode %04o, which lets others read or change it; want 0600", path, mode)
	}
	text, err := io.ReadAll(io.LimitReader(f, mostText+1))
	if err == nil && len(text) > mostText {
		err = fmt.Errorf("%s has more than %d bytes", path, mostText)
	}
	return string(text), err
}

// writeNew writes a file that is not there yet, for its owner alone, and has it on the
// disk when it returns.
func writeNew(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		os.Remove(path) // half a key is none
	}
	return err
}
