"""What a decision record says of its standing: status, what it replaces, what replaced it.

Takes the outline and text of a record; reads front matter, `Status:` lines and the Status section, in this order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chunkers.formats.adr.lexicon import OVER, STATES, STATUS_LABELS, SUPERSEDED_BY, SUPERSEDES
from chunkers.formats.adr.naming import part_of, record_number
from chunkers.formats.document.outline import Link, Outline
from chunkers.formats.document.section import Section
from chunkers.formats.document.target import is_external, resolved
from chunkers.source import CleanText
from chunkers.span import Lines

_STATE_OF = {word: state for state, words in STATES.items() for word in words}
_LEAD = r"\s*(?:[-*+•|>]\s*|\d{1,3}[.)]\s+|:)?[*_`]{0,3}"
_LABEL = re.compile(
    _LEAD + "(?:" + "|".join(STATUS_LABELS) + r")[*_`]{0,3}\s*[:\uff1a|]+[*_`]{0,3}\s*(?P<value>\S.*)", re.IGNORECASE
)
_BY = re.compile(
    r"\b(?:(?:superseded|superceded|replaced)[:*_ ]{1,4}(?:on )?\d[\d./-]{3,12} by|"
    + "|".join(map(re.escape, SUPERSEDED_BY))
    + r")\b",
    re.IGNORECASE,
)
_OVER_OTHERS = re.compile(
    _LEAD + "(?:" + "|".join(SUPERSEDES) + r")\b(?!\s+(?:durch|by|por|par|oleh|von)\b)", re.IGNORECASE
)
_OVER_STATED = re.compile(r"\b(?:" + "|".join(SUPERSEDES) + r")\b(?!\s+(?:durch|by|por|par|oleh|von)\b)", re.IGNORECASE)
_NOISE = re.compile(
    r"!\[[^\]\n]*\]\([^)\n]*\)|<!--.*?-->|</?[A-Za-z][^<>\n]*>|~~[^~\n]*~~|\]\([^)\n]*\)|:[a-z_]+:(?=\s)"
)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_NUMBER = re.compile(r"(?:\bADR[- #]{0,2}|#|\b)(\d{1,8})\b", re.IGNORECASE)
_LINE_LIMIT = 2000
_FIELD_BY = frozenset({"superseded-by", "superseded_by", "supersededby", "replaced-by", "replaced_by"})
_FIELD_OVER = frozenset({"supersedes", "replaces"})


@dataclass(frozen=True, slots=True)
class Standing:
    """`status` is the first word as written, lower case; `state` its meaning (accepted, proposed, rejected, deprecated, superseded) if known."""

    status: str | None
    state: str | None
    supersedes: tuple[str, ...] = ()
    superseded_by: str | None = None

    @property
    def over(self) -> str | None:
        """Return why the decision no longer holds, None while it does."""
        if self.superseded_by is not None:
            return "superseded"
        return self.state if self.state in OVER else None


def standing(path: str, clean: CleanText, outline: Outline, found: Sequence[Section]) -> Standing:
    """Return the standing of the record at `path`."""
    reader = _Reader(path, clean, outline)
    fields = dict(outline.fields)
    words = [fields["status"]] if fields.get("status") else reader.labelled(found) or reader.section_lines(found)
    status = _first_word(words)
    by, over = reader.replaced(found)
    for key, value in outline.fields:
        if key in _FIELD_BY and by is None:
            by = _number_in(value)
        elif key in _FIELD_OVER:
            known = {record_number(path) for path in over}
            over = (*over, *(one for one in reader.named(value) if one not in known | set(over)))
    if by is None and words and (phrase := _BY.search(words[0])):
        by = _number_in(words[0][phrase.end() :])
    return Standing(status, _STATE_OF.get(status or ""), over, by)


class _Reader:
    """Reads the lines of one record."""

    def __init__(self, path: str, clean: CleanText, outline: Outline) -> None:
        self._path = path
        self._clean = clean
        self._code = frozenset(line for b in outline.blocks if b.kind == "code" for line in range(b.first, b.last + 1))
        self._links = _links_by_line(outline.links, clean.lines)

    def labelled(self, found: Sequence[Section]) -> list[str]:
        """Return the value of the first `Status:` line in front of the first part that is not the status."""
        for section in found:
            part = part_of(section.title) if section.heading else None
            if part not in {None, "status"}:
                break
            for _, text in self._texts(section):
                match = _LABEL.match(text)
                if match and (part != "status" or section.level > 1):
                    return [match.group("value")]
        return []

    def section_lines(self, found: Sequence[Section]) -> list[str]:
        """Return the text lines of the Status section."""
        for section in found:
            if section.heading is not None and part_of(section.title) == "status":
                return [text for line, text in self._texts(section) if line > section.heading.last and text.strip()]
        return []

    def replaced(self, found: Sequence[Section]) -> tuple[str | None, tuple[str, ...]]:
        """Return the number of the record that replaced this one, and the records it replaced, from the lines that say so."""
        by: str | None = None
        over: list[str] = []
        for section in found:
            for line, text in self._texts(section):
                phrase = _BY.search(text)
                if phrase and by is None and self._opens(text, phrase.start()):
                    by = self._number_at(line, text, phrase.end())
                elif _OVER_OTHERS.match(text) or (_states(section, text) and _OVER_STATED.search(text)):
                    over.extend(self._paths_at(line) or self.named(text))
        return by, tuple(dict.fromkeys(over))

    def named(self, text: str) -> Iterator[str]:
        """Yield the records that plain text names: files resolved, numbers as written."""
        for token in re.split(r"[,;\s\[\]\"']+", text):
            if re.search(r"\.\w{2,8}$", token):
                yield resolved(self._path, token)
            elif match := re.fullmatch(r"(?:ADR[-#]?)?#?(\d{1,8})\.?", token, re.IGNORECASE):
                yield match.group(1)

    def _opens(self, text: str, at: int) -> bool:
        """Tell whether the phrase stands at the head of its line or in a status line, not somewhere in prose."""
        return _LABEL.match(text) is not None or len(_WORD.findall(_NOISE.sub(" ", text[:at]))) <= 1

    def _number_at(self, line: int, text: str, after: int) -> str | None:
        paths = self._paths_at(line)
        number = record_number(paths[0]) if paths else None
        return number or _number_in(text[after:])

    def _paths_at(self, line: int) -> list[str]:
        links = self._links.get(line, ())
        return [resolved(self._path, link.target).partition("#")[0] for link in links if not is_external(link.target)]

    def _texts(self, section: Section) -> Iterator[tuple[int, str]]:
        for line in range(section.first, section.last + 1):
            if line not in self._code:
                yield line, self._clean.lines.raw(line, line)[:_LINE_LIMIT].decode("utf-8", "replace").rstrip("\r\n")


def _states(section: Section, text: str) -> bool:
    """Tell whether a line says what the record's standing is: "Accepted. Supersedes ..." in its status part or line."""
    return (section.heading is not None and part_of(section.title) == "status") or _LABEL.match(text) is not None


def _links_by_line(links: Sequence[Link], lines: Lines) -> dict[int, list[Link]]:
    found: dict[int, list[Link]] = {}
    for link in links:
        if link.kind == "link":
            found.setdefault(lines.line_at(link.start), []).append(link)
    return found


def _first_word(texts: Sequence[str]) -> str | None:
    """Return the first word, or the first known status word when the first one means nothing (a date, a table head)."""
    words: list[str] = [word.casefold() for text in texts for word in _WORD.findall(_NOISE.sub(" ", text))]
    if not words:
        return None
    return words[0] if words[0] in _STATE_OF else next((word for word in words if word in _STATE_OF), words[0])


def _number_in(text: str) -> str | None:
    found = _NUMBER.search(text)
    return str(found.group(1)) if found else None
