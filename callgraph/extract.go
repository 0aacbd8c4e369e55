package callgraph

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"sort"

	"golang.org/x/tools/go/ssa"

	"github.com/healthlint/healthlint/internal/catalog"
)

// Source is one type-checked package to summarise.
type Source struct {
	Fset  *token.FileSet
	Files []*ast.File
	Pkg   *types.Package
	Info  *types.Info
	Main  bool // package of a main module
}

// extractor turns the functions of one package into residual functions.
type extractor struct {
	src   Source
	cat   *catalog.Catalog
	rules *catalog.RuleSet
	out   *summary
	convs map[conversion]bool
	seen  map[string]bool // types whose method tables are written
	ment  map[string]bool
	marks map[int]bool
	told  map[int]bool // what goroutines that are not waited for on the spot tell when they are done
	wait  map[*ssa.Function]*joins
}

// extract summarises src. It builds SSA for this package alone; imports are known by their types.
func extract(src Source) *summary {
	wide := wideFunctions(src.Files)
	sp, rest := buildSSA(src, wide)
	x := &extractor{
		src: src, cat: catalog.Default(), rules: catalog.Rules(),
		out:   &summary{Path: src.Pkg.Path(), Main: src.Main, Funcs: map[string]*function{}, Types: map[string]*typeInfo{}},
		convs: map[conversion]bool{}, seen: map[string]bool{}, ment: map[string]bool{}, marks: map[int]bool{}, wait: map[*ssa.Function]*joins{},
	}
	fns := append(withClosures(nil, sp.Func("init")), declaredFunctions(sp, src)...)
	if rest != nil {
		fns = append(fns, declaredFunctions(rest, src)...)
		x.omitWide(wide)
	}
	x.told = told(fns)
	for _, fn := range fns {
		x.function(fn)
		x.mark(fn)
	}
	x.mentions()
	x.out.Marks = slices.Sorted(maps.Keys(x.marks))
	for c := range x.convs {
		x.out.Convs = append(x.out.Convs, c)
	}
	sort.Slice(x.out.Convs, func(i, j int) bool {
		a, b := x.out.Convs[i], x.out.Convs[j]
		return a.Iface < b.Iface || a.Iface == b.Iface && a.Type < b.Type
	})
	return x.out
}

// declaredFunctions lists the functions with bodies in the files of src in source order, closures behind their
// parents.
func declaredFunctions(sp *ssa.Package, src Source) []*ssa.Function {
	var out []*ssa.Function
	for _, f := range src.Files {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok {
				if obj, ok := src.Info.Defs[fd.Name].(*types.Func); ok {
					out = withClosures(out, sp.Prog.FuncValue(obj))
				}
			}
		}
	}
	return out
}

// withClosures adds fn and the closures in it to list, unless it has no body.
func withClosures(list []*ssa.Function, fn *ssa.Function) []*ssa.Function {
	if fn == nil || fn.Blocks == nil {
		return list
	}
	list = append(list, fn)
	for _, a := range fn.AnonFuncs {
		list = withClosures(list, a)
	}
	return list
}

// function extracts fn and keeps it when it can matter to anyone.
func (x *extractor) function(fn *ssa.Function) {
	f := newFuncExtractor(x, fn)
	f.run()
	if fn.Synthetic == "package initializer" {
		f.imports()
	}
	if f.matters() {
		x.out.Funcs[f.out.Key] = f.out
	}
}

func (x *extractor) follow(pkg *types.Package) bool {
	return pkg != nil && (pkg == x.src.Pkg || x.cat.Class(pkg.Path()) == catalog.Follow)
}

// effectOf gives the catalogued effect of calling obj, nil when there is none.
func (x *extractor) effectOf(obj *types.Func) *effect {
	if obj == nil || obj.Pkg() == x.src.Pkg {
		return nil
	}
	return asEffect(x.cat.Effect(obj), obj)
}

func (x *extractor) ruleOf(full string) string {
	if x.rules.Rule(full) != nil {
		return full
	}
	return ""
}

// typ writes the method table of concrete type t, once, and returns its key.
func (x *extractor) typ(t types.Type) string {
	key := typeKey(t)
	if x.seen[key] {
		return key
	}
	x.seen[key] = true
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return key
	}
	ms := types.NewMethodSet(t)
	if ms.Len() == 0 {
		return key
	}
	info := &typeInfo{Key: key}
	if n := namedOf(t); n != nil {
		for i := range n.TypeArgs().Len() {
			x.typ(n.TypeArgs().At(i))
		}
		info.Ext = !x.follow(n.Obj().Pkg())
		info.Fake = x.fake(n)
	}
	for i := range ms.Len() {
		if m, ok := x.method(t, ms.At(i)); ok {
			info.Methods = append(info.Methods, m)
		}
	}
	slices.SortFunc(info.Methods, func(a, b method) int { return cmpString(a.Name, b.Name) })
	if len(info.Methods) > 0 {
		x.out.Types[key] = info
	}
	return key
}

func cmpString(a, b string) int {
	if a < b {
		return -1
	}
	if a > b {
		return 1
	}
	return 0
}

// method says where selection sel on type t leads: embedded fields to walk, then a function or an
// interface method. External methods without effect and without a rule are left out.
func (x *extractor) method(t types.Type, sel *types.Selection) (method, bool) {
	obj := sel.Obj().(*types.Func)
	m := method{Name: obj.Id(), Fn: fullName(obj)}
	cur := types.Unalias(t)
	idx := sel.Index()
	for _, i := range idx[:len(idx)-1] {
		st, _ := structOf(cur)
		if st == nil {
			return m, false
		}
		fld := st.Field(i)
		step := fld.Name()
		if _, ok := types.Unalias(fld.Type()).(*types.Pointer); ok {
			step = "*" + step
		}
		m.Path = append(m.Path, step)
		m.D = append(m.D, certain(readField(cur, i))...)
		cur = types.Unalias(fld.Type())
	}
	if types.IsInterface(cur) {
		m.Iface = typeKey(cur)
		m.Ext = !x.follow(obj.Pkg())
		m.Eff = x.effectOn(cur, obj)
		return m, true
	}
	sig := obj.Type().(*types.Signature)
	_, recvPtr := types.Unalias(sig.Recv().Type()).(*types.Pointer)
	m.Agg = !recvPtr
	if !x.follow(obj.Pkg()) {
		m.Ext = true
		m.Eff = x.effectOn(t, obj)
		m.Rule = x.ruleOf(m.Fn)
		return m, m.Eff != nil || m.Rule != "" || len(m.Path) > 0
	}
	return m, true
}

func structOf(t types.Type) (*types.Struct, bool) {
	ptr := false
	if p, ok := t.Underlying().(*types.Pointer); ok {
		ptr, t = true, p.Elem()
	}
	st, _ := t.Underlying().(*types.Struct)
	return st, ptr
}

// namedOf gives the named type behind t and one pointer.
func namedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// converts records the conversion of concrete type t to interface i.
func (x *extractor) converts(t, i types.Type) string {
	key := x.typ(t)
	if x.out.Types[key] != nil {
		x.convs[conversion{typeKey(i), key}] = true
	}
	return key
}

// pos gives a position of the package, the file as an index into f.
func (f *function) pos(fset *token.FileSet, p token.Pos) pos {
	if !p.IsValid() {
		return pos{}
	}
	q := fset.Position(p)
	if q.Filename == "" { // a //line comment without a name
		q = fset.PositionFor(p, false)
	}
	return pos{f.file(q.Filename), q.Line, q.Column}
}

func (f *function) file(name string) int {
	for i, n := range f.Files {
		if n == name {
			return i
		}
	}
	f.Files = append(f.Files, name)
	return len(f.Files) - 1
}
