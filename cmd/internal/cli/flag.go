package cli

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A Value is the value of a flag.
type Value[T any] struct {
	V     T
	Name  string // of the value in the help, in capitals
	Read  func(string) (T, error)
	Text  string             // as the user wrote it, or the default
	Words []cobra.Completion // that it takes, or nil
}

func (v *Value[T]) Set(text string) (err error) {
	if v.V, err = v.Read(text); err == nil {
		v.Text = text
	}
	return err
}

func (v *Value[T]) String() string { return v.Text }

func (v *Value[T]) Type() string { return v.Name }

// Choices returns what a shell completes it with.
func (v *Value[T]) Choices() []cobra.Completion { return v.Words }

// Number returns the value of a flag that takes a whole number, least or more. Help does not show
// a default of 0.
func Number(least, standard int) Value[int] {
	read := func(text string) (int, error) {
		value, err := strconv.ParseInt(text, 10, 32)
		if err != nil || value < int64(least) {
			return 0, fmt.Errorf("want a whole number, at least %d", least)
		}
		return int(value), nil
	}
	return Value[int]{V: standard, Name: "N", Read: read, Text: strings.TrimPrefix(strconv.Itoa(standard), "0")}
}

// Workers returns the value of a flag that takes the number of processors to use, all by default.
func Workers() Value[int] {
	v := Number(1, runtime.GOMAXPROCS(0))
	v.Text = "all"
	return v
}

// OneOf returns the value of a flag that takes one of the words, in upper or lower case. The default
// is the first.
func OneOf(name string, words ...string) Value[string] {
	return Choice(name, func(word string) string { return word }, words...)
}

// Choice returns the value of a flag that takes the name of one of the values, in upper or lower case.
// The default is the first.
func Choice[T any](name string, nameOf func(T) string, values ...T) Value[T] {
	names := make([]string, len(values))
	for i, value := range values {
		names[i] = nameOf(value)
	}
	read := func(word string) (chosen T, err error) {
		i := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, word) })
		if i < 0 {
			return chosen, fmt.Errorf("want one of %s", strings.Join(names, ", "))
		}
		return values[i], nil
	}
	return Value[T]{V: values[0], Name: name, Read: read, Text: names[0], Words: slices.Clone(names)}
}

// Percentage returns the value of a flag from 0 to 100.
func Percentage(standard float64) Value[float64] {
	read := func(text string) (float64, error) {
		value, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
		if err != nil || !(value >= 0 && value <= 100) {
			return 0, errors.New("want a percentage, 0 to 100")
		}
		return value, nil
	}
	return Value[float64]{V: standard, Name: "PERCENT", Read: read, Text: fmt.Sprint(standard)}
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

// A Seed makes random choices repeatable. Unless the user sets it, it is drawn at random and
// printed, so that the run can be repeated.
type Seed struct{ Value[uint64] }

// AddTo adds the flag to a command.
func (s *Seed) AddTo(cmd *cobra.Command) {
	s.Name = "SEED"
	s.Read = func(text string) (uint64, error) {
		value, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return 0, errors.New("want a whole number below 2^64")
		}
		return value, nil
	}
	cmd.Flags().VarP(&s.Value, "seed", "s", "repeat the random choices of the run that printed this seed")
}

// Source returns the random numbers of the seed.
func (s *Seed) Source() *rand.Rand {
	if s.Text == "" {
		s.V = uint64(rand.Uint32())
	}
	return rand.New(rand.NewPCG(s.V, 0))
}

// Tell says which seed was drawn.
func (s *Seed) Tell(cmd *cobra.Command) {
	if s.Text == "" {
		fmt.Fprintf(Aside(cmd), "seed %d\n", s.V)
	}
}

// completeFlags has a shell complete the values of flags with their choices, and with the names of
// files only if they are files.
func completeFlags(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if name, _ := pflag.UnquoteUsage(f); name == "FILE" {
			return
		}
		complete := cobra.NoFileCompletions
		if v, ok := f.Value.(interface{ Choices() []cobra.Completion }); ok && v.Choices() != nil {
			complete = cobra.FixedCompletions(v.Choices(), cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveKeepOrder)
		}
		_ = cmd.RegisterFlagCompletionFunc(f.Name, complete) // unless the command has set how
	})
}
