package names

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/healthlint/healthlint/internal/inventory"
)

// nouns are what messages call the kinds of dependencies.
var nouns = map[string]string{
	"database":       "database",
	"cache":          "cache",
	"broker":         "message broker",
	"http":           "HTTP service",
	"grpc":           "gRPC service",
	"tcp":            "TCP peer",
	"dns":            "DNS server",
	"kubernetes-api": "Kubernetes API",
	"cloud":          "cloud API",
	"objectstore":    "object store",
	"directory":      "directory service",
	"disk":           "disk",
	"disk-space":     "disk space",
	"filesystem":     "file system",
	"connections":    "connection count",
	"host":           "host",
	"exec":           "command",
}

// remote are the kinds of which a program may well talk to several, so that the noun alone tells nothing apart.
var remote = map[string]bool{
	"database": true, "cache": true, "broker": true, "http": true, "grpc": true, "tcp": true, "objectstore": true, "exec": true,
}

// anonymous are the last words of products that say how one talks to something, not what it is: HTTP service, SQL
// database, JWKS endpoint.
var anonymous = map[string]bool{
	"service": true, "address": true, "endpoint": true, "target": true, "command": true, "database": true, "broker": true, "store": true,
}

// Dependency names a dependency by kind and product: the database (PostgreSQL). Where no product is known it says
// through which call, and in which function: an HTTP service (through (*http.Client).Do in (*Server).ledger).
func Dependency(d *inventory.Dependency, home string) string {
	noun := noun(d)
	if Unnamed(d) {
		if call := through(d, home, home); call != "" {
			return withArticle(noun) + " (through " + call + ")"
		}
		return withArticle(noun)
	}
	product, kind := strings.ToLower(d.Product), strings.ToLower(noun)
	switch {
	case product == "" || strings.Contains(kind, product):
		return "the " + noun
	case strings.Contains(product, kind):
		return "the " + d.Product
	}
	return "the " + noun + " (" + d.Product + ")"
}

// InTable is the short form for a table: PostgreSQL (database), HTTP service (through http.Get in (*web.Server).ledger),
// and with the kind where the noun does not say it: command (exec: exec.Command in run.Tool). Functions carry their
// package, since the rows of a table have no home in common.
func InTable(d *inventory.Dependency, home string) string {
	switch {
	case Unnamed(d):
		return noun(d) + " (" + cmp.Or(byCall(d, through(d, home, "")), d.Kind) + ")"
	case d.Product == "":
		return d.Kind
	}
	return d.Product + " (" + d.Kind + ")"
}

// byCall tells an unnamed dependency from others by its call, "" for none.
func byCall(d *inventory.Dependency, call string) string {
	switch {
	case call == "":
		return ""
	case strings.Contains(strings.ToLower(noun(d)), strings.ToLower(d.Kind)):
		return "through " + call
	}
	return d.Kind + ": " + call
}

// Unnamed reports whether the product of a dependency says no more than how one talks to it. Its call is then all
// there is to tell it from others.
func Unnamed(d *inventory.Dependency) bool {
	word := d.Product[strings.LastIndex(d.Product, " ")+1:]
	return remote[d.Kind] && (d.Product == "" || anonymous[word] || strings.HasPrefix(d.Product, "gRPC service"))
}

// through says by which call a dependency is reached, and in which function of the user's: the last one before other
// people's code, since all generated clients end in the same few functions. It is named as seen from package seen.
func through(d *inventory.Dependency, home, seen string) string {
	text := Func(d.Callee)
	if n := len(d.Chain); n > 1 {
		text += " in " + Step(d.Chain[own(d.Chain[:n-1], home)], seen)
	}
	return text
}

// own is the index of the last step in the module of package home, else of the last.
func own(steps []inventory.Step, home string) int {
	for i := len(steps) - 1; i >= 0 && home != ""; i-- {
		if root(steps[i].Package) == root(home) {
			return i
		}
	}
	return len(steps) - 1
}

// root guesses the module of a package by its import path: github.com/owner/name, example.org/name.
func root(path string) string {
	elems := strings.Split(path, "/")
	n := 2
	switch elems[0] {
	case "github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "gitea.com":
		n = 3
	}
	if !strings.Contains(elems[0], ".") {
		n = 1
	}
	return strings.Join(elems[:min(n, len(elems))], "/")
}

func noun(d *inventory.Dependency) string {
	noun := cmp.Or(nouns[d.Kind], d.Kind, "dependency")
	switch {
	case !Unnamed(d), d.Product == "", strings.HasSuffix(d.Product, " address"), strings.HasPrefix(d.Product, "gRPC service"):
		return noun
	}
	return d.Product
}

// withArticle puts a or an before a noun, by the sound of its first letter: an HTTP service, an SQL database.
func withArticle(noun string) string {
	r := []rune(noun + "  ")
	vowels := "aeiouAEIOU"
	if unicode.IsUpper(r[0]) && unicode.IsUpper(r[1]) { // spelt out
		vowels = "AEFHILMNORSX"
	}
	if strings.ContainsRune(vowels, r[0]) {
		return "an " + noun
	}
	return "a " + noun
}
