#!/usr/bin/env bash
# The scripts that the README begins with say what they do, and do nothing else, when asked.
set -euo pipefail

scripts="$(dirname "${BASH_SOURCE[0]}")/../scripts"
for script in run build test; do
  for option in --help -h; do
    said="$("$scripts/$script.sh" "$option")"
    if [[ "$said" != "$(sed -n '2s/^# //p' "$scripts/$script.sh")"* || "$said" == *'set -'* ]]; then
      echo "$script.sh $option says: $said"
      exit 1
    fi
  done
done
