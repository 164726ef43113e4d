package queens

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// lines measures an item of lines: a diagram, or one line. Words of a board without its
// size belong to what follows them.
func (w *window) lines() (int, error) {
	from := 0
	for {
		end, err := w.lineEnd(from)
		if err != nil {
			return end, err
		}
		line := lineOf(w.text()[from:end])
		switch {
		case from > 0 && len(line) == 0: // nothing follows the words
			return from, nil
		case isPrefix(line):
			from = end
		case !startsDiagram(line):
			return end, nil
		case isVectorToo(line):
			if isRow, err := w.isLabelled(line, end); err != nil || !isRow {
				return end, err
			}
			return w.diagram(end)
		default:
			return w.diagram(end)
		}
	}
}

// lineOf returns a line without its comment and white space.
func lineOf(line []byte) []byte {
	if start := commentStart(line); start >= 0 {
		line = line[:start]
	}
	return bytes.TrimSpace(line)
}

// isPrefix reports whether a line has words of a board, but no size and no placement.
func isPrefix(line []byte) bool {
	if !bytes.HasPrefix(line, []byte("torus")) && bytes.IndexByte(line, '=') < 0 {
		return false
	}
	words := &boardWords{n: -1}
	rest, err := words.cut(string(line))
	return err == nil && words.n < 0 && words.seen != nil && strings.TrimSpace(rest) == ""
}

// diagram returns where the diagram ends whose first line ends at an offset.
func (w *window) diagram(end int) (int, error) {
	for {
		next, err := w.lineEnd(end)
		if err != nil || next == end {
			return end, err
		}
		line := bytes.TrimSpace(w.text()[end:next])
		if !isComment(line) && !continuesDiagram(lineOf(line)) {
			return end, nil
		}
		end = next
	}
}

func isComment(line []byte) bool { return len(line) > 0 && line[0] == '#' }

// cutRank separates the rank number, if there is one, from a row of a diagram.
func cutRank(line []byte) (rank int, row []byte) {
	row = bytes.TrimLeft(line, decimals)
	rank, _ = parseNumber(string(line[:len(line)-len(row)]))
	return rank, bytes.TrimSpace(row)
}

// continuesDiagram reports whether a line, right or wrong, may be in a diagram: it has no
// digits but the number of a rank, and none of the punctuation of other forms.
func continuesDiagram(line []byte) bool {
	_, row := cutRank(line)
	return len(row) > 0 && !bytes.ContainsAny(row, decimals+`/([{=,"`)
}

// startsDiagram reports whether a line may be the first one of a diagram: most of it are
// the symbols of squares, or the names of files. A square by itself is a board.
func startsDiagram(line []byte) bool {
	if !continuesDiagram(line) {
		return false
	}
	_, row := cutRank(line)
	switch {
	case namesOfFiles(row):
		return true
	case utf8.RuneCount(line) == 1:
		return false
	}
	symbols, others := 0, 0
	for len(row) > 0 && others <= symbols {
		char, size := utf8.DecodeRune(row)
		switch {
		case strings.ContainsRune("Qq*D♛♕.+-_·□x|", char):
			symbols++
		case char != ' ' && char != '\t':
			others++
		}
		row = row[size:]
	}
	return others <= symbols
}

// namesOfFiles reports whether a line has the names of files, from a on.
func namesOfFiles(line []byte) bool {
	col := 0
	for ; len(line) > 0; col++ {
		rest, ok := bytes.CutPrefix(line, []byte(fileName(col)))
		if !ok {
			return false
		}
		line = bytes.TrimLeft(rest, " \t")
	}
	return col > 0
}

// isVectorToo reports whether the row of a diagram may as well be a vector, whose first
// queen stands on the file of that number, with empty rows behind it.
func isVectorToo(line []byte) bool {
	rank, row := cutRank(line)
	return rank > 0 && len(bytes.Trim(row, "._ \t")) == 0
}

// isLabelled tells a diagram with rank numbers from vectors by the lines that follow the
// first one, which ends at an offset: they have the ranks that follow, and a queen or a
// blocked square among them, or the names of files below, or there are as many as squares in
// the first. The lines that it has looked at in vain are vectors, too, so that it does not
// look at each of them again and again.
func (w *window) isLabelled(first []byte, end int) (bool, error) {
	rank, row := cutRank(first)
	squares := len(row) - bytes.Count(row, []byte(" ")) - bytes.Count(row, []byte("\t"))
	if w.line < w.plain {
		return false, nil
	}
	for rows, step := 1, 0; rows <= squares; {
		next, err := w.lineEnd(end)
		if err != nil {
			return false, err
		}
		line := bytes.TrimSpace(w.text()[end:next])
		if isComment(line) {
			end = next
			continue
		}
		line = lineOf(line)
		below, _ := cutRank(line)
		goesOn := startsDiagram(line) && (below-rank == step || step == 0 && (below == rank+1 || below == rank-1))
		switch {
		case namesOfFiles(line), goesOn && !isVectorToo(line), !goesOn && rows == squares && rows > 1:
			return true, nil
		case !goesOn:
			rows = squares
		default:
			step = below - rank
			rank, end = below, next
		}
		rows++
	}
	w.plain = w.line + bytes.Count(w.text()[:end], []byte("\n"))
	return false, nil
}
