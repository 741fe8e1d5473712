#!/usr/bin/env bash
# build.sh [--host onednn|plain] PRESET [TARGET...]: configures where nobody has yet, then builds (by default
# everything), with a line of progress: how much is done, and about how long the rest takes.
# --host: what computes float operators on the host, from now on in this preset's folder: oneDNN (the
# default), or loops of our own.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
host=""
if [[ "${1:-}" == "--host" ]]; then
  host="${2:-}"
  if [[ "$host" != onednn && "$host" != plain ]]; then
    echo "build: --host '$host': legal are onednn and plain" >&2
    exit 2
  fi
  shift 2
fi
preset="$1"
shift

# One line on a terminal; elsewhere a line now and then. What is not progress (errors) passes.
show_progress() {
  local terminal=0
  [[ -t 2 ]] && terminal=1
  awk -v terminal="$terminal" -v name="build: $preset ${*:-all}" '
    function show(end) { printf "%s%s%s", terminal ? "\r\033[K" : "", line, end; fflush() }
    /^ninja: (no work to do|Entering directory)/ { next }
    match($0, /^\[[0-9]+\/[0-9]+ [0-9.]+\] /) {
      split(substr($0, 2, RLENGTH - 3), status, /[\/ ]/)
      left = status[3] / status[1] * (status[2] - status[1])
      line = sprintf("%s: %d of %d, %d s, about %d s left", name, status[1], status[2], status[3], left)
      tenth = int(10 * status[1] / status[2])
      if (terminal) { show(""); shown = 1 }
      else if (tenth > last && status[3] > 2) { show("\n"); last = tenth }
      next
    }
    { if (terminal && shown) { printf "\n"; shown = 0 } print; fflush() }
    END { if (terminal && shown) printf "\r\033[K" }' >&2
}

if [[ ! -f "build/$preset/build.ninja" ]]; then
  echo "build: configuring $preset" >&2
  cmake --preset "$preset" ${host:+"-DVTA_HOST=$host"} >&2
elif [[ -n "$host" ]]; then
  cmake "-DVTA_HOST=$host" "build/$preset" >/dev/null
fi
NINJA_STATUS='[%f/%t %e] ' ninja -C "build/$preset" "$@" 2>&1 | show_progress "$@"
