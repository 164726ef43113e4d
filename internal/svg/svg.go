// Package svg has what pictures of boards have in common, and draws chessboards.
package svg

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"example.com/queens/internal/words"
)

// Lengths in a picture.
const (
	Side  = 40 // of a square
	Frame = 26 // width of the frame with the coordinates
)

// Colours of queens and of what is drawn on squares.
const (
	Ink  = "#231a14"
	Pale = "#fff6e6"
)

// A Square is a square of a board, from 0.
type Square struct{ Row, Col int }

// String returns the name of s.
func (s Square) String() string { return words.File(s.Col) + words.Rank(s.Row) }

// Squares converts squares of package queens.
func Squares[S ~struct{ Row, Col int }](squares iter.Seq[S]) (list []Square) {
	for s := range squares {
		list = append(list, Square(s))
	}
	return list
}

// A List is a list of squares, and what to say of them, or what to draw there.
type List struct {
	What    string
	Squares []Square
}

// Describe returns what the lists say, except for those without squares, one after the other.
func Describe(lists ...List) string {
	var said []string
	for _, list := range lists {
		if names := words.Names(slices.Values(list.Squares)); names != nil {
			said = append(said, list.What+strings.Join(names, ", "))
		}
	}
	return strings.Join(said, "; ")
}

// A Picture is an SVG document that is being written.
type Picture struct{ bytes.Buffer }

// Begin begins a document.
func Begin(width, height int, title, description string) *Picture {
	pic := new(Picture)
	fmt.Fprintf(pic, `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d">`+"\n",
		width, height)
	fmt.Fprintf(pic, "<title>%s</title>\n<desc>%s</desc>\n", title, description)
	return pic
}

// Use draws what an id names.
func (pic *Picture) Use(id string, x, y int) {
	fmt.Fprintf(pic, `<use href="#%s" x="%d" y="%d"/>`, id, x, y)
}

// Finish ends the document and writes it to w.
func (pic *Picture) Finish(w io.Writer) error {
	pic.WriteString("</svg>\n")
	_, err := pic.WriteTo(w)
	return err
}
