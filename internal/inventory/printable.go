package inventory

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Printable writes what stands in code so that it can stand in a text for people: what moves a cursor, turns the
// direction of writing or is no text at all is written as Go would escape it. Everything else stays as it is.
func Printable(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return !strconv.IsPrint(r) }) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case strconv.IsPrint(r):
			b.WriteRune(r)
		default:
			q := strconv.QuoteRune(r)
			b.WriteString(q[1 : len(q)-1])
		}
		s = s[n:]
	}
	return b.String()
}
