package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// RuleKind says what a registration rule means to the evaluator.
type RuleKind string

// Kinds of registration rules. "The receiver" is argument Router where a rule has one; of any other
// package-level function it is the package. A nil handler of serve and of alice's Then is DefaultServeMux.
//
// wrap: a text among the results is Path or DefaultPath (newrelic.WrapHandle, grpchealth.NewHandler).
// Middleware that the receiver carries (alice) runs first.
//
// middleware: when the list of Handler begins with texts (fiber), what follows is mounted under each of them.
//
// check: with Role or DefaultPath the check is a probe by itself, else it counts for every endpoint that
// answers with the checks of the receiver. The result of a call is an option that stands for the check. The
// receiver may be a struct that the result of check_new embeds (dimiro1/health): those two are one.
//
// install: a function called init stands for the import of its package.
const (
	KindRoute      RuleKind = "route"      // binds Path to Handler on the receiver, or globally; without Path at DefaultPath
	KindGroup      RuleKind = "group"      // returns a router under the receiver's prefix + Path; As router: Handler gets it
	KindMount      RuleKind = "mount"      // serves Handler under Path
	KindPath       RuleKind = "chain_path" // returns a route of the receiver that carries Path
	KindPrefix     RuleKind = "chain_prefix"
	KindSame       RuleKind = "chain_same"    // returns the receiver, perhaps narrowed to Method
	KindHandler    RuleKind = "chain_handler" // binds Handler to what the receiver carries
	KindWrap       RuleKind = "wrap"          // the result answers as Handler does; see below
	KindStrip      RuleKind = "strip"         // wrap, and the inner handler does not see Path
	KindMiddleware RuleKind = "middleware"    // Handler runs before the routes of the receiver; see below
	KindServe      RuleKind = "serve"         // starts a server with Handler; without one, with the receiver
	KindCheck      RuleKind = "check"         // adds check Handler to the receiver, named Name
	KindCheckNew   RuleKind = "check_new"     // the result holds the checks in Handler, else the receiver's, and answers with them
	KindGRPCHealth RuleKind = "grpc_health"   // registers the gRPC health service Handler
	KindSelf       RuleKind = "self"          // the result is middleware that answers Path itself, always the same
	KindInstall    RuleKind = "install"       // installs a constant endpoint at DefaultPath

	// KindCheckRun: calling the function runs the checks that its receiver (or Handler) holds, only those
	// of Role when there is one. Its method value is a handler.
	KindCheckRun RuleKind = "check_run"
	// KindConstant: a value that is this function or variable, or that the function returns, is a handler or
	// check with an answer that never changes.
	KindConstant RuleKind = "constant"
	// KindFlag: as constant, but the answer is a stored state that other code sets: no outside call, no open.
	KindFlag RuleKind = "flag"
	// KindNone: the call registers nothing, and a route bound to this function or to its result is no probe.
	// In a user's file it switches a rule off.
	KindNone RuleKind = "none"
	// KindPattern: the result stands for Path, and for Method, where another rule takes its text from an argument.
	KindPattern RuleKind = "pattern"
	// KindOptPrefix: the result is an option. In the Options of another call, Path goes before the paths of that
	// call: of its route, of each of its list, or of the router that it returns.
	KindOptPrefix RuleKind = "opt_prefix"
	// KindOptMiddleware: the result is an option. In the Options of another call, Handler is its middleware.
	KindOptMiddleware RuleKind = "opt_middleware"
	// KindDefaultPath: a text that the program stores in this field, or hands over as Path, replaces DefaultPath
	// of the checks that rules of the same package add for Role.
	KindDefaultPath RuleKind = "default_path"
	// KindWrapNew: the result is a func that, called with a handler, gives one that answers the same.
	KindWrapNew RuleKind = "wrap_new"
)

// Forms of Rule.As. They nest from left to right: field:Check, each:iface:Check, wrap:func.
const (
	AsFunc   = "func"   // call the value
	AsRouter = "router" // the value is a callback whose first parameter is the router of this rule
	AsRoutes = "routes" // the value is a router of these rules and no handler
	AsIface  = "iface:" // + METHOD: invoke the method on the value
	AsField  = "field:" // + FIELD[:FORM]: the value is a struct or a pointer to one; use its field, func by default
	AsEach   = "each:"  // + FORM: every element of the value, a slice or a map
	AsWrap   = "wrap:"  // + FORM: call the value with the next handler, use the result
	AsMapped = "mapped" // the value is an object, its methods named by Mapping are handlers
	AsOption = "option" // the value came from a call with a check or check_new rule: its checks, also those added later
)

// None is the argument index of a rule that has no such argument.
const None = -1

// MapKey stands in PathField and NameField for the keys of a map: the text of each value in the same map.
const MapKey = "[key]"

// Rule says what one function, interface method or struct field of a library registers. Indices are
// source-level: the receiver does not count, and a variadic parameter is one argument that holds a slice.
type Rule struct {
	Func string // (*types.Func).Origin().FullName(), or pkg.T#F for a struct field
	Kind RuleKind

	Path, Handler, Name, Method int

	// Fields of the argument when it is a struct (huma.Operation), or a list of structs with PickAll.
	PathField, NameField, MethodField string

	Router      int    // the argument that is the router, of a function without receiver
	MethodText  string // fixed HTTP method; "" any, or as the path says (net/http, chi)
	Pick        string // the list that begins at Handler: PickLast (those before are middleware) or PickAll
	Role        string // fixed by the library; "" by path
	DefaultPath string // where the library serves the check unless configured
	As          string // how Handler is invoked
	Background  bool   // the probe only reads the last result
	Both        bool   // a liveness check that readiness runs too
	Also        string // further endpoints that run the check, "role:/path,role:/path"; see Endpoints
	Deadline    bool   // the library bounds the checks in time, by default or always
	Always200   bool   // the endpoint reports what fails in its body and answers 200 all the same
	Fails       string // bool field of the struct at Handler: the check fails the endpoint only where it is true, with ! false

	// Options is the list of options of a call. What the rules of the calls say that made them holds for this call:
	// the two opt_ kinds; route, group and mount register on the router that this call returns; an option whose rule
	// is of kind none switches this rule off.
	Options int
	// Mapping is a list of texts "verb,verb:Method;verb:Method": which methods of Handler answer to which HTTP methods
	// (* for all). An empty list maps the HTTP methods to methods named like Get and Post.
	Mapping int

	Middleware   int    // first argument of variadic middleware of this route or group
	MiddlewareAs string // how each of them is invoked

	Line string // file:line of the rule
}

// Endpoint is a path that a library serves, and the role it has there.
type Endpoint struct{ Role, Path string }

// Endpoints lists where the library serves a check or what it installs, unless configured otherwise: Role and
// DefaultPath, then Also. It is empty when the user's own registration decides.
func (r *Rule) Endpoints() []Endpoint {
	var all []Endpoint
	if r.DefaultPath != "" {
		all = append(all, Endpoint{r.Role, r.DefaultPath})
	}
	for word := range strings.SplitSeq(r.Also, ",") {
		if role, path, ok := strings.Cut(word, ":"); ok {
			all = append(all, Endpoint{role, path})
		}
	}
	return all
}

// Values of Rule.Pick.
const (
	PickLast = "last"
	PickAll  = "all"
)

// RuleSet is a set of rules, one a function. The zero value is empty.
type RuleSet struct {
	rules map[string]*Rule
	err   error
}

// Rule returns the rule of a function or field, or nil.
func (s *RuleSet) Rule(full string) *Rule {
	if s == nil {
		return nil
	}
	return s.rules[full]
}

// All returns the rules sorted by function.
func (s *RuleSet) All() []Rule {
	all := make([]Rule, 0, len(s.rules))
	for _, name := range slices.Sorted(maps.Keys(s.rules)) {
		all = append(all, *s.rules[name])
	}
	return all
}

// Err reports what was wrong with the lines the set was read from; those lines are not in it.
func (s *RuleSet) Err() error { return s.err }

// With returns a set in which more overrides the rules of s. s does not change.
func (s *RuleSet) With(more []Rule) *RuleSet {
	merged := maps.Clone(s.rules)
	if merged == nil {
		merged = map[string]*Rule{}
	}
	for i := range more {
		rule := more[i]
		merged[rule.Func] = &rule
	}
	return &RuleSet{rules: merged, err: s.err}
}

// add puts rules into s and refuses a second rule for one function.
func (s *RuleSet) add(rules []Rule) error {
	for i := range rules {
		rule := rules[i]
		if old := s.rules[rule.Func]; old != nil {
			return fmt.Errorf("%s: second rule for %s, the first is at %s", rule.Line, rule.Func, old.Line)
		}
		s.rules[rule.Func] = &rule
	}
	return nil
}
