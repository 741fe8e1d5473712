#!/usr/bin/env bash
# scripts/check_schedules.sh on one small network: its table, goals that are met and missed, what it refuses.
set -euo pipefail

export VTA_CHECK_SCHEDULES_BIN="$1"
script="$2"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
fail() {
  echo "FAILED: $1" >&2
  exit 1
}
small=(--networks 'resnet8*' --configs default,1x8 --memories ideal8)
# ends with STATUS and says TEXT
expect() {
  local wanted="$1" text="$2" out status=0
  shift 2
  out="$("$script" "$@" 2>&1)" || status=$?
  [[ $status == "$wanted" && "$out" == *"$text"* ]] || fail "$*: exit $status, $out"
}

echo 'percent * default * 1' >"$folder/low.txt"
expect 0 'all goals are met' "${small[@]}" --goals "$folder/low.txt" --before none --json "$folder/points.json" --markdown "$folder/page.md"
grep -q '^| resnet8_tiny | 1x8 | ideal8 | - | [0-9]* | - | [0-9]* | [0-9.]* | [0-9]* | [0-9.]* |$' "$folder/page.md" || fail "the page"
expect 0 ' +0.00 % ' "${small[@]}" --goals "$folder/low.txt" --before "$folder/points.json"

echo 'percent resnet8_tiny 1x8 ideal8 101' >"$folder/high.txt"
expect 1 'missed: resnet8_tiny on 1x8 at ideal8: ' "${small[@]}" --goals "$folder/high.txt" --before none
echo 'cycles * * * 1000' >"$folder/cycles.txt"
expect 1 ' cycles, the goal is 1000' "${small[@]}" --goals "$folder/cycles.txt" --before none
sed -E 's/"cycles": [0-9]+/"cycles": 100/' "$folder/points.json" >"$folder/faster.json"
expect 1 ' % against 100 before' "${small[@]}" --goals none --before "$folder/faster.json"

[[ "$("$script" --help)" == *"--networks L"* ]] || fail "--help"
expect 2 "check_schedules: --configs: nothing is called '3x3', legal are default, " --networks resnet8_tiny --configs 3x3
expect 2 "check_schedules: --networks: nothing is called 'resnet19', legal are " --networks resnet19
echo 'percent * * 95' >"$folder/short.txt"
expect 2 "short.txt:1: 'percent * * 95' is not KIND NETWORKS CONFIGURATIONS MEMORIES NUMBER" --goals "$folder/short.txt"
echo 'percents * * * 95' >"$folder/kind.txt"
expect 2 "kind.txt:1: 'percents' is no goal, legal are percent, cycles and median" --goals "$folder/kind.txt"
expect 2 "vta run " --networks resnet8_tiny --configs default --memories ideal9 --before none
expect 2 "unrecognized arguments: --network x" --network x
echo passed
