package lab

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/healthlint/healthlint/internal/argv"
	"github.com/healthlint/healthlint/internal/inventory"
)

// The exit statuses.
const (
	exitDone   = 0
	exitFailed = 2
)

// defaultAddr is any free port of this machine.
const defaultAddr = "127.0.0.1:0"

// Packages are what a run of the analysis looks at.
type Packages struct {
	Dir, Tags string
	Patterns  []string
}

// Analyse runs the analysis. The command brings it along, so that this package knows no engine.
type Analyse func(ctx context.Context, p Packages) (*inventory.Result, error)

// request is what the arguments ask for.
type request struct {
	addr    string
	finding string
	Packages
}

func (req *request) flags() *flag.FlagSet {
	fs := flag.NewFlagSet("lab", flag.ContinueOnError)
	fs.StringVar(&req.addr, "addr", defaultAddr, "`host:port` to listen on, of the loopback interface; port 0 is any free one (default "+defaultAddr+")")
	fs.Func("finding", "start with the finding of this `fingerprint`, which healthlint prints below it; the first 6 digits will do", req.setFinding)
	fs.StringVar(&req.Tags, "tags", "", "with -finding: build `tags`, separated by commas, as for go build")
	fs.StringVar(&req.Dir, "C", "", "with -finding: analyse in this `directory`")
	return fs
}

func (req *request) setFinding(fingerprint string) error {
	if fingerprint == "" {
		return errors.New("-finding takes a fingerprint, which healthlint prints below each finding, or its first 6 digits")
	}
	req.finding = fingerprint
	return nil
}

const usage = `usage: healthlint lab [flags]
       healthlint lab -finding FINGERPRINT [flags] [packages]

Serves one page on this machine alone: what health checks cost while something is down, with every input of
healthlint simulate, two settings side by side, and pictures. It runs until it is interrupted.

exit status: 0 after an interrupt; 2 for wrong arguments, a port that is taken, a finding that is not there.

flags:
`

// Main runs the command with the arguments behind "lab" until ctx ends, and returns its exit status.
func Main(ctx context.Context, args []string, analyse Analyse, stdout, stderr io.Writer) int {
	req := &request{}
	fs := req.flags()
	words, err := argv.Parse(fs, args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage+argv.Usage((&request{}).flags()))
		return exitDone
	}
	if req.Patterns = words; err == nil {
		err = req.run(ctx, analyse, stdout)
	}
	if err == nil {
		return exitDone
	}
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(stderr, "healthlint: lab: %s\n", strings.TrimSpace(line))
	}
	return exitFailed
}

func (req *request) run(ctx context.Context, analyse Analyse, stdout io.Writer) error {
	if _, _, err := loopback(req.addr); err != nil { // before an analysis of minutes
		return err
	}
	var s *Scenario
	switch {
	case req.finding != "":
		res, err := analyse(ctx, req.Packages)
		if err != nil {
			return err
		}
		if s, err = findScenario(res, req.finding); err != nil {
			return err
		}
	case len(req.Patterns) > 0:
		return fmt.Errorf("%s: packages are analysed with -finding only", req.Patterns[0])
	case req.Dir != "" || req.Tags != "":
		return errors.New("-C and -tags are of use with -finding only")
	}
	srv, err := Listen(req.addr, s)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "healthlint lab: %s (Ctrl-C ends it)\n", srv.URL()); err != nil {
		srv.listener.Close()
		return err
	}
	return srv.Serve(ctx)
}
