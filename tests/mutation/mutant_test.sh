#!/usr/bin/env bash
# mutant.pl itself: what is stale is named, and a mutant changes its own place alone.
set -euo pipefail
mutant="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/mutant.pl"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() {
  echo "$1" >&2
  exit 1
}

printf 'a = 1;\nb = 1;\nb = 1;\n' >code.txt
printf '# a list\ncode.txt\na = 1;\na = 2;\n\ncode.txt\na = 1;\nb = 1;\na = 1;\nb = 3;\n' >good.txt
"$mutant" check good.txt || fail "a list that fits is refused"
[[ "$("$mutant" count good.txt)" == 2 ]] || fail "count"
[[ "$("$mutant" name good.txt 1)" == "code.txt: a = 1;" ]] || fail "name"

printf 'code.txt\nb = 1;\nb = 2;\n\ncode.txt\nc = 1;\nc = 2;\n\nnone.txt\na\nb\n' >stale.txt
! said="$("$mutant" check good.txt stale.txt)" || fail "a stale list is accepted"
grep -q 'code.txt has 2 times: b = 1;' <<<"$said" || fail "what occurs twice is not named: $said"
grep -q 'code.txt has 0 times: c = 1;' <<<"$said" || fail "what is gone is not named: $said"
grep -q 'none.txt has 0 times: a' <<<"$said" || fail "a missing file is not named: $said"

printf 'code.txt\na = 1;\n' >half.txt
! "$mutant" check half.txt 2>/dev/null || fail "a block without a mutant is accepted"
printf 'code.txt\na = 1;\na = 1;\n' >same.txt
! "$mutant" check same.txt 2>/dev/null || fail "a mutant that is the original is accepted"

mkdir copy
cp code.txt copy/
"$mutant" apply good.txt 1 copy
[[ "$(cat copy/code.txt)" == $'a = 1;\nb = 3;\nb = 1;' ]] || fail "applied wrongly"
status=0
"$mutant" apply stale.txt 1 copy || status=$?
[[ $status == 3 ]] || fail "a stale block is applied: $status"
