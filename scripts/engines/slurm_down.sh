#!/usr/bin/env bash
# Stops the private Slurm that slurm_up.sh started in FOLDER, its jobs first, and removes FOLDER:
#   slurm_down.sh FOLDER [--keep]     --keep: logs and state stay
# Nothing to stop is no error.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
export PATH="$PATH:/usr/sbin:/sbin"
# shellcheck source=scripts/engines/slurm_common.sh
source "$here/slurm_common.sh"

if [[ $# -lt 1 || $# -gt 2 || "$1" == -* || ( $# == 2 && "$2" != "--keep" ) ]]; then
  echo "usage: slurm_down.sh FOLDER [--keep]" >&2
  exit 2
fi
folder="$(realpath -m "$1")"
stop_slurm "$folder"
# Only a folder of slurm_up.sh is removed, whatever was named.
if [[ $# == 1 && -f "$folder/.vta-slurm" ]]; then
  rm -rf "$folder"
fi
