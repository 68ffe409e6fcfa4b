"""What migrations do to tables and columns, in the order they run: SQL scripts, code, renamings, ways down."""

from __future__ import annotations

import pytest

from graph.history import history_of
from tests.graph.snapshot import linked

SCRIPTS = {
    "db/migration/V1__init.sql": "CREATE TABLE orders (id INT, note TEXT);\n",
    "db/migration/V2__more.sql": "ALTER TABLE Orders ADD COLUMN status INT,\n  ALTER COLUMN note SET NOT NULL;\n",
    "db/migration/V10__move.sql": (
        "ALTER TABLE orders RENAME COLUMN status TO state;\nALTER TABLE orders DROP COLUMN note;\n"
        "ALTER TABLE orders RENAME TO purchases;\n"
    ),
    "db/migration/U10__move.sql": "ALTER TABLE purchases RENAME TO orders;\n",
    "db/migration/V11__gone.sql": "UPDATE purchases SET state = 1;\nDROP TABLE purchases;\n",
}


def told(files: dict[str, str], node: str) -> list[tuple[str, str, int, bool]]:
    events = history_of(linked(files).tables, node)
    return [(event.verb, event.path.rsplit("/", 1)[-1], event.line, event.undo) for event in events]


def test_a_table_is_created_altered_and_renamed_in_the_order_of_the_versions() -> None:
    assert told(SCRIPTS, "table:orders") == [
        ("created", "V1__init.sql", 1, False),
        ("altered", "V2__more.sql", 1, False),
        ("altered", "V10__move.sql", 1, False),
        ("altered", "V10__move.sql", 2, False),
        ("renamed", "V10__move.sql", 3, False),
        ("named", "U10__move.sql", 1, True),
    ]
    assert told(SCRIPTS, "table:purchases")[-1] == ("dropped", "V11__gone.sql", 2, False)
    assert ("used", "V11__gone.sql", 1, False) in told(SCRIPTS, "table:purchases")


def test_columns_have_a_history_of_their_own() -> None:
    assert [event[:2] for event in told(SCRIPTS, "column:orders.note")] == [
        ("created", "V1__init.sql"),
        ("altered", "V2__more.sql"),
        ("dropped", "V10__move.sql"),
    ]
    assert [event[:2] for event in told(SCRIPTS, "column:orders.state")] == [("named", "V10__move.sql")]


@pytest.mark.parametrize(
    ("path", "text", "events"),
    [
        (
            "alembic/versions/2_b.py",
            (
                "from alembic import op\nimport sqlalchemy as sa\n\n\ndef upgrade():\n"
                "    op.add_column('orders', sa.Column('paid', sa.Boolean()))\n\n\ndef downgrade():\n"
                "    op.drop_column('orders', 'paid')\n"
            ),
            [("created", 6, False), ("dropped", 10, True)],
        ),
        (
            "db/migrations/2_b.php",
            (
                "<?php\nuse Phinx\\Migration\\AbstractMigration;\nclass B extends AbstractMigration {\n"
                "  public function up() {\n    $t = $this->table('orders');\n    $t->addColumn('paid', 'boolean')->update();\n  }\n"
                "  public function down() {\n    $this->table('orders')->removeColumn('paid')->update();\n  }\n}\n"
            ),
            [("created", 6, False), ("dropped", 9, True)],
        ),
        (
            "db/2.sql",
            "RENAME TABLE old TO orders;\nEXEC sp_rename 'orders.due', 'paid', 'COLUMN';\n",
            [("named", 2, False)],
        ),
    ],
)
def test_every_spelling_gives_the_same_history(path: str, text: str, events: list[tuple[str, int, bool]]) -> None:
    files = {"db/migration/V1__init.sql": "CREATE TABLE orders (id INT);\n", path: text}
    assert [(verb, line, undo) for verb, _, line, undo in told(files, "column:orders.paid")] == events


def test_a_node_without_migrations_has_no_history() -> None:
    assert told({"a.py": "def f():\n    pass\n"}, "symbol:a.f") == []
