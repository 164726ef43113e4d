package page

import (
	"slices"
	"testing"

	"example.com/queens"
)

// follow returns all that follows from a position by a person's steps up to a rank, with the squares that the
// queens attack.
func (p *opened) follow(t *testing.T, a Attempt, rank int) (placed, crossed Squares) {
	placed = slices.Clone(a.Queens)
	crossed = slices.Clone(a.Crosses)
	for step := range must(p.board.steps(t.Context(), a.Queens, a.Crosses)) {
		if step.rank > rank {
			break
		}
		placed, crossed = append(placed, step.Queens...), append(crossed, step.Crosses...)
	}
	for i := range p.board.N() * p.board.N() {
		s := queens.Square{Row: i / p.board.N(), Col: i % p.board.N()}
		if slices.ContainsFunc(placed, func(q queens.Square) bool { return p.board.Attacks(q, s) }) {
			crossed = append(crossed, s)
		}
	}
	return placed, crossed
}

// TestLesson answers learners on all boards of the course and on some to practise: who marks what follows hears
// so, whichever step it is; who crosses out everything hears of each square of the answer; no square that
// does not follow is accepted; and no reason is told that is not true of the board.
func TestLesson(t *testing.T) {
	for _, lesson := range readCourse(t) {
		boards := lesson.Boards
		for seed := range uint64(3) {
			boards = append(boards, must(Practise(t.Context(), PractiseRequest{lesson.ID, seed})))
		}
		for _, start := range boards {
			p := must(openPuzzle(t.Context(), start.Text))
			start.Queens = append(start.Queens, p.given()...)
			n := p.board.N()
			var goal Reason
			for goal = range must(p.board.steps(t.Context(), start.Queens, start.Crosses)) {
				break
			}
			if !slices.Contains(lesson.Rules, goal.Rule) {
				t.Errorf("%s, %v: %s leads on", lesson.ID, start, goal.Rule)
			}
			ask := func(placed, crossed Squares) LessonReply {
				now := Attempt{Text: start.Text, Queens: slices.Concat(start.Queens, placed), Crosses: slices.Concat(start.Crosses, crossed)}
				return must(Lesson(t.Context(), LessonRequest{start, now}))
			}
			if reply := ask(nil, nil); reply.Found || len(reply.Astray) > 0 {
				t.Errorf("%s, %v: nothing is marked: %+v", lesson.ID, start, reply)
			}
			if reply := ask(goal.Queens, goal.Crosses); !reply.Found || reply.Rule != goal.Rule || len(reply.Astray) > 0 {
				t.Errorf("%s, %v: the goal is marked: %+v", lesson.ID, start, reply)
			}
			if some := len(goal.Crosses) - 1; some > 0 {
				if reply := ask(nil, goal.Crosses[:some]); len(reply.Astray) > 0 {
					t.Errorf("%s, %v: a part of the goal is marked: %+v", lesson.ID, start, reply)
				}
			}
			placed, crossed := p.follow(t, start, goal.rank)
			var free Squares
			for i := range n * n {
				s := queens.Square{Row: i / n, Col: i % n}
				if !slices.Contains(start.Queens, s) && !slices.Contains(start.Crosses, s) {
					free = append(free, s)
				}
			}
			everything := ask(nil, free)
			for _, s := range queensOf(p.answer) {
				if !slices.Contains(start.Queens, s) && !slices.Contains(everything.Astray, s) {
					t.Errorf("%s, %v: all is crossed out, and %v is said to follow", lesson.ID, start, s)
				}
			}
			for _, s := range free {
				reply := ask(nil, Squares{s})
				if slices.Contains(reply.Astray, s) == slices.Contains(crossed, s) {
					t.Errorf("%s, %v: a cross on %v: %+v", lesson.ID, start, s, reply)
				}
				if reply := ask(Squares{s}, nil); slices.Contains(reply.Astray, s) == slices.Contains(placed, s) {
					t.Errorf("%s, %v: a queen on %v: %+v", lesson.ID, start, s, reply)
				}
			}
		}
	}
}

// TestPractise makes positions to practise every lesson on: exactly its rule leads on there.
func TestPractise(t *testing.T) {
	seeds := uint64(8)
	if testing.Short() {
		seeds = 2
	}
	for _, lesson := range readCourse(t) {
		texts := map[string]bool{}
		for seed := range seeds {
			q := PractiseRequest{lesson.ID, seed}
			at := must(Practise(t.Context(), q))
			if again := must(Practise(t.Context(), q)); again.Text != at.Text || !slices.Equal(again.Crosses, at.Crosses) || !slices.Equal(again.Queens, at.Queens) {
				t.Errorf("%+v: two positions", q)
			}
			texts[at.Text] = true
			p := must(openPuzzle(t.Context(), at.Text))
			hint := must(p.hint(t.Context(), Attempt{Queens: append(at.Queens, p.given()...), Crosses: at.Crosses}))
			if hint.Rule != lesson.ID || len(hint.Queens)+len(hint.Crosses) == 0 {
				t.Errorf("%+v: %+v leads on", q, hint)
			}
		}
		if len(texts) < int(seeds)/2 {
			t.Errorf("%s: %d boards of %d seeds", lesson.ID, len(texts), seeds)
		}
	}
	if _, err := Practise(t.Context(), PractiseRequest{"contradiction", 1}); err == nil {
		t.Error("there is no lesson on contradictions")
	}
}
