"""Is a file a decision record, and which number has it: by path, name and headings.

Takes a path and clean text; in a folder of records, indexes and templates are none.
"""

from __future__ import annotations

import re
from itertools import islice

from chunkers.formats.adr.lexicon import PARTS, Y_DECISIONS, Y_OPENINGS

_FOLDERS = frozenset({
    "adr", "adrs", "decisions", "decision-records", "decision_records", "architecture-decisions", "architecture_decisions",
    "architectural-decisions", "architecture-decision-records", "architectural-decision-records", "adl",
})  # fmt: skip
_NUMBER = re.compile(r"(?:adr|decision)?[-_ ]{0,2}(\d{4}-\d{2}-\d{2}|\d{1,8})(?=[-_. ]|$)", re.IGNORECASE)
_NOT_RECORDS = re.compile(
    r"(?:read-?me|index|toc|contents|about|glossary|overview|summary|changelog|contributing)$|.*template", re.IGNORECASE
)
_PAGE = re.compile(r"(?:readme|index)$", re.IGNORECASE)
_NUMBERING = re.compile(r"(?:\d{1,3}(?:\.\d{1,3})*[.):]?|[ivxIVX]{1,5}[.)])\s+")
_HEADING = re.compile(
    rb"^(?:(?:#{1,6}|={1,6}|\*{1,6})[ \t]+(?P<marked>[^\n]{1,200})|(?P<under>[^\n]{1,200})\n[-=~^*+\"]{3,}[ \t]*\r?$)",
    re.MULTILINE,
)
_Y_OPENING = re.compile("(?:" + "|".join(Y_OPENINGS) + r")\b", re.IGNORECASE)
_Y_DECISION = re.compile(r"\b(?:" + "|".join(Y_DECISIONS) + r")\b", re.IGNORECASE)
_Y_REACH = 1500
_Y_TRIES = 20
_MARKS = str.maketrans("", "", "*_`")
_PART_OF = {heading: part for part, headings in PARTS.items() for heading in headings}
_LOOK = 200_000


def heading_key(title: str) -> str:
    """Return a heading as the lexicon spells it: lower case, without numbering, marks at its ends and what follows a colon or dash."""
    key = _NUMBERING.sub("", title.strip(), count=1).casefold().strip(" .:#*_-\u2013\u2014")
    key = re.sub(r"^[^\w]+", "", key)
    if key not in _PART_OF:
        key = re.split(r"\s*[:(\u2013\u2014]|\s-\s", key, maxsplit=1)[0].strip()
    return key.replace("\u2019", "'")


def part_of(title: str) -> str | None:
    """Return the part of a decision record that a heading opens: status, context, decision, consequences, alternatives ..., None for any other."""
    return _PART_OF.get(heading_key(title))


def is_y_statement(text: str) -> bool:
    """Tell whether a text holds a Y-statement ("In the context of ..., we decided ...")."""
    text = " ".join(text[:_LOOK].translate(_MARKS).split())
    openings = islice(_Y_OPENING.finditer(text), _Y_TRIES)
    return any(_Y_DECISION.search(text, opening.end(), opening.end() + _Y_REACH) for opening in openings)


def record_number(path: str) -> str | None:
    """Return the number of a record as its file name spells it; a README gives that of its folder (one folder a record)."""
    found = _NUMBER.match(_name(path))
    return str(found.group(1)) if found else None


def _name(path: str) -> str:
    """Return what names the record: the file, or its folder when the file is a README or index in a numbered folder."""
    *folders, name = path.split("/")
    page = folders and _PAGE.match(name.split(".", 1)[0]) and _NUMBER.match(folders[-1])
    return folders[-1] if page else name


def is_record(path: str, data: bytes) -> bool:
    """Tell whether the document at `path` is a decision record: numbered in a folder of records, or with the parts of one."""
    folders = path.split("/")[:-1]
    if _NOT_RECORDS.match(_name(path).split(".", 1)[0]):
        return False
    numbered = record_number(path) is not None
    placed = any(folder.lower() in _FOLDERS for folder in folders)
    if not (numbered or placed):
        return False
    found = _parts(data[:_LOOK])
    if placed:
        return numbered or "decision" in found or is_y_statement(data[:_LOOK].decode("utf-8", "replace"))
    return "decision" in found and bool(found & {"status", "context", "consequences"})


def _parts(data: bytes) -> set[str]:
    found: set[str] = set()
    for match in _HEADING.finditer(data):
        text = (match.group("marked") or match.group("under")).decode("utf-8", "replace").rstrip("\r\n =#").strip()
        part = part_of(text)
        if part:
            found.add(part)
    return found
