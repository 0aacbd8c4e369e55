package catalog

import (
	"fmt"
	"slices"
	"strings"
)

// kindSpec says which keys a kind takes.
type kindSpec struct {
	need []string // "a|b": one of them
	may  []string // all keys, needed ones included
}

// keys builds a kindSpec from "need need ; may may".
func keys(text string) kindSpec {
	need, may, _ := strings.Cut(text, ";")
	spec := kindSpec{need: strings.Fields(need)}
	for _, alternatives := range spec.need {
		spec.may = append(spec.may, strings.Split(alternatives, "|")...)
	}
	spec.may = append(spec.may, strings.Fields(may)...)
	return spec
}

var ruleKinds = map[RuleKind]kindSpec{
	KindRoute:      keys("path|default handler as ; method pick role router mw mwas opts map"),
	KindGroup:      keys("; path handler as pick router mw mwas opts"),
	KindMount:      keys("handler as ; path pick router mw mwas"),
	KindPath:       keys("path ; method"),
	KindPrefix:     keys("path ;"),
	KindSame:       keys("; method"),
	KindHandler:    keys("handler as ; method pick"),
	KindWrap:       keys("handler as ; path default pick"),
	KindWrapNew:    keys("as ;"),
	KindStrip:      keys("path handler as ;"),
	KindMiddleware: keys("handler as ; path pick router"),
	KindServe:      keys("; handler as"),
	KindCheck:      keys("handler as ; path name pick role default router background both also deadline always200 fails"),
	KindCheckNew:   keys("; handler as pick role background deadline always200"),
	KindGRPCHealth: keys("handler as default ; role"),
	KindSelf:       keys("path|default ; method role"),
	KindInstall:    keys("default ; method role router opts also"),
	KindCheckRun:   keys("; handler as role deadline always200"),
	KindPattern:    keys("path ; method"),

	KindOptPrefix:     keys("path ;"),
	KindOptMiddleware: keys("handler as ; pick"),
	KindDefaultPath:   keys("path role ;"),

	KindConstant: {},
	KindFlag:     {},
	KindNone:     {},
}

// pairs lists keys that make no sense without another.
var pairs = [][2]string{{"handler", "as"}, {"mw", "mwas"}, {"mwas", "mw"}, {"pick", "handler"}, {"also", "default"}, {"fails", "handler"}, {"map", "handler"}}

// check reports what is missing. The handler of a field rule is the field itself, and so is its default path.
func (s kindSpec) check(kind RuleKind, given map[string]bool, field bool) error {
	if field && given["handler"] {
		return fmt.Errorf("%s: a field is its own handler", kind)
	}
	if field && !given["as"] && slices.Contains(s.may, "as") {
		return fmt.Errorf("%s: missing as", kind)
	}
	for _, alternatives := range s.need {
		found := field && (alternatives == "handler" || alternatives == "path" && kind == KindDefaultPath)
		for key := range strings.SplitSeq(alternatives, "|") {
			found = found || given[key]
		}
		if !found {
			return fmt.Errorf("%s: missing %s", kind, strings.ReplaceAll(alternatives, "|", " or "))
		}
	}
	for _, pair := range pairs {
		if given[pair[0]] && !given[pair[1]] && !(field && pair[1] == "handler") {
			return fmt.Errorf("%s: missing %s", kind, pair[1])
		}
	}
	return nil
}
