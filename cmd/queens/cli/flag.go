package cli

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"

	"github.com/spf13/cobra"
)

// A Value is the value of a flag, with the name that the help has for it.
type Value[T any] struct {
	V    T
	Name string
	Read func(string) (T, error)
	Text string // as it was given, or the default
}

func (v *Value[T]) Set(text string) (err error) {
	if v.V, err = v.Read(text); err == nil {
		v.Text = text
	}
	return err
}

func (v *Value[T]) String() string { return v.Text }

func (v *Value[T]) Type() string { return v.Name }

// Number returns the value of a flag that says how many: least or more.
func Number(name string, least, standard int) Value[int] {
	read := func(text string) (int, error) {
		value, err := strconv.ParseInt(text, 10, 32)
		if err != nil || value < int64(least) {
			return 0, fmt.Errorf("want a whole number, at least %d", least)
		}
		return int(value), nil
	}
	return Value[int]{V: standard, Name: name, Read: read, Text: strconv.Itoa(standard)}
}

// File returns the value of a flag that names a file.
func File() Value[string] {
	return Value[string]{Name: "FILE", Read: func(name string) (string, error) {
		if name == "" {
			return "", errors.New("the name is empty")
		}
		return name, nil
	}}
}

// A Seed makes chance repeatable. Unless it is set it is drawn, and told, so that what
// came of it can be had again.
type Seed struct{ Value[uint64] }

func (s *Seed) AddFlag(cmd *cobra.Command) {
	s.Name = "S"
	s.Read = func(text string) (uint64, error) {
		value, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return 0, errors.New("want a whole number below 2^64")
		}
		return value, nil
	}
	cmd.Flags().VarP(&s.Value, "seed", "s", "make the choices of this seed again, not of a new one")
	MustComplete(cmd, "seed", cobra.NoFileCompletions)
}

// Source returns the source of random numbers.
func (s *Seed) Source(stderr io.Writer) *rand.Rand {
	if s.Text == "" {
		s.V = uint64(rand.Uint32())
		fmt.Fprintf(stderr, "seed %d\n", s.V)
	}
	return rand.New(rand.NewPCG(s.V, 0))
}

// MustComplete sets the completion of a flag's values. It fails only if the flag is
// not there.
func MustComplete(cmd *cobra.Command, flag string, complete cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err)
	}
}
