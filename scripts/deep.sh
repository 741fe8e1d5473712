#!/usr/bin/env bash
# What is too long for every change: fuzzing, the mutation set, long campaigns. Hours on two cores;
# before a release, and after a change of the cycle contract or of a reader of files.
#   scripts/deep.sh [STEP...]     all steps, or these: replay fuzz mutations commands cosim systems board systemc datapath bounds configs dram
#                                  lint requantize transformers cross mutate kill readme prove torchvision wild published packages benchmarks
# Ends with a table of steps: result and seconds. Exit status: 0 when all hold.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
declare -A commands=(
  [replay]="scripts/fuzz.sh --mutations 0"                 # the corpus under sanitizers
  [fuzz]="scripts/fuzz.sh 60"                              # each target a minute, guided by coverage
  [mutations]="scripts/fuzz.sh --mutations 100000 --seed 1"
  [commands]="scripts/fuzz.sh --mutations 100000 --seed 1 --preset release cli"  # as people have it
  [cosim]="scripts/cosim_full.sh"                          # 10,000 programs, whole networks
  [systems]="scripts/cosim_systems.sh"                     # 24,000 programs on one to three cores
  [board]="env VTA_DEEP=1 scripts/test.sh -R CoresOnBoard"  # ResNet-18 on two cores behind their shells
  [systemc]="env VTA_SYSTEMC_PROGRAMS=300 scripts/test.sh -R SharedDram"  # accelerators of a platform on a DRAM
  [datapath]="scripts/cosim_datapath.sh"                   # 10,000 over every pair of the datapath's keys
  [bounds]="scripts/check_exact.sh --cases 0 --cosim 0 --networks none --bounds 20000"  # no run is below one
  [configs]="env VTA_DEEP=1 scripts/test.sh -R AnyLegalConfiguration"
  [dram]="env VTA_DRAM_BURSTS=1000000 scripts/test.sh -R RandomBursts"  # no command of any preset is illegal
  [lint]="env VTA_DEEP=1 scripts/test.sh -R Lint_"         # the shell in both forms of AXI in every configuration
  [requantize]="env VTA_DEEP=1 VTA_REQUANTIZE_CASES=100000000 scripts/test.sh -R Requantize"  # every zero point, 10^8 of full width
  [transformers]="env VTA_TRANSFORMERS=1000 VTA_RTL_TRANSFORMERS=200 scripts/test.sh -R RandomTransformers"
  [cross]="env VTA_DEEP=1 scripts/test.sh -R Cross_"       # both widths of ARM as released, kernels in every configuration
  [mutate]="scripts/mutate.sh"                             # does co-simulation find single faults?
  [kill]="scripts/sweep_kill_test.sh"
  [prove]="scripts/prove.sh"                               # what must hold of the RTL's modules
  [torchvision]="scripts/check_torchvision.sh --setup --networks all --forms all"
  [wild]="scripts/check_wild.sh --setup --seed 2"
  [published]="scripts/published.sh"                       # others' tables, row by row: none of ours above
  [benchmarks]="scripts/build.sh release benchmarks"       # that they compile
  [packages]="scripts/check_packages.sh"                   # in a bare Debian 12
  [readme]="env VTA_README_WHOLE=1 scripts/test.sh -R Readme"  # its lines as they stand, no smaller ones
)
steps=("$@")
if [[ ${#steps[@]} == 0 ]]; then
  steps=(replay fuzz mutations commands cosim systems board systemc datapath bounds configs dram lint requantize transformers cross mutate kill readme prove torchvision wild published packages benchmarks)
fi
for step in "${steps[@]}"; do
  if [[ -z "${commands[$step]:-}" ]]; then
    echo "deep: no step '$step': legal are replay fuzz mutations commands cosim systems board systemc datapath bounds configs dram lint requantize transformers cross mutate kill readme prove torchvision wild published packages benchmarks" >&2
    exit 2
  fi
done

table=()
failed=0
for step in "${steps[@]}"; do
  echo "== $step: ${commands[$step]}"
  start=$SECONDS
  if ${commands[$step]}; then
    result=holds
  else
    result=FAILED
    failed=1
  fi
  table+=("$(printf '%-11s %-7s %6d s  %s' "$step" "$result" $((SECONDS - start)) "${commands[$step]}")")
done
echo
printf '%s\n' "${table[@]}"
exit "$failed"
