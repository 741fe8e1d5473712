"""Many configurations: `vta sweep` in a process of its own, and what it found as an array."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from html import escape
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Union

import numpy as np

from . import _tables
from ._arguments import PathText, option_arguments
from .errors import UsageError, of_exit_code

_SHOWN = ("point", "network", "configuration", "images", "schedule", "macs", "cycles_per_image", "lut", "dsp")


def _program() -> str:
    """The program `vta`: of VTA_EXECUTABLE, of the tree or prefix this module is in, or of PATH."""
    named = os.environ.get("VTA_EXECUTABLE")
    here = Path(__file__).resolve().parent
    beside = [here.parents[1] / "bin/vta", here.parents[3] / "bin/vta"]
    for path in [Path(named)] if named else beside:
        if os.access(path, os.X_OK) and path.is_file():
            return str(path)
    found = None if named else shutil.which("vta")
    if found is None:
        raise UsageError(
            f"the program vta, which runs sweeps, is not at VTA_EXECUTABLE={named}"
            if named
            else "the program vta, which runs sweeps, is not found: put it on PATH, or its path into "
            "the environment variable VTA_EXECUTABLE"
        )
    return found


def _run(arguments: List[str], incomplete_is_fine: bool = False) -> str:
    ended = subprocess.run([_program(), *arguments], capture_output=True, text=True)
    if ended.returncode != 0 and not (incomplete_is_fine and ended.returncode == 7):
        lines = [line for line in ended.stderr.splitlines() if "error:" in line]
        text = lines[-1].split("error:", 1)[1].strip() if lines else ended.stderr.strip()
        raise of_exit_code(ended.returncode, text or f"vta ended with {ended.returncode}")
    return ended.stdout


class Sweep:
    """The points of a database that `vta sweep` has written."""

    def __init__(self, database: PathText, points: "np.ndarray[Any, Any]") -> None:
        self.database = os.fspath(database)
        #: A structured array, a row per point: its keys, cycles, area and all metrics.
        self.points = points

    def __len__(self) -> int:
        return len(self.points)

    def __repr__(self) -> str:
        return f"<vta.Sweep {self.database!r}, {len(self)} points>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self)[1:-1])}</p>" + _tables.html_table(self.points, _SHOWN)


def read_sweep(database: PathText, *, pareto: bool = False, where: Any = (), sort: str = "") -> Sweep:
    """The points of a database; where: conditions as "dsp<=220", one or several."""
    arguments = ["sweep", "list", os.fspath(database), "--csv"]
    conditions = [where] if isinstance(where, str) else list(where)
    arguments += [f"--where={condition}" for condition in conditions]
    arguments += option_arguments({"pareto": pareto, "sort": sort or None})
    return Sweep(database, _tables.csv_points(_run(arguments)))


def sweep(
    spec: Union[PathText, Mapping[str, Any]],
    database: PathText,
    *,
    resume: bool = False,
    jobs: Optional[int] = None,
    **options: Any,
) -> Sweep:
    """Runs a specification (docs/sweep.md), a file or its members, into a database.

    options: those of `vta sweep`, with underscores. Files that a specification given as members
    names are relative to the working directory.
    """
    arguments = [f"--db={os.fspath(database)}", "--json"]
    arguments += option_arguments({"resume": resume, "jobs": jobs, **options})
    if isinstance(spec, Mapping):
        with tempfile.NamedTemporaryFile("w", suffix=".json", prefix=".vta-", dir=".") as file:
            json.dump(dict(spec), file)
            file.flush()
            _run(["sweep", file.name, *arguments])
    else:
        _run(["sweep", os.fspath(spec), *arguments])
    return read_sweep(database)
