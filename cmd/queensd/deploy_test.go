package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/queens/internal/testkit"
	"go.yaml.in/yaml/v3"
)

// TestKubernetes reads deploy/kubernetes.yaml: the commands of its containers are commands of this
// program, and the claims that they mount are there.
func TestKubernetes(t *testing.T) {
	text := string(testkit.Must(os.ReadFile("deploy/kubernetes.yaml")))
	for object := range strings.SplitSeq(text, "\n---\n") {
		fields := map[string]any{}
		if err := yaml.Unmarshal([]byte(object), fields); err != nil || fields["apiVersion"] == nil {
			t.Errorf("%v in\n%s", err, object)
		}
	}
	all := func(pattern string) (found []string) {
		for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			found = append(found, match[1])
		}
		return found
	}
	var commands []string
	for _, args := range all(`\n +args:\n((?: +- .*\n)+)`) {
		cmd, rest, err := newRoot().Find(strings.Fields(strings.NewReplacer("- ", "", `"`, "").Replace(args)))
		if err == nil {
			err = cmd.ParseFlags(rest)
		}
		if err == nil {
			err = cmd.Args(cmd, cmd.Flags().Args())
		}
		if err != nil {
			t.Errorf("%s: %v", args, err)
		}
		commands = append(commands, cmd.Name())
	}
	images := all(` image: (.*)`)
	if !slices.Equal(commands, []string{"count", "worker"}) || len(images) != 2 || images[0] != images[1] {
		t.Errorf("commands %q of the images %q, want count and worker of one image", commands, images)
	}
	if claimed, mounted := all(`\nkind: PersistentVolumeClaim\nmetadata:\n  name: (.*)`), all(`claimName: (.*)`); len(mounted) != 1 || !slices.Equal(claimed, mounted) {
		t.Errorf("the volumes %q are mounted, and %q claimed", mounted, claimed)
	}
	if secrets := all(`secretName: (.*)`); !slices.Equal(secrets, []string{"queens", "queens"}) { // which the README makes
		t.Errorf("the secrets %q", secrets)
	}
}
