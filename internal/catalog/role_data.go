package catalog

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Roles as text, the values of inventory.Role.
const (
	roleLiveness  = "liveness"
	roleReadiness = "readiness"
	roleStartup   = "startup"
	roleCombined  = "combined"
)

func roleKnown(role string) bool {
	return slices.Contains([]string{roleLiveness, roleReadiness, roleStartup, roleCombined}, role)
}

// roleToken is a path segment or suffix, or a word of an identifier, that decides a role. The flags are
// explained at the top of data/routes/roles.txt.
type roleToken struct {
	role string
	p    float64

	sub, open, word, get, short, page bool
	notUnder                          []string // parents that make the word mean something else

	next, prev, notNext, notPrev []string // neighbours of a word in an identifier
}

type roleAdder struct {
	re   *regexp.Regexp
	role string
}

// roleTable is the content of roles.txt.
type roleTable struct {
	whole, suffix, last, word map[string]*roleToken
	prefix, area, below       map[string]bool
	adders                    []roleAdder
	suffixLen                 int // segments of the longest suffix
}

var roleTables = sync.OnceValues(func() (*roleTable, error) {
	name := path.Join(routeFolder, roleFile)
	data, err := routeData.ReadFile(name)
	if err != nil {
		return newRoleTable(), err
	}
	return parseRoles(name, bytes.NewReader(data))
})

// roles returns the table; a test keeps its error nil.
func roles() *roleTable {
	table, _ := roleTables()
	return table
}

func newRoleTable() *roleTable {
	return &roleTable{
		whole: map[string]*roleToken{}, suffix: map[string]*roleToken{}, last: map[string]*roleToken{}, word: map[string]*roleToken{},
		prefix: map[string]bool{}, area: map[string]bool{}, below: map[string]bool{},
	}
}

// parseRoles reads roles.txt. Bad lines are left out and named in the error.
func parseRoles(name string, r io.Reader) (*roleTable, error) {
	table := newRoleTable()
	var errs []error
	scanner := bufio.NewScanner(r)
	for n := 1; scanner.Scan(); n++ {
		if err := table.parseLine(tableFields(scanner.Text())); err != nil {
			errs = append(errs, fmt.Errorf("%s:%d: %w", name, n, err))
		}
	}
	if err := scanner.Err(); err != nil {
		errs = append(errs, fmt.Errorf("%s: %w", name, err))
	}
	return table, errors.Join(errs...)
}

func (t *roleTable) parseLine(words []string) error {
	if len(words) == 0 {
		return nil
	}
	lists := map[string]map[string]bool{"prefix": t.prefix, "area": t.area, "below": t.below}
	tokens := map[string]map[string]*roleToken{"whole": t.whole, "suffix": t.suffix, "last": t.last, "word": t.word}
	switch {
	case len(words) < 2:
		return fmt.Errorf("%s: missing arguments", words[0])
	case lists[words[0]] != nil:
		return addRoleList(lists[words[0]], words)
	case words[0] == "adder":
		return t.parseAdder(words)
	case tokens[words[0]] != nil:
		return t.parseTokens(tokens[words[0]], words)
	}
	return fmt.Errorf("unknown keyword %q", words[0])
}

func addRoleList(list map[string]bool, words []string) error {
	for _, word := range words[1:] {
		if list[word] {
			return fmt.Errorf("%s: %s given twice", words[0], word)
		}
		list[word] = true
	}
	return nil
}

func (t *roleTable) parseAdder(words []string) error {
	if len(words) != 3 || !roleKnown(words[2]) {
		return errors.New("adder: want a regular expression and a role")
	}
	re, err := regexp.Compile(words[1])
	if err != nil {
		return err
	}
	t.adders = append(t.adders, roleAdder{re, words[2]})
	return nil
}

// parseTokens reads "KIND NAME ROLE P [FLAG...]"; NAME may hold alternatives in braces.
func (t *roleTable) parseTokens(into map[string]*roleToken, words []string) error {
	if len(words) < 4 {
		return fmt.Errorf("%s: want name, role and confidence", words[0])
	}
	token := &roleToken{role: words[2]}
	if !roleKnown(token.role) {
		return fmt.Errorf("unknown role %q", words[2])
	}
	p, err := strconv.ParseFloat(words[3], 64)
	if token.p = p; err != nil || token.p <= 0 || token.p > 1 {
		return fmt.Errorf("%q is no confidence", words[3])
	}
	for _, word := range words[4:] {
		if err := token.set(word); err != nil {
			return err
		}
	}
	names, err := expandAlternatives(words[1])
	if err != nil {
		return err
	}
	for _, name := range names {
		if into[name] != nil {
			return fmt.Errorf("second line for %s %s", words[0], name)
		}
		into[name] = token
		if words[0] == "suffix" {
			t.suffixLen = max(t.suffixLen, strings.Count(name, "/")+1)
		}
	}
	return nil
}

func (t *roleToken) set(word string) error {
	key, value, hasValue := strings.Cut(word, "=")
	flags := map[string]*bool{"sub": &t.sub, "open": &t.open, "word": &t.word, "get": &t.get, "short": &t.short, "page": &t.page}
	lists := map[string]*[]string{"notunder": &t.notUnder, "next": &t.next, "prev": &t.prev, "notnext": &t.notNext, "notprev": &t.notPrev}
	switch {
	case flags[key] != nil && !hasValue:
		*flags[key] = true
	case lists[key] != nil && value != "":
		*lists[key] = strings.Split(value, ",")
	default:
		return fmt.Errorf("unknown keyword %q", word)
	}
	return nil
}
