#!/usr/bin/env bash
# What takes longer than .ci/run, or installs something: the tests in Chromium, all tests under the next Go (its go vet
# has other caches and another protocol), a binary that is older than the go command, generated inputs of three times
# the size, and the command against the vettool on modules you name.
# usage: scripts/full.sh [DIR...]     NEXT_GO names another Go than go1.27.3; it comes through the Go module proxy
set -eu -o pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
next=${NEXT_GO:-go1.27.3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "== all tests under $next"
GOTOOLCHAIN=$next go test ./...

echo "== the page and the report in headless Chromium"
scripts/browser.sh

echo "== a binary of $(go env GOVERSION) under $next: says so and goes on"
go build -o "$work/healthlint" ./cmd/healthlint
status=0
GOTOOLCHAIN=$next "$work/healthlint" -C testdata/example ./... 2>"$work/err" || status=$?
cat "$work/err"
[[ $status == 1 ]] || { echo "exit status $status, want 1"; exit 1; }
grep -q 'rebuild healthlint with this Go' "$work/err" || { echo "no word about the versions"; exit 1; }

echo "== the command and the vettool of $next"
GOTOOLCHAIN=$next go build -o "$work/next" ./cmd/healthlint
GOTOOLCHAIN=$next HEALTHLINT=$work/next scripts/parity.sh testdata/example

echo "== generated inputs, three times as large"
HEALTHLINT_STRESS=300 go test -count=1 -timeout=30m -run '^TestInputs$' ./internal/stress

if (($#)); then
  echo "== the command and the vettool on the modules named"
  HEALTHLINT=$work/healthlint scripts/parity.sh "$@"
fi
