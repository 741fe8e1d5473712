#!/usr/bin/env bash
# Does co-simulation find small mistakes? Applies the mutations of tests/mutation/{rtl,csim}.txt, one
# at a time, to a copy of the sources, runs co-simulation, and lists the survivors.
#   scripts/mutate.sh [rtl|csim|all] [PROGRAMS]     default: all 300
# Exit status: 0 when every mutant is found or listed in tests/mutation/survivors.md, else 1.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
which="${1:-all}"
programs="${2:-300}"
configs="tests/mutation/small.json,tests/mutation/wide.json"
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
(cd "$copy" && scripts/build.sh release vta_cli)
: >"$results"

# Runs co-simulation in the copy: 0 when nothing differs, 124 when it does not end.
cosim() {
  (cd "$copy" && VTA_RTL_DIR="$PWD/hw/rtl" timeout "$limit" build/release/bin/vta cosim \
    --random "$programs" --seed 11 --config "$configs" --shrink 0 --save build/differences) \
    >"$copy/cosim.log" 2>&1
}

# apply FILE ORIGINAL MUTANT: replaces the one occurrence; 3 where there is not exactly one.
apply() {
  ORIGINAL="$2" MUTANT="$3" perl -0777 -i -pe '
    BEGIN { $n = 0 } $n = () = /\Q$ENV{ORIGINAL}\E/g; s/\Q$ENV{ORIGINAL}\E/$ENV{MUTANT}/ if $n == 1;
    END { exit($n == 1 ? 0 : 3) }' "$copy/$1"
}

judge() {
  local side="$1" file="$2" original="$3" mutant="$4" verdict
  if ! apply "$file" "$original" "$mutant"; then
    verdict=stale
  elif [[ "$side" == csim ]] && ! (cd "$copy" && scripts/build.sh release vta_cli) >"$copy/build.log" 2>&1; then
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
  printf '%-9s %s: %s\n' "$verdict" "$file" "${mutant%%$'\n'*}" | tee -a "$results"
}

# Blocks are separated by empty lines. The first line is the file; the rest is the original text and
# the mutant, of equally many lines.
run_list() {
  local side="$1" block=() line
  while IFS= read -r line || [[ ${#block[@]} -gt 0 ]]; do
    [[ "$line" == '#'* ]] && continue
    if [[ -n "$line" ]]; then
      block+=("$line")
      continue
    fi
    if [[ ${#block[@]} -gt 0 ]]; then
      local half=$(((${#block[@]} - 1) / 2))
      local original mutant
      original="$(printf '%s\n' "${block[@]:1:half}")"
      mutant="$(printf '%s\n' "${block[@]:1+half:half}")"
      judge "$side" "${block[0]}" "$original" "$mutant"
    fi
    block=()
    line=
  done <"tests/mutation/$side.txt"
}

if ! cosim; then
  echo "the sources without a mutation do not agree: see $copy/cosim.log" >&2
  exit 1
fi
limit=120  # a mutant that hangs is found
for side in rtl csim; do
  [[ "$which" == all || "$which" == "$side" ]] && run_list "$side"
done

echo
for verdict in found SURVIVED unbuilt stale; do
  printf '%-9s %s\n' "$verdict" "$(grep -c "^$verdict" "$results" || true)"
done
! grep -qE '^(stale|unbuilt)' "$results" || exit 1
while IFS= read -r row; do
  grep -qF "${row#SURVIVED  }" tests/mutation/survivors.md || exit 1
done < <(grep '^SURVIVED' "$results" || true)
