package page

import (
	"context"
	"slices"

	"example.com/queens"
	"example.com/queens/tasks"
)

// A List is some of the solutions of a board, in lexicographic order.
type List struct {
	Solutions Items[Listed] `json:"solutions"`
	More      bool          `json:"more"` // there are others after these
}

// A Listed solution is one of a list, with the size of its orbit.
type Listed struct {
	Vector string  `json:"vector"`
	Queens Squares `json:"queens"`
	Orbit  int     `json:"orbit"`
}

// A SolutionsRequest asks for at most count of the solutions of a position, or of the fundamental
// ones, starting with number from, counted from 0.
type SolutionsRequest struct {
	Position    Position `json:"position"`
	Fundamental bool     `json:"fundamental"`
	From        int      `json:"from"`
	Count       int      `json:"count"`
}

// Solutions returns some solutions of a position.
func Solutions(ctx context.Context, q SolutionsRequest) (List, error) {
	var found List
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

// Orbits is the number of orbits of one size.
type Orbits struct {
	Size  int    `json:"size"`
	Count uint64 `json:"count"`
}

// A Total is the number of solutions of a position, and of their orbits.
type Total struct {
	All         uint64        `json:"all"`
	Fundamental uint64        `json:"fundamental"`
	Orbits      Items[Orbits] `json:"orbits"` // by size
}

// Progress is the share of a count that is done, and about how many solutions there are, or 0 as
// long as that is not known.
type Progress struct {
	Done  float64 `json:"done"`
	About float64 `json:"about"`
}

// Census counts the solutions of a position, and their orbits. It calls tell with its progress.
func Census(ctx context.Context, p Position, tell func(Progress)) (Total, error) {
	board, err := p.board()
	if err != nil {
		return Total{}, err
	}
	about, err := p.estimate(ctx, board)
	if err != nil {
		return Total{}, err
	}
	tell(Progress{About: about})
	all, err := countTasks(ctx, board, func(done float64) { tell(Progress{done, about}) })
	if err != nil {
		return Total{}, err
	}
	census, err := tasks.CensusOf(ctx, board, all)
	total := Total{All: census.All, Fundamental: census.Fundamental}
	for size, count := range census.Orbits {
		if count > 0 {
			total.Orbits = append(total.Orbits, Orbits{size, count})
		}
	}
	return total, err
}

// An Image is a solution, rotated or reflected.
type Image struct {
	Symmetry queens.Symmetry `json:"symmetry"`
	Queens   Squares         `json:"queens"`
	Vector   string          `json:"vector"`
	Same     int             `json:"same"`   // index of the first equal image
	Solves   bool            `json:"solves"` // the image is a solution of the board too
	Then     []int           `json:"then"`   // indexes of the images of this image
}

// symmetries are the eight symmetries in the order in which the page shows them.
var symmetries = []queens.Symmetry{
	queens.Identity, queens.Rotate90, queens.Rotate180, queens.Rotate270,
	queens.FlipColumns, queens.FlipRows, queens.Transpose, queens.AntiTranspose,
}

// An ImagesRequest asks for the images of a solution, given as a vector, of a position.
type ImagesRequest struct {
	Position Position `json:"position"`
	Vector   string   `json:"vector"`
}

// Images returns the eight images of a solution of a position.
func Images(q ImagesRequest) ([]Image, error) {
	board, err := q.Position.board()
	if err != nil {
		return nil, err
	}
	solution, err := queens.ParsePlacement(q.Vector)
	if err != nil {
		return nil, err
	}
	if err := board.Check(solution); err != nil {
		return nil, err
	}
	var images []Image
	for _, symmetry := range symmetries {
		image := solution.Transform(symmetry)
		shown := Image{Symmetry: symmetry, Queens: queensOf(image), Vector: image.String(), Solves: board.Check(image) == nil}
		shown.Same = slices.IndexFunc(images, func(other Image) bool { return other.Vector == shown.Vector })
		if shown.Same < 0 {
			shown.Same = len(images)
		}
		for _, then := range symmetries {
			shown.Then = append(shown.Then, slices.Index(symmetries, then.Compose(symmetry)))
		}
		images = append(images, shown)
	}
	return images, nil
}
