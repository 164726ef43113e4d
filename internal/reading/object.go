package reading

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/queens/internal/shape"
	"example.com/queens/internal/words"
)

// The names of what an object has beside a board and its answers, in lower case, as one word. Those of
// queens and crosses may mean given ones or an answer.
var (
	sizeNames  = []string{"n", "size", "gridsize"}
	givenNames = []string{"given", "givens"}
	torusNames = []string{"torus", "toroidal"}
	listNames  = []string{"boards", "puzzles"} // of boards, if the object has none itself
	marksNames = []string{"queens", "marks", "crosses", "revealedqueens", "prefilled", "placed"}
)

// onlyOne has the names of which an object may have one, and not two that mean the same.
var onlyOne = [][]string{{"board"}, {"answer"}, {"solution"}, {"answers"}, {"blocked"}, {"states"}, {"n"}, {"size"}, {"gridsize"}, givenNames, torusNames}

// nothing says what an object has instead of a board.
func nothing(n *shape.Node) error {
	seen := ""
	for _, key := range n.Keys[:min(len(n.Keys), 3)] {
		seen += fmt.Sprintf("%s, ", words.Excerpt(key.Text))
	}
	if seen != "" {
		seen += "but "
	}
	return fmt.Errorf(`the object has %sneither "board" nor "answer" nor "solution" nor "answers"`, seen)
}

// object yields the readings of an object, one for each answer, and reports whether to go on.
func (r *reader) object(n *shape.Node, yield func(*Reading, error) bool) bool {
	found := n.Get("board")
	answers, err := answersOf(n)
	if err == nil && found == nil && answers == nil {
		if list := boardsIn(n); list != nil {
			for i := range list {
				read, err := r.value(&list[i], r.Limits)
				if !yield(read, err) {
					return false
				}
			}
			return true
		}
		if inner := innerObjects(n); inner != nil {
			for i := range inner {
				if !r.object(&inner[i], yield) {
					return false
				}
			}
			return true
		}
		if err = refused(n); err == nil {
			err = nothing(n)
		}
	}
	if err == nil {
		err = refused(n)
	}
	if err != nil {
		return yield(nil, err)
	}
	var board *Reading
	if found != nil {
		if board, err = r.board(n, found); len(answers) == 0 {
			return yield(board, err)
		}
	}
	for i := range answers {
		read, err := r.answer(&answers[i], found != nil)
		switch {
		case err != nil:
			err = fmt.Errorf("answer: %w", unlined(err))
		case found != nil:
			both := *board
			both.Answer, both.NoAnswer, both.Beside = read.Answer, read.NoAnswer, true
			read = &both
		default:
			err = sized(n, len(read.Queens))
		}
		if read != nil {
			read.Object = n
		}
		if !yield(read, err) {
			return false
		}
	}
	return true
}

// answersOf returns the answers in an object.
func answersOf(n *shape.Node) (answers []shape.Node, err error) {
	answer, solution := n.Get("answer"), n.Get("solution")
	if solution != nil && (solution.Text == "true" || solution.Text == "false" || solution.Text == "unique") {
		solution = nil // a verdict
	}
	if answer != nil && solution != nil {
		return nil, errors.New(`the object has both "answer" and "solution", want one`)
	}
	list := n.Get("answers")
	if list != nil && list.Open != '[' {
		return nil, errors.New(`"answers" is not an array`)
	}
	if all := n.Get("solutions"); list == nil && all != nil && all.Open == '[' {
		list = all
	}
	if list != nil {
		answers = append([]shape.Node{}, list.Items()...)
	}
	if answer == nil {
		answer = solution
	}
	if answer != nil {
		answers = append(answers, *answer)
	}
	return answers, nil
}

// boardsIn returns the boards in a list of an object, unless they are objects.
func boardsIn(n *shape.Node) []shape.Node {
	list := n.Get(listNames...)
	if list == nil || list.Open != '[' || slices.ContainsFunc(list.Kids, func(kid shape.Node) bool { return kid.Open != '[' }) || refused(n) != nil {
		return nil
	}
	return list.Items()
}

// innerObjects returns the objects with boards or answers in the only list of an object that has such,
// or the only one below a name.
func innerObjects(n *shape.Node) (found []shape.Node) {
	for i := range n.Kids {
		list := n.Kids[i].Kids
		if n.Kids[i].Open == ':' {
			list = n.Kids[i : i+1]
		}
		isOne := len(list) > 0 && !slices.ContainsFunc(list, func(kid shape.Node) bool {
			answers, err := answersOf(&kid)
			return kid.Open != ':' || kid.Get("board") == nil && answers == nil && err == nil
		})
		if isOne && (found != nil || refused(n) != nil) {
			return nil
		} else if isOne {
			found = list
		}
	}
	return found
}

// refused returns an error if an object has two names for one thing, or puts queens or crosses on the board
// in a way that may mean two things.
func refused(n *shape.Node) error {
	seen := make([]string, len(onlyOne))
	for i, key := range n.Keys {
		name, kid := shape.PlainName(key.Text), &n.Kids[i]
		if slices.Contains(marksNames, name) && (kid.Kids != nil || kid.Cells != nil) {
			return fmt.Errorf(`%q may be given queens or the answer, want "given" or "answer"`, key.Text)
		}
		at := slices.IndexFunc(onlyOne, func(names []string) bool { return slices.Contains(names, name) })
		if at < 0 || kid.IsNull() {
			continue
		}
		if seen[at] != "" {
			return fmt.Errorf("the object has both %q and %q, want one", seen[at], key.Text)
		}
		seen[at] = key.Text
	}
	return nil
}

// board returns what an object says of its board. If there is an error it is also why there is no board
// beside an answer.
func (r *reader) board(n, found *shape.Node) (*Reading, error) {
	read, err := r.boardValue(found)
	if err == nil {
		err = read.constrain(n)
	}
	if err != nil {
		err = fmt.Errorf(`"board": %w`, unlined(err))
		return &Reading{Object: n, NoBoard: err}, err
	}
	read.Object, read.Answer = n, nil
	if read.NoAnswer == nil && !slices.Contains(read.Queens, Empty) {
		read.Answer = read.Queens
	} else if read.NoAnswer == nil {
		read.NoAnswer = errors.New(`the object has a board, but neither "answer" nor "solution"`)
	}
	return read, nil
}

// boardValue returns what the value of "board" says: a size, a board in any form, or an object with its
// size.
func (r *reader) boardValue(n *shape.Node) (*Reading, error) {
	l := r.Limits
	l.Sizes = true
	size := n
	if n.Open == ':' {
		for _, key := range n.Keys {
			if name := shape.PlainName(key.Text); name != "blocked" && !slices.Contains(slices.Concat(sizeNames, givenNames, torusNames), name) {
				return nil, fmt.Errorf("an object with %q, want one with n, given, blocked and torus, or a string", key.Text)
			}
		}
		if size = n.Get(sizeNames...); size == nil {
			return nil, errors.New("an object without n, want its size")
		}
	}
	if size.Open != 0 || !isSize(size.Text) {
		return r.value(n, l)
	}
	rows, _ := strconv.Atoi(size.Text)
	if err := checkSize(rows, r.Rows); err != nil {
		return nil, err
	}
	read := &Reading{Queens: emptyRows(rows), IsSize: n.Open == 0}
	if n.Open == 0 {
		return read, nil
	}
	return read, read.constrain(n)
}

// constrain adds what an object says beside its board.
func (r *Reading) constrain(n *shape.Node) error {
	if err := sized(n, len(r.Queens)); err != nil {
		return err
	}
	w := boardWords{torus: r.Torus}
	if torus := n.Get(torusNames...); torus != nil && torus.Text != "true" && torus.Text != "false" {
		return fmt.Errorf(`"torus" is %s, want true or false`, words.Excerpt(torus.Raw))
	} else if torus != nil {
		w.torus = w.torus || torus.Text == "true"
	}
	var err error
	if w.given, w.blocked, err = placedIn(n, false); err != nil {
		return err
	}
	r.IsSize = r.IsSize && w.given == nil && w.blocked == nil && !w.torus
	return r.add(&w)
}

// sized returns an error if an object says another size.
func sized(n *shape.Node, rows int) error {
	for i, key := range n.Keys {
		kid := &n.Kids[i]
		if slices.Contains(sizeNames, shape.PlainName(key.Text)) && !kid.IsNull() && !isSizeOf(kid, rows) {
			return kid.Errorf("%s for %q, but there %s", words.Excerpt(kid.Raw), key.Text, areRows(rows))
		}
	}
	return nil
}

// isSizeOf reports whether a value is a size: a number, one for the rows and one for the columns, or text
// such as "4x4".
func isSizeOf(v *shape.Node, n int) bool {
	if v.Open == 0 && v.Text == strconv.Itoa(n) {
		return true
	}
	numbers := slices.Clone(v.Cells)
	for _, kid := range v.Kids {
		numbers = append(numbers, kid.Cell)
	}
	if v.Open == 0 || v.Open == '"' {
		for part := range strings.SplitSeq(v.Text, "x") {
			numbers = append(numbers, shape.Cell{Text: part})
		}
	}
	return len(numbers) > 0 && !slices.ContainsFunc(numbers, func(c shape.Cell) bool { return c.Text != strconv.Itoa(n) })
}

// placedIn returns the squares in "given" and "blocked" of an object, or in "givens" with both. With pairs they
// may also be rows and columns from 0.
func placedIn(n *shape.Node, pairs bool) (given, blocked []Square, err error) {
	queens, crosses, name := n.Get(givenNames...), n.Get("blocked"), "given"
	if queens != nil && queens.Open == ':' {
		if crosses != nil {
			return nil, nil, errors.New(`"blocked" beside "givens", want it in one of them`)
		}
		queens, crosses, name = queens.Get("queens"), queens.Get("blocked"), "queens"
	}
	if given, err = squaresOf(name, queens, pairs); err == nil {
		blocked, err = squaresOf("blocked", crosses, pairs)
	}
	return given, blocked, err
}

// squaresOf returns the squares in a list, if there is one.
func squaresOf(name string, n *shape.Node, pairs bool) ([]Square, error) {
	if n == nil || n.Open == '[' && n.Cells == nil && n.Kids == nil {
		return nil, nil
	}
	squares, _, ok := squaresIn(n)
	switch {
	case ok && n.Open == '[' && (pairs || n.Kids == nil):
		return squares, nil
	case pairs:
		return nil, n.Errorf(`%q is %s, want squares such as "b1", or their rows and columns from 0`, name, words.Excerpt(n.Raw))
	}
	return nil, n.Errorf(`%q is %s, want squares such as "b1"`, name, words.Excerpt(n.Raw))
}

// answer reads an answer. Beside a board, pairs whose first numbers are those of the rows in order are
// squares.
func (r *reader) answer(n *shape.Node, beside bool) (*Reading, error) {
	l := r.Limits
	l.Sizes = false
	if items := r.items.Value(n); beside && len(items) == 1 && items[0].Shape == shape.Pairs && items[0].Open != ':' {
		b := bounds{-1, r.Rows}
		p, err := b.inOrder(items[0].Rows, 0)
		if err != nil {
			p, err = b.inOrder(items[0].Rows, 1)
		}
		return &Reading{Queens: p, Answer: p}, err
	}
	return r.value(n, l)
}

// value reads the board or an answer in an object.
func (r *reader) value(n *shape.Node, l Limits) (*Reading, error) {
	if n.Open == ':' {
		return nil, fmt.Errorf("%s, want a string with a board, an array of columns, or an object", words.Excerpt(n.Raw))
	}
	inner := &reader{Limits: l, items: r.items}
	var found *Reading
	for _, item := range r.items.Value(n) {
		w := &boardWords{n: -1}
		err := item.Err
		if err == nil {
			err = w.add(item.Words)
		}
		if err == nil && item.Shape == shape.Words && w.n < 0 {
			err = errNoSize
		}
		if err != nil {
			return nil, err
		}
		for read, err := range inner.item(item, w) {
			if err == nil && found != nil {
				err = errors.New("more than one board")
			}
			if err != nil {
				return nil, err
			}
			found = read
		}
	}
	return found, nil
}
