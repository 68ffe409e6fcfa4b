"""Laravel: `Schema::create("t", function (Blueprint $table) ...)`, raw statements and data steps."""

from __future__ import annotations

from chunkers.formats.migrations.blueprint import CHANGES, changed, created_columns
from chunkers.formats.migrations.tool import Site, Tool
from chunkers.formats.migrations.values import Call, name_of, text_of
from chunkers.formats.relational import operation as ops
from chunkers.formats.relational.operation import Operation
from chunkers.formats.relational.statements import operation_of_text

_RAW = frozenset({"statement", "unprepared", "insert", "update", "delete"})


def _read(site: Site) -> Operation | None:
    call, batch = site.call, site.batch
    if batch is not None and call.receiver == batch.alias:
        return changed(call, batch.table, site.modifiers)
    first = name_of(call.argument(0))
    if first is None:
        return None
    if call.receiver in {"DB", "()"} and call.method in _RAW:
        return operation_of_text(first) if " " in first.strip() else None
    if call.receiver == "DB" and call.method == "table":
        return _rows(site, first)
    if call.receiver not in {"Schema", "()"}:
        return None
    if call.method == "create":
        return ops.create_table(first, created_columns(site.inner))
    if call.method in {"drop", "dropIfExists"}:
        return ops.drop_table(first)
    return ops.rename_table(first, text_of(call.argument(1)) or "") if call.method == "rename" else None


def _rows(site: Site, table: str) -> Operation | None:
    for method in site.modifiers:
        if method in {"insert", "insertOrIgnore", "insertGetId", "upsert"}:
            return ops.rows("INSERT INTO", table, "insert")
        if method in {"update", "increment", "decrement"}:
            return ops.rows("UPDATE", table, "update")
        if method in {"delete", "truncate"}:
            return ops.rows("DELETE FROM", table, "delete")
    return None


def _batch(call: Call) -> str | None:
    return name_of(call.argument(0)) if call.method == "table" and call.receiver in {"Schema", "()"} else None


_METHODS = CHANGES | _RAW | {"table", "create", "drop", "dropIfExists", "rename"}
TOOL = Tool("laravel", _read, _batch, methods=_METHODS)
