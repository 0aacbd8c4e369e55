package analyzer

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"strings"

	"github.com/healthlint/healthlint/internal/inventory"
)

// fingerprintVersion changes when the parts of a fingerprint do, so that old baselines stop matching as a whole
// instead of one by one.
const fingerprintVersion = "1"

var closureNumber = regexp.MustCompile(`\$\d+`)

// key holds what a finding is recognised by. No line, level or message is in it: code moves, levels are configured and
// texts get better, and the finding stays the same. Closure numbers are left out because a new closure above shifts them.
func key(rule, program string, p *inventory.Probe, callee string) string {
	endpoint := p.Path
	if p.Check != "" && p.Check != p.Path {
		endpoint += " " + p.Check
	}
	handler := closureNumber.ReplaceAllString(p.Handler, "")
	return strings.Join([]string{fingerprintVersion, rule, program, p.Package, endpoint, handler, callee}, "\x00")
}

// stamp replaces the keys, which Fingerprint holds until here, by their hashes. Equal keys are numbered in the order
// of the findings, which only changes when the findings themselves trade places.
func stamp(sorted []inventory.Finding) {
	seen := map[string]int{}
	for i := range sorted {
		k := sorted[i].Fingerprint
		sum := sha256.Sum256([]byte(k + "\x00" + strconv.Itoa(seen[k])))
		seen[k]++
		sorted[i].Fingerprint = hex.EncodeToString(sum[:16])
	}
}
