"""Runbooks: sections by operational task, commands whole, what destroys marked, contacts restricted. In any document format."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.document.outline import Outline
from chunkers.formats.document.readers import format_of, read
from chunkers.formats.document.section import Section, sections
from chunkers.formats.document.units import Shape, cut_document
from chunkers.formats.runbook.commands import COMMAND_LIMIT, is_destructive, looks_like_shell, shell_commands
from chunkers.formats.runbook.lexicon import OWN_TASKS, QUERIES, SESSIONS, SHELLS, TASKS
from chunkers.source import Category
from chunkers.span import Span
from chunkers.symbol import Symbol
from chunkers.unit import Cut, JsonValue

STRENGTH = 90
_FOLDERS = frozenset({"runbook", "runbooks", "playbook", "playbooks"})
_NAME = re.compile(r"(?:.*[-_. ])?(?:runbook|playbook)s?(?:[-_. ].*)?$", re.IGNORECASE)
_RESTRICTED = "escalation"
_PHONE_LIKE = re.compile(rb"\d{3}")
_LINE_LIMIT = 4000
_CONTACT = re.compile(
    r"(?<![\w.+-])(?!git@)[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,64}"
    r"|(?<![\w.])\+?\d{1,3}[ ()-]{1,3}\d{2,4}[ )-]{1,2}\d{3,4}[ -]?\d{2,4}(?![\w.])"
)


def _is_runbook(path: str) -> bool:
    *folders, name = path.split("/")
    return any(folder.lower() in _FOLDERS for folder in folders) or _NAME.match(name.rsplit(".", 1)[0]) is not None


def _supports(given: ChunkingInput) -> int:
    known = given.classification.category is Category.RUNBOOK or _is_runbook(given.path)
    return STRENGTH if known and format_of(given) else 0


def _chunk(given: ChunkingInput) -> Cut:
    outline = read(given)
    assert outline is not None, "supports() let only documents in"
    found = sections(outline, given.clean.lines)
    tasks, commands = _tasks(found), _commands(given, outline, found)
    quiet = _without_code(given, outline)

    def genre(section: Section) -> Shape:
        if section.form == "front_matter":
            return Shape()
        task = tasks.get(section.qualified)
        attributes = {**({"subkind": task} if task else {}), **_command_facts(commands.get(section.qualified, []))}
        people = task == _RESTRICTED or _names_people(quiet, section)
        return Shape("runbook_section_chunk", attributes=attributes, visibility="restricted" if people else None)

    title = next((section.title for section in found if section.heading is not None), given.path.rsplit("/", 1)[-1])
    symbol = Symbol(
        "runbook", title, given.path, Span(1, len(given.clean.lines)), 1, language=given.classification.language
    )
    return cut_document(given, outline, genre, symbol)


def _tasks(found: tuple[Section, ...]) -> dict[str, str]:
    """Return the task of each section: its own heading's, else that of the nearest heading above; the wider list counts last."""
    tasks: dict[str, str] = {}
    for section in found:
        if section.heading is None:
            continue
        titles = tuple(reversed(section.path))
        task = _first(titles, TASKS) or _first(titles, OWN_TASKS)
        if task:
            tasks[section.qualified] = task
    return tasks


def _first(titles: tuple[str, ...], table: tuple[tuple[str, tuple[str, ...]], ...]) -> str | None:
    for title in titles:
        for task, pattern in _patterns(table):
            if pattern.search(title.casefold()):
                return task
    return None


@lru_cache(maxsize=4)
def _patterns(table: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((task, re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, stems)) + ")")) for task, stems in table)


def _commands(given: ChunkingInput, outline: Outline, found: Sequence[Section]) -> dict[str, list[str]]:
    """Return the commands of each section: whole blocks of shell and query code, and destructive ones named in prose."""
    firsts = [section.first for section in found]
    commands: dict[str, list[str]] = {}
    for line, more in sorted(_placed_commands(given, outline), key=lambda pair: pair[0]):
        place = bisect_right(firsts, line) - 1
        if place >= 0 and more:
            commands.setdefault(found[place].qualified, []).extend(more)
    return commands


def _placed_commands(given: ChunkingInput, outline: Outline) -> Iterator[tuple[int, list[str]]]:
    """Yield commands with the line they stand on."""
    for code in outline.codes:
        lines = given.clean.text(code.first, code.last).split("\n")
        if code.language in SHELLS:
            yield code.first, list(shell_commands(lines, session=code.language in SESSIONS))
        elif code.language in QUERIES:
            yield code.first, ["\n".join(lines).strip()]
    for first, lines in _unnamed(given, outline):
        if looks_like_shell(lines):
            yield first, list(shell_commands(lines, session=True))
    for link in outline.links:
        if link.kind == "code" and is_destructive(link.target):
            yield given.clean.lines.line_at(link.start), [link.target]


def _unnamed(given: ChunkingInput, outline: Outline) -> Iterator[tuple[int, list[str]]]:
    """Yield first line and text of each code block that names no language, its fences left out."""
    named = {code.first for code in outline.codes}
    for block in outline.blocks:
        if block.kind != "code":
            continue
        first, last = block.first + block.head, block.last - (1 if block.head else 0)
        if first <= last and named.isdisjoint(range(block.first, block.last + 1)):
            yield first, given.clean.text(first, last).split("\n")


def _command_facts(commands: Sequence[str]) -> Mapping[str, JsonValue]:
    """Return the commands of a section and whether one of them destroys."""
    if not commands:
        return {}
    facts: dict[str, JsonValue] = {"commands": list(commands[:COMMAND_LIMIT])}
    if any(is_destructive(command) for command in commands):
        facts["destructive"] = True
    return facts


def _without_code(given: ChunkingInput, outline: Outline) -> dict[int, str]:
    """Return the lines outside code that may name people: those with an at-sign or several digits."""
    code = {line for block in outline.blocks if block.kind == "code" for line in range(block.first, block.last + 1)}
    code |= {line for block in outline.codes for line in range(block.first, block.last + 1)}
    texts: dict[int, str] = {}
    for line in range(1, len(given.clean.lines) + 1):
        raw = given.clean.lines.raw(line, line)
        if line not in code and (b"@" in raw or _PHONE_LIKE.search(raw)):
            texts[line] = raw[:_LINE_LIMIT].decode("utf-8", "replace")
    return texts


def _names_people(texts: Mapping[int, str], section: Section) -> bool:
    return any(_CONTACT.search(texts[line]) for line in range(section.first, section.last + 1) if line in texts)


CHUNKER = Chunker("runbook", "1", _supports, _chunk)
