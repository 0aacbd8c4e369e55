package simulate

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const page = "../../docs/simulate.md"

// TestPage runs every command of the page and wants the output that stands there. UPDATE_DOCS=1 rewrites it. Files
// that the page shows (a block that begins with "# NAME.yaml") are there for the commands.
func TestPage(t *testing.T) {
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	blocks := strings.Split(string(data), "```")
	commands := 0
	for i := 1; i < len(blocks); i += 2 {
		body, _ := strings.CutPrefix(blocks[i], "yaml")
		body = strings.TrimPrefix(body, "\n")
		first, rest, _ := strings.Cut(body, "\n")
		if name, ok := strings.CutPrefix(first, "# "); ok && strings.HasSuffix(name, ".yaml") {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		line, ok := strings.CutPrefix(first, "$ healthlint simulate")
		if !ok {
			continue
		}
		commands++
		var out bytes.Buffer
		Main(strings.Fields(line), dir, &out, &out)
		if out.String() != rest {
			t.Errorf("%s prints\n%s\nnot\n%s", first, out.String(), rest)
		}
		blocks[i] = "\n" + first + "\n" + out.String()
	}
	if commands < 8 {
		t.Errorf("%d commands on the page", commands)
	}
	if os.Getenv("UPDATE_DOCS") != "" {
		if err := os.WriteFile(page, []byte(strings.Join(blocks, "```")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
