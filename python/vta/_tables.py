"""JSON of the commands as structured arrays of numpy."""

from __future__ import annotations

import csv
import io
from typing import Any, Dict, List, Mapping, Sequence, Tuple

import numpy as np


def _column(values: Sequence[Any]) -> "np.ndarray[Any, Any]":
    """Numbers as int64 where all are integers, else float64 (nan: there is none); others as text."""
    present = [value for value in values if value is not None]
    if present and all(isinstance(value, bool) for value in present) and len(present) == len(values):
        return np.array(values, dtype=bool)
    if all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        return np.array(values, dtype=np.int64)
    if all(isinstance(value, (int, float)) for value in present):
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    return np.array(["" if value is None else str(value) for value in values])


# What fields of layers were called before: they are found by these names as well, the later ones
# in a row, too.
_FORMER = {"roofline_cycles": "least_cycles", "roofline_percent": "least_percent"}
_BEFORE = {"bound": "roofline_cycles", "bound_percent": "roofline_percent"}


class _Layers(np.ndarray):  # type: ignore[type-arg]
    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(_BEFORE.get(key, key) if isinstance(key, str) else key)


def structured(
    rows: Sequence[Mapping[str, Any]],
    names: Sequence[str] = (),
    former: Mapping[str, str] = {},
) -> "np.ndarray[Any, Any]":
    """A field for every name, and for every key that a row has, in the order in which they come.

    A field that `former` names is found by that name as well.
    """
    names = list(dict.fromkeys([*names, *(name for row in rows for name in row)]))
    columns = [_column([row.get(name) for row in rows]) for name in names]
    fields: List[Any] = [(former[n], n) if n in former else n for n in names]
    table = np.empty(len(rows), dtype=[(f, column.dtype) for f, column in zip(fields, columns)])
    for name, column in zip(names, columns):
        table[name] = column
    return table


def _numbers(part: Mapping[str, Any]) -> Dict[str, Any]:
    return {k: v for k, v in part.items() if v is None or isinstance(v, (int, float))}


def _layer(kernel: Mapping[str, Any]) -> Dict[str, Any]:
    timing, times = kernel["timing"] or {}, kernel.get("times") or {}
    row: Dict[str, Any] = {
        "name": kernel["name"],
        "kind": kernel["kind"],
        "onnx_nodes": ",".join(kernel["onnx_nodes"]),
        "description": kernel["description"],
    }
    for part in ({"macs": kernel["macs"]}, timing, times, kernel["counters"], kernel):
        row.update(_numbers(part))
    row.pop("timing", None)
    if timing:
        row["lost"] = timing["lost"]["text"]
    return row


def layers(report: Mapping[str, Any]) -> "np.ndarray[Any, Any]":
    """A row per kernel of a vta.run document."""
    return structured([_layer(kernel) for kernel in report["kernels"]], former=_FORMER).view(_Layers)


def difference_layers(document: Mapping[str, Any]) -> "np.ndarray[Any, Any]":
    """A row per layer of a vta.compare document: both runs' numbers and what explains them."""
    rows: List[Dict[str, Any]] = []
    for layer in document["layers"]:
        row = {"name": layer["name"], "kind": layer["kind"]}
        for what in ("cycles", "total_nbytes", "instructions"):
            row[f"{what}_a"], row[f"{what}_b"] = layer["a"][what], layer["b"][what]
        row["text"] = layer["text"]
        rows.append(row)
    return structured(rows)


def tuned_layers(document: Mapping[str, Any]) -> "np.ndarray[Any, Any]":
    """A row per layer of a vta.tune document: its tiles, and what it costs with them and with those of `fast`."""
    rows: List[Dict[str, Any]] = []
    for layer in document["layers"]:
        row = {"layer": layer["layer"], "kernels": ",".join(layer["kernels"]), "tiles": layer["tiles"]}
        row.update(layer["tuned"])
        row.update({f"fast_{name}": value for name, value in layer["fast"].items()})
        rows.append({**row, "trials": layer["trials"]})
    return structured(rows)


def _number(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text or None


def csv_points(text: str) -> "np.ndarray[Any, Any]":
    """A row per point of `vta sweep list --csv`; the mark ~ of estimates is not part of a name."""
    rows = csv.DictReader(io.StringIO(text))
    names = [name.rstrip("~") for name in rows.fieldnames or ()]
    return structured(
        [{name.rstrip("~"): _number(value) for name, value in row.items()} for row in rows], names
    )


def html_table(table: "np.ndarray[Any, Any]", names: Sequence[str], most: int = 60) -> str:
    """Some fields as a table of HTML; of long ones the first rows."""
    from html import escape

    fields = [name for name in names if name in (table.dtype.names or ())]

    def cell(value: Any) -> Tuple[str, str]:
        if isinstance(value, (np.integer, int)):
            return "right", f"{int(value):,}"
        if isinstance(value, (np.floating, float)):
            return "right", "" if np.isnan(value) else f"{float(value):.4g}"
        return "left", escape(str(value))

    head = "".join(f"<th>{escape(name)}</th>" for name in fields)
    lines = []
    for row in table[:most]:
        cells = "".join(
            '<td style="text-align:{}">{}</td>'.format(*cell(row[name])) for name in fields
        )
        lines.append(f"<tr>{cells}</tr>")
    more = f"<p>... {len(table) - most} more</p>" if len(table) > most else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>{more}"
