package catalog

import (
	"go/types"
	"strings"
)

// predicate is a test of a signature that data lines name with sig=. Generated SDKs have thousands of
// methods with stable shapes; listing their names would be out of date with every release.
type predicate func(*types.Signature) bool

func (p predicate) holds(sig *types.Signature) bool { return p == nil || (sig != nil && p(sig)) }

// predicates by the name that the data uses.
var predicates = map[string]predicate{
	"context": func(s *types.Signature) bool { return contextIndex(s) == 0 },
	"aws1":    awsV1,
	"aws2":    awsV2,
	"gax":     func(s *types.Signature) bool { return gaxCall(s) },
	"redis":   redisCommand,
	"error":   func(s *types.Signature) bool { return lastIsError(s) },
	"esapi":   func(s *types.Signature) bool { return esapiCall(s) },
	"request": requestShape,
	"sql":     sqlShape,
	"pgx":     pgxShape,
}

// receiver names the type that declares a method, "" for functions and for methods of nameless types.
func receiver(sig *types.Signature) string {
	if sig.Recv() == nil {
		return ""
	}
	return typeName(sig.Recv().Type())
}

func typeName(t types.Type) string {
	if n := namedOf(t); n != nil {
		return n.Obj().Name()
	}
	return ""
}

// namedOf sees through aliases and one pointer.
func namedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// isType reports whether t, or what it points to, is pkg.name. A pkg that ends in /* matches any
// path below it.
func isType(t types.Type, pkg, name string) bool {
	n := namedOf(t)
	if n == nil || n.Obj().Name() != name || n.Obj().Pkg() == nil {
		return false
	}
	path := n.Obj().Pkg().Path()
	if prefix, ok := strings.CutSuffix(pkg, "/*"); ok {
		return path == prefix || strings.HasPrefix(path, prefix+"/")
	}
	return path == pkg
}

func isContext(t types.Type) bool {
	_, ptr := types.Unalias(t).(*types.Pointer)
	return !ptr && isType(t, "context", "Context")
}

// contextIndex is the first parameter that is a context.Context, -1 for none.
func contextIndex(sig *types.Signature) int {
	for i := range sig.Params().Len() {
		if isContext(sig.Params().At(i).Type()) {
			return i
		}
	}
	return -1
}

// fieldSignature is the function type of a field; fields of embedded structs belong to their own type.
func fieldSignature(s *types.Struct, field string) *types.Signature {
	for i := range s.NumFields() {
		if f := s.Field(i); f.Name() == field {
			sig, _ := f.Type().Underlying().(*types.Signature)
			return sig
		}
	}
	return nil
}

func param(sig *types.Signature, i int) types.Type { return sig.Params().At(i).Type() }

// variadicOf reports whether the last parameter is ...pkg.name.
func variadicOf(sig *types.Signature, pkg, name string) bool {
	if !sig.Variadic() {
		return false
	}
	s, ok := types.Unalias(param(sig, sig.Params().Len()-1)).(*types.Slice)
	return ok && isType(s.Elem(), pkg, name)
}

// lastIsError reports whether the last result is an error.
func lastIsError(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type())
}

func pointerToNamed(t types.Type) bool {
	_, ptr := types.Unalias(t).(*types.Pointer)
	return ptr && namedOf(t) != nil
}

// inputType reports whether t is *XInput, the request type of every AWS operation.
func inputType(t types.Type) bool {
	return pointerToNamed(t) && strings.HasSuffix(typeName(t), "Input")
}

// awsV2: (context.Context, *XInput, ...func(*Options)) is one request. Presign clients have the same
// shape with ...func(*PresignOptions) and only compute a signature.
func awsV2(sig *types.Signature) bool {
	if sig.Params().Len() != 3 || !sig.Variadic() || !isContext(param(sig, 0)) || !inputType(param(sig, 1)) {
		return false
	}
	s, ok := types.Unalias(param(sig, 2)).(*types.Slice)
	if !ok {
		return false
	}
	f, ok := s.Elem().Underlying().(*types.Signature)
	return ok && f.Params().Len() == 1 && typeName(param(f, 0)) == "Options"
}

// awsV1: the operation itself, its WithContext form, its pages and waiters. XRequest returns a
// *request.Request that has not been sent.
func awsV1(sig *types.Signature) bool {
	n, at := sig.Params().Len(), 0
	if n > 0 && isContext(param(sig, 0)) {
		at = 1
	}
	if n <= at || !inputType(param(sig, at)) || sig.Results().Len() == 0 {
		return false
	}
	return !isType(sig.Results().At(0).Type(), "github.com/aws/aws-sdk-go/aws/request", "Request")
}

// gaxCall: a method of a generated Google client that reports an error did its request. List methods
// return a bare iterator instead, whose Next does it.
func gaxCall(sig *types.Signature) bool {
	return sig.Params().Len() > 0 && isContext(param(sig, 0)) && lastIsError(sig) &&
		variadicOf(sig, "github.com/googleapis/gax-go/*", "CallOption")
}

// grpcStub: (context.Context, *Req, ...grpc.CallOption) (X, error), the request missing where the client
// streams. Interceptors have the same ends and more in between.
func grpcStub(sig *types.Signature) bool {
	n := sig.Params().Len()
	if n < 2 || n > 3 || sig.Results().Len() != 2 || !lastIsError(sig) || !isContext(param(sig, 0)) {
		return false
	}
	return variadicOf(sig, "google.golang.org/grpc", "CallOption") && (n == 2 || pointerToNamed(param(sig, 1)))
}

// stubEffect names the service after the generated client: UserServiceClient, or userServiceClient.
func stubEffect(pkg, recv string, sig *types.Signature) *Effect {
	name := strings.TrimSuffix(recv, "Client")
	if name == "" {
		name = recv
	}
	return &Effect{
		ID: "grpc-stub", Kind: KindGRPC, Product: "gRPC service " + strings.ToUpper(name[:1]) + name[1:],
		IO: IOBlocking, Shared: Depends, Addr: -1, Context: contextIndex(sig),
	}
}

// redisCommand: a command returns its *...Cmd, which holds answer and error; pipelines run as a whole
// return ([]Cmder, error). Builders, hooks and options return something else.
func redisCommand(sig *types.Signature) bool {
	if sig.Results().Len() == 0 {
		return false
	}
	first := types.Unalias(sig.Results().At(0).Type())
	if s, ok := first.(*types.Slice); ok {
		return typeName(s.Elem()) == "Cmder" && lastIsError(sig)
	}
	return pointerToNamed(first) && strings.HasSuffix(typeName(first), "Cmd")
}

// esapiCall: functions of the low-level Elasticsearch and OpenSearch clients end in (*Response, error).
func esapiCall(sig *types.Signature) bool {
	return sig.Results().Len() == 2 && lastIsError(sig) && typeName(sig.Results().At(0).Type()) == "Response"
}

// requestShape: func(*http.Request) (*http.Response, error).
func requestShape(sig *types.Signature) bool {
	return sig.Params().Len() == 1 && isType(param(sig, 0), "net/http", "Request") &&
		sig.Results().Len() == 2 && isType(sig.Results().At(0).Type(), "net/http", "Response") && lastIsError(sig)
}

// sqlShape: the result is one that only database/sql hands out.
func sqlShape(sig *types.Signature) bool {
	return firstResult(sig, "database/sql", "Rows", "Row", "Result", "Tx", "Stmt")
}

// pgxShape: the result is one of pgx, in any major version, or the source of a copy is a parameter.
func pgxShape(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if isType(p.Type(), "github.com/jackc/pgx/*", "CopyFromSource") {
			return true
		}
	}
	return firstResult(sig, "github.com/jackc/pgx/*", "Rows", "Row", "BatchResults", "CommandTag", "Tx") ||
		firstResult(sig, "github.com/jackc/pgconn", "CommandTag")
}

func firstResult(sig *types.Signature, pkg string, names ...string) bool {
	if sig.Results().Len() == 0 {
		return false
	}
	for _, name := range names {
		if isType(sig.Results().At(0).Type(), pkg, name) {
			return true
		}
	}
	return false
}
