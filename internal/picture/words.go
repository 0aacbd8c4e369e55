package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return strconv.Itoa(n) + " times"
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.Itoa(n) + " " + word + "s"
}

// capital begins a sentence.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// firstOf says that not all lanes are drawn.
func firstOf(n int, what string) string {
	if n <= MaxRows {
		return ""
	}
	return fmt.Sprintf("The first %d of %d %s.", MaxRows, n, what)
}

// sortChanges sorts by time, and keeps the order of what happens at once.
func sortChanges(list []Change) {
	slices.SortStableFunc(list, func(a, b Change) int { return cmp.Compare(a.T, b.T) })
}
