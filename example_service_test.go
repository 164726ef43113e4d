package queens_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"example.com/queens"
)

// solvePuzzle answers a puzzle, a board in any notation that [queens.ParseBoard]
// reads, with its solution. It stops when the client goes away, and after a quarter
// of a second in any case.
func solvePuzzle(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	puzzle, err := queens.ParseBoard(string(text))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), time.Second/4)
	defer cancel()
	solution, err := puzzle.Unique(ctx)
	switch {
	case err == nil:
		fmt.Fprintln(w, solution)
	case errors.Is(err, queens.ErrNoSolution), errors.Is(err, queens.ErrNotUnique):
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
	default: // of the context
		http.Error(w, err.Error(), http.StatusGatewayTimeout)
	}
}

// A web server that solves puzzles.
func Example_webService() {
	for _, board := range []string{
		"n=8 given=b4,d5,a6",
		". . . 2 4 1 . .",
		"n=8 given=b4,d5",
		"n=8 blocked=a1,b1,c1,d1,e1,f1,g1,h1",
		"n=8 given=b4,b5",
		"eight queens",
		fmt.Sprintf("n=%d blocked=%s", queens.MaxN, strings.Join(onDiagonals(queens.MaxN), ",")),
	} {
		request := httptest.NewRequest(http.MethodPost, "/solve", strings.NewReader(board))
		response := httptest.NewRecorder()
		solvePuzzle(response, request)
		fmt.Println(response.Code, strings.TrimSpace(response.Body.String()))
	}
	// Output:
	// 200 3 6 8 2 4 1 7 5
	// 200 3 6 8 2 4 1 7 5
	// 422 queens: more than one solution
	// 422 queens: no solution
	// 400 queens: parse board: given queens b4 and b5 attack each other
	// 400 queens: parse board: "eight queens" is not a board: want columns, squares, a FEN or a diagram
	// 504 context deadline exceeded
}

// onDiagonals returns the squares of two of every five diagonals. Without them a
// large board is too hard.
func onDiagonals(n int) []string {
	var names []string
	for row := range n {
		for col := range n {
			if (row-col+n)%5 < 2 {
				names = append(names, queens.Square{Row: row, Col: col}.String())
			}
		}
	}
	return names
}
