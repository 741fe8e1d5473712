#!/usr/bin/env bash
# main_job.sh [VTA [DATA [FOLDER]]]: what the tool is for, on real input: a trained network on real images, and a ResNet-18 from
# its ONNX file to its answer, both on the simulated accelerator. VTA: the program (that of PATH); DATA: the samples (beside
# this script); FOLDER: where the ResNet-18 is written once (a temporary one).
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
vta="${1:-vta}" data="${2:-$here}" models="${3:-}"
if [[ -z "$models" ]]; then
  models="$(mktemp -d)"
  trap 'rm -rf "$models"' EXIT
fi

echo "== A trained ResNet-8 classifies 200 digits in int8, its float accuracy beside it"
"$vta" eval "$data/digits_resnet8.onnx" \
  --images "$data/digits_test_200_u8.npy" \
  --labels "$data/digits_test_200_labels.npy" \
  --calib "$data/digits_calib_64_u8.npy" --quant percentile

model="$models/resnet18_v1.onnx"
if [[ ! -f "$model" ]]; then
  mkdir -p "$models"
  "$vta" model resnet18_v1 -o "$model"
fi

echo
echo "== ResNet-18, the published schedule, every kernel compared with the integer interpreter"
"$vta" run "$model" --schedule reference --backend fsim --input random:1 --verify --top 5
