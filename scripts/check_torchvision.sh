#!/usr/bin/env bash
# Networks of torchvision with random weights, exported by PyTorch in several forms: is each imported,
# right and exact?
#   float     the interpreter, the host's operators and `vta run` give PyTorch's answers within 1e-4
#             of the largest: several images, four at once, an odd size, as far as the file is open
#   int8      every kernel bit-equal to the integer interpreter and no race (fsim); cycles (csim)
# usage: scripts/check_torchvision.sh [--setup] [--networks L] [--forms L] [--configs L] [--seed S]
#                                     [--seconds N] [--json] [--keep FOLDER]
#   --setup        installs Debian's python3-torchvision first (scripts/setup.sh --deep); without it
#                  and without the package nothing is checked, exit status 77
#   --networks L   required (the default), all, quick, or NAME,...; where others than the required ones
#                  cannot be exported or are refused, that is said and no failure
#   --forms L      of files: traced, open (opset 17, batch and size open, constants not folded), old
#                  (opset 9), scripted (TorchScript), norms (batch norms not merged), half (weights of
#                  16 bits), or all; traced,open
#   --configs L    configurations for int8; forms but the first have the first; default,1x32
#   --seed S       of weights and inputs, 1
#   --seconds N    that one command may take, 600
#   --json         prints JSON in the place of the table
#   --keep FOLDER  leaves models, inputs and answers there
# Examples: scripts/check_torchvision.sh --setup --networks all --forms all
#           scripts/check_torchvision.sh --networks resnet50 --configs 1x16.32 --keep /tmp/files
# Progress is on stderr. Exit status: 0 all holds, 1 something does not (the command that repeats it
# is said), 2 a wrong command line, 9 a folder cannot be written, 77 skipped.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [[ "${1:-}" == --help || "${1:-}" == -h ]]; then
  sed -n '2,26s/^# \{0,1\}//p' scripts/check_torchvision.sh
  exit 0
fi
if [[ "${1:-}" == --setup ]]; then
  shift
  scripts/setup.sh --deep >&2
fi

# Debian's modules belong to Debian's Python; another one may come first in PATH.
python=
for candidate in ${VTA_PYTHON:-/usr/bin/python3 python3}; do
  if "$candidate" -c 'import importlib.util as u, sys; sys.exit(not u.find_spec("torchvision"))' 2>/dev/null; then
    python="$candidate"
    break
  fi
done
if [[ -z "$python" ]]; then
  echo "check_torchvision: skipped: package python3-torchvision is not installed: scripts/setup.sh --deep" >&2
  exit 77
fi

if [[ -z "${VTA_CHECK_TORCHVISION_BIN:-}" ]]; then
  scripts/setup.sh >&2
  scripts/build.sh release vta_cli float_answers >&2
fi
export PYTHONDONTWRITEBYTECODE=1  # the sources' folder may be read-only
exec "$python" tests/torchvision/main.py --programs "${VTA_CHECK_TORCHVISION_BIN:-build/release/bin}" "$@"
