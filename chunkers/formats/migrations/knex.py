"""Knex: `knex.schema.createTable("orders", (table) => ...)`, `knex.raw`, seeds and data steps."""

from __future__ import annotations

from chunkers.formats.migrations.blueprint import CHANGES, changed, created_columns
from chunkers.formats.migrations.tool import Site, Tool
from chunkers.formats.migrations.values import Call, Pairs, name_of, text_of
from chunkers.formats.relational import operation as ops
from chunkers.formats.relational.operation import Operation
from chunkers.formats.relational.statements import operation_of_text

_CREATE = frozenset({"createTable", "createTableIfNotExists", "createTableLike"})
_DROP = frozenset({"dropTable", "dropTableIfExists"})
_ALTER = frozenset({"table", "alterTable"})
_VIEWS = {
    "createView": "CREATE",
    "createMaterializedView": "CREATE",
    "dropView": "DROP",
    "dropViewIfExists": "DROP",
    "createViewOrReplace": "CREATE",
}


def _read(site: Site) -> Operation | None:
    call, batch = site.call, site.batch
    if batch is not None and call.receiver == batch.alias:
        return changed(call, batch.table, site.modifiers)
    if call.method == "raw":
        text = text_of(call.argument(0))
        return (
            operation_of_text(text)
            if text and " " in text.strip() and call.receiver in {"knex", "knex.schema", "db", "trx", "()", "this"}
            else None
        )
    if call.receiver == "" and call.method in {"knex", "trx", "db"}:
        return _data(site)
    return _schema(site) if call.receiver == "()" or call.receiver.rpartition(".")[2] == "schema" else None


def _schema(site: Site) -> Operation | None:
    call = site.call
    name = name_of(call.argument(0))
    if name is None:
        return None
    if call.method in _CREATE | _DROP | {"renameTable"}:
        name = _in_schema(site, name)
    if call.method in _CREATE:
        return ops.create_table(name, created_columns(site.inner))
    if call.method in _DROP:
        return ops.drop_table(name)
    if call.method == "renameTable":
        return ops.rename_table(name, text_of(call.argument(1)) or "")
    if call.method in _VIEWS:
        return ops.plain(_VIEWS[call.method], "VIEW", name)
    if call.method in _SCHEMAS:
        return ops.plain("CREATE" if call.method.startswith("create") else "DROP", "SCHEMA", name)
    return None


def _in_schema(site: Site, name: str) -> str:
    """Put the schema of a `withSchema` right before the call in front of the name; a table block between takes no schema along."""
    before = site.chain[site.place - 1] if site.place else None
    schema = text_of(before.argument(0)) if before is not None and before.method == "withSchema" else None
    return f"{schema}.{name}" if schema else name


def _data(site: Site) -> Operation | None:
    """`knex("orders").where(...).update({...})`: the verb is chained behind the table."""
    table = text_of(site.call.argument(0))
    if table is None:
        return None
    for method in site.modifiers:
        if method in {"insert", "batchInsert", "upsert"}:
            return ops.rows("INSERT INTO", table, "insert")
        if method in {"update", "increment", "decrement"}:
            return ops.rows("UPDATE", table, "update")
        if method in {"del", "delete", "truncate"}:
            return ops.rows("DELETE FROM", table, "delete")
    return None


def _batch(call: Call) -> str | None:
    in_schema = call.receiver == "()" or call.receiver.rpartition(".")[2] == "schema"
    return (
        name_of(call.argument(0))
        if call.method in _ALTER and in_schema and not isinstance(call.argument(0), Pairs)
        else None
    )


_SCHEMAS = frozenset({"createSchema", "createSchemaIfNotExists", "dropSchema", "dropSchemaIfExists"})
_METHODS = (
    CHANGES
    | _CREATE
    | _DROP
    | _ALTER
    | _VIEWS.keys()
    | _SCHEMAS
    | {"withSchema", "raw", "knex", "trx", "db", "renameTable"}
)
TOOL = Tool("knex", _read, _batch, methods=_METHODS)
