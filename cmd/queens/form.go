package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/queens"
)

// A form is what the text of a board says about its kind: not whether it is right, but which
// reader is to say what is wrong with it.
type form int

const (
	openForm   form = iota // what follows will decide
	plainForm              // a board without regions
	regionForm             // a board of regions
)

// mostLooked is how many bytes of a stream may leave its form open.
const mostLooked = 1 << 20

// lookAhead returns the form of the first board of a stream, and the whole stream. It looks at a
// long text again only when that has grown by a sixteenth, so that many short reads take no longer
// than a few long ones.
func lookAhead(r io.Reader) (form, *bufio.Reader) {
	in := bufio.NewReaderSize(r, mostLooked)
	for looked := 0; ; {
		_, err := in.Peek(in.Buffered() + 1)
		if err == nil && in.Buffered()-looked <= looked/16-256 {
			continue
		}
		looked = in.Buffered()
		text, _ := in.Peek(looked)
		if found := formOf(string(text), err != nil); found != openForm || err != nil {
			return found, in
		}
	}
}

var (
	starBattle = regexp.MustCompile(`^\d+x\d+\.|starbattle|^pzprv3|://`)
	// regionKeys match the names of regions in an object, as JSON or as a program has it.
	regionKeys = regexp.MustCompile(`(?i)["'\s{,](regions|color[_-]?regions|region[_-]?grid|color[_-]?grid|grid)["']?\s*:`)
	program    = regexp.MustCompile(`^(import|export|const|let|var)\s|^//|^/\*`)
)

// formOf returns the form of the first board in a text, which is whole or only begins with it.
func formOf(text string, whole bool) form {
	text = strings.TrimPrefix(text, "\uFEFF")
	var lines []string // of the board
	for line := range strings.Lines(text) {
		ended := whole || strings.HasSuffix(line, "\n")
		switch line = strings.TrimSpace(line); {
		case !ended && (len(lines) > 0 || !strings.HasPrefix(line, "{") && !strings.HasPrefix(line, "[")):
			return openForm
		case strings.HasPrefix(line, "#"), line == "" && len(lines) == 0:
			continue
		case len(lines) == 0 && strings.ContainsRune(`[{"`, rune(line[0])):
			return formOfJSON(text[strings.Index(text, line):], whole)
		case len(lines) == 0 && program.MatchString(line):
			return formByName(text, whole)
		case line == "":
			return formOfOpen(lines)
		}
		if lines = append(lines, line); !isFiles(line) && (len(lines) > 1 || !isSize(line)) {
			if found := formOfLine(line, len(lines)); found != openForm {
				return found
			}
		}
	}
	if !whole {
		return openForm
	}
	return formOfOpen(lines)
}

// formOfOpen returns the form of a board that none of its lines has decided.
func formOfOpen(lines []string) form {
	if len(lines) == 1 && lines[0] == "a" {
		return regionForm // the name of a file, or a row
	}
	return plainForm
}

// isSize reports whether a line can be the size of a board, so that the next one decides.
func isSize(line string) bool {
	_, err := strconv.Atoi(line)
	return err == nil && len(line) < 3
}

// isFiles reports whether a line has the names of files, above or below a board.
func isFiles(line string) bool {
	for col, name := range strings.Fields(line) {
		if name != strings.TrimRight(queens.Square{Col: col}.String(), "1") {
			return false
		}
	}
	return true
}

// formOfLine returns the form of a board that has this line.
func formOfLine(line string, number int) form {
	squares := strings.TrimLeft(strings.Map(asciiLine, line), "0123456789 ")
	switch {
	case starBattle.MatchString(line):
		return regionForm
	case strings.Contains(line, "="):
		return plainForm
	case strings.HasPrefix(squares, "|"), strings.HasPrefix(squares, "+-"):
		// Between regions only, lines are drawn in part; squares have the letters of regions.
		if strings.Contains(squares, " ") && (strings.Contains(squares, "+-") || strings.Contains(squares, "-+")) || hasRegionMark(squares) {
			return regionForm
		}
		return openForm
	case !isRow(line):
		return plainForm
	case hasRegionMark(line) && (number > 1 || isWhole(line)):
		return regionForm
	}
	return openForm // DDD, say, or a word
}

// asciiLine replaces characters of box drawing by |, - and +.
func asciiLine(r rune) rune {
	switch {
	case strings.ContainsRune("│┃║", r):
		return '|'
	case strings.ContainsRune("─━═", r):
		return '-'
	case r >= '\u2500' && r < '\u2580':
		return '+'
	}
	return r
}

// isRow reports whether a line has only letters and coloured signs, as a row of regions, or all
// rows with slashes or without.
func isRow(line string) bool {
	return !strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !isColor(r) && !strings.ContainsRune(" \t,;/", r) })
}

// isWhole reports whether a row is more than a word that may mean anything.
func isWhole(line string) bool {
	side := math.Sqrt(float64(utf8.RuneCountInString(line)))
	return strings.ContainsAny(line, " ,;/") || side == math.Floor(side) && side != 2 // such as null
}

// isColor reports whether a character is a coloured square or circle.
func isColor(r rune) bool { return r >= 0x1F7E0 && r <= 0x1F7EB || r == 0x1F534 || r == 0x1F535 }

// hasRegionMark reports whether there is a letter or a colour that stands for neither a queen nor
// an empty square.
func hasRegionMark(line string) bool {
	return strings.ContainsFunc(line, func(r rune) bool {
		return isColor(r) || unicode.IsLetter(r) && !strings.ContainsRune("QqDx", r)
	})
}

// formOfJSON returns the form of the first board in JSON.
func formOfJSON(text string, whole bool) form {
	decoder := json.NewDecoder(strings.NewReader(text))
	isArray := text[0] == '['
	if isArray {
		_, _ = decoder.Token() // which is the bracket
	}
	for !isArray || decoder.More() {
		var value any
		switch err := decoder.Decode(&value); {
		case errors.As(err, new(*json.SyntaxError)), err != nil && whole: // such as single quotes
			return formByName(text, whole)
		case err != nil:
			return openForm
		}
		if found := formOfValue(value, 0); found != openForm || !isArray {
			return found
		}
	}
	if whole {
		return plainForm
	}
	return openForm
}

// formByName returns the form of a text that is almost JSON, or contains it.
func formByName(text string, whole bool) form {
	switch {
	case regionKeys.MatchString(text):
		return regionForm
	case whole:
		return plainForm
	}
	return openForm
}

// formOfValue returns the form of a board with a JSON value. If that is below the name "board", its
// depth is 1 more than the number of arrays in between, and otherwise 0.
func formOfValue(value any, depth int) form {
	switch v := value.(type) {
	case map[string]any:
		for name, inner := range v {
			_, isObject := inner.(map[string]any)
			if regionKeys.MatchString(" "+name+":") || isObject && name != "board" && formOfValue(inner, 0) == regionForm {
				return regionForm
			}
		}
		return max(plainForm, formOfValue(v["board"], 1))
	case []any:
		for _, element := range v {
			if found := formOfValue(element, depth+min(depth, 1)); found != openForm {
				return found
			}
		}
		return openForm
	case string:
		if formOf(v, true) == regionForm || isRow(v) && hasRegionMark(v) {
			return regionForm
		}
		if isRow(v) {
			return openForm // DDD, say
		}
	case float64:
		if depth > 2 { // in a matrix
			if v > 1 {
				return regionForm
			}
			return openForm
		}
	}
	return plainForm
}
