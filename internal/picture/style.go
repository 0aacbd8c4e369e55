package picture

import _ "embed" // for the files below

// Stylesheet is shared by the page of the lab and by reports: colours for light and dark, looks, tables.
//
//go:embed style.css
var Stylesheet string

// Patterns is an invisible SVG with the fills of all looks, by the ids look-good, look-part and so on. A document
// that draws spans holds it once.
//
//go:embed patterns.svg
var Patterns string
