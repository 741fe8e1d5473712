"""How right a network is in int8: on labelled samples, beside the network in float."""

from __future__ import annotations

import json
import os
import warnings
from html import escape
from typing import Any, Dict, Optional, Union

from . import _native
from ._arguments import Config, PathText, Samples, native_text, path_text, sample_arguments, whole_number, word
from ._arrays import Array, as_array, readable
from ._network import compile_arguments, show_keywords
from .errors import InputError, Note, UsageError, in_python

_MOST_THREADS = 256
_ROWS = (
    ("top-1 in float", "float_top1_percent"),
    ("top-1 in int8", "int8_top1_percent"),
    ("top-5 in float", "float_top5_percent"),
    ("top-5 in int8", "int8_top5_percent"),
    ("agreement", "agreement_percent"),
)


class Evaluation:
    """What `vta eval` says of a network on samples; figures in percent, None where there is none."""

    def __init__(self, document: Dict[str, Any]) -> None:
        #: The document of `vta eval --json`.
        self.document = document

    @property
    def samples(self) -> int:
        return int(self.document["images"])

    @property
    def top1(self) -> Optional[float]:
        """Samples that the int8 network answers as labelled."""
        return self.document.get("int8_top1_percent")

    @property
    def float_top1(self) -> Optional[float]:
        return self.document.get("float_top1_percent")

    @property
    def agreement(self) -> float:
        """Samples that int8 and float answer alike."""
        return float(self.document["agreement_percent"])

    @property
    def sqnr_db(self) -> Optional[float]:
        """Of the logits; None: there is no difference at all."""
        return self.document["sqnr_db"]  # type: ignore[no-any-return]

    @property
    def cycles_per_image(self) -> Optional[float]:
        """None on a device without time (fsim)."""
        return self.document["cycles_per_image"]  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        right = "" if self.top1 is None else f" top-1 {self.top1:.1f} % (float {self.float_top1:.1f} %),"
        return (
            f"<vta.Evaluation of {self.document['model']!r} on {self.samples:,} samples:{right}"
            f" agreement {self.agreement:.1f} %>"
        )

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><td style="text-align:left">{label}</td><td>{self.document[key]:.1f} %</td></tr>'
            for label, key in _ROWS
            if self.document.get(key) is not None
        )
        return f"<p>{escape(repr(self)[1:-1])}</p><table>{rows}</table>"


def eval(
    model: PathText,
    images: Samples,
    labels: Union[Array, PathText, None] = None,
    *,
    config: Config = "default",
    calibration: Samples = None,
    device: str = "fsim",
    max_cycles: Optional[int] = None,
    memory: str = "",
    limit: int = 0,
    threads: Optional[int] = None,
    verify: bool = False,
    **options: Any,
) -> Evaluation:
    """Measures a network (.onnx, .tflite) in int8 on the simulated accelerator, and in float, on samples.

    images: an array, a .npy file or a folder of pictures; by name where there are several inputs.
    labels: class indices, as an array or a file (.npy or text); without them folders say the
        classes, else there is no top-1.
    limit: so many samples only; 0: all. threads: default the machine's; devices other than fsim
        have one. verify: every kernel equals the integer interpreter's (slow), else a vta.Note.

    The rest is as of `compile`. What looks wrong is a vta.Note. Ctrl-C ends it.
    """
    path = native_text(path_text(model, "model"), "model")
    if images is None:
        raise InputError("images is None: an array, a file or a folder of samples is needed")
    own = ("images", "labels", "limit", "threads", "verify")
    arguments = compile_arguments(path, "", config, calibration, memory, options, "vta.eval", own)
    files, arrays = sample_arguments(images, "images")
    is_file = isinstance(labels, (str, os.PathLike))
    array = None if labels is None or is_file else as_array(labels, "labels")
    if array is not None and array.dtype.kind not in "iu":
        raise InputError(f"labels are of type {array.dtype}, wanted are class indices: int64, int32 or uint8")
    if threads is not None and not 1 <= whole_number(threads, "threads") <= _MOST_THREADS:
        raise UsageError(f"threads is {threads!r}, legal are 1 to {_MOST_THREADS}")
    document = json.loads(
        _native.evaluate(
            images=files,
            image_arrays=arrays,
            labels=native_text(path_text(labels, "labels"), "labels") if is_file else b"",
            label_array=None if array is None else readable(array, "labels"),
            device=word(device, "device"),
            max_cycles=_native.max_cycles if max_cycles is None else whole_number(max_cycles, "max_cycles"),
            limit=whole_number(limit, "limit", least=0),
            threads=threads or 0,
            verify=bool(verify),
            **arguments,
        )
    )
    found = Evaluation(document)
    said = [in_python(text) for text in document["warnings"]]
    checked = document.get("verify")
    if checked is not None and not checked["exact"]:
        said.append(f"{checked['mismatched_elements']:,} of {checked['elements']:,} elements are not the interpreter's")
    if said:
        warnings.warn("; ".join(said), Note, 2)
    return found


show_keywords(eval)
