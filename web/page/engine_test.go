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
		{"make", `{"position":{"n":8},"level":1,"seed":7}`, `"level":1`},
		{"open", `{"position":{"n":4,"queens":["b1"]}}`, `"answer":["b1","d2","a3","c4"]`},
		{"check", `{"attempt":{"puzzle":{"n":4,"queens":["b1"]},"queens":["b1"],"answer":["b1","d2","a3","c4"]}}`, `placed no queen`},
		{"hint", `{"attempt":{"puzzle":{"n":4,"queens":["b1"]},"queens":["b1"],"answer":["b1","d2","a3","c4"]}}`, `"place":true`},
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
		{"hint", `{"attempt":{"puzzle":{"n":8}}}`, `the answer has 0 queens, want 8`},
		{"hint", `{"attempt":{"puzzle":{"n":-1}}}`, `the board has -1 rows`},
		{"hint", `{"attempt":{"puzzle":{"n":4},"crossed":["a99"],"answer":["b1","d2","a3","c4"]}}`, `a99 is off`},
		{"draw", `{"position":{"n":2,"queens":["a1"]},"given":["a9"]}`, `a9`},
	} {
		if got, err := ask(t, &e, c.name, c.question); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %s, %v, want an error with %s", c.name, c.question, got, err, c.want)
		}
	}
}

// FuzzCall asks anything: there is an answer or an error, and the engine does not crash.
func FuzzCall(f *testing.F) {
	for _, name := range []string{"read", "look", "draw", "ways", "begin", "move", "find", "solutions", "census", "images", "make", "open", "check", "hint"} {
		f.Add(name, `{"text":"2 4 1 3","position":{"n":4,"torus":true,"queens":["b1"],"blocked":["a4"]},"given":["b1"],"steps":3,"count":2}`)
		f.Add(name, `{"attempt":{"puzzle":{"n":4,"queens":["b1"]},"queens":["b1","b2"],"crossed":["a1"],"answer":["b1","d2","a3","c4"]},"level":2}`)
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
