package main

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// The go command keys its cache on the answer to -V=full, so that has to change whenever the binary does.
func TestVersionIsADigest(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, arg := range []string{"-V=full", "--V=full"} {
		cmd := exec.Command(exe, arg)
		cmd.Env = append(os.Environ(), asTool+"=1")
		out, err := cmd.Output()
		if want := regexp.MustCompile(`^healthlint version devel healthlint buildID=[0-9a-f]{64}\n$`); err != nil || !want.Match(out) {
			t.Errorf("%s: err %v, printed %q", arg, err, out)
		}
	}
}

func TestVettoolMode(t *testing.T) {
	for args, want := range map[string]bool{
		"-flags":                         true,
		"--flags":                        true,
		"-V=full":                        true,
		"-json /tmp/b001/vet.cfg":        true,
		"":                               false,
		"./...":                          false,
		"-format=json ./...":             false,
		"-version":                       false,
		"probes":                         false,
		"-healthlint.rules=x /b/vet.cfg": true,
	} {
		if got := vettoolMode(strings.Fields(args)); got != want {
			t.Errorf("vettoolMode(%q) = %v", args, got)
		}
	}
}

// Colour is for terminals that want it, and never in JSON.
func TestColor(t *testing.T) {
	for _, c := range []struct {
		name     string
		terminal bool
		env      string
		args     []string
		want     bool
	}{
		{"terminal", true, "TERM=xterm", nil, true},
		{"no terminal", false, "TERM=xterm", nil, false},
		{"NO_COLOR", true, "NO_COLOR=1", nil, false},
		{"empty NO_COLOR", true, "NO_COLOR=", nil, true},
		{"dumb terminal", true, "TERM=dumb", nil, false},
		{"JSON", true, "TERM=xterm", []string{"-format=json"}, false},
		{"probes", true, "TERM=xterm", []string{"probes"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			env := append(os.Environ(), "TERM=xterm", "NO_COLOR=", c.env)
			cmd := &command{args: append(c.args, "."), stdout: &out, stderr: &errs, env: env, dir: "../../testdata/example", terminal: c.terminal}
			if status := cmd.run(); status == exitFailed || out.Len() == 0 {
				t.Fatal(errs.String())
			}
			if got := strings.Contains(out.String(), "\x1b["); got != c.want {
				t.Errorf("colour %v, want %v", got, c.want)
			}
			if strings.Contains(errs.String(), "\x1b[") {
				t.Error("colour on stderr, which is another stream")
			}
		})
	}
}

// A reader that goes away is a failed run, not a clean one.
func TestWriteError(t *testing.T) {
	var errs bytes.Buffer
	c := &command{args: []string{"."}, stdout: broken{}, stderr: &errs, env: os.Environ(), dir: "../../testdata/example"}
	if status := c.run(); status != exitFailed || !strings.Contains(errs.String(), os.ErrClosed.Error()) {
		t.Errorf("exit status %d\n%s", status, errs.String())
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, os.ErrClosed }
