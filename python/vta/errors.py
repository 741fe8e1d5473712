"""What can go wrong, in the words of the commands and with their exit codes."""

from __future__ import annotations

import re


class Note(UserWarning):
    """What was done otherwise than asked for, or may not be what was meant; warnings.simplefilter mutes it."""


class Error(Exception):
    """A mistake in what was asked, or a limit; the text names the thing, its value and what is legal.

    `exit_code` is what the program `vta` would end with (cli/README.md has the table).
    """

    exit_code = 70


class UsageError(Error):
    """A value of an option without meaning."""

    exit_code = 2


class InputError(Error):
    """A model, program, array or file that is malformed or does not fit."""

    exit_code = 3


class ConfigError(Error):
    """An illegal configuration."""

    exit_code = 4


class CompileError(Error):
    """The network cannot be compiled for this configuration."""

    exit_code = 5


class DeviceError(Error):
    """The device reported an error."""

    exit_code = 6


class IncompleteError(Error):
    """Part of the work could not be done; what is done is kept."""

    exit_code = 7


class ResourceError(Error):
    """Legal, but beyond a limit or what the machine has."""

    exit_code = 8


class OutputError(Error):
    """Results could not be written."""

    exit_code = 9


class InternalError(Error):
    """A bug of this project."""

    exit_code = 70


_CLASSES = {
    kind.exit_code: kind
    for kind in (
        UsageError,
        InputError,
        ConfigError,
        CompileError,
        DeviceError,
        IncompleteError,
        ResourceError,
        OutputError,
        InternalError,
    )
}


# A command line to be typed: it stays as it is.
_COMMAND = re.compile(r"(\bvta [a-z-]+(?: (?:[A-Z][A-Z.]*|--?[a-z][a-z-]*(?: [^\s,;:)]+)?))+)")
_OPTION = re.compile(r"(?<![\w/.-])--([a-z][a-z0-9-]*)( FILE\b)?")
_KEYWORDS = {"calib": "calibration"}


def _keyword(option: "re.Match[str]") -> str:
    name = option[1]
    return _KEYWORDS[name] if name in _KEYWORDS else name.replace("-", "_") + (option[2] or "")


def in_python(text: str) -> str:
    """What a command says, with its options (--all-int8) as the keywords that they are here (all_int8)."""
    parts = _COMMAND.split(text)
    parts[::2] = [_OPTION.sub(_keyword, part) for part in parts[::2]]
    return "".join(parts)


def of_exit_code(code: int, message: str) -> Error:
    """The exception for an exit code of `vta`."""
    error = _CLASSES.get(code, Error)(in_python(message))
    error.exit_code = code
    return error
