package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/analyzer"
)

// A log of a real run has all rules with texts that GitHub shows in full, and columns from the code.
func TestSARIF(t *testing.T) {
	var out, errs bytes.Buffer
	c := &command{args: []string{"-format=sarif", "./..."}, stdout: &out, stderr: &errs, env: os.Environ(), dir: "../../testdata/example"}
	if status := c.run(); status != exitFindings {
		t.Fatal(errs.String())
	}
	type text struct{ Text, Markdown string }
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct {
						ID                                      string
						ShortDescription, FullDescription, Help text
					}
				}
			}
			Results []struct {
				Locations []struct {
					PhysicalLocation struct {
						Region struct{ StartLine, StartColumn, EndColumn int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	rules := log.Runs[0].Tool.Driver.Rules
	if len(rules) != len(analyzer.Rules()) {
		t.Errorf("%d rules", len(rules))
	}
	for _, r := range rules {
		for _, s := range []text{r.ShortDescription, r.FullDescription} {
			if n := len([]rune(s.Text)); n == 0 || n > 1024 {
				t.Errorf("%s: a text of %d signs", r.ID, n)
			}
		}
		if r.Help.Text == "" || !strings.HasPrefix(r.Help.Markdown, "# "+r.ID+"\n") {
			t.Errorf("%s has no help", r.ID)
		}
	}
	if len(log.Runs[0].Results) != 1 {
		t.Fatalf("%d results", len(log.Runs[0].Results))
	}
	if at := log.Runs[0].Results[0].Locations[0].PhysicalLocation.Region; at.StartLine != 49 || at.StartColumn != 19 || at.EndColumn <= at.StartColumn {
		t.Errorf("region %+v", at)
	}
	// With -rules the others did not run, and are not in the log.
	out.Reset()
	c.args = []string{"-format=sarif", "-rules=shared-handler", "./..."}
	if status := c.run(); status != exitClean || bytes.Contains(out.Bytes(), []byte(`"id": "liveness-dependency"`)) {
		t.Errorf("status %d\n%s", status, out.String())
	}
}
