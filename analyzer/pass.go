package analyzer

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/healthlint/healthlint/internal/catalog"
	"github.com/healthlint/healthlint/internal/inventory"
	"github.com/healthlint/healthlint/internal/nearest"
)

// home is what URLs of diagnostics are relative to.
const home = "https://github.com/healthlint/healthlint/blob/main/README.md"

// Analyzer runs all rules and reports at warning and above. Drivers that want it otherwise set its flags or
// use New.
var Analyzer = New(Config{})

// New returns an analyzer for go/analysis drivers: go vet, golangci-lint, nogo. It hands its findings over as
// diagnostics whose Category is the rule id. It needs no other analyzer, since SSA is built of few packages
// only, and keeps nothing between packages but one fact each.
func New(cfg Config) *analysis.Analyzer { return newAnalyzer(cfg, Analyze) }

func newAnalyzer(cfg Config, analyze func(Config, *Unit) *Outcome) *analysis.Analyzer {
	d := &driver{cfg: cfg, analyze: analyze}
	a := &analysis.Analyzer{
		Name: "healthlint",
		Doc: "report health endpoints that turn the failure of a dependency into an outage\n\n" +
			"A liveness probe that reaches a dependency restarts healthy processes, and a readiness probe that asks " +
			"for what all replicas share takes all of them out of service at once. Run it with the pattern ./... " +
			"since findings are shown of the named packages only.",
		URL:       home,
		FactTypes: []analysis.Fact{new(packageFact)},
		Run:       d.run,
	}
	a.Flags.Func("rules", "run only these rules, separated by commas", func(s string) (err error) {
		d.cfg.Rules, err = ParseRules(s)
		return err
	})
	a.Flags.Func("level", "least level that is reported: note, warning or error (default warning)", func(s string) (err error) {
		d.cfg.Level, err = ParseLevel(s)
		return err
	})
	return a
}

// driver is one analyzer: its options and the work on a package.
type driver struct {
	cfg     Config
	analyze func(Config, *Unit) *Outcome
}

// run never returns an error: go vet caches the facts of a failed run and is silent from the second time on.
// A panic becomes a diagnostic and a fact that tells importers.
func (d *driver) run(pass *analysis.Pass) (_ any, _ error) {
	u := unitOf(pass)
	if u == nil {
		return nil, nil
	}
	defer func() {
		if r := recover(); r != nil {
			d.fail(pass, u, fmt.Sprint(r))
		}
	}()
	out := d.analyze(d.cfg, u)
	if out.Fact != nil {
		pass.ExportPackageFact(&packageFact{out.Fact})
	}
	for i := range out.Findings {
		if f := &out.Findings[i]; f.Level.Rank() >= d.level().Rank() {
			pass.Report(diagnostic(pass.Fset, f))
		}
	}
	if out.Failure != nil {
		reportFailure(pass, u, out.Failure.Message)
	}
	return nil, nil
}

func (d *driver) level() inventory.Level {
	if d.cfg.Level == "" {
		return inventory.Warning
	}
	return d.cfg.Level
}

func (d *driver) fail(pass *analysis.Pass, u *Unit, reason string) {
	if fact := FailureFact(u.Pkg.Path(), reason); fact != nil {
		pass.ExportPackageFact(&packageFact{fact})
	}
	reportFailure(pass, u, reason)
}

// Failed is the Category of the diagnostic that says that a package could not be analysed.
const Failed = "analysis-failed"

func reportFailure(pass *analysis.Pass, u *Unit, reason string) {
	first, _, _ := strings.Cut(reason, "\n")
	pass.Report(analysis.Diagnostic{
		Pos:      u.Files[0].Name.Pos(),
		Category: Failed,
		Message:  fmt.Sprintf("%s: package %s: %s; findings that depend on it are missing", Failed, u.Pkg.Path(), strings.TrimPrefix(first, Failed+": ")),
	})
}

func diagnostic(fset *token.FileSet, f *inventory.Finding) analysis.Diagnostic {
	return analysis.Diagnostic{
		Pos:      tokenPos(fset, f.Position),
		Category: f.Rule,
		Message:  f.Message,
		URL:      "docs/rules/" + f.Rule + ".md", // relative to home
	}
}

// packageFact is all that packages tell each other. Its bytes are those that every driver passes on.
type packageFact struct{ data []byte }

func (*packageFact) AFact()                        {}
func (f *packageFact) String() string              { return fmt.Sprintf("healthlint, %d bytes", len(f.data)) }
func (f *packageFact) GobEncode() ([]byte, error)  { return f.data, nil }
func (f *packageFact) GobDecode(data []byte) error { f.data = bytes.Clone(data); return nil }

// unitOf makes a unit of what a driver hands over, or gives nil when there is nothing to do: the catalogue
// describes the package, or all of it is tests.
func unitOf(pass *analysis.Pass) *Unit {
	path := pass.Pkg.Path()
	if strings.HasSuffix(path, ".test") || strings.HasSuffix(pass.Pkg.Name(), "_test") || !followed(pass) {
		return nil
	}
	var files []*ast.File
	for _, f := range pass.Files {
		if !strings.HasSuffix(fileName(pass.Fset, f), "_test.go") {
			files = append(files, f)
		}
	}
	source, cgo := sourceName(pass.Fset, files)
	main := isMain(pass.Module, filepath.ToSlash(source))
	if len(files) == 0 || cgo && !main { // bindings of others are known by their declarations: see internal/load
		return nil
	}
	pkg, info := pass.Pkg, pass.TypesInfo
	if len(files) < len(pass.Files) {
		if pkg, info = withoutTests(pass, files); pkg == nil {
			return nil
		}
	}
	u := &Unit{
		Fset: pass.Fset, Files: files, Pkg: pkg, Info: info,
		Main: main,
		Fact: factReader(pass, files),
	}
	if pass.Module != nil {
		u.Module = pass.Module.Path
	}
	return u
}

// sourceName gives the name of a file that somebody wrote, and says whether cgo had its hands in the package: its
// output lies in a directory of the build and names its origin in //line comments.
func sourceName(fset *token.FileSet, files []*ast.File) (name string, cgo bool) {
	for _, f := range files {
		switch written := fset.Position(f.Name.Pos()).Filename; {
		case filepath.Base(written) == "_cgo_gotypes.go":
			cgo = true
		case name == "":
			name = written
		}
	}
	return name, cgo
}

// withoutTests type-checks a package again without its test files. They can add methods to its types and variables to
// its initialisation order, which the program does not have and which syntax without them does not explain. Without
// them the package is what the command sees. It gives nil where that does not compile, which go build reports.
func withoutTests(pass *analysis.Pass, files []*ast.File) (*types.Package, *types.Info) {
	imports := map[string]*types.Package{}
	for _, f := range files {
		for _, spec := range f.Imports {
			if name := pass.TypesInfo.PkgNameOf(spec); name != nil {
				path, _ := strconv.Unquote(spec.Path.Value)
				imports[path] = name.Imported()
			}
		}
	}
	info := &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Instances:    map[*ast.Ident]types.Instance{},
		Scopes:       map[ast.Node]*types.Scope{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: importMap(imports), Sizes: pass.TypesSizes, GoVersion: pass.Pkg.GoVersion()}
	pkg, err := conf.Check(pass.Pkg.Path(), pass.Fset, files, info)
	if err != nil {
		return nil, nil
	}
	return pkg, info
}

type importMap map[string]*types.Package

func (m importMap) Import(path string) (*types.Package, error) {
	if p := m[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s is not imported", path)
}

func fileName(fset *token.FileSet, f *ast.File) string {
	if tf := fset.File(f.FileStart); tf != nil {
		return tf.Name()
	}
	return ""
}

// followed reports whether the bodies of the package are read.
func followed(pass *analysis.Pass) bool {
	path := pass.Pkg.Path()
	switch catalog.Default().Class(path) {
	case catalog.Follow:
		return !standardInside(path) || userModule(pass.Module)
	case catalog.Std:
		return userModule(pass.Module)
	}
	return false
}

// userModule reports whether m is a module other than those of the standard library, which some drivers name and
// others leave out. A package of such a module is never standard, whatever its path looks like.
func userModule(m *analysis.Module) bool {
	return m != nil && m.Path != "" && m.Path != "std" && m.Path != "cmd"
}

// standardInside reports whether a path is one of those that only the standard library can have outside of modules.
func standardInside(path string) bool {
	return strings.HasPrefix(path, "internal/") || strings.HasPrefix(path, "vendor/")
}

// isMain guesses whether a package is the user's own, which decides where findings stand. Drivers say at most
// which version the module has: none for the main module and those of go.work. A module that a directory
// replaces keeps its version, but its files do not lie in the module cache or a vendor folder. Without any
// module (nogo, GOPATH mode) the places where such drivers keep the code of others tell.
func isMain(m *analysis.Module, file string) bool {
	if m != nil && m.Version == "" && m.Path != "" {
		return true
	}
	for _, dir := range strings.Split(file, "/") {
		if dir == "vendor" || dir == "external" && m == nil || strings.Contains(dir, "@") {
			return false
		}
	}
	return true
}

// factReader gives the facts of what files import. Other imports of the package are those of its tests: their
// facts would bring in types that the program never makes.
func factReader(pass *analysis.Pass, files []*ast.File) func(string) []byte {
	imported := map[string]bool{}
	for _, f := range files {
		for _, spec := range f.Imports {
			if name := pass.TypesInfo.PkgNameOf(spec); name != nil {
				imported[name.Imported().Path()] = true
			}
		}
	}
	return func(path string) []byte {
		for _, p := range pass.Pkg.Imports() {
			var f packageFact
			if p.Path() == path && imported[path] && pass.ImportPackageFact(p, &f) {
				return f.data
			}
		}
		return nil
	}
}

// tokenPos finds a position in the file set. Positions in other packages come out of facts, and the file set
// then has no such file, or one from export data without columns. A stand-in with just enough lines makes the
// position print right in every driver. Below a //line comment without a column there is none.
func tokenPos(fset *token.FileSet, pos inventory.Position) token.Pos {
	if !pos.IsValid() {
		return token.NoPos
	}
	col := max(pos.Column, 1)
	found := token.NoPos
	fset.Iterate(func(f *token.File) bool {
		if f.Name() == pos.File && pos.Line <= f.LineCount() {
			p := f.LineStart(pos.Line) + token.Pos(col-1)
			if int(p) <= f.Base()+f.Size() && fset.Position(p) == printed(pos, p, f) {
				found = p
			}
		}
		return found == token.NoPos
	})
	if found != token.NoPos {
		return found
	}
	f := fset.AddFile(pos.File, -1, pos.Line+col)
	lines := make([]int, pos.Line) // each but the last is one byte long
	for i := range lines {
		lines[i] = i
	}
	f.SetLines(lines)
	if pos.Column == 0 {
		f.AddLineColumnInfo(0, pos.File, 1, 0)
	}
	return f.Pos(pos.Line - 1 + col - 1)
}

// printed is what p must print as: //line comments may move it elsewhere.
func printed(pos inventory.Position, p token.Pos, f *token.File) token.Position {
	return token.Position{Filename: pos.File, Offset: f.Offset(p), Line: pos.Line, Column: pos.Column}
}

// ParseRules reads rule ids separated by commas.
func ParseRules(list string) ([]string, error) {
	var known []string
	for _, r := range rules {
		known = append(known, r.ID)
	}
	var ids []string
	for id := range strings.SplitSeq(list, ",") {
		switch id = strings.TrimSpace(id); {
		case id == "":
			return nil, errors.New("empty rule name in -rules")
		case !slices.Contains(known, id):
			return nil, nearest.Unknown("rule", id, known)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// ParseLevel reads a level.
func ParseLevel(s string) (inventory.Level, error) {
	if l := inventory.Level(s); l.Rank() > 0 {
		return l, nil
	}
	return "", nearest.Unknown("level", s, []string{string(inventory.Note), string(inventory.Warning), string(inventory.Error)})
}
