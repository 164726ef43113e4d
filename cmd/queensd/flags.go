package main

import (
	"errors"
	"fmt"
	"time"

	"example.com/queens/cmd/queens/cli"
	"github.com/spf13/cobra"
)

// duration returns the value of a flag that is a positive duration, and standard unless it is given.
func duration(standard time.Duration) cli.Value[time.Duration] {
	read := func(text string) (time.Duration, error) {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			return 0, errors.New(`want a time such as 90s or 10m`)
		}
		return d, nil
	}
	return cli.Value[time.Duration]{V: standard, Name: "TIME", Read: read, Text: standard.String()}
}

// noArguments checks that a command has flags only.
var noArguments = arguments(0, "none")

// arguments checks the number of a command's arguments, and says what it wants.
func arguments(number int, want string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != number {
			return fmt.Errorf("%s has %s, want %s", cmd.Name(), cli.Plural(len(args), "argument"), want)
		}
		return nil
	}
}
