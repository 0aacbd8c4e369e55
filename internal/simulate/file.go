package simulate

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// fileRequest is what a configuration file asks for.
type fileRequest struct {
	preset   string
	settings []setting
	sweeps   []axis
}

// parseFile reads a mapping of inputs, with "preset" and "sweep" beside them, or what -format=json prints: there the
// inputs stand below "inputs".
func parseFile(path string, data []byte) (*fileRequest, error) {
	root, err := document(path, data)
	if err != nil {
		return nil, err
	}
	f := &fileParser{path: path, fileRequest: &fileRequest{}}
	inputs := mapping(root)
	for _, kv := range inputs {
		if kv.key.Value == "preset" {
			f.preset = kv.value.Value
		}
	}
	exported := false
	for _, kv := range inputs {
		if kv.key.Value == "inputs" {
			exported, inputs = true, mapping(kv.value)
			break
		}
	}
	if f.preset == "" {
		return nil, fmt.Errorf("%s: say which preset this is for, as in \"preset: fail-open\"", path)
	}
	if err := f.choosePreset(); err != nil {
		return nil, err
	}
	for _, kv := range mapping(root) {
		switch key := kv.key.Value; {
		case key == "preset", exported && (key == "inputs" || key == "version" || key == "runs"):
		case key == "sweep":
			err = f.readSweeps(kv.value)
		case exported:
			err = fmt.Errorf("beside inputs there is no %q", key)
		default:
			continue
		}
		if err != nil {
			return nil, f.at(kv.key, err)
		}
	}
	for _, kv := range inputs {
		if !exported && (kv.key.Value == "preset" || kv.key.Value == "sweep") {
			continue
		}
		if err := f.readInput(kv); err != nil {
			return nil, f.at(kv.key, err)
		}
	}
	return f.fileRequest, nil
}

// document parses a file that holds one mapping.
func document(path string, data []byte) (*yaml.Node, error) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	if err := dec.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s: the file is empty", path)
		}
		return nil, fmt.Errorf("%s: %s", path, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: one document is expected", path)
	}
	root := doc.Content[0]
	if root.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%s:%d: a mapping of inputs is expected", path, root.Line)
	}
	for _, kv := range mapping(root) {
		if err := unique(kv.value, kv.key.Value == "inputs" || kv.key.Value == "sweep"); err != nil {
			return nil, fmt.Errorf("%s:%w", path, err)
		}
	}
	if err := unique(root, true); err != nil {
		return nil, fmt.Errorf("%s:%w", path, err)
	}
	return root, nil
}

// unique refuses a mapping that says one thing twice. An input goes by its key and by its flag.
func unique(n *yaml.Node, inputs bool) error {
	seen := map[string]bool{}
	for _, kv := range mapping(n) {
		key := kv.key.Value
		if inputs {
			key = strings.ReplaceAll(key, "-", "_")
		}
		if seen[key] {
			return fmt.Errorf("%d: %s stands here a second time", kv.key.Line, kv.key.Value)
		}
		seen[key] = true
	}
	return nil
}

// pair is one line of a mapping.
type pair struct{ key, value *yaml.Node }

func mapping(n *yaml.Node) []pair {
	var pairs []pair
	if n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			pairs = append(pairs, pair{n.Content[i], n.Content[i+1]})
		}
	}
	return pairs
}

// fileParser reads one file.
type fileParser struct {
	*fileRequest
	path  string
	p     *preset
	model *model // to check values
}

func (f *fileParser) choosePreset() error {
	req := &request{}
	if err := req.choose(f.preset, []string{f.path}); err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	f.p, f.model = req.preset, req.preset.model()
	return nil
}

func (f *fileParser) at(n *yaml.Node, err error) error {
	return fmt.Errorf("%s:%d: %w", f.path, n.Line, err)
}

func (f *fileParser) readInput(kv pair) error {
	in, ok := f.model.inputs.Get(kv.key.Value)
	if !ok {
		return f.model.unknown(kv.key.Value)
	}
	text, err := flatten(kv.value)
	if err != nil {
		return fmt.Errorf("%s: %w", in.Key, err)
	}
	f.settings = append(f.settings, setting{in.Key, text})
	return in.Set(text)
}

// readSweeps reads "sweep: {fall: [1, 2], rise: 1..3}".
func (f *fileParser) readSweeps(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return errors.New("sweep is a mapping of inputs to lists of values")
	}
	for _, kv := range mapping(n) {
		list := kv.value.Value
		if kv.value.Kind == yaml.SequenceNode {
			var values []string
			for _, v := range kv.value.Content {
				text, err := flatten(v)
				if err != nil {
					return err
				}
				values = append(values, text)
			}
			list = strings.Join(values, f.separator(kv.key.Value))
		}
		a, err := f.p.axis(kv.key.Value, list)
		if err != nil {
			return err
		}
		f.sweeps = append(f.sweeps, a)
	}
	return nil
}

func (f *fileParser) separator(key string) string {
	if in, ok := f.model.inputs.Get(key); ok && !in.Number && len(in.Choices) == 0 {
		return "/"
	}
	return ","
}

// flatten writes a value as a flag would have it: lists joined by commas, a window [60, 180] as 60-180, and a mapping
// of replicas to windows as k1:20-45.
func flatten(n *yaml.Node) (string, error) {
	switch n.Kind {
	case yaml.ScalarNode:
		if n.Tag == "!!null" {
			return "", nil
		}
		return n.Value, nil
	case yaml.SequenceNode:
		var parts []string
		for _, item := range n.Content {
			text, err := flatten(item)
			if err != nil {
				return "", err
			}
			if item.Kind == yaml.SequenceNode {
				text = strings.ReplaceAll(text, ",", "-")
			}
			parts = append(parts, text)
		}
		return strings.Join(parts, ","), nil
	case yaml.MappingNode:
		var parts []string
		for _, kv := range mapping(n) {
			text, err := flatten(kv.value)
			if err != nil {
				return "", err
			}
			for part := range strings.SplitSeq(text, ",") {
				if part != "" {
					parts = append(parts, kv.key.Value+":"+part)
				}
			}
		}
		return strings.Join(parts, ","), nil
	}
	return "", errors.New("anchors and aliases are not read")
}
