#!/usr/bin/env bash
# The co-simulation that is too long for CI: random programs over every named configuration (1x64 and
# 4x16 included), twelve random ones and two with small queues and extensions; the RTL as a synthesizer reads
# it; then whole networks at every preset.
#   scripts/cosim_full.sh [PROGRAMS] [SEED]     default: 10000 2026
# Exit status: 0 when nothing differs.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs="${1:-10000}"
seed="${2:-2026}"
jobs="$(nproc)"
vta=build/release/bin/vta
models=build/models

scripts/setup.sh
scripts/build.sh release vta_cli
mkdir -p "$models"

failed=0
compare() {
  echo "== vta cosim $*"
  "$vta" cosim "$@" || failed=1
}

compare --random "$programs" --seed "$seed" --jobs "$jobs" --require-hits 10 --save build/cosim_differences \
  --config "all,random:12,tests/data/configs/shallow.json,tests/data/configs/extended.json,tests/data/configs/overlap.json"

VTA_TSIM_SYNTHESIS=1 compare --random "$((programs / 10))" --seed "$seed" --jobs "$jobs" \
  --save build/cosim_differences \
  --config "all,random:6,tests/data/configs/shallow.json,tests/data/configs/extended.json,tests/data/configs/overlap.json"

# A DRAM behind the port.
for dram in ddr3-1066 ddr3-1600,mhz=200 ddr4-2400,mhz=333,bus=16 lpddr4-3200,mhz=450,bus=32; do
  compare --random "$((programs / 5))" --seed "$seed" --jobs "$jobs" --memory "$dram" --backends csim,tsim \
    --save build/cosim_differences \
    --config "default,tiny,1x8,1x32,2x16,1x16.32,1x32.16,uop64,tests/data/configs/extended.json,tests/data/configs/overlap.json"
done

for name in resnet18_v1 resnet50_v1; do
  [[ -f "$models/$name.onnx" ]] || "$vta" model "$name" -o "$models/$name.onnx"
  for memory in ideal8 delay16 ddr,bus=16 ddr3-1066 ddr4-2400,mhz=200,bus=16; do
    for schedule in fast reference; do
      compare "$models/$name.onnx" --schedule "$schedule" --memory "$memory"
    done
  done
done
exit "$failed"
