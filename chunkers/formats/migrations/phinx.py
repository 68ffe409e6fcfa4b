"""Phinx and CakePHP migrations: `$this->table("orders")->addColumn("status", "string")->update()`.

A chain that ends in `create()` is one step that makes the table; any other link of a chain is a step of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from chunkers.formats.migrations.tool import Site, Tool
from chunkers.formats.migrations.values import Call, Pairs, name_of, text_of, texts_of
from chunkers.formats.relational import operation as ops
from chunkers.formats.relational.operation import Operation
from chunkers.formats.relational.statements import operation_of_text

_STAMPS = frozenset({"addTimestamps", "addTimestampsWithTimezone"})
_FOREIGN = frozenset({"addForeignKey", "addForeignKeyWithName"})
_RAW = frozenset({"execute", "query"})


def _column(make: Callable[..., Operation]) -> Callable[[Call, str], Operation | None]:
    def read(call: Call, table: str) -> Operation | None:
        column = text_of(call.argument(0))
        return make(table, column) if column else None

    return read


def _stamps(call: Call) -> tuple[str, str]:
    """Return the names of the two columns that a pair of time stamps adds; both can be given."""
    return text_of(call.argument(0)) or "created_at", text_of(call.argument(1)) or "updated_at"


def _renamed(call: Call, table: str) -> Operation | None:
    old = text_of(call.argument(0))
    return ops.rename_column(table, old, text_of(call.argument(1))) if old else None


def _index(call: Call, table: str) -> Operation:
    return ops.create_index(_option(call, "name"), table, texts_of(call.argument(0)))


def _unindexed(call: Call, table: str) -> Operation:
    return replace(ops.drop_index(None, table), columns=texts_of(call.argument(0)))


def _option(call: Call, key: str) -> str | None:
    last = call.arguments[-1] if call.arguments else None
    return text_of(last.get(key)) if isinstance(last, Pairs) else None


def _foreign_key(call: Call, table: str) -> Operation:
    named = call.method == "addForeignKeyWithName"
    name = text_of(call.argument(0)) if named else _option(call, "constraint")
    return ops.add_constraint(
        table, name, "FOREIGN KEY", texts_of(call.argument(int(named))), text_of(call.argument(1 + named))
    )


_ON_TABLE: dict[str, Callable[[Call, str], Operation | None]] = {
    "addColumn": _column(ops.add_column),
    "removeColumn": _column(ops.drop_column),
    "changeColumn": _column(ops.alter_column),
    "renameColumn": _renamed,
    **dict.fromkeys(_STAMPS, lambda call, table: ops.add_column(table, *_stamps(call))),
    "addPrimaryKey": lambda call, table: ops.add_constraint(table, None, "PRIMARY KEY", texts_of(call.argument(0))),
    "addIndex": _index,
    "removeIndex": _unindexed,
    "removeIndexByName": lambda call, table: ops.drop_index(text_of(call.argument(0)), table),
    **dict.fromkeys(_FOREIGN, _foreign_key),
    "dropForeignKey": lambda call, table: ops.drop_constraint(table, text_of(call.argument(1)), "FOREIGN KEY"),
    "changePrimaryKey": lambda _call, table: ops.alter_table(table, ()),
    "changeComment": lambda _call, table: ops.alter_table(table, ()),
    "rename": lambda call, table: ops.rename_table(table, text_of(call.argument(0)) or ""),
    "drop": lambda _call, table: ops.drop_table(table),
    "insert": lambda _call, table: ops.rows("INSERT INTO", table, "insert"),
    "truncate": lambda _call, table: operation_of_text(f"TRUNCATE TABLE {table}"),
}
_CREATION = (
    frozenset({"addColumn", "addPrimaryKey", "addIndex", "changeComment", "changePrimaryKey"}) | _STAMPS | _FOREIGN
)
_ON_ADAPTER: dict[str, Callable[[Call, str], Operation | None]] = {
    "dropTable": lambda _call, name: ops.drop_table(name),
    "renameTable": lambda call, name: ops.rename_table(name, text_of(call.argument(1)) or ""),
    "insert": lambda _call, name: ops.rows("INSERT INTO", name, "insert"),
    "createDatabase": lambda _call, name: ops.plain("CREATE", "DATABASE", name),
    "dropDatabase": lambda _call, name: ops.plain("DROP", "DATABASE", name),
    "createSchema": lambda _call, name: ops.plain("CREATE", "SCHEMA", name),
    "dropSchema": lambda _call, name: ops.plain("DROP", "SCHEMA", name),
}


def _created(site: Site, table: str) -> Operation:
    """Return the creation of a table with the columns of the links before it in the chain."""
    columns: list[str] = []
    reads: list[str] = []
    for call in site.chain:
        if call.method in _STAMPS:
            columns += _stamps(call)
        elif call.method == "addColumn":
            columns += texts_of(call.argument(0))
        elif call.method in _FOREIGN:
            reads += texts_of(call.argument(1 + (call.method == "addForeignKeyWithName")))
    return ops.create_table(table, columns, reads)


def _read(site: Site) -> Operation | None:
    call, last = site.call, site.place + 1 == len(site.chain)
    if site.table is not None and call.method != "table":
        if call.method == "create":
            return _created(site, site.table) if last else None
        if call.method in _CREATION and site.chain[-1].method == "create":
            return None
        return _ON_TABLE[call.method](call, site.table) if call.method in _ON_TABLE else None
    first = text_of(call.argument(0))
    if first is None or not (call.receiver.startswith("$this") or call.receiver == "()"):
        return None
    if call.method in _RAW:
        return operation_of_text(first) if " " in first.strip() else None
    return _ON_ADAPTER[call.method](call, first) if call.method in _ON_ADAPTER else None


def _handle(call: Call) -> str | None:
    return name_of(call.argument(0)) if call.method == "table" and call.receiver == "$this" else None


_METHODS = _RAW | _ON_TABLE.keys() | _ON_ADAPTER.keys() | {"table", "create"}
TOOL = Tool("phinx", _read, table_of_handle=_handle, methods=_METHODS)
