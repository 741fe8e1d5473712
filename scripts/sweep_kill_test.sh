#!/usr/bin/env bash
# A sweep that is killed with SIGKILL at random moments and resumed each time must end with the same
# database as one that is left alone.
#   scripts/sweep_kill_test.sh [SPEC.json] [KILLS] [SEED]
#   default: config/sweeps/resnet18.json 10 SEED-OF-THE-CLOCK
# A moment is a number of stored points. Exit status: 0 when both digests are equal.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
spec="${1:-config/sweeps/resnet18.json}"
kills="${2:-10}"
seed="${3:-$(date +%s)}"
vta=build/release/bin/vta
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

scripts/build.sh release vta_cli
echo "undisturbed:"
"$vta" sweep "$spec" --db "$folder/whole.db" | sed -n 1,2p
count_points() { "$vta" sweep list "$1" --csv 2>/dev/null | tail -n +2 | wc -l; }
points=$(count_points "$folder/whole.db")

RANDOM=$((seed % 32768))
moments=$(for ((k = 0; k < kills; ++k)); do
  echo $(((RANDOM * 32768 + RANDOM) % points))
done | sort -n)
echo "seed $seed: killed at" $moments "of $points points"

for moment in $moments; do
  "$vta" sweep "$spec" --db "$folder/killed.db" --resume >"$folder/log" 2>&1 &
  sweep=$!
  while kill -0 "$sweep" 2>/dev/null && (($(count_points "$folder/killed.db") < moment)); do :; done
  if ! kill -KILL "$sweep" 2>/dev/null; then
    echo "it had ended before $moment points:" && cat "$folder/log"
  fi
  wait "$sweep" 2>/dev/null || true
  echo "killed at $(count_points "$folder/killed.db") points"
done
"$vta" sweep "$spec" --db "$folder/killed.db" --resume | sed -n 1,2p

whole=$("$vta" sweep digest "$folder/whole.db")
killed=$("$vta" sweep digest "$folder/killed.db")
echo "digests: undisturbed $whole, killed $killed"
[[ "$whole" == "$killed" ]]
