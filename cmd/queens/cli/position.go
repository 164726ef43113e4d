package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/queens"
)

// A Position is what a text says of a board: its queens, which may attack each other, and
// its constraints besides. It may be larger than [queens.MaxN].
type Position struct {
	Queens  queens.Placement
	Blocked []queens.Square
	Torus   bool
	Given   bool // the queens were named as given
}

// Board returns the board on which the queens of the position are given.
func (p *Position) Board() (*queens.Board, error) {
	return queens.NewFrom(p.Queens, p.Constraints()...)
}

// Constraints returns those of the position besides its queens.
func (p *Position) Constraints() []queens.Constraint {
	constraints := []queens.Constraint{queens.Blocked(p.Blocked...)}
	if p.Torus {
		constraints = append(constraints, queens.Toroidal())
	}
	return constraints
}

// IsPuzzle reports whether the text tells more than a placement.
func (p *Position) IsPuzzle() bool { return p.Given || p.Torus || len(p.Blocked) > 0 }

// ParsePosition reads a placement in any notation of the library or as JSON, with any of
// the words "n=8", "torus" and "blocked=c1" before it; the text of a board; or an object of
// JSON that has a board.
func ParsePosition(text string) (*Position, error) {
	texts, err := unfold(text)
	if err != nil {
		return nil, err
	}
	if len(texts) != 1 {
		return nil, fmt.Errorf("the JSON has %s, want one", Plural(len(texts), "board"))
	}
	words, notation := cutWords(texts[0])
	if strings.TrimSpace(notation) == "" && len(words) > 0 {
		return parseWords(words)
	}
	return parseNotation(words, notation)
}

// parseWords reads the words of a board.
func parseWords(words []string) (*Position, error) {
	board, err := queens.ParseBoard(strings.Join(words, " "))
	if err != nil {
		return nil, err
	}
	return &Position{
		Queens:  GivenOf(board),
		Blocked: slices.Collect(board.Blocked()),
		Torus:   board.Toroidal(),
		Given:   slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(word, "given=") }),
	}, nil
}

// cutWords cuts the words of a board from the notation of a placement behind them.
func cutWords(text string) (words []string, notation string) {
	notation = text
	for {
		trimmed := strings.TrimSpace(notation)
		end := strings.IndexAny(trimmed+" ", " \t\r\n")
		word := trimmed[:end]
		name, _, assigns := strings.Cut(word, "=")
		if word != "torus" && !(assigns && (name == "n" || name == "given" || name == "blocked")) {
			return words, notation
		}
		words = append(words, word)
		notation = strings.TrimLeft(trimmed[end:], " \t\r")
		notation = strings.TrimPrefix(notation, "\n")
	}
}

// parseNotation reads a placement and gives it the constraints of the words.
func parseNotation(words []string, notation string) (*Position, error) {
	read, err := parsePlacement(notation)
	if err != nil {
		return nil, err
	}
	sized := slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(word, "n=") })
	isSquares := listsSquares(notation)
	if !sized {
		if isSquares && slices.Contains(read.Queens, queens.Empty) {
			return nil, errors.New(`squares alone do not tell how large the board is; put its size before them, as in "n=8 b4 d5"`)
		}
		words = slices.Insert(words, 0, "n="+strconv.Itoa(len(read.Queens)))
	}
	if len(words) == 1 && !sized {
		return read, nil
	}
	position, err := parseWords(words)
	if err != nil {
		return nil, err
	}
	switch n, rows := len(position.Queens), len(read.Queens); {
	case rows > n && isSquares:
		return nil, fmt.Errorf("the squares %.40q are not all on a board of %s", strings.TrimSpace(notation), Plural(n, "row"))
	case rows < n && !isSquares || rows > n:
		return nil, fmt.Errorf("the placement has %s, want %d", Plural(rows, "row"), n)
	}
	for row, col := range read.Queens {
		if col != queens.Empty {
			position.Queens[row] = col
		}
	}
	position.Blocked = append(position.Blocked, read.Blocked...)
	return position, nil
}

// listsSquares reports whether a placement is written as a list of squares.
func listsSquares(notation string) bool {
	const separators = ", \t\r\n"
	first := strings.TrimLeft(notation, separators)
	if end := strings.IndexAny(first, separators); end >= 0 {
		first = first[:end]
	}
	_, err := queens.ParseSquare(first)
	return err == nil
}

// parsePlacement reads a placement alone, or a diagram with blocked squares.
func parsePlacement(text string) (*Position, error) {
	if strings.HasPrefix(strings.TrimSpace(text), "[") {
		p, err := parseColumns(text)
		return &Position{Queens: p}, err
	}
	p, err := queens.Parse(text)
	if err == nil {
		return &Position{Queens: p}, nil
	}
	board, boardErr := queens.ParseBoard(text)
	if boardErr != nil {
		return nil, err
	}
	return &Position{Queens: GivenOf(board), Blocked: slices.Collect(board.Blocked())}, nil
}

// parseColumns reads a JSON array of columns, counted from 0.
func parseColumns(text string) (queens.Placement, error) {
	var columns []*int // to tell null from 0
	if err := json.Unmarshal([]byte(text), &columns); err != nil {
		return nil, fmt.Errorf("JSON: %w", err)
	}
	p := make(queens.Placement, len(columns))
	for row, col := range columns {
		if col == nil || *col < queens.Empty || *col >= len(p) {
			return nil, fmt.Errorf("item %d of the JSON is not a column 0..%d, nor -1 for an empty row", row+1, len(p)-1)
		}
		p[row] = *col
	}
	return p, nil
}

// unfold returns the boards in an object of JSON, as the commands write them. Any other
// text it returns as it is.
func unfold(text string) ([]string, error) {
	trimmed := strings.TrimSpace(text)
	if trimmed == "null" {
		return nil, errors.New("null stands for no solution, so there is no board")
	}
	if !strings.HasPrefix(trimmed, "{") {
		return []string{text}, nil
	}
	var object struct {
		Board  *string
		Boards *[]json.RawMessage
	}
	if err := json.Unmarshal([]byte(trimmed), &object); err != nil {
		return nil, fmt.Errorf("JSON: %w", err)
	}
	switch {
	case object.Board != nil:
		return []string{*object.Board}, nil
	case object.Boards == nil:
		return nil, errors.New(`the JSON has neither "board" nor "boards"`)
	}
	var texts []string
	for _, board := range *object.Boards {
		texts = append(texts, string(board))
	}
	return texts, nil
}

// GivenOf returns the given queens of a board as a placement.
func GivenOf(board *queens.Board) queens.Placement {
	p := slices.Repeat(queens.Placement{queens.Empty}, board.N())
	for square := range board.Given() {
		p[square.Row] = square.Col
	}
	return p
}
