package regions

import (
	"fmt"
	"strings"

	"example.com/queens"
)

// columnName returns the letters of a column, as they stand in the names of its squares.
func columnName(col int) string {
	return strings.TrimRight(queens.Square{Col: col}.String(), "1")
}

// plural returns "1 row" or "3 rows".
func plural(count int, noun string) string {
	if count == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", count, noun)
}

// are returns "is 1 row" or "are 3 rows".
func are(count int, noun string) string {
	if count == 1 {
		return "is " + plural(count, noun)
	}
	return "are " + plural(count, noun)
}

// list returns "a", "a and b" or "a, b and c".
func list(items []string) string { return join(items, "and") }

// join returns the items with the word before the last of them.
func join(items []string, word string) string {
	last := len(items) - 1
	if last < 1 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:last], ", ") + " " + word + " " + items[last]
}
