package cli

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// file returns the file behind a writer or reader, or nil if there is none.
func file(stream any) *os.File {
	if o, ok := stream.(*output); ok {
		stream = o.Writer
	}
	f, _ := stream.(*os.File)
	return f
}

// IsTerminal reports whether a writer or reader is a terminal.
func IsTerminal(stream any) bool {
	f := file(stream)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// IsDumb reports whether the terminal cannot move its cursor.
func IsDumb() bool { return os.Getenv("TERM") == "dumb" }

// TerminalWidth returns how many characters fit on a line of the terminal.
func TerminalWidth(w io.Writer) int {
	if f := file(w); f != nil {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil {
			return n
		}
	}
	return 80
}

// HasUnicode reports whether the locale's encoding is UTF-8.
func HasUnicode() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := os.Getenv(name); locale != "" {
			locale = strings.ToLower(locale)
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return false
}
