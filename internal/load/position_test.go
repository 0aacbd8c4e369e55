package load

import "testing"

func TestPlaceNames(t *testing.T) {
	p := &places{dir: "/home/me/shop/svc", real: "/data/shop/svc", dirs: []place{
		{"/home/me/shop/svc/vendor/example.org/dep", "example.org/dep@v1.2.0"},
		{"/go/pkg/mod/example.org/deps@v1.0.0", "example.org/deps@v1.0.0"},
		{"/go/pkg/mod/example.org/!big@v1.0.0", "example.org/Big@v1.0.0"},
		{"/usr/local/go/src", "std"},
	}}
	for file, want := range map[string]string{
		"/home/me/shop/svc/main.go":                         "main.go",
		"/home/me/shop/svc/app/a b.go":                      "app/a b.go",
		"/home/me/shop/lib/lib.go":                          "../lib/lib.go", // another module of the workspace
		"/home/me/shop/svc2/main.go":                        "../svc2/main.go",
		"/data/shop/svc/main.go":                            "main.go", // the working directory behind a symbolic link
		"/usr/local/go/src/net/http/server.go":              "std/net/http/server.go",
		"/go/pkg/mod/example.org/deps@v1.0.0/x/x.go":        "example.org/deps@v1.0.0/x/x.go",
		"/go/pkg/mod/example.org/!big@v1.0.0/x.go":          "example.org/Big@v1.0.0/x.go",
		"/home/me/shop/svc/vendor/example.org/dep/dep.go":   "example.org/dep@v1.2.0/dep.go",
		"/home/me/shop/svc/vendor/example.org/depot/dep.go": "vendor/example.org/depot/dep.go",
		"/home/me/shop/svc/std/std.go":                      "./std/std.go", // the user's own, not the standard library's
		"/data/shop/svc/std/std.go":                         "./std/std.go",
		"/home/me/shop/svc/a@v1.2.3/b.go":                   "./a@v1.2.3/b.go",
		"/home/me/shop/svc/app/std/std.go":                  "app/std/std.go",
		"/home/me/shop/svc/std.go":                          "std.go",
		"/home/me/shop/std/std.go":                          "../std/std.go",
		"/build/agent/7/page.templ":                         "../../../../build/agent/7/page.templ", // a //line comment
		"page.templ":                                        "page.templ",
		"":                                                  "",
	} {
		if got := p.name(file); got != want {
			t.Errorf("name(%q) = %q, want %q", file, got, want)
		}
	}
	in := "cannot read /home/me/shop/svc/a.go: no files in /usr/local/go/src/encoding/json/v2, not in /home/me/shop/svc"
	want := "cannot read a.go: no files in std/encoding/json/v2, not in ."
	if got := p.inText(in); got != want {
		t.Errorf("inText:\ngot  %s\nwant %s", got, want)
	}
}
