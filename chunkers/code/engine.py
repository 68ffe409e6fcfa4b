"""The code chunker: one parse, one query, facts and units of a file in any language that has a plug-in.

Takes a clean file, gives a `Cut`; a file the parser refuses goes to the outline scanner. Knows no language by name.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from tree_sitter import Node, Tree

from chunkers import syntax
from chunkers.chunker import Chunker, ChunkingInput
from chunkers.code.block import block_units, outline
from chunkers.code.clauses import merged, reaching
from chunkers.code.expressions import Expressions
from chunkers.code.extents import attach, declaration, fold_overloads, within_decorators
from chunkers.code.facts import Facts
from chunkers.code.imports_used import with_imports
from chunkers.code.method import method_unit
from chunkers.code.module import module_units
from chunkers.code.outline import Head, heads_of, outlined, symbols_of, unit_of
from chunkers.code.overview import overview_unit
from chunkers.code.queries import all_languages, plan
from chunkers.code.reading import Definition, read
from chunkers.code.repair import Repaired, repair
from chunkers.code.roster import call_roll, judge
from chunkers.code.scopes import VALUES, name_all, nest
from chunkers.code.sheet import Sheet
from chunkers.code.symbols import Symbols
from chunkers.code.test import case_unit, file_suite, suite_unit
from chunkers.code.text import FileText
from chunkers.code.type import type_unit
from chunkers.language import Language
from chunkers.tokens import estimate_bytes
from chunkers.unit import Cut, Unit

_DEEPEST = 100
_HOLDERS = frozenset({"class_chunk", "test_suite_overview"})
_MAKERS = {
    "class_chunk": type_unit,
    "method_chunk": method_unit,
    "test_case_chunk": case_unit,
    "test_suite_overview": suite_unit,
}


def language_of(given: ChunkingInput) -> Language | None:
    """Return the plug-in for a file: the one that lists its extension among those that answer to its language, else by name."""
    wanted = given.classification.language
    fitting = _fitting(wanted) if wanted else ()
    if len(fitting) < 2:  # noqa: PLR2004  # nothing to choose from
        return fitting[0] if fitting else None
    name = given.path.rsplit("/", 1)[-1].lower()
    namesake = next((one for one in fitting if one.name == wanted), fitting[0])
    return next((one for one in fitting if name.endswith(one.extensions)), namesake)


@lru_cache(maxsize=256)
def _fitting(wanted: str) -> tuple[Language, ...]:
    """Return the plug-ins that answer to a language."""
    return tuple(one for one in all_languages().values() if wanted == one.name or wanted in one.aliases)


def _supports(given: ChunkingInput) -> int:
    return 50 if language_of(given) is not None else 0


def _chunk(given: ChunkingInput) -> Cut:
    language = language_of(given)
    assert language is not None, "the owner of a file supports it"
    return cut_code(given, language)


def cut_code(given: ChunkingInput, language: Language) -> Cut:
    """Return units and facts of a text in `language`; by outline with status FALLBACK where the parser refuses it."""
    parsed = syntax.parse(language.grammar, given.clean.data, given.policy.limits.soft_seconds)
    if parsed.tree is None:
        return outlined(given, language, parsed.reason or "parse_failed")
    try:
        return _read(given, language, parsed.tree)
    except syntax.UnreadableTreeError as error:
        return outlined(given, language, str(error))


def _read(given: ChunkingInput, language: Language, tree: Tree) -> Cut:
    sound = repair(language, given.clean.data, tree, given.policy.limits.soft_seconds)
    sheet = fill(given, language, sound.tree.root_node, sound.seen)
    lost = (*sound.lost, *_strays(sheet, sound)) if sound.broken else ()
    units = tuple(with_imports(sheet, [*compose(sheet), *_lost_units(sheet, lost)]))
    facts = sheet.facts
    if lost:
        facts = replace(facts, symbols=(*facts.symbols, *symbols_of(given, language, lost)))
    status = "PARTIAL" if sound.broken else "OK"
    return Cut(units, facts, status=status, broken=sound.broken, overview=overview_unit(sheet))


def _strays(sheet: Sheet, sound: Repaired) -> list[Head]:
    """Return what looks like a definition on a broken line and is none in the tree, when no other definition stands inside it."""
    units = [d for d in sheet.definitions if d.kind not in VALUES]
    known = {sheet.symbols[id(d)].declaration_line for d in units}
    rows = sorted({d.node.start_point[0] + 1 for d in units})
    hidden = {head.line for head in sound.lost}
    found = []
    for head in heads_of(sheet.text.data, sheet.language):
        broken = any(low <= head.line <= high for low, high in sound.broken)
        inside = bisect_right(rows, head.last) - bisect_left(rows, head.first)
        if broken and head.line not in known and head.line not in hidden and not inside:
            found.append(replace(head, owner=None))
    return found


def _lost_units(sheet: Sheet, lost: Sequence[Head]) -> list[Unit]:
    """Return units by outline for what had to be hidden from the parser, inside the types that hold them."""
    found: list[Unit] = []
    for index in range(len(lost)):
        unit = unit_of(sheet.given, sheet.language, lost, index)
        known = [*sheet.units, *found]
        holders = [
            at
            for at, other in enumerate(known)
            if other.start <= unit.start and unit.end <= other.end and other.kind in _HOLDERS
        ]
        parent = holders[-1] if holders else None
        prefix = f"{known[parent].symbol}." if parent is not None and known[parent].symbol else ""
        name = prefix + unit.name
        inner = tuple(prefix + symbol for symbol in unit.symbols)
        found.append(
            replace(unit, parent=parent, name=name, title=name, symbol=name, symbols=inner, flags=("syntax_error",))
        )
    return found


def _refuse_depth(definitions: Sequence[Definition]) -> None:
    """Refuse definitions inside definitions inside definitions: names and ownership grow with the square of the depth.

    Raises:
        UnreadableTreeError: they nest deeper than any program does.
    """
    depths: dict[int, int] = {}
    for definition in definitions:
        depths[id(definition)] = 1 + (depths.get(id(definition.parent), 0) if definition.parent else 0)
        if depths[id(definition)] > _DEEPEST:
            raise syntax.UnreadableTreeError("nesting_too_deep")


def fill(given: ChunkingInput, language: Language, root: Node, seen: bytes | None = None) -> Sheet:
    """Read a tree and return the filled sheet of the file, units not yet made; `seen` is what the parser saw of the text."""
    reading = read(plan(language.name), root)
    text = FileText(given.clean)
    text.seen = text.data if seen is None else seen
    definitions = merged(nest(reaching(reading.definitions.values(), text)), reading, language, text)
    _refuse_depth(definitions)
    roster = judge(reading, definitions, language, text, given.path, given.classification.category)
    name_all(definitions, language, text)
    call_roll(roster, definitions, language)
    _drop_groups(definitions, language, text)
    comments = attach(reading, definitions, text)
    for definition in within_decorators(definitions):  # a function in `@Module({...})` is part of the decorated unit
        roster.kinds.pop(id(definition), None)
    for definition in definitions:
        if "extension" in definition.tags:  # `impl Area for Point` says more than the name of the type
            roster.titles[id(definition)] = text.one_line(*declaration(definition, comments, text))
    if language.fold_overloads:
        fold_overloads(definitions, roster.kinds, text, comments)
    expressions = Expressions(language, text)
    symbols = {
        id(d): s
        for d, s in zip(definitions, Symbols(language, text, expressions, comments).all(definitions), strict=True)
    }
    facts = Facts(given, language, text, expressions, reading).of(definitions, tuple(symbols.values()))
    sheet = Sheet(given, language, text, root, comments, definitions, symbols, facts, roster.kinds, roster.titles)
    sheet.index_members()
    return sheet


def _drop_groups(definitions: Sequence[Definition], language: Language, text: FileText) -> None:
    """A wrapping node that opens a parenthesised group (`type ( ... )`) belongs to the group, even when it holds one definition."""
    for definition in definitions:
        outer = definition.outer
        if (
            outer is not None
            and outer.type in language.transparent
            and text.data[outer.start_byte : definition.start].rstrip().endswith(b"(")
        ):
            definition.outer = None


def compose(sheet: Sheet) -> list[Unit]:
    """Return all units of a file, parents before children: loose tests' suite, statements, definitions with their blocks."""
    units = sheet.units
    suite = file_suite(sheet)
    if suite is not None:
        units.append(suite)
    base = len(units)
    units.extend(module_units(sheet))
    runs = [unit.start for unit in units[base:]]
    for definition in sheet.definitions:
        kind = sheet.kinds.get(id(definition))
        if kind is None:
            continue
        sheet.places[id(definition)] = len(units)
        unit = _MAKERS[kind](sheet, definition)
        if unit.parent is None:
            unit = replace(unit, parent=_parent(sheet, unit, suite, runs, base))
        units.append(unit)
        if kind in {"method_chunk", "test_case_chunk"}:
            _cut_large(sheet, definition, unit)
    return units


def _parent(sheet: Sheet, unit: Unit, suite: Unit | None, runs: list[int], base: int) -> int | None:
    """A definition at file level belongs to the statement that holds it, a loose test to the file's suite."""
    at = bisect_right(runs, unit.start) - 1
    if at >= 0 and unit.end <= sheet.units[base + at].end:
        return base + at
    return 0 if suite is not None and unit.kind == "test_case_chunk" else None


def _cut_large(sheet: Sheet, definition: Definition, unit: Unit) -> None:
    chunking = sheet.given.policy.chunking
    body = definition.parts.get("body")
    size = unit.end - unit.start
    if body is None or not chunking.create_block_chunks_for_large_methods or size <= chunking.max_tokens_per_chunk:
        return
    if estimate_bytes(sheet.text.data[unit.start : unit.end], sheet.language.name) <= chunking.max_tokens_per_chunk:
        return
    place = len(sheet.units) - 1
    blocks = block_units(sheet, body, definition.qualified, unit.title, place, place + 1)
    if not blocks:
        return
    attributes = {**unit.attributes, "mode": "outline_plus_blocks"}
    sheet.units[place] = replace(unit, attributes=attributes, show=outline(sheet, blocks, place))
    sheet.units.extend(blocks)


CHUNKER = Chunker("code", "1", _supports, _chunk, native=True)
