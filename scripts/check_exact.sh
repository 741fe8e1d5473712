#!/usr/bin/env bash
# Shows that what the accelerator computes is exact, at the size that is asked for:
#   values    random networks (convolutions of every kind, groups, depthwise, residual sums with and
#             without relu, pools, concatenations, dense layers) on random legal configurations under
#             both schedules, ISA_EXT and ACC_OVERLAP among them: every kernel bit-equal to the
#             integer interpreter on fsim, and no launch with a race
#   cycles    such networks on every named configuration and six random ones: csim and tsim equal in
#             every cycle, counter and byte
#   bounds    random networks, some of whose kernels are bound by compute and by weights in turn, on random
#             configurations and memories under both schedules and any legal tiles: no run on csim takes
#             fewer cycles than its bound (docs/timing.md), nor
#             than that of its schedule (compiler/bounds)
#   networks  well-known networks, each kernel bit-equal and no race, on fsim
# usage: scripts/check_exact.sh [--cases N] [--cosim N] [--bounds N] [--networks none|NAME,...] [--seed S]
#   --cases N      random networks for values, 1000; 0: leave it out
#   --cosim N      random networks for cycles, 300; 0: leave it out. Their RTL is Verilated once and kept
#   --bounds N     random networks for bounds, 500; 0: leave it out
#   --networks L   of `vta model --list`; ResNets, MobileNet, VGG, AlexNet and SqueezeNet; none: leave it out
#   --seed S       of the random networks, 1
# Progress is on stderr. Each part ends with one line that sums it up.
# Exit status: 0 when all is exact, 1 when something is not (each case with the command that repeats
# it), 2 for a wrong command line.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
usage() {
  sed -n '2,22s/^# \{0,1\}//p' scripts/check_exact.sh
}
fail() {
  echo "check_exact: $1" >&2
  exit 2
}
number() {
  [[ "$2" =~ ^[0-9]{1,9}$ ]] || fail "$1 is '$2', legal are 0 to 999999999"
}

cases=1000
cosim=300
bounds=500
seed=1
networks=resnet18_v1,resnet34_v1,resnet50_v1,resnet18_v2,resnet34_v2,resnet50_v2,resnet101_v2,mobilenet_v2,vgg11,alexnet,squeezenet1_1
while [[ $# -gt 0 ]]; do
  case "$1" in
    --help | -h)
      usage
      exit 0
      ;;
    --cases | --cosim | --bounds | --networks | --seed)
      [[ $# -ge 2 ]] || fail "$1 needs a value"
      [[ "$1" == --networks ]] || number "$1" "$2"
      declare "${1#--}=$2"
      shift 2
      ;;
    *) fail "no option '$1': legal are --cases, --cosim, --bounds, --networks, --seed and --help" ;;
  esac
done

if [[ -z "${VTA_CHECK_EXACT_BIN:-}" ]]; then
  scripts/setup.sh >&2
  scripts/build.sh release vta_cli check_exact >&2
fi
bin="${VTA_CHECK_EXACT_BIN:-build/release/bin}"
vta="$bin/vta"
failed=0

if [[ "$networks" != none ]]; then
  known="$("$vta" model --list)"
  for name in ${networks//,/ }; do
    grep -qw -- "$name" <<<"$known" || fail "--networks: no network '$name'; see vta model --list"
  done
fi

[[ "$cases" == 0 ]] || "$bin/check_exact" values "$cases" "$seed" || failed=1
[[ "$bounds" == 0 ]] || "$bin/check_exact" bounds "$bounds" "$seed" || failed=1
[[ "$cosim" == 0 ]] || "$bin/check_exact" cycles "$cosim" "$seed" || failed=1

if [[ "$networks" != none ]]; then
  folder="$(mktemp -d)"
  trap 'rm -rf "$folder"' EXIT
  all=0
  exact=0
  for name in ${networks//,/ }; do
    all=$((all + 1))
    run=(run "$folder/$name.onnx" --backend fsim --verify --check-races)
    "$vta" model "$name" -o "$folder/$name.onnx" >/dev/null
    if "$vta" "${run[@]}" >"$folder/out" 2>&1; then
      exact=$((exact + 1))
      echo "networks: $name: $(grep -E '^Verif' "$folder/out" | sed 's/  */ /g')" >&2
    else
      failed=1
      echo "networks $name: not exact"
      tail -n 5 "$folder/out"
      echo "  again: vta model $name -o $name.onnx && vta run $name.onnx --backend fsim --verify --check-races"
    fi
    rm -f "$folder/$name.onnx"
  done
  echo "networks: $exact of $all bit-equal to the interpreter in every kernel and free of races on fsim"
fi
exit "$failed"
