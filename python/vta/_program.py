"""The program `vta` in a process of its own: for what forks, which a process with threads must not."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Iterable, Mapping, NamedTuple, Sequence

from ._progress import say
from .errors import UsageError, in_python


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
            f"the program vta, which computes in processes of its own, is not at VTA_EXECUTABLE={named}"
            if named
            else "the program vta, which computes in processes of its own, is not found: put it on PATH, or its path into "
            "the environment variable VTA_EXECUTABLE"
        )
    return found


class Ended(NamedTuple):
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


def run_program(
    arguments: Sequence[str], request: bytes, called: Mapping[str, str] = {}, files: Sequence[int] = ()
) -> Ended:
    """Runs the program; Ctrl-C ends it in order, with what it has found, and a second one at once.

    request: what it reads from /dev/stdin. files: of this process, which it reads at /dev/fd/N.
    called: names of files of ours, which the caller does not know, and what they are called in messages.
    """

    def line_of(line: str) -> str:
        for name, what in called.items():
            line = line.replace(name, what) if name else line
        return line

    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile() as asked:
        asked.write(request)
        asked.seek(0)
        # A session of its own: signals of the terminal reach it once, from here.
        child = subprocess.Popen(
            [_program(), *arguments], stdin=asked, stdout=output, stderr=subprocess.PIPE, text=True,
            errors="backslashreplace", start_new_session=True, pass_fds=files,
        )
        assert child.stderr is not None
        try:
            complaint = _tell(map(line_of, child.stderr))
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
        return Ended(code, output.read(), complaint or f"vta ended with {code}")
