"""Regular expressions that are compiled when they are first asked: a process that meets no Perl compiles no pattern for Perl.

Takes what `re.compile` takes, gives what it gives. For patterns at module level; hundreds of them are never asked in a run.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")


class _Later:
    """Stands for a compiled pattern; with the first question its methods become the pattern's own."""

    def __init__(self, text: str | bytes, flags: int) -> None:
        """Keep what to compile."""
        self.pattern = text
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        """Compile the pattern, since somebody asks it."""
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self.flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def later(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return the pattern, not yet compiled. A match of it names the compiled one as its `re`, not this."""
    return cast("re.Pattern[AnyStr]", _Later(text, flags))
