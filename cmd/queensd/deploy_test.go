package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"

	"example.com/queens/internal/testkit"
	"go.yaml.in/yaml/v3"
)

// An object is what the tests read of an object of Kubernetes.
type object struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Metadata   struct{ Name string }
	Spec       struct {
		Template struct {
			Spec struct {
				Containers []struct {
					Name, Image string
					Args        []string
				}
				Volumes []struct {
					Name  string
					Claim struct {
						Name string `yaml:"claimName"`
					} `yaml:"persistentVolumeClaim"`
					Secret struct {
						Name string `yaml:"secretName"`
					}
				}
			}
		}
	}
}

// TestKubernetes reads deploy/kubernetes.yaml: the commands of its containers are commands of this
// program, and the claims that they mount are there.
func TestKubernetes(t *testing.T) {
	decoder := yaml.NewDecoder(bytes.NewReader(testkit.Must(os.ReadFile("deploy/kubernetes.yaml"))))
	commands, claims, mounted := map[string]string{}, map[string]bool{}, map[string]bool{}
	for {
		var o object
		if err := decoder.Decode(&o); errors.Is(err, io.EOF) {
			break
		} else if err != nil || o.APIVersion == "" || o.Metadata.Name == "" {
			t.Fatalf("%+v, %v", o, err)
		}
		if o.Kind == "PersistentVolumeClaim" {
			claims[o.Metadata.Name] = true
		}
		for _, c := range o.Spec.Template.Spec.Containers {
			cmd, rest, err := newRoot().Find(c.Args)
			if err == nil {
				err = cmd.ParseFlags(rest)
			}
			if err == nil {
				err = cmd.Args(cmd, cmd.Flags().Args())
			}
			if err != nil {
				t.Errorf("%s: %q: %v", o.Metadata.Name, c.Args, err)
				continue
			}
			commands[cmd.Name()] = c.Image
		}
		for _, v := range o.Spec.Template.Spec.Volumes {
			switch {
			case v.Claim.Name != "":
				mounted[v.Claim.Name] = true
			case v.Secret.Name != "queens": // which the README makes
				t.Errorf("%s: volume %+v", o.Metadata.Name, v)
			}
		}
	}
	if len(commands) != 2 || commands["count"] == "" || commands["count"] != commands["worker"] {
		t.Errorf("commands and images: %v, want count and worker of one image", commands)
	}
	for claim := range mounted {
		if !claims[claim] {
			t.Errorf("nothing claims the volume %s", claim)
		}
	}
	if len(mounted) == 0 {
		t.Error("the ledger is on no volume")
	}
}
