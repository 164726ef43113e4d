package page

import (
	"errors"
	"fmt"

	"example.com/queens"
)

// A Fault is what is wrong with a question that a reader may ask, as data: the page words
// it in the reader's language. Any other error is a mistake of the page itself.
type Fault struct {
	Code       string            `json:"code"` // a key of the catalogues, behind "fault."
	N          int               `json:"n"`    // rows
	Least      int               `json:"least"`
	Most       int               `json:"most"`
	Squares    Squares           `json:"squares"`
	Difficulty queens.Difficulty `json:"difficulty"`
	Detail     string            `json:"detail"` // what the library says, in English
}

func (f Fault) Error() string {
	return fmt.Sprintf("%s: n=%d, %d to %d, %v, %v, %s", f.Code, f.N, f.Least, f.Most, f.Squares, f.Difficulty, f.Detail)
}

// FaultOf returns an error as a Fault.
func FaultOf(err error) Fault {
	var fault Fault
	switch {
	case errors.As(err, &fault):
		return fault
	case errors.Is(err, queens.ErrNoSolution):
		return Fault{Code: "unsolvable"}
	}
	return Fault{Code: "broken", Detail: err.Error()}
}

// sized returns an error if a board has not between least and most rows.
func sized(n, least, most int) error {
	if n < least || n > most {
		return Fault{Code: "size", N: n, Least: least, Most: most}
	}
	return nil
}
