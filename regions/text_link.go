package regions

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const linkKind = "starbattle"

// Link returns the address of the board on puzz.link, where it is a Star Battle with one
// star. [ParseBoard] reads it. The address has the borders of the regions only, without queens
// and crosses. It is "" for the board of size 0 and for boards with a region that is not
// connected, which have none.
//
// Its last part has one bit for each border between two squares of a row, row by row,
// set if they are in different regions, and then one for each between two rows, packed
// five to a digit of base 32, highest bit first, with zeros after the last of either kind.
func (b *Board) Link() string {
	_, connected := nameHidden(noNames(b.n), func(s, t int) bool { return b.region[s] == b.region[t] })
	if b.n == 0 || !connected {
		return ""
	}
	return fmt.Sprintf("https://puzz.link/p?%s/%d/%[2]d/1/%s%s", linkKind, b.n, b.packed(0), b.packed(1))
}

// packed returns the borders of one kind, to the right or below, as digits of base 32.
func (b *Board) packed(kind int) string {
	digits := make([]byte, linkDigits(b.n))
	next := 0 // from the highest bit of the first digit on
	for s := range b.region {
		if t := geometryOf(b.n).beside(s)[2+kind]; t >= 0 {
			if b.region[s] != b.region[t] {
				digits[next/5] |= 16 >> (next % 5)
			}
			next++
		}
	}
	for i, value := range digits {
		digits[i] = strconv.FormatUint(uint64(value), 32)[0]
	}
	return string(digits)
}

// linkDigits returns how many digits the borders of one kind take.
func linkDigits(n int) int { return (n*(n-1) + 4) / 5 }

// isLink reports whether a text is the address of a Star Battle.
func isLink(text string) bool { return strings.Contains(text, linkKind+"/") }

// parseLink reads an address with "starbattle/COLUMNS/ROWS/STARS/BORDERS".
func parseLink(text string) (*Board, error) {
	site, rest, _ := strings.Cut(text, linkKind+"/")
	parts := strings.Split(rest, "/")
	if site != "" && !strings.HasSuffix(site, "?") || len(parts) != 4 {
		return nil, fmt.Errorf("link: %s and %s, want an address with ?%s/ and columns, rows, stars and borders",
			excerpt(site), plural(len(parts), "part"), linkKind)
	}
	n, err := readSize(parts[1], parts[0], parts[2])
	if err != nil {
		return nil, fmt.Errorf("link: %w", err)
	}
	length := linkDigits(n)
	if len(parts[3]) != 2*length {
		return nil, fmt.Errorf("link: %s for the borders, want %d", plural(len(parts[3]), "digit"), 2*length)
	}
	digits := make([]uint64, 2*length)
	for i := range digits {
		if digits[i], err = strconv.ParseUint(parts[3][i:i+1], 32, 64); err != nil {
			return nil, fmt.Errorf("link: borders %s, want digits of base 32", excerpt(parts[3]))
		}
	}
	isBorder := func(bit int) bool { return digits[bit/5]>>(4-bit%5)&1 != 0 }
	values := noNames(n)
	another, ok := nameHidden(values, func(s, t int) bool {
		if s, t = min(s, t), max(s, t); t == s+1 {
			return !isBorder(s/n*(n-1) + s%n)
		}
		return !isBorder(5*length + s)
	})
	if !ok {
		return nil, fmt.Errorf("link: the region of %v is one more than there are rows", another)
	}
	return divideRows(values)
}

// readSize reads the size of a Star Battle. It is an error if no [Board] has it.
func readSize(rows, cols, stars string) (int, error) {
	var numbers [3]int
	for i, text := range []string{rows, cols, stars} {
		var err error
		if numbers[i], err = strconv.Atoi(trim(text)); err != nil {
			return 0, fmt.Errorf("%s for the number of %s", excerpt(text), []string{"rows", "columns", "stars"}[i])
		}
	}
	n := numbers[0]
	if numbers[1] != n {
		return 0, fmt.Errorf("board of %s and %s, want a square", plural(n, "row"), plural(numbers[1], "column"))
	}
	if n < 1 || n > MaxN {
		return 0, fmt.Errorf("board of %s, want 1 to %d", plural(n, "row"), MaxN)
	}
	return n, checkStars(numbers[2])
}

// checkStars returns an error if a Star Battle does not have one star in each row.
func checkStars(stars int) error {
	if stars != 1 {
		return fmt.Errorf("puzzle of %s a row, want 1", plural(stars, "star"))
	}
	return nil
}

// fileKind begins a file of pzpr, the program behind puzz.link.
const fileKind = "pzprv3"

// parseFile reads the parts of such a file, lines or what is between slashes: "starbattle", rows,
// columns, stars and regions, then rows of numbers, then rows with # on stars and + on crosses.
func parseFile(lines []string) (*Board, error) {
	parts := strings.FieldsFunc(strings.Join(lines, "/"), func(r rune) bool { return r == '/' })
	if len(parts) < 6 || trim(parts[1]) != linkKind {
		return nil, fmt.Errorf("%s… is not a %s file: want rows, columns, stars, regions and the board", fileKind, linkKind)
	}
	n, err := readSize(parts[2], parts[3], parts[4])
	if err != nil {
		return nil, err
	}
	rows := slices.DeleteFunc(parts[6:], func(part string) bool { return trim(part) == "" })
	if len(rows) != n && len(rows) != 2*n {
		return nil, fmt.Errorf("%s in the file, want %d or %d", plural(len(rows), "row"), n, 2*n)
	}
	b, err := parseMatrix(rows[:n])
	if err != nil || len(rows) == n {
		return b, err
	}
	marks := make([][]string, n)
	for row, text := range rows[n:] {
		marks[row] = fields(strings.NewReplacer("#", "Q", "+", "x").Replace(text))
	}
	return b.withMarks(marks)
}

// notation matches Star Battle notation, "5x1.AAABBAABBBCADDBCCEEECCCCC": the size, the stars and
// the letters, row by row. What follows another full stop is what its collector says of the board.
var notation = regexp.MustCompile(`^(\d+)x(\d+)\.([^.]*)`)

func parseNotation(text string) (*Board, error) {
	parts := notation.FindStringSubmatch(text)
	n, err := readSize(parts[1], parts[1], parts[2])
	if err != nil {
		return nil, err
	}
	if count := len(characters(parts[3])); count != n*n {
		return nil, fmt.Errorf(`%s after "%sx%s.", want %d`, plural(count, "letter"), parts[1], parts[2], n*n)
	}
	return parseMatrix([]string{parts[3]})
}
