#!/bin/sh
# Checks the rules against the real libraries: makes a module that requires them all and runs the test on it.
# Needs the module proxy or a filled module cache. Usage: route_modules.sh [FOLDER to keep the module in]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=${1:-$(mktemp -d)}
mkdir -p "$dir"
cd "$dir"
test -f go.mod || go mod init rulemodules
# shellcheck disable=SC2046 # one word a module
go get $(sed "s/#.*//" "$here/data/routes/modules.lst")
cd "$here"
HEALTHLINT_RULE_MODULES=$dir go test -count=1 -v -run TestModuleRulesResolve .
