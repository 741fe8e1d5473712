"""A VTA-compatible accelerator from Python: compile a network, run it, see cycles and counters.

    import vta
    net = vta.compile("model.onnx", calibration=images)
    logits = net.run(images[:1])

`net.cycles`, `net.counters` and `net.layers` say what that run cost. See `vta.compile`, `vta.load`,
`vta.from_torch`, `vta.sweep` and `vta.compare`; every error is a `vta.Error`, every warning a
`vta.Note`.
"""

import importlib.util
import sys
from typing import TYPE_CHECKING

if importlib.util.find_spec("numpy") is None:
    raise ImportError(
        f"vta needs numpy, which {sys.executable or 'this Python'} does not have; Debian's /usr/bin/python3 has it once "
        "scripts/setup.sh --python has run"
    )

from ._compare import Comparison, compare
from ._native import version as __version__
from ._network import Network, Tensor, load
from ._sweep import Sweep, read_sweep
from ._tools import ZooNetwork, configurations, cost, networks, write_network
from .errors import (
    CompileError,
    ConfigError,
    DeviceError,
    Error,
    IncompleteError,
    InputError,
    InternalError,
    Note,
    OutputError,
    ResourceError,
    UsageError,
)

if TYPE_CHECKING:  # the same with every keyword and its type, printed from the table of settings
    from ._typed import compile, from_torch, sweep
else:
    from ._network import compile, from_torch
    from ._sweep import sweep

__all__ = [
    "CompileError",
    "Comparison",
    "ConfigError",
    "DeviceError",
    "Error",
    "IncompleteError",
    "InputError",
    "InternalError",
    "Network",
    "Note",
    "OutputError",
    "ResourceError",
    "Sweep",
    "Tensor",
    "UsageError",
    "ZooNetwork",
    "__version__",
    "compare",
    "compile",
    "configurations",
    "cost",
    "from_torch",
    "load",
    "networks",
    "read_sweep",
    "sweep",
    "write_network",
]
