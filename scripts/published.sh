#!/usr/bin/env bash
# Others' published tables, rebuilt row by row: scripts/published/published.py, whose --help has the
# options, on a build of this tree. A minute.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
case " $* " in
  *" --help "* | *" -h "*)
    sed -n '2,/^"""$/{s/^"""//;p}' scripts/published/published.py
    exit 0
    ;;
esac
if [[ " $* " != *" --vta "* ]]; then
  scripts/setup.sh >&2
  scripts/build.sh release vta_cli >&2
fi
exec python3 scripts/published/published.py "$@"
