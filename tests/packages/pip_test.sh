#!/usr/bin/env bash
# pip_test.sh SOURCES BUILD PYTHON FOLDER: `pip install --no-build-isolation .` into a virtual environment that sees Debian's
# packages; there the module compiles and runs a network, and finds the program for a sweep. What BUILD has is not built again.
# Exit status 77: there is no venv or no pip.
set -euo pipefail

sources="$1" build="$2" python="$3" folder="$4"
fail() { echo "$*" >&2; exit 1; }
unset PYTHONPATH VTA_EXECUTABLE VTA_RTL_DIR
rm -rf "$folder"
mkdir -p "$folder"
if ! "$python" -m venv --system-site-packages "$folder/venv" 2>"$folder/log"; then
  echo "skipped: $python makes no virtual environment: package python3-venv is not installed"
  [[ -z "${VTA_TEST_ENGINES:-}" ]] && exit 77
  exit 1
fi
installed="$("$folder/venv/bin/pip" install --no-build-isolation --no-index --config-settings "build=$build" "$sources" 2>&1)" ||
  fail "pip: $installed"
cd "$folder"
cat >use.py <<'END'
import os, sys, sysconfig
import vta
assert vta.__file__.startswith(sys.prefix), vta.__file__
assert vta._native.__file__.endswith(sysconfig.get_config_var("EXT_SUFFIX")), vta._native.__file__
import numpy as np
net = vta.compile(os.path.join(sys.argv[1], "tests/data/digits_resnet8.onnx"))
net.run(np.zeros(net.inputs[0].shape, np.float32))
assert net.cycles > 10000
from vta._program import _program
assert _program() == os.path.join(sys.prefix, "bin/vta"), _program()
print("version", vta.__version__)
END
said="$(venv/bin/python use.py "$sources")" || fail "the module does not run"
[[ "vta ${said#version }" == "$(venv/bin/vta --version | cut -d' ' -f1,2)" ]] || fail "module: $said; program: $(venv/bin/vta --version)"
[[ "$(venv/bin/vta rtl files)" == *"$folder/venv/share/vta/rtl/"*vta_core.sv* ]] || fail "RTL: $(venv/bin/vta rtl files)"
venv/bin/pip uninstall -y vta >/dev/null
[[ ! -e venv/bin/vta ]] || fail "pip uninstall leaves bin/vta"
echo "installed, used, removed"
