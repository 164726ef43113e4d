package page

import (
	"context"
	"slices"

	"example.com/queens"
)

// A List is some of the solutions of a board, in lexicographic order.
type List struct {
	Solutions []Listed `json:"solutions"`
	More      bool     `json:"more"` // there are others after them
}

// A Listed solution stands for an orbit of some size in a list of fundamental ones.
type Listed struct {
	Vector string  `json:"vector"`
	Queens Squares `json:"queens"`
	Orbit  int     `json:"orbit"`
}

// Solutions returns solutions of a position from the given number on, counted from 0: at
// most so many, all or only the fundamental ones.
func Solutions(ctx context.Context, p Position, fundamental bool, from, count int) (List, error) {
	list := List{Solutions: []Listed{}}
	s, err := p.solver()
	if err != nil {
		return list, err
	}
	all := s.Solutions(ctx)
	if fundamental {
		all = s.Fundamental(ctx)
	}
	i := 0
	for solution := range all {
		if i >= from+count {
			list.More = true
			break
		}
		if i >= from {
			list.Solutions = append(list.Solutions, Listed{solution.String(), toSquares(solution), len(s.Orbit(solution))})
		}
		i++
	}
	return list, ctx.Err()
}

// Find returns a position with its queens completed, in some way that is found soon.
func Find(ctx context.Context, p Position) (Position, error) {
	s, err := p.solver()
	if err != nil {
		return p, err
	}
	solution, err := s.Find(ctx)
	if err != nil {
		return p, err
	}
	return p.with(toSquares(solution)), nil
}

// Census says in words how many solutions a position has, and how many orbits. It tells the
// share of the count that is done.
func Census(ctx context.Context, p Position, tell func(done float64)) (string, error) {
	s, err := p.solver()
	if err != nil {
		return "", err
	}
	all, err := countPieces(ctx, s, tell)
	if err != nil {
		return "", err
	}
	census, err := s.Census(ctx, queens.KnownTotal(all))
	if err != nil {
		return "", err
	}
	return census.String(), nil
}

// An Image is what a symmetry makes of a solution.
type Image struct {
	Symmetry string  `json:"symmetry"`
	Queens   Squares `json:"queens"`
	Vector   string  `json:"vector"`
	Same     int     `json:"same"`   // the first image that is the same
	Solves   bool    `json:"solves"` // it is a solution of the board
	Then     []int   `json:"then"`   // the image that each symmetry makes of this one
}

// symmetries names the eight as they look with rank 1 at the bottom, where what turns
// row 0 on top clockwise turns the other way.
var symmetries = []struct {
	symmetry queens.Symmetry
	name     string
}{
	{queens.Identity, "as it is"},
	{queens.Rotate270, "turned right"},
	{queens.Rotate180, "half turn"},
	{queens.Rotate90, "turned left"},
	{queens.FlipColumns, "flipped sideways"},
	{queens.FlipRows, "flipped upside down"},
	{queens.Transpose, "flipped at the a1 diagonal"},
	{queens.AntiTranspose, "flipped at the other diagonal"},
}

// Images returns the eight images of a solution of a position.
func Images(p Position, vector string) ([]Image, error) {
	s, err := p.solver()
	if err != nil {
		return nil, err
	}
	solution, err := queens.Parse(vector)
	if err != nil {
		return nil, err
	}
	if err := s.Check(solution); err != nil {
		return nil, err
	}
	var images []Image
	for _, named := range symmetries {
		image := solution.Transform(named.symmetry)
		shown := Image{Symmetry: named.name, Queens: toSquares(image), Vector: image.String(), Solves: s.Check(image) == nil}
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
