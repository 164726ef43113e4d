package page

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// ask asks an engine, as the page does, and returns the answer as the page gets it.
func ask(t *testing.T, e *Engine, name, question string) (string, error) {
	t.Helper()
	answer, err := e.Call(t.Context(), name, []byte(question), func(any) {})
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), nil
}

// TestQuestions asks every question.
func TestQuestions(t *testing.T) {
	var e Engine
	for _, c := range []struct{ name, question, want string }{
		{"read", `{"text":"2 4 1 3"}`, `"text":"n=4 given=b1,d2,a3,c4"`},
		{"look", `{"position":{"n":2,"queens":["a1"]}}`, `"attacked":["b1","a2","b2"]`},
		{"look", `{"position":{"n":2,"queens":[]}}`, `"blocked":[]`},
		{"draw", `{"position":{"n":1,"queens":["a1"]}}`, `svg`},
		{"ways", `{"position":{"n":8}}`, `"number":"92"`},
		{"begin", `{"position":{"n":4}}`, `"start":true`},
		{"move", `{"steps":2,"goal":""}`, `"steps":2`},
		{"solutions", `{"position":{"n":4},"count":1}`, `{"vector":"2 4 1 3","queens":["b1","d2","a3","c4"],"orbit":2}`},
		{"find", `{"position":{"n":4,"queens":["b1"]}}`, `"queens":["b1","d2","a3","c4"]`},
		{"census", `{"position":{"n":4}}`, `2 solutions in 1 orbit`},
		{"images", `{"position":{"n":4},"text":"2 4 1 3"}`, `"symmetry":"rotated right"`},
		{"make", `{"kind":"queens","n":8,"difficulty":"medium","seed":7}`, `"difficulty":"medium"`},
		{"make", `{"kind":"regions","n":8,"difficulty":"hard","seed":7}`, `"names":["A","B","C"`},
		{"today", `{"kind":"regions","date":"2026-11-22"}`, `"n":10`},
		{"open", `{"text":"n=4 given=b1"}`, `"given":["b1"]`},
		{"state", `{"text":"n=4 given=b1","marks":"...x..q........."}`, `"wrong":["c2"]`},
		{"check", `{"text":"n=4 given=b1","marks":"................"}`, `nothing is wrong`},
		{"hint", `{"text":"n=4 given=b1","marks":"................"}`, `"says":"Look at `},
		{"answer", `{"text":"n=4 given=b1"}`, `".......qq.....q."`},
		{"picture", `{"text":"n=4 given=b1","marks":"................"}`, `svg`},
		{"streak", `{"days":["2026-03-01","2026-02-28"],"date":"2026-03-02"}`, `2`},
		{"edit", `{"regions":[[0,0],[1,1]]}`, `No solution`},
		{"readRegions", `{"text":"ABB\nABB\nACC"}`, `"text":"ABB/ABB/ACC"`},
	} {
		if got, err := ask(t, &e, c.name, c.question); err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s %s: %s, %v, want %s", c.name, c.question, got, err, c.want)
		}
	}
}

func TestBadQuestions(t *testing.T) {
	var e Engine
	for _, c := range []struct{ name, question, want string }{
		{"sing", `{}`, `unknown question "sing"`},
		{"look", `{`, `question "look"`},
		{"look", `{"position":{"n":8,"queens":["z"]}}`, `z`},
		{"look", `{"position":{"n":8,"queens":["i9"]}}`, `i9 is off the 8×8 board`},
		{"find", `{"position":{"n":3}}`, `no solution`},
		{"find", `{"position":{"n":3,"queens":["a1","a2"]}}`, `attack each other`},
		{"census", `{"position":{"n":3,"queens":["a1","a2"]}}`, `attack each other`},
		{"images", `{"position":{"n":65},"text":"1"}`, `n = 65 out of range`},
		{"move", `{"steps":1}`, `there is no lesson yet`},
		{"make", `{"kind":"regions","n":13}`, `the puzzle has 13 rows, want 5 to 12`},
		{"make", `{"kind":"queens","n":5}`, `the puzzle has 5 rows, want 6 to 20`},
		{"make", `{"kind":"queens","n":8,"torus":true}`, `there is no solution with 8 rows`},
		{"make", `{"kind":"queens","n":7,"torus":true,"difficulty":"medium"}`, `there is no medium puzzle with 7 rows whose edges join`},
		{"make", `{"kind":"chess","n":8}`, `the kind of a puzzle is "chess"`},
		{"make", `{"kind":"queens","n":8,"difficulty":"mild"}`, `mild`},
		{"today", `{"kind":"regions","date":"today"}`, `the date is "today"`},
		{"streak", `{"date":"2026-02-30"}`, `2026-02-30`},
		{"open", `{"text":"n=8"}`, `several solutions`},
		{"open", `{"text":"n=3"}`, `no solution`},
		{"open", `{"text":"n=99"}`, `99 rows`},
		{"open", `{"text":"n=8 given=a1,a2"}`, `attack each other`},
		{"open", `{"text":"hello"}`, `neither a board of regions nor one of queens`},
		{"state", `{"text":"n=4 given=b1","marks":"..."}`, `marks for 3 squares, want 16`},
		{"state", `{"text":"n=4 given=b1","marks":".q.............."}`, `b1 belongs to the puzzle`},
		{"state", `{"text":"n=4 given=b1","marks":"?..............."}`, `the mark on a1`},
		{"picture", `{"text":"n=4 given=b1","marks":"q..............."}`, `rank 1 has two queens`},
		{"edit", `{"regions":[[0,0],[1,2]]}`, `there is a region 2`},
		{"edit", `{"regions":[[0,0],[1]]}`, `row`},
		{"edit", `{}`, `the board has 0 rows`},
		{"readRegions", `{"text":"n=8"}`, `the editor is for coloured regions`},
		{"draw", `{"position":{"n":2,"queens":["a1"]},"given":["a9"]}`, `a9`},
	} {
		if got, err := ask(t, &e, c.name, c.question); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %s, %v, want an error with %s", c.name, c.question, got, err, c.want)
		}
	}
}

// FuzzCall asks anything: there is an answer or an error, and the engine does not crash.
func FuzzCall(f *testing.F) {
	for _, name := range []string{"read", "look", "draw", "ways", "begin", "move", "find", "solutions", "census", "images", "make", "today", "open", "state", "check", "hint", "answer", "picture", "streak", "edit", "readRegions"} {
		f.Add(name, `{"text":"2 4 1 3","position":{"n":4,"torus":true,"queens":["b1"],"blocked":["a4"]},"given":["b1"],"steps":3,"count":2}`)
		f.Add(name, `{"text":"AAAA/ABBB/CCBD/CDDD","kind":"regions","n":6,"marks":"x..q............","regions":[[0]],"date":"2026-11-22"}`)
		f.Add(name, `{"text":"n=4 given=b1","kind":"queens","n":7,"torus":true,"marks":"x..q............"}`)
	}
	f.Fuzz(func(t *testing.T, name, question string) {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		var e Engine
		for _, each := range []string{"begin", name} {
			if answer, err := e.Call(ctx, each, []byte(question), func(any) {}); err == nil {
				if _, err := json.Marshal(answer); err != nil {
					t.Error(err)
				}
			}
		}
		if e.lesson != nil {
			e.lesson.Close()
		}
	})
}
