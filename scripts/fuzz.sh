#!/usr/bin/env bash
# Looks for inputs that crash, hang or confuse the readers of files: every target of tests/fuzz with
# AddressSanitizer and UndefinedBehaviorSanitizer.
#   scripts/fuzz.sh SECONDS [TARGET...]   each target for so long, with libFuzzer (clang), guided by
#                                         coverage; what it learns is kept in build/fuzz/corpus
#   scripts/fuzz.sh --mutations N [--seed S] [--mutator bytes|words|text|blocks|all] [TARGET...]
#                                         N random changes of the corpus, built with GCC; repeatable;
#                                         of target cli N command lines; with --preset release as
#                                         people have the program
# Without clang the first form makes plain mutations for so long.
# Exit status: 0 when nothing is found; a finding's input is left in build/<preset>/findings.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
usage() {
  sed -n '2,12s/^# \{0,1\}//p' "scripts/fuzz.sh" >&2
  exit 2
}

preset=fuzz
driver=()
targets=()
case "${1:-}" in
  --mutations)
    preset=asan
    while [[ "${1:-}" == --* ]]; do
      [[ $# -ge 2 ]] || usage
      if [[ $1 == --preset ]]; then preset="$2"; else driver+=("$1" "$2"); fi
      shift 2
    done
    ;;
  '' | *[!0-9]*) usage ;;
  *)
    seconds="$1"
    shift
    ;;
esac
scripts/setup.sh --fuzz
if [[ $preset == fuzz ]] && ! clang++ -fsanitize=fuzzer -x c++ -fsyntax-only /dev/null 2>/dev/null; then
  echo "fuzz: no clang with libFuzzer here: plain mutations instead" >&2
  preset=asan
  driver=(--seconds "$seconds" --seed "$RANDOM")
fi
[[ -f "build/$preset/build.ninja" ]] || cmake --preset "$preset" >&2
targets=("$@")
if [[ ${#targets[@]} == 0 ]]; then
  mapfile -t targets < <(cd "build/$preset/fuzz" && printf '%s\n' *.corpus | sed 's/\.corpus$//')
fi
scripts/build.sh "$preset" "${targets[@]/#/fuzz_}"

findings="build/$preset/findings"
mkdir -p "$findings"
failed=()
for target in "${targets[@]}"; do
  program="$PWD/build/$preset/bin/fuzz_$target"
  mapfile -t corpus <"build/$preset/fuzz/$target.corpus"
  echo "== $target"
  if [[ $preset != fuzz ]]; then
    (cd "$findings" && rm -rf fuzz_finding.bin cli && "$program" "${driver[@]}" "${corpus[@]}") || {
      mv -f "$findings/fuzz_finding.bin" "$findings/$target.bin" 2>/dev/null || true
      failed+=("$target")
    }
    continue
  fi
  kept="build/fuzz/corpus/$target"
  mkdir -p "$kept"
  find "${corpus[@]}" -type f -exec cp -n -t "$kept" {} +
  log="$findings/$target.log"
  "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 -print_final_stats=1 \
    -artifact_prefix="$findings/$target." "$kept" >"$log" 2>&1 || failed+=("$target")
  grep -E '^(stat::number|stat::peak|SUMMARY|==|Test unit)' "$log" || true
done
if [[ ${#failed[@]} -gt 0 ]]; then
  echo "fuzz: findings in ${failed[*]}: their inputs are in $findings" >&2
  exit 1
fi
