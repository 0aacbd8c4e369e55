#!/usr/bin/env bash
# The tests in headless Chromium, with Debian's if none is there. HEALTHLINT_SHOTS=DIR keeps screenshots, to be looked at.
set -eu
cd "$(dirname "$0")/.."

if ! command -v chromium >/dev/null; then
  apt-get update -q
  apt-get install -y -q --no-install-recommends chromium fonts-dejavu-core
fi
HEALTHLINT_BROWSER=required go test -count=1 ./internal/browsertest "$@"
