package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"example.com/queens/cmd/internal/cli"
	"example.com/queens/internal/testkit"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

var (
	update = flag.Bool("update", false, "write the results in scripts anew")
	manDir = flag.String("man", "", "write the man pages into this directory")
)

// placeholder returns what stands for the value of a flag in help, or nothing for a switch.
func placeholder(f *pflag.Flag) string {
	name, _ := pflag.UnquoteUsage(f)
	return name
}

// manOption returns the name of a flag as man pages have it.
func manOption(f *pflag.Flag) string {
	if name := placeholder(f); name != "" {
		return fmt.Sprintf(`--%s\fP \fI%s\fP`, f.Name, name)
	}
	return fmt.Sprintf(`--%s\fP`, f.Name)
}

// finished returns a man page with placeholders instead of the default values of flags, and with
// the exit statuses.
func finished(cmd *cobra.Command, page []byte) []byte {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		option := regexp.MustCompile(fmt.Sprintf(`(?m)--%s\\fP.*$`, f.Name))
		page = option.ReplaceAllLiteral(page, []byte(manOption(f)))
	})
	statuses := []byte(".SH EXIT STATUS\n" + cli.Statuses + "\n\n\n")
	page = bytes.Replace(page, []byte(".PP\n"+cli.Statuses+"\n\n\n"), nil, 1)
	for _, next := range []string{".SH EXAMPLE", ".SH SEE ALSO"} {
		if i := bytes.Index(page, []byte(next)); i >= 0 {
			page = slices.Insert(page, i, statuses...)
			break
		}
	}
	return append(bytes.TrimRight(page, "\n"), '\n')
}

// TestManPages makes the man page of each command, and writes it where -man says. All flags have
// their placeholders, in capitals.
func TestManPages(t *testing.T) {
	root := newRoot()
	root.DisableAutoGenTag = true
	capitals := regexp.MustCompile(`^[A-Z]*$`)
	for _, cmd := range append(root.Commands(), root) {
		var made bytes.Buffer
		header := &doc.GenManHeader{Section: "1", Source: "queens", Manual: "Queens"}
		testkit.NoError(t, doc.GenMan(cmd, header, &made))
		page := finished(cmd, made.Bytes())
		if bytes.Count(page, []byte(".SH EXIT STATUS")) != 1 {
			t.Errorf("%s does not list the exit statuses once", cmd.Name())
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !capitals.MatchString(placeholder(f)) || !bytes.Contains(page, []byte(manOption(f)+"\n")) {
				t.Errorf("%s: the placeholder of --%s is %q\n%s", cmd.Name(), f.Name, placeholder(f), page)
			}
		})
		if *manDir != "" {
			name := "queens-" + cmd.Name() + ".1"
			if cmd == root {
				name = "queens.1"
			}
			testkit.NoError(t, os.WriteFile(filepath.Join(*manDir, name), page, 0o666))
		}
	}
}
