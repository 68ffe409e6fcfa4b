"""Entities to tables and code to the tables it asks: one fixture per mapper; the edges are exactly those listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from graph.edges.sql_words import named_tables
from tests.graph.snapshot import FIXTURES, edges, linked


def _cases() -> Iterator[Any]:
    for one in yaml.safe_load_all((FIXTURES / "tables" / "tables.yaml").read_text()):
        yield pytest.param(one, id=one["name"])


@pytest.mark.parametrize("case", list(_cases()))
def test_tables_are_exactly_these(case: dict[str, Any]) -> None:
    answer = linked(case["files"])
    names = {node.id: node.name for node in answer.tables.nodes}
    found = edges(answer, case["kind"])
    assert sorted(f"{names[source]} -> {names[target]}" for source, target in found) == sorted(case["edges"])


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("SELECT * FROM owners WHERE id = ?", ["owners"]),
        ("select a.x from app.owners as a, pets p join `visits` v on v.id = p.id", ["app.owners", "pets", "visits"]),
        ('INSERT INTO "orders" (a) VALUES (1)', ["orders"]),
        ("update only items set x = 1 where id in (select id from stock)", ["items", "stock"]),
        ("WITH recent AS (SELECT * FROM orders), old (x) AS (SELECT 1) SELECT * FROM recent JOIN old", ["orders"]),
        ("delete from a where b = (select max(c) from lateral x)", ["a"]),
        ("from Pet p where p.id = 1", ["Pet"]),
        ("selected from the list", []),
        ("please select a file from the folder", []),
        ("", []),
    ],
)
def test_words_of_a_statement_name_tables(text: str, tables: list[str]) -> None:
    assert named_tables(text) == tables


def test_a_sentence_that_looks_like_a_statement_makes_no_table() -> None:
    files = {
        "a.py": "def f(db):\n    db.execute('select one from many')\n    print('update available now')\n",
        "b.sql": "CREATE TABLE known (id INT);",
    }
    assert edges(linked(files), "QUERIES_TABLE") == set()


def test_a_collection_that_holds_entities_asks_no_table() -> None:
    files = {
        "m.py": "class User(Base):\n    __tablename__ = 'users'\n\n\ndef f(seen, session):\n    u = User()\n    seen.add(u)\n    seen.get(User)\n\n\n"
        "def g(seen, session):\n    session.add(User())\n",
    }
    assert edges(linked(files), "QUERIES_TABLE") == {("symbol:m.g", "table:users")}
