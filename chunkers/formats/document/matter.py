"""Front matter: YAML between `---` lines or TOML between `+++` lines at the very first line of a document.

Takes lines, gives its last line and its scalar fields; a document that starts with a thematic break has none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_FENCES = {b"---": (b"---", b"..."), b"+++": (b"+++",)}
_KEY = re.compile(rb"""\s*(?:[A-Za-z_][\w .-]*|"[^"]*"|'[^']*')\s*[:=](?:\s|$)|\[{1,2}[\w.-]+\]{1,2}\s*$|\s*-\s""")
_SCALAR = re.compile(r"""([A-Za-z_][\w-]*)\s*[:=]\s*(.*)$""")
_LIMIT = 2000


def front_matter_end(lines: Sequence[bytes]) -> int:
    """Return the line of the closing fence (1-based), 0 when there is no front matter."""
    closers = _FENCES.get(lines[0].rstrip()) if lines else None
    if closers is None:
        return 0
    seen = False
    for number, line in enumerate(lines[1:_LIMIT], 2):
        text = line.rstrip()
        if text in closers:
            return number
        if not seen and text and not text.lstrip().startswith(b"#"):
            if not _KEY.match(text):
                return 0
            seen = True
        elif not seen and not text and number == 2:  # noqa: PLR2004 - a blank line right below `---`: a thematic break
            return 0
    return 0


def fields(lines: Sequence[bytes]) -> tuple[tuple[str, str], ...]:
    """Return the top-level scalar fields of front matter lines (fences left out), keys in lower case, quotes and comments cut."""
    found: list[tuple[str, str]] = []
    for line in lines:
        match = _SCALAR.match(line.decode("utf-8", "replace").rstrip())
        if match:
            found.append((match.group(1).lower(), _bare(match.group(2))))
    return tuple(found)


def _bare(value: str) -> str:
    value = value.strip()
    if value[:1] in {'"', "'"}:
        end = value.find(value[0], 1)
        return value[1:end] if end > 0 else value[1:]
    return re.sub(r"(?:^|\s)#.*$", "", value).strip()
