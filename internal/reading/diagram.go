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

// MaxRows is how many rows a placement has at most. Empty is the column of a row without a queen.
const (
	MaxRows = 1 << 27
	Empty   = -1
)

// A Square is a row and a column, from 0.
type Square struct{ Row, Col int }

// String returns the name of a square.
func (s Square) String() string { return words.File(s.Col) + words.Rank(s.Row) }

func isSquareName(text string) bool {
	rest := strings.TrimLeftFunc(text, isFileLetter)
	return len(rest) < len(text) && isDigits(rest)
}

func isFileLetter(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }

func areSquareNames(texts []string) bool {
	isOther := func(text string) bool { return !isSquareName(text) }
	return len(texts) > 0 && !slices.ContainsFunc(texts, isOther)
}

// ParseSquare reads the name of a square. Its letters must have the same case, so that a queen's move in
// chess notation, "Qb4", is not a square on file qb.
func ParseSquare(name string) (Square, error) {
	rank := strings.TrimLeftFunc(name, isFileLetter)
	file := name[:len(name)-len(rank)]
	isLower, isUpper := true, true
	row, col := 0, 0
	for _, letter := range []byte(file) {
		isLower, isUpper = isLower && letter >= 'a', isUpper && letter < 'a'
		col = int(min(26*int64(col)+int64(letter|0x20-'a')+1, MaxRows+1))
	}
	if file == "" || !isLower && !isUpper || !isDigits(rank) || rank[0] == '0' {
		return Square{}, fmt.Errorf(`%s is not a square, want one such as "b4"`, words.Excerpt(name))
	}
	for _, digit := range []byte(rank) {
		row = min(10*row+int(digit-'0'), MaxRows+1)
	}
	if max(row, col) > MaxRows {
		return Square{}, fmt.Errorf("%s is not a square of a board of at most %d rows", words.Excerpt(name), MaxRows)
	}
	return Square{row - 1, col - 1}, nil
}

// ParseSquares reads names of squares with commas between.
func ParseSquares(list string) ([]Square, error) {
	all := make([]Square, 0, strings.Count(list, ",")+1)
	for name := range strings.SplitSeq(list, ",") {
		s, err := ParseSquare(name)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

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
func symbolOf(text string) byte {
	if len(text) == 1 {
		return byteSymbols[text[0]]
	}
	return symbols[text]
}

var byteSymbols = func() (all [256]byte) {
	for text, kind := range symbols {
		if len(text) == 1 {
			all[text[0]] = kind
		}
	}
	return all
}()

// A sign is one of those of a diagram.
type sign struct {
	text  string
	kind  byte // 'Q', '.', 'x' or 0
	inRow int  // how often it stands in the current row
	once  int  // rows that have it once
}

// isValue reports whether a sign is a number or a word.
func (s sign) isValue() bool {
	return s.text != "" && s.text[0] < utf8.RuneSelf && (len(s.text) > 1 || isDigits(s.text))
}

// mayBeQueen reports whether a sign of n rows can be the queen without being known as one.
func (s sign) mayBeQueen(n int) bool {
	r, _ := utf8.DecodeRuneInString(s.text)
	isSign := unicode.IsLetter(r) || unicode.IsSymbol(r) || strings.ContainsRune(".-_·@&#", r)
	return s.once == n && s.kind != 'x' && isSign && !s.isValue()
}

var errPairs = errors.New("pairs of numbers may be squares or columns, " +
	`want squares such as "b1 d2" or columns such as [1,3,0,2]`)

// kindsOf returns 'Q', '.' or 'x' for each square of n rows of n signs, row by row.
func kindsOf(rows [][]string) ([]byte, error) {
	kinds := make([]byte, 0, len(rows)*len(rows)) // first the numbers of the signs
	var signs []sign
	i := 0
	for _, cells := range rows {
		for _, text := range cells {
			if i == len(signs) || signs[i].text != text {
				i = slices.IndexFunc(signs, func(s sign) bool { return s.text == text })
			}
			if i < 0 {
				i = len(signs)
				signs = append(signs, sign{text: text, kind: symbolOf(text)})
			}
			if i == 8 {
				return nil, errors.New("more than eight signs in one diagram")
			}
			signs[i].inRow++
			kinds = append(kinds, byte(i))
		}
		for i := range signs {
			if signs[i].inRow == 1 {
				signs[i].once++
			}
			signs[i].inRow = 0
		}
	}
	if err := tell(signs, len(rows)); err != nil {
		return nil, err
	}
	for s, i := range kinds {
		kinds[s] = signs[i].kind
	}
	return kinds, nil
}

// tell tells which of the signs of n rows is the queen. If none is known as one and there are two, it is the one
// that stands once in each row.
func tell(signs []sign, n int) error {
	kinds, values, digits := [256]int{}, 0, 0
	for _, s := range signs {
		if isDigits(s.text) {
			digits++
		}
		kinds[s.kind]++
		if s.isValue() && s.kind != 'x' {
			values++
		}
	}
	queen := slices.IndexFunc(signs, func(s sign) bool { return s.mayBeQueen(n) })
	switch {
	case n == 2 && digits > 0:
		return errPairs
	case kinds['Q'] > 1:
		signs = slices.DeleteFunc(signs, func(s sign) bool { return s.kind != 'Q' })
		return fmt.Errorf("%s in one diagram, want one sign for queens", enumerate(signs))
	case kinds[0] == 0 && (kinds['.'] < 2 || kinds['Q'] == 1 && values == 0):
		return nil
	case len(signs) == 2 && n > 3 && kinds['Q'] == 0 && queen >= 0:
		if other := &signs[1-queen]; other.kind == 0 {
			other.kind = '.'
		}
		signs[queen].kind = 'Q'
		return nil
	}
	return fmt.Errorf("signs %s, want one for queens (Q q * D ♛ ♕ 👑), "+
		"one for empty squares (. + - _ · □) and x for blocked ones", enumerate(signs))
}

func enumerate(signs []sign) string {
	texts := make([]string, len(signs))
	for i, s := range signs {
		texts[i] = words.Excerpt(s.text)
	}
	slices.Sort(texts)
	return words.Enumerate(texts, "and")
}

// distinct returns up to n+1 different cells of n rows.
func distinct(rows [][]string) (found []string) {
	seen, last := map[string]bool{}, ""
	for i, row := range rows {
		for j, c := range row {
			isSeen := i+j > 0 && c == last || seen[c]
			if last = c; isSeen {
				continue
			}
			seen[c] = true
			if found = append(found, c); len(found) > len(rows) {
				return found
			}
		}
	}
	return found
}

// areConnected reports whether n rows of n cells have n different numbers, each on squares that are connected, as
// regions have.
func areConnected(rows [][]string) bool {
	n := len(rows)
	if n < 2 || len(rows[0]) != n || !isDigits(rows[0][0]) {
		return false
	}
	numbers := distinct(rows)
	isShort := func(row []string) bool { return len(row) != n }
	isName := func(c string) bool { return !isDigits(c) }
	if len(numbers) != n || slices.ContainsFunc(rows, isShort) || slices.ContainsFunc(numbers, isName) {
		return false
	}
	open := make([]bool, 2*n*n)
	for i, row := range rows {
		for j, c := range row {
			open[2*(i*n+j)] = j < n-1 && c == row[j+1]
			open[2*(i*n+j)+1] = i < n-1 && c == rows[i+1][j]
		}
	}
	_, first := partsOf(n, open)
	return len(first) == n
}

// partsOf returns the number of the part of each square that walls enclose, and the first square of each part. Square
// s is open to the one on the right if open[2*s], and to the one below if open[2*s+1].
func partsOf(n int, open []bool) (part, first []int) {
	part = slices.Repeat([]int{-1}, n*n)
	var reached []int
	for from := range part {
		if part[from] >= 0 {
			continue
		}
		first = append(first, from)
		part[from] = len(first) - 1
		for reached = append(reached, from); len(reached) > 0; {
			s := reached[len(reached)-1]
			reached = reached[:len(reached)-1]
			for _, next := range [][2]int{{s + 1, 2 * s}, {s - 1, 2*s - 2}, {s + n, 2*s + 1}, {s - n, 2*(s-n) + 1}} {
				if next[1] >= 0 && next[0] < n*n && open[next[1]] && part[next[0]] < 0 {
					part[next[0]] = part[s]
					reached = append(reached, next[0])
				}
			}
		}
	}
	return part, first
}

// square returns the n rows of n cells in lines, from rank 1 on: without frames, a line with the size or the names of
// files above and below, and ranks at the sides. Letters above a board that is divided are a row.
func square(lines []string, divided bool) ([][]string, error) {
	body := slices.DeleteFunc(slices.Clone(lines), isFrame)
	if n := len(body) - 1; n > 0 && strings.TrimSpace(body[0]) == strconv.Itoa(n) {
		body = body[1:]
	}
	if len(body) > 0 {
		inner, hasFiles := withoutFiles(lines, body)
		if rows := cutRows(inner, hasFiles, divided); rows != nil {
			return rows, nil
		}
	}
	first := words.Excerpt(strings.TrimSpace(lines[0]))
	if len(lines) > 1 {
		return nil, fmt.Errorf("%s and %s below are not the rows of a square", first, words.Plural(len(lines)-1, "line"))
	}
	if rows, cols, ok := strings.Cut(strings.TrimSpace(lines[0]), "x"); ok && isDigits(rows) && isDigits(cols) {
		return nil, fmt.Errorf("%s: boards are square, want one number for the size", first)
	}
	return nil, fmt.Errorf("%s is not a board: want columns, squares, a FEN or a diagram", first)
}

// isFrame reports whether a line stands between rows, or around them.
func isFrame(text string) bool {
	text = strings.TrimSpace(text)
	return (strings.HasPrefix(text, "+-") || strings.HasPrefix(text, "|--")) && strings.Trim(text, "+-|=: ") == ""
}

// withoutFiles takes the names of the files, above and below, or the empty head of a table from the lines of a board.
// The foot of a single square is a, and its rank stands apart.
func withoutFiles(lines, body []string) (rest []string, hasFiles bool) {
	n := len(body) - 1
	if n == 0 {
		return body, false
	}
	first, last := body[0], body[n]
	above, below := fileNames(first), fileNames(last)
	isFoot := n > 1 || strings.ContainsAny(strings.TrimSpace(first), " \t|") && !isDigits(strings.TrimSpace(last))
	isEmpty := n > 1 && strings.Trim(first, "| ") == "" && strings.Count(first, "|") == n+1 && isFrame(lines[1])
	switch {
	case n > 2 && above == n-1 && below == n-1:
		return body[1:n], true
	case below == n && isFoot:
		return body[:n], true
	case n > 1 && above == n || isEmpty:
		return body[1:], above == n
	}
	return body, false
}

// fileNames returns how many files a line names, "a b c", "abc" or "1 2 3", or 0.
func fileNames(text string) int {
	text = strings.TrimLeft(text, "| \t,")
	if text == "" || strings.IndexByte("aA01", text[0]) < 0 {
		return 0
	}
	names := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("| \t,", r) })
	if len(names) == 1 {
		names = characters(nil, names[0], len(names[0]))
	}
	for i, name := range names {
		want := words.File(i)
		if names[0] == "0" || names[0] == "1" {
			want = strconv.Itoa(i + int(names[0][0]-'0'))
		}
		if !strings.EqualFold(name, want) {
			return 0
		}
	}
	return len(names)
}

// cutRows returns the n squares of each of n lines, cut as the first line shows, or nil.
func cutRows(body []string, hasFiles, divided bool) [][]string {
	n := len(body)
	cut := cutOf(body[0], n)
	first := len(cut(nil, body[0], n+3))          // at most one too many
	isAlone := n == 1 && (first > 1) != hasFiles  // "Q 1", "1e1"
	mayBeRow := hasFiles && divided && first == n // "AB" above AB, AB
	if first < n || first > n+2 || isAlone || mayBeRow {
		return nil
	}
	most := n // cells of the text: each has a byte, or one beside it
	for _, text := range body {
		most += len(text)
	}
	cells := make([]string, 0, min(n*first, most))
	rows := make([][]string, 0, n)
	for _, text := range body {
		start := len(cells)
		if cells = cut(cells, text, start+n+3); len(cells)-start != first {
			return nil
		}
		rows = append(rows, cells[start:len(cells):len(cells)])
	}
	return withoutRanks(rows)
}

// A cutter appends the cells of a line until there are so many.
type cutter func(cells []string, text string, most int) []string

// cutOf returns how to cut lines like the first of n: at bars, commas or tabs, at blanks, or between characters.
func cutOf(first string, n int) cutter {
	fields := strings.FieldsFunc(first, isGap)
	areSigns := !slices.ContainsFunc(fields, isSeveral)
	tabs := strings.Count(first, "\t")
	_, behind, _ := strings.Cut(first, "|")
	isEmpty := strings.HasPrefix(strings.TrimSpace(behind), "|") // the only square
	switch {
	case isEmpty || strings.Count(first, "|") > 2:
		return atBars
	case n > 1 && strings.IndexByte(first, ',') >= 0:
		return atCommas
	case areSigns && n > 1 && tabs >= n-1 && tabs < n+2 && strings.IndexByte(first, ' ') < 0:
		return atTabs
	case areSigns && len(fields) >= n && len(fields) > 1:
		return atBlanks
	case len(fields) > 1:
		return besideRanks
	}
	return characters
}

func isGap(r rune) bool { return r == ' ' || r == '\t' || r == '|' }

// isSeveral reports whether a text without blanks is the signs of several squares.
func isSeveral(text string) bool {
	return len(text) > 1 && utf8.RuneCountInString(text) > 1 && symbolOf(text) == 0 && !isDigits(text)
}

// atBars appends what stands between bars and, if there is something, before the first and behind the last.
func atBars(cells []string, text string, most int) []string {
	last := strings.Count(text, "|")
	for i := 0; i <= last && len(cells) < most; i++ {
		cell, rest, _ := strings.Cut(text, "|")
		if cell = strings.TrimSpace(cell); cell != "" || i > 0 && i < last {
			cells = append(cells, cell)
		}
		text = rest
	}
	return cells
}

func atTabs(cells []string, text string, most int) []string {
	return atSeparators(cells, text, "\t", most)
}

// atCommas appends what stands between commas, of which one may stand behind the last cell.
func atCommas(cells []string, text string, most int) []string {
	return atSeparators(cells, strings.TrimSuffix(strings.TrimSpace(text), ","), ",", most)
}

func atSeparators(cells []string, text, separator string, most int) []string {
	for part := range strings.SplitSeq(text, separator) {
		if cells = append(cells, strings.Trim(part, " \t")); len(cells) >= most {
			break
		}
	}
	return cells
}

func atBlanks(cells []string, text string, most int) []string {
	for field := range strings.FieldsFuncSeq(text, isGap) {
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
		if !isGap(rune(text[0])) {
			cells = append(cells, text[:size])
		}
		text = text[size:]
	}
	return cells
}

// withoutRanks takes the ranks from n rows of equal length, which have n squares then, and puts rank 1 first.
func withoutRanks(rows [][]string) [][]string {
	n, length := len(rows), len(rows[0])
	if length == n {
		return rows
	}
	left, right := order(rows, 0), order(rows, length-1)
	if left != 0 && length == n+1 {
		right = 0
	}
	from, to := left*left, length-right*right
	if to-from != n || left*right < 0 {
		return nil
	}
	for i, cells := range rows {
		rows[i] = cells[from:to]
	}
	if left+right < 0 {
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
	least := min(first, last)
	for i, cells := range rows {
		rank, err := strconv.Atoi(cells[col])
		if err != nil || rank != first+step*i || least != 0 && least != 1 {
			return 0
		}
	}
	return step
}
