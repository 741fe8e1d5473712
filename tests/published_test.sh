#!/usr/bin/env bash
# published_test.sh VTA: the first row of each published table, rebuilt; that the page says what they say; what the script
# refuses; and that it fails where a figure of ours is above theirs.
set -euo pipefail

vta="$1"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
failed=0
fail() {
  echo "published_test: $1" >&2
  failed=1
}
run() {
  status=0
  scripts/published.sh "$@" >"$folder/out" 2>&1 || status=$?
}

run --vta "$vta" --small --no-host --json "$folder/small.json"
[[ "$status" == 0 ]] || fail "--small: status $status: $(cat "$folder/out")"
grep -qx '0 figures above theirs' "$folder/out" || fail "--small: $(cat "$folder/out")"
# Rows of cycles are those of the page, to the letter.
grep -E '^\| (IC|IC,|resnet18_v1)' "$folder/out" | grep -v '54.273' >"$folder/rows"
[[ "$(wc -l <"$folder/rows")" == 10 ]] || fail "10 rows are expected: $(cat "$folder/rows")"
while IFS= read -r row; do
  grep -qxF -- "$row" docs/published.md || fail "docs/published.md has no such row: $row"
done <"$folder/rows"

run --vta "$vta" --only tsim
[[ "$status" == 2 ]] && grep -qF 'published: --only tsim: the tables are zvslab, public_rtl, nex' "$folder/out" ||
  fail "--only tsim: status $status: $(cat "$folder/out")"
run --vta "$folder/none"
[[ "$status" == 3 ]] && grep -qF 'No such file or directory; build it with scripts/build.sh release vta' "$folder/out" ||
  fail "--vta none: status $status: $(cat "$folder/out")"

# One cycle less than ours, and it says so.
mkdir "$folder/published"
cp scripts/published/*.py "$folder/published"
sed 's/7729601/6000000/' scripts/published/tables.json >"$folder/published/tables.json"
status=0
python3 "$folder/published/published.py" --vta "$vta" --only public_rtl --small >"$folder/out" 2>&1 || status=$?
[[ "$status" == 1 ]] && grep -q '^1 figures above theirs: resnet18_v1: 1.11$' "$folder/out" ||
  fail "a figure below ours: status $status: $(cat "$folder/out")"
exit "$failed"
