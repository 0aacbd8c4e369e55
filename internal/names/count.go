package names

import "strconv"

// Count says how many there are of what: 1 finding, 2 findings.
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
