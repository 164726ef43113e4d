package main

import (
	"testing"

	"example.com/queens"
)

func TestConstruct(t *testing.T) {
	const none = "no solution\n"
	for _, test := range []struct{ line, stdout, stderr string }{
		{"construct 0", "\n", ""},
		{"construct 1", "1\n", ""},
		{"construct 2", "", none},
		{"construct 3", "", none},
		{"construct 3 --format diagram", none, ""},
		{"construct 4", "2 4 1 3\n", ""},
		{"construct 4 --format diagram", "4  . . Q .\n3  Q . . .\n2  . . . Q\n1  . Q . .\n   a b c d\n\n", ""},
		{"construct 6 --format squares", "b1 d2 f3 a4 c5 e6\n", ""},
		{"random 0 --seed 1", "\n", ""},
		{"random 1 --seed 1 --format json", "[0]\n", ""},
		{"random 2 --seed 1", "", none},
		{"random 3 --seed 1 --format grid", none, ""},
	} {
		check(t, test.line, test.stdout, test.stderr)
	}
}

func TestConstructLarge(t *testing.T) {
	for _, line := range []string{
		"construct 100000", "construct 100001 --format json", "construct 5000 --format squares",
		"construct 1000 --format diagram", "random 100000 --seed 1 --format fen", "random 1000 --seed 1 --format grid",
	} {
		p, err := parsePlacement(mustRun(t, line))
		if err != nil || !p.Solved() {
			t.Errorf("%s: %d rows, %v", line, len(p), err)
		}
	}
}

func TestConstructWrongSize(t *testing.T) {
	const size = `, want a whole number 0..134217728`
	for _, test := range []struct{ args, want string }{
		{"eight", `size of the board is "eight"` + size},
		{"-5", `size of the board is "-5"` + size},
		{"-- -5", `size of the board is "-5"` + size},
		{"-x", `unknown shorthand flag: 'x' in -x`},
		{"1e6", `size of the board is "1e6"` + size},
		{"134217729", `size of the board is "134217729"` + size},
		{"1001 --format diagram", `size of the board is 1001, want at most 1000 for a diagram`},
		{"1000000 --format grid", `size of the board is 1000000, want at most 1000 for a grid`},
	} {
		for _, command := range []string{"construct ", "random "} {
			checkResult(t, command+test.args, result{2, "", "queens: " + test.want + "\n"}, queensRun(t.Context(), command+test.args))
		}
	}
	if _, err := queens.Construct(maxConstruct + 1); err == nil {
		t.Errorf("the library constructs more than %d rows", maxConstruct)
	}
}
