"""Liquibase's change types as operations on a database.

Takes a `Change`, gives an `Operation` titled like SQL; a type not known here is `unknown` under its own name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from chunkers.formats.liquibase.changelog import Change
from chunkers.formats.relational import operation as ops
from chunkers.formats.relational.operation import Operation
from chunkers.formats.relational.statements import operation_of_text

_ALTERS = frozenset(
    "modifyDataType addDefaultValue dropDefaultValue addNotNullConstraint dropNotNullConstraint setColumnRemarks addAutoIncrement".split()
)
_OBJECTS: dict[str, tuple[str, str, str]] = {
    "createView": ("CREATE", "VIEW", "viewName"),
    "dropView": ("DROP", "VIEW", "viewName"),
    "createSequence": ("CREATE", "SEQUENCE", "sequenceName"),
    "alterSequence": ("ALTER", "SEQUENCE", "sequenceName"),
    "dropSequence": ("DROP", "SEQUENCE", "sequenceName"),
    "createProcedure": ("CREATE", "PROCEDURE", "procedureName"),
    "dropProcedure": ("DROP", "PROCEDURE", "procedureName"),
    "createFunction": ("CREATE", "FUNCTION", "functionName"),
    "dropFunction": ("DROP", "FUNCTION", "functionName"),
    "createTrigger": ("CREATE", "TRIGGER", "triggerName"),
    "dropTrigger": ("DROP", "TRIGGER", "triggerName"),
    "createPackage": ("CREATE", "PACKAGE", "packageName"),
    "createPackageBody": ("CREATE", "PACKAGE BODY", "packageBodyName"),
    "dropPackage": ("DROP", "PACKAGE", "packageName"),
}
_ADDED = {
    "addUniqueConstraint": "UNIQUE",
    "addCheckConstraint": "CHECK",
    "addPrimaryKey": "PRIMARY KEY",
    "addForeignKeyConstraint": "FOREIGN KEY",
}
_DROPPED = {
    "dropUniqueConstraint": "UNIQUE",
    "dropCheckConstraint": "CHECK",
    "dropPrimaryKey": "PRIMARY KEY",
    "dropForeignKeyConstraint": "FOREIGN KEY",
}
_DATA = {
    "insert": ("INSERT INTO", "insert"),
    "update": ("UPDATE", "update"),
    "delete": ("DELETE FROM", "delete"),
    "loadData": ("INSERT INTO", "insert"),
    "loadUpdateData": ("INSERT INTO", "insert"),
}


def operation_of(change: Change) -> Operation:
    """Return what a change does."""
    if change.sql is not None and change.name in {
        "sql",
        "createProcedure",
        "createFunction",
        "createTrigger",
        "createView",
        "rollback",
    }:
        named = _OBJECTS.get(change.name)
        if named is None or not change.fields.get(named[2]):
            return operation_of_text(change.sql)
    made = _structural(change) or _plain(change)
    reads = tuple(dict.fromkeys(name for name in (*made.reads, *change.reads) if name != made.table))
    return replace(made, reads=reads)


def _table(change: Change) -> str | None:
    name = change.fields.get("tableName") or change.fields.get("baseTableName") or change.fields.get("oldTableName")
    schema = change.fields.get("schemaName") or change.fields.get("baseTableSchemaName")
    return f"{schema}.{name}" if name and schema else name


def _listed(change: Change, *keys: str) -> list[str]:
    text = next((change.fields[key] for key in keys if change.fields.get(key)), "")
    return [name.strip() for name in text.split(",") if name.strip()]


def _structural(change: Change) -> Operation | None:
    table = _table(change)
    if table is None:
        return None
    name, fields = change.name, change.fields
    if name in _ADDED:
        columns = _listed(change, "columnNames", "baseColumnNames")
        return ops.add_constraint(
            table, fields.get("constraintName"), _ADDED[name], columns, fields.get("referencedTableName")
        )
    if name in _DROPPED:
        return ops.drop_constraint(table, fields.get("constraintName"), _DROPPED[name])
    if name in _DATA:
        return ops.rows(_DATA[name][0], table, _DATA[name][1], change.columns)
    if name in _ALTERS and fields.get("columnName"):
        return ops.alter_column(table, fields["columnName"])
    make = _TABLE_CHANGES.get(name)
    return make(change, table) if make else None


def _drop_columns(change: Change, table: str) -> Operation | None:
    columns = change.columns or tuple(_listed(change, "columnName"))
    return ops.drop_column(table, *columns) if columns else None


def _rename_column(change: Change, table: str) -> Operation | None:
    old = change.fields.get("oldColumnName")
    return ops.rename_column(table, old, change.fields.get("newColumnName")) if old else None


def _rename_table(change: Change, table: str) -> Operation | None:
    new = change.fields.get("newTableName")
    return ops.rename_table(table, new) if new else None


_TABLE_CHANGES: dict[str, Callable[[Change, str], Operation | None]] = {
    "createTable": lambda change, table: ops.create_table(table, change.columns),
    "addColumn": lambda change, table: ops.add_column(table, *change.columns) if change.columns else None,
    "dropColumn": _drop_columns,
    "renameColumn": _rename_column,
    "renameTable": _rename_table,
    "dropTable": lambda _change, table: ops.drop_table(table),
    "createIndex": lambda change, table: ops.create_index(change.fields.get("indexName"), table, change.columns),
    "dropIndex": lambda change, table: ops.drop_index(change.fields.get("indexName"), table),
    "setTableRemarks": lambda _change, table: ops.alter_table(table, ()),
}


def _plain(change: Change) -> Operation:
    named = _OBJECTS.get(change.name)
    if named is not None and (name := change.fields.get(named[2])):
        made = ops.plain(named[0], named[1], name)
        return replace(made, reads=operation_of_text(change.sql).reads) if change.sql else made
    if change.name == "dropIndex" and change.fields.get("indexName"):
        return ops.drop_index(change.fields["indexName"])
    subject = next(
        (
            change.fields[key]
            for key in ("path", "class", "tag", "viewName", "oldViewName", "executable", "tableName")
            if change.fields.get(key)
        ),
        None,
    )
    return ops.unknown([change.name, *([subject] if subject else [])], change.name, table=_table(change))
