"""Keywords of Python as the part in C++ takes them."""

from __future__ import annotations

import difflib
import json
import os
from typing import Any, Dict, Iterable, List, Mapping, Tuple, Union

import numpy as np

from ._arrays import Array, as_array, as_samples
from .errors import ConfigError, InputError, UsageError

PathText = Union[str, "os.PathLike[str]"]
Samples = Union[Array, Mapping[str, Array], PathText, None]
Config = Union[str, "os.PathLike[str]", Mapping[str, Any]]

_MOST_PATH = 4096  # characters: longer is somebody's data, not a name


def _a(value: Any) -> str:
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def native_text(text: str, what: str) -> bytes:
    """As the part in C++ takes it: names of files may have bytes of any encoding."""
    if "\0" in text:
        raise UsageError(f"{what} is {text[:_MOST_PATH]!r}, in which there is a NUL character")
    try:
        return os.fsencode(text)
    except UnicodeEncodeError:
        raise UsageError(f"{what} is {text[:_MOST_PATH]!r}, which is no text of Unicode") from None


def path_text(value: Any, what: str) -> str:
    """A file's name: text, or what has one (pathlib.Path)."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        raise UsageError(
            f"{what} is {len(value):,} bytes; wanted is the path of a file, as text or as a pathlib.Path"
        )
    try:
        path = os.fsdecode(os.fspath(value))
    except TypeError:
        raise UsageError(
            f"{what} is of type {_a(value)}; wanted is the path of a file, as text or as a pathlib.Path"
        ) from None
    if not path or len(path) > _MOST_PATH:
        raise UsageError(f"{what} is a text of {len(path):,} characters; wanted is the path of a file")
    native_text(path, what)
    return path


def word(value: Any, what: str) -> bytes:
    """A text that is no file: a device, a memory."""
    if not isinstance(value, str):
        raise UsageError(f"{what} is of type {_a(value)}; wanted is text")
    return native_text(value, what)


def whole_number(value: Any, what: str, least: int = 1) -> int:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise UsageError(f"{what} is {value!r}, legal are {least} and more")
    if least == 0 and not 0 <= value < 2**63:
        raise UsageError(f"{what} is {value!r}, legal are 0 to {2**63 - 1}")
    return min(int(value), 2**63 - 1)


def _plain(value: Any) -> Any:
    """Numbers and arrays of numpy, and paths, as JSON has them."""
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (set, frozenset, range)):
        return list(value)
    raise TypeError(f"{value!r} is of type {_a(value)}, which JSON does not have")


def json_of(members: Mapping[str, Any]) -> str:
    return json.dumps(dict(members), default=_plain, allow_nan=False)


def refuse_unknown(options: Iterable[str], known: Iterable[str], function: str) -> None:
    """UsageError for a keyword that `function` does not have."""
    names = list(known)
    for name in options:
        if name not in names:
            nearest = difflib.get_close_matches(name, names, 1, 0.0)[0]
            raise UsageError(f"{function} has no keyword {name!r}, the nearest is {nearest!r}")


def settings_json(settings: Mapping[str, Any]) -> bytes:
    """Keywords and their values as members of JSON."""
    for name, value in settings.items():
        if isinstance(value, (bytes, bytearray, memoryview)):
            raise UsageError(f"{name} is {len(value):,} bytes; wanted is text")
        for text in [value] if isinstance(value, (str, os.PathLike)) else []:
            try:
                str(text).encode()
            except UnicodeEncodeError:
                raise UsageError(f"{name} is {str(text)!a}: that is no text in UTF-8") from None
    try:
        text = json_of(settings)
    except (TypeError, ValueError) as error:
        raise UsageError(str(error)) from None
    if "\\u0000" in text:
        raise UsageError(f"there is a NUL character in {text[:_MOST_PATH]}")
    return native_text(text, "a setting")


def numbers(value: Any, what: str) -> List[float]:
    """One number, or one per channel."""
    try:
        return [float(item) for item in np.atleast_1d(np.asarray(value, dtype=np.float64))]
    except (TypeError, ValueError):
        raise UsageError(f"{what} is {value!r}; wanted is a number, or one per channel") from None


def config_source(config: Config) -> Tuple[bytes, bytes]:
    """A name or a file, and the keys of a dictionary as the text of a file: one of them is empty."""
    if not isinstance(config, Mapping):
        return (b"" if config == "" else native_text(path_text(config, "config"), "config")), b""
    try:
        return b"", native_text(json_of(config), "config")
    except (TypeError, ValueError) as error:
        raise ConfigError(f"config: {error}") from None


def sample_arguments(samples: Samples, called: str = "calibration") -> Tuple[List[bytes], Dict[bytes, "np.ndarray[Any, Any]"]]:
    """Samples as files, FILE or NAME=FILE; arrays by what stands for them there."""
    if samples is None:
        return [], {}
    arguments: List[bytes] = []
    arrays: Dict[bytes, np.ndarray[Any, Any]] = {}

    def add(prefix: str, value: Any, what: str) -> None:
        if isinstance(value, (str, os.PathLike)):
            arguments.append(native_text(prefix + path_text(value, what), what))
            return
        arguments.append(native_text(prefix + what, what))
        arrays[native_text(what, what)] = as_samples(as_array(value, what), what)

    if not isinstance(samples, Mapping):
        add("", samples, called)
        return arguments, arrays
    if not samples:
        raise InputError(f"{called} is an empty dictionary: it has samples of each input by its name")
    for name, value in samples.items():
        add(f"{name}=", value, f"{called}[{name!r}]")
    return arguments, arrays
