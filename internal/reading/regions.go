package reading

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/queens/internal/words"
)

// A Division is what a text says about a board that is divided into regions. Whether its queens may stand where
// they do has not been checked.
type Division struct {
	Regions        [][]int // by row, the number of the region of each square, from 0 to n-1
	Given, Blocked []Square
	Line           int
	Object         string // the JSON of the object that has it and its answers, or ""

	answers []node
}

// Divisions yields the boards of regions in a stream, one after another. Each error is an [Error].
func Divisions(in io.Reader, l Limits) iter.Seq2[*Division, error] {
	return newDivider(newSource(in, l.Bytes), l).all
}

// OneDivision returns what a text with one board says.
func OneDivision(text string, l Limits) (*Division, error) {
	return newDivider(newText(text, l.Bytes), l).only()
}

// IsRegions reports whether a stream begins with a board of regions, by its form: numbers are none. It returns all
// of the stream.
func IsRegions(in io.Reader, l Limits) (bool, io.Reader) {
	var seen bytes.Buffer
	r := newDivider(newSource(io.TeeReader(in, &seen), l.Bytes), l)
	for r.peek().kind != end && r.peek().kind <= heading {
		r.take()
	}
	isRegions := false
	if first := r.peek(); first.kind != numbers || !r.scan(first.text).isOrder { // or the next line may be long in coming
		it, ok := r.item()
		isRegions = ok && it.err == nil && r.divides(&it)
	}
	return isRegions, io.MultiReader(&seen, in)
}

// divides reports whether an item is a board of regions.
func (r *divider) divides(it *item) bool {
	switch it.kind {
	case value:
		return r.dividesValue(&it.values[0])
	case fen:
		text, _, _ := strings.Cut(strings.TrimSpace(it.lines[0]), " given=")
		names := characters(nil, strings.ReplaceAll(text, "/", ""), len(text))
		return strings.Contains(text, "starbattle/") || areNames(names) && !strings.ContainsAny(text, "0123456789")
	case row:
		if isFrame(it.lines[0]) || len(it.lines) > 1 && isFrame(it.lines[1]) {
			d, err := r.drawing(it.lines)
			return err == nil && len(d.Regions) > 1
		}
		if rows, err := square(it.lines, true); err == nil {
			_, err = kindsOf(rows)
			return err != nil && !isSquareName(firstField(strings.TrimSpace(it.lines[0]))) && areNames(slices.Concat(rows...))
		}
		first := characters(nil, it.lines[0], len(it.lines)+1)
		return len(it.lines) > 1 && len(first) == len(it.lines) && areNames(first)
	}
	return false
}

// areNames reports whether cells have letters or colours that stand for neither a queen nor an empty square, and no
// cell has a sign of an empty square.
func areNames(cells []string) (found bool) {
	for _, c := range cells {
		r, _ := utf8.DecodeRuneInString(c)
		isColor := r >= 0x1F7E0 && r <= 0x1F7EB || r == 0x1F534 || r == 0x1F535
		if !isColor && (symbolOf(c) == '.' || !unicode.In(r, unicode.L, unicode.Nd, unicode.So)) {
			return false
		}
		found = found || isColor || unicode.IsLetter(r) && !strings.ContainsRune("QqDx", r)
	}
	return found
}

func (r *divider) dividesValue(n *node) bool {
	isRegions := func(text string) bool {
		is, _ := IsRegions(strings.NewReader(text), r.Limits)
		return is
	}
	switch board := n.get("board"); {
	case n.get(regionNames...) != nil:
		return true
	case board != nil:
		return r.dividesValue(board) || areConnected(cellsOf(board.kids))
	case n.open == ':':
		return slices.ContainsFunc(n.kids, func(kid node) bool { return !kid.isLeaf() && r.dividesValue(&kid) })
	case n.open == '"':
		return isRegions(n.text)
	case n.areStrings && strings.ContainsAny(n.cells[0], "/\n"):
		return isRegions(n.cells[0])
	case n.areStrings:
		return areNames(characters(nil, strings.Join(n.cells, ""), 1<<12)) && !isSquareName(firstField(n.cells[0]))
	}
	return len(n.kids) > 0 && r.dividesValue(&n.kids[0])
}

// A divider makes divisions of items.
type divider struct {
	stream[Division]
	Limits
}

func newDivider(s source, l Limits) *divider {
	s.divided = true
	r := &divider{stream[Division]{source: s}, l}
	r.boards = r.boardsOf
	return r
}

// boardsOf reads the boards of an item.
func (r *divider) boardsOf(it *item) {
	before := strings.TrimSpace(strings.Join(it.words, " "))
	if it.kind == value && before == "" {
		n := &it.values[0]
		if it.depth > 0 && n.isPart() {
			n = &node{open: '[', kids: it.values}
		}
		found, err := r.values(n)
		if err != nil {
			r.fail(err)
			return
		}
		for _, d := range found {
			r.add(d, nil)
		}
		return
	}
	var d *Division
	var err error
	switch {
	case it.kind == wordLine && before == "n=0":
		d = new(Division)
	case it.kind == wordLine:
		err = fmt.Errorf("%s without a board before it", words.Excerpt(before))
	case before != "":
		err = fmt.Errorf("%s before a board, want it behind", words.Excerpt(before))
	case it.kind == fen || len(it.lines) == 1 && (strings.Contains(it.lines[0], " given=") || strings.Contains(it.lines[0], " blocked=")):
		d, err = r.line(it.lines[0])
	case slices.ContainsFunc(it.lines, isFrame):
		d, err = r.drawing(it.lines)
	default:
		d, err = r.names(it.lines)
	}
	for it.kind != wordLine && it.kind != fen && err == nil && (r.peek().kind == wordLine || r.peek().kind == blank || r.peek().kind == comment) {
		err = d.add(r.take().words)
	}
	r.add(d, err)
}

func (r *divider) add(d *Division, err error) {
	if err != nil {
		r.fail(err)
		return
	}
	d.Line = r.stream.line
	r.ready = append(r.ready, result[Division]{d, nil, d.Line})
}

// add adds words to a board.
func (d *Division) add(text string) error {
	w, err := wordsOf(text)
	if err == nil && (w.n >= 0 || w.torus) {
		err = fmt.Errorf("%s beside regions, want given=… or blocked=…", words.Excerpt(strings.TrimSpace(text)))
	}
	d.Given, d.Blocked = append(d.Given, w.given...), append(d.Blocked, w.blocked...)
	return err
}

// line reads a board in one line, with slashes between its rows or as a link, and words behind it.
func (r *divider) line(text string) (d *Division, err error) {
	text = strings.TrimSpace(text)
	body, _, _ := strings.Cut(text, " given=")
	body, _, _ = strings.Cut(body, " blocked=")
	if _, link, ok := strings.Cut(body, "?starbattle/"); ok {
		d, err = r.link(strings.Split(link, "/"))
	} else {
		rows := strings.Split(body, "/")
		if d, err = r.names(rows); err == nil && len(d.Regions) != len(rows) {
			err = fmt.Errorf("%s has %s with a size or names, want only rows between slashes", words.Excerpt(body), words.Plural(len(rows), "part"))
		}
	}
	if err == nil {
		err = d.add(text[len(body):])
	}
	return d, err
}

// names reads n lines of n names.
func (r *divider) names(lines []string) (*Division, error) {
	rows, err := square(lines, true)
	if n := len(lines) - 2; err != nil && n > 0 && strings.TrimSpace(lines[0]) == strconv.Itoa(n) && isDigits(strings.TrimSpace(lines[1])) {
		err = cmp.Or(checkStars(strings.TrimSpace(lines[1])), err)
	}
	if err == nil && len(rows) == 1 && (utf8.RuneCountInString(rows[0][0]) > 1 || isDigits(rows[0][0])) {
		err = fmt.Errorf("%s is one row, want as many as squares", words.Excerpt(lines[0]))
	}
	if texts := strings.Fields(lines[0]); err != nil && len(lines) == 1 && areDigitRows(texts) {
		rows, err = nil, nil
		for _, text := range texts {
			rows = append(rows, characters(nil, text, len(text)))
		}
	}
	if err != nil {
		return nil, err
	}
	return r.divide(rows)
}

// divide numbers the regions in the order of their values, if all are integers, or of their names.
func (r *divider) divide(rows [][]string) (d *Division, err error) {
	areIntegers := true
	isOther := func(r rune) bool {
		return r == utf8.RuneError || !unicode.In(r, unicode.L, unicode.Nd, unicode.So) && !strings.ContainsRune(" -_#'", r)
	}
	for _, c := range distinct(rows) {
		if strings.Trim(c, " -_#'") == "" || strings.ContainsFunc(c, isOther) || isNull(c) {
			i := slices.IndexFunc(rows, func(cells []string) bool { return slices.Contains(cells, c) })
			return nil, fmt.Errorf("%s for %v, want a letter, a number or a name", words.Excerpt(c), Square{i, slices.Index(rows[i], c)})
		}
		_, err := strconv.Atoi(c)
		areIntegers = areIntegers && err == nil
	}
	d = new(Division)
	if !areIntegers {
		d.Regions, err = Number(rows, r.Rows)
		return d, err
	}
	integers := make([][]int, len(rows))
	for i, cells := range rows {
		integers[i] = make([]int, len(cells))
		for j, c := range cells {
			integers[i][j], _ = strconv.Atoi(c)
		}
	}
	d.Regions, err = Number(integers, r.Rows)
	return d, err
}

// Number numbers the n regions of an n×n board from 0 on, in the order of their values.
func Number[V cmp.Ordered](values [][]V, most int) ([][]int, error) {
	n := len(values)
	if n > most {
		return nil, fmt.Errorf("board of %s, want 0 to %d", words.Plural(n, "row"), most)
	}
	order := make([]V, 0, n+1)
	for row, line := range values {
		if len(line) != n {
			return nil, fmt.Errorf("row %d has %s, want %d", row+1, words.Plural(len(line), "square"), n)
		}
		for col, value := range line {
			if col > 0 && value == line[col-1] {
				continue
			}
			i, known := slices.BinarySearch(order, value)
			if known {
				continue
			}
			if order = slices.Insert(order, i, value); len(order) > n {
				return nil, fmt.Errorf("region %.20s, first on %v, is one more than there are rows", fmt.Sprint(value), Square{row, col})
			}
		}
	}
	if len(order) < n {
		return nil, fmt.Errorf("%s %.99s, want %d", words.Plural(len(order), "region"), fmt.Sprint(order), n)
	}
	numbers := make([][]int, n)
	for row, line := range values {
		numbers[row] = make([]int, n)
		for col, value := range line {
			if col > 0 && value == line[col-1] {
				numbers[row][col] = numbers[row][col-1]
			} else {
				numbers[row][col], _ = slices.BinarySearch(order, value)
			}
		}
	}
	return numbers, nil
}

// drawing reads a board with lines around its regions, with letters, queens and crosses in them, or without.
func (r *divider) drawing(lines []string) (*Division, error) {
	misdrawn := errors.New("lines of + - and | that are not those around the squares of a board")
	if fileNames(lines[0]) > 0 {
		lines = lines[1:]
	}
	n := (len(lines) - 1) / 2
	if len(lines) != 2*n+1 || n == 0 || n > r.Rows {
		return nil, misdrawn
	}
	left := strings.IndexByte(lines[0], '+')
	width := (len(strings.TrimSpace(lines[0])) - 1) / n
	walls := make([]bool, 2*n*n) // that none is on the right of a square, and below
	cells := make([]string, n*n)
	for i, l := range lines {
		pixels := []rune(l)
		if left < 0 || width < 2 || len(pixels) < left+n*width+1 {
			return nil, misdrawn
		}
		beside := strings.TrimSpace(string(pixels[:left]) + string(pixels[left+n*width+1:]))
		isRank := beside == "" || i%2 != 0 && beside == strconv.Itoa(i/2+1)
		if pixels = pixels[left:]; pixels[0] != '|' && pixels[0] != '+' || !isRank {
			return nil, misdrawn
		}
		for col := range n {
			inner, edge := pixels[col*width+1:(col+1)*width], pixels[(col+1)*width]
			text := strings.TrimSpace(string(inner))
			switch s := i/2*n + col; {
			case i%2 == 0 && strings.Trim(text, "-") != "" || i%2 != 0 && edge != ' ' && edge != '|':
				return nil, misdrawn
			case i%2 == 0 && i > 0 && i < 2*n:
				walls[2*(s-n)+1] = text == ""
			case i%2 != 0:
				cells[s], walls[2*s] = text, col < n-1 && edge == ' '
			}
		}
	}
	return r.walled(n, walls, cells)
}

const regionLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"

// walled reads a board by its walls, the letters and the marks on its squares.
func (r *divider) walled(n int, walls []bool, cells []string) (*Division, error) {
	part, first := partsOf(n, walls)
	names := make([]string, len(first))
	var given, blocked []Square
	for s, c := range cells {
		square, kind := Square{s / n, s % n}, symbolOf(c)
		switch isName := len(c) == 1 && strings.Contains(regionLetters, c) && (c != "Q" || n > 16); {
		case isName && names[part[s]] != "" && names[part[s]] != c:
			return nil, fmt.Errorf("%v is in region %s, but no line divides it from region %s", square, c, names[part[s]])
		case isName:
			names[part[s]] = c
		case kind == 'Q':
			given = append(given, square)
		case kind == 'x':
			blocked = append(blocked, square)
		case kind == 0:
			return nil, fmt.Errorf("%s on %v, want a letter, ♛ or x", words.Excerpt(c), square)
		}
	}
	free := strings.Split(regionLetters[:min(n, len(regionLetters))], "")
	free = slices.DeleteFunc(free, func(name string) bool { return slices.Contains(names, name) })
	for i := range names {
		if names[i] == "" && len(free) == 0 {
			return nil, fmt.Errorf("the region of %v is one more than there are rows, or its letter is hidden", Square{first[i] / n, first[i] % n})
		} else if names[i] == "" {
			names[i], free = free[0], free[1:]
		}
	}
	rows := make([][]string, n)
	for row := range rows {
		rows[row] = make([]string, n)
		for col := range n {
			rows[row][col] = names[part[row*n+col]]
		}
	}
	d, err := r.divide(rows)
	if err == nil {
		d.Given, d.Blocked = given, blocked
	}
	return d, err
}

// link reads an address from "starbattle" on: columns, rows, stars and borders, five to a digit of base 32.
func (r *divider) link(parts []string) (*Division, error) {
	if len(parts) != 4 || parts[0] != parts[1] {
		return nil, errors.New("link: want ?starbattle/ and columns, as many rows, stars and borders")
	}
	n, _ := strconv.Atoi(parts[0])
	digits, length := parts[3], (n*(n-1)+4)/5
	switch err := checkStars(parts[2]); {
	case err != nil:
		return nil, fmt.Errorf("link: %w", err)
	case n < 1 || n > r.Rows || len(digits) != 2*length:
		return nil, fmt.Errorf("link: board of %s with %s for the borders", words.Plural(n, "row"), words.Plural(len(digits), "digit"))
	}
	values := make([]uint64, len(digits))
	for i := range values {
		var err error
		if values[i], err = strconv.ParseUint(digits[i:i+1], 32, 64); err != nil {
			return nil, fmt.Errorf("link: borders %s, want digits of base 32", words.Excerpt(digits))
		}
	}
	open := func(bit int) bool { return values[bit/5]>>(4-bit%5)&1 == 0 }
	walls := make([]bool, 2*n*n)
	for s := range n * n {
		walls[2*s] = s%n < n-1 && open(s/n*(n-1)+s%n)
		walls[2*s+1] = s/n < n-1 && open(5*length+s)
	}
	return r.walled(n, walls, make([]string, n*n))
}

func checkStars(text string) error {
	if text != "1" {
		return fmt.Errorf("puzzle of %.20s stars a row, want 1", text)
	}
	return nil
}

// values reads the boards of a value: rows in a list, a string, an object, or a list of those.
func (r *divider) values(n *node) (found []*Division, err error) {
	var d *Division
	rows := cellsOf(n.kids)
	switch {
	case n.open == ':':
		return r.object(n)
	case n.open == '"' && utf8.RuneCountInString(n.text) < 2:
		err = fmt.Errorf("%q by itself, want the rows of a board in a list", n.text)
	case n.open == '"':
		d, err = OneDivision(n.text, r.Limits)
		err = unlined(err)
	case n.open == 0:
		err = fmt.Errorf("%s is not a board", words.Excerpt(n.raw))
	case n.areStrings && !strings.ContainsAny(n.cells[0], "/\n"): // each a row
		for i, text := range n.cells {
			n.cells[i] = plain(text)
		}
		d, err = r.names(n.cells)
	case n.cells != nil && !n.areStrings:
		err = fmt.Errorf("1 row of %s, want as many rows as squares", words.Plural(len(n.cells), "square"))
	case rows != nil:
		d, err = r.divide(rows)
	default:
		for _, kid := range n.items() {
			more, err := r.values(&kid)
			if err != nil {
				return nil, err
			}
			found = append(found, more...)
		}
		return found, nil
	}
	if err != nil {
		return nil, err
	}
	return []*Division{d}, nil
}

// cellsOf returns the rows in lists, or in objects with colors, or nil.
func cellsOf(kids []node) (rows [][]string) {
	for i := range kids {
		kid := &kids[i]
		if colors := kid.get("colors"); colors != nil && len(kid.keys) == 1 {
			kid = colors
		}
		if kid.cells == nil {
			return nil
		}
		rows = append(rows, kid.cells)
	}
	return rows
}

// The names of the regions in an object, without case, _ and -, and what may stand beside them.
var (
	regionNames = strings.Fields("regions colorregions regiongrid colorgrid grid")
	divisions   = slices.Concat(regionNames, []string{"board"})
	besideNames = strings.Fields("n size gridsize stars given blocked answer solution answers steps")
	allNames    = slices.Concat(besideNames, divisions)
)

// object reads the board of an object, or those in the objects within.
func (r *divider) object(n *node) (found []*Division, err error) {
	stars := n.get("stars")
	if stars != nil {
		err = checkStars(stars.text)
	}
	regions, wrong := n.one(divisions...)
	if err = cmp.Or(err, wrong); err != nil {
		return nil, err
	}
	if regions == nil {
		return r.within(n)
	}
	if regions.isList() && regions.kids == nil && regions.cells == nil {
		found = []*Division{new(Division)}
	} else if found, err = r.values(regions); err == nil && len(found) != 1 {
		err = errSeveral
	}
	if err != nil {
		return nil, err
	}
	d := found[0]
	rows := len(d.Regions)
	size, err := sizeIn(n)
	if err == nil && size >= 0 && size != rows {
		err = fmt.Errorf("%d for the size, but there are %s", size, words.Plural(rows, "row"))
	}
	o, wrong := besideOf(n, rows)
	if err = cmp.Or(err, wrong, checkNames(n, rows, allNames)); err != nil {
		return nil, err
	}
	d.Given, d.Blocked = append(d.Given, o.given...), append(d.Blocked, o.blocked...)
	if d.Object = n.raw; o.hasAnswers {
		d.answers = append([]node{}, o.answers...)
	}
	return found, nil
}

// within reads the boards of the objects in an object without regions, which has nothing else of a board.
func (r *divider) within(n *node) (found []*Division, err error) {
	known := []string{"stars"}
	for i := range n.kids {
		kid := &n.kids[i]
		if kid.open != ':' && (kid.kids == nil || kid.kids[0].open != ':' || kid.kids[0].isPart()) {
			continue
		}
		if more, wrong := r.values(kid); wrong != nil || more != nil {
			found, err = append(found, more...), cmp.Or(err, wrong)
			known = append(known, n.keys[i])
		}
	}
	err = cmp.Or(err, checkNames(n, -1, known))
	isBeside := func(key string) bool { return key != "stars" && slices.Contains(besideNames, key) }
	if err == nil && slices.ContainsFunc(n.keys, isBeside) {
		err = errors.New(`a size or an answer, but no "regions" beside it`)
	}
	if err == nil && found == nil {
		err = errors.New(`object without a board, want its "regions"`)
	}
	return found, err
}

// Answers returns the answers beside the board of an object, which may be none. One that cannot be read is no fault of
// the board.
func (d *Division) Answers() (answers []*Reading) {
	r := reader{Limits: Limits{Rows: MaxRows, Bytes: 1 << 20}}
	for i := range d.answers {
		read, wrong := r.single(&d.answers[i], false)
		if wrong != nil {
			read = &Reading{NoAnswer: fmt.Errorf("answer: %w", wrong)}
		}
		answers = append(answers, read)
	}
	return answers
}
