#!/usr/bin/env bash
# lint_system_test.sh VERILATOR PRINT_SYSTEM_SOURCES STYLE_TEST system|board CONFIG.json...: the RTL of a system or a
# board of these cores under Verilator's -Wall, as it is simulated and as a synthesizer reads it; its printed top keeps the rules of style.
set -euo pipefail
verilator=$1 print=$2 style=$3 kind=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$print" "$kind" "$work" "$@"
perl "$style" "$work/vta_$kind.sv"
cd "$work"
for define in '' -DSYNTHESIS; do
  "$verilator" --lint-only -Wall --assert $define --top-module vta_$kind -f files.f
done
