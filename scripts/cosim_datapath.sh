#!/usr/bin/env bash
# Co-simulation over the keys of the datapath: every pair of values of GEMM_PIPELINE (1 to 6),
# PRODUCTS_PER_MULTIPLIER (1, 2) and ACC_OVERLAP (0, 1) in twelve configurations of several shapes, half of the
# programs on the RTL as simulators read it, half on the RTL as a synthesizer reads it.
#   scripts/cosim_datapath.sh [PROGRAMS] [SEED]     default: 10000 2026
# Exit status: 0 when nothing differs.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs="${1:-10000}"
seed="${2:-2026}"
folder=build/cosim_datapath

scripts/setup.sh
scripts/build.sh release vta_cli
mkdir -p "$folder"

# configuration PIPELINE PRODUCTS OVERLAP: writes it and prints its path.
configuration() {
  local path="$folder/p$1_m$2_o$3.json"
  cat >"$path" <<END
{
  "TARGET": "tsim", "HW_VER": "0.0.2",
  "LOG_INP_WIDTH": 3, "LOG_WGT_WIDTH": 3, "LOG_ACC_WIDTH": 5,
  "LOG_BATCH": $(($1 % 2)), "LOG_BLOCK_IN": $((2 + $1 % 3)), "LOG_BLOCK_OUT": $((1 + $2)),
  "LOG_UOP_BUFF_SIZE": 9, "LOG_INP_BUFF_SIZE": 10, "LOG_WGT_BUFF_SIZE": 11, "LOG_ACC_BUFF_SIZE": 11,
  "LOG_BUS_WIDTH": $((6 + $1 % 3)), "CMD_QUEUE_DEPTH": $((2 + $1)), "ACC_READ_PORTS": $((1 + $1 / 2 % 2)),
  "GEMM_PIPELINE": $1, "PRODUCTS_PER_MULTIPLIER": $2, "ACC_OVERLAP": $3, "ISA_EXT": $((($1 + $2) % 2))
}
END
  echo "$path"
}

configs=()
for pipeline in 1 2 3 4 5 6; do
  configs+=("$(configuration "$pipeline" 1 $((pipeline % 2)))")
  configs+=("$(configuration "$pipeline" 2 $((1 - pipeline % 2)))")
done
list="$(IFS=,; echo "${configs[*]}")"

failed=0
for synthesis in 0 1; do
  echo "== as a $([[ $synthesis == 1 ]] && echo synthesizer || echo simulator) reads it"
  VTA_TSIM_SYNTHESIS=$synthesis VTA_TSIM_QUICK=1 build/release/bin/vta cosim --random "$((programs / 2))" \
    --seed "$((seed + synthesis))" --jobs "$(nproc)" --hits --save build/cosim_differences --config "$list" || failed=1
done
exit "$failed"
