#!/usr/bin/env bash
# prove_test.sh proof NAME: one proof holds. prove_test.sh driver: what the prover says of proofs that do
# not hold. Skipped (77) where the tools are missing, unless VTA_TEST_SYNTH says that they must be there.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$here/../.."
tools="${VTA_SYNTH_DIR:-${VTA_CACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/vta}/synth-tools}"
if [[ -z "${VTA_TEST_SYNTH:-}" ]] &&
  ! { command -v berkeley-abc >/dev/null && [[ -d "$tools/node_modules/@yowasp/yosys" ]]; }; then
  echo "skipped: needs package berkeley-abc (scripts/setup.sh --tests) and scripts/setup_synth.sh"
  exit 77
fi

if [[ "$1" == proof ]]; then
  exec "$root/scripts/prove.sh" "$2"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  printf '%s:\n%s\n' "$1" "$said" >&2
  exit 1
}
# expect STATUS TOP: the prover's exit status for a module of driver.sv; what it said is in $said.
expect() {
  local status=0
  rm -rf "$work/$2"
  mkdir "$work/$2"
  cp "$here/driver.sv" "$root/hw/proofs/reached.v" "$work/$2/"
  echo driver.sv >"$work/$2/files"
  said="$(VTA_SYNTH_DIR="$tools" "$tools/node_modules/.bin/node" "$root/hw/proofs/prove.mjs" \
    "$work/$2" "$2" "$2" "${3:-pdr}" 2>&1)" || status=$?
  [[ "$status" == "$1" ]] || fail "$2: exit status $status, not $1"
}

expect 0 counts_to_five 'induction 2'
expect 1 never_four
grep -q '^never_four: REFUTED in cycle 4: assert_never_four$' <<<"$said" || fail "which assertion is not said"
grep -qE '^count_q +0 +1 +2 +3 +4$' <<<"$said" || fail "the table does not show the count"
grep -q 'count_q' "$work/never_four/never_four.vcd" || fail "no waveform"
expect 2 contradiction
grep -q 'cover_above is not reached' <<<"$said" || fail "contradictory assumptions are not found"
expect 2 uncovered
grep -q 'assumption assume_enable has no cover cover_enable' <<<"$said" || fail "a missing cover is not found"
expect 2 nothing
grep -q 'there is no assertion' <<<"$said" || fail "a proof of nothing is not found"
expect 2 needs_a_lemma 'induction 2'
grep -q 'neither proven nor refuted' <<<"$said" || fail "no decision is not said"
expect 2 does_not_exist
grep -q 'do not compile' <<<"$said" || fail "sources that do not compile are not said"

expect 0 cut_by_a_register paths
grep -q 'no path from 5 input bits to 4 output bits' <<<"$said" || fail "what was looked at is not said"
expect 1 goes_through paths
grep -q '1 of 4 output bits depend on an input' <<<"$said" || fail "other bits are blamed, too"
grep -q 'value\[2\] > .*shown\[0\]' <<<"$said" || fail "the path is not shown"

said="$("$root/scripts/prove.sh" no_such_proof 2>&1)" && fail "a name that is none is taken"
grep -q "no proof 'no_such_proof': legal are .*fifo_2" <<<"$said" || fail "legal names are not said"
said="$("$root/scripts/prove.sh" --faults 3 --seed x 2>&1)" && fail "a seed that is none is taken"
grep -q -- "--seed needs a number, not 'x'" <<<"$said" || fail "the seed is not named"
