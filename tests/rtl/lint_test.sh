#!/usr/bin/env bash
# lint_test.sh VERILATOR PRINT_SV_PACKAGE CONFIG.json RTL_FOLDER: all RTL under Verilator's -Wall, as
# it is simulated and as a synthesizer reads it.
set -euo pipefail
verilator=$1 print=$2 config=$3 rtl=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$print" "$config" "$work"
# The shell in the other form of AXI, too.
mkdir "$work/other_axi"
sed -e 's/ Axi = 4;/ Axi = other;/' -e 's/ Axi = 3;/ Axi = 4;/' -e 's/ Axi = other;/ Axi = 3;/' \
  "$work/vta_shell_pkg.sv" >"$work/other_axi/vta_shell_pkg.sv"
if cmp -s "$work/vta_shell_pkg.sv" "$work/other_axi/vta_shell_pkg.sv"; then
  echo "vta_shell_pkg.sv says neither Axi = 3 nor Axi = 4" >&2
  exit 1
fi
cd "$rtl"
mapfile -t core < <(grep -v '^//' files.f)
mapfile -t shell < <(grep -v '^//' axi/files.f)
for folder in "$work" "$work/other_axi"; do
  for define in '' -DSYNTHESIS; do
    "$verilator" --lint-only -Wall --assert $define --top-module vta_axi "$work/vta_isa_pkg.sv" \
      "${core[@]}" "$folder/vta_shell_pkg.sv" "${shell[@]/#/axi/}"
  done
done
