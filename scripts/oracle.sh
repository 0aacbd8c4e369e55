#!/usr/bin/env bash
# Compare the analysis with its oracle (no facts, larger bounds, nothing left out) on real modules.
# usage: scripts/oracle.sh DIR[=PATTERN]...     PATTERN is ./... when it is not given
set -eu
(($#)) || { sed -n '2,3s/^# //p' "$0" >&2; exit 2; }
dirs=()
for d in "$@"; do
  dir=${d%%=*}
  dirs+=("$(realpath "$dir")${d#"$dir"}")
done
cd "$(dirname "$0")/.."
HEALTHLINT_MODULES="${dirs[*]}" go test -count=1 -timeout=3h -v -run '^TestOracleModules$' ./callgraph
