#!/usr/bin/env bash
# Builds what is not built, then does the main job.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [[ "${1:-}" == --help || "${1:-}" == -h ]]; then
  sed -n '2,/^set /s/^# \{0,1\}//p' scripts/run.sh
  exit 0
fi
scripts/setup.sh
scripts/build.sh release vta_cli
scripts/main_job.sh build/release/bin/vta tests/data build/models
