#!/usr/bin/env bash
# Does co-simulation find small mistakes? Applies the mutations of tests/mutation/{rtl,csim,kernels,drawn,rows}.txt,
# one at a time, to a copy of the sources, runs co-simulation, and lists the survivors. Those of system.txt are for the
# benches of the system level's RTL.
#   scripts/mutate.sh [rtl|csim|kernels|drawn|rows|system|all] [PROGRAMS] [FIRST]     default: all 300 0
# FIRST: of each list, the first block to try.
# Exit status: 0 when every mutant is found or listed in tests/mutation/survivors.md, else 1.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
which="${1:-all}"
programs="${2:-300}"
first="${3:-0}"
# The cheapest model first: most mutants need no other one. Two are too narrow for the fast kernels.
vector=tests/mutation/vector.json
machines=(tests/mutation/small.json tests/mutation/wide.json "$vector")
# Extensions alone, by their names in the table: then an operation of the wrong one is found.
alone=()
for extension in $(grep -o 'ExtensionName{"[a-z0-9]*' config/alu_ops.h | cut -d'"' -f2); do
  if [[ -f "tests/mutation/$extension.json" ]]; then alone+=("tests/mutation/$extension.json"); fi
done
copy=build/mutants
results=build/mutants.log
limit=1200  # seconds for the programs

scripts/setup.sh
mkdir -p "$copy"
# A copy of the sources, kept between runs so that the compiler's work is not repeated. Only what
# differs is copied: then its time is new, and what was built from a mutant is built again.
git ls-files -co --exclude-standard | while IFS= read -r file; do
  [[ -f "$file" ]] || continue
  if ! cmp -s "$file" "$copy/$file"; then
    mkdir -p "$copy/$(dirname "$file")"
    cp "$file" "$copy/$file"
  fi
done
[[ "$which" == system ]] || (cd "$copy" && scripts/build.sh release vta_cli)
: >"$results"

# Runs co-simulation in the copy, an equal part of the programs on each configuration, until something
# differs: 0 when nothing does, 124 when it does not end.
cosim() {
  local config
  for config in "${configs[@]}"; do
    (cd "$copy" && VTA_RTL_DIR="$PWD/hw/rtl" timeout "$limit" build/release/bin/vta cosim \
      --random $((programs / ${#configs[@]})) --seed 11 --config "$config" --shrink 0 \
      --save build/differences) >"$copy/cosim.log" 2>&1 || return
  done
}

# The benches of the system level's RTL, built of the copy: 0 when they pass, 3 when they cannot be built.
benches() {
  (cd "$copy" && scripts/build.sh release rtl_system_tests) >"$copy/build.log" 2>&1 || return 3
  (cd "$copy" && timeout "$limit" build/release/bin/rtl_system_tests --gtest_brief=1) >"$copy/benches.log" 2>&1
}

judge() {
  local side="$1" list="tests/mutation/$1.txt" index="$2" name file verdict
  name="$(tests/mutation/mutant.pl name "$list" "$index")"
  file="${name%%: *}"
  configs=("${machines[@]}")
  [[ "$side" == kernels || "$file" == sim/kernels/* ]] && configs=("$vector")
  [[ "$side" == rows ]] && configs=("${alone[@]}")
  if ! tests/mutation/mutant.pl apply "$list" "$index" "$copy"; then
    verdict=stale
  elif [[ "$side" == system ]]; then
    local status=0
    benches || status=$?
    case "$status" in
      0) verdict=SURVIVED ;;
      3) verdict=unbuilt ;;
      *) verdict=found ;;
    esac
  elif [[ "$side" != rtl ]] && ! (cd "$copy" && scripts/build.sh release vta_cli) >"$copy/build.log" 2>&1; then
    verdict=unbuilt
  else
    local status=0
    cosim || status=$?
    if [[ $status == 0 ]]; then
      verdict=SURVIVED
    elif [[ $status == 124 ]] || grep -q '^cosim:' "$copy/cosim.log"; then
      verdict=found
    else
      verdict=unbuilt
    fi
  fi
  cp "$file" "$copy/$file"
  printf '%-9s %s\n' "$verdict" "$name" | tee -a "$results"
}

configs=("${machines[@]}" "${alone[@]}")
if [[ "$which" == system || "$which" == all ]] && ! benches; then
  echo "the benches of the system level fail without a mutation: see $copy/benches.log" >&2
  exit 1
fi
if [[ "$which" != system ]] && ! cosim; then
  echo "the sources without a mutation do not agree: see $copy/cosim.log" >&2
  exit 1
fi
limit=120  # a mutant that hangs is found
for side in rtl csim drawn kernels rows system; do
  [[ "$which" == all || "$which" == "$side" ]] || continue
  for ((index = first; index < $(tests/mutation/mutant.pl count "tests/mutation/$side.txt"); ++index)); do
    judge "$side" "$index"
  done
done

echo
for verdict in found SURVIVED unbuilt stale; do
  printf '%-9s %s\n' "$verdict" "$(grep -c "^$verdict" "$results" || true)"
done
! grep -qE '^(stale|unbuilt)' "$results" || exit 1
while IFS= read -r row; do
  grep -qF "${row#SURVIVED  }" tests/mutation/survivors.md || exit 1
done < <(grep '^SURVIVED' "$results" || true)
