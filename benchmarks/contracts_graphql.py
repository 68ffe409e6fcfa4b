"""Compare GraphQL definitions and root fields with graphql-core: titles, first and last lines.

usage: python benchmarks/contracts_graphql.py ROOT [ROOT ...]
Needs `pip install graphql-core`. A file that graphql-core refuses is counted and left out.
"""

from __future__ import annotations

import sys
from pathlib import Path

from contracts_files import Totals, files, run
from graphql import GraphQLSyntaxError, Source, parse
from graphql.language import ast

from chunkers.unit import Unit

ROOTS = {"Query", "Mutation", "Subscription"}


def expected(text: str) -> set[tuple[str, int, int]]:
    """Return (title, first line, last line) of definitions and of the fields of root types."""
    document = parse(Source(text))
    roots = set(ROOTS)
    for node in document.definitions:
        if isinstance(node, ast.SchemaDefinitionNode | ast.SchemaExtensionNode):
            roots |= {operation.type.name.value for operation in node.operation_types or ()}
    found: set[tuple[str, int, int]] = set()
    for node in document.definitions:
        found.add((title(node), *lines(node)))
        if isinstance(node, ast.ObjectTypeDefinitionNode | ast.ObjectTypeExtensionNode) and node.name.value in roots:
            found |= {(f"{node.name.value}.{field.name.value}", *lines(field)) for field in node.fields or ()}
    return found


def lines(node: ast.Node) -> tuple[int, int]:
    start, end = node.loc.start_token, node.loc.end_token
    last = end.line + (end.value.count("\n") if end.kind.value == "BlockString" else 0)
    return start.line, last


def title(node: ast.Node) -> str:
    if isinstance(node, ast.OperationDefinitionNode):
        return f"{node.operation.value} {node.name.value if node.name else '(anonymous)'}"
    if isinstance(node, ast.FragmentDefinitionNode):
        return f"fragment {node.name.value}"
    if isinstance(node, ast.SchemaDefinitionNode):
        return "schema"
    if isinstance(node, ast.SchemaExtensionNode):
        return "extend schema"
    name = f"@{node.name.value}" if isinstance(node, ast.DirectiveDefinitionNode) else node.name.value
    return f"extend {name}" if isinstance(node, ast.TypeExtensionNode) else name


def main() -> None:
    print(
        "| repository | files | MB | chunks | outcomes | ownership | MB/s | definitions and root fields | differing | refused by graphql-core |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name in sys.argv[1:]:
        root = Path(name).resolve()
        totals, want, differing, refused = Totals(), 0, [], 0
        for path, data, _result, cut in run(root, files(root, (".graphql", ".gql", ".graphqls")), totals):
            try:
                wanted = expected(data.decode("utf-8-sig").replace("\r\n", "\n"))
            except (GraphQLSyntaxError, UnicodeDecodeError, RecursionError):
                refused += 1
                continue
            found = {(unit.title, *span(data, unit)) for unit in cut.units}
            want += len(wanted)
            differing += [(path.name, *item) for item in sorted(wanted ^ found)]
        print(f"| {root.name} | {totals.row()} | {want} | {len(differing)} | {refused} |")
        for item in differing[:20]:
            print("-", *item)


def span(data: bytes, unit: Unit) -> tuple[int, int]:
    """The unit without its leading comments: graphql-core does not count those."""
    text = data[unit.start : unit.end]
    first = data[: unit.start].count(b"\n") + 1
    for line in text.split(b"\n"):
        if line.strip() and not line.lstrip().startswith(b"#"):
            break
        first += 1
    return first, data[: unit.end].count(b"\n") + 1


if __name__ == "__main__":
    main()
