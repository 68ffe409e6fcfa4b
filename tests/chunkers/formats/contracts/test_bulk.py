"""Bulk data is cut between rows, dumps become one unit with parts, and nothing grows over the cap."""

from __future__ import annotations

import pytest

from chunkers.chunk import ChunkDraft
from chunkers.policy import Chunking, ChunkingPolicy
from tests.road import road

SMALL = ChunkingPolicy(chunking=Chunking(max_tokens_per_chunk=300, target_tokens=150))


def parts_of(drafts: tuple[ChunkDraft, ...]) -> list[ChunkDraft]:
    return [draft for draft in drafts if draft.attributes.get("subkind") == "rows"]


@pytest.mark.parametrize("row", ["  ({n}, 'a;b ({n})')", "  ({n},\n   'two\nlines')"])
def test_an_insert_is_cut_between_rows(row: str) -> None:
    rows = ",\n".join(row.format(n=number) for number in range(120))
    text = f"CREATE TABLE t (a int, b text);\n-- seed\nINSERT INTO t (a, b) VALUES\n{rows};\nDROP TABLE u;\n"
    result = road("db/seed.sql", text, SMALL)
    parts = parts_of(result.drafts)
    assert len(parts) > 3
    assert all(part.token_estimate <= 300 and part.title.startswith("INSERT INTO t (part ") for part in parts)
    assert all((part.raw or "").rstrip().endswith((",", ";")) for part in parts)
    assert result.lines == result.owned
    whole = next(draft for draft in result.drafts if draft.title == "INSERT INTO t")
    assert whole.spans.full is not None
    assert whole.spans.full.start_line == 2
    assert {result.drafts[part.parent].title for part in parts if part.parent is not None} == {"INSERT INTO t"}
    assert {part.role for part in parts} == {"supporting_evidence"}


def test_copy_data_is_cut_between_lines() -> None:
    rows = "".join(f"{number}\tname; {number}\n" for number in range(200))
    result = road("db/dump.sql", f"COPY t (a, b) FROM stdin;\n{rows}\\.\nDROP TABLE t;\n", SMALL)
    parts = parts_of(result.drafts)
    assert len(parts) > 3
    assert all(part.token_estimate <= 300 for part in parts)
    assert (parts[0].raw or "").startswith("COPY t")
    assert result.lines == result.owned


def test_a_run_of_single_inserts_is_one_unit() -> None:
    rows = "".join(f"INSERT INTO t VALUES ({number}, 'x;');\n" for number in range(300))
    result = road("db/dump.sql", f"CREATE TABLE t (a int, b text);\n{rows}DROP TABLE t;\n")
    titles = [draft.title for draft in result.drafts if draft.attributes.get("subkind") != "rows"]
    assert titles == ["CREATE TABLE t", "INSERT INTO t", "DROP TABLE t"]
    assert next(draft for draft in result.drafts if draft.title == "INSERT INTO t").attributes["statements"] == 300
    assert result.lines == result.owned


@pytest.mark.parametrize(
    ("path", "deep"),
    [
        ("a.proto", "message M {" * 300 + "\n" + "}" * 300),
        ("a.graphql", "type M { a: " + "[" * 300 + "Int" + "]" * 300 + "\n}"),
    ],
)
def test_what_nests_too_deep_costs_itself(path: str, deep: str) -> None:
    word = "message" if path.endswith("proto") else "type"
    field = " int32 x = 1; " if word == "message" else " x: Int "
    result = road(path, f"{word} A {{{field}}}\n{deep}\n{word} B {{{field}}}\n")
    places = {
        draft.title: (draft.spans.full.start_line, draft.spans.full.end_line)
        for draft in result.drafts
        if draft.spans.full
    }
    assert [places[title] for title in ("A", "M", "B")] == [(1, 1), (2, 3), (4, 4)]
    assert result.lines == result.owned


HOSTILE = {
    "open comments": "/*\n",
    "comment ladder": "/*/**/",
    "brackets": "[",
    "templates": "{#",
    "parentheses": "(",
    "copies": "COPY t FROM stdin;\n",
    "escapes": "'\\",
    "routines": "CREATE FUNCTION f() RETURNS int BEGIN ",
    "messages": "message A {",
    "descriptions": '"""',
    "arguments": "a(",
    "models": "model A {\n",
    "elements": "<databaseChangeLog><a>",
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("path", ["a.sql", "a.proto", "a.graphql", "a.prisma", "a.xml"])
def test_hostile_text_stays_linear(name: str, path: str) -> None:
    """Twice the text may not cost much more than twice the steps: counted in executed lines, so that a busy machine changes nothing."""
    small, large = (steps(path, HOSTILE[name] * count) for count in (100, 200))
    assert large <= small * 2.6 + 2000


def steps(path: str, text: str) -> int:
    import sys  # noqa: PLC0415 - the trace hook belongs to this measurement only

    count = 0

    def trace(_frame: object, event: str, _argument: object) -> object:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        road(path, text)
    finally:
        sys.settrace(before)
    return count
