"""Keywords of Python as options of the commands, so that both have one set of names and rules."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, List, Mapping, Union

import numpy as np

from . import _native
from .errors import UsageError

Array = Any  # numpy's, or of whoever has __dlpack__
PathText = Union[str, "os.PathLike[str]"]
Samples = Union[Array, Mapping[str, Array], PathText, None]
Config = Union[str, "os.PathLike[str]", Mapping[str, Any]]


def as_array(value: Array) -> "np.ndarray[Any, Any]":
    """The value's own memory as numpy sees it: of numpy, of DLPack, of the buffer protocol."""
    if isinstance(value, np.ndarray):
        return value
    if getattr(value, "requires_grad", False):
        value = value.detach()
    if hasattr(value, "__dlpack__"):
        return np.from_dlpack(value)
    return np.asarray(value)


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple, set, frozenset, range)):
        return ",".join(_text(item) for item in value)
    return str(os.fspath(value)) if isinstance(value, os.PathLike) else str(value)


def option_arguments(options: Mapping[str, Any]) -> List[str]:
    """{"batch": 4, "all_int8": True} as ["--batch=4", "--all-int8"]; None and False are left out."""
    arguments: List[str] = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            arguments.append(option)
        elif isinstance(value, Mapping):
            arguments += [f"{option}={key}={_text(item)}" for key, item in value.items()]
        else:
            arguments.append(f"{option}={_text(value)}")
    return arguments


def config_argument(config: Config, folder: Path) -> str:
    """A name or a file as it is; keys (LOG_BLOCK_IN, ...), over the default's, as a file in `folder`."""
    if not isinstance(config, Mapping):
        return os.fspath(config)
    path = folder / "vta_config.json"
    path.write_text(json.dumps({**json.loads(_native.config_json("default")), **config}))
    return str(path)


def _samples_file(samples: Union[Array, PathText], path: Path) -> str:
    if isinstance(samples, (str, os.PathLike)):
        return os.fspath(samples)
    array = as_array(samples)
    if array.dtype == np.float64:
        raise UsageError(
            "calibration: samples are float64; legal are float32 and uint8 "
            "(samples.astype(numpy.float32) converts)"
        )
    np.save(path, array)
    return str(path)


def calibration_arguments(samples: Samples, folder: Path) -> List[str]:
    """Samples as --calib: of several inputs by name."""
    if samples is None:
        return []
    if isinstance(samples, Mapping):
        return [
            f"--calib={name}={_samples_file(value, folder / f'calib{i}.npy')}"
            for i, (name, value) in enumerate(samples.items())
        ]
    return [f"--calib={_samples_file(samples, folder / 'calib.npy')}"]
