"""Two runs and where their difference comes from."""

from __future__ import annotations

import json
from typing import Any, Dict, Union

import numpy as np

from . import _native, _tables
from ._network import Network
from .errors import InputError

Run = Union[Network, Dict[str, Any]]


class Comparison:
    """What `vta compare` says of two runs."""

    def __init__(self, a: str, b: str) -> None:
        self.document: Dict[str, Any] = json.loads(_native.compare(a, b))
        self.text = _native.compare_text(a, b)

    @property
    def layers(self) -> "np.ndarray[Any, Any]":
        """A structured array, a row per layer that both have."""
        return _tables.difference_layers(self.document)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(self.text)}</pre>"


def _document(run: Run) -> str:
    try:
        return json.dumps(run.report if isinstance(run, Network) else run)
    except (TypeError, ValueError) as error:
        raise InputError(f"a run is a Network that ran or its report: {error}") from None


def compare(a: Run, b: Run) -> Comparison:
    """Explains the difference of two runs in cycles: networks that ran, or their reports."""
    return Comparison(_document(a), _document(b))
