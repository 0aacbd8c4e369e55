package callgraph

// op is the kind of a value node of a residual function.
type op uint8

const (
	opUnknown  op = iota // a value nothing is known of
	opConst              // Str holds kind and text: s:..., i:..., b:true, n:
	opParam              // N-th parameter, receiver first
	opFree               // N-th captured variable
	opGlobal             // address of the package variable Str
	opAlloc              // address of a fresh object of type Str (variable, composite, map, slice, channel)
	opField              // address of field Str of the struct that A[0] points to
	opElem               // address of element Str of the array or slice A[0]; when Str is "", of element A[1] if that is there, or of any
	opLoad               // value stored at address A[0]; N=1 when it is a struct or an array
	opFieldVal           // field Str of the struct value A[0]; N=1 when the field is a struct or an array
	opPhi                // any of A
	opFunc               // function Str with captured variables A
	opBound              // method Str2 of receiver A[0], whose static type is Str
	opThunk              // method expression: method Str2 of type Str, receiver is the first argument
	opIface              // A[0] converted to an interface; Str is its concrete type; see methodsOfFunc for S and Str2
	opAssert             // A[0] when it holds concrete type Str ("" for an interface); Str2 is the interface
	opResult             // result N of call statement S
	opLookup             // element of map A[0] under key A[1]; N=1 for a struct
	opIter               // one element of container A[0] in a loop; Str is "map" or "slice"
	opIterKey            // its key; A[0] is the opIter
	opIterVal            // its value; N=1 for a struct
	opIterAddr           // its address
	opAppend             // A[0] with the elements of A[1]
	opConcat             // string A[0] + A[1]
	opCompare            // A[0] Str A[1], Str is == or !=
	opNot                // !A[0]
	opAnd                // conjunction of A
	opOr                 // disjunction of A
	opMatch              // string test Str (HasPrefix, HasSuffix, Contains) of A[0] and A[1]
	opMember             // A[1] is a key of map A[0]
	opRecv               // value received from channel A[0]
	opReqPath            // path of the URL A[0]
	opReqField           // field Str of a request message A[0] (gRPC service name, query value)
	opBits               // A[0] Str A[1] on integers; Str is &, | or &^
	opSubstr             // text A[0] from byte Str to byte Str2
	opWhen               // A[0] where condition A[1] can hold; an operand of opPhi
)

// node is one value of a residual function. Nodes refer to earlier and later nodes of the same function by
// index; they are flow-insensitive: a node stands for all values it can have.
type node struct {
	Op    op
	N     int
	S     int // statement index for opResult; shape of the signature for function values
	Str   string
	Str2  string
	A     []int
	Iters []int  // for opAlloc: loop iterations (indexes of opIter nodes) that tell its instances apart
	Eff   int    // index+1 into function.Effects, for opFunc and opBound of a catalogued function
	Rule  string // opBound, opFunc: key of the rule of the method or function
	D     []int  // demand keys: what a read needs to have been written; see demand.go
}

// stmtKind is the kind of a statement.
type stmtKind uint8

const (
	stStore  stmtKind = iota // *A[0] = A[1]
	stMapSet                 // A[0][A[1]] = A[2]
	stSend                   // A[0] <- A[1]
	stCall                   // a call
	stExtend                 // elements of A[1] are copied into A[0]
	stTaint                  // code that is not followed may write through A[0]
	stGuard                  // A[0] is a condition on the request; see pathguard.go
	stWait                   // waits for work that is done elsewhere; see fgroup.go
)

// callMode is the way a call names its callee.
type callMode uint8

const (
	callStatic  callMode = iota // Callee
	callInvoke                  // method Method of interface Iface on A[0]
	callDynamic                 // function value A[0]
)

// stmt is one statement: something that acts, under a guard.
type stmt struct {
	Kind  stmtKind
	A     []int // operands; for a call: [callee value or receiver of an invoke,] arguments
	Guard int   // node that must not be false; -1 for none
	Iters []int // loop iterations the statement is repeated for
	Pos   pos
	D     []int // demand keys: who reads one of them needs this store; empty for stores into fresh locals

	Mode    callMode
	Callee  string   // static callee: key when followed, full name when external
	Method  string   // invoked method
	Iface   string   // its interface type
	Ext     bool     // callee or interface is outside what is followed
	Go      bool     // started with go
	Waits   bool     // the go statement's work is waited for here
	Hands   bool     // what tells when it is done is returned, or came from the caller
	Recvs   bool     // what the call returns, or gets, to tell when it is done is waited for
	Done    []int    // what the go statement's work tells when it is done; what a stWait waits for
	Defer   bool     // deferred
	NRes    int      // number of results
	Eff     int      // index+1 into function.Effects
	Rule    string   // key of a registration rule
	TArgs   []string // type arguments of the callee, or of its receiver
	Code    []int    // operands that can bring code along, for calls that are not followed
	Asks    []string // for each of Code, the methods of the library's own interface that it is handed over as
	Var     bool     // the last argument is a variadic slice
	Sig     int      // shape of the callee's signature for dynamic calls; the region of a stGuard
	Amb     bool     // invoke on an interface that is never open
	Answers bool     // stGuard: the guarded region answers the request
	Handler string   // stGuard: short name of what answers
	Made    bool     // stStore: it runs whenever what it stores into is allocated
	Gives   uint8    // what kind of result a call with a rule has; see the gives constants
}

// Values of stmt.Gives.
const (
	givesOther     uint8 = iota
	givesReceiver        // of the receiver's own type: it can be the receiver
	givesInterface       // an interface that the receiver may satisfy
)

// effect is a catalogued dependency call as it is written into a fact.
type effect struct {
	ID, Kind, Product, IO, Shared, Callee string
	Addr, Context                         int
}

// pos is a position inside a residual function: file is an index into the function's files.
type pos struct{ File, Line, Col int }

// ret is one return statement.
type ret struct {
	Vals  []int
	Guard int
	Void  uint8 // bits of the results that are zero beside an error; see void
	Iters []int // iterations of loops that it leaves, when what it returns, or whether, depends on them
}

// function is the residual of one Go function: what its callers need to know without its body.
type function struct {
	Key     string // unique key
	Name    string // short name for chains
	Pkg     string // import path
	Pos     pos
	Files   []string
	Params  []string // type keys of the parameters, receiver first
	NFree   int
	TParams []string // names of the type parameters, those of the receiver first
	Nodes   []node
	Stmts   []stmt
	Rets    []ret
	Effects []effect
	Handler bool // takes a request: could answer one
	Main    bool // package is in a main module
}

// method says where a method of a concrete type leads.
type method struct {
	Name  string   // types.Id of the method
	Fn    string   // key of the function, full name when external
	Path  []string // embedded fields to walk before the call; a leading * loads the pointer in it
	D     []int    // demand keys of those fields
	Iface string   // the method is of an embedded interface of this type
	Ext   bool
	Eff   *effect
	Rule  string
	Agg   bool // receiver is a value
}

// typeInfo is the method table of a concrete type that was converted to an interface.
type typeInfo struct {
	Key     string
	Methods []method
	Ext     bool // declared outside what is followed
	Fake    bool // a test double: never resolves an open call
}

// conversion records that the program converts a type to an interface.
type conversion struct{ Iface, Type string }

// summary is what one package gives to its importers, before and after encoding.
type summary struct {
	Path     string
	Main     bool
	Funcs    map[string]*function
	Types    map[string]*typeInfo
	Convs    []conversion
	Marks    []int    // see marks.go
	Mentions []string // type keys of other packages whose methods importers could call
	Left     []omission
}
