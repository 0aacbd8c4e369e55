package names

import (
	"testing"

	"github.com/healthlint/healthlint/internal/inventory"
)

const appPkg, pgPkg = "example.com/shop/app", "example.com/shop/pg"

func TestStep(t *testing.T) {
	for _, tt := range []struct{ fn, pkg, want string }{
		{"(*Server).live", appPkg, "(*Server).live"},
		{"(*Store).Ping", pgPkg, "(*pg.Store).Ping"},
		{"(Store).Ping", pgPkg, "(pg.Store).Ping"},
		{"(*pg.Store).Ping", pgPkg, "(*pg.Store).Ping"},
		{"Store.Ping", appPkg, "Store.Ping"},
		{"Ping", "github.com/redis/go-redis/v9", "redis.Ping"},
		{"Get", "gopkg.in/yaml.v3", "yaml.Get"},
		{"(*github.com/jackc/pgx/v5/pgxpool.Pool).Ping", "", "(*pgxpool.Pool).Ping"},
		{"(*database/sql.DB).PingContext", "", "(*sql.DB).PingContext"},
		{"(github.com/redis/go-redis/v9.cmdable).Ping", "", "(redis.cmdable).Ping"},
		{"Health$1", appPkg, "func literal in Health"},
		{"(*Server).Health$3", appPkg, "func literal 3 in (*Server).Health"},
		{"Health$1", pgPkg, "func literal in pg.Health"},
		{"(*Store).Check$2$1", pgPkg, "func literal in func literal 2 in (*pg.Store).Check"},
		{"(*Store).Ping$bound", pgPkg, "(*pg.Store).Ping$bound"}, // no closure that anybody wrote
	} {
		if got := Step(inventory.Step{Func: tt.fn, Package: tt.pkg}, appPkg); got != tt.want {
			t.Errorf("%s of %s: %s, want %s", tt.fn, tt.pkg, got, tt.want)
		}
	}
}

func TestFunc(t *testing.T) {
	for full, want := range map[string]string{
		"(*github.com/jackc/pgx/v5/pgxpool.Pool).Ping": "(*pgxpool.Pool).Ping",
		"net/http.Get": "http.Get",
		"main$1":       "func literal in main",
		"":             "",
		"$1":           "$1",
	} {
		if got := Func(full); got != want {
			t.Errorf("Func(%q) = %q, want %q", full, got, want)
		}
	}
}
