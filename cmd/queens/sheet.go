package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"example.com/queens/cmd/internal/cli"
	"github.com/spf13/cobra"
)

// A sheet is one picture of several, in rows, with about the proportions of a page.
type sheet struct {
	pictures      [][]byte
	width, height int // of the largest
}

const sheetGap = 30

// add adds a picture that is written as SVG.
func (s *sheet) add(write func(io.Writer) error) error {
	var picture bytes.Buffer
	if err := write(&picture); err != nil {
		return err
	}
	s.width, s.height = max(s.width, measure(&picture, "width")), max(s.height, measure(&picture, "height"))
	s.pictures = append(s.pictures, picture.Bytes())
	return nil
}

// measure returns an attribute of the root of a picture, which is the first to have it.
func measure(picture *bytes.Buffer, attribute string) int {
	_, rest, _ := strings.Cut(picture.String(), " "+attribute+`="`)
	text, _, _ := strings.Cut(rest, `"`)
	length, err := strconv.Atoi(text)
	if err != nil {
		panic(err) // both libraries write whole numbers
	}
	return length
}

// idIn matches what comes before an id in a picture, where it is given or used.
var idIn = regexp.MustCompile(` id="|href="#|url\(#`)

// svg returns the sheet, or its picture if that is the only one.
func (s *sheet) svg() []byte {
	if len(s.pictures) == 1 {
		return s.pictures[0]
	}
	const page = math.Sqrt2 // its height, if its width is 1
	columns := max(1, int(math.Ceil(math.Sqrt(float64(len(s.pictures))/page))))
	rows := (len(s.pictures) + columns - 1) / columns
	var b bytes.Buffer
	width, height := columns*(s.width+sheetGap)+sheetGap, rows*(s.height+sheetGap)+sheetGap
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %[1]d %[2]d\">\n", width, height)
	for i, picture := range s.pictures {
		x, y := sheetGap+i%columns*(s.width+sheetGap), sheetGap+i/columns*(s.height+sheetGap)
		picture = idIn.ReplaceAll(picture, fmt.Appendf(nil, "${0}%d-", i+1)) // each picture has the same ones
		b.Write(bytes.Replace(picture, []byte("<svg "), fmt.Appendf(nil, "<svg x=\"%d\" y=\"%d\" ", x, y), 1))
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// pictureFile returns the value of a flag that names a file for a picture, which is SVG.
func pictureFile() cli.Value[string] {
	value := cli.File()
	read := value.Read
	value.Read = func(name string) (string, error) {
		switch extension := strings.ToLower(filepath.Ext(name)); extension {
		case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".pdf", ".ps", ".eps":
			return "", fmt.Errorf("pictures are SVG, not %s: want a name that ends in .svg", strings.ToUpper(extension[1:]))
		}
		return read(name)
	}
	return value
}

// A target is where a picture goes: a file, or standard output if its name is empty or -.
type target struct {
	io.Writer
	file *os.File // or nil
	made bool     // the file is new
}

// openTarget opens a file as it is, so that a mistake leaves that alone.
func openTarget(cmd *cobra.Command, name string) (*target, error) {
	if name == "" || name == "-" {
		return &target{Writer: cmd.OutOrStdout()}, nil
	}
	_, err := os.Stat(name)
	made := errors.Is(err, os.ErrNotExist)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
	return &target{f, f, made}, err
}

// write replaces what is there.
func (t *target) write(content []byte) error {
	if t.file != nil {
		_ = t.file.Truncate(0) // not of a device
	}
	_, err := t.Write(content)
	t.made = false
	return err
}

// close removes a new file in which nothing was written.
func (t *target) close() error {
	if t.file == nil {
		return nil
	}
	err := t.file.Close()
	if t.made {
		err = cmp.Or(err, os.Remove(t.file.Name()))
	}
	return err
}
