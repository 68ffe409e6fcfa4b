"""Sequelize (`queryInterface.addColumn("orders", "status", ...)`) and TypeORM (`queryRunner.query("...")`, `new TableColumn({...})`)."""

from __future__ import annotations

from collections.abc import Callable

from chunkers.formats.migrations.tool import Site, Tool
from chunkers.formats.migrations.values import Call, Items, Pairs, Value, name_of, text_of, texts_of
from chunkers.formats.relational import operation as ops
from chunkers.formats.relational.operation import Operation
from chunkers.formats.relational.statements import operation_of_text

_Read = Callable[[Call, str], Operation | None]


def table_name(value: Value) -> str | None:
    """Return the table a first argument names: a text, `{ tableName, schema }`, or `new Table({ name })`."""
    if isinstance(value, Pairs):
        name, schema = text_of(value.get("tableName") or value.get("name")), text_of(value.get("schema"))
        return f"{schema}.{name}" if name and schema else name
    if isinstance(value, Call) and value.method.startswith("Table"):
        return table_name(value.argument(0))
    return name_of(value)


def _settings(value: Value) -> Pairs:
    """Return the object a constructor or option argument holds."""
    if isinstance(value, Call):
        value = value.argument(0)
    return value if isinstance(value, Pairs) else Pairs(())


def _name(value: Value) -> str | None:
    return text_of(_settings(value).get("name")) or (text_of(value) if not isinstance(value, Pairs | Call) else None)


def _created(call: Call, table: str) -> Operation:
    first = call.argument(0)
    listed = _settings(first).get("columns") if isinstance(first, Call) else call.argument(1)
    columns: list[str] = []
    if isinstance(listed, Pairs):
        columns = [key.text for key, _ in listed.pairs]
    elif isinstance(listed, Items):
        columns = [name for item in listed.items if (name := _name(item))]
    return ops.create_table(table, columns)


def _added(call: Call, table: str) -> Operation | None:
    column = _name(call.argument(1))
    return ops.add_column(table, column) if column else None


def _listed_columns(make: Callable[..., Operation]) -> _Read:
    def read(call: Call, table: str) -> Operation | None:
        listed = call.argument(1)
        columns = [name for item in listed.items if (name := _name(item))] if isinstance(listed, Items) else []
        return make(table, *columns) if columns else None

    return read


def _one_column(make: Callable[[str, str], Operation]) -> _Read:
    def read(call: Call, table: str) -> Operation | None:
        column = _name(call.argument(1))
        return make(table, column) if column else None

    return read


def _renamed(call: Call, table: str) -> Operation | None:
    old, new = _name(call.argument(1)), _name(call.argument(2))
    return ops.rename_column(table, old, new) if old else None


def _changed(call: Call, table: str) -> Operation | None:
    old, new = _name(call.argument(1)), _name(call.argument(2))
    if old is None:
        return None
    return ops.rename_column(table, old, new) if new and new != old else ops.alter_column(table, old)


def _renamed_table(call: Call, table: str) -> Operation:
    return ops.rename_table(table, table_name(call.argument(1)) or "")


def _indexed(call: Call, table: str) -> Operation:
    second = call.argument(1)
    settings = _settings(second if not isinstance(second, Items) else call.argument(2))
    columns = (
        texts_of(second)
        if isinstance(second, Items)
        else texts_of(settings.get("columnNames") or settings.get("fields"))
    )
    name = text_of(settings.get("name") or settings.get("indexName"))
    return ops.create_index(name, table, columns)


def _unindexed(call: Call, table: str) -> Operation:
    return ops.drop_index(_name(call.argument(1)), table)


def _constraint(kind: str) -> _Read:
    def read(call: Call, table: str) -> Operation:
        second = call.argument(1)
        settings = _settings(second if not isinstance(second, Items) else call.argument(2))
        columns = (
            texts_of(second)
            if isinstance(second, Items)
            else texts_of(settings.get("columnNames") or settings.get("fields"))
        )
        references = settings.get("references")
        target = text_of(settings.get("referencedTableName")) or (
            table_name(references.get("table")) if isinstance(references, Pairs) else None
        )
        shown = (text_of(settings.get("type")) or kind).upper()
        return ops.add_constraint(table, text_of(settings.get("name")), shown, columns, target)

    return read


def _unconstrained(call: Call, table: str) -> Operation:
    return ops.drop_constraint(table, _name(call.argument(1)))


def _rows(verb: str, operation: str) -> _Read:
    return lambda _call, table: ops.rows(verb, table, operation)


_CALLS: dict[str, _Read] = {
    "createTable": _created,
    "dropTable": lambda _call, table: ops.drop_table(table),
    "renameTable": _renamed_table,
    "addColumn": _added,
    "addColumns": _listed_columns(ops.add_column),
    "removeColumn": _one_column(ops.drop_column),
    "dropColumn": _one_column(ops.drop_column),
    "dropColumns": _listed_columns(ops.drop_column),
    "renameColumn": _renamed,
    "changeColumn": _changed,
    "addIndex": _indexed,
    "createIndex": _indexed,
    "createIndices": lambda _call, table: ops.create_index(None, table),
    "removeIndex": _unindexed,
    "dropIndex": _unindexed,
    "addConstraint": _constraint("CONSTRAINT"),
    "createForeignKey": _constraint("FOREIGN KEY"),
    "createForeignKeys": _constraint("FOREIGN KEY"),
    "createPrimaryKey": _constraint("PRIMARY KEY"),
    "createUniqueConstraint": _constraint("UNIQUE"),
    "createCheckConstraint": _constraint("CHECK"),
    "removeConstraint": _unconstrained,
    "dropForeignKey": _unconstrained,
    "dropPrimaryKey": lambda _call, table: ops.drop_constraint(table, None, "PRIMARY KEY"),
    "dropUniqueConstraint": _unconstrained,
    "dropCheckConstraint": _unconstrained,
    "bulkInsert": _rows("INSERT INTO", "insert"),
    "bulkUpdate": _rows("UPDATE", "update"),
    "bulkDelete": _rows("DELETE FROM", "delete"),
}


def _raw(call: Call) -> Operation | None:
    text = text_of(call.argument(0))
    if text and " " in text.strip():
        return operation_of_text(text)
    return ops.unknown([call.method, name_of(call.argument(0)) or ""], call.method)


def _read(site: Site) -> Operation | None:
    call = site.call
    if call.method == "query":
        found = _raw(call)
        known = call.receiver.rpartition(".")[2] in _RUNNERS
        return found if known or (found is not None and found.operations != ("unknown",)) else None
    if call.method not in _CALLS or call.receiver in {"", "()"}:
        return None
    table = table_name(call.argument(0))
    return _CALLS[call.method](call, table) if table else None


_RUNNERS = frozenset({"sequelize", "queryRunner", "queryInterface", "runner", "manager", "connection"})
"""Receivers whose `query` runs SQL whatever the text; another's does when the text is understood as SQL."""
_METHODS = frozenset({*_CALLS, "query"})
SEQUELIZE = Tool("sequelize", _read, methods=_METHODS)
TYPEORM = Tool("typeorm", _read, methods=_METHODS)
