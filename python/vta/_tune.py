"""Better tiles for a network: a search in processes of their own, and what it found."""

from __future__ import annotations

import io
import json
import os
import re
from html import escape
from typing import Any, Dict, List, Literal, Mapping, Optional

import numpy as np

from . import _native, _tables
from ._arguments import (
    Config, PathText, Samples, config_source, native_text, path_text, refuse_unknown, sample_arguments,
    settings_json, word,
)
from ._network import in_memory, show_keywords
from ._program import run_program
from .errors import of_exit_code

_SHOWN = ("layer", "tiles", "cycles", "fast_cycles", "nbytes", "fast_nbytes")
_OWN = ("calibration", "config", "memory", "objective", "budget", "evaluations", "jobs", "slower", "more_bytes", "device")


_PARSER = re.compile("^vta tune: |; see vta tune --help$")  # of the program, around what is wrong


class Tuning:
    """What `vta tune` found for a network on a configuration; `schedule=database` uses it."""

    def __init__(self, database: PathText, document: Dict[str, Any]) -> None:
        self.database = os.fspath(database)
        #: The document of `vta tune --json`.
        self.document = document
        network = document["network"]
        self.cycles: int = network["tuned"]["cycles"]
        self.fast_cycles: int = network["fast"]["cycles"]

    @property
    def layers(self) -> "np.ndarray[Any, Any]":
        """A structured array, a row per layer: tiles, cycles and bytes beside those of `fast`."""
        return _tables.tuned_layers(self.document)

    def __repr__(self) -> str:
        return f"<vta.Tuning {self.database!r}, {self.cycles:,} cycles, of {self.fast_cycles:,}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self)[1:-1])}</p>" + _tables.html_table(self.layers, _SHOWN)


class _Files:
    """Contents that the program reads at /dev/fd/N: nothing of them is left behind."""

    def __init__(self) -> None:
        self.open: List[int] = []
        self.called: Dict[str, str] = {}

    def add(self, content: bytes, called: str) -> str:
        self.open.append(in_memory(content))
        path = f"/dev/fd/{self.open[-1]}"
        self.called[path] = called
        return path

    def close(self) -> None:
        for file in self.open:
            os.close(file)


def _npy(array: "np.ndarray[Any, Any]") -> bytes:
    out = io.BytesIO()
    np.save(out, array, allow_pickle=False)
    return out.getvalue()


def _arguments(
    files: _Files, config: Config, calibration: Samples, settings: Mapping[str, Any], recipe: Optional[PathText]
) -> List[str]:
    named, keys = config_source(config)
    arguments = ["--config", files.add(_native.config_text(named, keys).encode(), "config") if keys else os.fsdecode(named)]
    base = b"" if recipe is None else native_text(path_text(recipe, "recipe"), "recipe")
    arguments += ["--recipe", files.add(_native.recipe_text(settings_json(settings), base).encode(), "the settings")]
    given, arrays = sample_arguments(calibration)
    for argument in given:
        name, _, file = argument.rpartition(b"=") if argument not in arrays else (b"", b"", argument)
        held = arrays.get(file)
        text = os.fsdecode(argument if held is None else name + (b"=" if name else b""))
        arguments += ["--calib", text if held is None else text + files.add(_npy(held), os.fsdecode(file))]
    return arguments


def tune(
    model: PathText,
    database: PathText,
    *,
    config: Config = "default",
    calibration: Samples = None,
    memory: str = "",
    objective: Literal["cycles", "bytes", "time"] = "cycles",
    budget: Optional[str] = None,
    evaluations: Optional[int] = None,
    jobs: Optional[int] = None,
    slower: Optional[float] = None,
    more_bytes: Optional[float] = None,
    device: str = "",
    **options: Any,
) -> Tuning:
    """Searches for better tiles by exact cycles and keeps them in a database (docs/tuning.md).

    budget: the time that it may take, "60s", "5m", "1h" (60 s unless said otherwise). evaluations:
    trials of single layers; with a seed the result is the same on any machine. slower, more_bytes:
    percent of the other objective that may be lost. device: where trials are run, csim of a server
    or tracker. The rest is as of `compile`, which uses the result with schedule=database.

    What the program says goes to sys.stderr. Ctrl-C ends it and keeps the results.
    """
    known = _native.setting_keywords()
    refuse_unknown(options, [*_OWN, *known, "recipe"], "vta.tune")
    settings = {key: value for key, value in options.items() if value is not None and key in known}
    wanted: Dict[str, Any] = {
        "memory": memory or None, "objective": objective, "budget": budget, "evaluations": evaluations,
        "jobs": jobs, "slower": slower, "more-bytes": more_bytes, "device": device or None,
    }
    files = _Files()
    try:
        arguments = _arguments(files, config, calibration, settings, options.get("recipe"))
        for name, value in wanted.items():
            if value is not None:
                arguments.append(f"--{name}={os.fsdecode(word(str(value), name.replace('-', '_')))}")
        path = path_text(model, "model")
        ended = run_program(
            ["tune", "./" + path if path.startswith("-") else path, "--json", f"--db={path_text(database, 'database')}", *arguments],
            b"", files.called, files.open,
        )
    finally:
        files.close()
    if ended.code != 0:
        raise of_exit_code(ended.code, _PARSER.sub("", ended.complaint))
    return Tuning(database, json.loads(ended.said))


show_keywords(tune, ("recipe",))
