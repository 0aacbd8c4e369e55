package catalog

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ParseRules reads rules from text, one a line:
//
//	let ALIAS IMPORTPATH...        $ALIAS in a function below stands for each of the paths
//	KIND FUNC... [KEY=VALUE...] [FLAG...]
//
// {A,B} in a function stands for each of its parts. A # at the start of a line or after a space begins a
// comment. Keys: path, handler, name, method, router, mw (an argument index; path, name and method also with
// a field, as in path=1.Path, or [key] for the keys of a map; method also a fixed text, or "name" for the name of the function in upper
// case), opts, map (indices too), pick, role, default, also, fails, as, mwas. Flags: background, both, deadline,
// always200.
// The error names file and line of every bad line; the good ones are returned.
func ParseRules(name string, r io.Reader) ([]Rule, error) {
	p := ruleParser{file: name, aliases: map[string][]string{}, seen: map[string]string{}}
	scanner := bufio.NewScanner(r)
	for scanner.Scan() {
		p.line++
		if err := p.parseLine(scanner.Text()); err != nil {
			p.errs = append(p.errs, fmt.Errorf("%s: %w", p.at(), err))
		}
	}
	if err := scanner.Err(); err != nil {
		p.errs = append(p.errs, fmt.Errorf("%s: %w", name, err))
	}
	return p.rules, errors.Join(p.errs...)
}

type ruleParser struct {
	file    string
	line    int
	aliases map[string][]string
	seen    map[string]string // function -> file:line
	rules   []Rule
	errs    []error
}

func (p *ruleParser) at() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// tableFields splits a line of a table into words, without its comment.
func tableFields(line string) []string {
	words := strings.Fields(line)
	for i, word := range words {
		if strings.HasPrefix(word, "#") {
			return words[:i]
		}
	}
	return words
}

func (p *ruleParser) parseLine(text string) error {
	words := tableFields(text)
	if len(words) == 0 {
		return nil
	}
	if words[0] == "let" {
		return p.let(words[1:])
	}
	kind := RuleKind(words[0])
	spec, ok := ruleKinds[kind]
	if !ok {
		return fmt.Errorf("unknown kind %q", words[0])
	}
	funcs, keys := splitRuleWords(words[1:])
	if len(funcs) == 0 {
		return fmt.Errorf("%s: missing function", kind)
	}
	rule := Rule{Kind: kind, Path: None, Handler: None, Name: None, Method: None, Router: None, Middleware: None, Options: None, Mapping: None, Line: p.at()}
	given := map[string]bool{}
	for _, word := range keys {
		key, value, _ := strings.Cut(word, "=")
		if given[key] {
			return fmt.Errorf("%s given twice", key)
		}
		given[key] = true
		if err := setRuleKey(&rule, word, key, value); err != nil {
			return err
		}
		if !slices.Contains(spec.may, key) {
			return fmt.Errorf("%s takes no %s", kind, key)
		}
	}
	if given["map"] != (rule.As == AsMapped) {
		return fmt.Errorf("%s: map goes with as=%s", kind, AsMapped)
	}
	return p.expandRule(rule, spec, given, funcs)
}

func (p *ruleParser) let(words []string) error {
	if len(words) < 2 {
		return errors.New("let: missing import path")
	}
	if strings.ContainsAny(strings.Join(words, ""), "${}") {
		return errors.New("let: an alias and its paths are plain text")
	}
	if p.aliases[words[0]] != nil {
		return fmt.Errorf("let: %s defined twice", words[0])
	}
	p.aliases[words[0]] = words[1:]
	return nil
}

// splitRuleWords separates the functions at the front from the keys and flags behind them.
func splitRuleWords(words []string) (funcs, keys []string) {
	n := slices.IndexFunc(words, func(word string) bool { return !strings.ContainsAny(word, ".#$") || strings.Contains(word, "=") })
	if n < 0 {
		return words, nil
	}
	return words[:n], words[n:]
}

func (p *ruleParser) expandRule(rule Rule, spec kindSpec, given map[string]bool, patterns []string) error {
	for _, pattern := range patterns {
		names, err := p.expandName(pattern)
		if err != nil {
			return err
		}
		for _, name := range names {
			if !ruleName.MatchString(name) {
				return fmt.Errorf("%q is no function or field name", name)
			}
			if at := p.seen[name]; at != "" {
				return fmt.Errorf("second rule for %s, the first is at %s", name, at)
			}
			if err := spec.check(rule.Kind, given, strings.Contains(name, "#")); err != nil {
				return err
			}
			p.seen[name] = rule.Line
			one := rule
			one.Func = name
			if one.MethodText == methodFromName {
				one.MethodText = strings.ToUpper(name[strings.LastIndexByte(name, '.')+1:])
			}
			p.rules = append(p.rules, one)
		}
	}
	return nil
}

var (
	ruleName  = regexp.MustCompile(`^(\(\*?[^()\s{}$]+\.\w+(\[[^()]*\])?\)\.\w+|[^()\s{}$]+\.\w+(#\w+)?)$`)
	ruleAlias = regexp.MustCompile(`\$(\w+)`)
	ruleAlts  = regexp.MustCompile(`\{([^{}]*)\}`)
	ruleAs    = regexp.MustCompile(`^((each|wrap|field:\w+):)*(func|router|routes|option|mapped|iface:\w+|field:\w+)$`)
	ruleField = regexp.MustCompile(`^(\w+|\[key\])$`)
	ruleFails = regexp.MustCompile(`^!?\pL[\pL\pN_]*$`)
	ruleVerb  = regexp.MustCompile(`^[A-Z]+(,[A-Z]+)*$`)
)

// expandName replaces aliases and alternatives in a function name.
func (p *ruleParser) expandName(pattern string) ([]string, error) {
	alias := ruleAlias.FindString(pattern)
	if alias == "" {
		return expandAlternatives(pattern)
	}
	paths := p.aliases[alias[1:]]
	if paths == nil {
		return nil, fmt.Errorf("unknown alias %s", alias)
	}
	var out []string
	for _, path := range paths {
		replaced := ruleAlias.ReplaceAllStringFunc(pattern, func(found string) string {
			if found == alias {
				return path
			}
			return found
		})
		names, err := p.expandName(replaced)
		if err != nil {
			return nil, err
		}
		if out = append(out, names...); len(out) > maxAlternatives {
			return nil, fmt.Errorf("more than %d alternatives", maxAlternatives)
		}
	}
	return out, nil
}

// maxAlternatives bounds what one word of a table can stand for.
const maxAlternatives = 500

// expandAlternatives replaces each {A,B} by A and by B.
func expandAlternatives(text string) ([]string, error) {
	out := []string{text}
	for {
		var next []string
		more := false
		for _, word := range out {
			m := ruleAlts.FindStringSubmatchIndex(word)
			if m == nil {
				next = append(next, word)
				continue
			}
			more = true
			for part := range strings.SplitSeq(word[m[2]:m[3]], ",") {
				next = append(next, word[:m[0]]+part+word[m[1]:])
			}
			if len(next) > maxAlternatives {
				return nil, fmt.Errorf("more than %d alternatives", maxAlternatives)
			}
		}
		if out = next; !more {
			return out, nil
		}
	}
}

// methodFromName stands in MethodText until the function is known.
const methodFromName = "name"

func setRuleKey(rule *Rule, word, key, value string) error {
	indices := map[string]*int{"path": &rule.Path, "handler": &rule.Handler, "name": &rule.Name, "method": &rule.Method, "router": &rule.Router, "mw": &rule.Middleware, "opts": &rule.Options, "map": &rule.Mapping}
	fields := map[string]*string{"path": &rule.PathField, "name": &rule.NameField, "method": &rule.MethodField}
	texts := map[string]*string{"pick": &rule.Pick, "role": &rule.Role, "default": &rule.DefaultPath, "also": &rule.Also, "fails": &rule.Fails, "as": &rule.As, "mwas": &rule.MiddlewareAs}
	flags := map[string]*bool{"background": &rule.Background, "both": &rule.Both, "deadline": &rule.Deadline, "always200": &rule.Always200}
	if flag := flags[key]; flag != nil && word == key {
		*flag = true
		return nil
	}
	target, text := indices[key], texts[key]
	switch {
	case target == nil && text == nil:
		return fmt.Errorf("unknown keyword %q", word)
	case value == "":
		return fmt.Errorf("%s: missing value", key)
	case text != nil:
		*text = value
		return checkRuleText(key, value)
	case key == "method" && (value == methodFromName || ruleVerb.MatchString(value)):
		rule.MethodText = value
		return nil
	}
	index, field, hasField := strings.Cut(value, ".")
	if hasField && (fields[key] == nil || !ruleField.MatchString(field)) {
		return fmt.Errorf("%s: %q is no argument index", key, value)
	}
	if hasField {
		*fields[key] = field
	}
	n, err := strconv.Atoi(index)
	if err != nil || n < 0 || n > 20 {
		return fmt.Errorf("%s: %q is no argument index", key, value)
	}
	*target = n
	return nil
}

func checkRuleText(key, value string) error {
	ok := true
	switch key {
	case "pick":
		ok = value == PickLast || value == PickAll
	case "role":
		ok = roleKnown(value)
	case "also":
		for word := range strings.SplitSeq(value, ",") {
			role, path, found := strings.Cut(word, ":")
			ok = ok && found && roleKnown(role) && strings.HasPrefix(path, "/")
		}
	case "fails":
		ok = ruleFails.MatchString(value)
	case "as", "mwas":
		ok = ruleAs.MatchString(value)
	}
	if !ok {
		return fmt.Errorf("unknown %s %q", key, value)
	}
	return nil
}
