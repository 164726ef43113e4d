package svg

import (
	"fmt"
	"io"
	"math"
	"strings"
)

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
