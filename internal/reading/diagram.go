package reading

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/queens/internal/words"
)

// The signs of squares with a queen, and of empty ones. In addition x is a blocked square, and nothing an empty one.
const (
	queenSigns = "Q q * D ♛ ♕ 👑 👸 ★ ⭐ 1 1. true True TRUE"
	emptySigns = ". + - _ · □ ■ ◻ ◼ ▫ ▪ # ⬜ ⬛ 🟥 🟧 🟨 🟩 🟦 🟪 🟫 0 0. false False FALSE null None"
)

var symbols = func() map[string]byte {
	all := map[string]byte{"": '.', "x": 'x'}
	for text := range strings.FieldsSeq(queenSigns) {
		all[text] = 'Q'
	}
	for text := range strings.FieldsSeq(emptySigns) {
		all[text] = '.'
	}
	return all
}()

// symbolOf returns 'Q', '.' or 'x' for what stands on a square, or 0.
func symbolOf(text string) byte { return symbols[text] }

// A sign is one of those of a diagram.
type sign struct {
	text   string
	kind   byte // 'Q', '.', 'x' or 0
	count  int  // in the current row
	isOnce bool // in each row so far
}

// isValue reports whether a sign is a number or a word.
func (s sign) isValue() bool {
	return s.text != "" && s.text[0] < utf8.RuneSelf && (len(s.text) > 1 || isDigits(s.text))
}

// signs are those of one diagram.
type signs struct {
	all  []sign
	byte [utf8.RuneSelf]int8 // the number of a sign of one byte, from 1
}

// index returns the number of a sign.
func (s *signs) index(text string) int {
	if len(text) == 1 && text[0] < utf8.RuneSelf {
		if i := s.byte[text[0]]; i > 0 {
			return int(i) - 1
		}
		s.byte[text[0]] = int8(len(s.all) + 1)
	} else if i := slices.IndexFunc(s.all, func(known sign) bool { return known.text == text }); i >= 0 {
		return i
	}
	s.all = append(s.all, sign{text: text, kind: symbolOf(text), isOnce: true})
	return len(s.all) - 1
}

// readSigns tells which sign of a board is the queen.
func readSigns(rows [][]string) (*signs, error) {
	s := new(signs)
	for row, cells := range rows {
		known := len(s.all)
		for _, c := range cells {
			i := s.index(c)
			if i == 8 {
				return nil, errors.New("more than eight signs in one diagram")
			}
			s.all[i].count++
		}
		for i := range s.all {
			sign := &s.all[i]
			sign.isOnce = sign.isOnce && sign.count == 1 && (row == 0 || i < known)
			sign.count = 0
		}
	}
	return s, s.check(len(rows))
}

// check checks that the signs of n rows are known. If none is a queen and there are two, the queen is the one
// that stands once in each row.
func (s *signs) check(n int) error {
	kinds, values := [256]int{}, 0
	for _, sign := range s.all {
		kinds[sign.kind]++
		if sign.isValue() && sign.kind != 'x' {
			values++
		}
	}
	isQueen := func(sign sign) bool {
		r, _ := utf8.DecodeRuneInString(sign.text)
		return sign.isOnce && sign.kind != 'x' && !sign.isValue() && (unicode.IsLetter(r) || unicode.IsSymbol(r) || strings.ContainsRune(".-_·@&#", r))
	}
	switch i := slices.IndexFunc(s.all, isQueen); {
	case n == 2 && values > 0:
		return errPairs
	case kinds['Q'] > 1:
		return fmt.Errorf("%s in one diagram, want one sign for queens", s.enumerate('Q'))
	case kinds[0] == 0 && (kinds['.'] < 2 || kinds['Q'] == 1 && values == 0):
		return nil
	case len(s.all) == 2 && n > 3 && kinds['Q'] == 0 && i >= 0:
		if s.all[i].kind = 'Q'; s.all[1-i].kind != 'x' {
			s.all[1-i].kind = '.'
		}
		return nil
	}
	return fmt.Errorf("signs %s, want one for queens (Q q * D ♛ ♕ 👑), one for empty squares (. + - _ · □) and x for blocked ones", s.enumerate('Q', '.', 'x', 0))
}

// enumerate returns the signs of some kinds, in quotes.
func (s *signs) enumerate(kinds ...byte) string {
	var all []string
	for _, sign := range s.all {
		if slices.Contains(kinds, sign.kind) {
			all = append(all, words.Excerpt(sign.text))
		}
	}
	slices.Sort(all)
	return words.Enumerate(all, "and")
}

// square returns the n rows of n cells in lines, from rank 1 on: without frames, names of files above and below,
// and ranks at the sides. Cells may be words.
func square(lines []line, areWords bool) ([][]string, error) {
	body := slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return l.kind == frame })
	if len(body) > 1 && body[0].kind == number && strings.TrimSpace(body[0].text) == strconv.Itoa(len(body)-1) { // the size
		body = body[1:]
	}
	for _, cut := range [][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
		n := len(body) - cut[0] - cut[1]
		if n < 1 || cut[0] > 0 && (n == 1 || !isHead(lines, body, n)) || cut[1] > 0 && !isFoot(body, n) {
			continue
		}
		hasFiles := cut[1] > 0 || cut[0] > 0 && fileNames(body[0].text) == n
		if rows := cutRows(body[cut[0]:len(body)-cut[1]], hasFiles, areWords); rows != nil {
			return rows, nil
		}
	}
	first := words.Excerpt(strings.TrimSpace(lines[0].text))
	if len(lines) > 1 {
		return nil, fmt.Errorf("%s and %s below are not the rows of a square", first, words.Plural(len(lines)-1, "line"))
	}
	if rows, cols, ok := strings.Cut(strings.TrimSpace(lines[0].text), "x"); ok && isDigits(rows) && isDigits(cols) {
		return nil, fmt.Errorf("%s: boards are square, want one number for the size", first)
	}
	if strings.Contains(lines[0].text, "=") {
		return nil, fmt.Errorf("%s: unknown word", first)
	}
	return nil, fmt.Errorf("%s is not a board: want columns, squares, a FEN or a diagram", first)
}

// isHead reports whether the first line names n files, or is the empty head of a table with a rule below.
func isHead(lines, body []line, n int) bool {
	text := body[0].text
	isEmpty := strings.Trim(text, "| ") == "" && strings.Count(text, "|") == n+1 && len(body) == n+1
	return fileNames(text) == n || isEmpty && lines[1].kind == frame
}

// isFoot reports whether the last line names n files. The one of a single square is a, and its rank stands apart.
func isFoot(body []line, n int) bool {
	foot := body[len(body)-1].text
	isApart := classesOf(strings.TrimSpace(body[0].text))&(space|bar) != 0
	return fileNames(foot) == n && (n > 1 || isApart && !isDigits(strings.TrimSpace(foot)))
}

// fileNames returns how many files a line names, "a b c", "abc" or "1 2 3", or 0.
func fileNames(text string) int {
	isGap := func(r rune) bool { return r == '|' || r == ' ' || r == '\t' || r == ',' }
	count, first, trimmed := 0, 0, strings.TrimFunc(text, isGap)
	isWord := strings.IndexFunc(trimmed, isGap) < 0
	for rest := trimmed; rest != ""; count++ {
		i := strings.IndexFunc(rest, isGap)
		if i < 0 || isWord {
			i = len(rest)
		}
		if isWord {
			i = 1
		}
		name := rest[:i]
		if count == 0 && (name == "0" || name == "1") {
			first = int(name[0]) // as a byte
		}
		var buffer [24]byte
		want := appendFile(buffer[:0], count)
		if first > 0 {
			want = strconv.AppendInt(buffer[:0], int64(first-'0'+count), 10)
		}
		if !strings.EqualFold(name, string(want)) {
			return 0
		}
		rest = strings.TrimLeftFunc(rest[i:], isGap)
	}
	return count
}

// cutRows returns the n squares of each of n lines, or nil, cut at bars, at commas or tabs, at blanks or between
// characters: at what stands in the first line.
func cutRows(body []line, hasFiles, areWords bool) [][]string {
	n := len(body)
	all := classesOf(strings.TrimSpace(body[0].text))
	most := n + 3 // one too many
	cuts := []func([]string, string, int) []string{characters}
	switch {
	case all&bar != 0:
		cuts[0] = atBars
	case all&comma != 0 && n > 1:
		cuts[0] = atSeparators
	case strings.IndexByte(body[0].text, '\t') >= 0:
		cuts = []func([]string, string, int) []string{atSeparators, atBlanks, besideRanks, characters}
	case all&space != 0:
		cuts = []func([]string, string, int) []string{atBlanks, besideRanks, characters}
	}
	for _, cut := range cuts {
		backing := cut(nil, body[0].text, most)
		isAlone := n == 1 && (len(backing) > 1) != hasFiles   // "Q 1", "1e1"
		mayBeRow := hasFiles && areWords && len(backing) == n // "AB" above AB, AB
		if len(backing) < n || len(backing) > n+2 || isAlone || mayBeRow {
			continue
		}
		backing = make([]string, 0, min(n, 16)*len(backing))
		rows := make([][]string, 0, n)
		for _, l := range body {
			start := len(backing)
			if backing = cut(backing, l.text, start+most); len(rows) > 0 && len(backing)-start != len(rows[0]) {
				break
			}
			rows = append(rows, backing[start:len(backing):len(backing)])
		}
		if len(rows) == n {
			if rows = withoutRanks(rows, areWords); rows != nil {
				return rows
			}
		}
	}
	return nil
}

// atBars appends what stands between bars and, if there is something, before the first and behind the last. Two bars or
// one are around a row, or behind a rank.
func atBars(cells []string, text string, most int) []string {
	last := strings.Count(text, "|")
	before, rest, _ := strings.Cut(text, "|")
	if last < 3 {
		cells = atBlanks(cells, before, most)
		inner, after, _ := strings.Cut(rest, "|")
		switch count := len(atBlanks(nil, inner, 2)); {
		case count == 0 && last == 2:
			cells = append(cells, "")
		case count == 1:
			cells = characters(cells, inner, most)
		default:
			cells = atBlanks(cells, inner, most)
		}
		return atBlanks(cells, after, most)
	}
	if before = strings.TrimSpace(before); before != "" {
		cells = append(cells, before)
	}
	for ; last > 1 && len(cells) < most; last-- {
		before, rest, _ = strings.Cut(rest, "|")
		cells = append(cells, strings.TrimSpace(before))
	}
	if rest = strings.TrimSpace(rest); rest != "" {
		cells = append(cells, rest)
	}
	return cells
}

func atSeparators(cells []string, text string, most int) []string {
	separator := "\t"
	if strings.Contains(text, ",") {
		separator, text = ",", strings.TrimSuffix(strings.TrimSpace(text), ",")
	}
	for part := range strings.SplitSeq(text, separator) {
		if cells = append(cells, strings.Trim(part, " \t")); len(cells) >= most {
			break
		}
	}
	return cells
}

func atBlanks(cells []string, text string, most int) []string {
	for field := range strings.FieldsSeq(text) {
		if cells = append(cells, field); len(cells) >= most {
			break
		}
	}
	return cells
}

// besideRanks appends the characters behind a rank, or before one.
func besideRanks(cells []string, text string, most int) []string {
	parts := atBlanks(nil, text, most)
	for i, part := range parts {
		if isDigits(part) && len(parts) < 4 && (i == 0 || i == len(parts)-1) {
			cells = append(cells, part)
		} else {
			cells = characters(cells, part, most)
		}
	}
	return cells
}

// characters appends the characters that are not blank.
func characters(cells []string, text string, most int) []string {
	for text != "" && len(cells) < most {
		_, size := utf8.DecodeRuneInString(text)
		if text[0] != ' ' && text[0] != '\t' {
			cells = append(cells, text[:size])
		}
		text = text[size:]
	}
	return cells
}

// withoutRanks takes the ranks from n rows of equal length, and puts rank 1 first.
func withoutRanks(rows [][]string, areWords bool) [][]string {
	n, length, step := len(rows), len(rows[0]), 0
	for _, isLeft := range []bool{true, false} {
		if len(rows[0]) == n {
			break
		}
		side := 0
		if !isLeft {
			side = len(rows[0]) - 1
		}
		s := order(rows, side)
		if s == 0 && isLeft && length == n+1 {
			continue
		}
		if s == 0 || step != 0 && s != step {
			return nil
		}
		step = s
		for i, cells := range rows {
			rows[i] = cells[1-min(side, 1) : len(cells)-min(side, 1)]
		}
	}
	isWord := func(c string) bool { return len(c) > 1 && utf8.RuneCountInString(c) > 1 && symbolOf(c) == 0 }
	if len(rows[0]) != n || !areWords && slices.ContainsFunc(rows, func(cells []string) bool { return slices.ContainsFunc(cells, isWord) }) {
		return nil
	}
	if step < 0 {
		slices.Reverse(rows)
	}
	return rows
}

// order returns 1 if a column has ranks from 0 or 1 up, -1 if they go down to it, and else 0.
func order(rows [][]string, col int) int {
	first, _ := strconv.Atoi(rows[0][col])
	last, _ := strconv.Atoi(rows[len(rows)-1][col])
	step := 1
	if first > last {
		step = -1
	}
	for i, cells := range rows {
		if rank, err := strconv.Atoi(cells[col]); err != nil || rank != first+step*i || min(first, last) > 1 || min(first, last) < 0 {
			return 0
		}
	}
	return step
}
