package inventory

import "testing"

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"/livez":                       "/livez",
		`/a "b"\{c} é 健康 😀/`:           `/a "b"\{c} é 健康 😀/`, // text stays, quotes and backslashes too
		"/\x1b[31mred/livez":           `/\x1b[31mred/livez`,
		"/\u202egnp.exe/livez":         `/\u202egnp.exe/livez`, // turns the direction of writing
		"/two\nlines\tand a tab/livez": `/two\nlines\tand a tab/livez`,
		"/bad\xff\xfe/livez":           `/bad\xff\xfe/livez`,
		"/\ufffd/livez":                "/\ufffd/livez", // the sign itself is text
		"/zero\u200bwidth\u0085/livez": `/zero\u200bwidth\u0085/livez`,
	} {
		if got := Printable(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestShown(t *testing.T) {
	for _, tt := range []struct{ path, check, want string }{
		{"/live", "db", "/live [db]"},
		{"", "db", "[db]"},
		{"db", "db", "db"},
		{"/live\x1b[2J", "db\u202e", `/live\x1b[2J [db\u202e]`},
	} {
		if p := (&Probe{Path: tt.path, Check: tt.check}); p.Shown() != tt.want {
			t.Errorf("%q %q: %q, want %q", tt.path, tt.check, p.Shown(), tt.want)
		}
	}
}
