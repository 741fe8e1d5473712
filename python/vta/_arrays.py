"""Arrays of whoever has some, as a network can read them."""

from __future__ import annotations

import warnings
from typing import Any, List

import numpy as np

from .errors import InputError, Note

Array = Any  # numpy's, or of whoever has __dlpack__
NdArray = "np.ndarray[Any, Any]"

_FLOAT = np.dtype(np.float32)
_LEGAL = "float32, float64, int8, uint8, int32, int64 or bool"


def as_array(value: Array, what: str) -> "np.ndarray[Any, Any]":
    """The value's own memory as numpy sees it: of numpy, of DLPack, of the buffer protocol."""
    if isinstance(value, np.ma.MaskedArray):
        masked = int(np.count_nonzero(np.asarray(value.mask)))
        if masked:
            raise InputError(
                f"{what}: {masked:,} of {value.size:,} elements are masked, which a network does not know: "
                "array.filled(0) puts a number there"
            )
        return np.asarray(value.data)
    if isinstance(value, np.ndarray):
        return np.asarray(value)
    try:
        if getattr(value, "requires_grad", False):
            value = value.detach()
        if hasattr(value, "__dlpack__"):
            return np.from_dlpack(value)
        return np.asarray(value)
    except Exception as error:  # whatever the owner of the memory raises
        why = (str(error).splitlines() or [type(error).__name__])[0]
        raise InputError(
            f"{what}: a {type(value).__module__}.{type(value).__qualname__} cannot be read as an array ({why}); "
            f"legal are dense arrays in the processor's memory of {_LEGAL} (of PyTorch: tensor.to_dense(), "
            ".resolve_conj(), .float(), .cpu())"
        ) from None


def readable(array: "np.ndarray[Any, Any]", what: str, stacklevel: int = 3) -> "np.ndarray[Any, Any]":
    """The array, or a copy where its elements are other floats, or do not lie row by row: with a Note."""
    reasons: List[str] = []
    dtype = array.dtype
    if dtype.kind == "f" and dtype != _FLOAT:
        reasons.append(f"its elements are {dtype}")
        array = array.astype(_FLOAT, order="C")
    elif not dtype.isnative and dtype.kind in "iu":
        reasons.append(f"its elements are {dtype}")
        array = array.astype(dtype.newbyteorder("="), order="C")
    if not array.flags.c_contiguous:
        reasons.append("its elements do not lie one after the other, row by row")
        array = np.ascontiguousarray(array)
    if reasons:
        warnings.warn(f"{what} is read from a copy: {', and '.join(reasons)}", Note, stacklevel + 1)
    if array.dtype == _FLOAT and array.size and np.isnan(array.min()):
        count = int(np.isnan(array).sum())
        warnings.warn(
            f"{what}: {count:,} of {array.size:,} elements are NaN; int8 has no such value, and what comes out "
            "means nothing",
            Note,
            stacklevel + 1,
        )
    return array


def as_samples(array: "np.ndarray[Any, Any]", what: str) -> "np.ndarray[Any, Any]":
    """Of a calibration, whose types of inputs are not known yet."""
    return readable(array, what, 6)
