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

scripts/setup.sh
scripts/setup_synth.sh
export VTA_TEST_SYNTH=1  # a missing synthesiser is a failure here
scripts/build.sh "$preset"
status=0
ctest --preset "$preset" --output-on-failure -j2 "$@" || status=$?
echo "Not run here, each by its own command:"
echo "  scripts/cosim_full.sh   10,000 random programs, RTL of 1x64 and 4x16 included; ResNet-18 and -50"
echo "  scripts/mutate.sh       single mistakes in RTL and model that co-simulation must find"
exit "$status"
