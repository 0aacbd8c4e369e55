package analyzer

import "github.com/healthlint/healthlint/internal/inventory"

// Config says which rules run and from which level on drivers without levels report.
type Config struct {
	Rules []string        // ids; empty means all
	Level inventory.Level // the least level that is reported; empty means warning
}
