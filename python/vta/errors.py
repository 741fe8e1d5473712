"""What can go wrong, in the words of the commands and with their exit codes."""

from __future__ import annotations


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


def of_exit_code(code: int, message: str) -> Error:
    """The exception for an exit code of `vta`."""
    error = _CLASSES.get(code, Error)(message)
    error.exit_code = code
    return error
