#!/usr/bin/env bash
# scripts/check_exact.sh at a small size: its summaries, its exit status, what it refuses.
set -euo pipefail

export VTA_CHECK_EXACT_BIN="$1"
script="$2"
fail() {
  echo "FAILED: $1" >&2
  exit 1
}
refused() {
  local message="$1" out status=0
  shift
  out="$("$script" "$@" 2>&1)" || status=$?
  [[ $status == 2 && "$out" == "check_exact: $message"* ]] || fail "$*: exit $status, $out"
}

out="$("$script" --cases 8 --cosim 0 --bounds 8 --networks resnet8_tiny --seed 5 2>/dev/null)"
grep -q '^values: 8 of 8 random networks bit-equal .*(seed 5; ' <<<"$out" || fail "$out"
grep -Eq '^bounds: ([1-8]) of \1 random networks take at least their bounds on csim \(seed 5; ' <<<"$out" || fail "$out"
grep -q '^among them: ' <<<"$out" || fail "$out"
grep -q '^networks: 1 of 1 bit-equal ' <<<"$out" || fail "$out"
[[ "$("$script" --help)" == *"--cosim N"* ]] || fail "--help"
refused "no option '--case': legal are --cases, --cosim, --bounds, --networks, --seed and --help" --case 3
refused "--cases is 'many', legal are 0 to 999999999" --cases many
refused "--bounds is '-1', legal are 0 to 999999999" --bounds -1
refused "--seed needs a value" --seed
refused "--networks: no network 'resnet19'; see vta model --list" --cases 0 --cosim 0 --bounds 0 --networks resnet19
echo passed
