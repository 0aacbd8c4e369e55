package wiregen

import "strings"

// Deps is a set of dependency calls.
type Deps uint16

const (
	ping Deps = 1 << iota
	exec
	dial
	lookup
	get
)

var names = []string{"(*database/sql.DB).Ping", "(*database/sql.DB).Exec", "net.Dial", "net.LookupHost", "net/http.Get"}

// Of gives the set with the callee of that full name, false when no program calls it.
func Of(callee string) (Deps, bool) {
	for i, n := range names {
		if n == callee {
			return 1 << i, true
		}
	}
	return 0, false
}

// Product is what the calls of d talk to in every program, "" when it is not known of some: all databases are opened
// with the driver of one product.
func (d Deps) Product() string {
	if d != 0 && d&^(ping|exec) == 0 {
		return "PostgreSQL"
	}
	return ""
}

func (d Deps) String() string {
	var out []string
	for i, n := range names {
		if d&(1<<i) != 0 {
			out = append(out, n)
		}
	}
	if out == nil {
		return "-"
	}
	return strings.Join(out, " ; ")
}

// Answer is what one probe reaches: Must has to be reported, nothing outside of May.
type Answer struct {
	Path      string
	Must, May Deps
}

// Fits reports whether got is a right answer.
func (a Answer) Fits(got Deps) bool { return got&a.Must == a.Must && got&^a.May == 0 }
