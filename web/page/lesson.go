package page

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"example.com/queens"
	"example.com/queens/puzzle"
)

// A LessonRequest asks about what a learner has marked on the board of a lesson.
type LessonRequest struct {
	Start Attempt `json:"start"` // as the lesson has it
	Now   Attempt `json:"now"`
}

// A LessonReply says which marks do not follow, by steps that are no harder than the easiest one from the
// start, and whether all that follows from a step as hard as that is marked. Its Reason is of such a step,
// if one can be told of the board as it is.
type LessonReply struct {
	Reason
	Found  bool    `json:"found"`
	Astray Squares `json:"astray"`
}

// Lesson answers a learner.
func Lesson(ctx context.Context, q LessonRequest) (LessonReply, error) {
	board, err := readKind(q.Start.Text)
	if err != nil {
		return LessonReply{}, err
	}
	if err := inside(board.N(), q.Start.Queens, q.Start.Crosses, q.Now.Queens, q.Now.Crosses); err != nil {
		return LessonReply{}, err
	}
	steps, err := board.steps(ctx, q.Start.Queens, q.Start.Crosses)
	if err != nil {
		return LessonReply{}, err
	}
	var reply LessonReply
	goal := -1     // the rank of the first step
	ahead := false // a step before is not marked
	sound := Attempt{Queens: q.Start.Queens, Crosses: q.Start.Crosses}
	for step := range steps {
		if goal < 0 {
			goal = step.rank
		}
		if step.rank > goal {
			break
		}
		sound.Queens, sound.Crosses = append(sound.Queens, step.Queens...), append(sound.Crosses, step.Crosses...)
		marked := holds(q.Now.Queens, step.Queens) && holds(q.Now.Crosses, step.Crosses)
		if marked && step.rank == goal && reply.Rule == "" {
			reply.Found = true
			if !ahead || step.isSeen(board, q.Now) {
				reply.Reason = step
			}
		}
		ahead = ahead || !marked
	}
	for _, s := range q.Now.Queens {
		if !slices.Contains(sound.Queens, s) {
			reply.Astray = append(reply.Astray, s)
		}
	}
	for _, s := range q.Now.Crosses {
		attacks := func(queen queens.Square) bool { return board.Attacks(queen, s) }
		if !slices.Contains(sound.Crosses, s) && !slices.ContainsFunc(sound.Queens, attacks) {
			reply.Astray = append(reply.Astray, s)
		}
	}
	return reply, ctx.Err()
}

func holds(all, some Squares) bool {
	return !slices.ContainsFunc(some, func(s queens.Square) bool { return !slices.Contains(all, s) })
}

// isSeen reports whether the reason of a step is true of a board with an attempt on it, whatever else
// follows; of trials it is not known.
func (r Reason) isSeen(board kind, a Attempt) bool {
	without := func(all, some Squares) Squares {
		return slices.DeleteFunc(slices.Clone(all), func(s queens.Square) bool { return slices.Contains(some, s) })
	}
	placed, closed := without(a.Queens, r.Queens), slices.AppendSeq(without(a.Crosses, r.Crosses), board.Blocked())
	for _, unit := range r.Units {
		var free Squares
		for i := range board.N() * board.N() {
			s := queens.Square{Row: i / board.N(), Col: i % board.N()}
			attacks := func(queen queens.Square) bool { return queen == s || board.Attacks(queen, s) }
			if board.in(s, unit) && !slices.Contains(closed, s) && !slices.ContainsFunc(placed, attacks) {
				free = append(free, s)
			}
		}
		if len(free) == 0 || slices.ContainsFunc(free, func(s queens.Square) bool { return !r.covers(board, s) }) {
			return false
		}
	}
	return true
}

// covers reports whether a free square of the units is as the rule has it.
func (r Reason) covers(board kind, s queens.Square) bool {
	switch rule := strings.TrimPrefix(r.Rule, "queens-"); {
	case rule == "single":
		return slices.Contains(r.Queens, s)
	case rule == "pin":
		return !slices.ContainsFunc(r.Crosses, func(t queens.Square) bool { return !board.Attacks(s, t) })
	default: // all free squares of the units are within others
		return slices.ContainsFunc(r.Within, func(u Unit) bool { return board.in(s, u) })
	}
}

// A PractiseRequest asks for a position to practise a lesson on. The same request gives the same position,
// on all machines.
type PractiseRequest struct {
	Lesson string `json:"lesson"` // a rule, such as "pin"
	Seed   uint64 `json:"seed"`
}

// practised are puzzles in which a rule often leads on, by the rule: one in ten, at worst.
var practised = map[string]PuzzleRequest{
	"single":       {Kind: Regions, N: 5, Difficulty: puzzle.Easy},
	"point":        {Kind: Regions, N: 6, Difficulty: puzzle.Easy},
	"pin":          {Kind: Regions, N: 6, Difficulty: puzzle.Medium},
	"queens-pin":   {Kind: Queens, N: 6, Difficulty: puzzle.Medium},
	"set2":         {Kind: Regions, N: 6, Difficulty: puzzle.Medium},
	"set3":         {Kind: Regions, N: 7, Difficulty: puzzle.Hard},
	"set4":         {Kind: Regions, N: 10, Difficulty: puzzle.Hard},
	"queens-trial": {Kind: Queens, N: 6, Difficulty: puzzle.Hard},
	"trial":        {Kind: Regions, N: 7, Difficulty: puzzle.Expert},
}

// mostBoards is how many boards are looked through for a rule.
const mostBoards = 1000

// Practise makes puzzles until a rule leads on in one of them, and returns a position where it does.
func Practise(ctx context.Context, q PractiseRequest) (Attempt, error) {
	like, ok := practised[q.Lesson]
	if !ok {
		return Attempt{}, fmt.Errorf("the lesson is %q, want a rule", q.Lesson)
	}
	rng := rand.New(rand.NewPCG(q.Seed, 65))
	for range mostBoards {
		board, err := like.generate(ctx, rng)
		if err != nil {
			return Attempt{}, err
		}
		steps, err := board.steps(ctx, nil, nil)
		if err != nil {
			return Attempt{}, err
		}
		var found []Attempt
		at := Attempt{Text: board.text()}
		for step := range steps {
			if step.Rule == q.Lesson {
				found = append(found, Attempt{Text: at.Text, Queens: slices.Clone(at.Queens), Crosses: slices.Clone(at.Crosses)})
			}
			at.Queens, at.Crosses = append(at.Queens, step.Queens...), append(at.Crosses, step.Crosses...)
		}
		if len(found) > 0 {
			return found[rng.IntN(len(found))], ctx.Err()
		}
	}
	return Attempt{}, Fault{Code: "none", N: like.N, Difficulty: like.Difficulty}
}
