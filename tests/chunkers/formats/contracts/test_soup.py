"""Invariants over random statement soups and over arbitrary text: right statements, right places, every line owned once."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.road import road

STATEMENTS = [
    ("CREATE TABLE a (x int, y text DEFAULT 'p;q')", "CREATE TABLE a"),
    ("ALTER TABLE b\n  ADD COLUMN c int,\n  DROP COLUMN d", "ALTER TABLE b ADD COLUMN c, DROP COLUMN d"),
    ("CREATE FUNCTION f() RETURNS int AS $x$\nBEGIN; END;\n$x$ LANGUAGE plpgsql", "CREATE FUNCTION f"),
    ("UPDATE t SET v = 'it''s; -- no' WHERE k = \"odd;name\"", "UPDATE t"),
    ("INSERT INTO t (a) VALUES (1), (2) /* ; */", "INSERT INTO t"),
    (
        "CREATE TRIGGER g AFTER INSERT ON t BEGIN\n  DELETE FROM u;\n  SELECT CASE WHEN 1 THEN 2 END;\nEND",
        "CREATE TRIGGER g",
    ),
    ("DROP INDEX IF EXISTS i", "DROP INDEX i"),
    ("SELECT ';', $$ ; $$, 1", "SELECT"),
]
COMMENTS = ["", "-- a; comment\n", "/* b; */ ", "/* c\n ; */\n", "-- don't\n\n"]
FAST = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
PATHS = [
    "a.sql",
    "a.proto",
    "a.graphql",
    "a.prisma",
    "log.xml",
    "migrations/1_a.py",
    "db/migrate/1_a.rb",
    "migrations/1.js",
]
SEEDS = {
    "log.xml": "<databaseChangeLog><changeSet id='1'>",
    "migrations/1_a.py": "from alembic import op\n",
    "db/migrate/1_a.rb": "class A < ActiveRecord::Migration[7]\n",
    "migrations/1.js": "exports.up = knex => knex.schema\n",
}
PIECES = (
    "' \" ` $$ $a$ ; ( ) { } [ ] -- /* */ # // \n \n\n , . = : @ | & ! < > \\ é \u2028 \r\n message enum service rpc type query "
    "extend fragment model CREATE TABLE BEGIN END CASE GO / DELIMITER // COPY FROM stdin \\. a b 1 op.add_column('a', "
    'add_column :a, do |t| end .createTable(\'a\', => <sql> </sql> """'
).split(" ")


@FAST
@given(
    st.lists(
        st.tuples(st.sampled_from(STATEMENTS), st.sampled_from(COMMENTS), st.sampled_from(["\n", "\n\n", "  \n", " "])),
        max_size=8,
    )
)
def test_every_statement_of_a_soup_is_found_in_order(parts: list[tuple[tuple[str, str], str, str]]) -> None:
    text = "".join(f"{comment}{statement};{space}" for (statement, _), comment, space in parts)
    result = road("db/soup.sql", text)
    got = [draft.title for draft in result.drafts if draft.chunk_type == "migration_operation_chunk"]
    assert got == [title for (_, title), _, _ in parts]
    assert result.broken == ()
    assert result.lines == result.owned


@FAST
@given(st.sampled_from(PATHS), st.lists(st.sampled_from(PIECES), max_size=60))
def test_any_text_is_owned_line_by_line(path: str, pieces: list[str]) -> None:
    result = road(path, SEEDS.get(path, "") + " ".join(pieces))
    assert result.lines == result.owned
    for draft in result.drafts:
        span = draft.spans.full
        assert span is None or 1 <= span.start_line <= span.end_line


@pytest.mark.parametrize(
    "broken",
    [
        "CRATE TABLE x (a int)",
        "CREATE TABLE x (a text DEFAULT 'open)",
        "CREATE TABLE x (a int",
        "CREATE TABLE x (a int,, b int)",
    ],
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_one_broken_statement_costs_itself_only(broken: str, place: int) -> None:
    good = ["CREATE TABLE a (k text DEFAULT 'v');", "ALTER TABLE a ADD COLUMN b int;", "DROP TABLE c;"]
    lines = [*good[:place], f"{broken};", *good[place:]]
    result = road("db/broken.sql", "\n".join(lines) + "\n")
    assert result.broken == ((place + 1, place + 1),)
    drafts = [draft for draft in result.drafts if draft.chunk_type == "migration_operation_chunk"]
    assert [draft.spans.full.start_line for draft in drafts if draft.spans.full] == [1, 2, 3, 4]
    assert [draft.parse_status for draft in drafts].count("PARTIAL") == 1
