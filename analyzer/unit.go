package analyzer

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/healthlint/healthlint/internal/inventory"
)

// Unit is one type-checked package, as a driver hands it over.
type Unit struct {
	Fset   *token.FileSet
	Files  []*ast.File
	Pkg    *types.Package
	Info   *types.Info
	Module string // path of the module the package is in, "" when the driver does not know
	Main   bool   // the package is in a main module: the user's own, one of go.work, one replaced by a directory

	// Fact returns the encoded fact of a direct import, nil when that package has none.
	Fact func(path string) []byte
}

// Outcome is what the work on one Unit gave.
type Outcome struct {
	Fact     []byte              // for importers; nil when there is nothing that they could need
	Probes   []inventory.Probe   // closed in this package; for a package main all of its program
	Findings []inventory.Finding // those that no fact of an import holds yet
	Open     []inventory.Open
	Pending  []inventory.Open   // endpoints that only a caller of the package can complete
	Failure  *inventory.Failure // the package could not be analysed; Fact then says so to importers
}
