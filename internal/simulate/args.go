package simulate

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/healthlint/healthlint/internal/argv"
	"github.com/healthlint/healthlint/internal/nearest"
	"github.com/healthlint/healthlint/internal/outage"
)

// The formats.
const (
	formatText = "text"
	formatJSON = "json"
	formatCSV  = "csv"
)

// request is what the arguments and the configuration file ask for.
type request struct {
	preset   *preset
	format   string
	config   string
	trace    bool
	settings []setting // the file's first, then those of the command line
	sweeps   []axis
}

// parse reads the arguments. The preset is found first, since it decides which flags there are.
func parse(args []string, read func(string) ([]byte, error)) (*request, error) {
	req := &request{format: formatText}
	name, args := splitPreset(args)
	path := configPath(args)
	var file *fileRequest
	if path != "" {
		data, err := read(path)
		if err != nil {
			return nil, err
		}
		if file, err = parseFile(path, data); err != nil {
			return nil, err
		}
		if name != "" && file.preset != "" && name != file.preset {
			return nil, fmt.Errorf("%s is for the preset %s, not %s", path, file.preset, name)
		}
		if name == "" {
			name = file.preset
		}
	}
	if err := req.choose(name, args); err != nil {
		return nil, err
	}
	words, err := argv.Parse(req.flags(), args)
	if err != nil {
		return nil, err
	}
	if len(words) > 0 {
		return nil, fmt.Errorf("%q is one word too many: simulate takes one preset", words[0])
	}
	if file == nil {
		return req, nil
	}
	req.settings = append(file.settings, req.settings...)
	if len(req.sweeps) == 0 {
		req.sweeps = file.sweeps
	}
	return req, nil
}

// splitPreset takes the first word that is no flag and no value of one out of the arguments. Which flags there are, only
// the preset tells; but all take a value, except those named here.
func splitPreset(args []string) (name string, rest []string) {
	for i := 0; i < len(args); i++ {
		word := args[i]
		switch flag := strings.TrimLeft(word, "-"); {
		case word == "--":
			return "", args
		case !strings.HasPrefix(word, "-") || word == "-":
			return word, slices.Concat(args[:i], args[i+1:])
		case flag != "trace" && flag != "h" && flag != "help" && !strings.Contains(flag, "="):
			i++
		}
	}
	return "", args
}

// errNoPreset is given for no arguments at all.
var errNoPreset = errors.New("which preset?")

// Presets are the names of what can be simulated.
func Presets() []string {
	var names []string
	for i := range presets {
		names = append(names, presets[i].name)
	}
	return names
}

// choose finds the preset, or says which there are.
func (req *request) choose(name string, args []string) error {
	for i := range presets {
		if presets[i].name == name {
			req.preset = &presets[i]
		}
	}
	switch {
	case req.preset != nil:
		return nil
	case name == "" && wantsHelp(args):
		return flag.ErrHelp
	case name == "" && len(args) == 0:
		return errNoPreset
	case name == "":
		return fmt.Errorf("which preset? There are %s", strings.Join(Presets(), ", "))
	}
	return nearest.Unknown("preset", name, Presets())
}

func wantsHelp(args []string) bool {
	for _, a := range args {
		switch a {
		case "-h", "--h", "-help", "--help":
			return true
		}
	}
	return false
}

// configPath finds the configuration file before the flags are known.
func configPath(args []string) string {
	for i, a := range args {
		name, value, given := strings.Cut(strings.Replace(a, "--", "-", 1), "=")
		switch {
		case a == "--":
			return ""
		case name == "-config" && given:
			return value
		case name == "-config" && i+1 < len(args):
			return args[i+1]
		}
	}
	return ""
}

// flags declares the flags: those of every preset, and one for each input.
func (req *request) flags() *flag.FlagSet {
	fs := flag.NewFlagSet("simulate", flag.ContinueOnError)
	fs.Func("format", "`text|json|csv` (default text)", func(s string) error {
		for _, f := range []string{formatText, formatJSON, formatCSV} {
			if s == f {
				req.format = s
				return nil
			}
		}
		return nearest.Unknown("format", s, []string{formatText, formatJSON, formatCSV})
	})
	fs.StringVar(&req.config, "config", "", "a YAML or JSON `file` of inputs; flags win")
	fs.BoolVar(&req.trace, "trace", false, "every change, in text and JSON")
	fs.Func("sweep", "`input=values`: a row for each value, as in fall=1,2,3 or fall=1..5 or db_share=0..1..0.25; twice for two inputs", func(s string) error {
		a, err := req.parseSweep(s)
		req.sweeps = append(req.sweeps, a)
		return err
	})
	for _, in := range req.preset.model().inputs {
		help := fmt.Sprintf("%s; `%s`: %s (default %s)", in.Help, placeholder(in), in.Range(), orNone(in.String()))
		fs.Func(in.Flag(), help, func(s string) error {
			req.settings = append(req.settings, setting{in.Key, s})
			return in.Set(s) // the model of the flags is thrown away; this only checks
		})
	}
	return fs
}

// placeholder is the word for the value of a flag.
func placeholder(in outage.Input) string {
	switch {
	case in.Number:
		return "n"
	case len(in.Choices) > 0:
		return "word"
	}
	return "list"
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// set gives an input a value.
func (m *model) set(s setting) error {
	in, ok := m.inputs.Get(s.key)
	if !ok {
		return m.unknown(s.key)
	}
	return in.Set(s.value)
}

func (m *model) unknown(key string) error {
	var keys []string
	for _, in := range m.inputs {
		keys = append(keys, in.Key)
	}
	return nearest.Unknown("input", key, keys)
}
