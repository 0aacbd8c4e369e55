package catalog

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// RoleOfName decides a role by an identifier: the handler function, a method, a field or a variable. It is
// the weakest evidence. A name that speaks of two roles is combined.
func RoleOfName(ident string) (role string, p float64, ok bool) {
	words := identWords(ident)
	table := roles()
	for i, word := range words {
		token := table.word[word]
		if token == nil || !token.fits(words, i) {
			continue
		}
		switch {
		case role == "" || role == roleCombined && token.role != roleCombined && ok:
			role, p, ok = token.role, token.p, true
		case token.role != roleCombined && token.role != role:
			return roleCombined, min(p, token.p), true
		}
	}
	return role, p, ok
}

// fits reports whether the neighbours of words[i] allow the token.
func (t *roleToken) fits(words []string, i int) bool {
	next, prev := "-", "-"
	if i+1 < len(words) {
		next = words[i+1]
	}
	if i > 0 {
		prev = words[i-1]
	}
	return (t.next == nil || slices.Contains(t.next, next)) && !slices.Contains(t.notNext, next) &&
		(t.prev == nil || slices.Contains(t.prev, prev)) && !slices.Contains(t.notPrev, prev)
}

// closureSuffix is what go/ssa puts behind the name of a closure or of a bound method.
var closureSuffix = regexp.MustCompile(`(\$[\w$]+|-fm)$`)

// identWords splits an identifier at underscores, digits and case changes: HTTPReadyz2 is http, readyz. Of a
// qualified name only the last part counts.
func identWords(ident string) []string {
	ident = closureSuffix.ReplaceAllString(ident, "")
	ident = ident[strings.LastIndexByte(ident, '.')+1:]
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = nil
		}
	}
	runes := []rune(ident)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			flush()
		}
		word = append(word, r)
	}
	flush()
	return words
}

// RegistersCheck reports whether a function of this name, when it takes a func that returns an error or a
// bool, gives a check to a registry that the application wrote itself. The caller looks at the signature.
func RegistersCheck(name string) (role string, ok bool) {
	for _, adder := range roles().adders {
		if adder.re.MatchString(name) {
			return adder.role, true
		}
	}
	return "", false
}
