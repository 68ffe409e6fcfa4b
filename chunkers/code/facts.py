"""The facts of one file: symbols, imports, bindings and references with their scopes.

Takes a reading whose definitions are nested and placed, gives `FileFacts`; resolves nothing and knows no framework.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from chunkers.chunker import ChunkingInput
from chunkers.code.bindings import Bindings
from chunkers.code.expressions import Expressions, quoted
from chunkers.code.reading import Definition, Imported, Mark, Reading, Use
from chunkers.code.scopes import Scopes
from chunkers.code.text import FileText
from chunkers.language import Language
from chunkers.pattern import later
from chunkers.symbol import FileFacts, Import, Reference, Symbol

_TYPE_ONLY = later(rb"(?:import|export)\s+type\b")
_VERSION = later(r"v\d+\Z")
_RANK = {
    "call": 0,
    "new": 0,
    "super_call": 0,
    "jsx": 1,
    "throw": 2,
    "annotation": 2,
    "type": 3,
    "write": 4,
    "value": 5,
    "read": 6,
}


class Facts:
    """Makes the facts of one file."""

    def __init__(
        self, given: ChunkingInput, language: Language, text: FileText, expressions: Expressions, reading: Reading
    ) -> None:
        """Keep the file and what was read."""
        self._given = given
        self._language = language
        self._text = text
        self._expressions = expressions
        self._reading = reading
        self._local: dict[str, set[str]] = {}

    def of(self, definitions: Sequence[Definition], symbols: Sequence[Symbol]) -> FileFacts:
        """Return all facts; `symbols` are those of `definitions`."""
        scopes = Scopes(definitions)
        reading, text = self._reading, self._text
        bound = Bindings(self._language, text, self._expressions, reading, scopes)
        bindings, variables = bound.of(definitions, symbols)
        self._local = bound.local
        return FileFacts(
            path=self._given.path,
            language=self._language.name,
            category=self._given.classification.category.value,
            package=text.of(reading.package) if reading.package is not None else None,
            symbols=self._exported((*symbols, *variables)),
            imports=tuple(self._import(item, scopes) for item in _distinct(reading.imports)),
            bindings=bindings,
            references=self._references(definitions, scopes),
            extras=(*self._captured(), *self._exports(scopes), *self._directives()),
        )

    def _captured(self) -> Iterator[tuple[str, str]]:
        for key, value in self._reading.extras:
            yield self._text.of(key).strip("_"), quoted(self._text.of(value))

    def _exports(self, scopes: Scopes) -> Iterator[tuple[str, str]]:
        """Yield ("export", "local as exported") for names exported apart from their declaration."""
        seen = set()
        for node, alias in sorted(self._reading.exports, key=lambda pair: (pair[0].start_byte, pair[1] is None)):
            if node.start_byte in seen or scopes.at(node.start_byte) is not None:
                continue
            seen.add(node.start_byte)
            shown = self._text.of(alias) if alias is not None else None
            name = self._text.of(node)
            yield "export", f"{name} as {'default' if shown == 'exports' else shown}" if shown else name

    def _directives(self) -> Iterator[tuple[str, str]]:
        """Yield what comments say to the tools of the language."""
        for node in self._reading.comments if self._language.directives else ():
            written = self._text.of(node)
            for prefix, key in self._language.directives.items():
                if written.startswith(prefix):
                    yield key, written[len(prefix) :].strip()

    def _exported(self, symbols: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
        names = {self._text.of(node) for node, _ in self._reading.exports}
        if not names:
            return symbols
        return tuple(
            _tagged(symbol, "exported")
            if not symbol.container and symbol.name in names and "exported" not in symbol.tags
            else symbol
            for symbol in symbols
        )

    def _import(self, item: Imported, scopes: Scopes) -> Import:
        text = self._text
        module = quoted(text.cut(item.module.start_byte, item.module_end)) if item.module is not None else ""
        module = "::".join([*(text.of(owner) for owner in item.owners), module]) if item.owners else module
        name = "*" if item.whole and item.name is None else text.of(item.name) if item.name is not None else None
        if item.default is not None:
            name = "default"
        token = item.default or item.name or item.module or item.node
        line, column, end_column = text.token(token)
        if item.module is None and item.name is not None:
            module = "__future__" if self._language.name == "python" else module
        holder = scopes.at(item.node.start_byte)
        return Import(
            module=module,
            name=name,
            alias=self._alias(item, module, name),
            kind=item.kind,
            line=line,
            column=column,
            end_column=end_column,
            scope=holder.qualified if holder else "",
            type_only=_TYPE_ONLY.match(text.data, item.node.start_byte) is not None,
        )

    def _alias(self, item: Imported, module: str, name: str | None) -> str | None:
        local = item.alias or item.default
        if local is not None:
            bound = self._text.of(local)
            return None if bound == "_" else bound
        if name is not None:
            return None if name == "*" else name.rsplit("::", 1)[-1].rsplit("\\", 1)[-1]
        parts = module.split("/") if "/" in module else module.split(".")
        if self._language.import_binds == "first":
            return parts[0] or None
        if self._language.import_binds == "last":
            last = parts[-2] if len(parts) > 1 and _VERSION.match(parts[-1]) else parts[-1]
            return last or None
        return None

    def _references(self, definitions: Sequence[Definition], scopes: Scopes) -> tuple[Reference, ...]:
        best: dict[int, Use] = {}
        rank = _RANK
        for use in [*self._reading.uses, *map(_annotation, self._reading.marks.values())]:
            key = use[1].start_byte
            known = best.get(key)
            if known is None or rank[use[0]] < rank[known[0]]:
                best[key] = use
        found: list[Reference] = []
        for definition in definitions:
            if definition.name_node is not None and "anonymous" not in definition.tags:  # a name that defines is no use
                best.pop(definition.name_node.start_byte, None)
        named, build, arguments_of = self._text.named, self._expressions.build, self._expressions.arguments
        closing = self._text.closing
        keys = sorted(best)
        for key, holder in zip(keys, scopes.along(keys), strict=True):
            kind, token, receiver, arguments, extent = best[key]
            name, line, column, end_column = named(token, key)
            if kind == "value" and self._is_local(name, holder):
                continue
            found.append(
                Reference(
                    kind,
                    name,
                    holder.qualified if holder is not None else "",
                    line,
                    column,
                    end_column,
                    None if receiver is None else build(receiver),
                    () if arguments is None else arguments_of(arguments),
                    *((line, None) if extent is None else closing(extent)),
                )
            )
        return tuple(found)

    def _is_local(self, name: str, holder: Definition | None) -> bool:
        while holder is not None:
            if name in self._local.get(holder.qualified, ()):
                return True
            holder = holder.parent
        return name in self._language.self_names


def _annotation(mark: Mark) -> Use:
    name = mark.name.named_children[-1] if mark.name.named_child_count else mark.name
    return "annotation", name, None, mark.arguments, mark.arguments


def _distinct(imports: Iterable[Imported]) -> list[Imported]:
    """Return imports in source order, one per name token; where two patterns saw one, the later knows better."""
    found = {(item.default or item.name or item.alias or item.module or item.node).start_byte: item for item in imports}
    binding = {
        item.module.start_byte
        for item in found.values()
        if item.module and (item.name or item.alias or item.default or item.whole)
    }
    return [
        item
        for _, item in sorted(found.items())
        if _binds(item) or item.module is None or item.module.start_byte not in binding
    ]


def _binds(item: Imported) -> bool:
    return bool(item.name or item.alias or item.default or item.whole)


def _tagged(symbol: Symbol, tag: str) -> Symbol:
    return replace(symbol, tags=(*symbol.tags, tag))
