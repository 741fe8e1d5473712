#!/usr/bin/env bash
# slurm_fixture.sh up|down FOLDER: the private Slurm of the tests, as a fixture of ctest. It ends with
# ctest even when that is interrupted. Without Slurm: skipped, or a failure where it is required.
set -euo pipefail

engines="$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../scripts/engines" && pwd)"
if [[ "$1" == down ]]; then
  exec "$engines/slurm_down.sh" "$2"
fi
status=0
"$engines/slurm_up.sh" "$2" --cpus 4 --while "$PPID" || status=$?
if [[ "$status" == 77 && -n "${VTA_TEST_ENGINES:-}" ]]; then
  status=1
fi
exit "$status"
