"""Many configurations: a sweep in a process of its own, and what it found as an array."""

from __future__ import annotations

import json
import os
import tempfile
import warnings
from html import escape
from typing import Any, List, Mapping, Optional, Sequence, Union

import numpy as np

from . import _native, _tables
from ._arguments import PathText, json_of, native_text, path_text, refuse_unknown, settings_json, word
from ._program import run_program
from .errors import InputError, Note, of_exit_code

_SHOWN = ("point", "network", "configuration", "images", "schedule", "macs", "cycles_per_image", "lut", "dsp")


def _run(request: Mapping[str, Any], specification: str = "") -> str:
    ended = run_program(["sweep", "--json", "--request", "/dev/stdin"], settings_json(request), {specification: "specification"})
    if ended.code == 0:
        return ended.said
    raise of_exit_code(ended.code, "; ".join([ended.complaint, *_missing(ended.said)]))


def _missing(said: str) -> List[str]:
    """Why points are not there, a line for each kind, of the document of a sweep."""
    try:
        return [str(line) for line in json.loads(said).get("missing", [])]
    except ValueError:
        return []


class Sweep:
    """The points of a database that `vta sweep` has written."""

    def __init__(
        self, database: PathText, points: "np.ndarray[Any, Any]", missing: Sequence[str] = ()
    ) -> None:
        self.database = os.fspath(database)
        #: A structured array, a row per point: its keys, cycles, area and all metrics.
        self.points = points
        #: Why points that were asked for are not there, a line for each kind; of `vta.sweep` alone.
        self.missing = list(missing)

    def __len__(self) -> int:
        return len(self.points)

    def __repr__(self) -> str:
        return f"<vta.Sweep {self.database!r}, {len(self)} points>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self)[1:-1])}</p>" + _tables.html_table(self.points, _SHOWN)


def read_sweep(database: PathText, *, pareto: bool = False, where: Any = (), sort: str = "") -> Sweep:
    """The points of a database; where: conditions as "dsp<=220", one or several."""
    conditions = [where] if isinstance(where, str) else list(where)
    points = _native.sweep_points(
        native_text(path_text(database, "database"), "database"),
        pareto=bool(pareto),
        where=[word(condition, "where") for condition in conditions],
        sort=word(sort, "sort"),
    )
    return Sweep(database, _tables.csv_points(points))


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
    names are relative to the working directory. What the program says goes to sys.stderr; a vta.Note
    says which points are missing and why. Ctrl-C ends it in order: resume=True does the rest.
    """
    refuse_unknown(options, list(_native.sweep_keywords()), "vta.sweep")
    request = {"database": path_text(database, "database"), "resume": resume, "jobs": jobs, **options}
    request = {name: value for name, value in request.items() if value is not None}
    if isinstance(spec, Mapping):
        try:
            text = json_of(spec)
        except (TypeError, ValueError) as error:
            raise InputError(f"specification: {error}") from None
        with tempfile.NamedTemporaryFile("w", suffix=".json", prefix=".vta-", dir=".") as file:
            file.write(text)
            file.flush()
            said = _run({"spec": file.name, **request}, file.name)
    else:
        said = _run({"spec": path_text(spec, "specification"), **request})
    missing = _missing(said)
    if missing:
        warnings.warn("; ".join(missing), Note, 2)
    return Sweep(database, read_sweep(database).points, missing)
