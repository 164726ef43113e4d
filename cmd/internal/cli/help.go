package cli

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpWidth is the greatest width of help, in characters.
const helpWidth = 80

// prepare sets up what the programs have in common: errors of one line, with a suggestion
// for a misspelled name.
func prepare(root *cobra.Command) {
	root.Version = version()
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SuggestionsMinimumDistance = 2
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.InitDefaultHelpFlag() // or "-h solve" would take solve for its value
	root.InitDefaultVersionFlag()
	width := min(helpWidth, TerminalWidth(root.OutOrStdout()))
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", fmt.Sprint(".FlagUsagesWrapped ", width)))
	root.RunE = func(*cobra.Command, []string) error { return root.Help() }
	for _, cmd := range root.Commands() {
		cmd.Flags().SortFlags = false
		cmd.SuggestionsMinimumDistance = 2
	}
}

// AddGroup adds commands under a title that they have in the help of the program.
func AddGroup(root *cobra.Command, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: title, Title: title + ":"})
	for _, cmd := range commands {
		cmd.GroupID = title
		root.AddCommand(cmd)
	}
}

// version returns the versions of the program and of Go, and the platform.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown)"
	}
	return fmt.Sprintf("%s %s %s/%s", info.Main.Version, info.GoVersion, runtime.GOOS, runtime.GOARCH)
}

// addHelpAndCompletion adds cobra's own commands, and makes them refuse unknown names. The
// completion command writes to the output set at this moment, so that must be set before.
func addHelpAndCompletion(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Args = func(_ *cobra.Command, topic []string) error {
				if found, rest, err := root.Find(topic); err != nil || found == root && len(rest) > 0 {
					return UnknownCommand(root, strings.Join(topic, " "))
				}
				return nil
			}
		case "completion":
			cmd.Args = func(_ *cobra.Command, args []string) error {
				if len(args) > 0 {
					return UnknownCommand(cmd, args[0])
				}
				return nil
			}
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
			cmd.DisableFlagsInUseLine = true
		}
	}
}

// NumberCommand is the annotation that names the command to suggest to a user who types
// only a number.
const NumberCommand = "number"

// knownCommand checks the name of the command before cobra parses its flags.
func knownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return nil
	}
	if cmd, _, err := root.Find(args); err == nil && cmd != root {
		return nil
	}
	return UnknownCommand(root, args[0])
}

// UnknownCommand returns an error that suggests a command. A number is taken for a board.
func UnknownCommand(cmd *cobra.Command, name string) error {
	text := fmt.Sprintf("unknown command %q for %q", name, cmd.CommandPath())
	if meant := cmd.Annotations[NumberCommand]; meant != "" {
		if _, err := strconv.Atoi(name); err == nil {
			return didYouMean(text, []string{meant + " " + name})
		}
	}
	if cmd.Flags().Lookup(name) != nil {
		return didYouMean(text, []string{"--" + name})
	}
	if name == "" { // every command begins with it
		return errors.New(text)
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

// flagError explains a negative number, which looks like a flag, and suggests what may have been
// meant by an unknown flag, or by a long one with a single dash.
func flagError(cmd *cobra.Command, err error) error {
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if name := wrong.GetFlag().Shorthand + wrong.GetValue(); cmd.Flags().Lookup(name) != nil {
			return didYouMean("unknown flag: -"+name, []string{"--" + name})
		}
	}
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return err
	}
	if letters := unknown.GetSpecifiedShortnames(); letters != "" {
		if _, notNumber := strconv.Atoi(letters); notNumber == nil {
			return fmt.Errorf("-%s is not a board size", letters)
		}
		return letterError(cmd, err, letters)
	}
	// Most slips keep the first letter and the last, or leave out the end.
	name := unknown.GetSpecifiedName()
	var meant []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name[0] == name[0] && (f.Name[len(f.Name)-1] == name[len(name)-1] || strings.HasPrefix(f.Name, name)) {
			meant = append(meant, "--"+f.Name)
		}
	})
	return didYouMean(err.Error(), meant)
}

// letterError suggests what may have been meant by an unknown letter: the first of letters, which are
// what is left of a word with a single dash.
func letterError(cmd *cobra.Command, err error, letters string) error {
	var long []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name == f.Shorthand+letters {
			long = append(long, "--"+f.Name)
		}
	})
	if long != nil {
		return didYouMean("unknown flag: "+long[0][1:], long)
	}
	letter := letters[:1]
	for _, other := range []string{strings.ToLower(letter), strings.ToUpper(letter)} {
		if cmd.Flags().ShorthandLookup(other) != nil {
			return didYouMean(err.Error(), []string{"-" + other})
		}
	}
	if letter == "n" {
		return fmt.Errorf("%w; the size of the board is an argument of its own: %s 8", err, cmd.CommandPath())
	}
	return err
}
