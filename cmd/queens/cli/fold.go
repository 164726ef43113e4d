package cli

import (
	"strings"
	"unicode/utf8"
)

// helpWidth is the width of a line of help where there is room for it.
const helpWidth = 80

// fold breaks the lines of a text that are longer than width between words. What follows
// the start of a table's row stays in its column. The lines of a paragraph are joined
// first if they are made for a wider page.
func fold(text string, width int) string {
	if width < helpWidth {
		text = joinParagraphs(text)
	}
	var folded []string
	for line := range strings.Lines(text) {
		folded = append(folded, foldLine(strings.TrimRight(line, "\n"), width)...)
	}
	return strings.Join(folded, "\n") + "\n"
}

// foldLine returns the lines that a line is broken into.
func foldLine(line string, width int) (folded []string) {
	if utf8.RuneCountInString(line) <= width {
		return []string{line}
	}
	margin := hangingIndent(line)
	if margin > width/2 {
		margin = min(8, width/2)
	}
	indent := len(line) - len(strings.TrimLeft(line, " "))
	part := line[:indent]
	for word := range strings.SplitAfterSeq(line[indent:], " ") {
		length := utf8.RuneCountInString(strings.TrimRight(word, " "))
		if strings.TrimSpace(part) != "" && length > 0 && utf8.RuneCountInString(part)+length > width {
			folded = append(folded, strings.TrimRight(part, " "))
			part = strings.Repeat(" ", margin)
		}
		part += word
	}
	return append(folded, part)
}

// hangingIndent returns where the last column of a table's row begins, or how far a line
// is indented.
func hangingIndent(line string) int {
	text := strings.TrimLeft(line, " ")
	indent := len(line) - len(text)
	if gap := strings.Index(text, "  "); indent > 0 && gap > 0 {
		return utf8.RuneCountInString(line[:indent+gap]) + len(text[gap:]) - len(strings.TrimLeft(text[gap:], " "))
	}
	return indent
}

// joinParagraphs joins the lines of each paragraph. Lines that are indented, and headings,
// stay as they are.
func joinParagraphs(text string) string {
	var joined strings.Builder
	inParagraph := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		plain := line != "" && line[0] != ' '
		if joined.Len() > 0 {
			if inParagraph && plain {
				joined.WriteByte(' ')
			} else {
				joined.WriteByte('\n')
			}
		}
		joined.WriteString(line)
		inParagraph = plain && !strings.HasSuffix(line, ":")
	}
	return joined.String() + "\n"
}
