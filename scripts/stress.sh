#!/usr/bin/env bash
# Runs healthlint over the generated inputs of internal/stress at n, 2n and 4n, one after the other, and prints CPU
# seconds and peak memory of each with the ratios: about 2 where time is linear, 4 where it grows with the square.
# usage: scripts/stress.sh [PART]     PART chooses inputs by a part of their name
#        HEALTHLINT_STRESS is n in percent of the size in the tests (default 100: half an hour)
#        HEALTHLINT names a binary to use instead of building one
set -eu -o pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tool=${HEALTHLINT:-$work/healthlint}
[[ -n ${HEALTHLINT:-} ]] || go build -C "$root" -o "$tool" ./cmd/healthlint
cd "$root"
HEALTHLINT=$(realpath "$tool") HEALTHLINT_INPUT=${1:-} go test -count=1 -timeout=2h -v -run '^TestGrowth$' ./internal/stress |
  grep -vE '^(=== |--- PASS|PASS|ok )'
