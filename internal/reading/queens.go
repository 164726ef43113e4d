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

	"example.com/queens/internal/words"
)

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
	errNoSize  = errors.New(`words without the size of the board, want "n=8" or a placement with them`)
	errBlanks  = errors.New("one sign among blanks, want the rows of a board one below another, or no blanks")
	errRows    = errors.New("lists that are not the rows of one board")
	errBinary  = errors.New("a list of 0 and 1 by itself may be a row or columns, want the rows of a board")
	errMatrix  = errors.New("rows of two numbers may be a diagram or columns, want 0 and 1, or an empty line between placements")
	errNumbers = errors.New("numbers that may be regions, want --regions with the command, or package regions")
)

// Read yields what a stream says, one board after another. Each error is an [Error].
func Read(in io.Reader, l Limits) iter.Seq2[*Reading, error] {
	return newReader(newSource(in, l.Bytes), l).all
}

// One returns what a text with one board says.
func One(text string, l Limits) (*Reading, error) {
	return newReader(newText(text, l.Bytes), l).only()
}

// A reader makes readings of items.
type reader struct {
	stream[Reading]
	Limits
	words    boardWords // before the item
	isAnswer bool       // a list is one of columns
	isDrawn  bool       // the last item was a diagram
}

func newReader(s source, l Limits) *reader {
	r := &reader{stream: stream[Reading]{source: s}, Limits: l, words: boardWords{n: -1}}
	r.boards = r.boardsOf
	return r
}

// boardsOf reads the boards of an item.
func (r *reader) boardsOf(it *item) {
	var err error
	if r.words, err = wordsOf(it.words...); err != nil {
		r.fail(err)
		return
	}
	isSized := r.words.n >= 0
	isCount := r.isDrawn && it.kind == number && len(strings.TrimSpace(it.lines[0])) > 2 // of the diagrams above
	r.isDrawn = it.kind == row
	switch {
	case isCount:
	case it.kind == value:
		r.values(it)
	case it.kind == wordLine && !isSized:
		r.fail(errNoSize)
	case it.kind == wordLine:
		b := r.newBoard()
		r.add(b, b.resize(b.n, 0))
	case it.kind == fen:
		b := r.newBoard()
		r.add(b, b.fen(strings.TrimSpace(it.lines[0])))
	case it.kind == squareNames:
		b := r.newBoard()
		r.add(b, b.squares(slices.Collect(fields(strings.Join(it.lines, " ")))))
	case len(it.lines) == 1 && isLone(it.lines[0]) && !it.isAlone && !isSized:
		r.fail(errBlanks)
	case len(it.lines) > 2*r.Rows+8:
		r.fail(fmt.Errorf("n = %d out of range 0..%d", len(it.lines), r.Rows))
	case it.kind == row:
		rows, err := square(it.lines, false)
		r.diagram(rows, err)
	case len(it.lines) == 1:
		r.columns(it.lines[0])
	default:
		r.matrix(it)
	}
}

// matrix reads lines of numbers: a diagram or columns, but not what may be both.
func (r *reader) matrix(it *item) {
	rows, err := square(it.lines, false)
	isSquare, areVectors := err == nil && len(rows) > 1, true
	for _, text := range it.lines {
		areVectors = areVectors && r.scan(text).isVector
	}
	signs := distinct(rows)
	isEmpty := !slices.ContainsFunc(signs, func(text string) bool { return column(text) != Empty })
	switch {
	case isSquare && areConnected(rows):
		r.fail(errNumbers)
	case isSquare && areVectors && !isEmpty && (it.isRows || len(signs) == 2):
		r.fail(errMatrix)
	case isSquare && it.isRows:
		r.diagram(rows, nil)
	default:
		for i, text := range it.lines {
			r.line = it.nos[i]
			r.columns(text)
		}
	}
}

// columns reads a line of columns, or a number: a size or, if it has no second meaning, columns.
func (r *reader) columns(text string) {
	text = strings.TrimSpace(text)
	sh := r.scan(text)
	b := r.newBoard()
	isNumber, isSized := kindOf(text) == number, b.n >= 0
	var err error
	switch {
	case isNumber && b.Sizes && !isSized:
		n, _ := strconv.Atoi(text)
		if err = b.resize(n, 0); n == 1 {
			b.Answer = []int{0}
		}
	case isNumber && len(text) > 1 && !isSized:
		err = fmt.Errorf("%s may be the size of a board or columns, want spaces between the columns", words.Excerpt(text))
	case isDigits(text) && len(text) > 9:
		err = fmt.Errorf("%s is one word of %s, want at most 9 or spaces between the columns",
			words.Excerpt(text), words.Plural(len(text), "digit"))
	case !sh.isVector && areDigitRows(strings.Fields(text)):
		err = errNumbers
	case len(r.numbers) > 2 && slices.Max(r.numbers) == 1 && slices.Min(r.numbers) == 0:
		err = errBinary
	default:
		err = b.place(r.numbers, 1, func(i int) string {
			if isDigits(text) {
				return text[i : i+1]
			}
			return slices.Collect(fields(text))[i]
		})
	}
	r.add(b, err)
}

// areDigitRows reports whether n words of n digits each may be regions.
func areDigitRows(texts []string) bool {
	if n := len(texts); n < 2 || n > 9 || len(texts[0]) != n || !isDigits(texts[0]) {
		return false
	}
	rows := make([][]string, len(texts))
	for i, text := range texts {
		rows[i] = characters(nil, text, len(texts)+1)
	}
	return areConnected(rows)
}

// A board is a reading that is being made.
type board struct {
	Reading
	Limits
	boardWords
}

func (r *reader) newBoard() *board { return &board{Limits: r.Limits, boardWords: r.words} }

// add adds a board to what is ready, with the words before it, or an error.
func (r *reader) add(b *board, err error) {
	if err = cmp.Or(err, b.addWords(err)); err != nil {
		r.fail(err)
		return
	}
	if b.NoAnswer == nil && b.Answer == nil {
		b.Answer = b.Queens
	}
	r.put(&b.Reading)
}

// put adds a reading to what is ready.
func (r *reader) put(read *Reading) {
	read.Line = r.line
	r.ready = append(r.ready, result[Reading]{read, nil, r.line})
}

// addWords puts the words of a board on it, unless something is wrong with it.
func (b *board) addWords(err error) error {
	n := len(b.Queens)
	if err != nil {
		return err
	}
	if b.n >= 0 && n != b.n {
		return fmt.Errorf("a board of %s, want n = %d", words.Plural(n, "row"), b.n)
	}
	b.Torus, b.Blocked = b.Torus || b.torus, append(b.Blocked, b.blocked...)
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

// place puts queens on columns, which count from 0 in square brackets, and else from 1.
func (b *board) place(columns []int, from int, text func(i int) string) error {
	n := len(columns)
	for i, col := range columns {
		if col == Empty || col >= from && col-from < n {
			continue
		}
		want := fmt.Sprintf(`1..%d or "."`, n)
		if from == 0 {
			want = fmt.Sprintf("0..%d, or -1 for an empty row: an array counts from 0", n-1)
		} else if col == 0 {
			want += ": columns count from 0 only in square brackets"
		}
		return fmt.Errorf("item %d is %s, want a column %s", i+1, words.Excerpt(text(i)), want)
	}
	err := b.resize(n, n)
	for i := range b.Queens {
		if columns[i] != Empty {
			b.Queens[i] = columns[i] - from
		}
	}
	return err
}

// diagram reads a square of signs, unless something is wrong with it.
func (r *reader) diagram(rows [][]string, err error) {
	b, n := r.newBoard(), len(rows)
	var kinds []byte
	if err == nil {
		err = b.resize(n, n)
	}
	if err == nil {
		kinds, err = kindsOf(rows)
	}
	for i, kind := range kinds {
		switch s := (Square{i / n, i % n}); kind {
		case 'Q':
			b.queen(s)
		case 'x':
			b.Blocked = append(b.Blocked, s)
		}
	}
	r.add(b, err)
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
	return b.occupy(list, length)
}

// occupy puts queens on squares. If the size of the board is unknown, it is the largest coordinate.
func (b *board) occupy(list []Square, length int) error {
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
	placement := firstField(text)
	rest := strings.Fields(text[len(placement):])
	if len(rest) > 5 || len(rest) > 0 && rest[0] != "w" && rest[0] != "b" {
		return fmt.Errorf(`the FEN goes on with %s, want fields such as "w - - 0 1" or none`,
			words.Excerpt(strings.Join(rest, " ")))
	}
	ranks := strings.Split(strings.TrimSuffix(placement, "/"), "/")
	if areDigitRows(ranks) {
		return errNumbers
	}
	n := len(ranks)
	if err := b.resize(n, n); err != nil {
		return err
	}
	for i, rank := range ranks {
		row, col, empty := n-1-i, 0, 0
		for j := range len(rank) {
			switch c := rank[j]; {
			case c|0x20 == 'q' && col+empty < n:
				col += empty
				b.queen(Square{row, col})
				col, empty = col+1, 0
			case isDigits(rank[j:j+1]) && (empty > 0 || c != '0'):
				empty = min(10*empty+int(c-'0'), n+1)
			default:
				col = n + 1
			}
		}
		if col+empty != n {
			return fmt.Errorf("rank %d of the FEN is %s, want %d squares: Q and numbers of empty ones",
				row+1, words.Excerpt(rank), n)
		}
	}
	return nil
}

// boardWords are what stands before a form: n=8 torus given=b4,d5 blocked=c1.
type boardWords struct {
	n              int // or -1
	torus          bool
	given, blocked []Square
}

func wordsOf(texts ...string) (w boardWords, err error) {
	w.n = -1
	text := strings.TrimSpace(strings.Join(texts, " "))
	if text == "" {
		return w, nil
	}
	seen := map[string]bool{}
	for text := range strings.FieldsFuncSeq(text, isSpace) {
		name, value, _ := strings.Cut(text, "=")
		switch {
		case seen[name]:
			err = fmt.Errorf("word %s appears twice", words.Excerpt(name))
		case name == "torus":
			w.torus = true
		case name == "n":
			if w.n, _ = strconv.Atoi(value); w.n < 0 || strconv.Itoa(w.n) != value {
				err = errors.New(`want the size of the board, such as "n=8"`)
			}
		case name == "given":
			w.given, err = ParseSquares(value)
		case name == "blocked":
			w.blocked, err = ParseSquares(value)
		default:
			err = errors.New("unknown word")
		}
		seen[name] = true
		if err != nil {
			return w, fmt.Errorf("%s: %w", words.Excerpt(text), err)
		}
	}
	return w, nil
}

// values reads a value, or several that are the rows or the squares of one board.
func (r *reader) values(it *item) {
	first := &it.values[0]
	switch {
	case it.words[len(it.words)-1] != "" && !first.isList():
		r.fail(errors.New("words before a string or an object, want them in it"))
	case len(it.values) == len(first.cells) || first.isPart() && it.depth > 0:
		r.node(&node{open: '[', kids: it.values}, it.depth)
	default:
		for i := range it.values {
			r.node(&it.values[i], it.depth)
		}
	}
}

// node reads the boards of a value within so many lists.
func (r *reader) node(n *node, depth int) {
	switch {
	case n.open == ':':
		r.object(n)
	case n.open == '"':
		r.text(n.text)
	case n.open == 0 && isNull(n.text):
		r.fail(errNull)
	case n.open == 0:
		r.fail(fmt.Errorf("%s, want a string with a board, an array of columns, or an object", words.Excerpt(n.raw)))
	case n.kids != nil:
		r.list(n, depth)
	case n.cells != nil:
		r.cells(n)
	case n.open == '(':
		r.fail(errors.New("nothing in parentheses, want columns"))
	case depth > 0:
		b := r.newBoard()
		r.add(b, b.resize(0, 0))
	}
}

// cells reads a list of words and strings.
func (r *reader) cells(n *node) {
	texts, b := n.cells, r.newBoard()
	columns, areBinary, from := make([]int, len(texts)), n.open == '[' && len(texts) > 2, 0
	for i, text := range texts {
		columns[i] = column(text)
		areBinary = areBinary && (text == "0" || text == "1")
		if n.open == '[' && (text == "-1" || isNull(text)) {
			columns[i] = Empty
		}
	}
	if n.open == '(' {
		from = 1
	}
	switch isPair := len(texts) == 2 && columns[0] >= 0 && columns[1] >= 0 && columns[0] != columns[1]; {
	case len(texts) == 1 && isNull(texts[0]):
		r.fail(errNull)
	case n.open == '(' && isPair:
		r.fail(errPairs)
	case n.open == '[' && isSquareName(texts[0]):
		r.add(b, b.squares(texts))
	case areBinary && !n.areStrings && !r.isAnswer:
		r.fail(errBinary)
	case !n.areStrings && (columns[0] != wrong || len(texts) == 1 || n.open == '('):
		r.add(b, b.place(columns, from, func(i int) string { return texts[i] }))
	default:
		r.strings(n)
	}
}

// strings reads a list of texts: the rows of a diagram, or boards.
func (r *reader) strings(n *node) {
	rows, areRows, areTexts := make([][]string, len(n.cells)), len(n.cells) > 1, n.areStrings
	for i, text := range n.cells {
		areTexts = areTexts && (lex(text, 1).kind < dashes || strings.Contains(text, "\n"))
		most := len(n.cells) + 1
		rows[i] = characters(make([]string, 0, min(len(text), most)), plain(text), most)
		areRows = areRows && len(rows[i]) == len(rows)
	}
	isDiagram := areRows && !areTexts
	if areRows && areTexts {
		_, err := kindsOf(rows)
		isDiagram = err == nil
	}
	switch {
	case areRows && areConnected(rows):
		r.fail(errNumbers)
	case isDiagram:
		r.diagram(rows, nil)
	case !areTexts && (len(rows) > 1 || !n.areStrings):
		r.fail(errRows)
	default:
		for _, text := range n.cells {
			r.text(text)
		}
	}
}

// list reads a list of lists and objects.
func (r *reader) list(n *node, depth int) {
	b, count := r.newBoard(), len(n.kids)
	rows, areRows, isDiagram, hasWord := make([][]string, count), true, false, false
	for i := range n.kids {
		kid := &n.kids[i]
		rows[i] = kid.cells
		areRows = areRows && kid.isList() && len(kid.cells) == count
		isDiagram = isDiagram || len(kid.cells) > 1 && (len(kid.cells) > 2 || count == 2) && kid.isRow()
		hasWord = hasWord || kid.open == 0 && !isNull(kid.raw)
	}
	squares, arePairs := squaresOf(n.kids)
	switch {
	case squares != nil:
		err := countFrom0(squares, max(b.n, count))
		if arePairs && (err != nil || n.open != '[' || count < 3 || !areInOrder(squares)) {
			err = errPairs
		}
		if err == nil {
			err = b.occupy(squares, 16*count)
		}
		r.add(b, err)
	case areRows && areConnected(rows):
		r.fail(errNumbers)
	case areRows && isDiagram:
		r.rows(rows)
	case isDiagram || hasWord:
		r.fail(errRows)
	default:
		for i := range n.kids {
			r.node(&n.kids[i], depth+1)
		}
	}
}

// rows reads n lists of n signs.
func (r *reader) rows(rows [][]string) {
	for _, cells := range rows {
		for i, text := range cells {
			if len(text) > 1 || text == " " {
				cells[i] = strings.TrimSpace(plain(text))
			}
		}
	}
	isSign := func(text string) bool { return !isNull(text) && text != "0" && text != "1" }
	if signs := distinct(rows); slices.ContainsFunc(signs, isNull) && !slices.ContainsFunc(signs, isSign) {
		r.fail(errMatrix)
		return
	}
	r.diagram(rows, nil)
}

// squaresOf returns the rows and columns that objects name, or lists of two numbers, or nil.
func squaresOf(kids []node) (squares []Square, arePairs bool) {
	for i := range kids {
		kid := &kids[i]
		var texts [2]string
		if row, col := kid.get("row", "r"), kid.get("col", "c", "column"); row != nil && col != nil {
			texts = [2]string{row.raw, col.raw}
		} else if kid.isList() && len(kid.cells) == 2 {
			texts = [2]string(kid.cells)
			arePairs = true
		}
		row, err := strconv.Atoi(texts[0])
		col, wrong := strconv.Atoi(texts[1])
		if err != nil || wrong != nil {
			return nil, false
		}
		squares = append(squares, Square{row, col})
	}
	return squares, arePairs
}

// countFrom0 makes rows and columns count from 0. They do if one of them is 0, and count from 1 if one of them is n.
func countFrom0(squares []Square, n int) error {
	least, most := MaxRows, 0
	for _, s := range squares {
		least, most = min(least, s.Row, s.Col), max(most, s.Row, s.Col)
	}
	if least < 0 || most >= MaxRows || least > 0 && most != n {
		return errors.New("rows and columns may count from 0 or from 1, want names of squares")
	}
	for i := range squares {
		squares[i].Row -= min(least, 1)
		squares[i].Col -= min(least, 1)
	}
	return nil
}

// areInOrder reports whether n squares are on a board of n rows, one in each, in the order of the rows.
func areInOrder(squares []Square) bool {
	for i, s := range squares {
		if s.Row != i || s.Col >= len(squares) {
			return false
		}
	}
	return true
}

// text reads the board in a string.
func (r *reader) text(text string) {
	found, err := newReader(newText(text, r.Bytes), r.Limits).only()
	if errors.Is(err, ErrNone) {
		err = fmt.Errorf("%s has no board", words.Excerpt(text))
	}
	if err != nil {
		r.fail(unlined(err))
		return
	}
	r.put(found)
}

// unlined returns an error without its line.
func unlined(err error) error {
	if lined, ok := errors.AsType[*Error](err); ok {
		return lined.Err
	}
	return err
}

// The names that an object of a board may have, without case, _ and -. The programs of this project write steps and
// orbits beside a board. Other names may not have parts that tell of a board.
var (
	boardNames = strings.Fields("board answer solution answers n size given blocked torus steps orbits")
	strangers  = strings.Fields("queen place preset fixed lock start block cross hole wall forbid given region " +
		"torus toroid wrap star")
)

func isStrange(key string) bool {
	return slices.ContainsFunc(strangers, func(part string) bool { return strings.Contains(key, part) })
}

// checkNames returns an error if a name that is not known may tell more of a board of n rows.
func checkNames(object *node, n int, known []string) error {
	for i, key := range object.keys {
		if !slices.Contains(known, key) && (isStrange(key) || tells(&object.kids[i], n)) {
			return fmt.Errorf(`an object with %q, which may tell more of the board: want it under "given", "blocked" or "answer"`,
				object.names[i])
		}
	}
	return nil
}

// tells reports whether a value has a list of n items, a matrix, a FEN, a list of squares or an object with row and
// col, or names that are strange.
func tells(v *node, n int) bool {
	isRow := func(kid node) bool { return kid.isList() && len(kid.cells) > 1 }
	isNoRow := func(kid node) bool { return !isRow(kid) }
	switch {
	case v.get("row", "r") != nil && v.get("col", "c", "column") != nil,
		v.isList() && n > 0 && len(v.cells)+len(v.kids) == n,
		len(v.kids) > 1 && !slices.ContainsFunc(v.kids, isNoRow),
		slices.ContainsFunc(v.keys, isStrange), v.get("board", "answer", "solution") != nil,
		areSquareNames(v.cells),
		strings.ContainsAny(v.text, " ,") && areSquareNames(slices.Collect(fields(v.text))),
		strings.Contains(v.text, "/") && (&board{Limits: Limits{Rows: MaxRows}}).fen(v.text) == nil:
		return true
	}
	return slices.ContainsFunc(v.kids, func(kid node) bool { return tells(&kid, n) }) ||
		slices.ContainsFunc(v.cells, func(text string) bool { return tells(&node{text: text}, n) })
}

// A beside is what an object has beside its board, of either kind.
type beside struct {
	boardWords
	answers    []node
	hasAnswers bool
}

// besideOf returns what an object has beside its board of so many rows, or -1.
func besideOf(n *node, rows int) (o beside, err error) {
	one := func(names ...string) *node {
		found, wrong := n.one(names...)
		err = cmp.Or(err, wrong)
		return found
	}
	o.n = -1
	if torus := one("torus"); torus != nil {
		if o.torus = torus.raw == "true"; !o.torus && torus.raw != "false" {
			return o, fmt.Errorf(`%s for "torus", want true or false`, words.Excerpt(torus.raw))
		}
	}
	if answer := one("answer", "solution", "answers"); answer != nil {
		o.answers, o.hasAnswers = []node{*answer}, true
		if list := n.get("answers"); list != nil {
			o.answers = list.items()
		}
		if n.get("answers") != nil && !answer.isList() {
			return o, fmt.Errorf(`%s for "answers", want a list of them`, words.Excerpt(answer.raw))
		}
	}
	var wrong error
	if o.given, wrong = listed(one("given"), rows); wrong != nil {
		return o, fmt.Errorf(`"given": %w`, wrong)
	}
	if o.blocked, wrong = listed(one("blocked"), rows); wrong != nil {
		return o, fmt.Errorf(`"blocked": %w`, wrong)
	}
	return o, err
}

// sizeIn returns the size that an object has, or -1.
func sizeIn(n *node) (size int, err error) {
	value, err := n.one("n", "size", "gridsize")
	if err != nil || value == nil {
		return -1, err
	}
	if size, err = strconv.Atoi(value.raw); err != nil || size < 0 {
		return -1, fmt.Errorf("%s for the size of the board, want a number", words.Excerpt(value.raw))
	}
	return size, nil
}

// listed returns the squares in a list, or in a string: names, or rows and columns of a board of so many rows.
func listed(list *node, rows int) ([]Square, error) {
	if list == nil || list.open == '[' && list.cells == nil && list.kids == nil {
		return nil, nil
	}
	squares, arePairs := squaresOf(list.kids)
	names := list.cells
	if list.open == '"' {
		names = slices.Collect(fields(list.text))
	}
	if squares != nil && !arePairs && rows >= 0 {
		return squares, countFrom0(squares, rows)
	} else if names == nil {
		return nil, fmt.Errorf("%s, want a list of squares such as \"b4\"", words.Excerpt(list.raw))
	}
	return ParseSquares(strings.Join(names, ","))
}

// object reads the board of an object with each of its answers.
func (r *reader) object(n *node) {
	base, rows, err := r.boardIn(n)
	o, wrong := besideOf(n, rows)
	b := &board{Limits: r.Limits, boardWords: o.boardWords}
	hasBoard := base != nil || o.torus || o.given != nil || o.blocked != nil || rows >= 0 && !o.hasAnswers
	switch err = cmp.Or(err, wrong, checkNames(n, rows, boardNames)); {
	case err != nil:
	case base != nil:
		b.Reading = *base
	case hasBoard && rows < 0:
		err = errors.New(`an object without "n", want its size`)
	case hasBoard:
		err = b.resize(rows, 0)
	case !o.hasAnswers:
		err = errors.New(`the object has neither "board" nor "answer" nor "solution"`)
	}
	if err = b.addWords(err); err != nil {
		r.fail(err)
		return
	}
	if hasBoard && len(o.answers) == 0 {
		b.Object, b.Answer = n.raw, b.Queens
		if b.NoAnswer == nil && slices.Contains(b.Queens, Empty) {
			b.NoAnswer = errors.New(`the object has a board, but neither "answer" nor "solution"`)
		}
		r.put(&b.Reading)
	}
	for i := range o.answers {
		read, err := r.single(&o.answers[i], false)
		switch {
		case err != nil:
			err = fmt.Errorf("answer: %w", err)
		case hasBoard:
			both := b.Reading
			both.Answer, both.NoAnswer, both.Beside, both.Object = read.Answer, read.NoAnswer, true, n.raw
			read = &both
		case rows >= 0 && len(read.Queens) != rows:
			err = fmt.Errorf("%s beside n = %d", words.Plural(len(read.Queens), "row"), rows)
		default:
			err = checkNames(n, len(read.Queens), boardNames)
		}
		if err != nil {
			r.fail(err)
			continue
		}
		r.put(read)
	}
}

// boardIn returns what stands under "board" in an object, or nil, and the number of its rows, or -1.
func (r *reader) boardIn(n *node) (*Reading, int, error) {
	rows, err := sizeIn(n)
	inner, wrong := n.one("board")
	if err = cmp.Or(err, wrong); err != nil || inner == nil {
		return nil, rows, err
	}
	base, err := r.single(inner, true)
	if err == nil && rows >= 0 && rows != len(base.Queens) {
		err = fmt.Errorf("%s beside n = %d", words.Plural(len(base.Queens), "row"), rows)
	}
	if err != nil {
		return nil, rows, fmt.Errorf(`"board": %w`, err)
	}
	return base, len(base.Queens), nil
}

// single reads the board or an answer in an object.
func (r *reader) single(n *node, sizes bool) (*Reading, error) {
	inner := reader{Limits: r.Limits, words: boardWords{n: -1}}
	if inner.Sizes, inner.isAnswer = sizes, !sizes; n.open == 0 && isDigits(n.raw) && sizes {
		inner.text(n.raw)
	} else {
		inner.node(n, 1)
	}
	switch {
	case len(inner.ready) == 0:
		return nil, ErrNone
	case len(inner.ready) > 1:
		return nil, errSeveral
	}
	return inner.ready[0].board, inner.ready[0].err
}
