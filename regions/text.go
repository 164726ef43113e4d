package regions

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"unicode"

	"example.com/queens"
)

// ParseBoard reads a board from text. The text itself tells which of these forms it has:
//
//   - Letters: n lines of n letters, with or without spaces between them, squares of the
//     same letter being a region. "A" and "a" are two regions. Digits and symbols such
//     as coloured squares are as good as letters. Blank lines mean nothing. Behind the
//     letters may stand the words that [Board.String] writes.
//   - JSON: a matrix of integers or of strings, or an object with such a matrix under
//     the name "regions" or "colorRegions". If the object has a size "n" or "size", it
//     is checked. Its "givens" may have lists of "queens" and "blocked" squares, each a
//     row and a column counted from 0, [3, 1]. Other names are ignored.
//   - A link: an address on puzz.link, or on another site of that kind, with
//     "?starbattle/n/n/1/" and the borders of the regions.
//
// Regions are numbered in the order of their letters or values, as in [New]; those of a
// link row by row, in the order of their first squares. Anything else is an error that
// says what is wrong and where, and so is a board that New or [Board.With] refuses.
// ParseBoard takes time linear in the text.
func ParseBoard(s string) (*Board, error) {
	b, err := parse(s)
	if err != nil {
		return nil, fmt.Errorf("regions: parse: %w", err)
	}
	return b, nil
}

func parse(s string) (*Board, error) {
	text := strings.TrimSpace(s)
	switch {
	case text == "":
		return nil, errors.New("no text, want letters, JSON or a puzz.link address")
	case text[0] == '{' || text[0] == '[':
		return parseJSON([]byte(text))
	case strings.Contains(text, linkKind+"/"):
		return parseLink(text)
	}
	return parseLetters(text)
}

// String returns the regions as n lines of n letters, the last without a newline. The
// letters are those of [RegionName]. If queens are given or squares blocked, a line of
// words follows, which names them row by row:
//
//	AAB
//	ABB
//	CCC
//	given=b1 blocked=a2,c3
//
// The board of size 0 is "n=0". [ParseBoard] reads all of it back: the text carries the whole
// board.
func (b *Board) String() string {
	if b.n == 0 {
		return "n=0"
	}
	var text strings.Builder
	for row := range b.n {
		if row > 0 {
			text.WriteByte('\n')
		}
		for _, region := range b.region[row*b.n : (row+1)*b.n] {
			text.WriteByte(regionNames[region])
		}
	}
	separator := "\n"
	for _, words := range []string{squareWord("given", b.Given()), squareWord("blocked", b.Blocked())} {
		if words != "" {
			text.WriteString(separator + words)
			separator = " "
		}
	}
	return text.String()
}

// squareWord returns a word such as "given=b4,d5", or "" without squares.
func squareWord(name string, squares iter.Seq[queens.Square]) string {
	var names []string
	for s := range squares {
		names = append(names, s.String())
	}
	if names == nil {
		return ""
	}
	return name + "=" + strings.Join(names, ",")
}

// MarshalText returns the board as [Board.String] writes it.
func (b *Board) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText reads a board as [ParseBoard] does. If there is an error, b stays as it is.
func (b *Board) UnmarshalText(text []byte) error {
	read, err := ParseBoard(string(text))
	if err != nil {
		return err
	}
	*b = *read
	return nil
}

// parseLetters reads lines of letters, and behind them lines of words such as
// "given=b4,d5".
func parseLetters(text string) (*Board, error) {
	var rows [][]rune
	var words []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if words != nil || strings.Contains(line, "=") {
			words = append(words, strings.Fields(line)...)
			continue
		}
		row, err := letters(line)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", len(rows)+1, err)
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 && words[0] != "n=0" {
		return nil, fmt.Errorf("%q with no board before it", words[0])
	}
	b, err := divide(rows, func(letter rune) string { return string(letter) })
	if err != nil {
		return nil, err
	}
	return b.withWords(words)
}

// letters returns the squares of a row.
func letters(line string) ([]rune, error) {
	const variation = '\uFE0F' // follows some symbols to ask for their coloured form
	var row []rune
	for _, r := range line {
		switch {
		case unicode.In(r, unicode.L, unicode.Nd, unicode.So) && r != unicode.ReplacementChar:
			row = append(row, r)
		case !unicode.IsSpace(r) && r != variation:
			return nil, fmt.Errorf("%q is not a letter", r)
		}
	}
	return row, nil
}

// withWords returns the board with what the words say, each at most once.
func (b *Board) withWords(words []string) (*Board, error) {
	said := make(map[string][]queens.Square)
	for _, word := range words {
		name, names, _ := strings.Cut(word, "=")
		if word == "n=0" && b.n == 0 {
			continue
		}
		if name != "given" && name != "blocked" {
			return nil, fmt.Errorf("word %q, want given=… or blocked=…", word)
		}
		if said[name] != nil {
			return nil, fmt.Errorf("a second word %s=…", name)
		}
		for square := range strings.SplitSeq(names, ",") {
			s, err := queens.ParseSquare(square)
			if err != nil {
				return nil, fmt.Errorf("word %q: %w", word, err)
			}
			said[name] = append(said[name], s)
		}
	}
	return b.with(Given(said["given"]...), Blocked(said["blocked"]...))
}
