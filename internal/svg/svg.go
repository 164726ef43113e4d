// Package svg has what pictures of boards have in common, and draws chessboards.
package svg

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"math"
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

// A Picture is an SVG document that is being written, after its first line.
type Picture struct {
	bytes.Buffer
	w             io.Writer // or a *Sheet
	prefix        string    // of ids
	width, height int
}

// Begin begins a document that will be written to w, or be on it if it is a [Sheet].
func Begin(w io.Writer, width, height int, title, description string) *Picture {
	pic := &Picture{w: w, width: width, height: height}
	if sheet, ok := w.(*Sheet); ok && len(sheet.pictures) > 0 { // no two ids of a document may be the same
		pic.prefix = fmt.Sprintf("%d-", len(sheet.pictures)+1)
	}
	fmt.Fprintf(pic, "<title>%s</title>\n<desc>%s</desc>\n", title, description)
	return pic
}

// Define writes definitions, each with an id.
func (pic *Picture) Define(definitions string) {
	fmt.Fprintf(pic, "<defs>\n%s\n</defs>\n", strings.ReplaceAll(definitions, ` id="`, ` id="`+pic.prefix))
}

// ID returns an id as it is in the picture.
func (pic *Picture) ID(id string) string { return pic.prefix + id }

// Use draws what an id names.
func (pic *Picture) Use(id string, x, y int) {
	fmt.Fprintf(pic, `<use href="#%s" x="%d" y="%d"/>`, pic.ID(id), x, y)
}

// Finish ends the document and writes it, or adds it to its sheet.
func (pic *Picture) Finish() error {
	pic.WriteString("</svg>\n")
	if sheet, ok := pic.w.(*Sheet); ok {
		sheet.pictures = append(sheet.pictures, pic)
		return nil
	}
	return pic.writeTo(pic.w)
}

func (pic *Picture) writeTo(w io.Writer) error {
	head := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d">`+"\n", pic.width, pic.height)
	_, err := io.WriteString(w, head+pic.String())
	return err
}

// A Sheet is one picture of several, in rows, with about the proportions of a page. Pictures that are
// written to it wait for its Finish.
type Sheet struct {
	io.Writer
	pictures []*Picture
}

const sheetGap = 30 // between pictures, and around them

// Finish writes the sheet, or its picture if that is the only one.
func (s *Sheet) Finish() error {
	if len(s.pictures) == 1 {
		return s.pictures[0].writeTo(s.Writer)
	}
	width, height := sheetGap, sheetGap
	for _, pic := range s.pictures {
		width, height = max(width, pic.width+sheetGap), max(height, pic.height+sheetGap)
	}
	const page = math.Sqrt2 // its height, if its width is 1
	columns := max(1, int(math.Ceil(math.Sqrt(float64(len(s.pictures))/page))))
	rows := (len(s.pictures) + columns - 1) / columns
	var text strings.Builder
	fmt.Fprintf(&text, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d">`+"\n", columns*width+sheetGap, rows*height+sheetGap)
	for i, pic := range s.pictures {
		fmt.Fprintf(&text, `<svg x="%d" y="%d" role="img" width="%d" height="%d" viewBox="0 0 %[3]d %[4]d">`+"\n",
			sheetGap+i%columns*width, sheetGap+i/columns*height, pic.width, pic.height)
		text.Write(pic.Bytes())
	}
	text.WriteString("</svg>\n")
	_, err := io.WriteString(s.Writer, text.String())
	return err
}
