package page

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/queens"
)

// A List is some of the solutions of a board, in lexicographic order.
type List struct {
	Solutions []Listed `json:"solutions"`
	More      bool     `json:"more"` // there are others after these
}

// A Listed solution is one of a list, with the size of its orbit.
type Listed struct {
	Vector string  `json:"vector"`
	Queens Squares `json:"queens"`
	Orbit  int     `json:"orbit"`
}

// A Listing asks for at most count of the solutions of a position, or of the fundamental
// ones, starting with number from, counted from 0.
type Listing struct {
	Position    Position `json:"position"`
	Fundamental bool     `json:"fundamental"`
	From        int      `json:"from"`
	Count       int      `json:"count"`
}

// Solutions returns some solutions of a position.
func Solutions(ctx context.Context, q Listing) (List, error) {
	found := List{Solutions: []Listed{}}
	board, err := q.Position.board()
	if err != nil {
		return found, err
	}
	all := board.Solutions(ctx)
	if q.Fundamental {
		all = board.Fundamental(ctx)
	}
	i := 0
	for solution, err := range all {
		if err != nil {
			return found, err
		}
		if i >= q.From+q.Count {
			found.More = true
			break
		}
		if i >= q.From {
			found.Solutions = append(found.Solutions, Listed{solution.String(), queensOf(solution), len(board.Orbit(solution))})
		}
		i++
	}
	return found, nil
}

// Find returns a solution that contains the queens of a position.
func Find(ctx context.Context, p Position) (Squares, error) {
	board, err := p.board()
	if err != nil {
		return nil, err
	}
	solution, err := board.Find(ctx)
	return queensOf(solution), err
}

// Census returns in words the number of solutions of a position, and of their orbits. It
// calls tell with the share of the count that is done.
func Census(ctx context.Context, p Position, tell func(done float64)) (string, error) {
	board, err := p.board()
	if err != nil {
		return "", err
	}
	all, err := countTasks(ctx, board, tell)
	if err != nil {
		return "", err
	}
	census, err := board.CensusOf(ctx, all)
	if err != nil {
		return "", err
	}
	return sayCensus(census), nil
}

// sayCensus returns "12 solutions in 2 orbits: 1 orbit of 4 solutions and 1 orbit of 8".
func sayCensus(c queens.Census) string {
	if c.All == 0 {
		return "There are no solutions"
	}
	number := func(count uint64, noun string) string {
		text := grouped(strconv.FormatUint(count, 10)) + " " + noun
		if count != 1 {
			text += "s"
		}
		return text
	}
	var sizes []string
	for size, count := range c.Orbits {
		if count > 0 {
			sizes = append(sizes, fmt.Sprintf("%s of %d", number(count, "orbit"), size))
		}
	}
	said := number(c.All, "solution") + " in " + number(c.Fundamental, "orbit")
	if len(sizes) == 1 {
		_, size, _ := strings.Cut(sizes[0], " of ")
		return said + " of " + size
	}
	last := len(sizes) - 1
	return said + ": " + strings.Join(sizes[:last], ", ") + " and " + sizes[last]
}

// An Image is a solution, rotated or reflected.
type Image struct {
	Symmetry string  `json:"symmetry"`
	Queens   Squares `json:"queens"`
	Vector   string  `json:"vector"`
	Same     int     `json:"same"`   // index of the first equal image
	Solves   bool    `json:"solves"` // the image is a solution of the board too
	Then     []int   `json:"then"`   // indexes of the images of this image
}

// symmetries names the eight symmetries as they look with rank 1 at the bottom. With row 0
// at the top, rotations go the other way.
var symmetries = []struct {
	symmetry queens.Symmetry
	name     string
}{
	{queens.Identity, "as it is"},
	{queens.Rotate270, "rotated right"},
	{queens.Rotate180, "half turn"},
	{queens.Rotate90, "rotated left"},
	{queens.FlipColumns, "flipped sideways"},
	{queens.FlipRows, "flipped upside down"},
	{queens.Transpose, "flipped along the a1 diagonal"},
	{queens.AntiTranspose, "flipped along the other diagonal"},
}

// Imaging asks for the images of a solution, given as a vector, of a position.
type Imaging struct {
	Position Position `json:"position"`
	Vector   string   `json:"vector"`
}

// Images returns the eight images of a solution of a position.
func Images(q Imaging) ([]Image, error) {
	board, err := q.Position.board()
	if err != nil {
		return nil, err
	}
	solution, err := queens.Parse(q.Vector)
	if err != nil {
		return nil, err
	}
	if err := board.Check(solution); err != nil {
		return nil, err
	}
	var images []Image
	for _, named := range symmetries {
		image := solution.Transform(named.symmetry)
		shown := Image{Symmetry: named.name, Queens: queensOf(image), Vector: image.String(), Solves: board.Check(image) == nil}
		shown.Same = slices.IndexFunc(images, func(other Image) bool { return other.Vector == shown.Vector })
		if shown.Same < 0 {
			shown.Same = len(images)
		}
		for _, then := range symmetries {
			shown.Then = append(shown.Then, indexOf(then.symmetry.Compose(named.symmetry)))
		}
		images = append(images, shown)
	}
	return images, nil
}

func indexOf(s queens.Symmetry) int {
	for i, named := range symmetries {
		if named.symmetry == s {
			return i
		}
	}
	return -1
}
