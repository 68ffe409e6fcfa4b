"""Definitions that the tree shows in pieces: functions of several clauses as Elixir has them, packages that reach to the next as Perl has them.

Takes definitions and what a reading holds between them; merges later clauses into the first and forgets their names as uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chunkers.code.reading import Definition, Reading
from chunkers.code.scopes import CALLABLES
from chunkers.code.signatures import arity
from chunkers.code.text import FileText
from chunkers.language import Language

_Key = tuple[int, str, int]


def reaching(definitions: Iterable[Definition], text: FileText) -> list[Definition]:
    """Let every definition tagged "open" that has no body reach to the next one, or to the end of the file."""
    found = list(definitions)
    heads = sorted((one for one in found if "open" in one.tags), key=lambda one: one.start)
    for head, limit in zip(heads, [*(one.start for one in heads[1:]), len(text.data)], strict=False):
        if "body" not in head.parts:
            head.end = max(head.end, text.back(limit, head.end))
    return found


def merged(definitions: Sequence[Definition], reading: Reading, language: Language, text: FileText) -> list[Definition]:
    """Return the definitions with each function's later clauses in its first; comments and decorators may stand between them."""
    if not language.clauses:
        return list(definitions)
    passed = {comment.end_byte: comment.start_byte for comment in reading.comments}
    passed.update((mark.node.end_byte, mark.node.start_byte) for mark in reading.marks.values())
    ends: dict[int, tuple[_Key, Definition]] = {}
    kept: list[Definition] = []
    later: set[int] = set()
    first_of: dict[int, Definition] = {}
    for definition in definitions:
        key = _key(definition, language, text)
        before = _code_before(definition.start, passed, text)
        known = ends.get(before) if key is not None else None
        if known is not None and known[0] == key:
            first = known[1]
            first.end = definition.end
            first.parts.setdefault("body", definition.parts.get("body", first.node))
            first_of[id(definition)] = first
            later.add(definition.name_node.start_byte if definition.name_node is not None else -1)
        else:
            first = definition
            kept.append(definition)
        if key is not None:
            ends[definition.end] = (key, first)
    for definition in kept:
        if definition.parent is not None:
            definition.parent = first_of.get(id(definition.parent), definition.parent)
    reading.uses = [use for use in reading.uses if use[1].start_byte not in later]
    return kept


def _key(definition: Definition, language: Language, text: FileText) -> _Key | None:
    if definition.kind not in CALLABLES or definition.name_node is None or "setup" in definition.tags:
        return None
    parameters = definition.parts.get("parameters")
    return id(definition.parent), text.of(definition.name_node), arity(language, parameters)


def _code_before(offset: int, passed: dict[int, int], text: FileText) -> int:
    """Return the end of the last code before `offset`: white space, comments and decorators passed over."""
    end = text.back(offset, 0)
    while end in passed:
        end = text.back(passed[end], 0)
    return end
