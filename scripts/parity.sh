#!/usr/bin/env bash
# Runs healthlint over modules twice, as a command and as a vettool, and compares the sets of findings.
# usage: scripts/parity.sh DIR...      HEALTHLINT names a binary to use instead of building one
#        PATTERN names other packages than ./...
# Prints what only one of the two has, and exits 1 when there is such a line. Packages with errors are the same
# failure in both, but go vet stops there: mend them first.
set -u -o pipefail
(($#)) || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
tool=${HEALTHLINT:-$work/healthlint}
[[ -n ${HEALTHLINT:-} ]] || go build -C "$root" -o "$tool" ./cmd/healthlint || exit 2
tool=$(realpath "$tool")
pattern=${PATTERN:-./...}

# First lines only: file:line:col: rule-id: ... (no column where a //line comment gives none)
findings() { sed 's,^\./,,' | grep -E '^[^[:space:]][^:]*(:[0-9]+)+: [a-z]+(-[a-z]+)+: ' | sort -u; }

status=0
for dir; do
  (cd "$dir" && "$tool" $pattern 2>"$work/alone.err") | findings >"$work/alone"
  # A level that says what is the default anyway keeps this run out of the cache of other patterns: see T1 in
  # docs/drivers.md.
  (cd "$dir" && go vet -vettool="$tool" -healthlint.level=warning $pattern 2>&1) | tee "$work/vet.out" | findings >"$work/vet"
  if ! grep -q 'healthlint: .* packages\?, ' "$work/alone.err"; then
    echo "$dir: the command failed: $(tail -n 1 "$work/alone.err")"; status=1
  elif diff -u --label "$dir: command" --label "$dir: vettool" "$work/alone" "$work/vet"; then
    echo "$dir: $(wc -l <"$work/vet") findings, the same"
  else
    grep -vE '^#' "$work/vet.out" | grep -E '^(vet:|go: )' | head -n 3
    status=1
  fi
done
exit $status
