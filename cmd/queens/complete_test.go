package main

import (
	"testing"

	"example.com/queens"
)

func TestComplete(t *testing.T) {
	tests := []struct{ line, stdout, stderr string }{
		{"complete 8 --given b4,d5 --block f1", `8  . . . . Q . . .
7  . . . . . . Q .
6  Q . . . . . . .
5  . . . Q . . . .
4  . Q . . . . . .
3  . . . . . . . Q
2  . . . . . Q . .
1  . . Q . . x . .
   a b c d e f g h

`, ""},
		{"complete 8 --given b4,d5 --block f1 --format fen", "4Q3/6Q1/Q7/3Q4/1Q6/7Q/5Q2/2Q5\n", ""},
		{"complete 0 --format vector", "n=0\n", ""},
		{"complete 1 --format json", "[0]\n", ""},
		{"complete 3", "", "no solution\n"},
		{"complete 3 --format vector", "", "no solution\n"},
		{"complete 8 --given b4,d5 --block c1,f1 --format grid", "", "no solution\n"},
		{"complete 8 --torus", "", "no solution\n"},
	}
	for _, test := range tests {
		check(t, test.line, test.stdout, test.stderr)
	}
}

func TestCompleteLarge(t *testing.T) {
	for _, line := range []string{"complete 64", "complete 49 --torus", "complete 64 --given a1,c64 --block b3"} {
		p, err := queens.Parse(mustRun(t, line+" --format fen"))
		if err != nil || !p.Solved() {
			t.Errorf("%s: %v, %v", line, p, err)
		}
	}
}
