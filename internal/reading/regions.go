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
	return (&divider{source: newSource(in, l.Bytes), most: l.Rows}).all
}

// OneDivision returns what a text with one board says.
func OneDivision(text string, l Limits) (*Division, error) {
	r := &divider{source: newText(text, l.Bytes), most: l.Rows}
	return only(r.all, func(found *Division) int { return found.Line })
}

// IsRegions reports whether a stream begins with a board of regions, by its form: numbers are none. It returns all
// of the stream.
func IsRegions(in io.Reader, l Limits) (bool, io.Reader) {
	var seen bytes.Buffer
	r := &divider{source: newSource(io.TeeReader(in, &seen), l.Bytes), most: l.Rows}
	it, ok := r.item()
	return ok && it.err == nil && r.divides(&it), io.MultiReader(&seen, in)
}

// divides reports whether an item is a board of regions.
func (r *divider) divides(it *item) bool {
	switch it.kind {
	case value:
		return r.dividesValue(it.value)
	case fen:
		text, _, _ := strings.Cut(strings.TrimSpace(it.lines[0].text), " given=")
		return strings.Contains(text, "starbattle/") || !strings.ContainsAny(text, "0123456789?&") && areNames(characters(nil, strings.ReplaceAll(text, "/", ""), 1<<12))
	case row:
		if d, err := r.drawing(it.lines); err == nil {
			return len(d.Regions) > 1 || strings.Contains(it.lines[1].text, "A")
		}
		rows, err := square(it.lines, true)
		if err != nil {
			first := characters(nil, it.lines[0].text, 1<<12)
			return len(it.lines) > 1 && len(first) == len(it.lines) && areNames(first)
		}
		_, err = readSigns(rows)
		return err != nil && areNames(slices.Concat(rows...))
	}
	return false
}

// areNames reports whether cells have letters or colours that stand for neither a queen nor an empty square, and no
// cell has a sign of an empty square.
func areNames(cells []string) (found bool) {
	for _, c := range cells {
		r, _ := utf8.DecodeRuneInString(c)
		isColor := r >= 0x1F7E0 && r <= 0x1F7EB || r == 0x1F534 || r == 0x1F535
		if !isColor && (symbolOf(c) == '.' || !isLetterOrDigit(r) && !unicode.Is(unicode.So, r)) {
			return false
		}
		found = found || isColor || unicode.IsLetter(r) && !strings.ContainsRune("QqDx", r)
	}
	return found
}

func (r *divider) dividesValue(n *node) bool {
	texts, areStrings := n.texts()
	switch {
	case n.open == ':':
		if regions, key, _ := regionsIn(n); regions != nil {
			return key != "board" || r.dividesValue(regions) || isConnected(integers(regions.kids))
		}
		return slices.ContainsFunc(n.kids, func(kid node) bool { return !kid.isLeaf() && n.get("board") == nil && r.dividesValue(&kid) })
	case n.open == '"':
		isRegions, _ := IsRegions(strings.NewReader(n.text()), Limits{r.most, r.source.most, false})
		return isRegions
	case texts != nil && areStrings && strings.ContainsAny(texts[0], "/\n"):
		return r.dividesValue(&node{open: '"', raw: n.cells[0]})
	case texts != nil && areStrings:
		return areNames(characters(nil, strings.Join(texts, ""), 1<<12)) && !isSquareName(firstField(texts[0]))
	}
	return len(n.kids) > 0 && r.dividesValue(&n.kids[0])
}

// A divider makes divisions of lines and values.
type divider struct {
	*source
	most int // rows
	faults
}

func (r *divider) all(yield func(*Division, error) bool) {
	for first := r.take(); ; first = r.take() {
		if first.kind == end && r.err == io.EOF && r.open == 0 {
			return
		}
		if first.kind == blank || first.kind == comment || first.kind == heading && !isRanked(first.text) {
			continue
		}
		found, ends, err := r.boards(first)
		for i, d := range found {
			d.Line = first.no
			if i == 0 && len(found) == 1 && first.kind > fen && first.kind != wordLine {
				if err = r.following(d); err != nil {
					break
				}
			}
			if r.isRead = true; !yield(d, nil) {
				return
			}
		}
		if err != nil && !r.repeats(err) && !yield(nil, r.at(first.no, err)) || ends {
			return
		}
	}
}

// isRanked reports whether a line of letters and a number is a row with its rank, and no heading.
func isRanked(text string) bool {
	parts := strings.Fields(text)
	return len(parts) == 2 && (isDigits(parts[0]) || isDigits(parts[1]) && strings.ToUpper(text) == text)
}

// following adds the words on the lines below a board.
func (r *divider) following(d *Division) error {
	for r.peek().kind == wordLine || r.peek().kind == blank || r.peek().kind == comment {
		if next := r.take(); next.kind == wordLine {
			if err := d.add(next.words); err != nil {
				return err
			}
		}
	}
	return nil
}

// add adds words to a board.
func (d *Division) add(text string) error {
	w, err := wordsOf([]string{text})
	if err == nil && (w.n >= 0 || w.torus) {
		err = fmt.Errorf("%s beside regions, want given=… or blocked=…", words.Excerpt(strings.TrimSpace(text)))
	}
	d.Given, d.Blocked = append(d.Given, w.given...), append(d.Blocked, w.blocked...)
	return err
}

// boards reads the boards that begin with a line: several of a value, or one and no error. If reading cannot go on
// behind an error, it ends.
func (r *divider) boards(first line) (found []*Division, ends bool, err error) {
	text := strings.TrimSpace(first.text)
	switch first.kind {
	case end:
		if r.err == io.EOF {
			return nil, true, errOpen
		}
		return nil, true, r.err
	case long:
		return nil, false, errLong
	case stray:
		return nil, false, errStray
	case program:
		return nil, true, fmt.Errorf("%s is a line of a program, want only the board", words.Excerpt(text))
	case wordLine:
		if strings.TrimSpace(first.words) == "n=0" {
			return []*Division{new(Division)}, false, nil
		}
		return nil, false, fmt.Errorf("%s without a board before it", words.Excerpt(strings.TrimSpace(first.words)))
	case value:
		n, ends, err := r.source.value(first)
		if err == nil {
			err = first.misplaced()
		}
		if err != nil {
			return nil, ends, err
		}
		found, err = r.values(n)
		return found, false, err
	}
	d, err := r.lines(first, text)
	if err = cmp.Or(err, first.misplaced()); err != nil {
		return nil, false, err
	}
	return []*Division{d}, false, nil
}

// misplaced returns an error if there are words before a board.
func (l *line) misplaced() error {
	if l.words == "" {
		return nil
	}
	return fmt.Errorf("%s before a board, want it behind", words.Excerpt(strings.TrimSpace(l.words)))
}

// lines reads a board in lines, or in one with slashes.
func (r *divider) lines(first line, text string) (*Division, error) {
	body, _, _ := strings.Cut(text, " given=")
	body, _, _ = strings.Cut(body, " blocked=")
	if strings.Contains(body, "/") || body != text { // one line
		if i := strings.LastIndex(body, "?starbattle/"); i >= 0 {
			d, err := r.link(strings.Split(body[i+1:], "/"))
			if err == nil {
				err = d.add(text[len(body):])
			}
			return d, err
		}
		var lines []line
		for part := range strings.SplitSeq(body, "/") {
			lines = append(lines, line{kind: row, text: part})
		}
		d, err := r.names(lines)
		if err == nil {
			err = d.add(text[len(body):])
		}
		return d, err
	}
	all := []line{first}
	for next := r.peek(); next.kind == comment || next.words == "" && (next.kind >= fen || next.kind == heading && isRanked(next.text)) && !strings.Contains(next.text, "/"); next = r.peek() {
		if l := r.take(); l.kind != comment {
			all = append(all, l)
		}
	}
	if slices.ContainsFunc(all, func(l line) bool { return l.kind == frame }) {
		return r.drawing(all)
	}
	return r.names(all)
}

// names reads n lines of n names.
func (r *divider) names(lines []line) (*Division, error) {
	rows, err := square(lines, true)
	if err == nil && len(rows) == 1 && (utf8.RuneCountInString(rows[0][0]) > 1 || isDigits(rows[0][0])) {
		err = fmt.Errorf("%s is one row, want as many as squares", words.Excerpt(lines[0].text))
	}
	if texts := strings.Fields(lines[0].text); err != nil && len(lines) == 1 && areDigitRows(texts) {
		rows, err = nil, nil
		for _, text := range texts {
			rows = append(rows, characters(nil, text, 1<<12))
		}
	}
	if err != nil {
		return nil, err
	}
	return r.divide(rows)
}

// divide numbers the regions in the order of their values, if all are integers, or of their names.
func (r *divider) divide(rows [][]string) (*Division, error) {
	integers, areIntegers := make([][]int, len(rows)), true
	for i, cells := range rows {
		for j, c := range cells {
			isOther := func(r rune) bool {
				return r == utf8.RuneError || !unicode.In(r, unicode.L, unicode.Nd, unicode.So) && !strings.ContainsRune(" -_#'", r)
			}
			if strings.Trim(c, " -_#'") == "" || strings.ContainsFunc(c, isOther) || isNull(c) {
				return nil, fmt.Errorf("%s for %v, want a letter, a number or a name", words.Excerpt(c), Square{i, j})
			}
			v, err := strconv.Atoi(c)
			integers[i], areIntegers = append(integers[i], v), areIntegers && err == nil
		}
	}
	d, err := new(Division), error(nil)
	if areIntegers {
		d.Regions, err = Number(integers, r.most, strconv.Itoa)
	} else {
		d.Regions, err = Number(rows, r.most, nameOf)
	}
	return d, err
}

// nameOf returns a letter as it is, and other names in quotes.
func nameOf(name string) string {
	if len(name) == 1 {
		return name
	}
	return words.Excerpt(name)
}

// Number numbers the n regions of an n×n board from 0 on, in the order of their values.
func Number[V cmp.Ordered](values [][]V, most int, name func(V) string) ([][]int, error) {
	n := len(values)
	if n > most {
		return nil, fmt.Errorf("board of %s, want 0 to %d", words.Plural(n, "row"), most)
	}
	var order []V
	for row, line := range values {
		if len(line) != n {
			return nil, fmt.Errorf("row %d has %s, but there %s", row+1, words.Plural(len(line), "square"), areRows(n))
		}
		for col, value := range line {
			i, known := slices.BinarySearch(order, value)
			if known {
				continue
			}
			if order = slices.Insert(order, i, value); len(order) > n {
				return nil, fmt.Errorf("region %s, first on %v, is one more than there are rows", name(value), Square{row, col})
			}
		}
	}
	if len(order) < n {
		names := make([]string, len(order))
		for i, value := range order {
			names[i] = name(value)
		}
		return nil, fmt.Errorf("%s (%s), but there %s", words.Plural(len(order), "region"), strings.Join(names, ", "), areRows(n))
	}
	numbers := make([][]int, n)
	for row, line := range values {
		for _, value := range line {
			i, _ := slices.BinarySearch(order, value)
			numbers[row] = append(numbers[row], i)
		}
	}
	return numbers, nil
}

func areRows(n int) string {
	if n == 1 {
		return "is 1 row"
	}
	return "are " + words.Plural(n, "row")
}

// drawing reads a board with lines around its regions, with letters, queens and crosses in them, or without.
func (r *divider) drawing(lines []line) (*Division, error) {
	misdrawn := errors.New("lines of + - and | that are not those around the squares of a board")
	if fileNames(lines[0].text) > 0 {
		lines = lines[1:]
	}
	n := (len(lines) - 1) / 2
	if len(lines) != 2*n+1 || n == 0 || n > r.most {
		return nil, misdrawn
	}
	left := strings.IndexByte(lines[0].text, '+')
	width := (len(strings.TrimSpace(lines[0].text)) - 1) / n
	walls := make([]bool, 2*n*n) // that none is on the right of a square, and below
	cells := make([]string, n*n)
	for i, l := range lines {
		pixels := []rune(l.text)
		if left < 0 || width < 2 || len(pixels) < left+n*width+1 {
			return nil, misdrawn
		}
		beside := strings.TrimSpace(string(pixels[:left]) + string(pixels[left+n*width+1:]))
		if pixels = pixels[left:]; pixels[0] != '|' && pixels[0] != '+' || beside != "" && (i%2 == 0 || beside != strconv.Itoa(i/2+1)) {
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

const regionNames = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"

// walled reads a board by its walls, the letters and the marks on its squares.
func (r *divider) walled(n int, walls []bool, cells []string) (*Division, error) {
	part, first := partsOf(n, walls)
	names := make([]string, len(first))
	var given, blocked []Square
	for s, c := range cells {
		square, kind := Square{s / n, s % n}, symbolOf(c)
		switch isName := len(c) == 1 && strings.Contains(regionNames, c) && (c != "Q" || n > 16); {
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
	free := strings.Split(regionNames[:min(n, len(regionNames))], "")
	free = slices.DeleteFunc(free, func(name string) bool { return slices.Contains(names, name) })
	for i := range names {
		if names[i] == "" && len(free) == 0 {
			return nil, fmt.Errorf("the region of %v is one more than there are rows, or its letter is hidden", Square{first[i] / n, first[i] % n})
		} else if names[i] == "" {
			names[i], free = free[0], free[1:]
		}
	}
	rows := make([][]string, n)
	for s, i := range part {
		rows[s/n] = append(rows[s/n], names[i])
	}
	d, err := r.divide(rows)
	if err == nil {
		d.Given, d.Blocked = given, blocked
	}
	return d, err
}

// partsOf returns the number of the part of each square that walls enclose, and the first square of each part.
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

// link reads an address from "starbattle" on: columns, rows, stars and borders, five to a digit of base 32.
func (r *divider) link(parts []string) (*Division, error) {
	if len(parts) != 5 || parts[1] != parts[2] {
		return nil, errors.New("link: want ?starbattle/ and columns, as many rows, stars and borders")
	}
	n, _ := strconv.Atoi(parts[1])
	digits, length := parts[4], (n*(n-1)+4)/5
	switch err := checkStars(parts[3]); {
	case err != nil:
		return nil, fmt.Errorf("link: %w", err)
	case n < 1 || n > r.most || len(digits) != 2*length:
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
	one := func(d *Division, err error) ([]*Division, error) {
		if err != nil {
			return nil, err
		}
		return []*Division{d}, nil
	}
	texts, areStrings := n.texts()
	switch {
	case n.open == ':':
		return r.object(n)
	case n.open == '"' && len(n.raw) <= utf8.UTFMax+2 && utf8.RuneCountInString(n.text()) < 2:
		return nil, fmt.Errorf("%s by itself, want the rows of a board in a list", n.raw)
	case n.open == '"':
		d, err := OneDivision(n.text(), Limits{Rows: r.most, Bytes: r.source.most})
		return one(d, unlined(err))
	case n.open == 0:
		return nil, fmt.Errorf("%s is not a board", words.Excerpt(n.raw))
	case areStrings && !strings.ContainsAny(texts[0], "/\n"): // each a row
		var lines []line
		for _, text := range texts {
			lines = append(lines, line{kind: row, text: strings.Map(plain, text)})
		}
		return one(r.names(lines))
	case texts != nil && !areStrings:
		return nil, fmt.Errorf("1 row of %s, want as many rows as squares", words.Plural(len(texts), "square"))
	}
	kids := n.items()
	var rows [][]string
	for i := range kids {
		kid := &kids[i]
		if colors := kid.get("colors"); colors != nil && len(kid.keys) == 1 {
			kid = colors
		}
		if cells, _ := kid.texts(); cells != nil {
			rows = append(rows, cells)
		}
	}
	if len(rows) > 0 && len(rows) == len(kids) {
		return one(r.divide(rows))
	}
	for i := range kids {
		more, err := r.values(&kids[i])
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	return found, nil
}

// What an object of a board of regions may have, without case, _ and -.
var (
	regionKeys = []string{"regions", "colorregions", "regiongrid", "colorgrid", "grid", "board"}
	besideKeys = []string{"n", "size", "gridsize", "stars", "given", "givens", "blocked", "answer", "solution", "answers"}
)

// regionsIn returns the value of the regions in an object, or nil, and its name.
func regionsIn(n *node) (found *node, key string, err error) {
	for i, k := range n.keys {
		if kid := &n.kids[i]; slices.Contains(regionKeys, k) && kid.open != 0 {
			if found != nil {
				return nil, key, fmt.Errorf("object with %q and %q for the regions, want one", key, k)
			}
			found, key = kid, k
		}
	}
	return found, key, nil
}

// object reads the board of an object, or those in the objects within.
func (r *divider) object(n *node) (found []*Division, err error) {
	if stars := n.get("stars"); stars != nil {
		if err := checkStars(stars.text()); err != nil {
			return nil, err
		}
	}
	regions, key, err := regionsIn(n)
	if err != nil {
		return nil, err
	}
	if regions == nil {
		return r.within(n)
	}
	if regions.isList() && regions.kids == nil && regions.cells == nil {
		found = []*Division{new(Division)}
	} else if found, err = r.values(regions); err == nil && len(found) != 1 {
		err = errors.New("several boards in one object")
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
	if err = cmp.Or(err, checkNames(n, rows, append(besideKeys, key))); err != nil {
		return nil, err
	}
	w, err := wordsIn(n, rows)
	if err != nil {
		return nil, err
	}
	answers, err := answersIn(n)
	if err != nil {
		return nil, err
	}
	d.Given, d.Blocked = append(d.Given, w.given...), append(d.Blocked, w.blocked...)
	if d.Object = n.raw; answers != nil || n.get("answers") != nil {
		d.answers = answers
	}
	return found, nil
}

// within reads the boards of the objects in an object without regions, which has nothing else of a board.
func (r *divider) within(n *node) (found []*Division, err error) {
	var beside node
	for i := range n.kids {
		kid := &n.kids[i]
		if more, wrong := r.values(kid); (kid.open == ':' || kid.kids != nil && kid.kids[0].open == ':' && kid.kids[0].get("colors") == nil) && (wrong != nil || more != nil) {
			found, err = append(found, more...), cmp.Or(err, wrong)
			continue
		}
		beside.names, beside.keys, beside.kids = append(beside.names, n.names[i]), append(beside.keys, n.keys[i]), append(beside.kids, *kid)
	}
	size, wrong := sizeIn(&beside)
	if size >= 0 || beside.get("answer", "solution", "answers") != nil {
		wrong = errors.New(`a size or an answer, but no "regions" beside it`)
	}
	if err = cmp.Or(err, wrong, checkNames(&beside, -1, []string{"stars"})); err == nil && found == nil {
		err = errors.New(`object without a board, want its "regions"`)
	}
	if err != nil {
		return nil, err
	}
	return found, nil
}

// Answers returns the answers beside the board of an object, which may be none. One that cannot be read is no fault of
// the board.
func (d *Division) Answers() (answers []*Reading, err error) {
	r := &reader{Limits: Limits{Rows: MaxRows, Bytes: 1 << 20}, source: newText("", 1<<20)}
	for i := range d.answers {
		read, wrong := r.single(&d.answers[i], false)
		if wrong != nil {
			read = &Reading{NoAnswer: fmt.Errorf("answer: %w", wrong)}
		}
		answers = append(answers, read)
	}
	return answers, nil
}
