package reading

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
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
func (s Square) String() string {
	var name [24]byte
	return string(strconv.AppendInt(appendFile(name[:0], s.Col), int64(s.Row)+1, 10))
}

// appendFile appends the letters of a column.
func appendFile(name []byte, col int) []byte {
	if col >= 26 {
		name = appendFile(name, col/26-1)
	}
	return append(name, byte('a'+col%26))
}

// An Attack says that two queens attack each other. That is a fault of a placement and not of its text.
type Attack struct{ Queens [2]Square }

func (a *Attack) Error() string {
	return fmt.Sprintf("queens %v and %v attack each other", a.Queens[0], a.Queens[1])
}

// A Reading is what a text says about a board without regions.
type Reading struct {
	Queens  []int // the column of the queen in each row
	Blocked []Square
	Torus   bool
	Answer  []int // beside the board, or the queens
	Beside  bool  // the answer stands beside the board
	Line    int
	Object  string // the JSON of the object that has it, or ""
	IsSize  bool   // it is nothing but a size, or a diagram without queens

	NoBoard  error // an Attack of the queens, or nil
	NoAnswer error // an Attack, or that an object has a board alone
}

// Limits restrict what is read.
type Limits struct {
	Rows  int
	Bytes int  // of a line or a value
	Sizes bool // a number is the size of a board
}

var (
	errNull    = errors.New("null stands for no solution, so there is no board")
	errPairs   = errors.New(`pairs of numbers may be squares or columns, want squares such as "b1 d2" or columns such as [1,3,0,2]`)
	errNoSize  = errors.New(`words without the size of the board, want "n=8" or a placement with them`)
	errBlanks  = errors.New("one sign among blanks, want the rows of a board one below another, or no blanks")
	errRows    = errors.New("lists that are not the rows of one board")
	errBinary  = errors.New("a list of 0 and 1 by itself may be a row or columns, want the rows of a board")
	errMatrix  = errors.New("rows of two numbers may be a diagram or columns, want 0 and 1, or an empty line between placements")
	errNumbers = errors.New("numbers that may be regions, want --regions with the command, or package regions")
	errSeveral = errors.New("more than one board in the text")

	// ErrNone is the error of a text without a board.
	ErrNone = errors.New("no board in the text")
)

// Read yields what a stream says, one board after another. Each error is an [Error].
func Read(in io.Reader, l Limits) iter.Seq2[*Reading, error] {
	return (&reader{Limits: l, source: newSource(in, l.Bytes)}).all
}

// One returns what a text with one board says.
func One(text string, l Limits) (*Reading, error) {
	r := &reader{Limits: l, source: newText(text, l.Bytes)}
	return only(r.all, func(found *Reading) int { return found.Line })
}

// only returns what an iterator yields if that is one value. A second one is an error at its line.
func only[T any](all iter.Seq2[*T, error], line func(*T) int) (found *T, err error) {
	for next, err := range all {
		if err == nil && found != nil {
			err = &Error{Line: line(next), Err: errSeveral}
		}
		if err != nil {
			return nil, err
		}
		found = next
	}
	if found == nil {
		return nil, &Error{Line: 1, Err: ErrNone}
	}
	return found, nil
}

// A reader makes readings of items.
type reader struct {
	Limits
	*source
	ready    []result // of the last item
	said     int      // how many of them have been yielded
	isDrawn  bool     // the last item was a diagram
	isAnswer bool     // a list is one of columns
	isOver   bool
	faults
}

type result struct {
	*Reading
	err  error
	line int // or 0, that of the item
}

// all yields the readings. A loop that ends leaves the rest to the next one.
func (r *reader) all(yield func(*Reading, error) bool) {
	for {
		for r.said < len(r.ready) {
			next := r.ready[r.said]
			r.said++
			if next.err != nil {
				if r.repeats(next.err) {
					continue
				}
				next.err = r.at(next.Line, next.err)
			}
			r.isRead = r.isRead || next.err == nil
			if !yield(next.Reading, next.err) {
				return
			}
		}
		if r.isOver {
			return
		}
		it, ok := r.item()
		if r.isOver, r.ready, r.said = it.ends || !ok, r.ready[:0], 0; ok {
			r.boards(&it)
		}
		for i := range r.ready {
			r.ready[i].Line = cmp.Or(r.ready[i].line, it.no)
		}
	}
}

// faults tells errors that say again what was wrong before anything could be read, for a whole text is worth
// one sentence.
type faults struct {
	sentence string // without numbers and what it quotes
	isRead   bool   // something
}

// repeats notes an error, and reports whether only the values in it are new.
func (f *faults) repeats(err error) bool {
	if f.isRead {
		return false
	}
	isQuoted := false
	sentence := strings.Map(func(r rune) rune {
		if isQuoted = isQuoted != (r == '"'); isQuoted || r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, err.Error())
	isSame := sentence == f.sentence
	f.sentence = sentence
	return isSame
}

// boards reads the boards of an item.
func (r *reader) boards(it *item) {
	w, err := wordsOf(it.words)
	if err = cmp.Or(err, it.err); err != nil {
		r.fail(err)
		return
	}
	b := r.newBoard(w)
	isCount := r.isDrawn && it.kind == number && len(strings.TrimSpace(it.lines[0].text)) > 2 // of the diagrams above
	r.isDrawn = it.kind == row
	switch {
	case isCount:
	case it.kind == wordLine && w.n < 0:
		r.fail(errNoSize)
	case it.kind == wordLine:
		b.IsSize = true
		r.add(b, b.resize(w.n, 0))
	case it.kind == value:
		r.value(it, w)
	case it.kind == fen:
		r.add(b, b.fen(strings.TrimSpace(it.lines[0].text)))
	case it.kind == squareNames:
		r.add(b, b.squares(namesIn(it.lines)))
	case !it.isAll && w.n < 0 && !slices.ContainsFunc(it.lines, func(l line) bool { return !isLone(l.text) }):
		r.fail(errBlanks)
	case it.isScanned:
		r.add(b, b.columns(r.numbers))
	case it.kind >= number && len(it.lines) > 2*r.Rows+8:
		r.fail(fmt.Errorf("n = %d out of range 0..%d", len(it.lines), r.Rows))
	case it.kind == row && it.lines[0].kind == number:
		r.numbered(it, w)
	case it.kind == row:
		rows, err := square(it.lines, false)
		if err == nil {
			err = b.diagram(rows)
		}
		r.add(b, err)
	default:
		r.rows(it, w)
	}
}

// numbered reads a number and a diagram below it, which has that size.
func (r *reader) numbered(it *item, w boardWords) {
	if rows, err := square(it.lines, false); err == nil {
		b := r.newBoard(w)
		r.add(b, b.diagram(rows))
		return
	}
	if _, err := square(it.lines[1:], false); err == nil {
		r.fail(fmt.Errorf("%s above a board of %s, want its size or nothing", strings.TrimSpace(it.lines[0].text), words.Plural(len(it.lines)-1, "line")))
		return
	}
	r.line(it.lines[0], w)
	_, err := square(it.lines[1:], false)
	r.fail(err)
}

// rows reads lines of numbers: a diagram or columns, but not what may be both.
func (r *reader) rows(it *item, w boardWords) {
	n := len(it.lines)
	rows, err := square(it.lines, false)
	isDiagram := n > 1 && err == nil && it.kind == numbers
	areColumns, haveColumns, ranks := true, false, it.shape.count-n
	var matrix [][]int
	for _, l := range it.lines {
		areColumns = r.scan(l.text).isVector && areColumns
		matrix = append(matrix, slices.Clone(r.numbers))
		behind := r.numbers[min(max(ranks, 0), len(r.numbers)):]
		haveColumns = haveColumns || slices.ContainsFunc(behind, func(v int) bool { return v != Empty })
	}
	isSquare := n > 1 && ranks == 0
	switch {
	case isSquare && isConnected(matrix):
		r.fail(errNumbers)
	case areColumns && haveColumns && (isDiagram || isSquare && areTwo(matrix)):
		r.fail(errMatrix)
	case isDiagram:
		b := r.newBoard(w)
		r.add(b, b.diagram(rows))
	default:
		for _, l := range it.lines {
			r.line(l, w)
			r.ready[len(r.ready)-1].line = l.no
		}
	}
}

// line reads a number or columns.
func (r *reader) line(l line, w boardWords) {
	b, text := r.newBoard(w), strings.TrimSpace(l.text)
	if l.kind == number {
		r.add(b, b.number(text))
		return
	}
	sh := r.scan(text)
	err := b.columns(r.numbers)
	if !sh.isVector {
		err = wrongColumn(text, sh.count)
	}
	if !sh.isVector && sh.count <= 64 && areDigitRows(strings.Fields(text)) {
		err = errNumbers
	}
	r.add(b, err)
}

// isConnected reports whether n rows of n numbers have n different ones, each on squares that are connected.
func isConnected(rows [][]int) bool {
	n, values := len(rows), map[int]bool{}
	walls := make([]bool, 2*n*n) // that none is on the right of a square, and below
	for i, row := range rows {
		for j, v := range row {
			if values[v] = true; v < 0 || len(row) != n || len(values) > n {
				return false
			}
			walls[2*(i*n+j)] = j < n-1 && v == row[j+1]
			walls[2*(i*n+j)+1] = i < n-1 && len(rows[i+1]) == n && v == rows[i+1][j]
		}
	}
	_, parts := partsOf(n, walls)
	return n > 1 && len(values) == n && len(parts) == n
}

// areTwo reports whether rows have two numbers in all.
func areTwo(rows [][]int) bool {
	values := map[int]bool{}
	for _, row := range rows {
		for _, v := range row {
			if values[v] = true; len(values) > 2 {
				return false
			}
		}
	}
	return len(values) == 2
}

// areDigitRows reports whether n words of n digits each may be regions.
func areDigitRows(texts []string) bool {
	var rows [][]int
	for _, text := range texts {
		if len(text) != len(texts) || len(text) < 2 || !isDigits(text) {
			return false
		}
		var row []int
		for _, c := range []byte(text) {
			row = append(row, int(c-'0'))
		}
		rows = append(rows, row)
	}
	return len(rows) > 1 && isConnected(rows)
}

// fields returns what stands between white space and commas, "" where nothing stands beside a comma.
func fields(text string) (cells []string) {
	for part := range strings.SplitSeq(text, ",") {
		if parts := strings.Fields(part); len(parts) > 0 {
			cells = append(cells, parts...)
		} else {
			cells = append(cells, "")
		}
	}
	return cells
}

// namesIn returns the names of squares in lines, each of which may end with a comma.
func namesIn(lines []line) (names []string) {
	for i, l := range lines {
		text := strings.TrimSpace(l.text)
		if i < len(lines)-1 {
			text = strings.TrimSuffix(text, ",")
		}
		names = append(names, fields(text)...)
	}
	return names
}

// A board is a reading that is being made.
type board struct {
	Reading
	Limits
	boardWords
}

func (r *reader) newBoard(w boardWords) *board { return &board{Limits: r.Limits, boardWords: w} }

// add adds a board to what is ready, with the words before it, or an error.
func (r *reader) add(b *board, err error) {
	if err == nil {
		err = b.addWords()
	}
	if err != nil {
		r.fail(err)
		return
	}
	if b.NoAnswer == nil && b.Answer == nil {
		b.Answer = b.Queens
	}
	r.ready = append(r.ready, result{Reading: &b.Reading})
}

func (r *reader) fail(err error) { r.ready = append(r.ready, result{Reading: new(Reading), err: err}) }

// addWords puts the words of a board on it.
func (b *board) addWords() error {
	n := len(b.Queens)
	if b.n >= 0 && n != b.n {
		return fmt.Errorf("a board of %s, want n = %d", words.Plural(n, "row"), b.n)
	}
	b.Torus, b.Blocked = b.torus, append(b.Blocked, b.blocked...)
	for _, s := range slices.Concat(b.given, b.blocked) {
		if max(s.Row, s.Col) >= n {
			return fmt.Errorf("%v is off the %d×%[2]d board", s, n)
		}
	}
	for _, s := range b.given {
		b.queen(s)
	}
	return nil
}

// resize makes an empty board of n rows. A few bytes must not claim gigabytes.
func (b *board) resize(n, length int) error {
	if most := min(b.Rows, max(length, 4096)); n > most {
		return fmt.Errorf("n = %d out of range 0..%d", n, most)
	}
	b.Queens = make([]int, n)
	for i := range b.Queens {
		b.Queens[i] = Empty
	}
	return nil
}

// queen puts a queen on its row. A second one is a fault of the placement.
func (b *board) queen(s Square) {
	if col := b.Queens[s.Row]; col == Empty {
		b.Queens[s.Row] = s.Col
	} else if col != s.Col && b.NoAnswer == nil {
		attack := &Attack{[2]Square{{s.Row, min(col, s.Col)}, {s.Row, max(col, s.Col)}}}
		b.NoBoard, b.NoAnswer = attack, attack
	}
}

// number reads a number by itself: a size or, if it has no second meaning, columns.
func (b *board) number(text string) error {
	switch {
	case b.Sizes && b.n < 0:
		n, _ := strconv.Atoi(text)
		if b.IsSize = true; n == 1 {
			b.Answer = []int{0}
		}
		return b.resize(n, 0)
	case len(text) == 1 || b.n >= 0:
		return b.vector(strings.Split(text, ""), 1)
	}
	return fmt.Errorf("%s may be the size of a board or columns, want spaces between the columns", words.Excerpt(text))
}

// columns puts queens on columns from 1.
func (b *board) columns(values []int) error {
	if most := min(b.Rows, max(len(values), 4096)); len(values) > most {
		return fmt.Errorf("n = %d out of range 0..%d", len(values), most)
	}
	b.Queens = make([]int, len(values))
	for i, v := range values {
		if b.Queens[i] = v - 1; v == Empty {
			b.Queens[i] = Empty
		}
	}
	return nil
}

// vector reads one item for each row. Columns count from 0 in square brackets, and else from 1.
func (b *board) vector(cells []string, from int) error {
	if err := b.resize(len(cells), len(cells)); err != nil {
		return err
	}
	for i, c := range cells {
		col, err := columnOf(c, i, from, len(cells))
		if b.Queens[i] = col; err != nil {
			return err
		}
	}
	return nil
}

// columnOf reads item i of n, a column or a sign of an empty row.
func columnOf(text string, i, from, n int) (int, error) {
	v, err := strconv.Atoi(text)
	switch {
	case err == nil && v >= from && v-from < n && text[0] != '+' && (text[0] != '0' || len(text) == 1):
		return v - from, nil
	case text == "." || text == "_" || from == 0 && (text == "-1" || isNull(text)):
		return Empty, nil
	case from == 0:
		return 0, fmt.Errorf("item %d is %s, want a column 0..%d, or -1 for an empty row: an array counts from 0", i+1, words.Excerpt(text), n-1)
	}
	hint := ""
	if text == "0" {
		hint = ": columns count from 0 only in square brackets"
	}
	return 0, fmt.Errorf(`item %d is %s, want a column 1..%d or "."%s`, i+1, words.Excerpt(text), n, hint)
}

// wrongColumn returns what is wrong with n columns on a line.
func wrongColumn(text string, n int) error {
	if isDigits(text) && n > 9 {
		return fmt.Errorf("%s is one word of %s, want at most 9 or spaces between the columns", words.Excerpt(text[:min(n, 30)]), words.Plural(n, "digit"))
	} else if isDigits(text) && n > 3 {
		text = strings.Join(strings.Split(text, ""), " ")
	}
	i := 0
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		for field := range strings.FieldsSeq(part) {
			if _, err := columnOf(field, i, 1, n); err != nil {
				return err
			}
			i++
		}
		if part == "" {
			return fmt.Errorf("item %d is missing, want one on each side of a comma", i+1)
		}
	}
	return errRows
}

// diagram reads a square of signs.
func (b *board) diagram(rows [][]string) error {
	signs, err := readSigns(rows)
	if err == nil {
		err = b.resize(len(rows), len(rows))
	}
	if err != nil {
		return err
	}
	b.IsSize = true
	for i, cells := range rows {
		for j, c := range cells {
			switch signs.all[signs.index(c)].kind {
			case 'Q':
				b.queen(Square{i, j})
				b.IsSize = false
			case 'x':
				b.Blocked = append(b.Blocked, Square{i, j})
			}
		}
	}
	return nil
}

func isSquareName(text string) bool {
	rest := strings.TrimLeftFunc(text, isFileLetter)
	return len(rest) < len(text) && isDigits(rest)
}

func isFileLetter(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }

// ParseSquare reads the name of a square. Its letters must have the same case, so that a queen's move in
// chess notation, "Qb4", is not a square on file qb.
func ParseSquare(name string) (Square, error) {
	rank := strings.TrimLeftFunc(name, isFileLetter)
	file := name[:len(name)-len(rank)]
	isLower, isUpper := true, true
	row, col := 0, 0
	for _, letter := range []byte(file) {
		isLower, isUpper = isLower && letter >= 'a', isUpper && letter < 'a'
		col = min(26*col+int(letter|0x20-'a')+1, MaxRows+1)
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

// squares reads names of squares.
func (b *board) squares(names []string) error {
	list, length := make([]Square, len(names)), 0
	for i, name := range names {
		s, err := ParseSquare(name)
		if err != nil {
			return fmt.Errorf("item %d: %w", i+1, err)
		}
		list[i] = s
		length += len(name) + 1
	}
	return b.place(list, length)
}

// place puts queens on squares. If the size of the board is unknown, it is the largest coordinate.
func (b *board) place(list []Square, length int) error {
	n := b.n
	for _, s := range list {
		if b.n < 0 {
			n = max(n, s.Row+1, s.Col+1)
		}
	}
	if err := b.resize(n, length); err != nil {
		return err
	}
	for i, s := range list {
		switch {
		case max(s.Row, s.Col) >= n:
			return fmt.Errorf("item %d: %v is off the %d×%[3]d board", i+1, s, n)
		case b.Queens[s.Row] == s.Col:
			return fmt.Errorf("item %d: %v appears twice", i+1, s)
		}
		b.queen(s)
	}
	return nil
}

// fen reads the piece placement of a FEN, which may go on with the fields that follow it in chess.
func (b *board) fen(text string) error {
	placement := text
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		placement = text[:i]
	}
	if rest := strings.TrimSpace(text[len(placement):]); rest != "" && !areFields(strings.Fields(rest)) {
		return fmt.Errorf(`the FEN goes on with %s, want fields such as "w - - 0 1" or none`, words.Excerpt(rest))
	}
	placement = strings.TrimSuffix(placement, "/")
	n := strings.Count(placement, "/") + 1
	if areDigitRows(strings.Split(placement, "/")) {
		return errNumbers
	}
	if err := b.resize(n, n); err != nil {
		return err
	}
	row := n - 1
	for rank := range strings.SplitSeq(placement, "/") {
		col := 0
		for i := 0; i < len(rank); {
			start, skip := i, 0
			for ; i < len(rank) && classes[rank[i]] == digit && (i > start || rank[i] != '0'); i++ {
				skip = min(10*skip+int(rank[i]-'0'), n+1)
			}
			if col += skip; i > start && col <= n {
				continue
			}
			if i > start || rank[i]|0x20 != 'q' || col >= n {
				return fmt.Errorf("rank %d of the FEN is %s, want %d squares: Q and numbers of empty ones", row+1, words.Excerpt(rank), n)
			}
			b.queen(Square{row, col})
			col++
			i++
		}
		if col != n {
			return fmt.Errorf("rank %d of the FEN is %s, want %d squares, one for each rank", row+1, words.Excerpt(rank), n)
		}
		row--
	}
	return nil
}

// areFields reports whether what follows a FEN is the side to move, castling, a square and two numbers, or less.
func areFields(fields []string) bool {
	isNot := func(text, signs string) bool { return strings.Trim(text, signs) != "" }
	for i, field := range fields {
		switch {
		case i > 4, i == 0 && field != "w" && field != "b", i == 1 && field != "-" && isNot(field, "KQkqABCDEFGHabcdefgh"),
			i == 2 && field != "-" && !isSquareName(field), i > 2 && !isDigits(field):
			return false
		}
	}
	return true
}

// boardWords are what stands before a form: n=8 torus given=b4,d5 blocked=c1.
type boardWords struct {
	n              int // or -1
	torus          bool
	given, blocked []Square
}

func wordsOf(texts []string) (w boardWords, err error) {
	w.n = -1
	if len(texts) == 0 {
		return w, nil
	}
	seen := map[string]bool{}
	for text := range strings.FieldsFuncSeq(strings.Join(texts, " "), isSpace) {
		name, value, _ := strings.Cut(text, "=")
		if seen[name] {
			return w, fmt.Errorf("%s: word %s appears twice", words.Excerpt(text), words.Excerpt(name))
		}
		seen[name] = true
		switch name {
		case "torus":
			w.torus = true
		case "n":
			if w.n, err = strconv.Atoi(value); err == nil && w.n < 0 {
				return w, fmt.Errorf("%s: n = %d is negative", words.Excerpt(text), w.n)
			}
			if err != nil || strconv.Itoa(w.n) != value {
				err = errors.New(`want the size of the board, such as "n=8"`)
			}
		case "given":
			w.given, err = ParseSquares(value)
		case "blocked":
			w.blocked, err = ParseSquares(value)
		default:
			err = errors.New("unknown word")
		}
		if err != nil {
			return w, fmt.Errorf("%s: %w", words.Excerpt(text), err)
		}
	}
	return w, nil
}

// value reads a value, and the lists below it that are rows of the same diagram.
func (r *reader) value(it *item, w boardWords) {
	if len(it.words) > 0 && !it.value.isList() {
		r.fail(errors.New("words before a string or an object, want them in it"))
		return
	}
	n := len(it.value.cells)
	if n < 2 || !it.value.isRow() {
		r.node(it.value, w, it.depth)
		return
	}
	lists, areRows := []node{*it.value}, true
	for areRows && len(lists) < n && r.peek().kind == value && r.peek().words == "" && r.open == it.depth {
		next, ends, err := r.source.value(r.take())
		if r.isOver = ends; err != nil {
			r.fail(err)
			return
		}
		lists = append(lists, *next)
		areRows = len(next.cells) == n && next.isRow()
	}
	if areRows && len(lists) == n {
		r.node(&node{open: '[', kids: lists}, w, 0)
		return
	}
	for i := range lists {
		r.node(&lists[i], w, it.depth)
	}
}

// isRow reports whether a list can be the row of a diagram.
func (n *node) isRow() bool {
	texts, areStrings := n.texts()
	return texts != nil && !slices.ContainsFunc(texts, func(text string) bool {
		return symbolOf(strings.TrimSpace(text)) == 0 && (!areStrings || utf8.RuneCountInString(text) > 1)
	})
}

// node reads the boards of a value.
func (r *reader) node(n *node, w boardWords, depth int) {
	switch {
	case n.open == ':':
		r.object(n)
	case n.open == '"':
		r.text(n.text())
	case n.open == 0 && isNull(n.raw):
		r.fail(errNull)
	case n.open == 0:
		r.fail(fmt.Errorf("%s, want a string with a board, an array of columns, or an object", words.Excerpt(n.raw)))
	case n.kids != nil:
		r.lists(n, w, depth)
	case n.cells != nil:
		r.cells(n, w)
	case n.open == '(':
		r.fail(errors.New("nothing in parentheses, want columns"))
	case depth > 0:
		b := r.newBoard(w)
		r.add(b, b.resize(0, 0))
	}
}

// cells reads a list of words and strings.
func (r *reader) cells(n *node, w boardWords) {
	texts, areStrings := n.texts()
	isColumn := func(text string) bool {
		_, err := strconv.Atoi(text)
		return err == nil || text == "." || text == "_" || isNull(text)
	}
	isBinary := func(text string) bool { return text == "0" || text == "1" }
	isOther := func(is func(string) bool) bool {
		return slices.ContainsFunc(texts, func(text string) bool { return !is(text) })
	}
	b := r.newBoard(w)
	switch {
	case len(texts) == 1 && isNull(texts[0]):
		r.fail(errNull)
	case n.open == '(' && len(texts) == 2 && !isOther(isDigits) && texts[0] != texts[1]:
		r.fail(errPairs)
	case n.open == '(':
		r.add(b, b.vector(texts, 1))
	case isSquareName(texts[0]):
		r.add(b, b.squares(texts))
	case !areStrings && !r.isAnswer && len(texts) > 2 && !isOther(isBinary):
		r.fail(errBinary)
	case !areStrings && (isColumn(texts[0]) && isColumn(texts[len(texts)-1]) || len(texts) == 1):
		r.add(b, b.vector(texts, 0))
	default:
		r.strings(texts, areStrings, w)
	}
}

// strings reads a list of texts: the rows of a diagram, or boards.
func (r *reader) strings(texts []string, areStrings bool, w boardWords) {
	rows, areRows := make([][]string, len(texts)), true
	areTexts := areStrings && !slices.ContainsFunc(texts, func(text string) bool { return lex(text, 1).kind >= columns && !strings.Contains(text, "\n") })
	for i, text := range texts {
		rows[i] = characters(nil, strings.Map(plain, text), len(texts)+1)
		areRows = areRows && len(rows[i]) == len(texts)
	}
	b := r.newBoard(w)
	switch _, err := readSigns(rows); {
	case areRows && len(rows) > 1 && areDigitRows(texts):
		r.fail(errNumbers)
	case areRows && len(rows) > 1 && (!areTexts || err == nil):
		r.add(b, b.diagram(rows))
	case !areTexts && len(texts) > 1 || !areStrings:
		r.fail(errRows)
	default:
		for _, text := range texts {
			r.text(text)
		}
	}
}

// lists reads a list of lists and objects.
func (r *reader) lists(n *node, w boardWords, depth int) {
	b, count := r.newBoard(w), len(n.kids)
	isMatrix, areRows := true, false
	for i := range n.kids {
		kid := &n.kids[i]
		isMatrix = isMatrix && kid.isList() && len(kid.cells) == count
		areRows = areRows || (len(kid.cells) > 2 || count == 2) && len(kid.cells) > 1 && kid.isRow()
	}
	squares, areSquares := namedSquares(n.kids)
	switch pairs := pairsIn(n.kids); {
	case areSquares:
		r.add(b, b.counted(squares))
	case pairs != nil:
		err := errPairs
		if from := firstOf(pairs); from >= 0 && n.open == '[' && count > 2 {
			for i := range pairs {
				pairs[i] = Square{pairs[i].Row - from, pairs[i].Col - from}
			}
			err = b.place(pairs, 4*count)
		}
		r.add(b, err)
	case isMatrix && isConnected(integers(n.kids)):
		r.fail(errNumbers)
	case isMatrix && areRows:
		r.matrix(n, w)
	case areRows:
		r.fail(errRows)
	case slices.ContainsFunc(n.kids, func(kid node) bool { return kid.open == 0 && !isNull(kid.raw) }):
		r.fail(errRows)
	default:
		for i := range n.kids {
			r.node(&n.kids[i], w, depth+1)
		}
	}
}

// matrix reads n lists of n signs.
func (r *reader) matrix(n *node, w boardWords) {
	rows := make([][]string, len(n.kids))
	areColumns := true
	for i := range n.kids {
		rows[i], _ = n.kids[i].texts()
		for j, text := range rows[i] {
			rows[i][j] = strings.TrimSpace(strings.Map(plain, text))
		}
		areColumns = areColumns && slices.Contains(rows[i], "null") && r.newBoard(w).vector(rows[i], 0) == nil
	}
	b, err := r.newBoard(w), errMatrix
	if !areColumns {
		err = b.diagram(rows)
	}
	r.add(b, err)
}

// integers returns the numbers in lists of them, or nil.
func integers(lists []node) (rows [][]int) {
	for i := range lists {
		var row []int
		for _, raw := range lists[i].cells {
			v, err := strconv.Atoi(raw)
			if err != nil {
				return nil
			}
			row = append(row, v)
		}
		rows = append(rows, row)
	}
	return rows
}

// pairsIn returns lists of two numbers as squares, or nil.
func pairsIn(lists []node) []Square {
	pairs := make([]Square, len(lists))
	for i := range lists {
		if !lists[i].isList() || len(lists[i].cells) != 2 {
			return nil
		}
		row, err := strconv.Atoi(lists[i].cells[0])
		col, wrong := strconv.Atoi(lists[i].cells[1])
		if err != nil || wrong != nil {
			return nil
		}
		pairs[i] = Square{row, col}
	}
	return pairs
}

// firstOf returns from which number rows and columns count that are in the order of the rows, or -1.
func firstOf(pairs []Square) int {
	from := pairs[0].Row
	for i, s := range pairs {
		if s.Row != from+i || s.Col < from || s.Col >= from+len(pairs) {
			return -1
		}
	}
	return min(from, 2-from) // -1 or less for other numbers than 0 and 1
}

// namedSquares returns the rows and columns that objects name.
func namedSquares(objects []node) (list []Square, ok bool) {
	for i := range objects {
		row, col := objects[i].get("row", "r"), objects[i].get("col", "c", "column")
		if row == nil || col == nil {
			return nil, false
		}
		r, err := strconv.Atoi(row.raw)
		c, wrong := strconv.Atoi(col.raw)
		if err != nil || wrong != nil {
			return nil, false
		}
		list = append(list, Square{r, c})
	}
	return list, len(list) > 0
}

// counted places queens by row and column.
func (b *board) counted(list []Square) error {
	if err := countFrom0(list, max(b.n, len(list))); err != nil {
		return err
	}
	return b.place(list, 16*len(list))
}

// countFrom0 makes rows and columns count from 0. They do if one of them is 0, and count from 1 if one of them is n.
func countFrom0(list []Square, n int) error {
	least, most := MaxRows, 0
	for _, s := range list {
		least, most = min(least, s.Row, s.Col), max(most, s.Row, s.Col)
	}
	if least < 0 || most >= MaxRows || least > 0 && most != n {
		return errors.New("rows and columns may count from 0 or from 1, want names of squares")
	}
	for i := range list {
		list[i] = Square{list[i].Row - min(least, 1), list[i].Col - min(least, 1)}
	}
	return nil
}

// text reads the board in a string.
func (r *reader) text(text string) {
	inner := &reader{Limits: r.Limits, source: newText(text, r.Bytes)}
	found, err := only(inner.all, func(found *Reading) int { return found.Line })
	if errors.Is(err, ErrNone) {
		err = fmt.Errorf("%s has no board", words.Excerpt(text))
	}
	if err != nil {
		r.fail(unlined(err))
		return
	}
	r.ready = append(r.ready, result{Reading: found})
}

// unlined returns an error without its line.
func unlined(err error) error {
	if lined, ok := errors.AsType[*Error](err); ok {
		return lined.Err
	}
	return err
}

// What an object of a board may have: names without case, _ and -. What programs of this project write beside a board
// is passed.
var (
	boardNames  = []string{"board", "answer", "solution", "answers", "n", "size", "given", "givens", "blocked", "torus"}
	passedNames = []string{"steps", "orbits", "regioncolors"}
	strangers   = strings.Fields("queen place preset fixed lock start block cross hole wall forbid given region torus toroid wrap star")
)

// checkNames returns an error if a name that is not known may tell more of a board of n rows: by a part of it, or
// because its value has squares, or lists as long as a board.
func checkNames(n *node, rows int, known []string) error {
	seen := map[string]bool{}
	for i, key := range n.keys {
		if isKnown := slices.Contains(known, key); isKnown && seen[key] {
			return fmt.Errorf("the object has %q twice", n.names[i])
		} else if isKnown || slices.Contains(passedNames, key) {
			seen[key] = true
			continue
		}
		if isStrange(key) || tellsOfBoard(&n.kids[i], rows) {
			return fmt.Errorf("an object with %q, which may tell more of the board: want only %s", n.names[i], words.Enumerate(known, "and"))
		}
	}
	return nil
}

func isStrange(key string) bool {
	return slices.ContainsFunc(strangers, func(part string) bool { return strings.Contains(key, part) })
}

// tellsOfBoard reports whether a value has a list of n items, a matrix, a FEN, a list of squares or an object with row
// and col.
func tellsOfBoard(v *node, n int) bool {
	texts, _ := v.texts()
	switch {
	case v.isLeaf():
		text := v.text()
		isSquares := strings.ContainsAny(text, " ,") && !slices.ContainsFunc(fields(text), func(name string) bool { return !isSquareName(name) })
		return isSquares || strings.Contains(text, "/") && (&board{Limits: Limits{Rows: MaxRows}}).fen(text) == nil
	case v.open == ':':
		if slices.ContainsFunc(v.keys, isStrange) || v.get("row", "r") != nil && v.get("col", "c", "column") != nil || v.get("board", "answer", "solution") != nil {
			return true
		}
	case n > 0 && max(len(v.cells), len(v.kids)) == n:
		return true
	case texts != nil && !slices.ContainsFunc(texts, func(name string) bool { return !isSquareName(name) }):
		return true
	case len(v.kids) > 1 && !slices.ContainsFunc(v.kids, func(kid node) bool { return !kid.isList() || len(kid.cells) < 2 }):
		return true
	}
	return slices.ContainsFunc(v.kids, func(kid node) bool { return tellsOfBoard(&kid, n) }) ||
		slices.ContainsFunc(texts, func(text string) bool { return tellsOfBoard(&node{open: '"', raw: strconv.Quote(text)}, n) })
}

// object reads the board of an object with each of its answers.
func (r *reader) object(n *node) {
	base, err := r.boardIn(n)
	answers, wrong := answersIn(n)
	size, _ := sizeIn(n)
	if err = cmp.Or(err, wrong); err == nil && base != nil {
		size = len(base.Queens)
	}
	if err == nil {
		err = checkNames(n, size, boardNames)
	}
	if err == nil && base == nil && len(answers) == 0 && n.get("answers") == nil {
		err = errors.New(`the object has neither "board" nor "answer" nor "solution"`)
	}
	if err == nil && base != nil && len(answers) == 0 {
		base.Object, base.Answer = n.raw, nil
		if base.NoAnswer == nil && !slices.Contains(base.Queens, Empty) {
			base.Answer = base.Queens
		} else if base.NoAnswer == nil {
			base.NoAnswer = errors.New(`the object has a board, but neither "answer" nor "solution"`)
		}
		r.ready = append(r.ready, result{Reading: base})
	}
	if err != nil {
		r.fail(err)
		return
	}
	for i := range answers {
		read, err := r.single(&answers[i], false)
		switch {
		case err != nil:
			err = fmt.Errorf("answer: %w", err)
		case base != nil:
			both := *base
			both.Answer, both.NoAnswer, both.Beside, both.Object = read.Answer, read.NoAnswer, true, n.raw
			read = &both
		case size >= 0 && len(read.Queens) != size:
			err = fmt.Errorf("%s beside n = %d", words.Plural(len(read.Queens), "row"), size)
		default:
			err = checkNames(n, len(read.Queens), boardNames)
		}
		if err != nil {
			r.fail(err)
			continue
		}
		r.ready = append(r.ready, result{Reading: read})
	}
}

// boardIn returns the board of an object, without its answers. It is nil if that is all the object has.
func (r *reader) boardIn(n *node) (*Reading, error) {
	w, err := wordsIn(n, -1)
	if err != nil {
		return nil, err
	}
	b := r.newBoard(w)
	if inner := n.get("board"); inner != nil {
		read, err := r.single(inner, true)
		if err != nil {
			return nil, fmt.Errorf(`"board": %w`, err)
		}
		isTorus := read.Torus || w.torus
		b.Reading = *read
		err = b.addWords()
		b.Torus = isTorus
		return &b.Reading, err
	}
	isMore := w.torus || w.given != nil || w.blocked != nil
	if !isMore && (w.n < 0 || n.get("answer", "solution", "answers") != nil) {
		return nil, nil
	}
	if b.IsSize = !isMore; w.n < 0 {
		return nil, errors.New(`an object without "n", want its size`)
	}
	if err := b.resize(w.n, 0); err != nil {
		return nil, err
	}
	return &b.Reading, b.addWords()
}

// sizeIn returns the size that an object has, or -1.
func sizeIn(n *node) (size int, err error) {
	size = -1
	for i, key := range n.keys {
		if key != "n" && key != "size" && key != "gridsize" || isNull(n.kids[i].raw) {
			continue
		}
		v, err := strconv.Atoi(n.kids[i].raw)
		if err != nil || v < 0 || size >= 0 && v != size {
			return -1, fmt.Errorf("%s for %q, want one size of the board", words.Excerpt(n.kids[i].raw), n.names[i])
		}
		size = v
	}
	return size, nil
}

// wordsIn returns what an object has beside its board, of so many rows or -1.
func wordsIn(n *node, rows int) (w boardWords, err error) {
	if w.n, err = sizeIn(n); err != nil {
		return w, err
	}
	if w.n >= 0 {
		rows = w.n
	}
	if torus := n.get("torus"); torus != nil {
		if w.torus = torus.raw == "true"; !w.torus && torus.raw != "false" {
			return w, fmt.Errorf(`%s for "torus", want true or false`, words.Excerpt(torus.raw))
		}
	}
	if w.given, err = squaresIn(n, "given", rows); err != nil {
		return w, err
	}
	if w.blocked, err = squaresIn(n, "blocked", rows); err != nil {
		return w, err
	}
	if givens := n.get("givens"); givens != nil { // as Board.MarshalJSON of package regions writes them
		given, err := squaresIn(givens, "queens", rows)
		blocked, wrong := squaresIn(givens, "blocked", rows)
		if err = cmp.Or(err, wrong, checkNames(givens, w.n, []string{"queens", "blocked"})); err == nil && givens.open != ':' {
			err = fmt.Errorf(`%s for "givens", want an object with "queens" and "blocked"`, words.Excerpt(givens.raw))
		}
		if err != nil {
			return w, err
		}
		w.given, w.blocked = append(w.given, given...), append(w.blocked, blocked...)
	}
	return w, nil
}

// squaresIn returns the squares under a name of an object: names, or rows and columns under theirs.
func squaresIn(n *node, name string, size int) (squares []Square, err error) {
	list := n.get(name)
	if list == nil {
		return nil, nil
	}
	texts, _ := list.texts()
	if list.open == '"' {
		texts = fields(list.text())
	}
	switch named, areNamed := namedSquares(list.kids); {
	case areNamed && size >= 0:
		return named, countFrom0(named, size)
	case texts != nil:
		for _, text := range texts {
			s, wrong := ParseSquare(text)
			if squares = append(squares, s); wrong != nil {
				return nil, fmt.Errorf("%q: %w", name, wrong)
			}
		}
		return squares, nil
	case list.open == '[' && list.kids == nil:
		return nil, nil
	}
	return nil, fmt.Errorf("%s for %q, want a list of squares such as \"b4\"", words.Excerpt(list.raw), name)
}

// answersIn returns the answers of an object. One that says only whether there is one is none.
func answersIn(n *node) (answers []node, err error) {
	isNone := func(v *node) bool {
		return v == nil || slices.Contains([]string{"true", "false", "True", "False"}, v.raw)
	}
	answer, solution, list := n.get("answer"), n.get("solution"), n.get("answers")
	switch {
	case !isNone(answer) && !isNone(solution), list != nil && !(isNone(answer) && isNone(solution)):
		return nil, errors.New("the object has answers under two names, want one")
	case !isNone(answer):
		return []node{*answer}, nil
	case !isNone(solution):
		return []node{*solution}, nil
	case list != nil && list.open != '[':
		return nil, fmt.Errorf(`%s for "answers", want a list of them`, words.Excerpt(list.raw))
	case list != nil:
		return list.items(), nil
	}
	return nil, nil
}

// single reads the board or an answer in an object.
func (r *reader) single(n *node, sizes bool) (*Reading, error) {
	inner := &reader{Limits: r.Limits, source: r.source}
	if inner.Sizes, inner.isAnswer = sizes, !sizes; n.open == 0 && isDigits(n.raw) && sizes {
		inner.text(n.raw)
	} else {
		inner.node(n, boardWords{n: -1}, 1)
	}
	switch {
	case len(inner.ready) == 0:
		return nil, ErrNone
	case len(inner.ready) > 1:
		return nil, errSeveral
	}
	return inner.ready[0].Reading, inner.ready[0].err
}
