"""Other readers of the same languages, on our fixtures: libpg_query, sqlglot, sqlparse, protoc, graphql-core, Python's ast, lxml."""

from __future__ import annotations

import ast
import logging
import tempfile
from pathlib import Path
from types import NoneType

import graphql
import grpc_tools
import pglast
import pytest
import sqlglot
import sqlparse
from google.protobuf import descriptor_pb2
from grpc_tools import protoc
from lxml import etree

from chunkers.chunk import ChunkDraft
from tests.road import road

ROOT = Path(__file__).parents[4] / "fixtures" / "formats"
STATEMENTS = {"migration_operation_chunk"}


def spans(drafts: tuple[ChunkDraft, ...], *kinds: str) -> set[tuple[str, int, int]]:
    return {
        (d.title, d.spans.full.start_line, d.spans.full.end_line)
        for d in drafts
        if d.chunk_type in kinds and d.spans.full
    }


def test_libpg_query_sees_the_same_statements_in_the_same_places() -> None:
    text = (ROOT / "sql/postgres.sql").read_text()
    raw = pglast.parse_sql(text)
    drafts = [d for d in road("db/postgres.sql", text).drafts if d.chunk_type in STATEMENTS]
    assert len(drafts) == len(raw)
    for draft, statement in zip(drafts, raw, strict=True):
        behind = statement.stmt_location + (statement.stmt_len or len(text) - statement.stmt_location)
        assert draft.spans.full is not None
        assert text.encode()[:behind].count(b"\n") + 1 <= draft.spans.full.end_line


@pytest.mark.parametrize(
    ("name", "dialect"), [("sql/sqlite.sql", "sqlite"), ("sql/dbmate.sql", "postgres"), ("sql/goose.sql", "postgres")]
)
def test_sqlglot_and_sqlparse_count_the_same_statements(name: str, dialect: str) -> None:
    text = (ROOT / name).read_text()
    ours = sum(draft.chunk_type in STATEMENTS for draft in road(name, text).drafts)
    logging.getLogger("sqlglot").setLevel(logging.ERROR)
    if name != "sql/sqlite.sql":  # sqlglot splits the body of a trigger
        assert (
            len(
                [
                    one
                    for one in sqlglot.parse(text, read=dialect)
                    if not isinstance(one, NoneType | sqlglot.exp.Semicolon)
                ]
            )
            == ours
        )
    parts = [part for part in sqlparse.split(text) if sqlparse.format(part, strip_comments=True).strip(" ;\n")]
    assert len(parts) == ours


@pytest.mark.parametrize("name", ["header.proto", "proto2.proto", "nested.proto"])
def test_protoc_sees_the_same_declarations(name: str, tmp_path: Path) -> None:
    text = (ROOT / "protobuf" / name).read_text()
    plain = text.replace('import "google/api/annotations.proto";\n', "\n").replace(
        'import public "zoo/food.proto";', ""
    )
    plain = plain.replace('option (owner) = { team: "keepers; all" };', "").replace(
        "google.protobuf.Empty", "FeedRequest"
    )
    start, end = plain.find("option (google.api.http)"), plain.find("    };", plain.find("option (google.api.http)"))
    if start >= 0:
        plain = plain[:start] + "\n" * plain[start : end + 6].count("\n") + plain[end + 6 :]
    plain = plain.replace('[deprecated = true, (note) = { a: 1; b: "}" }]', "")
    plain = plain.replace("  extend google.protobuf.FieldOptions {\n    optional string hint = 50001;\n  }", "\n\n")
    (tmp_path / name).write_text(plain)
    with tempfile.NamedTemporaryFile(suffix=".pb", dir=tmp_path) as out:
        include = Path(grpc_tools.__file__).parent / "_proto"
        assert (
            protoc.main(
                [
                    "protoc",
                    f"-I{tmp_path}",
                    f"-I{include}",
                    "--include_source_info",
                    f"--descriptor_set_out={out.name}",
                    name,
                ]
            )
            == 0
        )
        found = descriptor_pb2.FileDescriptorSet()
        found.ParseFromString(Path(out.name).read_bytes())
    names = set()
    stack = [(message, message.name) for message in found.file[0].message_type]
    while stack:
        message, title = stack.pop()
        if not message.options.map_entry:
            names.add(title)
            stack += [(inner, f"{title}.{inner.name}") for inner in message.nested_type]
            names |= {f"{title}.{inner.name}" for inner in message.enum_type}
    names |= {inner.name for inner in found.file[0].enum_type}
    for service in found.file[0].service:
        names |= {service.name, *(f"{service.name}.{method.name}" for method in service.method)}
    drafts = road(f"p/{name}", text).drafts
    assert {
        d.title for d in drafts if d.chunk_type.startswith("protobuf_") and not d.title.startswith("extend ")
    } == names


@pytest.mark.parametrize("name", ["schema.graphql", "roots.graphql", "operations.graphql", "keywords.graphql"])
def test_graphql_core_sees_the_same_definitions(name: str) -> None:
    text = (ROOT / "graphql" / name).read_text()
    wanted = set()
    for node in graphql.parse(text).definitions:
        assert node.loc is not None
        wanted.add(node.loc.end_token.line)
    kinds = ("graphql_type_chunk", "graphql_operation_chunk", "graphql_fragment_chunk")
    drafts = [d for d in road(name, text).drafts if d.chunk_type in kinds and d.attributes["subkind"] != "root_field"]
    assert {d.spans.full.end_line for d in drafts if d.spans.full} == wanted
    assert len(drafts) == len(graphql.parse(text).definitions)


@pytest.mark.parametrize(
    ("name", "path", "owner"),
    [("alembic.py", "alembic/versions/b2.py", "op"), ("django.py", "port/migrations/2.py", "migrations")],
)
def test_pythons_ast_sees_the_same_calls(name: str, path: str, owner: str) -> None:
    text = (ROOT / "migrations" / name).read_text()
    owners = {owner, "batch_op"}
    calls = {
        (node.end_lineno, node.func.attr)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in owners
        and node.func.attr not in {"f", "batch_alter_table", "get_bind", "get_context", "SeparateDatabaseAndState"}
    }
    ends = sorted(line for line, _ in calls if line)
    steps = [d for d in road(path, text).drafts if d.chunk_type in STATEMENTS]
    got = sorted(d.spans.full.end_line for d in steps if d.spans.full and d.title != "DELETE FROM logs")
    assert got == ends


@pytest.mark.parametrize("name", ["log.xml", "objects.xml"])
def test_lxml_sees_the_same_changes(name: str) -> None:
    text = (ROOT / "liquibase" / name).read_bytes()
    skipped = {"preConditions", "comment", "rollback"}
    lines = set()
    for change_set in etree.fromstring(text).iter("{*}changeSet"):
        lines |= {
            child.sourceline
            for child in change_set
            if isinstance(child.tag, str) and etree.QName(child).localname not in skipped
        }
    steps = [
        d for d in road(name, text).drafts if d.chunk_type in STATEMENTS and d.attributes.get("direction") != "down"
    ]
    starts = {d.spans.full.end_line - d.raw.strip().count("\n") for d in steps if d.spans.full and d.raw}
    commented = {line + 1 if text.split(b"\n")[line - 1].strip().startswith(b"<!--") else line for line in starts}
    assert commented == lines
