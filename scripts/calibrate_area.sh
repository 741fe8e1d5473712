#!/usr/bin/env bash
# calibrate_area.sh: synthesizes the configurations of hw/synth/calibration/configurations.json, writes
# the results (area by module, the longest path into each) and the coefficients of the models of area
# and clock beside it, and puts the models' errors into hw/synth/README.md. Results of today's RTL that
# are there, or in the cache, are not made again. Five to thirty minutes and up to 4 GB per configuration.
#   --modules A,B   only these modules of configurations that have results, all else as it was: about a
#                   minute each, for changes that touch nothing else (hw/synth/README.md)
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
scripts/setup_synth.sh >/dev/null
scripts/build.sh release calibrate_area
build/release/bin/calibrate_area hw/synth/calibration hw/synth/README.md "$@"
echo "calibrate_area: the next build embeds it; renew docs/clock.md then:" >&2
echo "  VTA_RENEW=1 build/release/bin/cli_tests --gtest_filter='ClockPage.*'" >&2
