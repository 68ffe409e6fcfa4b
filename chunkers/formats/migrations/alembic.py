"""Alembic: `op.add_column("orders", sa.Column("status", ...))`, batch blocks included."""

from __future__ import annotations

from collections.abc import Callable

from chunkers.formats.migrations.tool import Site, Tool
from chunkers.formats.migrations.values import Call, Items, Name, Text, Value, name_of, text_of, texts_of
from chunkers.formats.relational import operation as ops
from chunkers.formats.relational.operation import Operation
from chunkers.formats.relational.statements import operation_of_text


def _columns(values: tuple[Value, ...]) -> tuple[list[str], list[str]]:
    """Return the columns among arguments and the tables their foreign keys name."""
    columns: list[str] = []
    reads: list[str] = []
    for value in values:
        if not isinstance(value, Call):
            continue
        if value.method == "Column" and (name := text_of(value.argument(0, "name"))):
            columns.append(name)
            reads += [
                table
                for inner in value.arguments
                if isinstance(inner, Call) and inner.method == "ForeignKey"
                for table in _target(inner.argument(0))
            ]
        elif value.method == "ForeignKeyConstraint":
            reads += _target(value.argument(1, "refcolumns"))
    return columns, reads


def _target(value: Value) -> list[str]:
    return [text.rpartition(".")[0] for text in texts_of(value) if "." in text][:1]


def _in_schema(call: Call, table: str) -> str:
    schema = call.keywords.get("schema")
    return f"{schema.text}.{table}" if isinstance(schema, Text) and "." not in table else table


def _create_table(call: Call, table: str, rest: tuple[Value, ...]) -> Operation:
    del call
    return ops.create_table(table, *_columns(rest))


def _add_column(call: Call, table: str, rest: tuple[Value, ...]) -> Operation | None:
    columns, reads = _columns(rest or tuple(call.keywords.values()))
    return ops.add_column(table, *columns, reads=reads[0] if reads else None) if columns else None


def _drop_column(call: Call, table: str, rest: tuple[Value, ...]) -> Operation | None:
    column = text_of(rest[0] if rest else call.keywords.get("column_name"))
    return ops.drop_column(table, column) if column else None


def _alter_column(call: Call, table: str, rest: tuple[Value, ...]) -> Operation | None:
    column = text_of(rest[0] if rest else call.keywords.get("column_name"))
    renamed = text_of(call.keywords.get("new_column_name") or call.keywords.get("name"))
    if column is None:
        return None
    return (
        ops.rename_column(table, column, renamed) if renamed and renamed != column else ops.alter_column(table, column)
    )


def _rename_table(call: Call, table: str, rest: tuple[Value, ...]) -> Operation | None:
    new = text_of(rest[0] if rest else call.keywords.get("new_table_name"))
    return ops.rename_table(table, new) if new else None


def _drop_table(_call: Call, table: str, _rest: tuple[Value, ...]) -> Operation:
    return ops.drop_table(table)


def _other(_call: Call, table: str, _rest: tuple[Value, ...]) -> Operation:
    return ops.alter_table(table, ())


_BY_TABLE: dict[str, Callable[[Call, str, tuple[Value, ...]], Operation | None]] = {
    "create_table": _create_table,
    "add_column": _add_column,
    "drop_column": _drop_column,
    "alter_column": _alter_column,
    "rename_table": _rename_table,
    "drop_table": _drop_table,
    "create_table_comment": _other,
    "drop_table_comment": _other,
}
_CONSTRAINTS = {
    "create_foreign_key": "FOREIGN KEY",
    "create_primary_key": "PRIMARY KEY",
    "create_unique_constraint": "UNIQUE",
    "create_check_constraint": "CHECK",
    "create_exclude_constraint": "EXCLUDE",
}
_SOURCES = ("table_name", "source_table", "source")


def _named(site: Site) -> Operation | None:
    """Calls that name an index or constraint first, then (outside a batch) its table."""
    call, batch = site.call, site.batch
    name = text_of(call.argument(0, "constraint_name", "index_name", "name"))
    inside = batch is not None and call.receiver == batch.alias
    table = batch.table if inside and batch else name_of(call.argument(1, *_SOURCES))
    table = _in_schema(call, table) if table else None
    shift = 1 if inside else 2
    columns = texts_of(call.argument(shift, "columns", "local_cols"))
    if call.method == "create_index":
        return ops.create_index(name, table, columns)
    if call.method == "drop_index":
        return ops.drop_index(name, table) if name else None
    if table is None:
        return None
    if call.method == "drop_constraint":
        return ops.drop_constraint(table, name)
    if call.method == "create_foreign_key":
        referent = text_of(call.argument(shift, "referent_table", "referent"))
        columns = texts_of(call.argument(shift + 1, "local_cols"))
        return ops.add_constraint(table, name, "FOREIGN KEY", columns, referent)
    return ops.add_constraint(
        table, name, _CONSTRAINTS[call.method], () if call.method == "create_check_constraint" else columns
    )


def _read(site: Site) -> Operation | None:
    call, batch = site.call, site.batch
    if call.method in {"execute", "exec_driver_sql"} and not call.receiver.endswith("cursor()"):
        return _executed(call)
    inside = batch is not None and call.receiver == batch.alias
    if not inside and call.receiver not in {"op", "alembic.op"}:
        return None
    if call.method in _BY_TABLE:
        table = batch.table if inside and batch else name_of(call.argument(0, "table_name", "old_table_name"))
        rest = call.arguments if inside else call.arguments[1:]
        return _BY_TABLE[call.method](call, _in_schema(call, table), rest) if table else None
    if call.method in _NAMED:
        return _named(site)
    if call.method == "bulk_insert":
        table = _bulk_table(call.argument(0, "table"))
        return ops.rows("INSERT INTO", table, "insert") if table else None
    return None


def _bulk_table(value: Value) -> str | None:
    if isinstance(value, Call):
        return text_of(value.argument(0))
    return value.text if isinstance(value, Name) else None


def _executed(call: Call) -> Operation | None:
    value = call.argument(0, "sqltext", "statement")
    if isinstance(value, Items):
        return None
    text = text_of(value) if not isinstance(value, Name) else None
    if text:
        return operation_of_text(text)
    return ops.unknown(["execute", name_of(value) or ""], "execute") if call.receiver == "op" else None


def _batch(call: Call) -> str | None:
    table = name_of(call.argument(0, "table_name")) if call.method == "batch_alter_table" else None
    return _in_schema(call, table) if table else None


_NAMED = frozenset({*_CONSTRAINTS, "create_index", "drop_index", "drop_constraint"})
_METHODS = _NAMED | _BY_TABLE.keys() | {"execute", "exec_driver_sql", "bulk_insert", "batch_alter_table"}
TOOL = Tool("alembic", _read, _batch, methods=_METHODS)
