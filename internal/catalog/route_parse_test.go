package catalog

import (
	"fmt"
	"strings"
	"testing"
)

func TestParseRules(t *testing.T) {
	const text = `
# comment
let r example.com/r example.com/r/v2
let h example.com/h   # comment
route (*$r.Mux).{Get,Put} path=0 handler=1 as=func method=name
route ({*$h.R,$h.I}).Handle path=1 handler=2 pick=last as=iface:ServeHTTP method=0 mw=3 mwas=wrap:func # comment
serve $h.Server#Handler as=iface:ServeHTTP
check $h.Add name=0 handler=1 as=each:field:Check role=liveness default=/live background both also=readiness:/ready,combined:/health
none (*$h.G[T]).Skip
route $h.Reg router=0 path=1.Path method=1.Method handler=2 as=func
route $h.Map path=0.[key] handler=0 as=each:func opts=1
route $h.Controller path=0 handler=1 as=mapped map=2
default_path $h.Options#LivePath role=liveness
opt_prefix $h.WithPrefix path=0
check_new $h.New handler=0 as=option deadline always200
check $h.AddConfig handler=0 as=field:Check fails=!Optional
`
	rules, err := ParseRules("my.txt", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	none := Rule{Path: None, Handler: None, Name: None, Method: None, Router: None, Middleware: None, Options: None, Mapping: None}
	with := func(change func(*Rule)) Rule { rule := none; change(&rule); return rule }
	verb := func(full, method string) Rule {
		return with(func(r *Rule) {
			r.Func, r.Kind, r.Path, r.Handler, r.As, r.MethodText, r.Line = full, KindRoute, 0, 1, "func", method, "my.txt:5"
		})
	}
	handle := func(full string) Rule {
		return with(func(r *Rule) {
			r.Func, r.Kind, r.Path, r.Handler, r.Method, r.Middleware = full, KindRoute, 1, 2, 0, 3
			r.As, r.MiddlewareAs, r.Pick, r.Line = "iface:ServeHTTP", "wrap:func", PickLast, "my.txt:6"
		})
	}
	want := []Rule{
		verb("(*example.com/r.Mux).Get", "GET"), verb("(*example.com/r.Mux).Put", "PUT"),
		verb("(*example.com/r/v2.Mux).Get", "GET"), verb("(*example.com/r/v2.Mux).Put", "PUT"),
		handle("(*example.com/h.R).Handle"), handle("(example.com/h.I).Handle"),
		with(func(r *Rule) {
			r.Func, r.Kind, r.As, r.Line = "example.com/h.Server#Handler", KindServe, "iface:ServeHTTP", "my.txt:7"
		}),
		with(func(r *Rule) {
			r.Func, r.Kind, r.Name, r.Handler, r.As, r.Line = "example.com/h.Add", KindCheck, 0, 1, "each:field:Check", "my.txt:8"
			r.Role, r.DefaultPath, r.Background, r.Both = "liveness", "/live", true, true
			r.Also = "readiness:/ready,combined:/health"
		}),
		with(func(r *Rule) { r.Func, r.Kind, r.Line = "(*example.com/h.G[T]).Skip", KindNone, "my.txt:9" }),
		with(func(r *Rule) {
			r.Func, r.Kind, r.Router, r.Path, r.Method, r.Handler = "example.com/h.Reg", KindRoute, 0, 1, 1, 2
			r.PathField, r.MethodField, r.As, r.Line = "Path", "Method", "func", "my.txt:10"
		}),
		with(func(r *Rule) {
			r.Func, r.Kind, r.Path, r.PathField, r.Handler, r.As = "example.com/h.Map", KindRoute, 0, MapKey, 0, "each:func"
			r.Options, r.Line = 1, "my.txt:11"
		}),
		with(func(r *Rule) {
			r.Func, r.Kind, r.Path, r.Handler, r.As = "example.com/h.Controller", KindRoute, 0, 1, AsMapped
			r.Mapping, r.Line = 2, "my.txt:12"
		}),
		with(func(r *Rule) {
			r.Func, r.Kind, r.Role, r.Line = "example.com/h.Options#LivePath", KindDefaultPath, "liveness", "my.txt:13"
		}),
		with(func(r *Rule) {
			r.Func, r.Kind, r.Path, r.Line = "example.com/h.WithPrefix", KindOptPrefix, 0, "my.txt:14"
		}),
		with(func(r *Rule) {
			r.Func, r.Kind, r.Handler, r.As = "example.com/h.New", KindCheckNew, 0, AsOption
			r.Deadline, r.Always200, r.Line = true, true, "my.txt:15"
		}),
		with(func(r *Rule) {
			r.Func, r.Kind, r.Handler, r.As = "example.com/h.AddConfig", KindCheck, 0, "field:Check"
			r.Fails, r.Line = "!Optional", "my.txt:16"
		}),
	}
	if len(rules) != len(want) {
		t.Fatalf("%d rules, want %d: %+v", len(rules), len(want), rules)
	}
	for i := range want {
		if rules[i] != want[i] {
			t.Errorf("rule %d\n got %+v\nwant %+v", i, rules[i], want[i])
		}
	}
}

func TestEndpoints(t *testing.T) {
	for _, test := range []struct {
		rule Rule
		want string
	}{
		{Rule{}, "[]"},
		{Rule{Role: "liveness"}, "[]"},
		{Rule{Role: "liveness", DefaultPath: "/live"}, "[{liveness /live}]"},
		{Rule{DefaultPath: "/health", Also: "liveness:/live,readiness:/ready"}, "[{ /health} {liveness /live} {readiness /ready}]"},
	} {
		if got := fmt.Sprint(test.rule.Endpoints()); got != test.want {
			t.Errorf("%+v: %s, want %s", test.rule, got, test.want)
		}
	}
}

func TestParseRulesErrors(t *testing.T) {
	tests := []struct{ line, want string }{
		{"rout p.F path=0 handler=1 as=func", `unknown kind "rout"`},
		{"route", "missing function"},
		{"route path=0 handler=1 as=func", "missing function"},
		{"route p.F handler=1 as=func", "missing path or default"},
		{"route p.F path=0 as=func", "missing handler"},
		{"route p.F path=0 handler=1", "missing as"},
		{"mount p.F path=0", "missing handler"},
		{"mount p.F handler=0.Handler as=func", "is no argument index"},
		{"mount p.F path=0. handler=1 as=func", "is no argument index"},
		{"chain_path p.F", "missing path"},
		{"check p.F as=func", "missing handler"},
		{"grpc_health p.F handler=1 as=iface:Check", "missing default"},
		{"self p.F", "missing path or default"},
		{"serve p.F handler=1", "missing as"},
		{"serve p.T#F handler=1 as=func", "a field is its own handler"},
		{"serve p.T#F", "missing as"},
		{"group p.F path=0 mw=1", "missing mwas"},
		{"group p.F path=0 mwas=func", "missing mw"},
		{"route p.F path=0 handler=1 as=func colour=red", `unknown keyword "colour=red"`},
		{"route p.F path=0 handler=1 as=func background=yes", `unknown keyword "background=yes"`},
		{"route p.F path=0 handler=1 as=func fast", `unknown keyword "fast"`},
		{"route p.F path=0 path=1 handler=1 as=func", "path given twice"},
		{"route p.F path=x handler=1 as=func", `path: "x" is no argument index`},
		{"route p.F path=-1 handler=1 as=func", "is no argument index"},
		{"route p.F path= handler=1 as=func", "path: missing value"},
		{"route p.F path=0 handler=1 as=call", `unknown as "call"`},
		{"route p.F path=0 handler=1 as=iface:", `unknown as "iface:"`},
		{"route p.F path=0 handler=1 as=func pick=first", `unknown pick "first"`},
		{"route p.F path=0 handler=1 as=func role=alive", `unknown role "alive"`},
		{"route p.F path=0 handler=1 as=func method=get", `method: "get" is no argument index`},
		{"route p.F path=0.[keys] handler=1 as=func", "is no argument index"},
		{"route p.F path=0 handler=1 as=func map=2", "map goes with as=mapped"},
		{"route p.F path=0 handler=1 as=mapped", "map goes with as=mapped"},
		{"route p.F path=0 handler=1 as=func opts=x", `opts: "x" is no argument index`},
		{"check p.F handler=0 as=field:C fails=!", `unknown fails "!"`},
		{"check_new p.F handler=0 as=field:C fails=X", "check_new takes no fails"},
		{"check p.F handler=1 as=func default=/a also=/b", `unknown also "/b"`},
		{"check p.F handler=1 as=func default=/a also=ready:/b", `unknown also "ready:/b"`},
		{"check p.F handler=1 as=func also=readiness:/b", "missing default"},
		{"wrap p.F handler=1 as=func opts=0", "wrap takes no opts"},
		{"default_path p.T#F", "missing role"},
		{"default_path p.F role=liveness", "missing path"},
		{"opt_prefix p.F", "missing path"},
		{"opt_middleware p.F handler=0", "missing as"},
		{"pattern p.F", "missing path"},
		{"route p.F path=0 handler=1 as=func deadline", "route takes no deadline"},
		{"none p.F handler=0", "none takes no handler"},
		{"wrap p.F method=0 handler=1 as=func", "wrap takes no method"},
		{"none p.F p.F", "second rule for p.F, the first is at my.txt:2"},
		{"none $x.F", "unknown alias $x"},
		{"none (p.F", "is no function or field name"},
		{"none p.{}", "is no function or field name"},
		{"none p.{" + strings.Repeat("a,", 600) + "b}", "more than 500 alternatives"},
		{"let x", "missing import path"},
		{"let x a/$x", "plain text"},
	}
	for _, test := range tests {
		rules, err := ParseRules("my.txt", strings.NewReader("none q.Good\n"+test.line+"\n"))
		if err == nil || !strings.HasPrefix(err.Error(), "my.txt:2: ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want my.txt:2: ... %s", test.line, err, test.want)
		}
		if len(rules) == 0 || rules[0].Func != "q.Good" {
			t.Errorf("%q: the good line is lost", test.line)
		}
	}
	_, err := ParseRules("my.txt", strings.NewReader("let x a\nlet x b\nnone q.F\nnone q.F\nbad\n"))
	for _, want := range []string{"my.txt:2: let: x defined twice", "my.txt:4: second rule for q.F, the first is at my.txt:3", "my.txt:5: unknown kind"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v lacks %q", err, want)
		}
	}
}

func TestRuleSet(t *testing.T) {
	const handle = "(*net/http.ServeMux).Handle"
	more, err := ParseRules("user.txt", strings.NewReader("none "+handle+"\nroute example.com/r.Get path=0 handler=1 as=func\n"))
	if err != nil {
		t.Fatal(err)
	}
	set := Rules().With(more)
	if got := set.Rule(handle); got == nil || got.Kind != KindNone || got.Line != "user.txt:1" {
		t.Errorf("not overridden: %+v", got)
	}
	if set.Rule("example.com/r.Get") == nil || Rules().Rule("example.com/r.Get") != nil {
		t.Error("With must add to the new set only")
	}
	if Rules().Rule(handle).Kind != KindRoute || Rules().Rule("fmt.Println") != nil {
		t.Error("the built-in rules changed")
	}
	var empty *RuleSet
	if empty.Rule(handle) != nil {
		t.Error("a nil set has rules")
	}
	if err := (&RuleSet{rules: map[string]*Rule{}}).add(append(more, more[0])); err == nil || !strings.Contains(err.Error(), "user.txt:1: second rule") {
		t.Errorf("add: %v", err)
	}
}

// Whatever a user writes, the parser answers with rules or with file:line.
func FuzzParseRules(f *testing.F) {
	for _, seed := range []string{"route p.F path=0 handler=1 as=func", "let a b c\nnone $a.{F,G}", "none {{p.F,", "check p.T#F as=each:field:X:iface:Y"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rules, err := ParseRules("f.txt", strings.NewReader(text))
		if err != nil && !strings.HasPrefix(err.Error(), "f.txt:") {
			t.Errorf("error without place: %v", err)
		}
		for _, rule := range rules {
			if rule.Func == "" || !strings.HasPrefix(rule.Line, "f.txt:") {
				t.Errorf("bad rule %+v", rule)
			}
		}
	})
}
