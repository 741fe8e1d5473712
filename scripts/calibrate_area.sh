#!/usr/bin/env bash
# calibrate_area.sh: synthesises the configurations of hw/synth/calibration/configurations.json, writes
# the results and the area model's coefficients beside it, and prints the model's errors. Results that
# are in the cache are not made again. About five minutes and up to 4 GB per configuration.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
scripts/setup_synth.sh >/dev/null
scripts/build.sh release calibrate_area
build/release/bin/calibrate_area hw/synth/calibration
echo "calibrate_area: the table above belongs into hw/synth/README.md; the next build embeds the rest" >&2
