package ledger

import (
	"bufio"
	"io"
)

// longestLine is in bytes: the first line of a ledger names up to 64×64 squares of the board.
const longestLine = 1 << 16

// A reader reads lines that end in a newline.
type reader struct {
	from *bufio.Reader
	read int64 // bytes of whole lines
}

func newReader(from io.Reader) *reader {
	return &reader{from: bufio.NewReaderSize(from, longestLine)}
}

// line returns the next line, which is valid until the next call. A line that is too long comes
// back empty. At the end of the file it returns io.EOF and the incomplete last line, or only its
// beginning if that is too long.
func (r *reader) line() ([]byte, error) {
	line, err := r.from.ReadSlice('\n')
	length := len(line)
	for err == bufio.ErrBufferFull {
		var more []byte
		more, err = r.from.ReadSlice('\n')
		length += len(more)
		if err == nil {
			line = line[:0]
		}
	}
	if err == nil {
		r.read += int64(length)
	}
	return line, err
}
