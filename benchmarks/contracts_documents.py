"""OpenAPI, AsyncAPI, JSON Schema and Avro on real files against a plain walk: pointers and first lines of operations and named entries.

usage: python benchmarks/contracts_documents.py NAME=KIND=ROOT ...      KIND: openapi, asyncapi, json-schema, avro
The walk goes over PyYAML's composed nodes (marks of libyaml; JSON is read as YAML), Avro names come from the `avro` package
(`pip install avro`). Documents that PyYAML or avro refuse are counted and left out.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import avro.errors
import avro.protocol
import avro.schema
import yaml
from contracts_files import Totals, files, run

from chunkers.chunk import FileResult

METHODS = frozenset("get put post delete options head patch trace".split())
CHUNKS = frozenset(
    "api_operation_chunk schema_chunk api_parameter_chunk api_response_chunk security_scheme_chunk".split()
)
Row = tuple[str, int]
Pairs = list[tuple[str, int, yaml.Node]]


def pairs(node: yaml.Node | None) -> Pairs:
    """Return key, line of the key and value of a mapping; nothing for anything else."""
    if not isinstance(node, yaml.MappingNode):
        return []
    return [(str(key.value), key.start_mark.line + 1, value) for key, value in node.value]


def at(node: yaml.Node | None, *keys: str) -> yaml.Node | None:
    for key in keys:
        node = {name: value for name, _line, value in pairs(node)}.get(key)
    return node


def step(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def named(root: yaml.Node, *group: str) -> Iterator[Row]:
    place = "".join(f"/{step(key)}" for key in group)
    yield from ((f"{place}/{step(name)}", line) for name, line, _value in pairs(at(root, *group)))


def openapi(root: yaml.Node) -> Iterator[Row]:
    if at(root, "openapi") is None and at(root, "swagger") is None:
        raise TypeError
    for top in ("paths", "webhooks"):
        for path, _line, item in pairs(at(root, top)):
            yield from ((f"/{top}/{step(path)}/{method}", line) for method, line, _ in pairs(item) if method in METHODS)
    for group in ("schemas", "parameters", "responses", "securitySchemes"):
        yield from named(root, "components", group)
    for group in ("definitions", "securityDefinitions", "parameters", "responses"):
        yield from named(root, group)


def asyncapi(root: yaml.Node) -> Iterator[Row]:
    if at(root, "asyncapi") is None:
        raise TypeError
    yield from named(root, "operations")
    for channel, _line, item in pairs(at(root, "channels")):
        yield from (
            (f"/channels/{step(channel)}/{verb}", line)
            for verb, line, _ in pairs(item)
            if verb in {"publish", "subscribe"}
        )
    for group in ("schemas", "messages", "parameters", "securitySchemes"):
        yield from named(root, "components", group)


def json_schema(root: yaml.Node) -> Iterator[Row]:
    schema = at(root, "$schema")
    if not isinstance(schema, yaml.ScalarNode) or "json-schema.org" not in schema.value:
        raise TypeError
    yield "", 0
    for group in ("$defs", "definitions"):
        yield from named(root, group)


WALKS: dict[str, Callable[[yaml.Node], Iterator[Row]]] = {
    "openapi": openapi,
    "asyncapi": asyncapi,
    "json-schema": json_schema,
}


def walked(kind: str, data: bytes) -> set[Row]:
    return set(WALKS[kind](yaml.compose(data.decode("utf-8-sig"), Loader=yaml.CSafeLoader)))


def avro_names(data: bytes) -> set[str]:
    """Return the full names of all types that a schema or protocol defines, and the messages of a protocol."""
    document = json.loads(data)
    if isinstance(document, dict) and "protocol" in document:
        protocol = avro.protocol.make_avpr_object(document)
        types = {one.fullname for one in protocol.types or ()} | set(_inner(protocol.types or ()))
        return types | {f"{protocol.name}.{name}" for name in protocol.messages or ()}
    known = avro.schema.Names()
    avro.schema.make_avsc_object(document, known, validate_enum_symbols=False)
    return set(known.names)


def _inner(types: Iterable[avro.schema.Schema]) -> Iterator[str]:
    """Yield the full names of the types defined inside others."""
    seen: set[int] = set()
    stack = list(types)
    while stack:
        one = stack.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, avro.schema.NamedSchema):
            yield one.fullname
        stack += [field.type for field in getattr(one, "fields", ())]
        stack += [
            *getattr(one, "schemas", ()),
            *(getattr(one, part) for part in ("items", "values") if hasattr(one, part)),
        ]


def found(result: FileResult, data: bytes) -> set[Row]:
    """Return pointer and line of the key of our entries: the first line of the unit that is no comment."""
    lines = data.split(b"\n")
    rows: set[Row] = set()
    for draft in result.drafts:
        span = draft.spans.full
        if draft.chunk_type in CHUNKS and draft.attributes.get("subkind") != "part" and span is not None:
            first = span.start_line
            while lines[first - 1].lstrip().startswith((b"#", b"//")):
                first += 1
            rows.add((draft.pointer or "", first if draft.pointer else 0))
    return rows


def main() -> None:
    print(
        "| source | kind | files | MB | lines | chunks | outcomes | ownership | MB/s | entries | differing | no such document, or refused |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    notes: list[str] = []
    for argument in sys.argv[1:]:
        name, kind, folder = argument.split("=", 2)
        root = Path(folder).resolve()
        totals, want, differing, other, lines = Totals(), 0, 0, 0, 0
        suffixes = (".avsc", ".avpr") if kind == "avro" else (".json", ".yaml", ".yml")
        for path, data, result, _cut in run(root, chosen(kind, files(root, suffixes)), totals):
            lines += data.count(b"\n")
            wanted: set[object]
            try:
                wanted = set(avro_names(data)) if kind == "avro" else set(walked(kind, data))
            except (yaml.YAMLError, TypeError, ValueError, RecursionError, avro.errors.AvroException):
                other += 1
                continue
            got: set[object] = set(found(result, data))
            if kind == "avro":
                got = {symbol.qualified for symbol in result.facts.symbols}
            want += len(wanted)
            differing += len(wanted ^ got)
            notes += [f"{path.relative_to(root)}: {one}" for one in sorted(map(str, wanted ^ got))[:3]]
        print(f"| {name} | {kind} | {totals.row(lines)} | {want} | {differing} | {other} |")
    for note in notes[:40]:
        print("-", note)


def chosen(kind: str, paths: list[Path]) -> Iterator[Path]:
    """Yield the files that may be of the kind: its mark stands in them."""
    marks = {"openapi": (b"openapi", b"swagger"), "asyncapi": (b"asyncapi",), "json-schema": (b"json-schema.org",)}
    for path in paths:
        data = path.read_bytes()
        if kind == "avro" or any(mark in data for mark in marks[kind]):
            yield path


if __name__ == "__main__":
    main()
