"""A change log in XML as a `Log`, element by element."""

from __future__ import annotations

import posixpath

from chunkers.chunker import ChunkingInput
from chunkers.formats.lexing.comments import unit_start
from chunkers.formats.lexing.markup import Element, Markup, plain_text, read_markup
from chunkers.formats.liquibase.changelog import NOT_CHANGES, Change, Log, included, referenced

_SQL = frozenset({"sql", "createProcedure", "createFunction", "createTrigger", "createView"})


def read_xml(given: ChunkingInput) -> Log | None:
    """Read a change log; None when it has no root element."""
    data = given.clean.data
    markup = read_markup(data)
    root = next((element for element in markup.roots if element.name == "databaseChangeLog"), None)
    if root is None:
        return None
    log = Log(broken=list(markup.broken))
    directory = posixpath.dirname(given.path)
    for element in root.children:
        if element.name in {"include", "includeAll"} and (target := included(directory, element.attributes)):
            log.includes.append((target, element.start))
        elif element.name == "changeSet":
            _change_set(given, markup, element, log)
    return log


def _change_set(given: ChunkingInput, markup: Markup, element: Element, log: Log) -> None:
    author, key = element.attributes.get("author", ""), element.attributes.get("id", "")
    changeset = f"{author}:{key}" if author else key or None
    for child in element.children:
        if child.name not in NOT_CHANGES or child.name == "tagDatabase":
            log.changes.append(_change(given, markup, child, changeset, None))
        elif child.name == "rollback":
            inner = [one for one in child.children if one.name not in NOT_CHANGES]
            log.changes += [_change(given, markup, one, changeset, "down") for one in inner]
            if not inner and _text(given.clean.data, child):
                log.changes.append(_change(given, markup, child, changeset, "down"))


def _change(
    given: ChunkingInput, markup: Markup, element: Element, changeset: str | None, direction: str | None
) -> Change:
    data = given.clean.data
    start = (
        unit_start(data, markup.comments, element.start)
        if given.policy.chunking.include_leading_comments
        else element.start
    )
    columns = [
        child for child in element.children if child.name in {"column", "addColumn"} and child.attributes.get("name")
    ]
    settings = [one.attributes for one in element.walk() if one.name == "constraints"]
    sql = _text(data, element) if element.name in _SQL or element.name == "rollback" else None
    return Change(
        element.name,
        element.attributes,
        start,
        element.start,
        element.end,
        changeset,
        direction,
        tuple(column.attributes["name"] for column in columns),
        referenced(settings),
        sql,
        {column.attributes["name"]: column.start for column in columns},
    )


def _text(data: bytes, element: Element) -> str | None:
    """Return the text of an element, CDATA unwrapped, child elements left out."""
    parts: list[bytes] = []
    at = element.open_end
    for child in element.children:
        parts.append(data[at : child.start])
        at = child.end
    parts.append(data[at : max(at, element.inner_end)])
    text = plain_text(b" ".join(parts)).replace("<![CDATA[", " ").replace("]]>", " ").strip()
    return text or None
