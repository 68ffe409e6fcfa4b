"""What a code span or a word in a document names: a path, a piece of code, a decision record.

Takes text found by a format's own scanner, gives a `Link`; prose in code marks gives none.
"""

from __future__ import annotations

import re

from chunkers.formats.document.outline import Link

_CODE_LIMIT = 120
_ENDINGS = "md|rst|adoc|ya?ml|json|toml|py|java|kt|ts|tsx|js|go|rs|rb|sql|proto|graphql|sh|xml|properties|ini|cfg|tf|txt|html|css|lock"
_PATH = re.compile(r"\.{0,2}/?(?:[\w@.+-]+/)+[\w@.+-]*|[\w@+-][\w@.+-]*\.(?:" + _ENDINGS + ")")
_DIGITS = re.compile(r"\d+")


def code_link(text: str, start: int, end: int) -> Link | None:
    """Return the link of a code span, None when it is empty, long or more than one line."""
    text = text.strip()
    if not text or len(text) > _CODE_LIMIT or "\n" in text:
        return None
    kind = "path" if _PATH.fullmatch(text) and "://" not in text else "code"
    return Link(kind, text, start, end)


def named_record(text: str, start: int, end: int) -> Link:
    """Return the link of a decision record named in prose: "ADR-0012" has target "0012"."""
    number = _DIGITS.search(text)
    return Link("adr", number.group() if number else text, start, end)
