#!/usr/bin/env bash
# lint_test.sh VERILATOR PRINT_SV_PACKAGE CONFIG.json RTL_FOLDER: all RTL under Verilator's -Wall, as
# it is simulated and as a synthesiser reads it.
set -euo pipefail
verilator=$1 print=$2 config=$3 rtl=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$print" "$config" "$work/vta_isa_pkg.sv"
cd "$rtl"
mapfile -t files < <(grep -v '^//' files.f)
for define in '' -DSYNTHESIS; do
  "$verilator" --lint-only -Wall --assert $define --top-module vta_axi "$work/vta_isa_pkg.sv" \
    "${files[@]}" axi/vta_axi_address.sv axi/vta_axi_lite.sv axi/vta_axi.sv
done
