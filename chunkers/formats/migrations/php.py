"""Doctrine (`$this->addSql("...")`, `$schema->createTable("t")`) and Laravel (`Schema::create("t", function (Blueprint $table) ...)`)."""

from __future__ import annotations

from chunkers.formats.migrations.blueprint import changed, created_columns
from chunkers.formats.migrations.tool import Site, Tool
from chunkers.formats.migrations.values import Call, name_of, text_of
from chunkers.formats.relational import operation as ops
from chunkers.formats.relational.operation import Operation
from chunkers.formats.relational.statements import operation_of_text

_SCHEMA = frozenset({"$schema", "$toSchema", "$fromSchema"})


def _doctrine(site: Site) -> Operation | None:
    call = site.call
    first = text_of(call.argument(0))
    if first is None:
        return None
    if call.method in {"addSql", "executeStatement", "executeQuery"} and call.receiver.startswith("$this"):
        return operation_of_text(first) if " " in first.strip() else None
    if call.receiver not in _SCHEMA:
        return None
    if call.method == "createTable":
        return ops.create_table(first)
    if call.method == "dropTable":
        return ops.drop_table(first)
    if call.method == "renameTable":
        return ops.rename_table(first, text_of(call.argument(1)) or "")
    if call.method in {"createSequence", "dropSequence"}:
        return ops.plain("CREATE" if call.method == "createSequence" else "DROP", "SEQUENCE", first)
    return None


def _laravel(site: Site) -> Operation | None:
    call, batch = site.call, site.batch
    if batch is not None and call.receiver == batch.alias:
        return changed(call, batch.table, site.modifiers)
    first = name_of(call.argument(0))
    if first is None:
        return None
    if call.receiver in {"DB", "()"} and call.method in {"statement", "unprepared", "insert", "update", "delete"}:
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


DOCTRINE = Tool("doctrine", _doctrine)
LARAVEL = Tool("laravel", _laravel, _batch)
