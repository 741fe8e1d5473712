#!/usr/bin/env bash
# build.sh [--host onednn|plain] PRESET [TARGET...]: configures where nobody has yet, then builds (by default
# everything), with a line of progress: how much is done, and about how long the rest takes.
# --host: what computes float operators on the host, from now on in this preset's folder: oneDNN (the
# default), or loops of our own.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [[ "${1:-}" == --help || "${1:-}" == -h ]]; then
  sed -n '2,/^set /s/^# \{0,1\}//p' scripts/build.sh
  exit 0
fi
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
  local terminal=0 log="build/$preset/.ninja_log"
  [[ -t 2 ]] && terminal=1
  [[ -f "$log" ]] || log=/dev/null
  awk -v terminal="$terminal" -v name="build: $preset ${*:-all}" -v cores="$(nproc)" \
    -f scripts/build_progress.awk scripts/build_weights.txt "$log" "$plan" - >&2
}

# Packages of the tables of setup.sh as they are installed: what they bring is looked for when CMake is asked, and it is
# asked again when one has come or gone.
installed_packages() {
  command -v dpkg-query >/dev/null || return 0
  sed -e 's/#.*//' -e '/^[[:space:]]*$/d' scripts/packages*.txt | cut -d' ' -f1 |
    xargs dpkg-query -W -f '${db:Status-Abbrev} ${Package} ${Version}\n' 2>/dev/null | sort || true
}
packages="$(installed_packages)"
known="build/$preset/packages_at_configuration.txt"
if [[ ! -f "build/$preset/build.ninja" ]]; then
  echo "build: configuring $preset" >&2
  cmake --preset "$preset" ${host:+"-DVTA_HOST=$host"} >&2
elif [[ -n "$host" || "$packages" != "$(cat "$known" 2>/dev/null)" ]]; then
  cmake ${host:+"-DVTA_HOST=$host"} "build/$preset" >/dev/null
fi
printf '%s\n' "$packages" >"$known"
# What is to be done, for the forecast. Under its own name build.ninja is itself a target, made again by CMake at any
# doubt, and a dry run ends there.
plan="build/$preset/.build_plan"
ln -sf build.ninja "build/$preset/.plan.ninja"
ninja -C "build/$preset" -f .plan.ninja -n "$@" >"$plan" 2>/dev/null || : >"$plan"
NINJA_STATUS='[%f/%t %e] ' ninja -C "build/$preset" "$@" 2>&1 | show_progress "$@"
