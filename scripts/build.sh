#!/usr/bin/env bash
# build.sh PRESET [TARGET...]: configures where nobody has yet, then builds (by default everything).
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset="$1"
shift

if [[ ! -f "build/$preset/build.ninja" ]]; then
  cmake --preset "$preset" >&2
fi
echo "build: $preset ${*:-all}" >&2
ninja -C "build/$preset" --quiet "$@" >&2
