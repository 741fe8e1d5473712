#!/usr/bin/env bash
# The main job: builds what is not built, then shows a trained network on real images and a
# ResNet-18 from its ONNX file to its answer, both on the simulated accelerator.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
scripts/setup.sh
scripts/build.sh release vta_cli

vta=build/release/bin/vta
data=tests/data

echo "== A trained ResNet-8 classifies 200 digits in int8, its float accuracy beside it"
"$vta" eval "$data/digits_resnet8.onnx" \
  --images "$data/digits_test_200_u8.npy" \
  --labels "$data/digits_test_200_labels.npy" \
  --calib "$data/digits_calib_64_u8.npy" --quant percentile

model=build/models/resnet18_v1.onnx
if [[ ! -f "$model" ]]; then
  mkdir -p build/models
  "$vta" model resnet18_v1 -o "$model"
fi

echo
echo "== ResNet-18, the published schedule, every kernel compared with the integer interpreter"
"$vta" run "$model" --schedule reference --backend fsim --input random:1 --verify --top 5
