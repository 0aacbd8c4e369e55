package load

import (
	"fmt"
	"go/scanner"
	"go/types"
	"strings"

	"github.com/healthlint/healthlint/internal/inventory"
)

// maxSyntax is how many syntax errors of a file are told: most behind the first are its echo.
const maxSyntax = 3

// problems are what the type checker says of one package.
type problems struct {
	found   []inventory.Failure
	hard    bool               // the types can't be trusted
	missing bool               // an import has no code here
	echo    *inventory.Failure // says so where no other line does
}

// add takes over an error of the type checker.
func (p *problems) add(c *checker, n *node, e types.Error) {
	p.hard = p.hard || !e.Soft
	at := c.position(e.Pos)
	if more, ok := strings.CutPrefix(e.Msg, "\t"); ok && len(p.found) > 0 {
		addLine(&p.found[len(p.found)-1], more)
		return
	}
	d := c.missingImport(n, e)
	if d == nil {
		p.found = append(p.found, inventory.Failure{Package: n.path(), Position: at, Message: e.Msg})
		return
	}
	if !p.missing || p.echo != nil { // one line is enough
		p.echo = nil
		if !tells(d, at) {
			p.echo = &inventory.Failure{Package: n.path(), Position: at, Message: "not analysed: it needs " + d.path() + d.lack()}
		}
	}
	p.missing = true
}

// tell puts what is worth telling of p among the errors of n. What does not parse has no types, and what lacks an import
// is full of names that nothing defines: neither is worth a line beside its cause.
func (p *problems) tell(n *node) {
	switch {
	case n.broken: // its syntax
	case !p.missing:
		n.conclude(p.found, p.hard)
	case p.echo != nil && n.main:
		n.errors = mergeErrors(n.errors, []inventory.Failure{*p.echo})
	}
	n.broken = n.broken || p.hard
}

// conclude decides which of the errors found while checking n are worth telling. When an import is broken,
// most are its echo: one line says so instead of many, and none for a package of another module, where the
// first error is enough to know what to do about it.
func (n *node) conclude(found []inventory.Failure, hard bool) {
	if cause := brokenImport(n); cause != nil && hard && len(found) > 0 {
		found = found[:1]
		found[0].Message = "not analysed: it needs " + cause.path() + doesNotCompile
		if !n.main {
			found = nil
		}
	}
	if more := len(found) - 1; !n.main && more > 0 {
		found = found[:1]
		found[0].Message += fmt.Sprintf(" (and %d more)", more)
	}
	n.errors = mergeErrors(n.errors, found)
}

const doesNotCompile = ", which does not compile"

// lack says why a package can't be imported.
func (n *node) lack() string {
	if len(n.pkg.GoFiles)+len(n.pkg.IgnoredFiles) > 0 {
		return doesNotCompile
	}
	return ", which has no code here"
}

// failSyntax records the first syntax errors of a file, which come sorted.
func (n *node) failSyntax(list scanner.ErrorList) {
	for i, e := range list {
		msg := e.Msg
		if more := len(list) - i - 1; i == maxSyntax-1 && more > 0 {
			msg += fmt.Sprintf(" (and %d more)", more)
		}
		if i < maxSyntax {
			n.fail(fromToken(e.Pos), msg)
		}
	}
}
