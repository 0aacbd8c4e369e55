package catalog

import "testing"

func TestBuiltinRules(t *testing.T) {
	if err := Rules().Err(); err != nil {
		t.Fatal(err)
	}
	if _, err := roleTables(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d rules", len(Rules().All()))
}
