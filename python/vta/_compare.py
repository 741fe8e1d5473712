"""Two runs and where their difference comes from."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Tuple, Union

import numpy as np

from . import _native, _tables
from ._network import Network
from .errors import InputError

Run = Union[Network, Dict[str, Any], str, "os.PathLike[str]"]


class Comparison:
    """What `vta compare` says of two runs."""

    def __init__(self, a: str, b: str, names: Tuple[str, str]) -> None:
        self.document: Dict[str, Any] = json.loads(_native.compare(a, b))
        self.text = _native.compare_text(a, b, *names)

    @property
    def layers(self) -> "np.ndarray[Any, Any]":
        """A structured array, a row per layer that both have."""
        return _tables.difference_layers(self.document)

    def __repr__(self) -> str:
        return f"<vta.Comparison of {len(self.layers)} layers>"

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(self.text)}</pre>"


def _text_of(path: Union[str, "os.PathLike[str]"]) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise InputError(f"cannot read {os.fspath(path)!r}: {error.strerror}") from None
    except ValueError as error:  # no UTF-8, a zero in the name
        raise InputError(f"{os.fspath(path)!r} is no file of `vta run --json`: {error}") from None


def document_of(run: Run) -> str:
    """The text of its vta.run document."""
    if isinstance(run, (str, os.PathLike)):
        return _text_of(run)
    try:
        return json.dumps(run.report if isinstance(run, Network) else run)
    except (TypeError, ValueError) as error:
        raise InputError(f"a run is a Network that ran or its report, or the file of one: {error}") from None


def compare(a: Run, b: Run, names: Tuple[str, str] = ("A", "B")) -> Comparison:
    """Explains the difference of two runs in cycles: networks that ran, their reports, or files that `vta run --json` printed.

    `names` is what the text calls them, two different words of at most 12 characters.
    """
    texts = isinstance(names, (tuple, list)) and len(names) == 2 and all(isinstance(n, str) for n in names)
    if not texts or len(set(names)) != 2 or any(not 1 <= len(n) <= 12 for n in names):
        raise InputError(f"names={names!r}: legal are two different words of 1 to 12 characters, the runs' names in the text")
    return Comparison(document_of(a), document_of(b), (names[0], names[1]))
