package regions

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const (
	linkSite = "https://puzz.link/p?"
	linkKind = "starbattle"
)

// Link returns the address of the board on puzz.link, where it is a Star Battle with one
// star. [ParseBoard] reads it. The address has the borders of the regions only: queens and
// crosses are left out, and there is none, "", for a board with a region that is not
// connected or for the board of size 0.
//
// Its last part has one bit for each border between two squares of a row, row by row,
// set if they are in different regions, and then one for each between two rows, packed
// five to a digit of base 32, highest bit first, zeros behind the last of either kind.
func (b *Board) Link() string {
	if b.n == 0 {
		return ""
	}
	for region := range b.n {
		if !b.connected(region) {
			return ""
		}
	}
	link := fmt.Sprintf("%s%s/%d/%[3]d/1/", linkSite, linkKind, b.n)
	for _, borders := range b.borders() {
		link += packed(borders)
	}
	return link
}

// connected reports whether the squares of a region hang together by their sides.
func (b *Board) connected(region int) bool {
	first := b.masks.at(region).first()
	reached := geometryOf(b.n).flood(first, func(s, t int) bool { return b.region[s] == b.region[t] })
	return len(reached) == b.masks.at(region).size()
}

// borders tells for each two squares that share a side whether they are in different
// regions: those beside each other, row by row, and those above each other.
func (b *Board) borders() (borders [2][]bool) {
	g := geometryOf(b.n)
	for s := range b.region {
		beside := g.beside(s)
		for kind, t := range beside[2:] {
			if t >= 0 {
				borders[kind] = append(borders[kind], b.region[s] != b.region[t])
			}
		}
	}
	return borders
}

// packed returns bits as digits of base 32.
func packed(bits []bool) string {
	var digits strings.Builder
	for start := 0; start < len(bits); start += 5 {
		digit := 0
		for i := start; i < min(start+5, len(bits)); i++ {
			if bits[i] {
				digit |= 16 >> (i - start)
			}
		}
		digits.WriteString(strconv.FormatInt(int64(digit), 32))
	}
	return digits.String()
}

// isLink reports whether a text is the address of a Star Battle.
func isLink(text string) bool { return strings.Contains(text, linkKind+"/") }

// parseLink reads an address with "starbattle/COLUMNS/ROWS/STARS/BORDERS".
func parseLink(text string) (*Board, error) {
	site, rest, _ := strings.Cut(text, linkKind+"/")
	if site != "" && !strings.HasSuffix(site, "?") {
		return nil, fmt.Errorf("link: %s before %q, want an address that ends in a question mark", excerpt(site), linkKind)
	}
	parts := strings.Split(rest, "/")
	if len(parts) != 4 {
		return nil, fmt.Errorf("link: %s behind %q, want columns, rows, stars and borders", plural(len(parts), "part"), linkKind)
	}
	var numbers [3]int
	for i, name := range []string{"columns", "rows", "stars"} {
		number, ok := toInteger(parts[i])
		if !ok {
			return nil, fmt.Errorf("link: %s for the number of %s", excerpt(parts[i]), name)
		}
		numbers[i] = number
	}
	cols, n, stars := numbers[0], numbers[1], numbers[2]
	if cols != n {
		return nil, fmt.Errorf("link: board of %s and %s, want a square", plural(n, "row"), plural(cols, "column"))
	}
	if err := checkStars(n, stars); err != nil {
		return nil, fmt.Errorf("link: %w", err)
	}
	return parseBorders(n, parts[3])
}

// checkStars returns an error if a Star Battle is not a board of ours.
func checkStars(n, stars int) error {
	if stars != 1 {
		return fmt.Errorf("puzzle of %s a row, want 1", plural(stars, "star"))
	}
	if n < 1 || n > MaxN {
		return fmt.Errorf("board of %s, want 1 to %d", plural(n, "row"), MaxN)
	}
	return nil
}

// isNotation reports whether a text begins like Star Battle notation, with "5x1.".
func isNotation(text string) bool {
	head, _, found := strings.Cut(strings.TrimSpace(text), ".")
	n, stars, _ := strings.Cut(head, "x")
	_, isSize := toInteger(n)
	_, isCount := toInteger(stars)
	return found && isSize && isCount
}

// parseNotation reads a board such as "5x1.AAABBAABBBCADDBCCEEECCCCC", row by row, with what
// its collector says of it behind another full stop.
func parseNotation(text string) (*Board, error) {
	head, rest, _ := strings.Cut(text, ".")
	squares, _, _ := strings.Cut(rest, ".")
	size, count, _ := strings.Cut(head, "x")
	n, _ := toInteger(size)
	stars, _ := toInteger(count)
	if err := checkStars(n, stars); err != nil {
		return nil, err
	}
	letters, err := lettersOf(squares)
	if err != nil {
		return nil, err
	}
	if len(letters) != n*n {
		return nil, fmt.Errorf("%s behind %q, want %d", plural(len(letters), "letter"), head+".", n*n)
	}
	return divide(slices.Collect(slices.Chunk(letters, n)), func(letter rune) string { return string(letter) })
}

// parseBorders returns the board with the regions that borders enclose.
func parseBorders(n int, digits string) (*Board, error) {
	inner := n * (n - 1)
	length := (inner + 4) / 5
	if len(digits) != 2*length {
		return nil, fmt.Errorf("link: %s for the borders, want %d", plural(len(digits), "digit"), 2*length)
	}
	columns, err := unpacked(digits[:length])
	if err != nil {
		return nil, err
	}
	rows, err := unpacked(digits[length:])
	if err != nil {
		return nil, err
	}
	open := func(s, t int) bool {
		s, t = min(s, t), max(s, t)
		if t == s+1 {
			return !columns[s/n*(n-1)+s%n]
		}
		return !rows[s]
	}
	values := make([][]int, n)
	for row := range values {
		values[row] = make([]int, n)
	}
	regions := 0
	for s := range n * n {
		if values[s/n][s%n] > 0 {
			continue
		}
		regions++
		for _, t := range geometryOf(n).flood(s, open) {
			values[t/n][t%n] = regions
		}
	}
	return divide(values, strconv.Itoa)
}

// unpacked returns the bits of digits of base 32.
func unpacked(digits string) ([]bool, error) {
	var bits []bool
	for i := range len(digits) {
		digit, err := strconv.ParseUint(digits[i:i+1], 32, 8)
		if err != nil {
			return nil, errors.New("link: " + strconv.Quote(digits[i:i+1]) + " is not a digit of base 32")
		}
		for bit := range 5 {
			bits = append(bits, digit<<bit&16 != 0)
		}
	}
	return bits, nil
}
