#!/usr/bin/env bash
# The co-simulation of systems that is too long for CI: random programs on one, two and three cores of unequal
# configurations, with simple memories and with DRAMs; then ResNet-18 on two and three cores; then the choice of
# `--split auto` over many systems.
#   scripts/cosim_systems.sh [PROGRAMS] [SEED]     default: 2000 2026
# Exit status: 0 when nothing differs.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs="${1:-2000}"
seed="${2:-2026}"
vta=build/release/bin/vta
folder=build/cosim_systems

scripts/setup.sh
scripts/build.sh release vta_cli workbench_tests
mkdir -p "$folder"

failed=0
compare() {
  echo "== vta cosim $*"
  "$vta" cosim "$@" || failed=1
}

cores=('"1x16.32"' '"1x16.32", "tiny"' '"tiny", "1x16.32", "1x8"')
memories=('' ', "memory": "ddr3-1066"' ', "memory": "ddr4-2400,mhz=200"' ', "memory": "lpddr4-3200,mhz=333"')
for c in "${!cores[@]}"; do
  for m in "${!memories[@]}"; do
    echo "{\"cores\": [${cores[c]}]${memories[m]}}" >"$folder/$((c + 1))_$m.json"
    compare --system "$folder/$((c + 1))_$m.json" --random "$programs" --seed "$seed"
  done
done

[[ -f "$folder/resnet18.onnx" ]] || "$vta" model resnet18_v1 -o "$folder/resnet18.onnx"
for system in 2_0 2_1 3_2 3_3; do
  compare --system "$folder/$system.json" "$folder/resnet18.onnx"
done
compare --system config/systems/two.json "$folder/resnet18.onnx"
echo "== auto over 50 random systems and 3 networks"
VTA_SYSTEMS=50 build/release/bin/workbench_tests --gtest_filter='SystemRun.*' || failed=1
exit "$failed"
