#!/usr/bin/env bash
# page_test.sh FOLDER VTA: the lines of docs/arm.md, in order, in a folder of its own under FOLDER, with the libraries that
# run_on_arm.sh built in FOLDER/arm64 and FOLDER/arm32. Lines that need what is not here are printed with the reason.
# Exit status 77: there is no compiler or emulator, or no PyTorch: the trained digits stood for its network.
set -euo pipefail

folder="$1" vta="$2"
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
work="$folder/page"
rm -rf "$work"
mkdir -p "$work/build/release/bin"
for width in arm64 arm32; do
  [[ -f "$folder/$width/build/lib/libvta_runtime.so" ]] ||
    { echo "skipped: there is no library for $width: its test says why"; exit 77; }
  ln -s "$folder/$width/build" "$work/build/$width"
done
ln -s "$vta" "$work/build/release/bin/vta"
ln -s "$root/tests" "$work/tests"
cd "$work"

# block LANGUAGE: the lines of its blocks.
block() { awk -v from="\`\`\`$1" '/^```/ { inside = $0 == from; next } inside' "$root/docs/arm.md"; }
block python >export.py

skipped=""
grep -qF '`python3 export.py`' "$root/docs/arm.md"
if /usr/bin/python3 -c 'import torch, torchvision' 2>/dev/null; then
  /usr/bin/python3 export.py
else
  skipped="skipped: python3 export.py: package python3-torchvision is not installed"
  cp tests/data/digits_resnet8.onnx network.onnx
fi

lines=0
while IFS= read -r line; do
  [[ -n "$line" ]] || continue
  bash -n <<<"$line"
  case "$line" in
    scripts/build.sh*) echo "not run (built by another test): $line"; continue ;;
    scp* | ssh*) echo "not run (there is no board): $line"; continue ;;
    export*) eval "$line"; continue ;;
    qemu-*) { bash -c "$line" >"said.${line%% *}" 2>errors; } || { echo "failed: $line"; cat errors; exit 1; } ;;
    *) bash -c "$line" >/dev/null 2>errors || { echo "failed: $line"; cat errors; exit 1; } ;;
  esac
  echo "ran: $line"
  lines=$((lines + 1))
done < <(block sh)
[[ "$lines" == 7 ]] || { echo "$lines lines were run, not 7"; exit 1; }
[[ "$(wc -l <said.qemu-arm)" == 6 ]] && cmp said.qemu-arm said.qemu-aarch64 || { cat said.*; exit 1; }
cat said.qemu-arm
if [[ -n "$skipped" ]]; then
  echo "$skipped"
  exit 77
fi
