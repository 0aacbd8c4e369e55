package callgraph

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// fnKey names a function across packages: the full name of its origin for declared functions and methods,
// the parent's key and a running number for closures.
func fnKey(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if p := fn.Parent(); p != nil {
		if n := anonymous(p, fn); n > 0 {
			return fnKey(p) + "$" + strconv.Itoa(n)
		}
		return fnKey(p) + "$" + fn.Name()
	}
	if obj, ok := fn.Object().(*types.Func); ok && (obj.Name() != "init" || obj.Signature().Recv() != nil) && obj.Name() != "_" {
		return fullName(obj)
	}
	if fn.Pkg != nil {
		return fn.Pkg.Pkg.Path() + "." + fn.Name()
	}
	return fn.String()
}

// anonymous gives the running number of closure fn of p, 0 when it is none. Names of closures end with it.
func anonymous(p, fn *ssa.Function) int {
	name := fn.Name()
	digits := name[len(strings.TrimRight(name, "0123456789")):]
	if n, err := strconv.Atoi(digits); err == nil && 0 < n && n <= len(p.AnonFuncs) && p.AnonFuncs[n-1] == fn {
		return n
	}
	return slices.Index(p.AnonFuncs, fn) + 1
}

// fullName is (*types.Func).FullName of the origin, with the type parameters of the receiver left out.
func fullName(f *types.Func) string {
	f = f.Origin()
	sig := f.Type().(*types.Signature)
	recv := sig.Recv()
	if recv == nil {
		return f.FullName()
	}
	t := types.Unalias(recv.Type())
	star := ""
	if p, ok := t.(*types.Pointer); ok {
		star, t = "*", types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok && n.TypeParams().Len() > 0 && n.Obj().Pkg() != nil {
		return "(" + star + n.Obj().Pkg().Path() + "." + n.Obj().Name() + ")." + f.Name()
	}
	return f.FullName()
}

// shortName renders a function for a chain: (*Server).live, New, New$1.
func shortName(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if p := fn.Parent(); p != nil {
		k := fnKey(fn)
		return shortName(p) + k[len(fnKey(p)):]
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		return ShortFunc(fullName(obj))
	}
	return fn.Name()
}

// ShortFunc shortens a full function name for people: import paths become package names for functions and
// disappear for methods, as in (*Server).live and sql.Open; types of other packages keep their package
// name, as in (*pgxpool.Pool).Ping, when keepPkg is asked for through ShortCallee.
func ShortFunc(full string) string {
	if strings.HasPrefix(full, "(") {
		end := strings.LastIndex(full, ").")
		recv := full[1:end]
		star := ""
		if strings.HasPrefix(recv, "*") {
			star, recv = "*", recv[1:]
		}
		recv = recv[strings.LastIndex(recv, "/")+1:]
		recv = recv[strings.Index(recv, ".")+1:]
		if star == "" {
			return recv + full[end+1:]
		}
		return "(*" + recv + full[end:]
	}
	return full[strings.LastIndex(full, "/")+1:][strings.Index(full[strings.LastIndex(full, "/")+1:], ".")+1:]
}

// ShortCallee shortens the full name of a dependency call and keeps the package name:
// (*pgxpool.Pool).Ping, sql.Open, (redis.cmdable).Ping.
func ShortCallee(full string) string {
	open := ""
	rest := full
	if strings.HasPrefix(rest, "(") {
		open, rest = "(", rest[1:]
		if strings.HasPrefix(rest, "*") {
			open, rest = "(*", rest[1:]
		}
	}
	if i := strings.LastIndex(rest, "/"); i >= 0 {
		before := rest[:i]
		rest = rest[i+1:]
		if len(rest) > 1 && rest[0] == 'v' && rest[1] >= '0' && rest[1] <= '9' {
			if j := strings.Index(rest, "."); j > 0 && isDigits(rest[1:j]) {
				rest = strings.TrimPrefix(before[strings.LastIndex(before, "/")+1:], "go-") + rest[j:]
			}
		}
	}
	return open + rest
}

func isDigits(s string) bool {
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != ""
}

// typeKey names a type across packages. Types declared inside functions carry the position of their
// declaration within the package, since their names may repeat.
func typeKey(t types.Type) string {
	t = types.Unalias(t)
	switch t := t.(type) {
	case *types.Pointer:
		return "*" + typeKey(t.Elem())
	case *types.Named:
		o := t.Obj()
		name := o.Name()
		if o.Pkg() != nil {
			name = o.Pkg().Path() + "." + name
			if o.Parent() != nil && o.Parent() != o.Pkg().Scope() {
				name += "@" + strconv.Itoa(int(o.Pos()-o.Parent().Pos()))
			}
		}
		if ta := t.TypeArgs(); ta != nil {
			var b strings.Builder
			b.WriteString(name + "[")
			for i := range ta.Len() {
				if i > 0 {
					b.WriteByte(',')
				}
				b.WriteString(typeKey(ta.At(i)))
			}
			return b.String() + "]"
		}
		return name
	case *types.TypeParam:
		return "$" + t.Obj().Name()
	case *types.Slice:
		return "[]" + typeKey(t.Elem())
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + typeKey(t.Elem())
	case *types.Map:
		return "map[" + typeKey(t.Key()) + "]" + typeKey(t.Elem())
	case *types.Signature: // without the names of parameters
		return "func" + tupleKey(t.Params()) + tupleKey(t.Results())
	}
	return types.TypeString(t, func(p *types.Package) string { return p.Path() })
}

func tupleKey(t *types.Tuple) string {
	k := "("
	for i := range t.Len() {
		if i > 0 {
			k += ","
		}
		k += typeKey(t.At(i).Type())
	}
	return k + ")"
}

// originKey drops type arguments of a key: methods are declared on the generic type.
func originKey(key string) string {
	if i := strings.IndexByte(key, '['); i > 0 && strings.HasSuffix(key, "]") {
		return key[:i]
	}
	return key
}
