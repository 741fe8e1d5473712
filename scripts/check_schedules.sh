#!/usr/bin/env bash
# How near schedules come to what their networks need: scripts/schedules/check_schedules.py, whose
# --help has the options, on a build of this tree. Minutes for all 286 points.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
case " $* " in
  *" --help "* | *" -h "*)
    sed -n '2,/^"""$/{s/^"""//;p}' scripts/schedules/check_schedules.py
    exit 0
    ;;
esac
if [[ -z "${VTA_CHECK_SCHEDULES_BIN:-}" ]]; then
  scripts/setup.sh >&2
  scripts/build.sh release vta_cli >&2
fi
exec python3 scripts/schedules/check_schedules.py --vta "${VTA_CHECK_SCHEDULES_BIN:-build/release/bin}/vta" "$@"
