package page

import (
	"context"
	"slices"
	"testing"

	"example.com/queens"
)

// TestSolutions lists solutions some at a time: together they are those of the library.
func TestSolutions(t *testing.T) {
	for _, text := range []string{"n=1", "n=3", "n=6", "n=8", "n=8 given=b4", "n=7 torus blocked=a1"} {
		p := must(ReadPosition(text))
		board := must(p.board())
		for _, fundamental := range []bool{false, true} {
			listed := board.Solutions(t.Context())
			if fundamental {
				listed = board.Fundamental(t.Context())
			}
			var want []queens.Placement
			for solution, err := range listed {
				want = append(want, must(solution, err))
			}
			var got []Listed
			for more := true; more; {
				list := must(Solutions(t.Context(), SolutionsRequest{p, fundamental, len(got), 7}))
				got = append(got, list.Solutions...)
				more = list.More
			}
			if len(got) != len(want) {
				t.Fatalf("%s: %d solutions, not %d", text, len(got), len(want))
			}
			all := 0
			for i, solution := range got {
				if solution.Vector != want[i].String() || !slices.Equal(solution.Queens, queensOf(want[i])) {
					t.Errorf("%s: solution %d is %v, not %v", text, i, solution, want[i])
				}
				all += solution.Orbit
			}
			if solutions, err := board.Count(t.Context()); err != nil || fundamental && all != int(solutions) {
				t.Errorf("%s: orbits of %d solutions, not %d", text, all, solutions)
			}
		}
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Solutions(cancelled, SolutionsRequest{must(ReadPosition("n=8")), false, 0, 1}); err != context.Canceled {
		t.Error(err)
	}
}

// TestImages rotates and reflects every solution of a board, twice.
func TestImages(t *testing.T) {
	p := must(ReadPosition("n=8"))
	for solution := range queens.All(8) {
		images, err := Images(ImagesRequest{p, solution.String()})
		if err != nil || len(images) != 8 {
			t.Fatalf("%v: %v, %v", solution, images, err)
		}
		distinct := map[string]bool{}
		for i, image := range images {
			if want := solution.Transform(symmetries[i]).String(); image.Vector != want || !image.Solves {
				t.Fatalf("%v, %s: %v, want %s", solution, image.Symmetry, image, want)
			}
			if images[image.Same].Vector != image.Vector || image.Same > i {
				t.Fatalf("%v: image %d is the same as %d", solution, i, image.Same)
			}
			distinct[image.Vector] = true
			turned := must(queens.ParsePlacement(image.Vector))
			for j, then := range image.Then {
				if want := turned.Transform(symmetries[j]).String(); images[then].Vector != want {
					t.Fatalf("%v, %s, then %s: %s, want %s", solution, image.Symmetry, symmetries[j], images[then].Vector, want)
				}
			}
		}
		if len(distinct) != len(solution.Orbit()) {
			t.Fatalf("%v: %d different images, an orbit of %d", solution, len(distinct), len(solution.Orbit()))
		}
	}
}
