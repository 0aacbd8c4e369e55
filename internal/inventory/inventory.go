// Package inventory holds what an analysis found, free of SSA and of go/types: probes with what they
// reach, findings, what stayed open and what failed. Rules and reports read it; the engine fills it.
// The JSON form is the result contract of the command, version 1: fields may be added, none renamed.
package inventory

import "strings"

// Version is the version of the JSON result contract.
const Version = 1

// Position is a place in source code. File is the name the file set gave (an absolute path for code on
// disk) until a report makes it relative; Line and Column count from 1, columns in bytes; zero Line
// means that the place is not known.
type Position struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// IsValid reports whether p names a line.
func (p Position) IsValid() bool { return p.Line > 0 }

// Role is the question a probe answers for the platform.
type Role string

// The roles of design.md.
const (
	Liveness  Role = "liveness"
	Readiness Role = "readiness"
	Startup   Role = "startup"
	Combined  Role = "combined"
)

// Sources of a role: what decided it.
const (
	SourcePath       = "path"
	SourceName       = "name"
	SourceHandler    = "handler"
	SourceSibling    = "sibling"
	SourceLibrary    = "library"
	SourceManifest   = "manifest"
	SourceConfig     = "config"
	SourceAnnotation = "annotation"
)

// Confidence of a dependency.
const (
	Certain  = "certain"
	Possible = "possible"
)

// Step is one call on a chain. The first step of a chain is the handler itself at the position of its
// first call on the way; every further step is a callee with the position of the call it makes next;
// the last is the dependency call.
type Step struct {
	Func     string   `json:"func"`     // short name, as in (*Server).handleLive
	Position Position `json:"position"` // of the call that leads on from here
	Edge     string   `json:"edge"`     // how this step was reached: static or dynamic

	// ID tells apart two calls of one function on different receivers or captured values; equal IDs
	// mean the same function on the same objects. Not part of the JSON contract.
	ID string `json:"-"`
	// Package is the import path of the package of the function.
	Package string `json:"package"`
}

// Dependency is one thing outside the process that a probe reaches.
type Dependency struct {
	Kind       string   `json:"kind"`
	Product    string   `json:"product"`
	Call       Position `json:"call"`
	Callee     string   `json:"callee"` // full name, as (*types.Func).FullName prints it
	IO         string   `json:"io"`     // blocking, none, depends
	Shared     bool     `json:"shared"`
	Deadline   *bool    `json:"deadline"`
	Decides    *bool    `json:"decides"`
	Confidence string   `json:"confidence"`
	Chain      []Step   `json:"chain"`
}

// Probe is one registered health endpoint.
type Probe struct {
	ID              int          `json:"id"`
	Program         string       `json:"program"` // import path of the main package, "" for a probe known outside any
	Server          string       `json:"server"`
	Path            string       `json:"path"`            // route, or gRPC service
	Check           string       `json:"check,omitempty"` // name of the check when a health library runs several under one path
	Role            Role         `json:"role"`
	RoleSource      string       `json:"role_source"`
	Registered      Position     `json:"registered"`
	Handler         string       `json:"handler"`
	HandlerPosition Position     `json:"handler_position"`
	Via             string       `json:"via"` // full name of the registering function, or the form it was found in
	Dependencies    []Dependency `json:"dependencies"`

	// Package is the import path of the package that registers.
	Package string `json:"package"`
	// HandlerID is equal for two probes exactly when one handler value answers both: the same function
	// with the same receiver and captured values.
	HandlerID string `json:"-"`
	// HandlerPackage is the import path of the package that holds the body of the handler, "" when it is not known.
	HandlerPackage string `json:"handler_package"`
	// Library is true when a health library or a gRPC health service fixes the role and the answer.
	Library bool `json:"-"`
	// Open is true when a call that the handler makes stayed unresolved, so that Dependencies may lack some.
	Open bool `json:"-"`
	// Constant is true when the handler reads nothing that can change: it always gives the same answer.
	Constant bool `json:"-"`
	// Routes of the program that are no probes; only in main packages.
	OtherRoutes int `json:"-"`
}

// Shown names the endpoint for people: its path, and the check when a library runs several under one path, as in
// /live [database]. It is empty when neither is known, and printable whatever the code says.
func (p *Probe) Shown() string {
	if p.Check == "" || p.Check == p.Path {
		return Printable(p.Path)
	}
	return Printable(strings.TrimPrefix(p.Path+" ["+p.Check+"]", " "))
}

// Level of a finding.
type Level string

// Levels in rising order of weight.
const (
	Note    Level = "note"
	Warning Level = "warning"
	Error   Level = "error"
)

// Rank orders levels: note 1, warning 2, error 3, anything else 0.
func (l Level) Rank() int {
	switch l {
	case Note:
		return 1
	case Warning:
		return 2
	case Error:
		return 3
	}
	return 0
}

// FindingDependency names the dependency a finding is about.
type FindingDependency struct {
	Kind    string `json:"kind"`
	Product string `json:"product"`
	Callee  string `json:"callee"`
}

// Related is a further place that belongs to a finding.
type Related struct {
	Position Position `json:"position"`
	Message  string   `json:"message"`
}

// Suppression says who silenced a finding and why.
type Suppression struct {
	By     string `json:"by"`
	Reason string `json:"reason"`
}

// Finding is one misuse.
type Finding struct {
	Rule        string             `json:"rule"`
	Level       Level              `json:"level"`
	Probes      []int              `json:"probes"` // IDs
	Position    Position           `json:"position"`
	Message     string             `json:"message"` // one line, begins with the rule id
	Dependency  *FindingDependency `json:"dependency"`
	Chain       []Step             `json:"chain"`
	Related     []Related          `json:"related"`
	Suppressed  *Suppression       `json:"suppressed"`
	Fingerprint string             `json:"fingerprint"`
	// HandlerPackage is the import path of the package that the names in Message are seen from: functions of others
	// carry the name of their package.
	HandlerPackage string `json:"handler_package"`
	// Cost is what the finding costs while its dependency is down, nil where nothing was computed.
	Cost *Cost `json:"cost"`

	Program string `json:"-"`
	Package string `json:"-"` // package of the registration
}

// Open is something that could not be resolved.
type Open struct {
	Position Position `json:"position"`
	What     string   `json:"what"`
	Why      string   `json:"why"`
}

// Failure is a package that could not be analysed.
type Failure struct {
	Package  string   `json:"package"`
	Position Position `json:"position"`
	Message  string   `json:"message"`
}

// Result is all that one run found.
type Result struct {
	Version  int       `json:"version"`
	Probes   []Probe   `json:"probes"`
	Findings []Finding `json:"findings"`
	Open     []Open    `json:"open"`
	Errors   []Failure `json:"errors"`
}
