package cli

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// file returns the file behind a writer or reader, or nil.
func file(stream any) *os.File {
	if o, ok := stream.(*output); ok {
		stream = o.Writer
	}
	f, _ := stream.(*os.File)
	return f
}

// IsTerminal reports whether a writer or reader is one.
func IsTerminal(stream any) bool {
	f := file(stream)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// IsDumb reports whether the terminal can only write line below line.
func IsDumb() bool { return os.Getenv("TERM") == "dumb" }

// width returns how many characters a line of the terminal has.
func width(w io.Writer) int {
	if f := file(w); f != nil {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			return width
		}
	}
	return 80
}

// HasUnicode reports whether the locale has more characters than ASCII.
func HasUnicode() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := os.Getenv(name); locale != "" {
			locale = strings.ToLower(locale)
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return false
}
