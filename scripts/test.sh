#!/usr/bin/env bash
# Builds everything and runs all tests; ctest's summary gives the time of each group (label).
#   --asan   the same with AddressSanitizer and UndefinedBehaviorSanitizer
#   anything else is handed to ctest, e.g. -L runtime, -R Pack
# Ends with the tests that were skipped, and why. Packages of scripts/packages_test.txt are installed:
# a test that misses one fails here, and is skipped elsewhere.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [[ "${1:-}" == --help || "${1:-}" == -h ]]; then
  sed -n '2,/^set /s/^# \{0,1\}//p' scripts/test.sh
  exit 0
fi
preset=release
if [[ "${1:-}" == "--asan" ]]; then
  preset=asan
  shift
fi

scripts/setup.sh --tests
VTA_SYNTH_DIR="$(scripts/setup_synth.sh)"
export VTA_SYNTH_DIR VTA_TEST_SYNTH=1  # a missing synthesizer is a failure here
export VTA_TEST_ENGINES=1  # and so is a missing Slurm or MPI
cmake --preset "$preset" >/dev/null  # finds what was installed since the folder was configured
scripts/build.sh "$preset"
status=0
skips="$PWD/build/$preset/tests.xml"
rm -f "$skips"
# One more than two cores: tests of servers, browsers and schedulers wait.
ctest --preset "$preset" --output-on-failure -j3 --output-junit "$skips" "$@" || status=$?
scripts/list_skips.sh "$skips"
exit "$status"
