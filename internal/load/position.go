package load

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/inventory"
)

// places knows how the directories of a run are named in a result. This is the one place where absolute
// file names end.
type places struct {
	dir  string // working directory; what lies in no other place is relative to it
	real string // the same without symbolic links
	dirs []place
}

// place is a directory whose files are named by a prefix instead, as module@version.
type place struct{ dir, name string }

func (l *listing) places(g *graph) *places {
	p := &places{dir: l.dir, real: l.dir}
	if real, err := filepath.EvalSymlinks(l.dir); err == nil {
		p.real = real
	}
	seen := map[string]bool{}
	add := func(dir, name string) {
		if dir != "" && !seen[dir] {
			seen[dir] = true
			p.dirs = append(p.dirs, place{dir: filepath.Clean(dir), name: name})
		}
	}
	add(filepath.Join(l.goEnv.GOROOT, "src"), "std")
	for _, n := range g.nodes {
		if m := n.pkg.Module; m != nil && !n.main {
			if m.Replace != nil {
				m = m.Replace
			}
			add(moduleDir(n), m.Path+"@"+m.Version)
		}
	}
	slices.SortFunc(p.dirs, func(a, b place) int { // the innermost first
		return cmp.Or(cmp.Compare(len(b.dir), len(a.dir)), cmp.Compare(a.dir, b.dir))
	})
	return p
}

// mainDirs are the directories of the main modules, sorted.
func (g *graph) mainDirs() []string {
	var dirs []string
	for _, n := range g.nodes {
		if n.pkg.Module != nil && n.main {
			dirs = append(dirs, moduleDir(n))
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// moduleDir is the directory of the module of n, found from the package: in a vendor folder the go command
// gives none.
func moduleDir(n *node) string {
	rel := strings.TrimPrefix(strings.TrimPrefix(n.path(), n.pkg.Module.Path), "/")
	dir := filepath.ToSlash(n.pkg.Dir)
	if rel == "" {
		return n.pkg.Dir
	}
	if base, ok := strings.CutSuffix(dir, "/"+rel); ok {
		return filepath.FromSlash(base)
	}
	return n.pkg.Module.Dir
}

// name gives the name of a file in results: never absolute, with slashes. Only what lies elsewhere has names like
// std/net/http/server.go and module@version/file.go: a file of the user's own that would have one is ./std/file.go.
func (p *places) name(file string) string {
	if file == "" || !filepath.IsAbs(file) {
		return filepath.ToSlash(file)
	}
	for _, d := range p.dirs {
		if rel, ok := within(d.dir, file); ok {
			return d.name + "/" + rel
		}
	}
	if rel, ok := within(p.dir, file); ok {
		return ownName(rel)
	}
	if rel, ok := within(p.real, file); ok {
		return ownName(rel)
	}
	rel, err := filepath.Rel(p.dir, file)
	if err != nil { // another volume
		return filepath.Base(file)
	}
	return filepath.ToSlash(rel)
}

// ownName keeps a file below the working directory from looking like one of another place.
func ownName(rel string) string {
	if first, _, _ := strings.Cut(rel, "/"); first == "std" || strings.Contains(rel, "@") {
		return "./" + rel
	}
	return rel
}

// within gives the name of file relative to dir when it lies below.
func within(dir, file string) (string, bool) {
	rel, ok := strings.CutPrefix(file, dir)
	if !ok || rel == "" || !strings.HasPrefix(rel, string(filepath.Separator)) && !strings.HasSuffix(dir, string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(strings.TrimPrefix(rel, string(filepath.Separator))), true
}

// relative renames the files of all positions of a run and puts everything into its final order.
func relative(p *places, res *inventory.Result, stats *Stats) {
	fix := func(pos *inventory.Position) { pos.File = p.name(pos.File) }
	for i := range res.Probes {
		fixProbe(&res.Probes[i], fix)
	}
	for i := range res.Findings {
		f := &res.Findings[i]
		fix(&f.Position)
		f.Chain = fixChain(f.Chain, fix)
		f.Related = slices.Clone(f.Related)
		for j := range f.Related {
			fix(&f.Related[j].Position)
		}
	}
	for i := range res.Open {
		fix(&res.Open[i].Position)
	}
	for i := range res.Errors {
		fix(&res.Errors[i].Position)
		res.Errors[i].Message = p.inText(res.Errors[i].Message)
	}
	for i := range stats.Lookalikes {
		fix(&stats.Lookalikes[i].Position)
	}
}

func fixProbe(probe *inventory.Probe, fix func(*inventory.Position)) {
	fix(&probe.Registered)
	fix(&probe.HandlerPosition)
	probe.Dependencies = slices.Clone(probe.Dependencies)
	for j := range probe.Dependencies {
		d := &probe.Dependencies[j]
		fix(&d.Call)
		d.Chain = fixChain(d.Chain, fix)
	}
}

// fixChain works on a copy: probes, findings and packages share chains.
func fixChain(chain []inventory.Step, fix func(*inventory.Position)) []inventory.Step {
	chain = slices.Clone(chain)
	for i := range chain {
		fix(&chain[i].Position)
	}
	return chain
}

// inText takes the directories of the run out of a message of the go command or the type checker.
func (p *places) inText(msg string) string {
	for _, d := range p.dirs {
		msg = strings.ReplaceAll(msg, d.dir+string(filepath.Separator), d.name+"/")
	}
	for _, dir := range []string{p.dir, p.real} {
		msg = strings.ReplaceAll(msg, dir+string(filepath.Separator), "")
		msg = strings.ReplaceAll(msg, dir, ".")
	}
	return msg
}
