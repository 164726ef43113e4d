package cli

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// prepare gives a program the manner of all: errors of one line, with a suggestion
// where a name is nearly right.
func prepare(root *cobra.Command) {
	root.Version = version()
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SuggestionsMinimumDistance = 2
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", ".FlagUsagesWrapped 80"))
	root.RunE = func(*cobra.Command, []string) error { return root.Help() }
	for _, cmd := range root.Commands() {
		cmd.Flags().SortFlags = false
	}
}

// version returns the version of the program and that of Go.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown)"
	}
	return info.Main.Version + " " + info.GoVersion
}

// addHelpAndCompletion adds cobra's own commands early, to make them refuse names
// that they do not know. Completion scripts are written to what is the output now.
func addHelpAndCompletion(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Args = func(_ *cobra.Command, topic []string) error {
				if found, rest, err := root.Find(topic); err != nil || found == root && len(rest) > 0 {
					return unknownCommand(root, strings.Join(topic, " "))
				}
				return nil
			}
		case "completion":
			cmd.Args = func(_ *cobra.Command, args []string) error {
				if len(args) > 0 {
					return unknownCommand(cmd, args[0])
				}
				return nil
			}
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
			cmd.DisableFlagsInUseLine = true
		}
	}
}

// NumberCommand is the annotation of a program that names the command that a user may
// have meant who gives a number only.
const NumberCommand = "number"

// knownCommand checks the name of a command, before its flags are looked at.
func knownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return nil
	}
	if cmd, _, err := root.Find(args); err == nil && cmd != root {
		return nil
	}
	return unknownCommand(root, args[0])
}

// unknownCommand says what the user may have meant. A number is a board.
func unknownCommand(cmd *cobra.Command, name string) error {
	text := fmt.Sprintf("unknown command %q for %q", name, cmd.CommandPath())
	if meant := cmd.Annotations[NumberCommand]; meant != "" {
		if _, err := strconv.Atoi(name); err == nil {
			return didYouMean(text, []string{meant + " " + name})
		}
	}
	return didYouMean(text, cmd.SuggestionsFor(name))
}

func didYouMean(text string, names []string) error {
	if len(names) == 0 {
		return errors.New(text)
	}
	for i, name := range names {
		names[i] = strconv.Quote(name)
	}
	return fmt.Errorf("%s; did you mean %s?", text, strings.Join(names, " or "))
}

// flagError explains a negative number, which looks like a flag, and a flag that is
// nearly right.
func flagError(cmd *cobra.Command, err error) error {
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return err
	}
	if number := "-" + unknown.GetSpecifiedShortnames(); number != "-" {
		if _, notNumber := strconv.Atoi(number); notNumber == nil {
			return fmt.Errorf("%s is no size of a board", number)
		}
		return err
	}
	// Cobra compares names of commands only: make the flags some.
	flags := &cobra.Command{SuggestionsMinimumDistance: 2}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		flags.AddCommand(&cobra.Command{Use: "--" + f.Name, Run: func(*cobra.Command, []string) {}})
	})
	return didYouMean(err.Error(), flags.SuggestionsFor("--"+unknown.GetSpecifiedName()))
}
