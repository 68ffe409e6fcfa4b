"""Facts of config sections: each leaf key as a symbol, environment variables, placeholders and needs as mentions.

Takes sections and their nodes, gives symbols and mentions; values are looked at for `${...}` only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from chunkers.formats.section.keys import leaves
from chunkers.formats.section.model import Section
from chunkers.formats.tree.node import MAPPING, SEQUENCE, Node
from chunkers.formats.tree.scalar import text_of
from chunkers.span import Lines, Span
from chunkers.symbol import Mention, Symbol

MOST_SYMBOLS = 2000
MOST_DEPTH = 10  # levels searched for blocks of variables
_PLACEHOLDER = re.compile(rb"\$\{([A-Za-z_][\w.\-]*)(?=:(?!:)|[}\-?])")
_ENV_NAME = re.compile(r"[A-Z][A-Z0-9_]+\Z")
_ENV_BLOCKS = frozenset({"environment", "env", "variables"})


def key_symbols(found: Iterable[Section], lines: Lines, language: str | None) -> list[Symbol]:
    """Return a `config_key` symbol per leaf key, at most `MOST_SYMBOLS`; repeats carry `~2`, `~3` ..."""
    symbols: list[Symbol] = []
    taken: dict[str, int] = {}
    for section in found:
        for name, node in leaves(section.nodes, section.prefix):
            if len(symbols) >= MOST_SYMBOLS:
                return symbols
            if node.key is None or name.startswith("["):  # items of a root list have no name to be read by
                continue
            taken[name] = taken.get(name, 0) + 1
            qualified = name if taken[name] == 1 else f"{name}~{taken[name]}"
            line = lines.line_at(node.start)
            span = Span(line, lines.last_line_of(node.start, node.end))
            symbols.append(Symbol("config_key", node.key, qualified, span, line, language=language))
    return symbols


def env_symbols(found: Iterable[Section], lines: Lines, source: bytes, language: str | None) -> list[Symbol]:
    """Return an `env_var` symbol per variable that an `environment`, `env` or `variables` block sets, once per name."""
    symbols: dict[str, Symbol] = {}
    for section in found:
        for symbol in variables(_set_variables(section.nodes, source), lines, language):
            symbols.setdefault(symbol.name, symbol)
    return list(symbols.values())


def variables(named: Iterable[tuple[str, Node]], lines: Lines, language: str | None) -> Iterator[Symbol]:
    """Yield an `env_var` symbol for each pair whose name is written like a variable."""
    for name, node in named:
        if _ENV_NAME.match(name):
            line = lines.line_at(node.start)
            yield Symbol("env_var", name, name, Span(line, line), line, language=language)


def placeholder_mentions(section: Section, lines: Lines) -> list[Mention]:
    """Return a mention per `${NAME}` in a section: `env` for an all-caps name, else `reads_key`."""
    found: dict[tuple[str, int], Mention] = {}
    for match in _PLACEHOLDER.finditer(lines.data, section.start, section.end):
        name = match.group(1).decode()
        line = lines.line_at(match.start())
        kind = "env" if _ENV_NAME.match(name) else "reads_key"
        column = lines.column_at(match.start(1))
        found.setdefault((name, line), Mention(kind, name, section.title, line, column, column + len(name)))
    return list(found.values())


def _set_variables(nodes: Iterable[Node], source: bytes) -> list[tuple[str, Node]]:
    found: list[tuple[str, Node]] = []
    stack = [(node, 0) for node in nodes]
    while stack:
        node, depth = stack.pop()
        block = node.key is not None and node.key.lower() in _ENV_BLOCKS
        if block and node.kind is MAPPING:
            found += [(child.key, child) for child in node.children if child.key and _ENV_NAME.match(child.key)]
        elif block and node.kind is SEQUENCE:
            found += [(name, item) for item in node.children if (name := _item_name(item, source))]
        if depth < MOST_DEPTH and not (block and node.kind is SEQUENCE):
            stack += [(child, depth + 1) for child in reversed(node.children) if child.children]
    return found


def _item_name(item: Node, source: bytes) -> str:
    """Return the variable of `- NAME=value` or `- name: NAME`, "" when it is neither."""
    text = text_of(source, item.get("name")) if item.kind is MAPPING else text_of(source, item).partition("=")[0]
    return text if _ENV_NAME.match(text) else ""
