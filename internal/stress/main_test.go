package stress

import (
	"os"
	"testing"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/healthlint/healthlint/analyzer"
)

// asTool makes the test binary be a vet tool.
const asTool = "HEALTHLINT_TEST_AS_TOOL"

func TestMain(m *testing.M) {
	if os.Getenv(asTool) != "" {
		unitchecker.Main(analyzer.Analyzer)
	}
	if os.Getenv(asUnit) != "" {
		os.Exit(runUnit())
	}
	os.Exit(m.Run())
}
