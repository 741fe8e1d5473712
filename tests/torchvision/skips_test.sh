#!/usr/bin/env bash
# scripts/list_skips.sh: names each skipped test and what it lacks, and no other test.
#   skips_test.sh CTEST SCRIPT
set -euo pipefail

ctest="$1" script="$2"
fail() {
  echo "FAILED: $1" >&2
  exit 1
}
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cat >"$folder/CTestTestfile.cmake" <<'TESTS'
add_test(Script bash -c "echo 'skipped: package one & <two> lacks'; exit 77")
set_tests_properties(Script PROPERTIES SKIP_RETURN_CODE 77)
add_test(Google bash -c "printf '%s\\n' '[ RUN      ] A.B' 'a.cpp:3: Skipped' 'package three' 'is not installed' '' '[  SKIPPED ] A.B (0 ms)'")
set_tests_properties(Google PROPERTIES SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]")
add_test(Silent bash -c "exit 77")
set_tests_properties(Silent PROPERTIES SKIP_RETURN_CODE 77)
add_test(Disabled true)
set_tests_properties(Disabled PROPERTIES DISABLED TRUE)
add_test(Passes bash -c "echo 'skipped: nothing'")
TESTS
"$ctest" --test-dir "$folder" --output-junit "$folder/tests.xml" >/dev/null 2>&1 || true
said="$("$script" "$folder/tests.xml")"
wanted="3 tests were skipped:
  Script: skipped: package one & <two> lacks
  Google: package three is not installed
  Silent: it does not say why"
[[ "$said" == "$wanted" ]] || fail "$said"
[[ -z "$("$script" "$folder/no_such_file.xml")" ]] || fail "speaks of no file"
echo passed
