package reading

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/queens/internal/shape"
)

// IsRegions reports whether the first board of a stream is one of regions, right or wrong, and returns the
// whole stream. It goes by the form: lines around regions, letters and colours that stand for neither
// queens nor empty squares, links, Star Battle notation, objects with regions. A matrix of numbers may
// be either, and is not, except as the board of an object.
func IsRegions(in io.Reader, l Limits) (bool, io.Reader) {
	var seen bytes.Buffer
	items := shape.NewReader(io.TeeReader(in, &seen), false, l.Bytes)
	isRegions := false
	for range 3 { // sizes may be those of what follows
		item := items.Next()
		if item == nil {
			break
		}
		isRegions = divides(items, item)
		isNumber := func(c shape.Cell) bool { return len(c.Text) < 3 && isSize(c.Text) }
		cells := slices.Concat(append(item.Rows, item.Cells)...)
		if isRegions || !item.Drawn || len(cells) > 2 || slices.ContainsFunc(cells, func(c shape.Cell) bool { return !isNumber(c) }) {
			break
		}
	}
	return isRegions, io.MultiReader(&seen, in)
}

// divides reports whether an item is a board of regions.
func divides(items *shape.Reader, item *shape.Item) bool {
	cells := item.Cells
	switch item.Shape {
	case shape.Object:
		return dividesObject(items, item.Node)
	case shape.Code:
		isPart := func(c shape.Cell) bool { return strings.HasSuffix(c.Text, "starbattle") }
		return strings.HasPrefix(cells[0].Text, "pzprv3") || shape.IsStarBattle(cells[0].Text) || slices.ContainsFunc(cells, isPart) ||
			areNames(cells) && !slices.ContainsFunc(cells, func(c shape.Cell) bool { return strings.ContainsAny(c.Text, "0123456789") })
	case shape.List: // all squares in one line, rather than a word
		return areNames(cells) && shape.Square(cells) != nil && (len(cells) != 4 || utf8.RuneCountInString(cells[0].Text) > 1)
	}
	return item.Walls != nil && len(item.Rows) > 1 || areNames(slices.Concat(item.Rows...))
}

// areNames reports whether some cells have letters or colours that stand for neither a queen nor an empty
// square, and no cell has a sign of an empty square.
func areNames(cells []shape.Cell) bool {
	found := false
	for _, c := range cells {
		r, _ := utf8.DecodeRuneInString(c.Text)
		s := symbol(c.Text)
		isColor := r >= 0x1F7E0 && r <= 0x1F7EB || r == 0x1F534 || r == 0x1F535
		switch {
		case s.kind == '.' && s.class == asSign && !isColor, strings.Contains(c.Text, "="):
			return false
		case isColor:
			found = true
		case s.kind == 0 && !isSquareName(c.Text):
			found = found || strings.ContainsFunc(c.Text, func(r rune) bool { return unicode.IsLetter(r) && !strings.ContainsRune("QqDx", r) })
		}
	}
	return found
}

// dividesObject reports whether an object has regions, or a board that is one of regions.
func dividesObject(items *shape.Reader, n *shape.Node) bool {
	found, _ := owners(n)
	for _, o := range found {
		switch {
		case o.key != "" && shape.PlainName(o.key) != "board":
			return true
		case o.regions == nil: // two boards
			continue
		}
		for _, item := range items.Value(o.regions) {
			if item.Shape != shape.Object && (divides(items, item) || len(item.Rows) > 1 && areVectors(item.Rows)) {
				return true
			}
		}
	}
	return false
}
