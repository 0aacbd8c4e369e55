package catalog

import (
	"strings"
	"testing"
	"testing/fstest"
)

const header = "package db example.com/db database shared \"DB\"\n"

// TestParseErrors: bad lines and what the message says about them, with file and line.
func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"pakage x y database shared Z", `f.txt:1: unknown keyword "pakage"`},
		{"\tblock DB Ping", "f.txt:1: indented line without a package or family above it"},
		{"# c\n\npackage x y", "f.txt:3: want: ID PATH KIND SHARED PRODUCT"},
		{"package x y databse shared Z", `f.txt:1: unknown kind "databse"`},
		{"package x y database shard Z", `f.txt:1: unknown sharing "shard"`},
		{`package x y database shared ""`, "f.txt:1: empty product"},
		{`package x "y z" database shared Z`, `f.txt:1: bad import path "y z"`},
		{`package x y database shared "Z`, "f.txt:1: quote is not closed"},
		{"family x y( database shared Z", "f.txt:1: error parsing regexp"},
		{header + header, "f.txt:2: id db is already given at f.txt:1"},
		{header + "package db2 example.com/db database shared Z", "f.txt:2: package example.com/db is already given at f.txt:1"},
		{header + "\tblok DB Ping", `f.txt:2: unknown verb "blok"`},
		{header + "\tblock DB", "f.txt:2: want: VERB TARGET NAME..."},
		{header + "\tblock D-B Ping", `f.txt:2: bad target "D-B"`},
		{header + "\tblock DB Pi/ng", `f.txt:2: bad name "Pi/ng"`},
		{header + "\tblock DB Ping@x", `f.txt:2: bad argument index "x"`},
		{header + "\tblock DB Ping@-1", `f.txt:2: bad argument index "-1"`},
		{header + "\tblock DB Ping Ping", "f.txt:2: DB.Ping is already given at f.txt:2"},
		{header + "\tblock DB Ping\n\tblock DB Ping", "f.txt:3: DB.Ping is already given at f.txt:2"},
		{header + "\tblock DB Ping\n\tnone DB Ping", "f.txt:3: DB.Ping contradicts the line at f.txt:2"},
		{header + "\tblock DB Ping\n\tview DB Ping", "f.txt:3: DB.Ping contradicts the line at f.txt:2"},
		{header + "\tblock DB Get*\n\tasync DB Get*", "f.txt:3: pattern DB.Get* of db is already given at f.txt:2"},
		{header + "\tblock DB Ping -Close", `f.txt:2: bad exception "-Close": a name, on a line with a pattern`},
		{header + "\tblock D* -Close", "f.txt:2: only exceptions"},
		{header + "\tblock DB Ping kind=x", `f.txt:2: unknown kind "x"`},
		{header + "\tblock DB Ping knd=x", `f.txt:2: unknown attribute "knd"`},
		{header + "\tblock DB Ping kind=tcp kind=tcp", `f.txt:2: attribute "kind" given twice`},
		{header + "\tblock DB Ping sig=x", `f.txt:2: unknown signature "x"`},
		{header + "\tnone DB Ping kind=tcp", "f.txt:2: a line that says none has no kind"},
		{header + "\tnone DB Ping@1", `f.txt:2: "Ping@1": a line that says none has no address`},

		{"runs sync sync:0 Once", "f.txt:1: want: runs"},
		{"runs sync soon:0 Once Do", `f.txt:1: unknown time "soon"`},
		{"runs sync sync:a Once Do", `f.txt:1: bad argument index "a"`},
		{"runs sync sync:0 Once D*", `f.txt:1: bad name "D*"`},
		{"runs sync sync:0 Once Do\nruns sync later:0 Once Do", "f.txt:2: runs sync Once.Do is already given at f.txt:1"},
		{"check x tcp shared", "f.txt:1: want: check IMPORT KIND"},
		{"check x wraps:-1 New", `f.txt:1: bad argument index "-1"`},
		{"check x tcp shared Y New\ncheck x wraps:0 New", "f.txt:2: check x .New is already given at f.txt:1"},
		{"driver shared P", "f.txt:1: want: driver"},
		{"driver shared P pg\ndriver local P pg", "f.txt:2: driver pg is already given at f.txt:1"},
		{"product x shared P", "f.txt:1: want: product"},
		{"opens x y Open", `f.txt:1: bad argument index "y"`},
		{"address x 0 New", "f.txt:1: want: address IMPORT ARG"},
		{"address x a func New", `f.txt:1: bad argument index "a"`},
		{"address x 0:Addr, func New", `f.txt:1: bad field ""`},
		{"address x 0 .T New", "f.txt:1: want: address with IMPORT, func or a type"},
		{"address x field T Addr", `f.txt:1: bad target "T"`},
		{"address x 0 func New\naddress x 1 func New", "f.txt:2: address x .New is already given at f.txt:1"},
		{"live x func", "f.txt:1: want: live IMPORT TARGET NAME..."},
		{"live x T Get\ncached x T Get", "f.txt:2: origin x T.Get is already given at f.txt:1"},
		{"cached x on:T Get", "f.txt:1: want: origin with IMPORT, func or a type"},
		{"runs x sync:0 on:T Do", "f.txt:1: want: runs with IMPORT, func or a type"},
		{header + "\tblock on: Ping", `f.txt:2: bad target "on:"`},
		{"shape s http shared P Do", `f.txt:1: unknown signature ""`},
		{"table a/b\nfollow a/b", "f.txt:2: class of a/b is already given at f.txt:1"},
		{"table a/", `f.txt:1: bad import path prefix "a/"`},
		{"table", "f.txt:1: want import path prefixes"},
		{"std a/b", `f.txt:1: bad first path element "a/b"`},
		{"quiet", "f.txt:1: want: quiet"},
		{"quiet a\nquiet a B", "f.txt:2: quiet a is already given at f.txt:1"},
	} {
		_, err := Parse(fstest.MapFS{"f.txt": {Data: []byte(c.text)}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:\n\t%v\n\twant %s", c.text, err, c.want)
		}
	}
}

func TestParseReportsAll(t *testing.T) {
	_, err := Parse(fstest.MapFS{"a.txt": {Data: []byte("x\ny")}, "b.txt": {Data: []byte("# fine\nz")}})
	for _, want := range []string{"a.txt:1: ", "a.txt:2: ", "b.txt:2: "} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %s in %v", want, err)
		}
	}
	if _, err := Parse(fstest.MapFS{"a.md": {}}); err == nil {
		t.Error("no files is no error")
	}
}

// TestBlockEndsWithFile: indented lines at the top of a file belong to nothing.
func TestBlockEndsWithFile(t *testing.T) {
	_, err := Parse(fstest.MapFS{"a.txt": {Data: []byte(header)}, "b.txt": {Data: []byte("\tblock DB Ping")}})
	if err == nil || !strings.Contains(err.Error(), "b.txt:1: indented") {
		t.Error(err)
	}
}

// TestExtend: the lines of a user win, also where they take something away.
func TestExtend(t *testing.T) {
	c, err := Default().Extend("user.txt", strings.NewReader(`
package my-pgxpool github.com/jackc/pgx/v5/pgxpool database local "my PostgreSQL"
	none Pool Ping
	block Pool Con* -Connect
follow github.com/jackc/pgx
ambient example.com/log
driver local "Mine" postgres
runs sync later:0 Once Do
package store example.com/shop/store cache shared "Store"
	block Pinger *
`))
	if err != nil {
		t.Fatal(err)
	}
	for what, want := range map[string]string{
		"github.com/jackc/pgx/v5/pgxpool Pool.Ping":     "-",
		"github.com/jackc/pgx/v5/pgxpool Pool.Config":   "database my PostgreSQL, blocking, local",
		"github.com/jackc/pgx/v5/pgxpool Pool.QueryRow": "database PostgreSQL, blocking, shared ctx=0",
		"example.com/shop/store Pinger.Ping":            "cache Store, blocking, shared ctx=0",
	} {
		path, name, _ := strings.Cut(what, " ")
		if got := describe(effectOf(t, c, path, name)); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	if got := c.Class("github.com/jackc/pgx/v5"); got != Follow {
		t.Errorf("pgx: %v", got)
	}
	if got := c.Class("example.com/log/sub"); got != Ambient {
		t.Errorf("log: %v", got)
	}
	if p, local, _ := c.Driver("postgres"); p != "Mine" || !local {
		t.Errorf("postgres: %s", p)
	}
	if got := c.HigherOrder("(*sync.Once).Do"); len(got) != 1 || got[0].When != RunsLater {
		t.Errorf("Once.Do: %v", got)
	}
	if p, _, _ := Default().Driver("postgres"); p != "PostgreSQL" {
		t.Error("Extend changed what it extends")
	}
	if _, err := Default().Extend("user.txt", strings.NewReader("\n\nx")); err == nil || !strings.HasPrefix(err.Error(), "user.txt:3: ") {
		t.Error(err)
	}
}
