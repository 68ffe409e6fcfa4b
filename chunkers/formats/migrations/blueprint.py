"""Table builders as Knex and Laravel have them: `table.string("name").notNullable()` inside a block that names the table.

Takes a call on the block variable and what is chained behind it, gives an operation, or the columns of a block that makes a table.
"""

from __future__ import annotations

from collections.abc import Sequence

from chunkers.formats.migrations.values import Call, text_of, texts_of
from chunkers.formats.relational import operation as ops
from chunkers.formats.relational.operation import Operation

TYPES = frozenset(
    "increments bigIncrements integer tinyint smallint mediumint bigint bigInteger text string float double decimal boolean date "
    "dateTime datetime time timestamp timestampTz binary enum enu json jsonb uuid specificType geometry geography point id foreignId "
    "foreignUuid foreignUlid char mediumText longText tinyText tinyInteger smallInteger mediumInteger unsignedInteger "
    "unsignedBigInteger unsignedTinyInteger unsignedSmallInteger dateTimeTz timeTz year set ipAddress macAddress ulid smallIncrements "
    "tinyIncrements mediumIncrements rememberToken softDeletes softDeletesTz addColumn computed virtualAs unsignedDecimal foreignIdFor".split()
)
_FIXED = {
    "id": "id",
    "rememberToken": "remember_token",
    "softDeletes": "deleted_at",
    "softDeletesTz": "deleted_at",
    "increments": "id",
    "bigIncrements": "id",
}
_FIXED_DROPS = {
    "dropTimestamps": ("created_at", "updated_at"),
    "dropTimestampsTz": ("created_at", "updated_at"),
    "dropSoftDeletes": ("deleted_at",),
    "dropSoftDeletesTz": ("deleted_at",),
    "dropRememberToken": ("remember_token",),
}
_STAMPS = frozenset({"timestamps", "timestampsTz", "nullableTimestamps"})
_INDEXES = {"index": "INDEX", "fullText": "INDEX", "spatialIndex": "INDEX"}
_KEYS = {"unique": "UNIQUE", "primary": "PRIMARY KEY", "foreign": "FOREIGN KEY", "check": "CHECK"}
_DROPS = {
    "dropForeign": "FOREIGN KEY",
    "dropUnique": "UNIQUE",
    "dropPrimary": "PRIMARY KEY",
    "dropChecks": "CHECK",
    "dropConstrainedForeignId": "FOREIGN KEY",
}
CHANGES = (
    TYPES
    | _STAMPS
    | _FIXED_DROPS.keys()
    | _INDEXES.keys()
    | _KEYS.keys()
    | _DROPS.keys()
    | {"dropColumn", "dropColumns", "renameColumn", "setNullable", "dropNullable", "renameIndex"}
    | {"dropIndex", "dropFullText", "dropSpatialIndex"}
)
"""All methods of a block variable that change its table."""


def created_columns(inner: Sequence[Call], alias_calls_only: frozenset[str] = TYPES) -> list[str]:
    """Return the columns that the calls of a creating block make."""
    columns: list[str] = []
    for call in inner:
        if call.method in _STAMPS:
            columns += ["created_at", "updated_at"]
        elif call.method in alias_calls_only and (name := _column(call)):
            columns.append(name)
    return columns


def changed(call: Call, table: str, modifiers: Sequence[str]) -> Operation | None:
    """Return what a call on the block variable of an altering block does."""
    method = call.method
    names = [text for value in call.arguments for text in texts_of(value)]
    if method in TYPES:
        column = _column(call)
        if column is None:
            return None
        return (
            ops.alter_column(table, column) if {"alter", "change"} & set(modifiers) else ops.add_column(table, column)
        )
    if method in _STAMPS:
        return ops.add_column(table, "created_at", "updated_at")
    if method in _FIXED_DROPS:
        return ops.drop_column(table, *_FIXED_DROPS[method])
    return _on_columns(method, table, names) or _key(call, table, names)


def _on_columns(method: str, table: str, names: list[str]) -> Operation | None:
    if not names:
        return None
    if method in {"dropColumn", "dropColumns"}:
        return ops.drop_column(table, *names)
    if method == "renameColumn":
        return ops.rename_column(table, names[0], names[-1])
    return ops.alter_column(table, names[0]) if method in {"setNullable", "dropNullable"} else None


def _column(call: Call) -> str | None:
    place = 1 if call.method == "addColumn" and len(call.arguments) > 1 else 0
    return text_of(call.argument(place)) or _FIXED.get(call.method)


def _key(call: Call, table: str, names: list[str]) -> Operation | None:
    method = call.method
    columns, name = texts_of(call.argument(0)), text_of(call.argument(1))
    if method in _INDEXES:
        return ops.create_index(name, table, columns)
    if method in _KEYS:
        return ops.add_constraint(table, name, _KEYS[method], columns)
    if method in {"dropIndex", "dropFullText", "dropSpatialIndex"}:
        return ops.drop_index(name or (names[0] if names else None), table)
    if method == "renameIndex" and names:
        return ops.alter_table(table, ())
    return (
        ops.drop_constraint(table, name or (text_of(call.argument(0)) if call.arguments else None), _DROPS[method])
        if method in _DROPS
        else None
    )
