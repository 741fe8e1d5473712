"""Lines of progress, where Python's own messages go: a notebook shows them."""

from __future__ import annotations

import sys


def say(text: str) -> None:
    try:
        if sys.stderr is not None:
            sys.stderr.write(text)
            sys.stderr.flush()
    except (OSError, ValueError):  # closed: nobody reads it
        pass


def on_terminal() -> bool:
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False
