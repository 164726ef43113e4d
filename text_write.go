package queens

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"golang.org/x/exp/constraints"
)

// String returns the columns of p, counted from 1, row by row: "2 4 1 3". A row
// without a queen is a ".". The empty Placement is "". It takes O(n) time.
func (p Placement) String() string {
	var b []byte
	for row, col := range p {
		if row > 0 {
			b = append(b, ' ')
		}
		if p.onBoard(row) {
			b = strconv.AppendInt(b, int64(col)+1, 10)
		} else {
			b = append(b, '.')
		}
	}
	return string(b)
}

// FEN returns p as the piece-placement field of Forsyth–Edwards Notation: rows
// from the last to the first with '/' between them, Q for a queen, and a number
// for a run of empty squares, of several digits if need be: "2Q1/Q3/3Q/1Q2".
// The empty Placement is "". It takes O(n) time.
func (p Placement) FEN() string {
	var b []byte
	run := func(squares int) {
		if squares > 0 {
			b = strconv.AppendInt(b, int64(squares), 10)
		}
	}
	for row, col := range slices.Backward(p) {
		if p.onBoard(row) {
			run(col)
			b = append(b, 'Q')
			run(len(p) - 1 - col)
		} else {
			run(len(p))
		}
		if row > 0 {
			b = append(b, '/')
		}
	}
	return string(b)
}

// maxParse is the largest board that is read from text.
const maxParse = 1 << 20

const decimals = "0123456789"

// plural returns "1 queen", or "2 queens" and so on.
func plural[I constraints.Integer](n I, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// excerpt quotes s, up to a bounded length, for an error.
func excerpt(s string) string {
	const most = 20
	if utf8.RuneCountInString(s) <= most {
		return strconv.Quote(s)
	}
	return fmt.Sprintf("%.*q…", most, s)
}
