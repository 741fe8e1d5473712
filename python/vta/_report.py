"""A page for the browser: of a sweep, a run, or two runs."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple, Union

from . import _native
from ._arguments import PathText, native_text, path_text, word
from ._compare import Run, document_of
from ._network import Network
from ._sweep import Sweep
from .errors import UsageError


def _goal(value: Optional[float], what: str) -> float:
    if value is None:
        return 0.0
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 1e-3 <= value <= 1e9:
        raise UsageError(f"{what} is {value!r}, legal are 0.001 to 1e9")
    return float(value)


def report(
    what: Union[Sweep, Run, Tuple[Run, Run]],
    path: PathText,
    *,
    device: str = "zynq7020",
    clock: Union[str, float, None] = None,
    all_layers: bool = False,
    max_ms: Optional[float] = None,
    min_fps: Optional[float] = None,
) -> None:
    """Writes one HTML file that explains a sweep, a run or, of a tuple, two runs (`vta report`).

    what: a Sweep, the file of its database, a Network that ran, its report, or the file of one.
    device: the FPGA that areas are compared with. clock: MHz for times, or "auto". Of a sweep:
    all_layers of every point, and the cheapest point within max_ms a frame or from min_fps on.
    """
    given: List[Union[Sweep, Run]] = list(what) if isinstance(what, (tuple, list)) else [what]
    if not 1 <= len(given) <= 2:
        raise UsageError(f"a report is of a sweep, a run or two runs; {len(given)} were given")
    if max_ms is not None and min_fps is not None:
        raise UsageError("max_ms and min_fps are one limit: give one of them")
    inputs: List[bytes] = []
    documents: Dict[bytes, bytes] = {}
    for number, one in enumerate(given):
        if isinstance(one, Sweep):
            one = one.database
        if isinstance(one, (Network, dict)):
            inputs.append(f"run {'AB'[number]}".encode())
            documents[inputs[-1]] = document_of(one).encode()
        else:
            inputs.append(native_text(path_text(one, "what"), "what"))
    _native.report(
        inputs=inputs,
        documents=documents,
        path=native_text(path_text(path, "path"), "path"),
        device=word(device, "device"),
        clock=b"" if clock is None else word(str(clock), "clock"),
        all_layers=bool(all_layers),
        max_ms=_goal(max_ms, "max_ms"),
        min_fps=_goal(min_fps, "min_fps"),
    )
