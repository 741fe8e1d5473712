#!/usr/bin/env bash
# compare_builds_test.sh VTA: scripts/compare_builds.py finds nothing between a build and itself, and every kind of thing that
# is put into the other: a number in JSON, one in CSV, an exit status, a file that is not written, a byte of a program.
set -euo pipefail

vta="$1"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
failed=0
compare() {
  python3 scripts/compare_builds.py "$vta" "$1" --commands "$folder/commands" 2>/dev/null
}
# expect WORDS BODY: a program that does BODY after `vta` has run, with its words in $@ and its answer in $printed, is found.
expect() {
  printf '#!/usr/bin/env bash\nprinted="$("%s" "$@")"\n%s\nprintf "%%s\\n" "$printed"\n' "$vta" "$2" >"$folder/other"
  chmod +x "$folder/other"
  local found
  if found="$(compare "$folder/other")" || [[ "$found" != *"$1"* ]]; then
    echo "'$2' is not found as '$1': $found"
    failed=1
  fi
}

cat >"$folder/commands" <<'END'
compile | compile data/digits_resnet8.onnx -o digits.vta --json
run     | run digits.vta --backend csim --csv kernels.csv --json
END
same="$(compare "$vta")" || { echo "a build differs from itself: $same"; failed=1; }
[[ "$same" == "2 commands, 0 programs, "*" values: 0 differences" ]] || { echo "unexpected: $same"; failed=1; }

expect 'run: counters.gemm_counter' 'printed="${printed//\"gemm_counter\": /\"gemm_counter\": 9}"'
expect 'run: kernels.csv: 0.' '[[ ! -f kernels.csv ]] || sed -i "2s/,[0-9]*,/,77,/" kernels.csv'
expect 'exit status 0 before, 3 after' '[[ "$1" != run ]] || exit 3'
expect 'file kernels.csv is written by one build alone' 'rm -f kernels.csv'
# The sections' checksums are in the header, from byte 24 on: the last eight bytes of the fifth.
expect 'compile: digits.vta: insns' 'printf "\1\2" | dd of=digits.vta bs=1 seek=216 conv=notrunc 2>/dev/null'

# Names that have changed are the same, once they are listed; what nobody listed is not there.
mkdir -p "$folder/tree/scripts" && cp scripts/compare_builds.py "$folder/tree/scripts" && cp -r scripts/equal "$folder/tree/scripts"
ln -s "$PWD/tests" "$PWD/config" "$folder/tree"
printf '#!/usr/bin/env bash\n"%s" "$@" | sed "s/gemm_counter/gemm_steps/"\n' "$vta" >"$folder/other"
printf 'run | run data/digits_resnet8.onnx --json\n' >"$folder/commands"
compare "$folder/other" >/dev/null && { echo "a new name is not found"; failed=1; }
echo 'gemm_counter -> gemm_steps' >"$folder/tree/scripts/equal/renamed.txt"
python3 "$folder/tree/scripts/compare_builds.py" "$vta" "$folder/other" --commands "$folder/commands" >"$folder/said" 2>&1 ||
  { echo "a listed name is a difference: $(cat "$folder/said")"; failed=1; }

# What is new is nothing, once it is listed for that command; a value that was there is still compared.
printf '#!/usr/bin/env bash\n"%s" "$@" | sed "s/\\"gemm_counter\\"/\\"brand_new\\": 1, &/"\n' "$vta" >"$folder/other"
compare "$folder/other" >/dev/null && { echo "a new value is not found"; failed=1; }
printf 'run: *counters.brand_new\nrun: *gemm_counter\n' >"$folder/tree/scripts/equal/added.txt"
: >"$folder/tree/scripts/equal/renamed.txt"
python3 "$folder/tree/scripts/compare_builds.py" "$vta" "$folder/other" --commands "$folder/commands" >"$folder/said" 2>&1 ||
  { echo "a listed addition is a difference: $(cat "$folder/said")"; failed=1; }
printf '#!/usr/bin/env bash\n"%s" "$@" | sed "s/\\"gemm_counter\\": /&9/"\n' "$vta" >"$folder/other"
python3 "$folder/tree/scripts/compare_builds.py" "$vta" "$folder/other" --commands "$folder/commands" >"$folder/said" 2>&1 &&
  { echo "an addition hides another value"; failed=1; }
exit "$failed"
