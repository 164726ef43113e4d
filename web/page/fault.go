package page

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"example.com/queens"
	"example.com/queens/puzzle"
)

// A Fault says as data what is wrong with a reader's question; the page words it in the
// reader's language. Any other error is a mistake of the page itself.
type Fault struct {
	Code       string            `json:"code"` // a key of the catalogues, after "fault."
	N          int               `json:"n"`    // rows
	Least      int               `json:"least"`
	Most       int               `json:"most"`
	Squares    Squares           `json:"squares"`
	Difficulty puzzle.Difficulty `json:"difficulty"`
	Line       int               `json:"line"`   // of a text
	Detail     string            `json:"detail"` // of a mistake of the page, in English
}

func (f Fault) Error() string {
	return fmt.Sprintf("%s: n=%d, %d to %d, %v, %v, line %d", f.Code, f.N, f.Least, f.Most, f.Squares, f.Difficulty, f.Line)
}

// FaultOf returns an error as a Fault.
func FaultOf(err error) Fault {
	var fault Fault
	var attack *queens.AttackError
	switch {
	case errors.As(err, &fault):
		return fault
	case errors.As(err, &attack):
		return Fault{Code: "attack", Squares: attack.Queens[:]}
	case errors.Is(err, queens.ErrNoSolution):
		return Fault{Code: "unsolvable"}
	}
	return Fault{Code: "broken", Detail: err.Error()}
}

// sized returns an error unless a board has least to most rows.
func sized(n, least, most int) error {
	if n < least || n > most {
		return Fault{Code: "size", N: n, Least: least, Most: most}
	}
	return nil
}

const inRows = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ,\r\n/" // of letters or numbers

// unreadable says why the library cannot read a text: it is an address, its board is too large or
// too small, two of its queens stand in one row, or one of its lines is not understood.
func unreadable(text string, err error) error {
	text = strings.TrimSpace(text)
	if strings.Contains(text, "://") || strings.Contains(text, "puzz.link") || strings.Contains(text, "starbattle/") {
		return Fault{Code: "link", Least: 1, Most: MaxN}
	}
	n := 0
	if strings.Trim(text, inRows) == "" {
		n = len(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '/' }))
	}
	if words, found := strings.CutPrefix(text, "n="); found {
		number, _, _ := strings.Cut(words, " ")
		n, _ = strconv.Atoi(number)
	}
	if n < 0 || n > MaxN {
		return sized(n, 1, MaxN)
	}
	if fault := FaultOf(err); fault.Code == "attack" {
		return fault
	}
	if errors.Is(err, queens.ErrGiven) {
		return Fault{Code: "given"}
	}
	fault := Fault{Code: "unreadable", Line: 1}
	var parse *queens.ParseError
	if errors.As(err, &parse) {
		fault.Line = parse.Line
	}
	return fault
}
