"""A VTA-compatible accelerator from Python: compile a network, run it, see cycles and counters.

    import vta
    net = vta.compile("model.onnx", calibration=images)
    logits = net.run(images[:1])

`net.cycles`, `net.counters` and `net.layers` say what that run cost. See `vta.compile`, `vta.load`,
`vta.from_torch`, `vta.eval`, `vta.tune`, `vta.sweep`, `vta.compare` and `vta.report`; every error is a `vta.Error`, every warning a
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
from ._eval import Evaluation
from ._network import Network, Tensor, load
from ._report import report
from ._sweep import Sweep, read_sweep
from ._tune import Tuning
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
    from ._typed import compile, eval, from_torch, sweep, tune
else:
    from ._eval import eval
    from ._network import compile, from_torch
    from ._sweep import sweep
    from ._tune import tune

__all__ = [
    "CompileError",
    "Comparison",
    "ConfigError",
    "DeviceError",
    "Error",
    "Evaluation",
    "IncompleteError",
    "InputError",
    "InternalError",
    "Network",
    "Note",
    "OutputError",
    "ResourceError",
    "Sweep",
    "Tensor",
    "Tuning",
    "UsageError",
    "ZooNetwork",
    "__version__",
    "compare",
    "compile",
    "configurations",
    "cost",
    "eval",
    "from_torch",
    "load",
    "networks",
    "read_sweep",
    "report",
    "sweep",
    "tune",
    "write_network",
]
