"""Doctrine: `$this->addSql("...")` and the schema API: `$table = $schema->createTable("t")`, `$table->addColumn("c", "string")`.

A table object keeps its table under the name it is bound to; what is called on it is a step on that table.
"""

from __future__ import annotations

from collections.abc import Callable

from chunkers.formats.migrations.tool import Site, Tool
from chunkers.formats.migrations.values import Call, Value, text_of, texts_of
from chunkers.formats.relational import operation as ops
from chunkers.formats.relational.operation import Action, Operation
from chunkers.formats.relational.statements import operation_of_text

_SCHEMA = frozenset({"$schema", "$toSchema", "$fromSchema", "$this->schema"})
_RAW = frozenset({"addSql", "executeStatement", "executeQuery", "executeUpdate"})
_HANDLES = frozenset({"createTable", "getTable"})


def _columns(make: Callable[..., Operation]) -> Callable[[Call, str], Operation | None]:
    def read(call: Call, table: str) -> Operation | None:
        column = text_of(call.argument(0))
        return make(table, column) if column else None

    return read


def _renamed_column(call: Call, table: str) -> Operation | None:
    old = text_of(call.argument(0))
    return ops.rename_column(table, old, text_of(call.argument(1))) if old else None


def _index(call: Call, table: str) -> Operation:
    return ops.create_index(text_of(call.argument(1)), table, texts_of(call.argument(0)))


def _constraint(kind: str) -> Callable[[Call, str], Operation]:
    return lambda call, table: ops.add_constraint(table, text_of(call.argument(1)), kind, texts_of(call.argument(0)))


def _foreign_key(call: Call, table: str) -> Operation:
    named = call.method == "addNamedForeignKeyConstraint"
    name = text_of(call.argument(0) if named else call.argument(4))
    target = _table_of(call.argument(int(named)))
    return ops.add_constraint(table, name, "FOREIGN KEY", texts_of(call.argument(1 + named)), target)


def _table_of(value: Value) -> str | None:
    """Return the table that an argument stands for; a variable stands for one that is not known here."""
    if isinstance(value, Call) and value.method in _HANDLES:
        return text_of(value.argument(0))
    name = text_of(value)
    return None if name is None or name.startswith("$") else name


def _renamed_index(call: Call, table: str) -> Operation:
    old, new = text_of(call.argument(0)), text_of(call.argument(1))
    return ops.alter_table(table, [Action("rename_index", f"RENAME INDEX {old or ''}".rstrip(), renamed_to=new)])


def _dropped_key(call: Call, table: str) -> Operation:
    return ops.drop_constraint(table, text_of(call.argument(0)), "FOREIGN KEY")


_ON_TABLE: dict[str, Callable[[Call, str], Operation | None]] = {
    "addColumn": _columns(ops.add_column),
    "dropColumn": _columns(ops.drop_column),
    "changeColumn": _columns(ops.alter_column),
    "modifyColumn": _columns(ops.alter_column),
    "getColumn": _columns(ops.alter_column),  # with setters behind it
    "renameColumn": _renamed_column,
    "setPrimaryKey": lambda call, table: ops.add_constraint(
        table, text_of(call.argument(1)), "PRIMARY KEY", texts_of(call.argument(0))
    ),
    "dropPrimaryKey": lambda _call, table: ops.drop_constraint(table, None, "PRIMARY KEY"),
    "addIndex": _index,
    "addUniqueIndex": _index,
    "addUniqueConstraint": _constraint("UNIQUE"),
    "addForeignKeyConstraint": _foreign_key,
    "addNamedForeignKeyConstraint": _foreign_key,
    "addUnnamedForeignKeyConstraint": _foreign_key,
    "dropIndex": lambda call, table: ops.drop_index(text_of(call.argument(0)), table),
    "renameIndex": _renamed_index,
    "removeForeignKey": _dropped_key,
    "dropForeignKey": _dropped_key,
    "removeUniqueConstraint": lambda call, table: ops.drop_constraint(table, text_of(call.argument(0)), "UNIQUE"),
}
_ON_SCHEMA: dict[str, Callable[[Call, str], Operation | None]] = {
    "createTable": lambda _call, name: ops.create_table(name),
    "dropTable": lambda _call, name: ops.drop_table(name),
    "renameTable": lambda call, name: ops.rename_table(name, text_of(call.argument(1)) or ""),
    "createSequence": lambda _call, name: ops.plain("CREATE", "SEQUENCE", name),
    "dropSequence": lambda _call, name: ops.plain("DROP", "SEQUENCE", name),
    "createNamespace": lambda _call, name: ops.plain("CREATE", "SCHEMA", name),
}


def _read(site: Site) -> Operation | None:
    call = site.call
    if call.method == "getColumn" and not any(method.startswith("set") for method in site.modifiers):
        return None
    if site.table is not None and call.method in _ON_TABLE:
        return _ON_TABLE[call.method](call, site.table)
    first = text_of(call.argument(0))
    if first is None:
        return None
    if call.method in _RAW:
        return operation_of_text(first) if call.receiver.startswith("$this") and " " in first.strip() else None
    return _ON_SCHEMA[call.method](call, first) if call.method in _ON_SCHEMA and call.receiver in _SCHEMA else None


def _handle(call: Call) -> str | None:
    return text_of(call.argument(0)) if call.method in _HANDLES and call.receiver in _SCHEMA else None


_METHODS = _RAW | _HANDLES | _ON_TABLE.keys() | _ON_SCHEMA.keys()
TOOL = Tool("doctrine", _read, table_of_handle=_handle, methods=_METHODS)
