#!/usr/bin/env bash
# Proves what hw/proofs/proofs.txt lists of the RTL, two proofs at a time.
#   scripts/prove.sh [NAME...]               all proofs, or these
#   scripts/prove.sh --faults [N] [--seed S] single faults of tests/proofs/faults.txt, one at a time in
#                                            a copy of the RTL: is each refuted? All, or N drawn by seed
# A counterexample is a table of signals over cycles and a waveform below build/proofs. Exit status: 0
# when everything holds (with --faults: every fault is refuted or argued in tests/proofs/equivalent.md).
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
export proofs=hw/proofs/proofs.txt results=build/proofs
faults=tests/proofs/faults.txt
jobs=2

die() {
  echo "prove: $1" >&2
  exit 2
}

# Rows of the table, their fields separated by `|` alone.
rows() {
  sed -e '/^#/d' -e '/^[[:space:]]*$/d' -e 's/[[:space:]]*|[[:space:]]*/|/g' "$proofs"
}

# Gives a constant of a package another value: set_constant FOLDER PACKAGE::NAME=VALUE
set_constant() {
  local file="$1/${2%%::*}.sv" assignment="${2#*::}"
  local name="${assignment%%=*}" value="${assignment#*=}" before="localparam int unsigned"
  [[ "$(grep -cE "^ *$before $name = " "$file")" == 1 ]] || {
    echo "$file has no constant $name" >&2
    return 2
  }
  sed -i -E "s/^( *$before $name = )[^;]*;/\1$value;/" "$file"
}

# Puts into a module's place one that may do anything at its outputs: free_module FOLDER MODULE
free_module() {
  local file="$1/$2.sv" output
  local -a outputs
  mapfile -t outputs < <(sed -n -E '/^\);$/q; s| *//.*||; s/^ *output .* ([a-z_0-9]+),?$/\1/p' "$file")
  [[ ${#outputs[@]} -gt 0 ]] && grep -qx ');' "$file" || {
    echo "$file is not a module with outputs, whose ports end in a line of their own" >&2
    return 2
  }
  sed -i '/^);$/q' "$file"
  for output in "${outputs[@]}"; do
    echo "  logic [\$bits($output)-1:0] free_$output;
  proof_anything #(.Width(\$bits($output))) u_free_$output (.value(free_$output));
  assign $output = type($output)'(free_$output);"
  done >>"$file"
  echo endmodule >>"$file"
}

# Sources of one proof in FOLDER: the RTL below ROOT, the proof, `files` in compile order.
collect() {
  local root="$1" folder="$2" top="$3"
  local rtl="$root/hw/rtl"
  rm -rf "$folder"
  mkdir -p "$folder"
  local -a files=(vta_isa_pkg.sv)
  mapfile -t -O 1 files < <(grep '\.sv$' "$rtl/files.f")
  files+=(vta_shell_pkg.sv)
  mapfile -t -O "${#files[@]}" files < <(grep '\.sv$' "$rtl/axi/files.f" | sed 's|^|axi/|')
  (cd "$rtl" && cp -- "${files[@]}" "$OLDPWD/$folder/")
  cp hw/proofs/reached.v hw/proofs/anything.sv "$folder/"
  files=(anything.sv "${files[@]}")
  if [[ "$top" == proof_* ]]; then
    cp "hw/proofs/${top#proof_}.sv" "$folder/"
    files+=("${top#proof_}.sv")
  fi
  echo "${files[@]##*/}" >"$folder/files"
}

# prove_one ROOT RESULTS NAME: says what came of it; prove.mjs gives the exit status.
prove_one() {
  local root="$1" folder="$2/$3" name top modules reduced command word
  IFS='|' read -r name top modules reduced command < <(rows | grep "^$3|")
  collect "$root" "$folder" "$top"
  local -a parameters=()
  for word in $reduced; do
    if [[ "$word" == *::* ]]; then
      set_constant "$folder" "$word" || return
    elif [[ "$word" == free:* ]]; then
      free_module "$folder" "${word#free:}" || return
    else
      parameters+=("$word")
    fi
  done
  "$VTA_SYNTH_DIR/node_modules/.bin/node" hw/proofs/prove.mjs "$folder" "$name" "$top" "$command" \
    ${parameters[@]+"${parameters[@]}"} >"$folder/result" 2>&1 || {
    local status=$?
    cat "$folder/result"
    return "$status"
  }
  cat "$folder/result"
}

prove_named() {
  local start=$SECONDS failed=0 held
  printf '%s\n' "$@" | xargs -P "$jobs" -I{} bash -c 'prove_one . "$results" {} || exit 1' || failed=1
  held="$(cd "$results" && grep -l ': holds:' "${@/%//result}" | wc -l)" || true
  echo "$# proofs in $((SECONDS - start)) s: $held hold"
  return "$failed"
}

# judge INDEX: what the proofs of the faulty module say.
judge() {
  local name file module root="$results/faults/$1" verdict=SURVIVED proof status
  name="$(tests/mutation/mutant.pl name "$faults" "$1")"
  file="${name%%: *}"
  module="$(basename "$file" .sv)"
  rm -rf "$root"
  mkdir -p "$root/hw"
  cp -r hw/rtl "$root/hw/"
  tests/mutation/mutant.pl apply "$faults" "$1" "$root" || verdict=stale
  for proof in $(rows | awk -F'|' -v module="$module" '(", " $3 ", ") ~ (", " module ", ") {print $1}'); do
    [[ "$verdict" == SURVIVED ]] || break
    status=0
    prove_one "$root" "$root" "$proof" >/dev/null || status=$?
    case "$status" in
      0) ;;
      1) grep -q ': REFUTED' "$root/$proof/result" && verdict=refuted || verdict=unproven ;;
      *) verdict=unproven ;;
    esac
  done
  printf '%-9s %3d %s\n' "$verdict" "$1" "$name"
}

try_faults() {
  local count="$1" seed="$2" log="$results/faults.log" line
  mkdir -p "$results"
  perl -MList::Util=shuffle -e 'srand $ARGV[2]; my @all = 0 .. $ARGV[0] - 1;
      @all = (shuffle @all)[0 .. $ARGV[1] - 1] if $ARGV[1] < @all; print "$_\n" for sort { $a <=> $b } @all' \
    "$(tests/mutation/mutant.pl count "$faults")" "$count" "$seed" |
    xargs -P "$jobs" -I{} bash -c 'judge {}' | tee "$log"
  echo "seed $seed: $(grep -c '^refuted' "$log" || true) of $(wc -l <"$log") refuted"
  ! grep -qE '^(stale|unproven)' "$log" || return 1
  while IFS= read -r line; do
    grep -qF "$line" tests/proofs/equivalent.md || return 1
  done < <(sed -n 's/^SURVIVED *[0-9]* //p' "$log")
}

mode=prove
count=1000000
seed=1
names=()
while [[ $# -gt 0 ]]; do
  case "$1" in
    --faults)
      mode=faults
      if [[ "${2:-}" =~ ^[0-9]+$ ]]; then
        count="$2"
        shift
      fi
      ;;
    --seed)
      [[ "${2:-}" =~ ^[0-9]+$ ]] || die "--seed needs a number, not '${2:-}'"
      seed="$2"
      shift
      ;;
    -*) die "no option '$1': legal are --faults [N], --seed S, names of proofs" ;;
    *)
      rows | cut -d'|' -f1 | grep -qxF -- "$1" ||
        die "no proof '$1': legal are $(rows | cut -d'|' -f1 | paste -sd' ')"
      names+=("$1")
      ;;
  esac
  shift
done

command -v berkeley-abc >/dev/null || scripts/setup.sh --tests
VTA_SYNTH_DIR="$(scripts/setup_synth.sh)"
export VTA_SYNTH_DIR faults
export -f rows set_constant free_module collect prove_one judge
if [[ "$mode" == faults ]]; then
  try_faults "$count" "$seed"
else
  [[ ${#names[@]} -gt 0 ]] || mapfile -t names < <(rows | cut -d'|' -f1)
  prove_named "${names[@]}"
fi
