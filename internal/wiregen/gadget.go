package wiregen

// kind is the type of a term.
type kind uint8

const (
	check   kind = iota // func() error
	pinger              // api.Pinger
	handler             // http.Handler
)

// goType is how a kind is written in package api's importers.
func (k kind) goType() string {
	return [...]string{"func() error", "api.Pinger", "http.Handler"}[k]
}

// gadget makes a term of kind out from terms of the kinds in. Texts hold
//
//	$   a suffix of this gadget in this program
//	#   a suffix of this use
//	@   the qualifier of the package that holds decl
//	~   the qualifier of package api
//	%i  the expression of operand i
type gadget struct {
	name string
	in   []kind
	out  kind
	decl string
	make func(seed uint64) string // instead of decl: the declarations depend on the seed of the instance
	loud []variant
	mute []variant
	deps Deps // what it reaches by itself
}

// variant is one way to use a gadget: statements, one a line, and behind "=>" the expression.
type variant struct {
	text string
	decl string // declarations for this use alone
	drop []int  // operands that never run
	may  []int  // operands that never run, which an engine without order of stores may report
}

// all says that no operand runs.
var all = []int{0, 1, 2, 3}

// say is a variant that runs all operands.
func say(text string) variant { return variant{text: text} }

// hush is a variant that runs none.
func hush(text string) variant { return variant{text: text, drop: all} }

// instance is a gadget in a program: its declarations stand in one package, once.
type instance struct {
	g    *gadget
	id   int
	pkg  string
	seed uint64
}

// term is an expression of the program.
type term struct {
	in      *instance
	kids    []*term
	seed    uint64
	quiet   bool // a variant that does not run its operands is preferred
	outline int  // in a function of its own, and in which way
}

func (t *term) kind() kind { return t.in.g.out }

// variant chooses how the gadget is used.
func (t *term) variant() *variant {
	vs := t.in.g.loud
	if t.quiet && len(t.in.g.mute) > 0 || len(vs) == 0 {
		vs = t.in.g.mute
	}
	return &vs[pick(t.seed, 0, len(vs))]
}

// nests reports whether in is used below t. A function that is entered again through a callback, such as a helper that
// runs a list of checks one of which runs a list, is one to the engine: it may mix up what the two are given.
func (t *term) nests(in *instance) bool {
	for _, k := range t.kids {
		if k.in == in || k.nests(in) {
			return true
		}
	}
	return false
}

// leaves gives all that is mentioned below t.
func (t *term) leaves() Deps {
	d := t.in.g.deps
	for _, k := range t.kids {
		d |= k.leaves()
	}
	return d
}

func (t *term) clone() *term {
	c := *t
	c.kids = nil
	for _, k := range t.kids {
		c.kids = append(c.kids, k.clone())
	}
	return &c
}
