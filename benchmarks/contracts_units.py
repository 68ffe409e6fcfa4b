"""Prisma, MyBatis, dbt and GraphQL in code on real files against other readers: prisma-ast, lxml, Jinja, TypeScript with graphql-core.

usage: python benchmarks/contracts_units.py NAME=KIND=ROOT ...      KIND: prisma, mybatis, dbt, graphql-in-code
Needs `pip install lxml jinja2 graphql-core` and, in NODE_PATH, the npm packages @mrleebo/prisma-ast and typescript.
What the other reader refuses is counted and left out.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import contracts_graphql
import jinja2
from contracts_files import Totals, files, run
from graphql import GraphQLSyntaxError, Source, parse
from jinja2 import nodes
from lxml import etree

from chunkers.chunk import FileResult
from chunkers.unit import Cut

Rows = set[tuple[object, ...]]
ORACLES = Path(__file__).parent / "oracles"
MAPPED = frozenset({"select", "insert", "update", "delete", "statement", "procedure"})
SUFFIXES = {
    "prisma": (".prisma",),
    "mybatis": (".xml",),
    "dbt": (".sql",),
    "graphql-in-code": (".ts", ".tsx", ".js", ".jsx", ".mjs", ".mts", ".cjs"),
}


def by_node(script: str, paths: list[Path]) -> dict[str, list[list[object]] | None]:
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write("\n".join(map(str, paths)))
        listed.flush()
        command = ["node", "--no-warnings", str(ORACLES / script), listed.name]
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return dict(json.loads(line) for line in out.splitlines())


def prisma(told: list[list[object]], _data: bytes, _result: FileResult, cut: Cut) -> tuple[Rows, Rows]:
    """Kinds, names and fields of all blocks."""
    wanted = {(kind, name, tuple(fields)) for kind, name, fields in told}  # type: ignore[arg-type]  # JSON
    got = {
        (
            unit.attributes["subkind"],
            unit.title.rpartition(".")[2],
            tuple(one.rpartition(".")[2] for one in unit.symbols),
        )
        for unit in cut.units
    }
    return wanted, got


def mybatis(data: bytes) -> Rows:
    """Ids and last lines of mapped statements: lxml knows where an element starts, so the next event is asked for its end."""
    root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))
    if root.tag not in {"mapper", "sqlMap"}:
        raise ValueError
    return {(one.get("id"), one.sourceline) for one in root.iter() if one.tag in MAPPED and one.get("id")}


def our_mybatis(data: bytes, result: FileResult) -> Rows:
    rows: Rows = set()
    lines = data.split(b"\n")
    for draft in result.drafts:
        span = draft.spans.full
        if draft.chunk_type == "migration_operation_chunk" and draft.attributes.get("subkind") != "part" and span:
            first = next(
                (at for at in range(span.start_line, span.end_line + 1) if opens(lines[at - 1])), span.start_line
            )
            last = next((at for at in range(first, span.end_line + 1) if b">" in lines[at - 1]), first)
            rows.add(((draft.symbols[0] if draft.symbols else draft.title).rpartition("#")[2], last))
    return rows


def opens(line: bytes) -> bool:
    return line.lstrip().startswith(tuple(f"<{tag}".encode() for tag in MAPPED))


def dbt(data: bytes) -> Rows:
    """The models and sources that the template calls name."""
    tree = jinja2.Environment(extensions=["jinja2.ext.do"]).parse(data.decode())  # parsed, never rendered
    found: Rows = set()
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in {"ref", "source"}:
            words = [one.value for one in call.args if isinstance(one, nodes.Const)]
            if len(words) == len(call.args):
                found.add((words[-1] if call.node.name == "ref" else ".".join(map(str, words)),))
    return found


def templates(told: list[list[object]], data: bytes, _result: FileResult, cut: Cut) -> tuple[Rows, Rows]:
    """Titles, first and last lines of the definitions in templates without holes inside braces."""
    wanted: Rows = set()
    compared: list[tuple[int, int]] = []
    for first, text, holes in told:
        if holes or not isinstance(text, str) or not isinstance(first, int):
            continue
        try:
            document = parse(Source(text.replace("\r\n", "\n")))
        except GraphQLSyntaxError:
            continue
        compared.append((first, first + text.count("\n")))
        for node in document.definitions:
            low, high = contracts_graphql.lines(node)
            wanted.add((contracts_graphql.title(node), low + first - 1, high + first - 1))
    got: Rows = set()
    for unit in cut.units:
        if unit.attributes.get("embedded") and unit.attributes["subkind"] != "root_field":
            low, high = contracts_graphql.span(data, unit)
            if any(start <= low and high <= stop for start, stop in compared):
                got.add((unit.title, low, high))
    return wanted, got


def judged(kind: str, told: object, data: bytes, result: FileResult, cut: Cut) -> tuple[Rows, Rows]:
    if kind == "mybatis":
        return mybatis(data), our_mybatis(data, result)
    if kind == "dbt":
        units = [unit for unit in cut.units if unit.attributes.get("subkind") == "dbt_model"]
        if not units:
            raise ValueError
        return dbt(data), {(one,) for unit in units for one in unit.attributes["references"]}
    if not isinstance(told, list):
        raise ValueError  # noqa: TRY004  # the other reader refused the file
    compare: Callable[..., tuple[Rows, Rows]] = prisma if kind == "prisma" else templates
    return compare(told, data, result, cut)


def candidates(kind: str, root: Path) -> list[Path]:
    """Return the files that may be of the kind."""
    marks = {"mybatis": b"<mapper", "graphql-in-code": b"g", "prisma": b"", "dbt": b"{{"}
    paths = files(root, SUFFIXES[kind])
    found = [path for path in paths if marks[kind] in path.read_bytes() and "node_modules" not in path.parts]
    if kind != "graphql-in-code":
        return found
    return [path for path in found if b"gql" in (data := path.read_bytes()) or b"graphql" in data.lower()]


def main() -> None:
    print(
        "| source | kind | files | MB | chunks | outcomes | ownership | MB/s | compared | differing | refused or other files |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    notes: list[str] = []
    for argument in sys.argv[1:]:
        name, kind, folder = argument.split("=", 2)
        root = Path(folder).resolve()
        paths = candidates(kind, root)
        scripts = {"prisma": "prisma_blocks.js", "graphql-in-code": "graphql_templates.js"}
        told = by_node(scripts[kind], paths) if kind in scripts else {}
        totals, want, differing, refused = Totals(), 0, 0, 0
        for path, data, result, cut in run(root, paths, totals):
            try:
                wanted, got = judged(kind, told.get(str(path)), data, result, cut)
            except (ValueError, etree.XMLSyntaxError, jinja2.TemplateSyntaxError):
                refused += 1
                continue
            want += len(wanted)
            differing += len(wanted ^ got)
            notes += [f"{name}/{path.relative_to(root)}: {one}" for one in sorted(map(str, wanted ^ got))[:3]]
        print(f"| {name} | {kind} | {totals.row()} | {want} | {differing} | {refused} |", flush=True)
    for note in notes[:60]:
        print("-", note)


if __name__ == "__main__":
    main()
