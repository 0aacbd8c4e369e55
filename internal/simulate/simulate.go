package simulate

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/healthlint/healthlint/internal/argv"
)

// The exit statuses.
const (
	exitDone   = 0
	exitFailed = 2
)

// Main runs the command with the arguments behind "simulate", in directory dir, and returns its exit status.
func Main(args []string, dir string, stdout, stderr io.Writer) int {
	err := run(args, dir, stdout)
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errNoPreset):
		fmt.Fprintf(stderr, "healthlint: simulate: %v\n\n", err)
		help(args, stderr) // what can't be said on stderr can't be said
		return exitFailed
	}
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(stderr, "healthlint: simulate: %s\n", strings.TrimSpace(line))
	}
	return exitFailed
}

func run(args []string, dir string, stdout io.Writer) error {
	req, err := parse(args, func(path string) ([]byte, error) {
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		return os.ReadFile(path)
	})
	if errors.Is(err, flag.ErrHelp) {
		return help(args, stdout)
	}
	if err != nil {
		return err
	}
	o, err := req.compute()
	if err != nil {
		return err
	}
	switch req.format {
	case formatJSON:
		return o.json(stdout)
	case formatCSV:
		return o.csv(stdout)
	}
	return o.text(stdout)
}

const usage = `usage: healthlint simulate PRESET [flags]

Computes what health checks cost while something is down. Without flags a preset prints the figures of the text
that it comes from. A flag changes an input of all rows; one that the rows vary, or -sweep, replaces the rows.

`

// help lists the presets, or the flags of one.
func help(args []string, stdout io.Writer) error {
	req := &request{}
	name, _ := splitPreset(args)
	var b strings.Builder
	b.WriteString(usage)
	if err := req.choose(name, args); err != nil {
		b.WriteString("presets:\n")
		t := &table{left: 2}
		for _, p := range presets {
			t.rows = append(t.rows, []string{"  " + p.name, p.summary})
		}
		t.write(&b)
		b.WriteString("\nhealthlint simulate PRESET -h lists the inputs of one.\n")
	} else {
		fmt.Fprintf(&b, "%s: %s\n\n%s", req.preset.name, req.preset.summary, argv.Usage(req.flags()))
	}
	_, err := io.WriteString(stdout, b.String())
	return err
}
