#!/usr/bin/env bash
# lint_test.sh VERILATOR PRINT_SV_PACKAGE CONFIG.json RTL_FOLDER FORMS: all RTL under Verilator's -Wall, as
# it is simulated and as a synthesizer reads it; with the shell in FORMS of AXI: both, or the configuration's own.
# Of the configuration, the shell sees the core's constants and BUS_BYTES: each width of a bus is read in both forms.
set -euo pipefail
verilator=$1 print=$2 config=$3 rtl=$4 forms=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$print" "$config" "$work"
folders=("$work")
if [[ "$forms" == both || -n "${VTA_DEEP:-}" ]]; then
  mkdir "$work/other_axi"
  sed -e 's/ Axi = 4;/ Axi = other;/' -e 's/ Axi = 3;/ Axi = 4;/' -e 's/ Axi = other;/ Axi = 3;/' \
    "$work/vta_shell_pkg.sv" >"$work/other_axi/vta_shell_pkg.sv"
  if cmp -s "$work/vta_shell_pkg.sv" "$work/other_axi/vta_shell_pkg.sv"; then
    echo "vta_shell_pkg.sv says neither Axi = 3 nor Axi = 4" >&2
    exit 1
  fi
  folders+=("$work/other_axi")
else
  # What is read in one form differs from a configuration that is read in both by nothing that the shell is made of.
  mkdir "$work/default"
  "$print" "$rtl/../../config/vta_config.json" "$work/default"
  shell_of() { sed -e '1d' -e 's/ Axi = [34];/ Axi = N;/' -e "s/ StreamHash = [^;]*;/ StreamHash = N;/" "$1/vta_shell_pkg.sv"; }
  if ! diff <(shell_of "$work/default") <(shell_of "$work") || ! grep -qE ' BusBytes = (8|16|32|64);' "$work/vta_isa_pkg.sv"; then
    echo "$config: a shell of its own: lint it in both forms (tests/rtl/CMakeLists.txt)" >&2
    exit 1
  fi
fi
cd "$rtl"
mapfile -t core < <(grep -v '^//' files.f)
mapfile -t shell < <(grep -v '^//' axi/files.f)
for folder in "${folders[@]}"; do
  for define in '' -DSYNTHESIS; do
    "$verilator" --lint-only -Wall --assert $define --top-module vta_axi "$work/vta_isa_pkg.sv" \
      "${core[@]}" "$folder/vta_shell_pkg.sv" "${shell[@]/#/axi/}"
  done
done
