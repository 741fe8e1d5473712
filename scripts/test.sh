#!/usr/bin/env bash
# Builds everything and runs all tests; ctest's summary gives the time of each group (label).
#   --asan   the same with AddressSanitizer and UndefinedBehaviorSanitizer
#   anything else is handed to ctest, e.g. -L runtime, -R Pack
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=release
if [[ "${1:-}" == "--asan" ]]; then
  preset=asan
  shift
fi

scripts/setup.sh --tests
VTA_SYNTH_DIR="$(scripts/setup_synth.sh)"
export VTA_SYNTH_DIR VTA_TEST_SYNTH=1  # a missing synthesiser is a failure here
export VTA_TEST_ENGINES=1  # and so is a missing Slurm or MPI
cmake --preset "$preset" >/dev/null  # finds what was installed since the folder was configured
scripts/build.sh "$preset"
ctest --preset "$preset" --output-on-failure -j2 "$@"
