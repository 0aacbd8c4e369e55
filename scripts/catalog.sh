#!/usr/bin/env bash
# Looks up every name of internal/catalog/data (functions, methods, fields, types, the arguments they are said to
# have) in the source of the module that declares it, at the version in internal/catalog/data/modules.lst. Prints
# what does not resolve, with file and line, and exits 1 when there is such a name. Nothing is built but the test:
# declarations are read from source, so only the listed modules are downloaded (about 2.4 GB, deleted afterwards).
# usage: scripts/catalog.sh      SNAPSHOTS names a file with lines MODULE@VERSION DIR: source to use for modules
#        marked snapshot in the list, which many module proxies do not keep
set -eu -o pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
export GOMODCACHE=$work/mod GOCACHE=$work/build GOFLAGS=-modcacherw
list=$root/internal/catalog/data/modules.lst

cd "$work" # outside of any module: go mod download then fetches what is named and nothing else
grep -v '^#' "$list" | awk 'NF == 1 {print $1}' | xargs go mod download -json >modules.json || true
grep -v '^#' "$list" | awk '$2 == "snapshot" {print $1}' | while read -r module; do
  dir=$([[ -z ${SNAPSHOTS:-} ]] || awk -v m="$module" '$1 == m {print $2}' "$SNAPSHOTS")
  if [[ -n $dir ]]; then
    printf '{"Path": "%s", "Version": "%s", "Dir": "%s"}\n' "${module%@*}" "${module#*@}" "$dir"
  else
    go mod download -json "$module" >one.json 2>/dev/null && cat one.json || true
  fi
done >>modules.json

cd "$root"
HEALTHLINT_MODULES=$work/modules.json go test -count=1 -timeout 30m -v -run '^TestNamesResolve$' ./internal/catalog |
  sed 's/^ *names_test\.go:[0-9]*: //'
