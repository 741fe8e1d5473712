#!/usr/bin/env bash
# mlperf_tiny_test.sh VTA: what scripts/mlperf_tiny.py refuses, and, where the models are there ($VTA_SHARED, default ../shared),
# that outputs of one are those of its samples, that a changed sample is found, and that its figures are vta's.
set -euo pipefail

vta="$1"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
failed=0
fail() {
  echo "mlperf_tiny_test: $1" >&2
  failed=1
}
# refuses STATUS TEXT ARGUMENT...
refuses() {
  local status=0
  python3 scripts/mlperf_tiny.py "${@:3}" --vta "$vta" >"$folder/out" 2>&1 || status=$?
  [[ "$status" == "$1" ]] || fail "${*:3}: status $status, not $1: $(cat "$folder/out")"
  grep -qF -- "$2" "$folder/out" || fail "${*:3}: '$2' is not said: $(cat "$folder/out")"
}

mkdir "$folder/none"
refuses 3 'ic01_large_int8.tflite is missing' "$folder/none"
[[ "$(grep -c 'is missing' "$folder/out")" == 6 ]] || fail 'not all six missing files are named'
mkdir "$folder/other" && echo TFL3 >"$folder/other/kws01_int8.tflite"
refuses 3 'has the digest' "$folder/other" --only kws
refuses 2 "no 'resnet'; there are ic, ic_large, kws, vww, ad, sww" "$folder/none" --only resnet
refuses 2 "no '1x8'; there are 1x8 small, pynq, 1x32" "$folder/none" --configs 1x8
refuses 2 '--images and --labels belong together' "$folder/none" --images x.npy

shared="${VTA_SHARED:-../shared}"
models="$shared/models/mlperf_tiny" golden="$shared/golden/tflite"
if [[ ! -e "$models/kws01_int8.tflite" || ! -e "$golden/kws/inputs.npy" ]]; then
  echo "mlperf_tiny_test: $models or $golden is not here: set VTA_SHARED"
  [[ "$failed" == 0 ]] && exit 77
  exit 1
fi

# A network of which 'vta run' leaves channels out has the file's tensors here.
"$vta" diff int8 "$golden/vww/layers_double.npz" --model "$models/vww01_int8.tflite" --input "$golden/vww/inputs.npy" --sample 0 \
  >"$folder/out" 2>&1 || fail "vww differs from its layers: $(tail -5 "$folder/out")"

mkdir -p "$folder/samples/kws" "$folder/bad/kws" "$folder/cut/kws"
cp "$golden/kws/inputs.npy" "$golden/kws/outputs.npy" "$folder/samples/kws/"
one=(--only kws --configs '1x8 small' --json "$folder/said.json")
refuses 0 '16 equal' "$models" "${one[@]}" --samples "$folder/samples"
grep -qF 'round+rq' "$folder/out" || fail 'nothing is said of RQ'
python3 - "$folder/said.json" <<'E2' || fail 'figures in JSON'
import json, sys
records = json.load(open(sys.argv[1]))['records']
assert [r['isa_ext'] for r in records] == ['none', 'round+rq'], records
plain, fused = (r['layers'][0]['cycles'] for r in records)
assert fused < 48500 and fused * 2 < plain, (plain, fused)
assert [r['layers'][0]['all_channels'] for r in records] == [plain, fused]  # kws has no constant ones
assert all(r['work'] == 100 and r['samples'] == {'count': 16, 'differ': 0} for r in records), records
E2
cp "$golden/kws/inputs.npy" "$folder/bad/kws/"
python3 - "$golden/kws/outputs.npy" "$folder/bad/kws/outputs.npy" <<'E2'
import sys
data = bytearray(open(sys.argv[1], 'rb').read())
data[-1] ^= 1
open(sys.argv[2], 'wb').write(data)
E2
refuses 1 '1 elements differ' "$models" "${one[@]}" --samples "$folder/bad"
cp "$golden/kws/outputs.npy" "$folder/cut/kws/"
head -c 300 "$golden/kws/inputs.npy" >"$folder/cut/kws/inputs.npy"
refuses 3 'values for the shape' "$models" "${one[@]}" --samples "$folder/cut"
refuses 3 'kws/inputs.npy: No such file' "$models" "${one[@]}" --samples "$folder/none"
exit "$failed"
