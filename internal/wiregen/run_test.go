package wiregen_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/healthlint/healthlint/internal/wiregen"
)

// TestAnswersRun runs generated programs, with a world that notes who is asked, and holds the answers against what
// happens. It compiles hundreds of packages, so it runs only when HEALTHLINT_WIRING_RUN says how many programs.
func TestAnswersRun(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("HEALTHLINT_WIRING_RUN"))
	if n == 0 {
		t.Skip("HEALTHLINT_WIRING_RUN is not set")
	}
	first, _ := strconv.Atoi(os.Getenv("HEALTHLINT_WIRING_FIRST"))
	dir := t.TempDir()
	var programs []*wiregen.Program
	for i := range n {
		p := wiregen.New(wiregen.Seed(uint64(first + i)))
		programs = append(programs, p)
		put(t, dir, i, p)
	}
	putMain(t, dir, n)
	run(t, dir, "go", "build", "-o", "all.exe", "./all")
	for i, p := range programs { // each in a process of its own: work that nobody waits for is not seen by the next
		var seen map[string]map[string]bool
		if err := json.Unmarshal(run(t, dir, filepath.Join(dir, "all.exe"), strconv.Itoa(i)), &seen); err != nil {
			t.Fatal(err)
		}
		compareRun(t, first+i, p, seen)
	}
}

func run(t *testing.T, dir string, args ...string) []byte {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOMAXPROCS=2")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func compareRun(t *testing.T, seed int, p *wiregen.Program, seen map[string]map[string]bool) {
	late := strings.Contains(p.String(), "not waited for") || strings.Contains(p.String(), "group helpers") // its work may be seen under another probe
	rare := strings.Contains(p.String(), "wrappers/1")                                                      // the second check runs when the first fails, which some never do
	for _, w := range p.Want {
		var got wiregen.Deps
		for name := range seen[w.Path] {
			d, _ := wiregen.Of(name)
			got |= d
		}
		if !rare && got&w.Must != w.Must || !late && got&^w.May != 0 {
			t.Errorf("seed %d, %s: asked %s, must %s, may %s\n%s", seed, w.Path, got, w.Must, w.May, p)
		}
	}
}

// put writes program i so that it can be called.
func put(t *testing.T, dir string, i int, p *wiregen.Program) {
	for _, pkg := range p.Packages {
		name := filepath.Base(pkg.Path)
		src := strings.ReplaceAll(pkg.Source, wiregen.Module+"/", fmt.Sprintf("%s/p%d/", wiregen.Module, i))
		src = strings.Replace(src, "package main", "package prog", 1)
		src = strings.Replace(src, "func main()", "func Main()", 1)
		src = strings.Replace(src, "log.Fatal(http.ListenAndServe(\":8080\", mux))", "trace.Serve(\"\", mux)", 1)
		src = strings.Replace(src, "log.Fatal(http.ListenAndServe(\":8080\", nil))", "trace.Serve(\"\", nil)", 1)
		for _, f := range []string{"net.Dial", "net.LookupHost", "http.Get", "os.Getenv"} {
			_, fn, _ := strings.Cut(f, ".")
			src = strings.ReplaceAll(src, f+"(", "trace."+fn+"(")
		}
		src = strings.ReplaceAll(src, "len(os.Args)", "trace.Args()")
		src = strings.Replace(src, "import (\n", "import (\n\"example.com/gen/trace\"\n", 1) + "\nvar _ = trace.Args\n"
		for imp, use := range map[string]string{"net": "net.Pipe", "net/http": "http.NewRequest", "os": "os.Exit"} {
			if strings.Contains(src, "\n"+strconv.Quote(imp)+"\n") {
				src += "var _ = " + use + "\n"
			}
		}
		putFile(t, filepath.Join(dir, "p"+strconv.Itoa(i), name, "x.go"), src)
	}
}

func putMain(t *testing.T, dir string, n int) {
	trace, err := os.ReadFile("testdata/trace.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	putFile(t, filepath.Join(dir, "trace/trace.go"), string(trace))
	putFile(t, filepath.Join(dir, "go.mod"), "module example.com/gen\n\ngo 1.25\n")
	src := "package main\n\nimport (\n\"encoding/json\"\n\"os\"\n\"strconv\"\n\"example.com/gen/trace\"\n"
	calls := "all := []func(){"
	for i := range n {
		src += fmt.Sprintf("p%d \"example.com/gen/p%d/main\"\n", i, i)
		calls += fmt.Sprintf("p%d.Main, ", i)
	}
	src += ")\n\nfunc main() {\n" + calls + "}\ni, _ := strconv.Atoi(os.Args[1])\n_ = json.NewEncoder(os.Stdout).Encode(trace.Run(all[i]))\n}\n"
	putFile(t, filepath.Join(dir, "all/main.go"), src)
}

func putFile(t *testing.T, name, text string) {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
