#!/usr/bin/env bash
# Networks as public repositories hold them, written here operator by operator with random weights, and
# files of careless or evil hands: is each right and exact, or refused by name?
#   float     the interpreter and the host's operators give PyTorch's answers within 1e-4 of the largest
#   int8      every kernel bit-equal to the integer interpreter and no race (fsim); quantized models give
#             the values of their own integers (--quant keep)
#   hostile   exit code and message are those that the case says: nothing crashes, hangs or is guessed
# usage: scripts/check_wild.sh [--setup] [--networks L] [--hostile L] [--configs L] [--seed S]
#                              [--seconds N] [--list] [--json] [--keep FOLDER]
#   --setup        installs Debian's python3-torchvision and python3-onnx first (scripts/setup.sh
#                  --deep); without it and without them nothing is checked, exit status 77
#   --networks L   all (the default), none, or NAME,...
#   --hostile L    of the files that are wrong: the same
#   --configs L    configurations for int8; default,1x32,tiny
#   --seed S       of weights and inputs, 1
#   --seconds N    that one command may take, 120
#   --list         prints the names
#   --json         prints JSON in the place of the table
#   --keep FOLDER  leaves models, inputs and answers there
# Examples: scripts/check_wild.sh --setup
#           scripts/check_wild.sh --networks yolov5,unet --hostile none --configs 1x16.32 --keep /tmp/files
# Progress is on stderr. Exit status: 0 all holds, 1 something does not (the command that repeats it
# is said), 2 a wrong command line, 9 a folder cannot be written, 77 skipped.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [[ "${1:-}" == --help || "${1:-}" == -h ]]; then
  sed -n '2,25s/^# \{0,1\}//p' scripts/check_wild.sh
  exit 0
fi
if [[ "${1:-}" == --setup ]]; then
  shift
  scripts/setup.sh --deep >&2
fi

# Debian's modules belong to Debian's Python; another one may come first in PATH. PyTorch has a folder
# onnx of its own there, so the module itself is asked for.
python=
for candidate in ${VTA_PYTHON:-/usr/bin/python3 python3}; do
  if "$candidate" -c 'import importlib.util as u, sys; o = u.find_spec("onnx.helper") if u.find_spec("onnx") else None; sys.exit(not (o and u.find_spec("torch")))' 2>/dev/null; then
    python="$candidate"
    break
  fi
done
if [[ -z "$python" ]]; then
  echo "check_wild: skipped: packages python3-torchvision and python3-onnx are not installed: scripts/setup.sh --deep" >&2
  exit 77
fi

if [[ -z "${VTA_CHECK_WILD_BIN:-}" ]]; then
  scripts/setup.sh >&2
  scripts/build.sh release vta_cli float_answers >&2
fi
export PYTHONDONTWRITEBYTECODE=1  # the sources' folder may be read-only
exec "$python" tests/wild/main.py --programs "${VTA_CHECK_WILD_BIN:-build/release/bin}" "$@"
