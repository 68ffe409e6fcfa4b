"""Which headings of a changelog open a release, and what it is called.

Takes the headings of a document, gives the level of releases and, for a heading, its version and date.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from chunkers.formats.document.outline import Block

DEFAULT_LEVEL = 2
_VERSION = re.compile(
    r"(?<![\w.])v?(\d{1,5}(?:\.(?:\d{1,6}|x)){1,4}(?:[-+.]?[a-z][-+.\w]{0,40})?)(?!\w)", re.IGNORECASE
)
_DATE = re.compile(r"\b(\d{4}[-/.]\d{1,2}[-/.]\d{1,2})\b")
_UNRELEASED = re.compile(
    r"\b(?:unreleased|upcoming|next release|development|in progress|head|master|main)\b", re.IGNORECASE
)


def version_of(title: str) -> str | None:
    """Return the version a heading names, "unreleased" for work to come, None for any other heading."""
    text = _DATE.sub(" ", title)
    found = _VERSION.search(text)
    if found:
        return found.group(1).rstrip(".-+_")
    return "unreleased" if _UNRELEASED.search(title) else None


def date_of(title: str) -> str | None:
    """Return the date a heading names, as written."""
    found = _DATE.search(title)
    return found.group(1) if found else None


def is_release(title: str) -> bool:
    """Tell whether a heading names a version, a date or unreleased work."""
    return version_of(title) is not None or date_of(title) is not None


def opening(headings: Sequence[Block]) -> frozenset[int]:
    """Return the first lines of the headings that open a chunk: titles, releases, and whatever stands on their level.

    Releases stand on the second level, or on the shallowest one that names versions. A deeper heading opens a release of its own when it names a
    version that is no refinement of the one above (tools that give a patch release a smaller heading).
    """
    level = min(
        (heading.level for heading in headings if is_release(heading.title) and _not_title(heading, headings)),
        default=DEFAULT_LEVEL,
    )
    found: set[int] = set()
    above = ""
    for heading in headings:
        version = version_of(heading.title)
        if heading.level <= level:
            found.add(heading.first)
            above = version or ""
        elif version not in {None, "unreleased"} and above and version is not None and not _refines(version, above):
            found.add(heading.first)
    return frozenset(found)


def _not_title(heading: Block, headings: Sequence[Block]) -> bool:
    """A first heading alone on its level is the title of the file, even when it names a version."""
    return (
        heading is not headings[0] or sum(other.level == heading.level for other in headings) > 1 or len(headings) == 1
    )


def _refines(version: str, above: str) -> bool:
    stem = re.sub(r"(?:\.[xX])+$", "", above)
    return above == "unreleased" or version.startswith(stem)
