"""Many configurations: a sweep in a process of its own, and what it found as an array."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import warnings
from html import escape
from pathlib import Path
from typing import Any, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _native, _tables
from ._arguments import PathText, json_of, native_text, path_text, refuse_unknown, settings_json, word
from ._progress import say
from .errors import InputError, Note, UsageError, in_python, of_exit_code

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


class _Ended(NamedTuple):
    code: int
    said: str  # on standard output
    complaint: str


def _tell(lines: Iterable[str]) -> str:
    """Shows what the program says on the way; returns its last error."""
    error, last = "", ""
    for line in lines:
        if "error:" in line:
            error = line.split("error:", 1)[1].strip()
            continue
        say(line)
        last = line.strip() or last
    return error or last


def _start(request: bytes, specification: str) -> _Ended:
    """Runs the program; Ctrl-C ends it in order, with what it has found, and a second one at once.

    specification: a file of ours, which the caller does not know.
    """
    command = [_program(), "sweep", "--json", "--request", "/dev/stdin"]
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile() as asked:
        asked.write(request)
        asked.seek(0)
        # A session of its own: signals of the terminal reach it once, from here.
        child = subprocess.Popen(
            command, stdin=asked, stdout=output, stderr=subprocess.PIPE, text=True,
            errors="backslashreplace", start_new_session=True,
        )
        assert child.stderr is not None
        said = (line.replace(specification, "specification") if specification else line for line in child.stderr)
        try:
            complaint = _tell(said)
            code = child.wait()
        except BaseException:
            child.send_signal(signal.SIGINT)
            try:
                say(f"{in_python(_tell(child.stderr))}\n")  # how to go on
                child.wait()
            finally:
                child.kill()
                child.wait()
            raise
        finally:
            child.stderr.close()
        output.seek(0)
        return _Ended(code, output.read(), complaint)


def _run(request: Mapping[str, Any], specification: str = "") -> str:
    ended = _start(settings_json(request), specification)
    if ended.code == 0:
        return ended.said
    text = ended.complaint or f"vta ended with {ended.code}"
    missing = _missing(ended.said)
    raise of_exit_code(ended.code, "; ".join([text, *missing]))


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
