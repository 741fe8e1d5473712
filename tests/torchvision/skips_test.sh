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
add_test(Suite bash -c "printf '%s\\n' '[ RUN      ] A.Passes' 'a message' '[       OK ] A.Passes (1 ms)' '[ RUN      ] A.B/0' 'a.cpp:3: Skipped' 'package three' 'is not installed' '' '[  SKIPPED ] A.B/0, where GetParam() = 3 (0 ms)' '[ RUN      ] A.C' 'a.cpp:9: Skipped' 'package four' '' '[  SKIPPED ] A.C (0 ms)' '[  PASSED  ] 1 test.' '[  SKIPPED ] 2 tests, listed below:' '[  SKIPPED ] A.B/0' '[  SKIPPED ] A.C'; exit 77")
set_tests_properties(Suite PROPERTIES SKIP_RETURN_CODE 77)
add_test(Silent bash -c "exit 77")
set_tests_properties(Silent PROPERTIES SKIP_RETURN_CODE 77)
add_test(Disabled true)
set_tests_properties(Disabled PROPERTIES DISABLED TRUE)
add_test(Passes bash -c "echo 'skipped: nothing'")
TESTS
"$ctest" --test-dir "$folder" --output-junit "$folder/tests.xml" >/dev/null 2>&1 || true
said="$("$script" "$folder/tests.xml")"
wanted="4 tests were skipped:
  Script: skipped: package one & <two> lacks
  A.B/0: package three is not installed
  A.C: package four
  Silent: it does not say why"
[[ "$said" == "$wanted" ]] || fail "$said"
[[ -z "$("$script" "$folder/no_such_file.xml")" ]] || fail "speaks of no file"
echo passed
