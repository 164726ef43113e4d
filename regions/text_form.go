package regions

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"example.com/queens"
)

// parseText reads the lines of one board in any form but JSON.
func parseText(lines []textLine) (*Board, error) {
	rows, words := splitWords(lines)
	if len(rows) > 0 {
		b, err := parseRows(rows)
		if err != nil {
			return nil, err
		}
		return b.withWords(words)
	}
	if len(words) == 0 {
		return nil, errors.New("no board in the text")
	}
	if words[0].text != emptyBoard {
		return nil, wrongLine(words[0].number, "%s with no board before it", excerpt(words[0].text))
	}
	return new(Board).withWords(words[1:])
}

// emptyBoard is the word for the board of size 0.
const emptyBoard = "n=0"

// splitWords splits the words that follow a board, such as given=b4,d5, from the lines before
// them, and leaves out empty lines.
func splitWords(lines []textLine) (rows, words []textLine) {
	for _, l := range lines {
		row, tail := cutWords(l.text)
		if words != nil {
			row, tail = "", l.text
		}
		if trim(row) != "" {
			rows = append(rows, textLine{l.number, row})
		}
		for word := range strings.FieldsFuncSeq(tail, isBlank) {
			words = append(words, textLine{l.number, word})
		}
	}
	return rows, words
}

// cutWords cuts a line before its first word with an equals sign.
func cutWords(text string) (row, words string) {
	before, _, assigns := strings.Cut(text, "=")
	if !assigns {
		return text, ""
	}
	row = strings.TrimRightFunc(before, func(r rune) bool { return !isBlank(r) })
	return row, text[len(row):]
}

// withWords returns the board with what the words say, each at most once.
func (b *Board) withWords(words []textLine) (*Board, error) {
	seen := make(map[string]bool)
	for _, word := range words {
		name, names, _ := strings.Cut(word.text, "=")
		constraint := Given
		switch {
		case seen[name]:
			return nil, wrongLine(word.number, "a second word %s=…", name)
		case name == "blocked":
			constraint = Blocked
		case name != "given":
			return nil, wrongLine(word.number, "word %s, want given=… or blocked=…", excerpt(word.text))
		}
		seen[name] = true
		var squares []queens.Square
		for square := range strings.SplitSeq(names, ",") {
			s, err := queens.ParseSquare(square)
			if err != nil {
				return nil, wrongLine(word.number, "word %s: %s is not a square such as b4", excerpt(word.text), excerpt(square))
			}
			squares = append(squares, s)
		}
		c, err := b.with(constraint(squares...))
		if err != nil {
			return nil, atLine(word.number, err)
		}
		b = c
	}
	return b, nil
}

// isOneLine reports whether the first line of a board is all of it: an address, a notation, rows
// between slashes, or all squares of more than five rows.
func isOneLine(text string) bool {
	row, _ := cutWords(text)
	return isNotation(text) || isLink(text) || strings.Contains(row, "/") || len(row) > MaxN && isFlat(row)
}

// isFlat reports whether a row, and not one of a drawing, has n² letters or values, more than MaxN.
func isFlat(row string) bool {
	squares := max(len(separate(row)), len(fields(row)))
	if squares == 1 {
		squares = len(characters(row))
	}
	return squares > MaxN && root(squares) > 0 && !strings.ContainsAny(strings.Map(plainLine, row), "+|")
}

// parseRows reads a board without words.
func parseRows(rows []textLine) (*Board, error) {
	first, text := rows[0], trim(rows[0].text)
	switch {
	case strings.HasPrefix(text, fileKind):
		return parseFile(rows)
	case isOneLine(text) && len(rows) > 1:
		return nil, wrongLine(rows[1].number, "%s behind a board of one line", excerpt(trim(rows[1].text)))
	case isLink(text):
		b, err := parseLink(first)
		return b, atLine(first.number, err)
	case isNotation(text):
		b, err := parseNotation(first)
		return b, atLine(first.number, err)
	case slices.ContainsFunc(rows, func(l textLine) bool { return isFrame(l.text) }):
		return parseDiagram(rows)
	case strings.Contains(text, "/"):
		rows = nil
		for part := range strings.SplitSeq(text, "/") {
			rows = append(rows, textLine{first.number, part})
		}
	}
	return parseGrid(rows)
}

// programText matches a line of a program or of a web page, which can contain a board. No row of
// a board has a bracket or a quotation mark.
var programText = regexp.MustCompile(`^\s*(?:(?:import|export|from|const|let|var|type|interface|function|func|def|class|public|package)\s` +
	`.*[\[{(='";]|[\w$.]+\s*(?::[^=]*)?=\s*[\[{(]|//|/\*|<)`)

// isProgram reports whether a text begins with the line of a program.
func isProgram(text string) bool { return programText.MatchString(text) }
