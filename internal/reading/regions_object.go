package reading

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/queens/internal/shape"
	"example.com/queens/internal/words"
)

// The names that programs give to the regions in an object, those that stand for the regions
// only if none of the former is there, and those of the number of stars in a row
// and of answers: in lower case, as one word.
var (
	divisionNames = []string{"regions", "colorregions", "regiongrid", "colorgrid"}
	gridNames     = []string{"grid", "board"}
	starsNames    = strings.Fields("stars starcount numstars starsperrow starspercolumn starsperregion starsperunit queensperrow")
	answerNames   = []string{"answer", "answers", "solution", "solutions"}
)

// regionsIn returns the value of the regions in an object, or nil, and its name.
func regionsIn(n *shape.Node) (found *shape.Node, key string, err error) {
	for _, names := range [][]string{divisionNames, gridNames} {
		for i := range n.Keys {
			name, kid := shape.PlainName(n.Keys[i].Text), &n.Kids[i]
			if !slices.Contains(names, name) || !mayDivide(name, kid) {
				continue
			}
			if found != nil {
				return nil, key, fmt.Errorf("object with %q and %q for the regions, want one", key, n.Keys[i].Text)
			}
			found, key = kid, n.Keys[i].Text
		}
		if found != nil {
			return found, key, nil
		}
	}
	return nil, "", nil
}

// mayDivide reports whether a value can be the regions: text, a list, or an object with a list
// for each region.
func mayDivide(name string, n *shape.Node) bool {
	if n.Open != ':' || name != "regions" {
		return n.Open != 0 && n.Open != ':'
	}
	inner, _, err := regionsIn(n)
	return inner == nil && err == nil && slices.ContainsFunc(n.Kids, func(kid shape.Node) bool { return kid.Open == '[' })
}

// An owner is an object with regions.
type owner struct {
	object, regions *shape.Node
	key             string      // of the regions
	answered        *shape.Node // the innermost object around the regions that has answers, or nil
	err             error
}

// owners returns the objects with regions in a value and in those below, except in answers. There
// are none below an object that has some. What stands around regions must not say that there is more
// than one star in a row, or put queens or crosses on the board in a way that may mean two things:
// around is the first error of that kind in an object.
func owners(n *shape.Node) (found []owner, around error) {
	if n.Open != ':' {
		for i := range n.Kids {
			inner, _ := owners(&n.Kids[i])
			found = append(found, inner...)
		}
		return found, nil
	}
	regions, key, err := regionsIn(n)
	for i := range n.Kids {
		kid, name := &n.Kids[i], shape.PlainName(n.Keys[i].Text)
		var inner []owner
		var within error
		if kid != regions && !slices.Contains(answerNames, name) {
			inner, within = owners(kid)
		}
		if found = append(found, inner...); inner == nil {
			around = cmp.Or(around, checkNamed(name, n.Keys[i].Text, kid, within))
		}
	}
	lists := boardsIn(n)
	for i := range lists {
		found = append(found, owner{object: n, regions: &lists[i]})
	}
	if regions != nil || err != nil {
		if found != nil {
			err = cmp.Or(err, errors.New("object with regions in another that has some, too, want one"))
		}
		found = []owner{{object: n, regions: regions, key: key, err: err}}
	}
	answers, wrong := answersOf(n)
	for i := range found {
		o := &found[i]
		if o.err = cmp.Or(around, o.err); o.answered == nil && (answers != nil || wrong != nil) {
			o.answered = n
		}
	}
	return found, around
}

// object yields the boards in an object, and reports whether to go on.
func (r *divider) object(item *shape.Item, yield func(*Division, error) bool) bool {
	found, around := owners(item.Node)
	if len(found) == 0 {
		err := cmp.Or(around, errors.New(`object without a board, want its "regions"`))
		found = []owner{{object: item.Node, err: err}}
	}
	for _, o := range found {
		d, err := (*Division)(nil), o.err
		if err == nil {
			d, err = r.owned(o.object, o.regions)
		}
		if err != nil {
			d = nil
		} else {
			d.Line, d.Object = int(o.object.Line), cmp.Or(o.answered, o.object)
		}
		if !r.repeats(err) && !yield(d, at(int(o.object.Line), err)) {
			return false
		}
	}
	return true
}

// checkNamed checks a value under a name. If the value is an object, within is what is wrong in it, which
// does not matter under some names.
func checkNamed(name, key string, n *shape.Node, within error) error {
	isList := n.Kids != nil || n.Cells != nil
	switch {
	case slices.Contains(answerNames, name), slices.Contains(givenNames, name), name == "blocked", name == "states",
		slices.Contains(divisionNames, name), slices.Contains(gridNames, name):
		return nil
	case slices.Contains(starsNames, name) && (n.Open == 0 || n.Open == '"'):
		if _, ok := n.Integer(); ok {
			return checkStars(n.Text)
		}
	case isList && (slices.Contains(marksNames, name) || slices.Contains(starsNames, name)):
		return fmt.Errorf(`%q may be given queens or crosses, or the answer: want "given", "blocked" or "answer"`, key)
	}
	return within
}

// owned reads the board of an object.
func (r *divider) owned(n, regions *shape.Node) (*Division, error) {
	d, err := r.value(regions)
	if err != nil {
		return nil, err
	}
	if err := sized(n, len(d.Regions)); err != nil {
		return nil, err
	}
	if err := refused(n); err != nil {
		return nil, err
	}
	given, blocked, err := placedIn(n, true)
	if err != nil {
		return nil, err
	}
	d.Given, d.Blocked = append(d.Given, given...), append(d.Blocked, blocked...)
	states := n.Get("states")
	if states == nil {
		return d, nil
	}
	rows := make([][]shape.Cell, len(states.Kids))
	for i, kid := range states.Kids {
		rows[i] = kid.Cells
	}
	return d, d.addMarks(rows)
}

// value reads the regions of an object: text, a matrix, all squares in one list, rows that are
// objects with "colors", or the squares of each region.
func (r *divider) value(v *shape.Node) (*Division, error) {
	n := *v
	n.Kids = slices.Clone(v.Kids)
	for i, kid := range n.Kids {
		if kid.Open != ':' {
			continue
		}
		if colors := kid.Get("colors"); colors != nil {
			n.Kids[i] = *colors
		} else if cells := kid.Get("cells", "squares"); cells != nil {
			n.Kids[i] = *cells
		}
	}
	if d, err := r.bySquares(&n); d != nil || err != nil {
		return d, err
	}
	if n.Open == ':' {
		return nil, v.Errorf("%s, want the rows of the board or the squares of each region", words.Excerpt(v.Raw))
	}
	if n.Kids == nil && n.Cells == nil && n.Open != '"' {
		return new(Division), nil
	}
	items := r.items.Value(&n)
	if items[0].Err == nil && items[0].Shape == shape.Tree {
		for i, kid := range n.Kids {
			if count := len(kid.Row()); kid.Kids != nil || count != len(n.Kids) {
				return nil, kid.Errorf("row %d is %s, want an array of %d names like the other rows", i+1, words.Excerpt(kid.Raw), len(n.Kids))
			}
		}
	}
	var found *Division
	next := func() *shape.Item {
		if len(items) == 0 {
			return nil
		}
		item := items[0]
		items = items[1:]
		return item
	}
	for d, err := range (&divider{rows: r.rows, items: r.items, inner: true, source: source{next: next}}).all {
		if err == nil && found != nil {
			err = v.Errorf("several boards in one object")
		}
		if err != nil {
			return nil, err
		}
		found = d
	}
	return found, nil
}

// bySquares reads the squares of each region, or returns nil if there are none. Names that are
// not all different squares of the board are names of regions.
func (r *divider) bySquares(lists *shape.Node) (*Division, error) {
	n := len(lists.Kids)
	if n == 0 || n > r.rows {
		return nil, nil
	}
	names, left := make([]shape.Cell, n*n), n*n
	for i := range lists.Kids {
		squares, areNames, ok := squaresIn(&lists.Kids[i])
		if !ok {
			return nil, nil
		}
		name := strconv.Itoa(i + 1)
		if lists.Open == ':' {
			name = lists.Keys[i].Text
		}
		for _, s := range squares {
			onBoard := min(s.Row, s.Col) >= 0 && max(s.Row, s.Col) < n
			switch taken := onBoard && names[s.Row*n+s.Col].Text != ""; {
			case areNames && (!onBoard || taken):
				return nil, nil
			case !onBoard:
				return nil, lists.Kids[i].Errorf("%v of region %d is off the board of %d rows, want rows and columns from 0", s, i+1, n)
			case taken:
				return nil, lists.Kids[i].Errorf("%v is in two regions, or twice in one", s)
			}
			names[s.Row*n+s.Col].Text = name
			left--
		}
	}
	if left > 0 {
		return nil, lists.Errorf("%s in none of the %s", words.Plural(left, "square"), words.Plural(n, "region"))
	}
	return r.divide(shape.Square(names))
}

// squaresIn returns the squares in a list, names or rows and columns from 0, and whether some
// are names.
func squaresIn(n *shape.Node) (squares []Square, areNames, ok bool) {
	for _, kid := range n.Items() {
		cells := kid.Row()
		switch s, err := ParseSquare(kid.Text); {
		case err == nil && cells == nil:
			squares, areNames = append(squares, s), true
		case len(cells) == 2:
			row, isRow := cells[0].Integer()
			col, isCol := cells[1].Integer()
			if !isRow || !isCol || strings.Contains(cells[0].Text+cells[1].Text, ".") {
				return nil, false, false
			}
			squares = append(squares, Square{row, col})
		default:
			return nil, false, false
		}
	}
	return squares, areNames, len(squares) > 0
}

// Answers returns the answers beside the board of an object, which may be none.
func (d *Division) Answers() (answers []*Reading, err error) {
	if d.Object == nil {
		return nil, nil
	}
	nodes, err := answersOf(d.Object)
	r := &reader{Limits: Limits{Rows: MaxRows, Bytes: 1 << 20}, items: shape.NewText("", 1, false, 1<<20)}
	for i := range nodes {
		read, wrong := r.answer(&nodes[i], true)
		if wrong != nil {
			read = &Reading{NoAnswer: fmt.Errorf("answer: %w", unlined(wrong))}
		}
		answers = append(answers, read)
	}
	return answers, err
}
