package catalog

import (
	"strings"
	"testing"
)

// addresses lists texts by what they are; ? stands for a part that is not known.
var addresses = map[string][]string{
	"local": {
		"localhost", "localhost:8080", "LOCALHOST:80", "localhost.:80", "db.localhost:5432", "ip6-localhost:1",
		"127.0.0.1", "127.0.0.1:6379", "127.8.9.1:1", "::1", "[::1]:80", "[::1]", "::ffff:127.0.0.1", "[::ffff:127.0.0.1]:80",
		":8080", "0.0.0.0:80", "[::]:80", "::",
		"http://localhost/healthz", "http://localhost:8080/healthz?x=1", "https://127.0.0.1:8443", "http://[::1]:9/x",
		"redis://user:pa@ss@localhost:6379/0", "postgres://u:p@127.0.0.1/db?sslmode=disable", "nats://127.0.0.1:4222",
		"/var/run/docker.sock", "unix:///var/run/docker.sock", "unix:/tmp/x", "unix:x.sock", "unix-abstract:x", "http+unix://x/y",
		"npipe:////./pipe/docker_engine", "ldapi://%2ftmp", "mem://topic", "file:///tmp/x", "file:test.db", ":memory:",
		"passthrough:///bufnet", "passthrough:///localhost:90", "dns:///localhost:90", "dns://8.8.8.8/localhost:90", "bufnet",
		"localhost:9092,127.0.0.1:9093",
		"root:pw@tcp(127.0.0.1:3306)/db", "root@unix(/tmp/mysql.sock)/db", "host=localhost port=5432", "user=u host='/var/run/pg'",
		"localhost:?", ":?", "http://localhost:?/healthz", "http://127.0.0.1?/healthz", "http://localhost?", "?://localhost/x",
		"http://?:?@localhost/x", "http://localhost:8080/?", "localhost:8080/healthz",
	},
	"elsewhere": {
		"db", "db:5432", "10.0.0.1:80", "example.com", "http://api.example.com/healthz", "https://localhost.example.com",
		"https://localhost@example.com/x", "notlocalhost:80", "host.docker.internal:80", "kubernetes.default.svc", "169.254.169.254",
		"http://169.254.169.254/latest", "[fe80::1%eth0]:80", "[2001:db8::1]:443", "2001:db8::1", "dns:///db:90",
		"dns://127.0.0.1/db:90", "passthrough:///db:90", "localhost:1,db:2", "?,db:2", "root:pw@tcp(db:3306)/x",
		"host=db user=localhost", "db:?", "http://db/?", "redis://localhost:pw@db:6379", "1.127.0.0.1.nip.io",
	},
	"unknown": {
		"", " ", "?", "?:8080", "http://?/healthz", "http://?:8080/x", "?/healthz", "svc-?.example.com:80", "local?", "?.localhost:80x",
		"dns:///?:90", "?,localhost:1", "user=u dbname=x port=?", "host=? port=1", "root:pw@tcp(?)/x", "redis:///0", "http:///x", "xds:///svc",
		"?localhost:80",
	},
}

func TestLocalAddress(t *testing.T) {
	for want, texts := range addresses {
		for _, text := range texts {
			local, known := LocalAddress("", strings.ReplaceAll(text, "?", string(Hole)))
			got := "elsewhere"
			switch {
			case local && !known:
				t.Errorf("%q: local without being known", text)
			case local:
				got = "local"
			case !known:
				got = "unknown"
			}
			if got != want {
				t.Errorf("%q: %s, want %s", text, got, want)
			}
		}
	}
	if local, known := LocalAddress("unix", string(Hole)); !local || !known {
		t.Error("a unix socket is local wherever it lies")
	}
	if local, known := LocalAddress("tcp", "db:1"); local || !known {
		t.Error("tcp db:1")
	}
	if local, known := LocalAddress("http", "/introspect"); local || known {
		t.Error("http /introspect: the host is not there")
	}
	if local, known := LocalAddress("http", "http://localhost/introspect"); !local || !known {
		t.Error("http http://localhost/introspect")
	}
}
