package regions

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.com/queens"
)

// parseText reads the lines of one board in any form but JSON.
func parseText(lines []string) (*Board, error) {
	rows, words := splitWords(lines)
	switch {
	case len(rows) > 0:
		b, err := parseRows(rows)
		if err != nil {
			return nil, err
		}
		return b.withWords(words)
	case len(words) == 0:
		return nil, errors.New("no board in the text")
	case words[0] != "n=0":
		return nil, fmt.Errorf("%s without a board before it", excerpt(words[0]))
	}
	return new(Board).withWords(words[1:])
}

// splitWords splits the words that follow a board, such as given=b4,d5, from the lines before
// them.
func splitWords(lines []string) (rows, words []string) {
	for i, line := range lines {
		row, tail := cutWords(line)
		if row != "" {
			rows = append(rows, row)
		}
		if tail != "" {
			return rows, fields(strings.Join(append([]string{tail}, lines[i+1:]...), " "))
		}
	}
	return rows, nil
}

// cutWords cuts a line before its first word with an equals sign.
func cutWords(text string) (row, words string) {
	before, _, assigns := strings.Cut(text, "=")
	if !assigns {
		return text, ""
	}
	row = strings.TrimRightFunc(before, func(r rune) bool { return !isBlank(r) })
	return trim(row), text[len(row):]
}

// withWords returns the board with what the words say, each at most once.
func (b *Board) withWords(words []string) (*Board, error) {
	seen := make(map[string]bool)
	for _, word := range words {
		name, names, _ := strings.Cut(word, "=")
		constraint := Given
		switch {
		case seen[name]:
			return nil, fmt.Errorf("%s=… occurs twice", name)
		case name == "blocked":
			constraint = Blocked
		case name != "given":
			return nil, fmt.Errorf("word %s, want given=… or blocked=…", excerpt(word))
		}
		seen[name] = true
		var squares []queens.Square
		for square := range strings.SplitSeq(names, ",") {
			s, err := queens.ParseSquare(square)
			if err != nil {
				return nil, fmt.Errorf("word %s: %s is not a square such as b4", excerpt(word), excerpt(square))
			}
			squares = append(squares, s)
		}
		c, err := b.with(constraint(squares...))
		if err != nil {
			return nil, err
		}
		b = c
	}
	return b, nil
}

// isOneLine reports whether the first line of a board is all of it: an address, Star Battle
// notation, rows with slashes between them, or all squares of more than five rows.
func isOneLine(text string) bool {
	row, _ := cutWords(text)
	return notation.MatchString(trim(text)) || isLink(text) || strings.Contains(row, "/") || len(row) > MaxN && isFlat(row)
}

// isFlat reports whether a row has n² letters or values, more than MaxN, and is not one of a drawing.
func isFlat(row string) bool {
	squares := max(len(separate(row)), len(fields(row)))
	if squares == 1 {
		squares = len(characters(row))
	}
	return squares > MaxN && root(squares) > 0 && !strings.ContainsAny(strings.Map(plainLine, row), "+|")
}

// parseRows reads a board without words.
func parseRows(rows []string) (*Board, error) {
	first := rows[0]
	switch {
	case strings.HasPrefix(first, fileKind):
		return parseFile(rows)
	case isOneLine(first) && len(rows) > 1:
		return nil, fmt.Errorf("%s after a board of one line", excerpt(rows[1]))
	case isLink(first):
		return parseLink(first)
	case notation.MatchString(first):
		return parseNotation(first)
	case slices.ContainsFunc(rows, isFrame):
		return parseDiagram(rows)
	case strings.Contains(first, "/"):
		rows = strings.Split(first, "/")
	}
	return parseGrid(rows)
}

// programText matches a line of a program or of a web page, which can contain a board. No row of a
// board has a bracket or a quotation mark.
var programText = regexp.MustCompile(`^\s*(?:` +
	`(?:import|export|from|const|let|var|type|interface|function|func|def|class|public|package)\s` +
	`.*[\[{(='";]|[\w$.]+\s*(?::[^=]*)?=\s*[\[{(]|//|/\*|<)`)

// comment matches a comment at the beginning of a line or after white space.
var comment = regexp.MustCompile(`(?:^|[\s\p{Z}])#.*`)

// cleanLine returns a line without its comment. A line of a file has none.
func cleanLine(line string, file bool) string {
	if !file {
		line = comment.ReplaceAllString(trim(line), "")
	}
	return trim(line)
}

// cleanLines returns the lines of a text without comments and empty lines.
func cleanLines(text string) (lines []string) {
	file := strings.HasPrefix(trim(text), fileKind)
	for line := range strings.Lines(text) {
		if line = cleanLine(line, file); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
