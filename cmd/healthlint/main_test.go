package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// asTool makes the test binary be healthlint, for the go command that is given it as a vettool.
const asTool = "HEALTHLINT_TEST_AS_TOOL"

func TestMain(m *testing.M) {
	if os.Getenv(asTool) != "" {
		main()
	}
	os.Exit(m.Run())
}

// TestScripts runs testdata/script. The command runs in this process:
//
//	healthlint [args]    fails when it exits with another status than 0
//	! healthlint [args]  the other way round
//	status N             the last healthlint exited with N
//	serve PATH=SIGNS...  see cmdServe
//	vet [args]           go vet -vettool=(this test binary as healthlint) [args]
func TestScripts(t *testing.T) {
	dir := filepath.Join("..", "..", "testdata", "script")
	if names, err := filepath.Glob(filepath.Join(dir, "*.txtar")); err != nil || len(names) == 0 {
		t.Fatalf("no scripts in %s", dir)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		Setup:               scriptEnv,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"healthlint": cmdHealthlint, "status": cmdStatus, "serve": cmdServe, "vet": cmdVet},
		Condition:           condition,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
	})
}

// scriptEnv gives scripts the caches of this machine (go vet on Go 1.26 needs compiled imports) and no
// network.
func scriptEnv(e *testscript.Env) error {
	vars, err := goEnv()
	if err != nil {
		return err
	}
	e.Vars = append(e.Vars, vars...)
	e.Vars = append(e.Vars, "GOFLAGS=", "GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK=", "GO111MODULE=", "NO_COLOR=")
	e.Values[lastStatus{}] = new(int)
	return nil
}

var goEnv = sync.OnceValues(func() ([]string, error) {
	var vars []string
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "CGO_ENABLED"} {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			return nil, err
		}
		vars = append(vars, name+"="+strings.TrimSpace(string(out)))
	}
	return vars, nil
})

func condition(cond string) (bool, error) {
	if cond == "cgo" { // a C compiler is there
		out, err := exec.Command("go", "env", "CGO_ENABLED").Output()
		return strings.TrimSpace(string(out)) == "1", err
	}
	return false, errors.New("unknown condition")
}

type lastStatus struct{}

// scriptVars are the variables of a script that matter to the go command.
func scriptVars(ts *testscript.TestScript) []string {
	env := os.Environ()
	for _, name := range []string{"HOME", "GOCACHE", "GOMODCACHE", "CGO_ENABLED", "GOFLAGS", "GOPROXY", "GOTOOLCHAIN",
		"GOWORK", "GO111MODULE", "NO_COLOR", "TERM", "GOARCH", "GOMAXPROCS"} {
		env = append(env, name+"="+ts.Getenv(name))
	}
	return env
}

func cmdHealthlint(ts *testscript.TestScript, neg bool, args []string) {
	var out, errs strings.Builder
	c := &command{args: args, stdout: &out, stderr: &errs, env: scriptVars(ts), dir: ts.MkAbs(".")}
	status := c.run()
	finish(ts, neg, status, out.String(), errs.String())
}

func cmdVet(ts *testscript.TestScript, neg bool, args []string) {
	exe, err := os.Executable()
	ts.Check(err)
	cmd := exec.Command("go", append([]string{"vet", "-vettool=" + exe}, args...)...)
	cmd.Dir, cmd.Env = ts.MkAbs("."), append(scriptVars(ts), asTool+"=1")
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	status := 0
	if err := cmd.Run(); err != nil {
		status = cmd.ProcessState.ExitCode()
	}
	finish(ts, neg, status, out.String(), errs.String())
}

// finish hands the output to the script, and fails when the status is not what the line asks for.
func finish(ts *testscript.TestScript, neg bool, status int, out, errs string) {
	*ts.Value(lastStatus{}).(*int) = status
	io.WriteString(ts.Stdout(), out)
	io.WriteString(ts.Stderr(), errs)
	if (status != 0) != neg {
		ts.Fatalf("exit status %d\n%s%s", status, out, errs)
	}
}

func cmdStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: status N")
	}
	if got := strconv.Itoa(*ts.Value(lastStatus{}).(*int)); got != args[0] {
		ts.Fatalf("exit status %s, want %s", got, args[0])
	}
}
