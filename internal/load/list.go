package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/types"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// listMode asks for the graph and the file names. Without NeedCompiledGoFiles the go command runs neither
// cgo nor a compiler; the few cgo packages that are analysed are asked for again (cgo.go). NeedEmbedFiles is
// there for the errors of go:embed.
const listMode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps |
	packages.NeedModule | packages.NeedEmbedFiles

// goEnv is what we need to know of the go command in the working directory.
type goEnv struct {
	GOVERSION, GOROOT, GOARCH, GOFLAGS, GOMOD, GOWORK string
}

// listing is the answer of the go command.
type listing struct {
	dir      string // absolute
	env      []string
	goEnv    goEnv
	flags    []string // build flags for go list
	patterns []string
	roots    []*packages.Package // what the patterns name
	modules  []string            // paths of the main modules
	cgo      cgoCode
}

func list(ctx context.Context, o Options) (*listing, error) {
	dir, err := workingDir(o.Dir)
	if err != nil {
		return nil, err
	}
	l := &listing{dir: dir, env: offline(o.Env, dir), patterns: o.Patterns}
	if len(l.patterns) == 0 {
		l.patterns = []string{"./..."}
	}
	if err := l.askEnv(ctx); err != nil {
		return nil, err
	}
	l.flags = buildFlags(o.Tags, l.goEnv.GOFLAGS)
	l.roots, err = packages.Load(l.config(ctx, listMode), l.patterns...)
	if err != nil {
		return nil, l.orNoModule(cleanGoError(err))
	}
	switch {
	case len(l.roots) == 0:
		return nil, l.whyNothing(ctx)
	case l.needModule():
		return nil, errNoModule
	}
	packages.Visit(l.roots, func(p *packages.Package) bool {
		dropImporter(p)
		if m := p.Module; m != nil && inMainModule(p, "") && !slices.Contains(l.modules, m.Path) {
			l.modules = append(l.modules, m.Path)
		}
		return true
	}, nil)
	l.runCgo(ctx)
	return l, nil
}

// dropImporter takes the file of an importer out of a package that has no code here: go/packages takes the file in which
// the go command reports an error for one of the package's own when it knows no other.
func dropImporter(p *packages.Package) {
	if p.Dir == "" && len(p.GoFiles) == 1 && len(p.Errors) > 0 {
		p.GoFiles, p.CompiledGoFiles = nil, nil
	}
}

// NotAPackage reports whether a word without slash and dot names no package, by the word of the go command, and no
// directory either.
func NotAPackage(ctx context.Context, o Options, word string) bool {
	dir, err := workingDir(o.Dir)
	if err != nil {
		return false
	}
	l := &listing{dir: dir, env: offline(o.Env, dir)}
	if l.isDir(word) || l.askEnv(ctx) != nil {
		return false
	}
	cmd := exec.CommandContext(ctx, "go", slices.Concat([]string{"list", "-find"}, buildFlags(o.Tags, l.goEnv.GOFLAGS), []string{"--", word})...)
	cmd.Dir, cmd.Env = l.dir, l.env
	out, err := cmd.CombinedOutput()
	return err != nil && bytes.Contains(out, []byte(" is not in std"))
}

// whyNothing asks again when nothing was listed: go/packages drops what the go command says of files.
func (l *listing) whyNothing(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "go", slices.Concat([]string{"list"}, l.flags, []string{"--"}, l.patterns)...)
	cmd.Dir, cmd.Env = l.dir, l.env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil && stderr.Len() > 0 {
		return l.orNoModule(errors.New(withHint(oneLine(stderr.String()))))
	}
	return fmt.Errorf("no package matches %s", strings.Join(l.patterns, " "))
}

// errNoModule says what the go command says in other words for each kind of pattern.
var errNoModule = errors.New("go.mod file not found in this directory or above it: healthlint runs inside a Go module, and -C names its directory")

// outsideModules matches what the go command says of patterns that need a module.
var outsideModules = regexp.MustCompile(`does not contain main module|go\.mod file not found`)

func (l *listing) outside() bool { return l.goEnv.GOMOD == os.DevNull && l.goEnv.GOWORK == "" }

// orNoModule says that there is no module where that is what err is about.
func (l *listing) orNoModule(err error) error {
	if l.outside() && outsideModules.MatchString(err.Error()) {
		return errNoModule
	}
	return err
}

// needModule reports whether nothing could be listed because there is no module here.
func (l *listing) needModule() bool {
	return l.outside() && !slices.ContainsFunc(l.roots, func(p *packages.Package) bool {
		return !slices.ContainsFunc(p.Errors, func(e packages.Error) bool { return outsideModules.MatchString(e.Msg) })
	})
}

func (l *listing) config(ctx context.Context, mode packages.LoadMode) *packages.Config {
	return &packages.Config{Context: ctx, Mode: mode, Dir: l.dir, Env: l.env, BuildFlags: l.flags}
}

func workingDir(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	switch st, err := os.Stat(abs); {
	case err != nil:
		return "", fmt.Errorf("no such directory: %s", dir)
	case !st.IsDir():
		return "", fmt.Errorf("not a directory: %s", dir)
	}
	return abs, nil
}

// offline is the user's environment without the network: a missing module is an error that names a
// command, never a download. GONOPROXY would lead private modules around GOPROXY=off.
func offline(env []string, dir string) []string {
	if env == nil {
		env = os.Environ()
	}
	return append(env[:len(env):len(env)], "GOPROXY=off", "GONOPROXY=none", "PWD="+dir)
}

// buildFlags keeps GOFLAGS as the user has them, but for what would change results or files: -trimpath
// takes the directories out of positions, and -mod=mod lets go list write go.mod and go.sum. For code that
// loads, -mod=readonly gives the same packages.
func buildFlags(tags, goflags string) []string {
	flags := []string{"-trimpath=false"}
	for _, f := range strings.Fields(goflags) {
		if f == "-mod=mod" || f == "--mod=mod" {
			flags = append(flags, "-mod=readonly")
		}
	}
	if tags != "" {
		flags = append(flags, "-tags="+tags)
	}
	return flags
}

func (l *listing) askEnv(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "go", "env", "-json", "GOVERSION", "GOROOT", "GOARCH", "GOFLAGS", "GOMOD", "GOWORK")
	cmd.Dir, cmd.Env = l.dir, l.env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return errors.New("the go command is not on PATH: healthlint needs it to list packages")
	}
	if err != nil {
		return errors.New(withHint(oneLine(stderr.String())))
	}
	return json.Unmarshal(out, &l.goEnv)
}

// notes says what may make the run less than it could be.
func (l *listing) notes() []string {
	ours, theirs := language(runtime.Version()), language(l.goEnv.GOVERSION)
	if version.Compare(theirs, ours) > 0 {
		return []string{fmt.Sprintf("healthlint was built with %s and the go command here is %s; if packages fail to load, rebuild healthlint with this Go",
			runtime.Version(), l.goEnv.GOVERSION)}
	}
	return nil
}

// language reduces "go1.26.8 X:nocoverageredesign" and "devel go1.28-abcdef" to go1.26 and go1.28, and gives "" for what
// names no version.
func language(v string) string {
	for _, f := range strings.Fields(v) {
		if f, _, _ = strings.Cut(f, "-"); version.IsValid(f) {
			return version.Lang(f)
		}
	}
	return ""
}

func (l *listing) sizes() types.Sizes {
	if s := types.SizesFor("gc", l.goEnv.GOARCH); s != nil {
		return s
	}
	return types.SizesFor("gc", "amd64")
}

// cleanGoError drops what go/packages puts around the words of the go command.
func cleanGoError(err error) error {
	msg := err.Error()
	if _, after, ok := strings.Cut(msg, "stderr: "); ok {
		msg = after
	}
	return errors.New(withHint(oneLine(msg)))
}

// oneLine joins the lines of a message: the commands that go proposes stand on lines of their own.
func oneLine(s string) string {
	lines := strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' })
	var keep []string
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "go: downloading ") {
			keep = append(keep, line)
		}
	}
	return strings.Join(keep, " ")
}

// withHint adds the command that helps where go names none because it may not look anything up.
func withHint(msg string) string {
	if strings.Contains(msg, "toolchain not available") {
		return msg + ": healthlint does not download; to fetch it: go version"
	}
	if cause, _, ok := strings.Cut(msg, "; to add: go get "); ok && strings.Contains(cause, "missing go.sum entry") {
		return cause + "; to add it: go mod tidy" // go get of the importer, which go names, would do, and reads odd
	}
	const lookup = "module lookup disabled by GOPROXY=off"
	const readonly = "import lookup disabled by -mod=readonly" // which stands in for -mod=mod of the user: see buildFlags
	if !strings.Contains(msg, lookup) && !strings.Contains(msg, readonly) {
		return msg
	}
	msg = strings.ReplaceAll(msg, lookup, "not in the module cache, and healthlint does not download")
	msg = strings.ReplaceAll(msg, readonly, "not in go.mod, and healthlint does not change that")
	if strings.Contains(msg, "cannot find module providing package ") {
		_, path, _ := strings.Cut(msg, "cannot find module providing package ")
		path, _, _ = strings.Cut(path, ":")
		return msg + "; to add it: go get " + strings.TrimSpace(path)
	}
	return msg + "; to fetch it: go mod download"
}
