package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"

	"github.com/spf13/cobra"
)

// seed is the value of the flag that makes chance repeatable. Unless it is set, it
// is drawn, and told, so that what came of it can be had again.
type seed struct {
	text  string // "" until it is set
	value uint64
}

func (s *seed) addFlag(cmd *cobra.Command) {
	cmd.Flags().Var(s, "seed", "make the choices of seed `S` again; by default the seed is\ndrawn, and printed on standard error")
	mustComplete(cmd, "seed", cobra.NoFileCompletions)
}

// source returns the source of random numbers.
func (s *seed) source(stderr io.Writer) *rand.Rand {
	if s.text == "" {
		s.value = uint64(rand.Uint32())
		fmt.Fprintf(stderr, "seed %d\n", s.value)
	}
	return rand.New(rand.NewPCG(s.value, 0))
}

func (s *seed) Set(text string) error {
	value, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return errors.New("want a whole number below 2^64")
	}
	*s = seed{text, value}
	return nil
}

func (s *seed) String() string { return s.text }

func (s *seed) Type() string { return "S" }

// number is the value of a flag that says how many: 1 or more.
type number int

func (k *number) Set(text string) error {
	value, err := strconv.ParseInt(text, 10, 32)
	if err != nil || value < 1 {
		return errors.New("want a whole number, at least 1")
	}
	*k = number(value)
	return nil
}

func (k *number) String() string { return strconv.Itoa(int(*k)) }

func (k *number) Type() string { return "K" }
