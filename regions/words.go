package regions

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"example.com/queens"
)

// excerpt returns the beginning of a text in quotation marks.
func excerpt(text string) string { return beginning("%.*q", text) }

// beginning returns the first characters of a text in a format, with an ellipsis if there are more.
func beginning(format, text string) string {
	const most = 20
	if utf8.RuneCountInString(text) > most {
		format += "…"
	}
	return fmt.Sprintf(format, most, text)
}

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

// join returns "a", "a and b" or "a, b and c", with "and" or another word.
func join(items []string, word string) string {
	last := len(items) - 1
	if last < 1 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:last], ", ") + " " + word + " " + items[last]
}
