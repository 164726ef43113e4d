package regions

import (
	"iter"
	"slices"
	"strings"

	"example.com/queens"
)

// columnName returns the letters of a column, as they stand in the names of its squares.
func columnName(col int) string {
	return strings.TrimRight(queens.Square{Col: col}.String(), "1")
}

// namesOfSquares returns the name of each square.
func namesOfSquares(squares []queens.Square) (names []string) {
	for _, s := range squares {
		names = append(names, s.String())
	}
	return names
}

// join returns "a", "a and b" or "a, b and c", with "and" or another word.
func join(items []string, word string) string {
	last := len(items) - 1
	if last < 1 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:last], ", ") + " " + word + " " + items[last]
}

// squareWord returns a word such as "given=b4,d5" after a space, or "" without squares.
func squareWord(name string, squares iter.Seq[queens.Square]) string {
	if names := namesOfSquares(slices.Collect(squares)); names != nil {
		return " " + name + "=" + strings.Join(names, ",")
	}
	return ""
}
